//! The texts that the game shows the player: messages, and the error in a level file.

use crate::app::params::MESSAGE_SECONDS;
use crate::app::words::{Language, NoticeWords};
use crate::arena::HandError;
use crate::level::LevelError;

/// The texts that the game shows the player.
#[derive(Debug, Default)]
pub struct Notices {
    /// The language of the messages, that of the settings.
    pub language: Language,
    /// The error in the level file, since it was last read.
    pub error: Option<LevelError>,
    /// A message and its remaining seconds.
    pub message: Option<(String, f32)>,
    /// The trouble with triggers that was shown last.
    pub(super) told_trouble: Option<String>,
}

impl Notices {
    /// Returns the messages in their language.
    pub fn words(&self) -> &'static NoticeWords {
        &self.language.words().notices
    }

    /// Shows a message for [`MESSAGE_SECONDS`].
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), MESSAGE_SECONDS));
    }

    /// Shows why an act was refused.
    pub fn tell<T>(&mut self, done: Result<T, HandError>) {
        if let Err(refused) = done {
            self.say(self.language.words().hand_error(&refused));
        }
    }

    /// Advances the message by a frame's time.
    pub fn age(&mut self, seconds: f32) {
        if let Some((_, left)) = &mut self.message {
            *left -= seconds;
            if *left <= 0.0 {
                self.message = None;
            }
        }
    }
}

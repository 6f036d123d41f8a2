//! Sound, and films of recordings.

use crate::app::film::{Film, Packer};
use crate::app::sound::{Listener, SoundPlayer};

/// Sound, and films of recordings.
pub struct Media {
    pub sound: SoundPlayer,
    pub(super) listener: Listener,
    /// A film being captured from a recording.
    pub film: Option<Film>,
    /// A film being packed; this continues on every screen.
    pub packer: Option<Packer>,
}

impl Media {
    /// Creates the media with a device for sound and no film.
    pub(super) fn new(sound: SoundPlayer) -> Self {
        Media {
            sound,
            listener: Listener::default(),
            film: None,
            packer: None,
        }
    }
}

//! The sandbox: the hand, the panels, and the automatic backup of the scene.

use std::sync::Arc;

use crate::app::grip::Hand;
use crate::app::panels::Panels;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::keeping::Keeping;
use crate::app::state::messages::Next;
use crate::app::state::notices::Notices;
use crate::app::watch::Watch;
use crate::app::words::Words;
use crate::level::Library;

/// The tools of the sandbox.
#[derive(Default)]
pub struct Sandbox {
    /// The sandbox hand at the pointer.
    pub hand: Hand,
    /// The panels of the sandbox.
    pub panels: Panels,
    /// Keeps a backup of the scene while it is unsaved.
    pub keeping: Keeping,
}

/// The parts that the hand and the panels may change.
pub struct SandboxContext<'a> {
    pub session: &'a mut Session,
    pub settings: &'a mut AppSettings,
    pub hand: &'a mut Hand,
    pub panels: &'a mut Panels,
    pub notices: &'a mut Notices,
    pub library: &'a Arc<Library>,
    /// Watches the file of the current level.
    pub watch: &'a mut Watch,
    /// The message for the frame loop, if there is one.
    pub coming: Option<Next>,
}

impl SandboxContext<'_> {
    /// Returns the texts in the player's language.
    pub fn words(&self) -> &'static Words {
        self.settings.words()
    }

    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notices.say(text);
    }
}

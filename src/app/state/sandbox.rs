//! The sandbox: the hand, the panels, and the automatic backup of the scene.

use crate::app::grip::Hand;
use crate::app::panels::Panels;
use crate::app::state::keeping::Keeping;

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

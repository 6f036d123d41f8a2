//! The requests of the panels.

use std::collections::BTreeSet;

use crate::arena::ActorId;
use crate::game::{Act, Together};

/// A request from a panel. All requests are also available by keys or in the level file.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Perform an act of the hand.
    Act(Act),
    /// Change the selected things together.
    Together(Together),
    /// Copy the selected things, beside them.
    CopyAll,
    /// Copy the selected things as text, or add those of the text in the clipboard.
    CopyText,
    PasteText,
    /// Set the number of the handle that was used last, in metres or degrees.
    Handle(f32),
    /// Select things.
    Select(BTreeSet<ActorId>),
    /// Undo the last act, or redo it.
    Undo,
    Redo,
    /// Go to the moment after this many steps of the history.
    GoTo(usize),
    /// Save the scene as it is now or as it began, under a new name or its own.
    Save {
        name: Option<String>,
        begun: bool,
    },
    /// Save the selected things as a part of the player's own; `over` allows to replace one.
    SavePart {
        name: String,
        over: bool,
    },
    /// Save the recording so far.
    KeepRecording,
    /// Slow time down, speed it up, or pause and resume it.
    Slower,
    Faster,
    Halt,
    /// Change the text size.
    TextSize(f32),
}

//! A copy of a round in progress, in which its past can be looked at while the round waits.

use crate::RoundSnapshot;
use crate::tape::{Guide, Player, Tape, TapeError, Wheel};

/// The recording of a round so far, with snapshots of it. Neither is shared with the round.
pub struct RoundCopy {
    tape: Tape,
    snapshots: Vec<RoundSnapshot>,
}

impl RoundCopy {
    /// Builds a round of its own that reaches any moment of the recording. It is before the first step then. The
    /// level is read again, which takes time.
    ///
    /// # Errors
    /// [`TapeError`] if a model of the level is missing or has changed.
    pub fn open(self) -> Result<Player, TapeError> {
        let mut player = Player::new(self.tape)?;
        player.know(self.snapshots);
        Ok(player)
    }
}

impl Wheel {
    /// Copies the round that it records.
    pub fn copy(&self) -> RoundCopy {
        RoundCopy {
            tape: self.tape(),
            snapshots: self.timeline().each_second(),
        }
    }
}

impl Guide {
    /// Copies the round that it plays, as far as it has been played.
    pub fn copy(&self) -> RoundCopy {
        RoundCopy {
            tape: self.tape().clone(),
            snapshots: self.timeline().each_second(),
        }
    }
}

//! The hashes of the states of a round as a table: what two builds must have in common.

use std::fmt::Write as _;

use dodgem_physics::Phase;

use crate::game::Round;

/// The table of the hashes after each step and after each of its phases, as 16 hex digits.
#[derive(Clone, Debug)]
pub struct Hashes {
    text: String,
}

impl Default for Hashes {
    fn default() -> Self {
        let phases = Phase::ALL.map(Phase::name);
        Hashes {
            text: format!("step,state,{}\n", phases.join(",")),
        }
    }
}

impl Hashes {
    /// Notes the last step of a round whose phases are hashed.
    pub fn note(&mut self, round: &Round) {
        let _ = write!(self.text, "{},{:016x}", round.steps(), round.state_hash());
        for hash in round.arena().world().report().phase_hashes {
            let _ = write!(self.text, ",{hash:016x}");
        }
        self.text.push('\n');
    }

    /// Returns the table as CSV.
    pub fn csv(&self) -> &str {
        &self.text
    }
}

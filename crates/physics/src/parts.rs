//! What the parts of a shared stage have found: see [`Crew`](crate::crew::Crew).

use crate::ccd::pair::Swept;
use crate::manifold::contact_update::Asking;
use crate::pair_cache::Contact;
use crate::report::PairTurn;

/// Memory of one part, used again by every stage and in every step.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Contacts of its pairs, who takes a search, and the searches made.
    pub contacts: Vec<Contact>,
    pub asking: Vec<Asking>,
    pub turns: Vec<PairTurn>,
    /// Sweeps of its pairs, and who waits for a turn: which of its pairs.
    pub swept: Vec<Swept>,
    pub waiting: Vec<u32>,
}

impl Part {
    /// The first so many parts.
    pub fn some(parts: &mut Vec<Part>, count: usize) -> &mut [Part] {
        if parts.len() < count {
            parts.resize_with(count, Part::default);
        }
        &mut parts[..count]
    }
}

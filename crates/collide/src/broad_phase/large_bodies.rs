//! The bodies that do not fit the cells of a grid.

use crate::broad_phase::{AxisSort, BroadBody, BroadPhase, Pair};

/// The bodies that are too large for the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct LargeBodies {
    /// Ascending.
    pub indices: Vec<u32>,
    bodies: Vec<BroadBody>,
    /// The axis sort, also for all bodies where that is better than the cells.
    pub sort: AxisSort,
    pairs: Vec<Pair>,
}

impl LargeBodies {
    /// Before an update.
    pub fn clear(&mut self) {
        self.indices.clear();
        self.bodies.clear();
    }

    /// Notes a large body; in the order of the indices.
    pub fn push(&mut self, index: usize, body: &BroadBody) {
        self.indices.push(index as u32);
        self.bodies.push(*body);
    }

    /// Whether so many bodies are large that an axis sort of all is better than the cells.
    pub fn are_too_many(&self, bodies: usize) -> bool {
        self.indices.len() > 64 && 4 * self.indices.len() > bodies
    }

    /// Sorted along an axis, so that cells chosen too small for everybody cost no n² comparisons.
    pub fn compare_with_each_other(&mut self, found: &mut Vec<u64>) -> u64 {
        self.sort.update(&self.bodies, &mut self.pairs);
        let key = |pair: &Pair| {
            let (a, b) = (pair.a as usize, pair.b as usize);
            Pair::new(self.indices[a], self.indices[b]).key()
        };
        found.extend(self.pairs.iter().map(key));
        self.sort.statistics().tested
    }
}

//! The bodies that are too large for the cells of a grid.

use crate::broad_phase::{AxisSort, BroadBody, BroadPhase, Pair};
use crate::params;

/// The bodies that are too large for the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct LargeBodies {
    /// The indices of the large bodies, ascending.
    pub indices: Vec<u32>,
    bodies: Vec<BroadBody>,
    /// Sorts the large bodies, or all bodies where that is better than the cells.
    pub sort: AxisSort,
    pairs: Vec<Pair>,
}

impl LargeBodies {
    /// Removes all bodies, before an update.
    pub fn clear(&mut self) {
        self.indices.clear();
        self.bodies.clear();
    }

    /// Adds a large body. Indices must rise.
    pub fn push(&mut self, index: usize, body: &BroadBody) {
        self.indices.push(index as u32);
        self.bodies.push(*body);
    }

    /// True if so many of all bodies are large that an axis sort of all is better than the cells.
    pub fn are_too_many(&self, bodies: usize) -> bool {
        self.indices.len() > params::MANY_LARGE_BODIES && 4 * self.indices.len() > bodies
    }

    /// Adds the keys of all pairs of large bodies to `found` and returns the number of comparisons. It uses
    /// an axis sort, so that cells too small for all bodies do not cost n² comparisons.
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

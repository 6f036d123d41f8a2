//! Disjoint sets of bodies (union-find).

use crate::reserve::reserve;

/// Sets of bodies as a forest of parents.
#[derive(Clone, Debug, Default)]
pub(super) struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Reserves memory for this number of bodies.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.parents, bodies);
    }

    /// Makes every body a set of its own.
    pub fn reset(&mut self, bodies: usize) {
        self.parents.clear();
        self.parents.extend(0..bodies as u32);
    }

    /// Makes each of these bodies a set of its own, among `bodies` in all; the sets of the others are undefined.
    pub fn reset_some(&mut self, bodies: usize, some: impl Iterator<Item = u32>) {
        self.parents.resize(bodies, 0);
        some.for_each(|body| self.parents[body as usize] = body);
    }

    /// The body that represents the set of a body: the one with the lowest index.
    pub fn root(&mut self, mut body: u32) -> u32 {
        loop {
            let parent = self.parents[body as usize];
            if parent == body {
                return body;
            }
            // Path halving: every second parent on the way is replaced by its own parent.
            let above = self.parents[parent as usize];
            self.parents[body as usize] = above;
            body = above;
        }
    }

    /// Joins the sets of two bodies. The body with the lowest index is the root, independent of the order of
    /// joining.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

//! The last witness: the pair of leaves that met is asked first.
//!
//! Idea: bodies that meet in one frame mostly meet in the next, at the same triangles. The leaves at which the last
//! descent found a hit are compared before anything else; only if they are apart now, a descent begins.
//!
//! When: bodies that stay in contact. Limits: gains nothing while bodies are apart; tells another contact than a
//! descent would.
//!
//! Source 1, SWIFT++ (cache of the last answering pair).

use std::rc::Rc;

use super::descent::{Outcome, Query, Step, TreePair};
use crate::mesh_pair::{MeshAnswer, MeshPair, Pose};
use crate::volume::BoundingVolume;
use crate::work::Work;

/// Two trees and the leaves that met last.
pub struct Witness<M: BoundingVolume> {
    pair: TreePair<M>,
    last: Option<[usize; 2]>,
}

impl<M: BoundingVolume> Witness<M> {
    /// Two trees whose leaves have not met yet.
    pub fn new(pair: TreePair<M>) -> Self {
        Self { pair, last: None }
    }
}

impl<M: BoundingVolume> MeshPair for Witness<M> {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let mut query = Query::new(&mut self.pair.trees, self.pair.rules, poses);
        if let Some(pair) = self.last {
            let step = Rc::new(Step { pair, parent: None });
            query.visit(&step, work);
        }
        if !query.is_over() {
            query.run(vec![Query::<M>::roots()], work);
        }
        let hits = query.visited.iter().rev();
        let mut hits = hits.filter(|(_, outcome)| *outcome == Outcome::Hit);
        self.last = hits.next().map(|(step, _)| step.pair);
        query.answer
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.pair.content(side, node)
    }
}

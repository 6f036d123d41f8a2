//! A front of pairs: the next descent begins where the last one ended.
//!
//! Idea: the pairs at which a descent ended, because they were apart, leaves or not needed, are a cut through the
//! tree of tests. The next query begins with them. Pairs that overlap now are opened (*drop*). If all pairs below
//! one are apart, and so is that one, it takes their place (*raise*), a level a query.
//!
//! When: bodies that move little from frame to frame. Limits: gains at most a factor of two in the model of source
//! 2; a front per pair of bodies; after a jump the front is long and costs more than a fresh descent.
//!
//! Source 1, SWIFT++ (generalised front tracking); source 2, query analysis; Ehmann, Lin 2001.

use std::rc::Rc;

use super::descent::{Outcome, Query, Step, TreePair};
use super::front::{End, raised};
use crate::mesh_pair::{MeshAnswer, MeshPair, Pose};
use crate::volume::BoundingVolume;
use crate::work::Work;

/// Two trees and the front of their last query.
pub struct FrontOfPairs<M: BoundingVolume> {
    pair: TreePair<M>,
    front: Vec<Rc<Step>>,
}

impl<M: BoundingVolume> FrontOfPairs<M> {
    /// A front that begins at the roots.
    pub fn new(pair: TreePair<M>) -> Self {
        let front = vec![Query::<M>::roots()];
        Self { pair, front }
    }
}

impl<M: BoundingVolume> MeshPair for FrontOfPairs<M> {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let mut query = Query::new(&mut self.pair.trees, self.pair.rules, poses);
        let rest = query.run(std::mem::take(&mut self.front), work);
        let ends = query.visited.iter();
        let ends = ends.filter(|(_, outcome)| *outcome != Outcome::Opened);
        let ends: Vec<End<Rc<Step>>> = ends
            .map(|(step, outcome)| End {
                at: step.clone(),
                parent: step.parent.clone(),
                is_apart: *outcome == Outcome::Apart,
            })
            .collect();
        self.front = raised(
            &ends,
            |step| Rc::as_ptr(step) as usize,
            |up| query.count_below(up.pair),
            |up| query.is_apart(up.pair, work),
        );
        self.front.extend(rest);
        query.answer
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.pair.content(side, node)
    }
}

//! A front of one tree: the nodes of the static tree at which its descent against the other root ended.
//!
//! Idea: QuickCD opens the static tree first, against the root of the moving one. The nodes at which that ends,
//! apart from the root or leaves, are a cut through the static tree, kept from frame to frame. Leaves that overlap
//! the root open the moving tree, which starts anew. If the children of a node are all apart from the root, and so
//! is the node, it takes their place.
//!
//! When: one body that moves little over a large static one. Limits: the source measured a gain of 15 %; the
//! descent below the front keeps nothing.
//!
//! Source 1, QuickCD; Klosowski et al. 1998.

use std::rc::Rc;

use super::descent::{Outcome, Query, Step, TreePair};
use super::front::{End, raised};
use crate::mesh_pair::{MeshAnswer, MeshPair, Pose};
use crate::volume::BoundingVolume;
use crate::work::Work;

/// Two trees and the front of the first one.
pub struct FrontOfTree<M: BoundingVolume> {
    pair: TreePair<M>,
    front: Vec<usize>,
}

impl<M: BoundingVolume> FrontOfTree<M> {
    /// A front that begins at the root. The rules of the pair must open the static tree first.
    pub fn new(pair: TreePair<M>) -> Self {
        Self {
            pair,
            front: vec![0],
        }
    }
}

impl<M: BoundingVolume> MeshPair for FrontOfTree<M> {
    fn ask(&mut self, poses: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let mut query = Query::new(&mut self.pair.trees, self.pair.rules, poses);
        let mut pending: Vec<usize> = self.front.drain(..).rev().collect();
        let mut ends: Vec<End<usize>> = Vec::new();
        while !query.is_over() {
            let Some(node) = pending.pop() else { break };
            let step = Rc::new(Step {
                pair: [node, 0],
                parent: None,
            });
            let outcome = query.visit(&step, work);
            let below = match outcome {
                Outcome::Opened => query.below(&step, work),
                _ => Vec::new(),
            };
            if below.first().is_some_and(|first| first.pair[0] != node) {
                pending.extend(below.iter().rev().map(|step| step.pair[0]));
            } else {
                ends.push(End {
                    at: node,
                    parent: query.parent_of(0, node),
                    is_apart: outcome == Outcome::Apart,
                });
                query.run(below, work);
            }
        }
        self.front = raised(
            &ends,
            |node| *node,
            |up| query.count_below([*up, 0]),
            |up| query.is_apart([*up, 0], work),
        );
        self.front.extend(pending.into_iter().rev());
        query.answer
    }

    fn content(&self, side: usize, node: usize) -> Vec<usize> {
        self.pair.content(side, node)
    }
}

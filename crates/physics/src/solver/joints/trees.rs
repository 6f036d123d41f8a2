//! Which joints form trees, and so how much their rows may give way.
//!
//! In a tree no row of a joint follows from those of others: each joint leaves a body of its own to move. Such joints are
//! as good as rigid. Where joints form loops, as two hinges of one door do, rows may say the same twice: these share the
//! load by giving way a little.

use crate::disjoint_sets::DisjointSets;
use crate::params::{JOINT_COMPLIANCE, LOOP_COMPLIANCE};
use crate::reserve::reserve;
use crate::solver::joints::JointSolver;

/// Memory to use again.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    /// Of the movable bodies that joints hold together.
    sets: DisjointSets,
    /// By the body that stands for a set: its joints and its bodies.
    counts: Vec<[u32; 2]>,
}

impl Trees {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        self.sets.reserve(bodies);
        reserve(&mut self.counts, bodies);
    }
}

impl JointSolver {
    /// Finds how much the rows of each joint give way. A set has a loop if it has more joints than bodies, as all that does
    /// not move is one body more.
    pub(super) fn find_compliance(&mut self) {
        let Trees { sets, counts } = &mut self.trees;
        let bodies = &self.bodies;
        sets.reset(bodies.len());
        for active in &self.active {
            let [one, other] = active.bodies;
            if active
                .bodies
                .iter()
                .all(|place| bodies[*place as usize].movable)
            {
                sets.join(one, other);
            }
        }
        counts.clear();
        counts.resize(bodies.len(), [0; 2]);
        for place in (0..).take(bodies.len()) {
            counts[sets.root(place) as usize][1] += 1;
        }
        let movable = |places: [u32; 2]| {
            let [one, other] = places;
            if bodies[one as usize].movable {
                one
            } else {
                other
            }
        };
        for active in &self.active {
            counts[sets.root(movable(active.bodies)) as usize][0] += 1;
        }
        for (index, active) in (0..).zip(&mut self.active) {
            let [joints, bodies] = counts[sets.root(movable(active.bodies)) as usize];
            let is_tree = joints <= bodies && self.matrix.is_direct(index);
            active.compliance = if is_tree {
                JOINT_COMPLIANCE
            } else {
                LOOP_COMPLIANCE
            };
        }
    }
}

//! The joints that form trees, and so the compliance of their rows.
//!
//! In a tree no row of a joint depends on those of others: each joint leaves a body of its own to move. Such
//! joints are nearly rigid. Where joints form loops, as two hinges of one door do, rows may be redundant:
//! these share the load by yielding a little.

use crate::disjoint_sets::DisjointSets;
use crate::params::{JOINT_COMPLIANCE, LOOP_COMPLIANCE};
use crate::reserve::reserve;
use crate::solver::joints::ActiveJoint;
use crate::solver::joints::step_joints::StepJoints;

/// Reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    /// The sets of movable bodies that joints hold together.
    sets: DisjointSets,
    /// For the root of each set, the numbers of its joints and of its bodies.
    counts: Vec<[u32; 2]>,
}

impl Trees {
    /// Reserves memory for this number of bodies.
    pub fn reserve(&mut self, bodies: usize) {
        self.sets.reserve(bodies);
        reserve(&mut self.counts, bodies);
    }
}

impl ActiveJoint {
    /// The compliance of its rows, as a share of their bodies' response; joints that are not solved directly
    /// yield.
    pub(super) fn compliance(&self, is_direct: bool) -> f64 {
        match self.in_tree && is_direct {
            true => JOINT_COMPLIANCE,
            false => LOOP_COMPLIANCE,
        }
    }
}

impl StepJoints {
    /// Finds the joints and bodies that are parts of trees. A set has a loop if it has more joints than
    /// bodies, because everything fixed counts as one more body.
    pub(super) fn find_trees(&mut self) {
        let Trees { sets, counts } = &mut self.trees;
        let bodies = &mut self.bodies;
        sets.reset(bodies.len());
        counts.clear();
        counts.resize(bodies.len(), [0; 2]);
        for [one, other] in self.active.iter().map(|active| active.bodies) {
            if bodies[one as usize].movable && bodies[other as usize].movable {
                sets.join(one, other);
            }
        }
        for place in (0..).take(bodies.len()) {
            counts[sets.root(place) as usize][1] += 1;
        }
        let mut count_of = |[one, other]: [u32; 2]| {
            let movable = if bodies[one as usize].movable {
                one
            } else {
                other
            };
            sets.root(movable) as usize
        };
        for active in &self.active {
            counts[count_of(active.bodies)][0] += 1;
        }
        for active in &mut self.active {
            let [joints, all] = counts[count_of(active.bodies)];
            active.in_tree = joints <= all;
        }
        for place in (0..).take(bodies.len()) {
            bodies[place as usize].set = sets.root(place);
        }
        for active in &self.active {
            for place in active.bodies {
                bodies[place as usize].in_tree = active.in_tree;
            }
        }
    }
}

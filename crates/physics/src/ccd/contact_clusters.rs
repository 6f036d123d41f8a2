//! Clusters: bodies that meet in a crowd, or meet too often in a step, move together for the rest of it.
//!
//! In a crowd the response to one impact causes the next one, to and fro, and every impact costs
//! sweeps against all neighbours. A body that has used up its events cannot simply stop either: in
//! a moving crowd all bodies behind it would run into it and stop too. So it moves *with* the body
//! that it met: on the same path for the rest of the step, without a motion of its own. Two bodies
//! of a cluster never meet again in the step, and a step joins clusters at most as often as there
//! are bodies. The smaller cluster takes over the path of the larger one, so that few bodies are
//! swept again. The impact's change of their velocities stays, and shows in the next step.

use glam::DVec3;

use crate::body::Body;
use crate::body_motion::{BodyMotion, MotionState};
use crate::ccd::step::{ContinuousCollision, NO_BODY};
use crate::reserve::reserve;

/// The sets of bodies that move together.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactClusters {
    /// By body: the number of its cluster, and the next body of the cluster (a ring). By number of a
    /// cluster: the number of its bodies.
    group: Vec<u32>,
    next: Vec<u32>,
    size: Vec<u32>,
}

impl ContactClusters {
    /// Reserves memory for this many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        for list in [&mut self.group, &mut self.next, &mut self.size] {
            reserve(list, bodies);
        }
    }

    /// Every body alone in its cluster.
    pub fn reset(&mut self, bodies: usize) {
        self.group.clear();
        self.group.extend(0..bodies as u32);
        self.next.clone_from(&self.group);
        self.size.clear();
        self.size.resize(bodies, 1);
    }

    fn group(&self, body: u32) -> u32 {
        self.group[body as usize]
    }

    fn size(&self, body: u32) -> u32 {
        self.size[self.group(body) as usize]
    }

    /// Joins the cluster of a body to the cluster of another one.
    fn join(&mut self, body: u32, other: u32) {
        let (from, to) = (self.group(body), self.group(other));
        self.size[to as usize] += self.size[from as usize];
        let mut at = body;
        loop {
            self.group[at as usize] = to;
            at = self.next[at as usize];
            if at == body {
                break;
            }
        }
        self.next.swap(body as usize, other as usize);
    }
}

impl ContinuousCollision<'_, '_> {
    /// Joins the clusters of two bodies that meet at `time` (s): from then on all their bodies move
    /// together. Stops the two if neither can follow. `normal` leads from the first to the second.
    pub(super) fn join_clusters(&mut self, pair: [u32; 2], time: f64, normal: DVec3) {
        let free = pair.map(|i| {
            let (body, motion) = (
                &self.bodies.list[i as usize],
                &self.bodies.motions[i as usize],
            );
            body.is_dynamic() && motion.is_under_way()
        });
        let clusters = &self.memory.clusters;
        let is_first = free[0] && (!free[1] || clusters.size(pair[0]) < clusters.size(pair[1]));
        let ([follower, leader], away) = if is_first {
            (pair, -normal)
        } else {
            ([pair[1], pair[0]], normal)
        };
        // A body that moves with a turning wall needs a new path now and then: the wall curves away
        // from it.
        let same_cluster = clusters.group(follower) == clusters.group(leader);
        let events = self.bodies.motions[follower as usize].events;
        if !(free[0] || free[1])
            || (same_cluster && events >= self.context.settings.events_per_body)
        {
            return self.wait(pair);
        }
        let left = self.context.settings.step - time;
        let leads_freely = free[usize::from(is_first)];
        let (body, motion) = self.bodies.both_mut(leader);
        motion.advance(body, time);
        let leader_changes = leads_freely && !motion.joined_cluster();
        if leader_changes {
            // A turning leader would carry its followers along a curve.
            motion.move_with_cluster(body, DVec3::ZERO, motion.path.velocity);
        }
        let center = body.center;
        let (velocity, turning) = if motion.moves() {
            (motion.path.velocity, motion.path.turning)
        } else {
            (DVec3::ZERO, DVec3::ZERO)
        };
        // A turning wall catches up a little with a body that moves straight.
        let arm = self.bodies.list[follower as usize].center - center;
        let curve = away * (turning.length_squared() * arm.length() * left);
        if leader_changes {
            self.update_path(leader);
        }
        let after = |ccd: &Self, at: u32| {
            let next = ccd.memory.clusters.next[at as usize];
            (!same_cluster && next != follower).then_some(next)
        };
        let mut next = Some(follower);
        while let Some(at) = next {
            let (body, motion) = self.bodies.both_mut(at);
            if body.is_dynamic() && motion.is_under_way() {
                motion.advance(body, time);
                let velocity = velocity + turning.cross(body.center - center) + curve;
                motion.keep_earned_energy(body, self.context.settings.step);
                motion.move_with_cluster(body, turning, velocity);
                self.update_path(at);
            }
            next = after(self, at);
        }
        let mut next = Some(follower);
        while let Some(at) = next {
            self.sweep_neighbours(at, NO_BODY);
            next = after(self, at);
        }
        if leader_changes {
            self.sweep_neighbours(leader, NO_BODY);
        }
        if !same_cluster {
            self.memory.clusters.join(follower, leader);
        }
    }
}

impl BodyMotion {
    /// Moves like this for the rest of the step. A body that is carried up pays for it with kinetic
    /// energy (see [`BodyMotion::advance`]).
    fn move_with_cluster(&mut self, body: &Body, turning: DVec3, velocity: DVec3) {
        // A body with locked axes follows the cluster only along its free ones.
        let velocity = body.free * velocity;
        let turning = body.follows(turning);
        self.push.opening = velocity - body.velocity;
        self.state = MotionState::InCluster;
        self.path.lead(velocity, turning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_join_are_one_ring() {
        let mut clusters = ContactClusters::default();
        clusters.reset(6);
        for (body, other) in [(0, 1), (3, 4), (1, 4), (5, 3)] {
            clusters.join(body, other);
        }
        let mut ring = vec![4];
        loop {
            let next = clusters.next[*ring.last().unwrap() as usize];
            if next == ring[0] {
                break;
            }
            ring.push(next);
        }
        ring.sort_unstable();
        assert_eq!(ring, [0, 1, 3, 4, 5]);
        assert!(ring.iter().all(|i| clusters.group(*i) == clusters.group(4)));
        assert_eq!((clusters.size(5), clusters.size(2)), (5, 1));
    }
}

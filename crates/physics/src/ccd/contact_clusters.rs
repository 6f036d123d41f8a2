//! Bodies that meet too often in a step go on together.
//!
//! In a crowd an impact's answer is the next impact's cause, to and fro, and every one of them takes
//! sweeps against all neighbours. Nor can a body that has had enough simply stop where it is: in
//! a crowd that flies everybody behind it would run into it and stop too. So it goes on *with* whom it
//! met: the same way for the rest of the step, without a motion of its own. Two that do so never
//! meet again in the step, and of the bonds of a step there are no more than bodies. The smaller
//! group takes over the way of the larger one, so that few have to be swept again. What the impact
//! did to their velocities stays, and shows in the next step.

use glam::DVec3;

use crate::World;
use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::step::NO_BODY;
use crate::reserve::reserve;

/// Who goes with whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactClusters {
    /// The name of a body's group, the next body of it (a ring), and by name how many there are.
    group: Vec<u32>,
    next: Vec<u32>,
    size: Vec<u32>,
}

impl ContactClusters {
    /// Makes room for so many bodies.
    pub fn reserve(&mut self, bodies: usize) {
        for list in [&mut self.group, &mut self.next, &mut self.size] {
            reserve(list, bodies);
        }
    }

    /// Everybody alone.
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

    /// Puts the group of a body to that of another one.
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

impl World {
    /// Lets two bodies, and all that go with them, go on together from `time` on; stops those that
    /// cannot.
    /// `normal` is from the first to the second.
    pub(crate) fn join_clusters(&mut self, pair: [u32; 2], time: f64, normal: DVec3) {
        let free = pair.map(|i| {
            let (body, motion) = (&self.bodies[i as usize], &self.motions[i as usize]);
            body.is_dynamic() && !motion.fixed && !motion.waiting
        });
        let clusters = &self.tools.clusters;
        let is_first = free[0] && (!free[1] || clusters.size(pair[0]) < clusters.size(pair[1]));
        let ([follower, leader], away) = if is_first {
            (pair, -normal)
        } else {
            ([pair[1], pair[0]], normal)
        };
        // What goes with a wall that turns has to be told anew where that leads.
        let same_cluster = clusters.group(follower) == clusters.group(leader);
        let events = self.motions[follower as usize].events;
        if !(free[0] || free[1]) || (same_cluster && events >= self.settings.events_per_body) {
            return self.wait(pair);
        }
        let left = self.settings.step - time;
        let leads_freely = free[usize::from(is_first)];
        let (body, motion) = self.body_and_motion(leader);
        motion.advance(body, time);
        let leader_changes = leads_freely && !motion.in_cluster;
        if leader_changes {
            // Turning it would take the others along on a bow.
            motion.move_with_cluster(body, DVec3::ZERO, motion.velocity);
        }
        let center = body.center;
        let (velocity, turning) = if motion.moves() {
            (motion.velocity, motion.turning)
        } else {
            (DVec3::ZERO, DVec3::ZERO)
        };
        // A wall that turns comes a little after who goes straight on.
        let arm = self.bodies[follower as usize].center - center;
        let curve = away * (turning.length_squared() * arm.length() * left);
        if leader_changes {
            self.update_path(leader);
        }
        let after = |world: &World, at: u32| {
            let next = world.tools.clusters.next[at as usize];
            (!same_cluster && next != follower).then_some(next)
        };
        let mut next = Some(follower);
        while let Some(at) = next {
            let (body, motion) = self.body_and_motion(at);
            if body.is_dynamic() && !motion.fixed && !motion.waiting {
                motion.advance(body, time);
                let velocity = velocity + turning.cross(body.center - center) + curve;
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
            self.tools.clusters.join(follower, leader);
        }
    }
}

impl BodyMotion {
    /// Goes on like this for the rest of the step. Who is carried up so has to pay for it.
    fn move_with_cluster(&mut self, body: &Body, turning: DVec3, velocity: DVec3) {
        self.opening = velocity - body.velocity;
        (self.velocity, self.turning) = (velocity, turning);
        self.turn_end = f64::INFINITY;
        self.in_cluster = true;
        self.generation += 1;
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

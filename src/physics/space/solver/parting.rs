//! What is left to do when contacts are solved: blows bounce, and paths that would still end too
//! near are turned aside.

use super::{Joint, Mover, Solver, Task, two};

/// Passes over the paths that end too near, at most, and the share of the distance to keep that
/// may be lacking.
const PATH_PASSES: usize = 12;
const CLOSE_ENOUGH: f64 = 0.05;

impl Solver {
    /// Lets the blows part that the solution has stopped. Each part by itself, so together they
    /// could part faster than all energy allows that there was; then less of all of it.
    pub(super) fn bounce(&mut self, movers: &mut [Mover], energy: f64) {
        let bounces = |j: &Joint| j.bounce > 0.0 && j.pushed;
        if !self.joints.iter().any(bounces) {
            return;
        }
        self.paths.clear();
        self.paths
            .extend(movers.iter().map(|m| (m.velocity, m.turning)));
        for joint in self.joints.iter_mut().filter(|j| bounces(j)) {
            let [a, b] = two(movers, joint.a, joint.b);
            let missing = (joint.bounce - joint.normal.speed(a, b)) * joint.normal.mass;
            joint.normal.apply(missing.max(-joint.push), a, b);
        }
        let of = |movers: &[Mover]| -> f64 { movers.iter().map(Mover::energy).sum() };
        let after = of(movers);
        if after <= energy {
            return;
        }
        // The energy is convex on the way from the velocities without to those with.
        let without = self.paths.iter().zip(movers.iter());
        let without: f64 = without
            .map(|(path, m)| {
                Mover {
                    velocity: path.0,
                    turning: path.1,
                    ..*m
                }
                .energy()
            })
            .sum();
        let share = if after > without {
            ((energy - without) / (after - without)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        for (mover, path) in movers.iter_mut().zip(&self.paths) {
            mover.velocity = path.0.lerp(mover.velocity, share);
            mover.turning = path.1.lerp(mover.turning, share);
        }
    }

    /// Turns aside the paths that still end too near: what the substeps have left over, and what
    /// a pile's weight has pressed together. Only paths, not velocities: the sweep shall find
    /// nothing to stop, and nobody gets faster.
    pub(super) fn part_paths(&mut self, movers: &[Mover], task: &Task) {
        for joint in &mut self.joints {
            joint.push = 0.0;
        }
        let most = task.push_speed * task.step;
        let close_enough = CLOSE_ENOUGH * task.keep;
        for pass in 0..PATH_PASSES {
            let mut worst = 0.0_f64;
            let count = self.joints.len();
            for i in 0..count {
                let joint = &mut self.joints[if pass % 2 == 0 { i } else { count - 1 - i }];
                let distance = joint.gap + task.skin;
                let wanted = task.keep.min(distance + most);
                let row = joint.normal;
                let [(va, wa), (vb, wb)] = [self.paths[joint.a], self.paths[joint.b]];
                let speed = row.direction.dot(vb - va) + row.arm_b.dot(wb) - row.arm_a.dot(wa);
                let lacks = wanted - (distance + speed * task.step);
                if lacks <= 0.0 && joint.push == 0.0 {
                    continue;
                }
                let push = (joint.push + lacks / task.step * row.mass).max(0.0);
                let change = push - joint.push;
                joint.push = push;
                worst = worst.max(lacks);
                let along = row.direction * change;
                let give = [joint.a, joint.b].map(|at| movers[at].inverse_mass);
                self.paths[joint.a] = (va - along * give[0], wa - row.turn_a * change);
                self.paths[joint.b] = (vb + along * give[1], wb + row.turn_b * change);
            }
            if worst <= close_enough {
                break;
            }
        }
    }
}

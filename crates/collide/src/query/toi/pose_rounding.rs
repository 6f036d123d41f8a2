//! Bounds of the rounding that moves the points of two bodies on their paths, and so of the distance
//! to which a sweep may let them come.
//!
//! A sweep computes in f64, but its promise holds for poses as `Motion::pose_at` rounds them to
//! f32. That moves a point `p` of a body whose origin is at `t` by at most half an ulp of each
//! coordinate of `t`, and turns it by two roundings of a unit quaternion:
//! `ulp (|t| / 2 + 2 |p|)`, where `ulp` is `f32::EPSILON`. The pose of a body that does not move is
//! not rounded at all. So the place and time of the meeting count, not the size of a mesh or the
//! length of the paths after it.

use glam::DVec3;

use crate::math::Motion;

/// Relative rounding errors: of poses in f32, and of the sweep's own sums and products in f64.
const POSE: f64 = f32::EPSILON as f64;
const SUMS: f64 = 64.0 * f64::EPSILON;

/// The rounding of the poses of two bodies.
pub(crate) struct PoseRounding {
    bodies: [BodyRounding; 2],
}

/// The path of a body's origin, m and m/s.
#[derive(Clone, Copy)]
struct BodyRounding {
    moves: bool,
    start: DVec3,
    velocity: DVec3,
    /// The distance of the origin from the centre of rotation, and a bound of its motion by rotation, both
    /// in metres.
    arm: f64,
    stray: f64,
}

impl BodyRounding {
    fn new(motion: &Motion) -> Self {
        let turns = motion.rotates();
        let arm = motion.local_center().as_dvec3().length();
        BodyRounding {
            moves: motion.moves(),
            start: motion.start_pose().translation().as_dvec3(),
            velocity: motion.linear_velocity(),
            arm,
            stray: if turns { 2.0 * arm } else { 0.0 },
        }
    }

    /// The distance of the origin from that of the world at a time (s), at most.
    fn distance(&self, time: f64) -> f64 {
        if time.is_infinite() && self.velocity != DVec3::ZERO {
            return f64::INFINITY;
        }
        let travel = if self.velocity == DVec3::ZERO {
            DVec3::ZERO
        } else {
            self.velocity * time
        };
        (self.start + travel).length() + self.stray
    }

    /// Bound of the rounding (m) of a point `lever` metres from the body's origin, which is `origin` metres
    /// from the world's.
    fn bound(&self, origin: f64, lever: f64) -> f64 {
        let sums = SUMS * (origin + lever);
        if self.moves {
            sums + POSE * (0.5 * origin + 2.0 * lever)
        } else {
            sums
        }
    }

    /// The growth of [`BodyRounding::bound`] in m/s, for a lever that grows at `rate` m/s.
    fn growth(&self, rate: f64) -> f64 {
        self.bound(self.velocity.length(), rate)
    }
}

/// The rounding at one place and time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LocalRounding {
    /// Two points that are farther apart are disjoint (m).
    pub distance: f64,
    /// The fastest growth of that distance, in m/s.
    pub growth: f64,
}

/// The motion of two bodies at one instant, in one frame.
pub(super) struct RelativeMotion {
    /// The centres of rotation, m, and the angular velocities, rad/s.
    pub centers: [DVec3; 2],
    pub spins: [DVec3; 2],
    /// The relative speed of the centres, m/s.
    pub speed: f64,
}

impl PoseRounding {
    /// Returns true if the rounding of two bodies is surely at most half of a distance (m) until `end` (s), by
    /// bounds without a square root; no point of a body is farther from its origin than `reach` (m).
    pub(crate) fn is_far_below(
        distance: f64,
        motions: [&Motion; 2],
        end: f64,
        reach: [f64; 2],
    ) -> bool {
        let length = |v: DVec3| v.abs().element_sum();
        let bound = |i: usize| {
            let motion = motions[i];
            let origin = length(motion.start_pose().translation().as_dvec3())
                + length(motion.linear_velocity()) * end
                + 2.0 * length(motion.local_center().as_dvec3());
            (POSE + SUMS) * (origin + 2.0 * reach[i])
        };
        2.0 * (bound(0) + bound(1)) <= distance
    }

    pub(crate) fn new(a: &Motion, b: &Motion) -> Self {
        PoseRounding {
            bodies: [a, b].map(BodyRounding::new),
        }
    }

    /// Bound (m) for all points of two bodies between two times (s); no point of a body is farther
    /// from its origin than `reach` (m).
    pub(crate) fn over(&self, [from, until]: [f64; 2], reach: [f64; 2]) -> f64 {
        let of = |body: &BodyRounding, reach: f64| {
            // A straight path is farthest out at one of its ends.
            body.bound(body.distance(from).max(body.distance(until)), reach)
        };
        of(&self.bodies[0], reach[0]) + of(&self.bodies[1], reach[1])
    }

    /// The rounding at the place where two triangles meet that are nearer to each other than their sizes, at a
    /// time (s). The corners and what moves them are given in the first body's frame then.
    pub(super) fn at(
        &self,
        time: f64,
        motion: RelativeMotion,
        corners: [&[DVec3; 3]; 2],
    ) -> LocalRounding {
        let [a, b] = &self.bodies;
        let RelativeMotion {
            centers,
            spins,
            speed,
        } = motion;
        let far = |body: usize, center: usize| {
            let from_center = corners[body].map(|p| (p - centers[center]).length());
            from_center.into_iter().fold(0.0, f64::max)
        };
        let lever = |own: usize, arm: f64| {
            // A contact point is on both bodies: no farther out than the smaller one of them reaches,
            // which rotates about its own centre and moves with it.
            let other = 1 - own;
            let (mine, theirs) = (far(own, own), far(other, own));
            if mine <= theirs {
                (mine + arm, 0.0)
            } else {
                (
                    theirs + arm,
                    speed + spins[other].length() * far(other, other),
                )
            }
        };
        let ((lever_a, rate_a), (lever_b, rate_b)) = (lever(0, a.arm), lever(1, b.arm));
        LocalRounding {
            distance: a.bound(a.distance(time), lever_a) + b.bound(b.distance(time), lever_b),
            growth: a.growth(rate_a) + b.growth(rate_b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Placement, Pose};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Points near and far, on bodies that move, turn, or do both: rounding never moves one by more
    /// than the bound, and sometimes by much of it.
    #[test]
    fn no_point_is_rounded_by_more_than_the_bound() {
        let mut random = Pcg32::seed_from_u64(3);
        let mut tightest = 0.0f64;
        for case in 0..20_000 {
            let mut in_cube = |size: f32| {
                Vec3::from_array(std::array::from_fn(|_| random.random_range(-size..=size)))
            };
            let size = [0.1f32, 1.0, 30.0, 1e4][case % 4];
            let turn = Quat::from_scaled_axis(in_cube(3.0));
            let start = Pose::new(turn, in_cube(size)).unwrap();
            let [speed, rate] = [[size, 0.0], [0.0, 5.0], [size, 50.0]][case % 3];
            let (velocity, spin, center) = (in_cube(speed), in_cube(rate), in_cube(2.0));
            let motion = Motion::new(start, velocity, spin, center).unwrap();
            let (point, time) = (in_cube(3.0).as_dvec3(), in_cube(2.0).x.abs());
            let exact = motion.placement_at(f64::from(time)).point(point);
            let rounded = Placement::from(&motion.pose_at(time)).point(point);
            let resting = Motion::resting(Pose::IDENTITY);
            let rounding = PoseRounding::new(&motion, &resting);
            let bound = rounding.over([f64::from(time); 2], [point.length(), 0.0]);
            let error = exact.distance(rounded);
            assert!(error <= bound, "{case}: {error} above {bound}");
            tightest = tightest.max(error / bound);
        }
        assert!(tightest > 0.4, "a bound of {tightest} times what is needed");
    }
}

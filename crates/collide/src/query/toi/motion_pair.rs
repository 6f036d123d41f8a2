//! The motions of two bodies, prepared for a search of their trees: their rotations and centres at any time.

use glam::{DMat3, DQuat, DVec3};

use crate::math::Motion;
use crate::query::toi::pose_rounding::PoseRounding;

/// A motion with the values precomputed that a sweep needs many times.
pub(crate) struct PreparedMotion {
    /// The rotation at time 0, of length 1.
    pub rotation: DQuat,
    /// Axis of rotation in the world, of length 1; zero for a body that does not rotate.
    pub axis: DVec3,
    /// Half the angular speed, rad/s.
    pub half_rate: f64,
    /// Angular velocity in the body's frame, rad/s.
    pub local_angular_velocity: DVec3,
    pub local_center: DVec3,
    /// Centre of rotation at time 0, in the world, m.
    pub center: DVec3,
    pub velocity: DVec3,
}

impl PreparedMotion {
    pub fn new(motion: &Motion) -> Self {
        let start = motion.start();
        let angular_velocity = motion.angular_velocity();
        PreparedMotion {
            rotation: start.rotation,
            axis: angular_velocity.normalize_or_zero(),
            half_rate: 0.5 * angular_velocity.length(),
            local_angular_velocity: start.rotation.conjugate() * angular_velocity,
            local_center: motion.local_center().as_dvec3(),
            center: start.center,
            velocity: motion.linear_velocity(),
        }
    }

    /// The angular speed, rad/s.
    pub fn rate(&self) -> f64 {
        2.0 * self.half_rate
    }

    /// The rotation at a time (s).
    fn rotation_at(&self, time: f64) -> DQuat {
        let half = self.half_rate * time;
        if half == 0.0 {
            return self.rotation;
        }
        let (sine, cosine) = libm::sincos(half);
        let axis = self.axis * sine;
        DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine) * self.rotation
    }
}

/// The motions of two bodies.
pub(super) struct MotionPair {
    pub a: PreparedMotion,
    pub b: PreparedMotion,
    pub rounding: PoseRounding,
}

impl MotionPair {
    pub(super) fn new(a: &Motion, b: &Motion) -> Self {
        MotionPair {
            rounding: PoseRounding::new(a, b),
            a: PreparedMotion::new(a),
            b: PreparedMotion::new(b),
        }
    }

    /// The rotations of both bodies at a time (s).
    pub(super) fn rotations(&self, time: f64) -> [DQuat; 2] {
        [self.a.rotation_at(time), self.b.rotation_at(time)]
    }

    /// The frames of both bodies at a time (s).
    pub(super) fn frames(&self, time: f64) -> [BodyFrame; 2] {
        self.frames_with(time, self.rotations(time))
    }

    /// The frames of both bodies at a time (s) at which the rotations are known.
    pub(super) fn frames_with(&self, time: f64, [a, b]: [DQuat; 2]) -> [BodyFrame; 2] {
        [(&self.a, a), (&self.b, b)].map(|(motion, rotation)| BodyFrame {
            rotation: DMat3::from_quat(rotation),
            center: motion.center + motion.velocity * time,
        })
    }

    /// The origins of both bodies, in the world, m.
    pub(super) fn origins(&self, [a, b]: &[BodyFrame; 2]) -> [DVec3; 2] {
        [
            a.center - a.rotation * self.a.local_center,
            b.center - b.rotation * self.b.local_center,
        ]
    }

    /// The velocities of the centres of rotation in the world, m/s.
    pub(super) fn velocities(&self) -> [DVec3; 2] {
        [self.a.velocity, self.b.velocity]
    }

    /// The angular velocities in the world, rad/s.
    pub(super) fn angular_velocities(&self) -> [DVec3; 2] {
        [self.a.rate() * self.a.axis, self.b.rate() * self.b.axis]
    }

    /// A body's centre of rotation in its own frame, m.
    pub(super) fn local_center(&self, body: usize) -> DVec3 {
        [self.a.local_center, self.b.local_center][body]
    }

    /// The sum of both angular speeds, rad/s.
    pub(super) fn rotation_rate(&self) -> f64 {
        self.a.rate() + self.b.rate()
    }
}

/// A body's rotation and centre at one instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyFrame {
    pub rotation: DMat3,
    /// The centre of rotation in the world, m.
    pub center: DVec3,
}

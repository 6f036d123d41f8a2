//! Paths of rigid bodies in f64: a centre that moves straight while the body turns about it at a constant
//! rate.
//!
//! A simulation steps along a [`Path`]; a [`Motion`] is its f32 form from time 0 on, which sweeps of
//! triangles take. Both take their velocities in f32, so that they agree at every time.

use glam::{DQuat, DVec3, Vec3};

use crate::math::{Motion, Placement, Pose};

/// The position and orientation of a rigid body: the frame whose origin is the body's centre of rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterFrame {
    /// The centre of rotation in the world, in metres: normally the centre of mass.
    pub center: DVec3,
    /// The rotation from the body's axes to those of the world; of length 1.
    pub rotation: DQuat,
}

impl CenterFrame {
    /// The frame with this centre (m) and this rotation (of length 1).
    #[inline]
    pub fn new(center: DVec3, rotation: DQuat) -> Self {
        CenterFrame { center, rotation }
    }

    /// The frame of a shape at a pose that turns about `local_center` (m) of its own coordinates.
    pub fn of_pose(pose: &Pose, local_center: Vec3) -> Self {
        let rotation = pose.rotation().as_dquat().normalize();
        let center = pose.translation().as_dvec3() + rotation * local_center.as_dvec3();
        CenterFrame { center, rotation }
    }

    /// The frame of a shape at a placement that turns about `local_center` (m) of its own coordinates.
    pub fn of_placement(placement: &Placement, local_center: Vec3) -> Self {
        CenterFrame {
            center: placement.point(local_center.as_dvec3()),
            rotation: placement.rotation,
        }
    }

    /// This frame seen from an origin (m) near it, where f32 is far finer than far from the world's origin.
    pub fn relative_to(&self, origin: DVec3) -> Self {
        CenterFrame {
            center: self.center - origin,
            rotation: self.rotation,
        }
    }

    /// The pose of a shape that turns about `local_center` (m) of its own coordinates, or the identity if f32
    /// cannot hold the pose.
    pub fn pose(&self, local_center: Vec3) -> Pose {
        let translation = self.center - self.rotation * local_center.as_dvec3();
        Pose::new(self.rotation.as_quat(), translation.as_vec3()).unwrap_or(Pose::IDENTITY)
    }
}

/// The path of a rigid body from a time on: its centre moves straight and the body turns at a constant rate.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    start: CenterFrame,
    start_time: f64,
    linear_velocity: DVec3,
    angular_velocity: DVec3,
    /// A frame of the path that is already known, and its time.
    known: Option<(f64, CenterFrame)>,
}

impl Path {
    /// A path that begins at `start_time` (s, on a clock that is the same for all bodies that are compared)
    /// with a velocity of the centre (m/s) and an angular velocity (rad/s), both in the world.
    #[inline]
    pub fn new(
        start: CenterFrame,
        start_time: f64,
        linear_velocity: DVec3,
        angular_velocity: DVec3,
    ) -> Self {
        Path {
            start,
            start_time,
            linear_velocity,
            angular_velocity,
            known: None,
        }
    }

    /// The path of a body that does not move, from `start_time` (s) on.
    #[inline]
    pub fn resting(start: CenterFrame, start_time: f64) -> Self {
        Path::new(start, start_time, DVec3::ZERO, DVec3::ZERO)
    }

    /// This path with one of its frames, computed earlier by [`Path::frame_at`] at `time` (s).
    #[inline]
    #[must_use]
    pub fn with_known(self, time: f64, frame: CenterFrame) -> Self {
        Path {
            known: Some((time, frame)),
            ..self
        }
    }

    /// The frame at the start.
    #[inline]
    pub fn start(&self) -> &CenterFrame {
        &self.start
    }

    /// The start time, in seconds.
    #[inline]
    pub fn start_time(&self) -> f64 {
        self.start_time
    }

    /// The velocity of the centre, in m/s.
    #[inline]
    pub fn linear_velocity(&self) -> DVec3 {
        self.linear_velocity
    }

    /// The angular velocity, in rad/s.
    #[inline]
    pub fn angular_velocity(&self) -> DVec3 {
        self.angular_velocity
    }

    /// True if a velocity is not zero.
    #[inline]
    pub fn moves(&self) -> bool {
        self.linear_velocity != DVec3::ZERO || self.angular_velocity != DVec3::ZERO
    }

    /// The frame of the body at a time (s); before its start it is at the start.
    #[inline]
    pub fn frame_at(&self, time: f64) -> CenterFrame {
        let span = time - self.start_time;
        if span <= 0.0 || !self.moves() {
            return self.start;
        }
        if let Some((known_time, frame)) = self.known
            && known_time == time
        {
            return frame;
        }
        let rounded = |v: DVec3| v.as_vec3().as_dvec3();
        CenterFrame {
            center: self.start.center + rounded(self.linear_velocity) * span,
            rotation: turned(self.start.rotation, rounded(self.angular_velocity), span),
        }
    }

    /// The path from `time` (s) on as a motion relative to `origin` (m), of a shape that turns about
    /// `local_center` (m) of its own coordinates. A path that f32 cannot hold becomes a motion at rest.
    pub fn motion_from(&self, time: f64, origin: DVec3, local_center: Vec3) -> Motion {
        if !self.moves() {
            let pose = self.start.relative_to(origin).pose(local_center);
            return Motion::resting(pose);
        }
        let pose = self.frame_at(time).relative_to(origin).pose(local_center);
        let (linear, angular) = (
            self.linear_velocity.as_vec3(),
            self.angular_velocity.as_vec3(),
        );
        Motion::new(pose, linear, angular, local_center).unwrap_or_else(|_| Motion::resting(pose))
    }
}

/// The rotation after turning with a constant angular velocity (rad/s, world) for `time` seconds.
pub fn turned(rotation: DQuat, angular_velocity: DVec3, time: f64) -> DQuat {
    let rate = angular_velocity.length();
    let half = rate * time * 0.5;
    if half == 0.0 {
        return rotation;
    }
    let axis = angular_velocity * (libm::sin(half) / rate);
    let turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(half));
    (turn * rotation).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path and its motion take a point of the body to the same place at every time.
    #[test]
    fn a_path_and_its_motion_agree() {
        let local_center = Vec3::new(0.3, -0.2, 0.1);
        let rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
        let start = CenterFrame::new(DVec3::new(5.0, -2.0, 1.0), rotation);
        let path = Path::new(
            start,
            0.25,
            DVec3::new(3.0, 1.0, -2.0),
            DVec3::new(4.0, 9.0, -1.0),
        );
        let from = 0.5;
        let motion = path.motion_from(from, start.center, local_center);
        for step in 0..10 {
            let time = from + 0.125 * f64::from(step);
            let frame = path.frame_at(time);
            let there = motion.placement_at(time - from);
            let center = there.point(local_center.as_dvec3()) + start.center;
            assert!(
                center.distance(frame.center) < 1e-6,
                "{center} for {}",
                frame.center
            );
            assert!(there.rotation.dot(frame.rotation).abs() > 1.0 - 1e-12);
        }
    }

    #[test]
    fn before_its_start_and_without_velocities_a_path_rests() {
        let start = CenterFrame::new(DVec3::ONE, DQuat::IDENTITY);
        let path = Path::new(start, 1.0, DVec3::X, DVec3::Y);
        assert_eq!(path.frame_at(0.5), start);
        let known = CenterFrame::new(DVec3::NEG_ONE, DQuat::IDENTITY);
        assert_eq!(path.with_known(2.0, known).frame_at(2.0), known);
        let resting = Path::resting(start, 0.0);
        assert!(!resting.moves() && path.moves());
        assert_eq!(resting.frame_at(9.0), start);
        let pose = start.pose(Vec3::X);
        assert_eq!(CenterFrame::of_pose(&pose, Vec3::X), start);
    }
}

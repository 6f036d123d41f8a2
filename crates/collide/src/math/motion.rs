//! Rigid motions with constant velocities, in f64: the one type for shapes and colliders.

use glam::{DQuat, DVec3, Vec3};

use crate::coder::Coder;
use crate::math::{CenterFrame, Placement, Pose, PoseError};

/// A rigid motion with constant linear and angular velocity about a centre fixed in the body.
///
/// The centre travels on a straight line while the body rotates about it at a constant rate. The angle is not
/// limited, and many turns lose no precision. Before its start the body rests at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    start: CenterFrame,
    start_time: f64,
    linear_velocity: DVec3,
    angular_velocity: DVec3,
    local_center: Vec3,
    /// The pose at the start, if the motion began as a pose: a body at rest keeps it bit for bit.
    start_pose: Option<Pose>,
    /// A frame that is already known, and its time.
    known: Option<(f64, CenterFrame)>,
}

impl Motion {
    /// A motion of a shape that is at `start` at time 0.
    ///
    /// `linear_velocity` (m/s, world) is that of the centre; `angular_velocity` (rad/s, world)
    /// points along the axis of rotation; `local_center` (m, body coordinates) is the centre,
    /// normally the centre of mass. Velocities are kept in f64; those in f32 become f64 without loss.
    ///
    /// # Errors
    /// [`PoseError::Translation`] if a number is NaN or infinite, or a velocity is beyond the range of f32,
    /// whose bits positions are computed from.
    pub fn new(
        start: Pose,
        linear_velocity: impl Into<DVec3>,
        angular_velocity: impl Into<DVec3>,
        local_center: Vec3,
    ) -> Result<Self, PoseError> {
        let velocities = [linear_velocity.into(), angular_velocity.into()];
        let [linear, angular] = velocities.map(|velocity| velocity.as_vec3());
        let finite = linear.is_finite()
            && angular.is_finite()
            && angular.length().is_finite()
            && local_center.is_finite();
        if !finite {
            return Err(PoseError::Translation);
        }
        let [linear_velocity, angular_velocity] = velocities;
        Ok(Motion {
            linear_velocity,
            angular_velocity,
            ..Motion::at_pose(start, local_center)
        })
    }

    /// A motion that stays where it is.
    pub fn resting(pose: Pose) -> Self {
        Motion::at_pose(pose, Vec3::ZERO)
    }

    /// Codes it for a compact copy, with guesses of its start and of the time (s) at which its frame is known.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, began: &CenterFrame, end: f64) {
        let Motion {
            start,
            start_time,
            linear_velocity,
            angular_velocity,
            local_center,
            start_pose,
            known,
        } = self;
        let (mut has_pose, mut has_frame) = (start_pose.is_some(), known.is_some());
        coder.flags([&mut has_pose, &mut has_frame]);
        start.code(coder, began);
        coder.number(start_time, 0.0);
        coder.vector(linear_velocity, DVec3::ZERO);
        coder.vector(angular_velocity, DVec3::ZERO);
        coder.vector_of_singles(local_center);
        *start_pose = has_pose.then(|| {
            let mut pose = start_pose.unwrap_or(Pose::IDENTITY);
            pose.code(coder);
            pose
        });
        *known = has_frame.then(|| {
            let (mut time, mut frame) = known.unwrap_or((0.0, *start));
            coder.number(&mut time, end);
            let there = start.center + *linear_velocity * (time - *start_time);
            frame.code(coder, &CenterFrame::new(there, start.rotation));
            (time, frame)
        });
    }

    fn at_pose(pose: Pose, local_center: Vec3) -> Self {
        Motion {
            start_pose: Some(pose),
            local_center,
            ..Motion::resting_at(CenterFrame::of_pose(&pose, local_center), 0.0)
        }
    }

    /// A motion that begins at `start_time` (s, on a clock that is the same for all bodies that are compared)
    /// with a velocity of the centre (m/s) and an angular velocity (rad/s), both in the world. The centre is
    /// the origin of the body's coordinates, unless [`Motion::about`] names another point.
    #[inline]
    pub fn from_frame(
        start: CenterFrame,
        start_time: f64,
        linear_velocity: DVec3,
        angular_velocity: DVec3,
    ) -> Self {
        Motion {
            start,
            start_time,
            linear_velocity,
            angular_velocity,
            local_center: Vec3::ZERO,
            start_pose: None,
            known: None,
        }
    }

    /// The motion of a body that stays in a frame, from `start_time` (s) on.
    #[inline]
    pub fn resting_at(start: CenterFrame, start_time: f64) -> Self {
        Motion::from_frame(start, start_time, DVec3::ZERO, DVec3::ZERO)
    }

    /// This motion of the centre, for a body whose centre is at `local_center` (m) of its own coordinates.
    #[inline]
    #[must_use]
    pub fn about(self, local_center: Vec3) -> Self {
        let is_known = local_center == self.local_center;
        Motion {
            local_center,
            start_pose: self.start_pose.filter(|_| is_known),
            ..self
        }
    }

    /// This motion with one of its frames, computed earlier by [`Motion::frame_at`] at `time` (s).
    #[inline]
    #[must_use]
    pub fn with_known(self, time: f64, frame: CenterFrame) -> Self {
        Motion {
            known: Some((time, frame)),
            ..self
        }
    }

    /// The same motion of the centre, without rotation.
    #[must_use]
    pub(crate) fn without_rotation(&self) -> Self {
        Motion {
            angular_velocity: DVec3::ZERO,
            known: None,
            ..*self
        }
    }

    /// The motion from `time` (s) on as one that begins at time 0, in coordinates relative to `origin` (m). Its
    /// start is rounded to f32, as the poses of other queries about the two are: a sweep keeps its promise for
    /// these. A motion that f32 cannot hold becomes one at rest.
    #[must_use]
    pub fn relative_to(&self, origin: DVec3, time: f64) -> Self {
        let frame = self.frame_at(time).relative_to(origin);
        let pose = frame.pose(self.local_center);
        if !self.moves() {
            return Motion::resting(pose);
        }
        let [linear, angular] = self.rounded_velocities();
        Motion::new(pose, linear, angular, self.local_center)
            .unwrap_or_else(|_| Motion::resting(pose))
    }

    /// This motion with another point (m, body coordinates) as its centre. Only the centre of a body that
    /// rotates moves straight, so such a body must keep it.
    pub(crate) fn of_point(&self, local_center: Vec3) -> Self {
        if self.local_center == local_center {
            return *self;
        }
        Motion {
            start: CenterFrame::of_pose(&self.start_pose(), local_center),
            known: None,
            ..self.about(local_center)
        }
    }

    /// This motion on a clock that is 0 at its start.
    pub(crate) fn relative_to_start(&self) -> Self {
        Motion {
            start_time: 0.0,
            known: None,
            ..*self
        }
    }

    /// The frame at the start.
    #[inline]
    pub fn start(&self) -> &CenterFrame {
        &self.start
    }

    /// The pose at the start, rounded once.
    pub fn start_pose(&self) -> Pose {
        (self.start_pose).unwrap_or_else(|| self.start.pose(self.local_center))
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

    /// The centre of rotation in body coordinates, in metres.
    #[inline]
    pub fn local_center(&self) -> Vec3 {
        self.local_center
    }

    /// True if a velocity is not zero.
    #[inline]
    pub fn moves(&self) -> bool {
        self.linear_velocity != DVec3::ZERO || self.rotates()
    }

    /// True if the angular velocity is not zero.
    #[inline]
    pub fn rotates(&self) -> bool {
        self.angular_velocity != DVec3::ZERO
    }

    /// The velocities with the 24 bits that positions are computed from: so a motion that began as a pose and
    /// one that began as a frame agree at every time, and recorded rounds repeat.
    #[inline]
    fn rounded_velocities(&self) -> [DVec3; 2] {
        [self.linear_velocity, self.angular_velocity].map(|v| v.as_vec3().as_dvec3())
    }

    /// The frame of the body at a time (s).
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
        let [linear, angular] = self.rounded_velocities();
        CenterFrame {
            center: self.start.center + linear * span,
            rotation: turned(self.start.rotation, angular, span),
        }
    }

    /// The pose at a time (s): [`Motion::placement_at`] rounded once, with the same bits on every machine.
    /// Returns the start if the pose would be outside the range of f32.
    pub fn pose_at(&self, time: f32) -> Pose {
        let time = f64::from(time);
        if time <= self.start_time || !self.moves() {
            return self.start_pose();
        }
        let at = self.placement_at(time);
        Pose::new(at.rotation.as_quat(), at.translation.as_vec3())
            .unwrap_or_else(|_| self.start_pose())
    }

    /// The pose at a time (s) in f64, the precision of sweeps.
    pub fn placement_at(&self, time: f64) -> Placement {
        let span = (time - self.start_time).max(0.0);
        let (start, center) = (self.start.rotation, self.local_center.as_dvec3());
        let origin = match &self.start_pose {
            Some(pose) => pose.translation().as_dvec3(),
            None => self.start.center - start * center,
        };
        let [linear, angular] = self.rounded_velocities();
        let moved = origin + linear * span;
        if !self.rotates() {
            return Placement {
                rotation: start,
                translation: moved,
            };
        }
        let rotation = rotation_over(angular, span) * start;
        Placement {
            rotation,
            translation: moved + (start * center - rotation * center),
        }
    }
}

/// The rotation that a constant angular velocity (rad/s) makes in `time` seconds.
pub(crate) fn rotation_over(angular_velocity: DVec3, time: f64) -> DQuat {
    let rate = angular_velocity.length();
    let angle = rate * time;
    if angle == 0.0 || !angle.is_finite() {
        return DQuat::IDENTITY;
    }
    let axis = angular_velocity / rate;
    let (sine, cosine) = libm::sincos(angle * 0.5);
    DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine)
}

/// The rotation after turning with a constant angular velocity (rad/s, world) for `time` seconds, of length 1
/// again however often a simulation turns it.
#[inline]
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
    use std::f32::consts::PI;

    #[test]
    fn a_body_turns_about_its_centre_while_that_moves_straight() {
        let center = Vec3::new(1.0, 0.0, 0.0);
        let motion = Motion::new(
            Pose::IDENTITY,
            Vec3::new(0.0, 2.0, 0.0),
            Vec3::new(0.0, 0.0, PI),
            center,
        )
        .unwrap();
        let pose = motion.pose_at(1.0);
        assert!(
            pose.transform_point(center)
                .abs_diff_eq(Vec3::new(1.0, 2.0, 0.0), 1e-5)
        );
        // Half a turn about the centre takes the origin to the centre's far side.
        assert!(
            pose.transform_point(Vec3::ZERO)
                .abs_diff_eq(Vec3::new(2.0, 2.0, 0.0), 1e-5)
        );
    }

    #[test]
    fn many_turns_end_where_one_part_of_a_turn_ends() {
        let spin = Motion::new(
            Pose::IDENTITY,
            Vec3::ZERO,
            Vec3::new(0.0, 2.0 * PI * 10.25, 0.0),
            Vec3::ZERO,
        )
        .unwrap();
        let p = spin.pose_at(1.0).transform_point(Vec3::NEG_Z);
        assert!(p.abs_diff_eq(Vec3::NEG_X, 1e-4), "{p}");
    }

    #[test]
    fn a_resting_motion_keeps_its_pose_bit_for_bit() {
        let pose = Pose::from_translation(Vec3::new(0.1, 0.2, 1e4)).unwrap();
        assert_eq!(Motion::resting(pose).pose_at(3.0), pose);
    }

    /// A motion in f64 and its part relative to an origin take a point of the body to the same place at every
    /// time.
    #[test]
    fn a_motion_and_a_later_part_of_it_agree() {
        let local_center = Vec3::new(0.3, -0.2, 0.1);
        let rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.5).normalize();
        let start = CenterFrame::new(DVec3::new(5.0, -2.0, 1.0), rotation);
        let (velocity, spin) = (DVec3::new(3.0, 1.0, -2.0), DVec3::new(4.0, 9.0, -1.0));
        let motion = Motion::from_frame(start, 0.25, velocity, spin).about(local_center);
        let from = 0.5;
        let later = motion.relative_to(start.center, from);
        for step in 0..10 {
            let time = from + 0.125 * f64::from(step);
            let frame = motion.frame_at(time);
            let there = later.placement_at(time - from);
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
    fn velocities_may_come_in_either_precision_and_stay_within_f32() {
        let start = Pose::IDENTITY;
        let (v, w) = (Vec3::new(1.5, -2.0, 0.1), Vec3::new(0.3, 0.0, 7.0));
        let narrow = Motion::new(start, v, w, Vec3::ZERO);
        assert_eq!(
            narrow,
            Motion::new(start, v.as_dvec3(), w.as_dvec3(), Vec3::ZERO)
        );
        let exact = DVec3::new(0.1, 0.0, 0.0);
        let wide = Motion::new(start, exact, DVec3::ZERO, Vec3::ZERO).unwrap();
        assert_eq!(wide.linear_velocity(), exact);
        // 1e39 is finite in f64 only; the square of 1e30 is too large for f32.
        for [v, w] in [[1e39, 0.0], [0.0, 1e39], [0.0, 1e30], [f64::NAN, 0.0]] {
            let beyond = Motion::new(start, DVec3::splat(v), DVec3::splat(w), Vec3::ZERO);
            assert_eq!(beyond, Err(PoseError::Translation), "{v} {w}");
        }
    }

    #[test]
    fn before_its_start_and_without_velocities_a_body_rests() {
        let start = CenterFrame::new(DVec3::ONE, DQuat::IDENTITY);
        let motion = Motion::from_frame(start, 1.0, DVec3::X, DVec3::Y);
        assert_eq!(motion.frame_at(0.5), start);
        let known = CenterFrame::new(DVec3::NEG_ONE, DQuat::IDENTITY);
        assert_eq!(motion.with_known(2.0, known).frame_at(2.0), known);
        let resting = Motion::resting_at(start, 0.0);
        assert!(!resting.moves() && motion.moves());
        assert_eq!(resting.frame_at(9.0), start);
        let pose = start.pose(Vec3::X);
        assert_eq!(CenterFrame::of_pose(&pose, Vec3::X), start);
    }
}

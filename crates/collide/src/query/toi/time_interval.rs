//! A time interval, and the relative placement of two bodies at both its ends.
//!
//! Let `n` be a direction fixed in the world. Along it no point of a body has an acceleration above
//! `|w| |n x w| R`, where `w` is the angular velocity and `R` bounds the distance from the centre
//! of rotation. So over an interval `S` the point stays within `M s (S - s) / 2` of the chord
//! between its heights at both ends. The same holds for the highest point of a part along `n`, and
//! so for the gap of two parts: it is at least the chord of the gaps at both ends less the sum of
//! these terms. Both ends thus prove all times between them, without a bound of the velocities.
//! Bodies that come into contact at the end of an interval are proved disjoint in all of it,
//! because backward in time the gap opens at once.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::kinematics::Kinematics;
use crate::query::toi::motion_pair::{BodyFrame, MotionPair};

/// Two bodies over a time interval; see the file's comment.
pub(super) struct TimeInterval {
    /// The begin, in seconds.
    pub begin: f64,
    pub end: f64,
    /// The motions at the begin.
    pub at_begin: Kinematics,
    /// The motions at the end. Directions are given in the first body's frame at that time.
    pub at_end: Kinematics,
    to_before: DMat3,
    to_after: DMat3,
    /// Rotations from that frame to the frames of both bodies at the begin.
    back_a: Mat3,
    back_b: Mat3,
    /// The vector from the first body's origin to the second's at the begin, m.
    offset: Vec3,
    /// The gap that has to remain, with the bound of rounding, m.
    pub min_gap: f32,
    /// The gap that has to remain, without the bound of rounding, m.
    pub exact_min_gap: f64,
    reach: [f32; 2],
    half_square: f32,
}

/// The sizes of a pair, constant during a sweep.
#[derive(Clone, Copy)]
pub(super) struct PairExtent {
    /// No point of a body is farther from its centre of rotation, m.
    pub reach: [f64; 2],
    /// The sum of both bodies' largest coordinates, m: rounding is relative to it.
    pub coordinates: f32,
    /// The gap that bounds have to show, m: the smallest gap, or the rounding of poses on all of the
    /// paths, if that is more.
    pub min_gap: f64,
}

impl TimeInterval {
    pub(super) fn new(motions: &MotionPair, extent: &PairExtent, begin: f64, end: f64) -> Self {
        let (rotations, rotations_after) = (motions.rotations(begin), motions.rotations(end));
        let kinematics = Kinematics::of(motions, end, rotations_after);
        let [a, b] = motions.frames_with(begin, rotations);
        let [after, _] = motions.frames_with(end, rotations_after);
        let [origin_a, origin_b] = motions.origins(&[a, b]);
        let to_after = after.rotation.transpose();
        let offset = to_after * (origin_b - origin_a);
        let back = |frame: &BodyFrame| -> DMat3 { frame.rotation.transpose() * after.rotation };
        let far = kinematics
            .relative
            .translation_f32
            .length()
            .max(offset.length() as f32);
        let rounding = 8.0 * f32::EPSILON * (1.8 * extent.coordinates + far);
        let time = end - begin;
        TimeInterval {
            begin,
            end,
            back_a: back(&a).as_mat3(),
            back_b: back(&b).as_mat3(),
            offset: offset.as_vec3(),
            to_before: a.rotation.transpose(),
            to_after,
            min_gap: extent.min_gap as f32 + rounding,
            exact_min_gap: extent.min_gap,
            reach: extent.reach.map(|reach| reach as f32),
            half_square: (0.5 * time * time) as f32,
            at_begin: Kinematics::of(motions, begin, rotations),
            at_end: kinematics,
        }
    }

    /// A direction of the world in the first body's frame at the end.
    pub(super) fn in_first_frame(&self, direction: DVec3) -> Vec3 {
        (self.to_after * direction).as_vec3()
    }

    /// A direction of that frame in the world.
    pub(super) fn in_world(&self, direction: DVec3) -> DVec3 {
        self.to_after.transpose() * direction
    }

    /// True if rounding in f32 is more than the gap that has to remain, as beside large meshes.
    pub(super) fn is_coarse(&self) -> bool {
        f64::from(self.min_gap) > 2.0 * self.exact_min_gap
    }

    /// A direction of the world in the first body's frames at the begin and at the end.
    pub(super) fn world_in_first_frames(&self, direction: DVec3) -> [DVec3; 2] {
        [self.to_before * direction, self.to_after * direction]
    }

    /// A direction of that frame in the first body's frames at the begin and at the end.
    pub(super) fn in_first_frames(&self, direction: Vec3) -> [DVec3; 2] {
        let at_end = direction.as_dvec3();
        [self.to_before * self.in_world(at_end), at_end]
    }

    /// A direction of length 1 in the frames of both bodies, `[at the begin, at the end]`; reversed
    /// for the second body.
    pub(super) fn local_directions(&self, direction: Vec3) -> [[Vec3; 2]; 2] {
        let relative = &self.at_end.relative;
        let second = relative.rotation_f32.transpose() * direction;
        [
            [self.back_a * direction, direction],
            [-(self.back_b * direction), -second],
        ]
    }

    /// The offset of the bodies' origins along a direction less the smallest gap, at the begin and
    /// at the end, m.
    pub(super) fn origin_offsets(&self, direction: Vec3) -> [f32; 2] {
        let end = self.at_end.relative.translation_f32;
        [
            direction.dot(self.offset) - self.min_gap,
            direction.dot(end) - self.min_gap,
        ]
    }

    /// True if two parts stay apart along a direction of length 1 for the first `share` of the interval.
    /// `reach(body, local)` is the greatest height (m) of a body's part along a direction of its own frame.
    #[inline]
    pub(super) fn stays_open_along(
        &self,
        direction: Vec3,
        share: f32,
        reach: impl Fn(usize, Vec3) -> f32,
    ) -> bool {
        let (local, offsets) = (
            self.local_directions(direction),
            self.origin_offsets(direction),
        );
        let [begin, end] =
            [0, 1].map(|end| offsets[end] - reach(0, local[0][end]) - reach(1, local[1][end]));
        (self.curvature_bound(direction)).keeps_gap_open_for(share, begin, end)
    }

    /// The bound of a gap's curvature along a direction.
    pub(super) fn curvature_bound(&self, direction: Vec3) -> CurvatureBound {
        let (a, b) = (
            self.at_end.angular_a.angular_velocity,
            self.at_end.angular_b.angular_velocity,
        );
        let of = |angular_velocity: Vec3, reach: f32| {
            angular_velocity.length() * direction.cross(angular_velocity).length() * reach
        };
        CurvatureBound(
            self.half_square * (of(a, self.reach[0]) + of(b, self.reach[1])) * (1.0 + 1e-5),
        )
    }
}

/// Bound (m) of the curvature of a gap over an interval: `M S^2 / 2`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CurvatureBound(f32);

impl CurvatureBound {
    /// True if gaps (m) at the begin and at the end prove that the gap is open at all times between.
    #[inline]
    pub(super) fn keeps_gap_open(self, begin: f32, end: f32) -> bool {
        begin.min(end) > 0.0 && self.between(begin, end).stays_open()
    }

    /// [`CurvatureBound::keeps_gap_open`] for the first `share` of the interval: the gap may close after it.
    #[inline]
    pub(super) fn keeps_gap_open_for(self, share: f32, begin: f32, end: f32) -> bool {
        if share >= 1.0 {
            return self.keeps_gap_open(begin, end);
        }
        if begin <= 0.0 {
            return false;
        }
        self.between(begin, end).part(f64::from(share)).stays_open()
    }

    /// The bound of a gap with these values (m) at the begin and at the end.
    #[inline]
    fn between(self, begin: f32, end: f32) -> GapBound {
        GapBound {
            first: f64::from(begin),
            last: f64::from(end),
            sag: f64::from(self.0),
        }
    }
}

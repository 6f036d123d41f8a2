//! A slab of time between two instants, and how two bodies lie to each other at both.
//!
//! A direction `n` is fixed in the world. No point of a body moves along it with an acceleration
//! above `|w| |n x w| R`, where `R` is how far the body reaches from the centre of its turn; so over
//! a time `S` it stays within `M s (S - s) / 2` of the chord between where it is at both ends. The
//! same is true of what of a part of the body reaches farthest along `n`, and so of the gap of two
//! parts. What is known at both ends thus tells for all times between, without bounds on how fast
//! the parts move; and bodies that come to touch at the end of a slab are seen to be apart in all of
//! it, as the gap opens at once backward in time.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::query::toi::kinematics::{Courses, Kinematics, Stance};

/// See the module.
pub(super) struct Slab {
    /// In s.
    pub begin: f64,
    pub end: f64,
    /// The bodies at the begin, ...
    pub before: Kinematics,
    /// ... and at the end: directions are those of the first one's frame then.
    pub kinematics: Kinematics,
    to_after: DMat3,
    /// From there to the frames of both bodies at the begin.
    back_a: Mat3,
    back_b: Mat3,
    /// From the first body's origin to the second's at the begin, m.
    offset: Vec3,
    /// How far they are to be kept apart, rounding included, m.
    pub keep: f32,
    reach: [f32; 2],
    half_square: f32,
}

/// What no slab of a sweep changes.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// How far both bodies reach from the centres of their turns, m.
    pub reach: [f64; 2],
    /// The largest coordinates of both together, m: what rounding is relative to.
    pub coordinates: f32,
    /// How far the bodies are to be kept apart, m.
    pub keep: f64,
}

impl Slab {
    pub(super) fn new(courses: &Courses, extent: &Extent, begin: f64, end: f64) -> Self {
        let (turns, turns_after) = (courses.turns(begin), courses.turns(end));
        let kinematics = Kinematics::of(courses, end, turns_after);
        let [a, b] = courses.stances_of(begin, turns);
        let [after, _] = courses.stances_of(end, turns_after);
        let [origin_a, origin_b] = courses.origins(&[a, b]);
        let to_after = after.rotation.transpose();
        let offset = to_after * (origin_b - origin_a);
        let back = |stance: &Stance| -> DMat3 { stance.rotation.transpose() * after.rotation };
        let far = kinematics
            .relative
            .translation_f32
            .length()
            .max(offset.length() as f32);
        let rounding = 8.0 * f32::EPSILON * (1.8 * extent.coordinates + far);
        let time = end - begin;
        Slab {
            begin,
            end,
            back_a: back(&a).as_mat3(),
            back_b: back(&b).as_mat3(),
            offset: offset.as_vec3(),
            to_after,
            keep: extent.keep as f32 + rounding,
            reach: extent.reach.map(|reach| reach as f32),
            half_square: (0.5 * time * time) as f32,
            before: Kinematics::of(courses, begin, turns),
            kinematics,
        }
    }

    /// A direction of the world in the first body's frame at the end, ...
    pub(super) fn in_first_frame(&self, direction: DVec3) -> Vec3 {
        (self.to_after * direction).as_vec3()
    }

    /// ... and one of that frame in the world.
    pub(super) fn in_world(&self, direction: DVec3) -> DVec3 {
        self.to_after.transpose() * direction
    }

    /// A direction of length 1 in the frames of both bodies, [at the begin, at the end], the second
    /// body's with its sign changed.
    pub(super) fn local(&self, direction: Vec3) -> [[Vec3; 2]; 2] {
        let relative = &self.kinematics.relative;
        let second = relative.rotation_f32.transpose() * direction;
        [
            [self.back_a * direction, direction],
            [-(self.back_b * direction), -second],
        ]
    }

    /// What the places of the bodies add to gaps along a direction, at the begin and at the end.
    pub(super) fn shifts(&self, direction: Vec3) -> [f32; 2] {
        let end = self.kinematics.relative.translation_f32;
        [
            direction.dot(self.offset) - self.keep,
            direction.dot(end) - self.keep,
        ]
    }

    /// How gaps along a direction bend.
    pub(super) fn bend(&self, direction: Vec3) -> Bend {
        let (a, b) = (self.kinematics.turn_a.spin, self.kinematics.turn_b.spin);
        let of = |spin: Vec3, reach: f32| spin.length() * direction.cross(spin).length() * reach;
        Bend(self.half_square * (of(a, self.reach[0]) + of(b, self.reach[1])) * (1.0 + 1e-5))
    }
}

/// Half the largest change (m) of a gap by the turns' accelerations over a slab: `M S^2 / 2`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bend(f32);

impl Bend {
    /// Whether gaps (m) at the begin and at the end mean that there is one at all times between.
    #[inline]
    pub(super) fn keeps_open(self, begin: f32, end: f32) -> bool {
        if begin.min(end) <= 0.0 {
            return false;
        }
        // With x from 0 at the end to 1 at the begin the gap is at least
        // end + (begin - end - bend) x + bend x^2.
        let bend = self.0;
        let fall = bend - (begin - end);
        // It falls to the begin or does not fall at all, or its lowest value is above 0.
        let fall = fall + 4.0 * f32::EPSILON * (begin + end + bend);
        fall <= 0.0 || fall >= 2.0 * bend || fall * fall < 4.0 * bend * end
    }

    /// The same for this share of the slab, from its begin: the gap may close after it.
    #[inline]
    pub(super) fn keeps_open_for(self, share: f32, begin: f32, end: f32) -> bool {
        if share >= 1.0 {
            return self.keeps_open(begin, end);
        }
        if begin <= 0.0 {
            return false;
        }
        // The bound of the gap at the share, which bends over this part by the share's square.
        let rest = 1.0 - share;
        let there = begin * rest + share * (end - self.0 * rest);
        let rounding = 8.0 * f32::EPSILON * (begin + end.abs() + self.0);
        Bend(self.0 * share * share).keeps_open(begin, there - rounding)
    }
}

//! How two bodies move past each other, seen from one instant of a sweep.
//!
//! Everything is in the first body's coordinates as they lie at that instant; they stand still
//! from there on. Let `n` be a fixed direction along which the second body's part is a gap `g`
//! ahead of the first's. A point `r` from the centre of a body that turns at `w` moves along `n`
//! at the rate `n.v + n.(w x r) = n.v + r.(n x w)`, and that rate changes by at most
//! `|w| |n x w| r'` a second, where `r'` is the point's distance from the axis: it never changes.
//! So three bounds of the gap hold at all later times `s`, whatever the turn:
//!
//! * `g - c s - k s^2 / 2`, with the closing rate `c` at this instant, bounded over the parts;
//! * `g - c' s`, with the turns' largest share `|n x w| r'` of the rate for good;
//! * `g - n.(v_a - v_b) s - d`, where the turns' displacements are at most
//!   `d = 2 (|n x w| / |w|) r'`.
//!
//! The latest time that any of them allows is safe. The second is the bound of Mirtich (1996);
//! the first makes the steps of small parts of a body large, as their rates hardly differ; the
//! third keeps a blade that turns many times in a step from asking for many steps.

use glam::{DMat3, DQuat, DVec3, Vec3};

use crate::math::Motion;
use crate::math::relative_pose::Relative;

/// What a rounded safe step is shortened by: far above the rounding of its few operations.
const STEP_MARGIN: f32 = 1.0 - 1e-5;

/// A motion in the form in which a sweep asks for it many times.
struct Course {
    /// At the start, of length 1.
    rotation: DQuat,
    /// Of length 1, or zero for a body that does not turn.
    axis: DVec3,
    /// Half the angular speed, rad/s.
    half_rate: f64,
    /// Angular velocity in the body's own coordinates, rad/s.
    local_spin: DVec3,
    local_center: DVec3,
    /// Where the centre starts, in the world.
    center: DVec3,
    velocity: DVec3,
}

impl Course {
    fn new(motion: &Motion) -> Self {
        let start = motion.placement_at(0.0);
        let spin = motion.angular_velocity().as_dvec3();
        let local_center = motion.local_center().as_dvec3();
        Course {
            rotation: start.rotation,
            axis: spin.normalize_or_zero(),
            half_rate: 0.5 * spin.length(),
            local_spin: start.rotation.conjugate() * spin,
            local_center,
            center: start.point(local_center),
            velocity: motion.linear_velocity().as_dvec3(),
        }
    }

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

/// Two motions.
pub(super) struct Courses {
    a: Course,
    b: Course,
}

impl Courses {
    pub(super) fn new(a: &Motion, b: &Motion) -> Self {
        Courses {
            a: Course::new(a),
            b: Course::new(b),
        }
    }

    /// How both are turned.
    pub(super) fn turns(&self, time: f64) -> [DQuat; 2] {
        [self.a.rotation_at(time), self.b.rotation_at(time)]
    }

    /// Where both are.
    pub(super) fn stances(&self, time: f64) -> [Stance; 2] {
        self.stances_of(time, self.turns(time))
    }

    /// The same by how they are turned then.
    pub(super) fn stances_of(&self, time: f64, [a, b]: [DQuat; 2]) -> [Stance; 2] {
        [(&self.a, a), (&self.b, b)].map(|(course, turn)| Stance {
            rotation: DMat3::from_quat(turn),
            center: course.center + course.velocity * time,
        })
    }

    /// The bodies' origins, in the world.
    pub(super) fn origins(&self, [a, b]: &[Stance; 2]) -> [DVec3; 2] {
        [
            a.center - a.rotation * self.a.local_center,
            b.center - b.rotation * self.b.local_center,
        ]
    }

    /// The velocities of the centres in the world, m/s.
    pub(super) fn velocities(&self) -> [DVec3; 2] {
        [self.a.velocity, self.b.velocity]
    }

    /// The angular velocities in the world, rad/s.
    pub(super) fn spins(&self) -> [DVec3; 2] {
        [
            2.0 * self.a.half_rate * self.a.axis,
            2.0 * self.b.half_rate * self.b.axis,
        ]
    }

    /// The centre of a body's turn in its own coordinates, m.
    pub(super) fn local_center(&self, body: usize) -> DVec3 {
        [self.a.local_center, self.b.local_center][body]
    }

    /// How fast both turn together, rad/s.
    pub(super) fn turning(&self) -> f64 {
        2.0 * (self.a.half_rate + self.b.half_rate)
    }
}

/// Where a body is at one instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stance {
    pub rotation: DMat3,
    /// The centre of the turn, in the world.
    pub center: DVec3,
}

/// Two motions at one instant.
pub(super) struct Kinematics {
    pub relative: Relative,
    /// The first centre's velocity less the second's, m/s.
    pub closing: DVec3,
    /// Angular velocities, rad/s.
    pub spin_a: DVec3,
    pub spin_b: DVec3,
    /// The centres.
    pub center_a: DVec3,
    pub center_b: DVec3,
    closing_f32: Vec3,
    pub turn_a: Turn,
    pub turn_b: Turn,
}

/// A body's turn about its centre.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub center: Vec3,
    pub spin: Vec3,
    /// Its length, rad/s, and one over it (0 for none).
    rate: f32,
    pub over_rate: f32,
}

impl Turn {
    fn new(center: DVec3, spin: DVec3) -> Self {
        let spin = spin.as_vec3();
        let rate = spin.length();
        Turn {
            center: center.as_vec3(),
            spin,
            rate,
            over_rate: if rate > 0.0 { 1.0 / rate } else { 0.0 },
        }
    }
}

/// The motions along one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AxisMotion {
    closing: f32,
    /// `n x w` and its length.
    lever_a: Vec3,
    lever_a_length: f32,
    lever_b: Vec3,
    lever_b_length: f32,
    /// The largest change of the rate, per metre from either axis of turn.
    bend_a: f32,
    bend_b: f32,
    /// The largest displacement by the turns, per metre from either axis.
    swing_a: f32,
    swing_b: f32,
}

impl AxisMotion {
    pub(super) fn new(direction: Vec3, kinematics: &Kinematics) -> Self {
        let (a, b) = (&kinematics.turn_a, &kinematics.turn_b);
        let (lever_a, lever_b) = (direction.cross(a.spin), direction.cross(b.spin));
        let (lever_a_length, lever_b_length) = (lever_a.length(), lever_b.length());
        AxisMotion {
            closing: direction.dot(kinematics.closing_f32),
            lever_a,
            lever_a_length,
            lever_b,
            lever_b_length,
            bend_a: a.rate * lever_a_length,
            bend_b: b.rate * lever_b_length,
            swing_a: 2.0 * lever_a_length * a.over_rate,
            swing_b: 2.0 * lever_b_length * b.over_rate,
        }
    }

    /// For how long (s) two parts that are `room` (m) farther apart along the direction than they
    /// must stay do stay so, if their turns now close the gap at the rate `turning` (m/s) at most
    /// and their points are not farther from the axes of the turns than `from_axes` (m).
    #[inline]
    pub(super) fn safe_step_at(&self, room: f32, turning: f32, from_axes: [f32; 2]) -> f32 {
        if room <= 0.0 {
            return 0.0;
        }
        self.longest(self.closing, turning, room, from_axes)
    }

    #[inline]
    fn longest(&self, closing: f32, turning: f32, room: f32, [a, b]: [f32; 2]) -> f32 {
        let bend = self.bend_a * a + self.bend_b * b;
        let always = closing + self.lever_a_length * a + self.lever_b_length * b;
        let swing = self.swing_a * a + self.swing_b * b;
        let longest = curved(closing + turning, bend, room)
            .max(straight(always, room))
            .max(straight(closing, room - swing));
        longest * STEP_MARGIN
    }

    /// The directions times the spins of the first and the second body: `lever . r` is how fast
    /// the point `r` from the centre moves along the direction by the turn.
    pub(super) fn levers(&self) -> [Vec3; 2] {
        [self.lever_a, self.lever_b]
    }
}

/// How long `room` lasts at a rate that never grows: the root of `rate s = room`.
#[inline]
fn straight(rate: f32, room: f32) -> f32 {
    if room <= 0.0 {
        0.0
    } else if rate <= 0.0 {
        f32::INFINITY
    } else {
        room / rate
    }
}

/// How long it lasts at a rate that grows by `bend` a second: the root of
/// `rate s + bend s^2 / 2 = room`, in the form that does not cancel.
#[inline]
fn curved(rate: f32, bend: f32, room: f32) -> f32 {
    if bend <= 0.0 {
        return straight(rate, room);
    }
    let root = (rate * rate + 2.0 * bend * room).sqrt();
    if rate >= 0.0 {
        2.0 * room / (rate + root)
    } else {
        (root - rate) / bend
    }
}

impl Kinematics {
    /// The motions `time` seconds after their start.
    pub(super) fn at(courses: &Courses, time: f64) -> Self {
        Kinematics::of(courses, time, courses.turns(time))
    }

    /// The same by how the bodies are turned then.
    pub(super) fn of(courses: &Courses, time: f64, [rotation_a, rotation_b]: [DQuat; 2]) -> Self {
        let (a, b) = (&courses.a, &courses.b);
        let to_first = rotation_a.conjugate();
        let rotation = DMat3::from_quat(to_first * rotation_b);
        let between = (b.center - a.center) + (b.velocity - a.velocity) * time;
        let center_b = a.local_center + to_first * between;
        let translation = center_b - rotation * b.local_center;
        let closing = to_first * (a.velocity - b.velocity);
        // A body does not turn its own axis.
        let spin_a = a.local_spin;
        let spin_b = rotation * b.local_spin;
        Kinematics {
            relative: Relative::from_parts(rotation, translation),
            closing,
            spin_a,
            spin_b,
            center_a: a.local_center,
            center_b,
            closing_f32: closing.as_vec3(),
            turn_a: Turn::new(a.local_center, spin_a),
            turn_b: Turn::new(center_b, spin_b),
        }
    }

    /// What places brought from the second body's coordinates into the first one's may be off by,
    /// in metres: three products and three sums, and as much again for the sums along a direction.
    /// `reach`: the largest coordinates of both together.
    pub(super) fn rounding(&self, reach: f32) -> f32 {
        let translation = self.relative.translation_f32.abs().max_element();
        8.0 * f32::EPSILON * (1.8 * reach + translation)
    }

    /// For how long (s) two sets of points stay more than `keep` (m) apart, by what the direction
    /// `normal` (of length 1, from the first to the second) shows of them; 0 if they are not so
    /// far apart along it. Exact where the parts of a body are few: every pair of points is
    /// followed on its own.
    pub(super) fn safe_step_of_points(
        &self,
        normal: DVec3,
        points_a: &[DVec3; 3],
        points_b: &[DVec3; 3],
        keep: f64,
    ) -> f64 {
        let (lever_a, lever_b) = (normal.cross(self.spin_a), normal.cross(self.spin_b));
        let closing = normal.dot(self.closing);
        let side = |points: &[DVec3; 3], center: DVec3, lever: DVec3, spin: DVec3| {
            let rate = spin.length();
            let from_axis = points.map(|p| (p - center).cross(spin).length());
            let from_axis = from_axis.into_iter().fold(0.0, f64::max);
            // |w| |n x w| r' with r' = |r x w| / |w|, and the two bounds without a square.
            let bend = lever.length() * from_axis;
            let (always, swing) = if rate > 0.0 {
                (bend / rate, 2.0 * bend / (rate * rate))
            } else {
                (0.0, 0.0)
            };
            let heights = points.map(|p| normal.dot(p));
            let rates = points.map(|p| lever.dot(p - center));
            (heights, rates, bend, always, swing)
        };
        let a = side(points_a, self.center_a, lever_a, self.spin_a);
        let b = side(points_b, self.center_b, lever_b, self.spin_b);
        let (bend, always, swing) = (a.2 + b.2, a.3 + b.3, a.4 + b.4);
        let mut room = f64::INFINITY;
        let mut followed = f64::INFINITY;
        for i in 0..3 {
            for j in 0..3 {
                let room_of_pair = b.0[j] - a.0[i] - keep;
                let rate = closing + a.1[i] - b.1[j];
                room = room.min(room_of_pair);
                // Most pairs last longer than the shortest so far.
                let lost = rate * followed + 0.5 * bend * followed * followed;
                let outlasts = lost < room_of_pair;
                if !outlasts {
                    followed = followed.min(curved_f64(rate, bend, room_of_pair));
                }
            }
        }
        if room <= 0.0 {
            return 0.0;
        }
        let straight = |rate: f64, room: f64| {
            if room <= 0.0 {
                0.0
            } else if rate <= 0.0 {
                f64::INFINITY
            } else {
                room / rate
            }
        };
        followed
            .max(straight(closing + always, room))
            .max(straight(closing, room - swing))
            * (1.0 - 1e-9)
    }
}

/// [`curved`] in f64.
fn curved_f64(rate: f64, bend: f64, room: f64) -> f64 {
    if room <= 0.0 {
        0.0
    } else if bend <= 0.0 {
        if rate <= 0.0 {
            f64::INFINITY
        } else {
            room / rate
        }
    } else {
        let root = (rate * rate + 2.0 * bend * room).sqrt();
        if rate >= 0.0 {
            2.0 * room / (rate + root)
        } else {
            (root - rate) / bend
        }
    }
}

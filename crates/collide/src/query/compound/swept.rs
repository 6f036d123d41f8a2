//! A time before which the boxes of two moving sides surely do not meet.
//!
//! A box that turns with its side stays within itself, grown by the distance that its farthest corner moves by
//! turning, and within the ball around the centre of rotation. The box around both moves straight for the whole
//! time, so the time at which two such boxes meet is a closed form.
//!
//! The walk over these boxes is a stage of its own beside the search of `toi/earliest.rs`, whose intervals would ask
//! about two children again and again (docs/decisions.md has the measurements). A leaf here is a whole query about two
//! children, which runs once; the closed form gives the order of the pairs of children.

use glam::{DMat3, DVec3};

use crate::math::{Aabb, Motion, round_down};
use crate::params::COMPOUND_ROUNDINGS;
use crate::query::compound::walk::Side;
use crate::query::toi::motion_pair::PreparedMotion;
use crate::query::toi::pose_rounding::PoseRounding;

/// The motion of a side.
struct SideMotion {
    motion: PreparedMotion,
    /// The rotation at the start.
    rotation: DMat3,
}

/// A box that moves straight and holds a part of a side for some time, relative to its side's centre of
/// rotation.
struct HeldBox {
    low: DVec3,
    high: DVec3,
}

/// Two sides on their motions.
pub(super) struct SweptBoxes {
    sides: [SideMotion; 2],
    /// The side that is a half-space, the normal of its plane in the world at the start, and the plane's height along
    /// it above the centre of rotation, in metres.
    plane: Option<(usize, DVec3, f64)>,
    has_turning_plane: bool,
    /// Two boxes count as meeting at this distance, in metres: their contents may be within the target then.
    margin: f64,
}

impl SideMotion {
    fn new(motion: &Motion) -> Self {
        let motion = PreparedMotion::new(motion);
        SideMotion {
            rotation: DMat3::from_quat(motion.rotation),
            motion,
        }
    }

    /// A box that holds a box of this side for `span` seconds.
    fn hold(&self, bounds: &Aabb, span: f64) -> HeldBox {
        let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let center = self.motion.local_center;
        let middle = self.rotation * (0.5 * (low + high) - center);
        let half = 0.5 * (high - low);
        let [x, y, z] = [0, 1, 2].map(|axis| self.rotation.col(axis).abs() * half[axis]);
        let (mut low, mut high) = (middle - (x + y + z), middle + (x + y + z));
        let rate = self.motion.rate();
        if rate > 0.0 {
            let ends = [bounds.min, bounds.max].map(|end| (end.as_dvec3() - center).abs());
            let arm = ends[0].max(ends[1]).length();
            let moved = (rate * span).min(2.0) * arm;
            low = (low - moved).max(DVec3::splat(-arm));
            high = (high + moved).min(DVec3::splat(arm));
        }
        HeldBox { low, high }
    }
}

impl SweptBoxes {
    /// Prepares the boxes for a sweep to a distance of `target` metres until `end` (s).
    pub fn new(sides: &[Side; 2], motions: [&Motion; 2], target: f64, end: f64) -> Self {
        let moving = motions.map(SideMotion::new);
        let half_space = [0, 1].into_iter().find_map(|side| {
            let half_space = sides[side].half_space()?;
            let (moving, normal) = (&moving[side], half_space.unit_normal());
            let height = half_space.plane_offset() - normal.dot(moving.motion.local_center);
            let normal = moving.rotation * normal;
            Some((side, normal, height))
        });
        let standing: f32 = (0..2)
            .filter_map(|i| Some(sides[i].compound()?.rounding(&motions[i].start_pose())))
            .sum();
        let reach = [0, 1].map(|i: usize| sides[i].reach());
        let rounding = pose_rounding(sides, reach, motions, end);
        let turns = half_space.is_some_and(|(side, ..)| moving[side].motion.rate() > 0.0);
        SweptBoxes {
            margin: target + 2.0 * COMPOUND_ROUNDINGS * rounding + f64::from(standing),
            sides: moving,
            plane: half_space,
            has_turning_plane: turns,
        }
    }

    /// A time (s) before which the contents of two boxes do not meet; infinite if they do not within `limit`
    /// seconds.
    pub fn meeting_time(&self, boxes: [&Aabb; 2], limit: f32) -> f32 {
        if self.has_turning_plane {
            return 0.0;
        }
        let span = f64::from(limit);
        let [a, b] = &self.sides;
        let between = b.motion.center - a.motion.center;
        let closing = a.motion.velocity - b.motion.velocity;
        let time = match self.plane {
            None => {
                let (a, b) = (a.hold(boxes[0], span), b.hold(boxes[1], span));
                let low = between + b.low - a.high - self.margin;
                let high = between + b.high - a.low + self.margin;
                first_inside(low, high, closing)
            }
            Some((plane, normal, height)) => {
                let held = self.sides[1 - plane].hold(boxes[1 - plane], span);
                let sign = if plane == 0 { 1.0 } else { -1.0 };
                let lowest = (normal * held.low).min(normal * held.high).element_sum();
                let above = (between * sign).dot(normal) + lowest - height - self.margin;
                first_below(above, closing.dot(normal) * sign)
            }
        };
        // NaN comes from a motion that is too long for f64.
        match time.is_nan() {
            true => 0.0,
            false => round_down(time * (1.0 - 1e-9)),
        }
    }
}

/// The time at which a point that starts at the origin with a velocity comes into a box.
fn first_inside(low: DVec3, high: DVec3, velocity: DVec3) -> f64 {
    let (mut first, mut last) = (0.0_f64, f64::INFINITY);
    for axis in 0..3 {
        let speed = velocity[axis];
        if speed == 0.0 {
            if low[axis] > 0.0 || high[axis] < 0.0 {
                return f64::INFINITY;
            }
            continue;
        }
        let (one, other) = (low[axis] / speed, high[axis] / speed);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    // The slack keeps a pair that only touches in spite of rounding.
    match first <= last * (1.0 + 1e-9) {
        true => first,
        false => f64::INFINITY,
    }
}

/// The time at which a height that sinks at `closing` metres a second falls to 0.
fn first_below(height: f64, closing: f64) -> f64 {
    match (height <= 0.0, closing > 0.0) {
        (true, _) => 0.0,
        (false, true) => height / closing,
        (false, false) => f64::INFINITY,
    }
}

/// Bounds the distance (m) by which the rounding of both poses moves points of the two until `end` (s). No point
/// is farther from the origin of its side than `reach` (m), which half-spaces need not have.
pub(super) fn pose_rounding(
    sides: &[Side; 2],
    reach: [f32; 2],
    motions: [&Motion; 2],
    end: f64,
) -> f64 {
    let far = |motion: &Motion| {
        let travel = motion.linear_velocity().length() * end;
        motion.start_pose().translation().as_dvec3().length() + travel
    };
    let [p, q] = motions.map(far);
    let reach = [0, 1].map(|i: usize| match sides[i].half_space() {
        // A contact is on the other shape too, so it is no farther out than that one reaches.
        Some(_) => p + q + f64::from(reach[1 - i]),
        None => f64::from(reach[i]),
    });
    PoseRounding::new(motions[0], motions[1]).over([0.0, end], reach)
}

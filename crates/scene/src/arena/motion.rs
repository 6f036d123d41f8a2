//! Prescribed motions of things: the things push everything in their path.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use dodgem_collide::math::{Pose, between};

use crate::arena::Bound;

/// A prescribed motion, relative to the start of the thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// It turns about an axis through its pivot.
    Spin {
        /// Axis, in the axes of the scene.
        axis: Vec3,
        /// Angular speed, in degrees per second.
        speed: f32,
    },
    /// It slides back and forth along a line, slowly at both ends (cosine).
    Slide {
        /// Offset of the other end from the start, in metres.
        by: Vec3,
        /// Duration of a full cycle, in seconds.
        seconds: f32,
    },
    /// It moves from point to point, and from the last back to the start.
    Path {
        /// Points after the start, relative to it, in metres.
        points: Vec<Vec3>,
        /// Speed, in m/s.
        speed: f32,
    },
}

impl Motion {
    /// Maximum number of points of a path.
    pub const MAX_POINTS: usize = 100;

    /// Returns its numbers with their ranges, without those in lists.
    pub fn bounds(&self) -> Vec<Bound> {
        let most = 1000.0;
        match *self {
            Motion::Spin { axis, speed } => vec![
                Bound::new(&["axis", "0"], axis.x, -most..=most),
                Bound::new(&["axis", "1"], axis.y, -most..=most),
                Bound::new(&["axis", "2"], axis.z, -most..=most),
                Bound::new(&["speed"], speed, -5000.0..=5000.0),
            ],
            Motion::Slide { by, seconds } => vec![
                Bound::new(&["by", "0"], by.x, -most..=most),
                Bound::new(&["by", "1"], by.y, -most..=most),
                Bound::new(&["by", "2"], by.z, -most..=most),
                Bound::new(&["seconds"], seconds, 0.1..=3600.0),
            ],
            Motion::Path { speed, .. } => vec![Bound::new(&["speed"], speed, 0.0..=100.0)],
        }
    }

    /// Returns the motion along rotated axes.
    pub fn turned(&self, turn: Quat) -> Motion {
        match self {
            Motion::Spin { axis, speed } => Motion::Spin {
                axis: turn * *axis,
                speed: *speed,
            },
            Motion::Slide { by, seconds } => Motion::Slide {
                by: turn * *by,
                seconds: *seconds,
            },
            Motion::Path { points, speed } => Motion::Path {
                points: points.iter().map(|point| turn * *point).collect(),
                speed: *speed,
            },
        }
    }

    /// Returns its mirror image across a plane with this unit normal.
    pub fn mirrored(&self, normal: Vec3) -> Motion {
        let across = |v: Vec3| v - 2.0 * v.dot(normal) * normal;
        match self {
            // The image of a rotation turns the other way.
            Motion::Spin { axis, speed } => Motion::Spin {
                axis: -across(*axis),
                speed: *speed,
            },
            Motion::Slide { by, seconds } => Motion::Slide {
                by: across(*by),
                seconds: *seconds,
            },
            Motion::Path { points, speed } => Motion::Path {
                points: points.iter().map(|point| across(*point)).collect(),
                speed: *speed,
            },
        }
    }

    /// Returns the duration of one cycle in seconds; None if it stands still.
    pub fn period(&self) -> Option<f64> {
        let period = match self {
            Motion::Spin { speed, .. } => 360.0 / f64::from(speed.abs()),
            Motion::Slide { seconds, .. } => f64::from(*seconds),
            Motion::Path { points, speed } => way_around(points) / f64::from(*speed),
        };
        (period.is_finite() && period > 0.0).then_some(period)
    }

    /// Returns the pose after `seconds` of a motion from a start pose; rotations are about the pivot, a place
    /// in the scene. Numbers in range and a start within the hall give a valid pose; an invalid one is
    /// replaced by the start.
    pub(super) fn pose(&self, start: &Pose, pivot: Vec3, seconds: f64) -> Pose {
        let (turn, offset) = match self {
            Motion::Spin { axis, speed } => {
                let full = std::f64::consts::TAU;
                let angle = (f64::from(*speed).to_radians() * seconds).rem_euclid(full);
                let (sin, cos) = (libm::sin(angle * 0.5), libm::cos(angle * 0.5));
                let axis = axis.normalize_or(Vec3::Y) * sin as f32;
                let turn = Quat::from_xyzw(axis.x, axis.y, axis.z, cos as f32);
                (turn.normalize(), Vec3::ZERO)
            }
            Motion::Slide { by, seconds: there } => {
                let phase = (seconds / f64::from(*there)).rem_euclid(1.0);
                let share = 0.5 - 0.5 * libm::cos(std::f64::consts::TAU * phase);
                (Quat::IDENTITY, *by * share as f32)
            }
            Motion::Path { points, speed } => {
                let way = f64::from(*speed) * seconds;
                (Quat::IDENTITY, along(points, way))
            }
        };
        let place = pivot + turn * (start.translation() - pivot) + offset;
        Pose::new(turn * start.rotation(), place).unwrap_or(*start)
    }
}

/// Returns the points of a closed path from the origin; the origin is the last of them.
fn closed(points: &[Vec3]) -> impl Iterator<Item = Vec3> {
    points.iter().copied().chain([Vec3::ZERO])
}

/// Returns the length of the closed path, in metres.
fn way_around(points: &[Vec3]) -> f64 {
    let (mut from, mut around) = (Vec3::ZERO, 0.0);
    for to in closed(points) {
        around += f64::from((to - from).length());
        from = to;
    }
    around
}

/// Returns the place after `way` metres on the closed path from the origin through all points.
fn along(points: &[Vec3], way: f64) -> Vec3 {
    let around = way_around(points);
    if around <= 0.0 {
        return Vec3::ZERO;
    }
    let mut left = way.rem_euclid(around);
    let mut from = Vec3::ZERO;
    for to in closed(points) {
        let length = f64::from((to - from).length());
        if left < length {
            return between(from, to, (left / length) as f32);
        }
        left -= length;
        from = to;
    }
    Vec3::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_to_its_start() {
        let square = Motion::Path {
            points: vec![Vec3::X * 2.0, Vec3::new(2.0, 0.0, 2.0), Vec3::Z * 2.0],
            speed: 1.0,
        };
        let at = |seconds| {
            square
                .pose(&Pose::IDENTITY, Vec3::ZERO, seconds)
                .translation()
        };
        for (seconds, wanted) in [
            (0.0, Vec3::ZERO),
            (1.0, Vec3::X),
            (3.0, Vec3::new(2.0, 0.0, 1.0)),
            (7.0, Vec3::Z),
            (9.0, Vec3::X),
        ] {
            assert!(at(seconds).distance(wanted) < 1e-6, "{seconds} s");
        }
    }

    #[test]
    fn a_slide_is_at_its_far_end_after_half_its_time_and_stands_there() {
        let slide = Motion::Slide {
            by: Vec3::Y * 3.0,
            seconds: 4.0,
        };
        let at = |seconds| {
            slide
                .pose(&Pose::IDENTITY, Vec3::ZERO, seconds)
                .translation()
                .y
        };
        assert!((at(2.0) - 3.0).abs() < 1e-6 && at(4.0).abs() < 1e-6);
        assert!((at(2.01) - at(2.0)).abs() < 1e-3);
        // A quarter of the time: half of the distance, at pi * 3 / 4 m/s.
        assert!((at(1.0) - 1.5).abs() < 1e-6);
        let speed = (at(1.001) - at(0.999)) / 0.002;
        assert!((speed - 2.356).abs() < 0.01, "{speed}");
    }

    #[test]
    fn a_spin_turns_about_its_axis() {
        let spin = Motion::Spin {
            axis: Vec3::Y * 7.0,
            speed: 90.0,
        };
        let turned = spin
            .pose(&Pose::IDENTITY, Vec3::ZERO, 1.0)
            .transform_vector(Vec3::X);
        assert!(turned.distance(Vec3::NEG_Z) < 1e-6, "{turned}");
        let long = spin.pose(&Pose::IDENTITY, Vec3::ZERO, 4e6 + 1.0);
        assert!(long.transform_vector(Vec3::X).distance(Vec3::NEG_Z) < 1e-5);
    }
}

//! Two boxes in any orientation that move straight.

use glam::{DMat3, DVec3};

use crate::query::toi::closed_form::{common_times, times_in_range};

/// A moving box relative to another one.
#[derive(Clone, Copy, Debug)]
pub struct MovingBox {
    /// Half the edge lengths, in metres.
    pub half_extents: DVec3,
    /// The rotation from its frame to the other's.
    pub rotation: DMat3,
    /// Its centre at time 0 in the other's frame, whose origin is the other's centre.
    pub from: DVec3,
    /// Its velocity in m/s, in the other's frame.
    pub velocity: DVec3,
}

/// Squared sine of the angle of two edges below which their common perpendicular is skipped: then
/// the normals of the faces give an equal bound.
const NEARLY_PARALLEL: f64 = 1e-12;

/// The times from 0 on at which a moving box and the one with these half extents are within `gap`
/// metres of each other along all 15 directions that can separate two boxes. With a gap of 0 these
/// are the times of contact; else they cover the times at which the distance is at most the gap,
/// and a little more.
///
/// Along each direction the projections keep their lengths and their distance changes at a constant
/// rate (*Kolizja*, 2016). So each direction gives one span of times, and the boxes meet in the
/// common span.
pub fn box_box(half_extents: DVec3, moving: &MovingBox, gap: f64) -> Option<[f64; 2]> {
    let mut times = [0.0, f64::INFINITY];
    let axes = [
        moving.rotation.x_axis,
        moving.rotation.y_axis,
        moving.rotation.z_axis,
    ];
    let mut clip = |direction: DVec3| {
        let half = moving.half_extents;
        let half_width = half_extents.dot(direction.abs())
            + (0..3)
                .map(|i| half[i] * axes[i].dot(direction).abs())
                .sum::<f64>()
            + gap;
        let (center, speed) = (moving.from.dot(direction), moving.velocity.dot(direction));
        times = common_times(
            times,
            times_in_range(center, speed, -half_width, half_width)?,
        )?;
        Some(())
    };
    for direction in DVec3::AXES.into_iter().chain(axes) {
        clip(direction)?;
    }
    for first in DVec3::AXES {
        for second in axes {
            let direction = first.cross(second);
            let squared = direction.length_squared();
            if squared > NEARLY_PARALLEL {
                clip(direction / squared.sqrt())?;
            }
        }
    }
    Some(times)
}

//! A moving point against a triangle.

use glam::DVec3;

use crate::query::toi::closed_form::triangle::{edges, is_over, normal_of};
use crate::query::toi::closed_form::{common_times, times_in_range};

/// The first time at which a point is on a triangle with an area; a triangle without area is never
/// hit. A point that moves in the triangle's plane hits its boundary.
pub fn point_triangle(from: DVec3, velocity: DVec3, corners: [DVec3; 3]) -> Option<f64> {
    let normal = normal_of(corners);
    if normal == DVec3::ZERO {
        return None;
    }
    let (height, speed) = (normal.dot(corners[0] - from), normal.dot(velocity));
    if speed == 0.0 {
        return (height == 0.0)
            .then(|| in_plane(from, velocity, corners, normal))
            .flatten();
    }
    let time = height / speed;
    (time >= 0.0 && is_over(from + velocity * time, corners, normal)).then_some(time)
}

fn in_plane(from: DVec3, velocity: DVec3, corners: [DVec3; 3], normal: DVec3) -> Option<f64> {
    let mut times = [0.0, f64::INFINITY];
    for (inward, start) in edges(corners, normal) {
        let (position, speed) = (inward.dot(from - start), inward.dot(velocity));
        times = common_times(times, times_in_range(position, speed, 0.0, f64::INFINITY)?)?;
    }
    Some(times[0])
}

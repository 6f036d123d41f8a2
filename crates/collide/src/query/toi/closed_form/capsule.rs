//! A moving point against a capsule: the edges of grown triangles and boxes.

use glam::DVec3;

use crate::query::toi::closed_form::{common_times, earliest, point_sphere, times_in_range};

/// The first time at which a point is within `radius` metres of the segment from `start` to `end`,
/// which may be a point.
pub fn point_capsule(
    from: DVec3,
    velocity: DVec3,
    start: DVec3,
    end: DVec3,
    radius: f64,
) -> Option<f64> {
    let sphere_time =
        |center: DVec3| point_sphere(from - center, velocity, radius).map(|times| times[0]);
    let axis = end - start;
    let squared = axis.length_squared();
    if squared == 0.0 {
        return sphere_time(start);
    }
    // The cylinder between the ends: near the axis, and between the end planes.
    let offset = from - start;
    let along = |v: DVec3| v.dot(axis) / squared;
    let across = |v: DVec3| v - axis * along(v);
    let near = point_sphere(across(offset), across(velocity), radius)?;
    let inside = times_in_range(along(offset), along(velocity), 0.0, 1.0);
    let tube = inside.and_then(|times| common_times(times, near));
    let ends = earliest(sphere_time(start), sphere_time(end));
    earliest(tube.map(|times| times[0]), ends)
}

//! A moving sphere against a plane.

use glam::DVec3;

use crate::query::toi::closed_form::times_in_range;

/// The times from 0 on at which a sphere of this radius (m) touches the plane `normal.p = offset`.
/// The normal has the length 1.
pub fn sphere_plane(
    from: DVec3,
    velocity: DVec3,
    radius: f64,
    normal: DVec3,
    offset: f64,
) -> Option<[f64; 2]> {
    let height = normal.dot(from) - offset;
    times_in_range(height, normal.dot(velocity), -radius, radius)
}

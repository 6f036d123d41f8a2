//! A moving point against a plane.

use glam::DVec3;

use crate::query::toi::closed_form::times_in_range;

/// The first time at which a point is on the plane `normal.p = offset`. The normal may have any length.
pub fn point_plane(from: DVec3, velocity: DVec3, normal: DVec3, offset: f64) -> Option<f64> {
    // By the sign of the height before and after (*Kolizja*, 2016).
    let height = normal.dot(from) - offset;
    times_in_range(height, normal.dot(velocity), 0.0, 0.0).map(|times| times[0])
}

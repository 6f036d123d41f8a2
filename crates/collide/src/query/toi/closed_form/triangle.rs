//! A moving sphere against a triangle.

use glam::DVec3;

use crate::query::toi::closed_form::{earliest, point_capsule, sphere_plane};

/// The time at which a sphere of this radius (m) first touches a triangle, which may be a segment or a point.
///
/// The first contact with the offset plane is one with the face if it is over the triangle. Else
/// the first contact is one with an edge or a corner.
pub fn sphere_triangle(
    from: DVec3,
    velocity: DVec3,
    radius: f64,
    corners: [DVec3; 3],
) -> Option<f64> {
    let normal = normal_of(corners).normalize_or_zero();
    if normal != DVec3::ZERO {
        let offset = normal.dot(corners[0]);
        let [time, _] = sphere_plane(from, velocity, radius, normal, offset)?;
        if is_over(from + velocity * time, corners, normal) {
            return Some(time);
        }
    }
    (0..3)
        .map(|i| point_capsule(from, velocity, corners[i], corners[(i + 1) % 3], radius))
        .fold(None, earliest)
}

/// Twice the area, along the normal; zero without an area.
pub(crate) fn normal_of([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// For each edge: the direction to the inside, and a point on it.
pub(crate) fn edges(corners: [DVec3; 3], normal: DVec3) -> [(DVec3, DVec3); 3] {
    std::array::from_fn(|i| {
        let (start, end) = (corners[i], corners[(i + 1) % 3]);
        (normal.cross(end - start), start)
    })
}

/// Returns true if a point's projection to the plane is in the triangle.
pub(crate) fn is_over(point: DVec3, corners: [DVec3; 3], normal: DVec3) -> bool {
    let edges = edges(corners, normal);
    edges
        .iter()
        .all(|(inward, start)| inward.dot(point - *start) >= 0.0)
}

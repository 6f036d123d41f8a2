//! A moving point or sphere against a triangle.

use glam::DVec3;

use crate::query::toi::closed_form::{
    common_times, earliest, point_capsule, sphere_plane, times_in_range,
};

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
fn normal_of([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// For each edge: the direction to the inside, and a point on it.
fn edges(corners: [DVec3; 3], normal: DVec3) -> [(DVec3, DVec3); 3] {
    std::array::from_fn(|i| {
        let (start, end) = (corners[i], corners[(i + 1) % 3]);
        (normal.cross(end - start), start)
    })
}

/// Returns true if a point's projection to the plane is in the triangle.
fn is_over(point: DVec3, corners: [DVec3; 3], normal: DVec3) -> bool {
    let edges = edges(corners, normal);
    edges
        .iter()
        .all(|(inward, start)| inward.dot(point - *start) >= 0.0)
}

fn in_plane(from: DVec3, velocity: DVec3, corners: [DVec3; 3], normal: DVec3) -> Option<f64> {
    let mut times = [0.0, f64::INFINITY];
    for (inward, start) in edges(corners, normal) {
        let (position, speed) = (inward.dot(from - start), inward.dot(velocity));
        times = common_times(times, times_in_range(position, speed, 0.0, f64::INFINITY)?)?;
    }
    Some(times[0])
}

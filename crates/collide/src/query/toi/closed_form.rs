//! Times of contact in closed form: points, spheres and boxes that only translate.
//!
//! The moving point against a sphere and the moving boxes follow *Kolizja* (Collision), anonymous lecture
//! notes in Polish, lecture 4, 2016; moving spheres follow from them. All in f64. A moving sphere is a moving
//! point against the target grown by its radius: offset faces, round edges, round corners.
//!
//! Only relative motion counts: `from` is the moving centre at time 0 and `velocity` (m/s) its
//! velocity, both relative to the target. Times are in seconds, over all times from 0 on; compare
//! them with the end of a step. Touching counts.

use crate::params::NEARLY_PARALLEL;
use glam::{DMat3, DVec3};

/// The times from 0 on at which `low <= position + speed t <= high`.
fn times_in_range(position: f64, speed: f64, low: f64, high: f64) -> Option<[f64; 2]> {
    if speed == 0.0 {
        return (low <= position && position <= high).then_some([0.0, f64::INFINITY]);
    }
    let times = [(low - position) / speed, (high - position) / speed];
    let [first, last] = [times[0].min(times[1]), times[0].max(times[1])];
    (last >= 0.0).then_some([first.max(0.0), last])
}

/// The times that are in both spans.
fn common_times(a: [f64; 2], b: [f64; 2]) -> Option<[f64; 2]> {
    let times = [a[0].max(b[0]), a[1].min(b[1])];
    (times[0] <= times[1]).then_some(times)
}

/// The earlier of two times, if any.
fn earliest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The times from 0 on at which a point is in the sphere of this radius (m) around the origin: its
/// entry, or 0, and its exit. `None` if never; a point at rest inside stays for ever.
///
/// Solves `|from + velocity t|^2 = radius^2` (*Kolizja*, 2016) by the product of the roots, without
/// cancellation for a point that starts near the sphere.
pub fn point_sphere(from: DVec3, velocity: DVec3, radius: f64) -> Option<[f64; 2]> {
    let outside = from.length_squared() - radius * radius;
    let squared_speed = velocity.length_squared();
    let toward = -from.dot(velocity);
    if squared_speed == 0.0 {
        return (outside <= 0.0).then_some([0.0, f64::INFINITY]);
    }
    if outside > 0.0 && toward <= 0.0 {
        return None;
    }
    // From the smallest distance: the terms of the discriminant are large and nearly equal for a
    // fast point far away.
    let nearest = from + velocity * (toward / squared_speed);
    let inside = radius * radius - nearest.length_squared();
    if inside < 0.0 {
        return None;
    }
    let root = (inside * squared_speed).sqrt();
    if toward >= 0.0 {
        let late = toward + root;
        let early = if late > 0.0 { outside / late } else { 0.0 };
        Some([early.max(0.0), late / squared_speed])
    } else {
        // It starts inside and moves away from the centre.
        Some([0.0, (-outside / (root - toward)).max(0.0)])
    }
}

/// The time at which two spheres first touch; `from` and `velocity` are those of the second centre
/// relative to the first.
pub fn sphere_sphere(from: DVec3, velocity: DVec3, radii: [f64; 2]) -> Option<f64> {
    point_sphere(from, velocity, radii[0] + radii[1]).map(|times| times[0])
}

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

//! A moving point against a sphere, and two moving spheres.

use glam::DVec3;

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

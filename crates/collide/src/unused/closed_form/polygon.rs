//! A moving point against a flat polygon, convex or not.

use glam::{DVec2, DVec3};

use crate::unused::closed_form::point_plane;

/// The time at which a point passes through a flat polygon of at least three corners, given in order.
/// A point that moves in the polygon's plane does not pass through it.
///
/// First the plane; then the axis along which the plane's normal is longest is dropped, and the
/// point is tested in 2D (*Kolizja*, 2016). Here that test counts the edges that a ray crosses, so
/// the polygon need not be convex.
pub fn point_polygon(from: DVec3, velocity: DVec3, corners: &[DVec3]) -> Option<f64> {
    let normal = normal_of(corners);
    if normal.dot(velocity) == 0.0 {
        return None;
    }
    let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let time = point_plane(from, velocity, normal, normal.dot(middle))?;
    let size = normal.abs();
    let drop: fn(DVec3) -> DVec2 = if size.x >= size.y && size.x >= size.z {
        |p| DVec2::new(p.y, p.z)
    } else if size.y >= size.z {
        |p| DVec2::new(p.z, p.x)
    } else {
        |p| DVec2::new(p.x, p.y)
    };
    let point = drop(from + velocity * time);
    let sides =
        (0..corners.len()).map(|i| (drop(corners[i]), drop(corners[(i + 1) % corners.len()])));
    contains_point(point, sides).then_some(time)
}

/// The sum of the corners' cross products (Newell): along the normal of a flat polygon, and the
/// best fit for a nearly flat one. Zero for fewer than three corners.
fn normal_of(corners: &[DVec3]) -> DVec3 {
    let Some(&first) = corners.first() else {
        return DVec3::ZERO;
    };
    let pairs = corners
        .windows(2)
        .map(|p| (p[0] - first).cross(p[1] - first));
    pairs.sum()
}

fn contains_point(point: DVec2, sides: impl Iterator<Item = (DVec2, DVec2)>) -> bool {
    let mut inside = false;
    for (start, end) in sides {
        let side = end - start;
        let offset = point - start;
        let turn = side.perp_dot(offset);
        // On the border.
        if turn == 0.0 && (point - start).dot(point - end) <= 0.0 {
            return true;
        }
        if (start.y > point.y) != (end.y > point.y) && (turn > 0.0) == (side.y > 0.0) {
            inside = !inside;
        }
    }
    inside
}

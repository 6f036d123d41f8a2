//! The volume of a convex body between slabs: one pyramid over each face, with a common apex inside.

use glam::DVec3;

/// The volume (m^3) of the points p with `normal.p <= offset` for all planes; the apex is a point inside, and `reach`
/// (m) bounds the distance of all points from it.
pub(super) fn volume(planes: &[(DVec3, f64)], apex: DVec3, reach: f64) -> f64 {
    let mut sum = 0.0;
    for (index, &(normal, offset)) in planes.iter().enumerate() {
        let height = offset - normal.dot(apex);
        let mut face = square(normal, apex + normal * height, 2.0 * reach);
        for (other, &(limit, bound)) in planes.iter().enumerate() {
            if other != index {
                face = clip(&face, limit, bound);
            }
        }
        sum += height * area(&face, normal) / 3.0;
    }
    sum.max(0.0)
}

/// A square on a plane around a point of it.
fn square(normal: DVec3, center: DVec3, half: f64) -> Vec<DVec3> {
    let (u, v) = normal.any_orthonormal_pair();
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    corners.map(|[x, y]| center + u * x + v * y).into()
}

/// The part of a polygon with `normal.p <= offset`.
fn clip(polygon: &[DVec3], normal: DVec3, offset: f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &from) in polygon.iter().enumerate() {
        let to = polygon[(index + 1) % polygon.len()];
        let (start, end) = (normal.dot(from) - offset, normal.dot(to) - offset);
        if start <= 0.0 {
            kept.push(from);
        }
        if start * end < 0.0 {
            kept.push(from.lerp(to, start / (start - end)));
        }
    }
    kept
}

/// The area of a polygon with this unit normal.
fn area(polygon: &[DVec3], normal: DVec3) -> f64 {
    let Some(&origin) = polygon.first() else {
        return 0.0;
    };
    let corners = polygon.windows(2);
    let twice = corners.map(|pair| (pair[0] - origin).cross(pair[1] - origin));
    0.5 * normal.dot(twice.sum::<DVec3>()).abs()
}

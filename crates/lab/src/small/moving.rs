//! A point that moves straight within a frame, from time 0 to 1, against resting shapes; two moving spheres.
//!
//! - *Sphere*: the roots of |D + w K|^2 = r^2; two moving spheres are a point and a sphere of both radii.
//! - *Plane*: the heights before and after, of either sign.
//! - *Polygon*: the plane, then the point where the largest axis of the normal is dropped, against the line of each
//!   side. The point is kept as a fraction, so that borders are not lost by rounding.
//! - *Triangle*: the plane, then barycentric coordinates.
//! - *Box*: the times in each slab; the largest entry must not be after the smallest exit.
//!
//! When: bullets, wheels, and as parts of sweeps. Limits: paths are straight and nothing turns; a point that moves in
//! the plane of a polygon or triangle misses it.
//!
//! Source 5, moving point; source 3, moving bodies; Ericson 2005.

use glam::{DVec2, DVec3};

use super::{Primitive, Ray};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

const fn row(id: &'static str, about: &'static str, test: Primitive) -> Row {
    Row {
        id,
        stage: Stage::Primitive,
        source: "5, moving point",
        paper: "Ericson 2005",
        about,
        gives: &[Gives::Hit, Gives::Time],
        limits: &[],
        method: Method::Primitive(test),
    }
}

/// The rows.
pub const ROWS: [Row; 6] = [
    row(
        "moving-point-sphere",
        "the roots of the distance from the centre",
        Primitive::PointSphere(point_sphere),
    ),
    row(
        "moving-spheres",
        "a point against a sphere of both radii",
        Primitive::SphereSphere(point_sphere),
    ),
    row(
        "moving-point-plane",
        "the signs of the heights before and after",
        Primitive::PointPolygon(point_plane, false),
    ),
    row(
        "moving-point-triangle",
        "the plane, then barycentric coordinates",
        Primitive::PointTriangle(point_triangle),
    ),
    row(
        "moving-point-polygon",
        "the plane, then the lines of the sides in two axes",
        Primitive::PointPolygon(point_polygon, true),
    ),
    row(
        "moving-point-box",
        "the last entry into a slab and the first exit",
        Primitive::PointBox(point_box),
    ),
];

/// The time at which a point is in a sphere around the origin.
fn point_sphere([from, way]: Ray, radius: f64, work: &mut Work) -> Option<f64> {
    work.ops.tests += 1;
    let (a, b, c) = (
        way.length_squared(),
        from.dot(way),
        from.length_squared() - radius * radius,
    );
    if c <= 0.0 {
        return Some(0.0);
    }
    let inside = b * b - a * c;
    if b >= 0.0 || inside < 0.0 {
        return None;
    }
    let time = (-b - inside.sqrt()) / a;
    // The root may be rounded to the other side of 1; the sign of the distance there is not.
    let by_end = a + 2.0 * b + c <= 0.0 || -b <= a;
    by_end.then(|| time.clamp(0.0, 1.0))
}

/// The plane of a polygon, and the time at which a point is on it, as a fraction with a positive denominator.
fn plane_time([from, way]: Ray, corners: &[DVec3]) -> Option<(DVec3, [f64; 2])> {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let (height, speed) = (normal.dot(corners[0] - from), normal.dot(way));
    let time = [height * speed.signum(), speed.abs()];
    (speed != 0.0 && time[0] >= 0.0 && time[0] <= time[1]).then_some((normal, time))
}

fn point_plane(ray: Ray, corners: &[DVec3], work: &mut Work) -> Option<f64> {
    work.ops.axes += 1;
    plane_time(ray, corners).map(|(_, [n, d])| n / d)
}

fn point_triangle([from, way]: Ray, [a, b, c]: [DVec3; 3], work: &mut Work) -> Option<f64> {
    work.ops.triangles += 1;
    let (_, [n, d]) = plane_time([from, way], &[a, b, c])?;
    let (u, v) = (b - a, c - a);
    let normal = u.cross(v);
    // The point times d, from a corner; its coordinates times d and the square of the normal.
    let point = (from - a) * d + way * n;
    let x = point.cross(v).dot(normal);
    let y = u.cross(point).dot(normal);
    let inside = x >= 0.0 && y >= 0.0 && x + y <= d * normal.length_squared();
    inside.then(|| n / d)
}

fn point_polygon([from, way]: Ray, corners: &[DVec3], work: &mut Work) -> Option<f64> {
    work.ops.triangles += 1;
    let (normal, [n, d]) = plane_time([from, way], corners)?;
    let drop = |p: DVec3| match normal.abs().max_position() {
        0 => DVec2::new(p.y, p.z),
        1 => DVec2::new(p.z, p.x),
        _ => DVec2::new(p.x, p.y),
    };
    let point = drop(from * d + way * n);
    let (mut left, mut right) = (true, true);
    for (index, corner) in corners.iter().enumerate() {
        let start = drop(*corner);
        let side = drop(corners[(index + 1) % corners.len()]) - start;
        let turn = side.perp_dot(point - start * d);
        left &= turn >= 0.0;
        right &= turn <= 0.0;
    }
    (left || right).then(|| n / d)
}

fn point_box([from, way]: Ray, [low, high]: [DVec3; 2], work: &mut Work) -> Option<f64> {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        work.ops.axes += 1;
        let (to_low, to_high, speed) = (low[axis] - from[axis], high[axis] - from[axis], way[axis]);
        if speed == 0.0 {
            if to_low > 0.0 || to_high < 0.0 {
                return None;
            }
            continue;
        }
        let (one, other) = (to_low / speed, to_high / speed);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
        if enters > leaves {
            return None;
        }
    }
    Some(enters)
}

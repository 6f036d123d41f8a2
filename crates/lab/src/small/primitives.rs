//! Primitive tests of source 2: rays, planes, triangles.
//!
//! - *Moller-Trumbore*: the ray's time and the barycentric coordinates from one 3 x 3 system by Cramer's rule.
//! - *Barycentric reduction*: the point on the triangle's plane, then its coordinates in the plane of the two axes
//!   in which the triangle is largest.
//! - *Edges as rays*: two triangles meet if an edge of one, as a ray of length 1, meets the other; triangles in one
//!   plane are compared there.
//! - *Ray and plane, one-sided*: only planes that face the ray.
//! - *Ray and ray*: the product of the directions tells parallel lines, the volume with the way between them skew ones.
//!
//! When: at the leaves of every system. Limits: a ray in the plane of a triangle misses it.
//!
//! Source 2, primitive tests; Moller, Trumbore 1997; Ericson 2005.

use glam::{DVec2, DVec3};

use super::{Lines, Primitive, Ray};
use crate::mesh_pair::triangle_pair;
use crate::params::TOUCH;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of Moller-Trumbore.
pub const ROW_TRUMBORE: Row = Row {
    id: "moller-trumbore",
    stage: Stage::Primitive,
    source: "2, primitive tests",
    paper: "Moller, Trumbore 1997",
    about: "time and barycentric coordinates of a ray by Cramer's rule",
    gives: &[Gives::Hit, Gives::Time],
    limits: &[],
    method: Method::Primitive(Primitive::RayTriangle(moller_trumbore)),
};

/// The row of the barycentric reduction.
pub const ROW_BARYCENTRIC: Row = Row {
    id: "ray-barycentric",
    paper: "",
    about: "the ray's point on the plane, in barycentric coordinates of two axes",
    method: Method::Primitive(Primitive::RayTriangle(ray_barycentric)),
    ..ROW_TRUMBORE
};

/// The row of the one-sided plane.
pub const ROW_PLANE: Row = Row {
    id: "ray-plane",
    paper: "",
    about: "a ray against a plane that faces it",
    method: Method::Primitive(Primitive::RayPlane(ray_plane)),
    ..ROW_TRUMBORE
};

/// The row of two rays.
pub const ROW_RAYS: Row = Row {
    id: "ray-ray",
    paper: "",
    about: "two lines: one point, one line, parallel or skew",
    method: Method::Primitive(Primitive::RayRay(ray_ray)),
    ..ROW_TRUMBORE
};

/// The row of edges as rays.
pub const ROW_EDGES: Row = Row {
    id: "edges-as-rays",
    paper: "",
    about: "six edges as rays against the other triangle",
    gives: &[Gives::Hit],
    method: Method::Primitive(Primitive::TrianglePair(edges_as_rays)),
    ..ROW_TRUMBORE
};

/// The row of the interval test, which the library of 2002 uses at its leaves.
pub const ROW_INTERVALS: Row = Row {
    id: "moller-intervals",
    paper: "Moller 1997",
    about: "the intervals of both triangles on the line of their planes",
    gives: &[Gives::Hit],
    method: Method::Primitive(Primitive::TrianglePair(|s, t, work| {
        work.ops.triangles += 1;
        triangle_pair::meet(s, t).is_some()
    })),
    ..ROW_TRUMBORE
};

/// The time at which a ray meets a triangle. The numerators are compared before the division, so that borders
/// are not lost by rounding.
fn moller_trumbore([origin, way]: Ray, [a, b, c]: [DVec3; 3], work: &mut Work) -> Option<f64> {
    work.ops.triangles += 1;
    let (u, v) = (b - a, c - a);
    let p = way.cross(v);
    let whole = u.dot(p);
    if whole == 0.0 {
        return None;
    }
    let (sign, from) = (whole.signum(), origin - a);
    let q = from.cross(u);
    let [x, y, t] = [from.dot(p), way.dot(q), v.dot(q)].map(|n| n * sign);
    (x >= 0.0 && y >= 0.0 && x + y <= whole.abs() && t >= 0.0).then(|| t / whole.abs())
}

/// The time at which a ray meets a plane, from either side.
fn time_to_plane([origin, way]: Ray, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let normal = (b - a).cross(c - a);
    let slope = normal.dot(way);
    if slope == 0.0 {
        return None;
    }
    let time = normal.dot(a - origin) / slope;
    (time >= 0.0).then_some(time)
}

fn ray_barycentric(ray: Ray, triangle: [DVec3; 3], work: &mut Work) -> Option<f64> {
    work.ops.triangles += 1;
    let time = time_to_plane(ray, triangle)?;
    let point = ray[0] + ray[1] * time;
    let least = barycentric(triangle, point)
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    (least >= -TOUCH).then_some(time)
}

/// The barycentric coordinates of a point in the plane of a triangle, from the two axes in which it is largest.
pub fn barycentric(triangle: [DVec3; 3], point: DVec3) -> [f64; 3] {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(c - a);
    let [a, b, c, p] = [a, b, c, point].map(|q| flat(normal, q));
    let whole = (b - a).perp_dot(c - a);
    [
        (b - p).perp_dot(c - p),
        (c - p).perp_dot(a - p),
        (a - p).perp_dot(b - p),
    ]
    .map(|n| n / whole)
}

/// A point without the coordinate in which a normal is largest.
fn flat(normal: DVec3, p: DVec3) -> DVec2 {
    let n = normal.abs();
    if n.x >= n.y && n.x >= n.z {
        DVec2::new(p.y, p.z)
    } else if n.y >= n.z {
        DVec2::new(p.z, p.x)
    } else {
        DVec2::new(p.x, p.y)
    }
}

fn ray_plane(ray: Ray, triangle: [DVec3; 3], work: &mut Work) -> Option<f64> {
    work.ops.axes += 1;
    let [a, b, c] = triangle;
    let faces = (b - a).cross(c - a).dot(ray[1]) < 0.0;
    faces.then(|| time_to_plane(ray, triangle)).flatten()
}

fn ray_ray([p, u]: Ray, [q, v]: Ray, work: &mut Work) -> Lines {
    work.ops.axes += 1;
    let (normal, between) = (u.cross(v), q - p);
    let is_flat = |x: DVec3, y: DVec3, product: DVec3| {
        product.length_squared() <= TOUCH * TOUCH * x.length_squared() * y.length_squared()
    };
    if is_flat(u, v, normal) {
        let same = is_flat(between, u, between.cross(u));
        return if same {
            Lines::Coincident
        } else {
            Lines::Parallel
        };
    }
    if between.dot(normal).abs() > TOUCH * between.length() * normal.length() {
        return Lines::Skew;
    }
    let square = normal.length_squared();
    let times = [v, u].map(|other| between.cross(other).dot(normal) / square);
    Lines::Point(times)
}

fn edges_as_rays(s: [DVec3; 3], t: [DVec3; 3], work: &mut Work) -> bool {
    let edges = |t: [DVec3; 3]| [0, 1, 2].map(|i| [t[i], t[(i + 1) % 3] - t[i]]);
    let normal = (s[1] - s[0]).cross(s[2] - s[0]);
    if t.iter().all(|p| normal.dot(*p - s[0]) == 0.0) {
        return meet_in_plane(normal, s, t);
    }
    let hits = |ray: Ray, triangle, work: &mut Work| {
        moller_trumbore(ray, triangle, work).is_some_and(|time| time <= 1.0)
    };
    edges(s).into_iter().any(|ray| hits(ray, t, work))
        || edges(t).into_iter().any(|ray| hits(ray, s, work))
}

/// Triangles in one plane: a line along an edge separates them, or they meet.
fn meet_in_plane(normal: DVec3, s: [DVec3; 3], t: [DVec3; 3]) -> bool {
    let [s, t] = [s, t].map(|triangle| triangle.map(|p| flat(normal, p)));
    let separates = |s: &[DVec2; 3], t: &[DVec2; 3]| {
        (0..3).any(|i| {
            let (from, along) = (s[i], s[(i + 1) % 3] - s[i]);
            let own = along.perp_dot(s[(i + 2) % 3] - from);
            t.iter().all(|p| along.perp_dot(*p - from) * own < 0.0)
        })
    };
    !separates(&s, &t) && !separates(&t, &s)
}

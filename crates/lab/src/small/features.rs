//! A corner and a face, or two edges, whose corners all move straight within a frame, from time 0 to 1.
//!
//! Idea: they can only meet while their four corners lie in one plane. The volume of the four corners is a cubic of
//! time. Its roots are found between those of its derivative, by halving; the first root at which the corner is in the
//! triangle, or the edges cross, is the time of contact.
//!
//! When: meshes that deform, and exact sweeps of two triangles: 6 such pairs of a corner and a face, 9 of edges. Limits:
//! rotation is only approximated by straight paths of corners; a
//! triangle without area, parallel edges and features that stay in one plane are never told to meet.
//!
//! Source 5, moving triangles; Provot 1997.

use glam::DVec3;

use super::Primitive;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of a corner and a face.
pub const ROW_FACE: Row = Row {
    id: "moving-vertex-face",
    stage: Stage::Primitive,
    source: "5, polyhedron-polyhedron",
    paper: "Provot 1997",
    about: "the cubic of the volume of a corner and a triangle whose corners all move",
    gives: &[Gives::Hit, Gives::Time],
    limits: &[Limit::MissesDegenerate],
    method: Method::Primitive(Primitive::Features(Features::VertexFace, vertex_face)),
};

/// The row of two edges.
pub const ROW_EDGES: Row = Row {
    id: "moving-edge-edge",
    about: "the cubic of the volume of two edges whose ends all move",
    method: Method::Primitive(Primitive::Features(Features::EdgeEdge, edge_edge)),
    ..ROW_FACE
};

/// The kind of a pair of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// The first corner, and the triangle of the others.
    VertexFace,
    /// The edge of the first two corners, and that of the others.
    EdgeEdge,
}

/// The places of a corner at time 0 and at time 1 (m).
pub type Path = [DVec3; 2];

/// The corners at a time.
pub fn at(paths: &[Path; 4], time: f64) -> [DVec3; 4] {
    paths.map(|[start, end]| start + (end - start) * time)
}

/// Share of the size by which a corner may be outside at a root, because roots are rounded.
const ROUNDING: f64 = 1e-9;

/// Square of the sine of an angle between two sides below which they count as parallel. At the root at which a
/// triangle itself becomes flat, its normal is rounding, and every corner would seem to be inside.
const PARALLEL: f64 = 1e-12;

fn vertex_face(paths: &[Path; 4], work: &mut Work) -> Option<f64> {
    first(paths, work, |[p, a, b, c]| {
        let (u, v, w) = (b - a, c - a, p - a);
        let normal = u.cross(v);
        let whole = normal.length_squared();
        let (x, y) = (w.cross(v).dot(normal), u.cross(w).dot(normal));
        let least = -ROUNDING * whole;
        in_plane(w, normal, [u, v]) && x >= least && y >= least && x + y <= whole - least
    })
}

fn edge_edge(paths: &[Path; 4], work: &mut Work) -> Option<f64> {
    first(paths, work, |[p, q, r, s]| {
        let (u, v, between) = (q - p, s - r, r - p);
        let normal = u.cross(v);
        let whole = normal.length_squared();
        let (x, y) = (between.cross(v).dot(normal), between.cross(u).dot(normal));
        let range = -ROUNDING * whole..=(1.0 + ROUNDING) * whole;
        in_plane(between, normal, [u, v]) && range.contains(&x) && range.contains(&y)
    })
}

/// True if two sides span a plane, and a third lies in it. At a double root the volume is rounding, and over a
/// triangle that is nearly flat a small volume is high.
fn in_plane(side: DVec3, normal: DVec3, [u, v]: [DVec3; 2]) -> bool {
    let (whole, height) = (normal.length_squared(), side.dot(normal));
    let [a, b, c] = [u, v, side].map(DVec3::length_squared);
    whole > PARALLEL * a * b && height * height <= ROUNDING * ROUNDING * whole * a.max(b).max(c)
}

/// The first root of the volume at which the features meet.
fn first(paths: &[Path; 4], work: &mut Work, meet: impl Fn([DVec3; 4]) -> bool) -> Option<f64> {
    let volume = |time: f64| {
        let [p, q, r, s] = at(paths, time);
        (q - p).cross(r - p).dot(s - p)
    };
    let times = roots(&volume, work);
    times.into_iter().find(|time| meet(at(paths, *time)))
}

/// The roots of a cubic in the frame, in order.
fn roots(volume: &impl Fn(f64) -> f64, work: &mut Work) -> Vec<f64> {
    // The coefficients by four values.
    let [f0, f1, f2, f3] = [0.0, 1.0, 2.0, 3.0].map(volume);
    let (d1, d2, d3) = (f1 - f0, f2 - 2.0 * f1 + f0, f3 - 3.0 * f2 + 3.0 * f1 - f0);
    let (a, b, c) = (d3 / 6.0, d2 / 2.0 - d3 / 2.0, d1 - d2 / 2.0 + d3 / 3.0);
    // Of 3 a t^2 + 2 b t + c.
    let mut stops = vec![0.0];
    let inside = b * b - 3.0 * a * c;
    if a != 0.0 && inside >= 0.0 {
        let way = inside.sqrt();
        stops.extend([(-b - way) / (3.0 * a), (-b + way) / (3.0 * a)]);
    } else if a == 0.0 && b != 0.0 {
        stops.push(-c / (2.0 * b));
    }
    stops.push(1.0);
    stops.retain(|time| (0.0..=1.0).contains(time));
    stops.sort_by(f64::total_cmp);
    let scale = [f0, f1, d1, d2, d3]
        .into_iter()
        .map(f64::abs)
        .fold(0.0, f64::max);
    let mut found = Vec::new();
    for pair in stops.windows(2) {
        let [mut low, mut high] = [pair[0], pair[1]];
        let (start, end) = (volume(low), volume(high));
        // A double root touches zero at a stop; its value is rounding.
        if start.abs() <= 1e-13 * scale {
            found.push(low);
        }
        if start * end < 0.0 {
            for _ in 0..60 {
                work.ops.iterations += 1;
                let middle = 0.5 * (low + high);
                if volume(middle) * start > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            found.push(high);
        }
        if end.abs() <= 1e-13 * scale {
            found.push(pair[1]);
        }
    }
    found
}

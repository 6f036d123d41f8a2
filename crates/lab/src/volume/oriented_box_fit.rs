//! The axes of a box: six ways to choose them from the content.
//!
//! Idea: the eigenvectors of a covariance matrix. Of the vertices: dense or inner vertices turn the box. Of the
//! hull's vertices: inner ones do not, density still does. Of the triangles, weighed by area: density does not
//! matter. Of the hull's triangles: neither does. Of samples on the hull: the same, by points in equal
//! distances, which approaches the integral. The *least volume* is searched over the boxes with a side on a face
//! of the hull and another along an edge.
//!
//! Limits: none but the last looks at volumes; the last leaves out boxes with edges of the hull in two adjacent
//! sides (O'Rourke 1985), so it is least only among those searched. Each triangle has at least one sample, so small
//! ones weigh too much. Flat content is fitted without a hull.
//!
//! Source 2, OBB trees; source 3, OBB by principal components; Gottschalk, Lin, Manocha 1996.

use glam::{DMat3, DVec3};

use super::hull_node::hull_of;
use super::oriented_box::{Obb, OrientedBoxes, ROW_AABB, Test, method};
use super::{Triangle, corners};
use crate::registry::Row;

/// The way to the axes of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The axes of the body.
    BodyAxes,
    /// The covariance of the vertices.
    Vertices,
    /// The covariance of the hull's vertices.
    HullVertices,
    /// The covariance of the surface.
    Triangles,
    /// The covariance of the hull's surface.
    HullTriangles,
    /// The covariance of points spread over the hull.
    SampledHull,
    /// The least volume with a side on a face of the hull.
    LeastVolume,
}

const fn row(id: &'static str, source: &'static str, about: &'static str) -> Row {
    Row {
        id,
        source,
        paper: "Gottschalk, Lin, Manocha 1996",
        about,
        ..ROW_AABB
    }
}

macro_rules! rows {
    ($($name:ident $fit:ident $id:literal $source:literal $about:literal),* $(,)?) => {$(
        #[doc = concat!("The row of `", $id, "`.")]
        pub const $name: Row = Row {
            method: method(&OrientedBoxes { fit: Fit::$fit, test: Test::Fifteen }),
            ..row($id, $source, $about)
        };
    )*};
}

rows! {
    ROW_VERTICES Vertices "obb-vertices" "2, OBB trees; 3, OBB" "boxes by the covariance of the vertices",
    ROW_HULL_VERTICES HullVertices "obb-hull-vertices" "2, OBB trees; 3, OBB" "boxes by the hull's vertices",
    ROW_TRIANGLES Triangles "obb-triangles" "2, OBB trees" "boxes by the triangles, weighed by area",
    ROW_HULL_TRIANGLES HullTriangles "obb-hull-triangles" "2, OBB trees; 1, RAPID" "boxes by the hull's triangles",
    ROW_SAMPLED SampledHull "obb-sampled-hull" "2, OBB trees" "boxes by points spread over the hull",
    ROW_LEAST LeastVolume "obb-least-volume" "2, OBB trees" "the least box with a side on a face of the hull",
}

impl Fit {
    /// The box of some triangles.
    pub fn fit(self, content: &[Triangle]) -> Obb {
        let points = content.as_flattened();
        let around = |covariance: DMat3| Obb::around(points, eigenvectors(covariance));
        let hull = || {
            let hull = hull_of(content);
            let faces: Vec<Triangle> = (hull.topology.faces.iter())
                .map(|face| [0, 1, 2].map(|i| hull.vertices[face[i]]))
                .collect();
            if faces.is_empty() {
                content.to_vec()
            } else {
                faces
            }
        };
        match self {
            Fit::BodyAxes => Obb::around(points, DMat3::IDENTITY),
            Fit::Vertices => around(of_points(&corners(content))),
            Fit::HullVertices => around(of_points(&corners(&hull()))),
            Fit::Triangles => around(of_triangles(content)),
            Fit::HullTriangles => around(of_triangles(&hull())),
            Fit::SampledHull => around(of_points(&samples(&hull()))),
            Fit::LeastVolume => least_volume(points, &hull()),
        }
    }
}

fn product(p: DVec3) -> DMat3 {
    DMat3::from_cols(p * p.x, p * p.y, p * p.z)
}

fn of_points(points: &[DVec3]) -> DMat3 {
    let count = points.len() as f64;
    let mean = points.iter().sum::<DVec3>() / count;
    let zero = DMat3::ZERO;
    points.iter().fold(zero, |sum, p| sum + product(*p - mean)) * (1.0 / count)
}

/// The integral over the triangles' surface: the formula of the source, about the mean of all.
fn of_triangles(triangles: &[Triangle]) -> DMat3 {
    let area = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]).length() / 2.0;
    let whole: f64 = triangles.iter().map(area).sum();
    if whole == 0.0 {
        return of_points(triangles.as_flattened());
    }
    let middle = |t: &Triangle| (t[0] + t[1] + t[2]) / 3.0;
    let mean = triangles.iter().map(|t| middle(t) * area(t)).sum::<DVec3>() / whole;
    let sum = triangles.iter().fold(DMat3::ZERO, |sum, t| {
        let corners = t.map(|p| product(p - mean));
        let own = product(middle(t) - mean) * 9.0 + corners[0] + corners[1] + corners[2];
        sum + own * (area(t) / 12.0)
    });
    sum * (1.0 / whole)
}

/// Rows of points along an edge of a sampled triangle of the size of the hull.
const ROWS: f64 = 24.0;

/// Points in about equal distances over triangles: the middles of their small triangles.
fn samples(triangles: &[Triangle]) -> Vec<DVec3> {
    let longest = |t: &Triangle| {
        let sides = [0, 1, 2].map(|i| t[i].distance(t[(i + 1) % 3]));
        sides.into_iter().fold(0.0, f64::max)
    };
    let size = triangles.iter().map(longest).fold(0.0, f64::max);
    let mut points = Vec::new();
    for t in triangles {
        let area = (t[1] - t[0]).cross(t[2] - t[0]).length();
        // As many small triangles as the area has room for.
        let rows = (ROWS * area.sqrt() / size).ceil().max(1.0) as u32;
        let step = 1.0 / f64::from(rows);
        for i in 0..rows {
            for j in 0..rows - i {
                let at = |u: f64, v: f64| t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
                let (u, v) = (f64::from(i) * step, f64::from(j) * step);
                points.push(at(u + step / 3.0, v + step / 3.0));
                if i + j + 1 < rows {
                    points.push(at(u + step * 2.0 / 3.0, v + step * 2.0 / 3.0));
                }
            }
        }
    }
    points
}

fn least_volume(points: &[DVec3], faces: &[Triangle]) -> Obb {
    let mut best = Obb::around(points, DMat3::IDENTITY);
    let sides = faces
        .iter()
        .flat_map(|t| [0, 1, 2].map(|i| t[(i + 1) % 3] - t[i]));
    // Two faces have each edge, once in each direction.
    let directions: Vec<DVec3> = sides.filter(|d| d.to_array() > [0.0; 3]).collect();
    for t in faces {
        let Some(normal) = (t[1] - t[0]).cross(t[2] - t[0]).try_normalize() else {
            continue;
        };
        for direction in &directions {
            let Some(along) = direction.reject_from_normalized(normal).try_normalize() else {
                continue;
            };
            // A direction that all but vanished in the plane is not at right angles by rounding.
            if along.dot(normal).abs() > 1e-14 {
                continue;
            }
            let axes = DMat3::from_cols(normal, along, normal.cross(along));
            let found = Obb::around(points, axes);
            if found.size() < best.size() {
                best = found;
            }
        }
    }
    best
}

/// The unit eigenvectors of a symmetric matrix, by rotations that each clear one entry (Jacobi).
fn eigenvectors(matrix: DMat3) -> DMat3 {
    let mut m = matrix.to_cols_array_2d();
    let mut vectors = DMat3::IDENTITY.to_cols_array_2d();
    let size: f64 = m.as_flattened().iter().map(|x| x.abs()).sum();
    for round in 0..60 {
        let (p, q) = [(0, 1), (0, 2), (1, 2)][round % 3];
        if m[p][q].abs() <= 1e-18 * size {
            continue;
        }
        let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
        let c = 1.0 / (t * t + 1.0).sqrt();
        let s = t * c;
        for row in &mut m {
            (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
        }
        for k in 0..3 {
            (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
            let (a, b) = (vectors[p][k], vectors[q][k]);
            (vectors[p][k], vectors[q][k]) = (c * a - s * b, s * a + c * b);
        }
    }
    DMat3::from_cols_array_2d(&vectors)
}

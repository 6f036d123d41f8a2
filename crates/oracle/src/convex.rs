//! References for convex sets given by points: support, distance and depth by trying everything.
use super::mesh;
use super::triangle::{Triangle, Witness};
use glam::DVec3;

/// A convex polyhedron by its corners and its outward-wound triangles.
#[derive(Clone, Debug)]
pub struct Polytope {
    pub points: Vec<DVec3>,
    pub faces: Vec<Triangle>,
}

impl Polytope {
    /// The hull of a few points: every triple with all points on one side is a face. O(n^4), so a
    /// few dozen points at most. Coplanar faces come out as several overlapping triangles, which
    /// changes neither distances nor depths.
    pub fn hull(points: &[DVec3]) -> Self {
        let scale = points
            .iter()
            .map(|p| p.abs().max_element())
            .fold(0.0, f64::max);
        let mut faces = Vec::new();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                for &c in &points[j + 1..] {
                    let Some(normal) = (b - a).cross(c - a).try_normalize() else {
                        continue;
                    };
                    let heights = points.iter().map(|p| (*p - a).dot(normal));
                    let (low, high) =
                        heights.fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
                    if high <= 1e-12 * scale {
                        faces.push([a, b, c]);
                    }
                    if low >= -1e-12 * scale {
                        faces.push([a, c, b]);
                    }
                }
            }
        }
        Self {
            points: points.to_vec(),
            faces,
        }
    }

    pub fn support(&self, direction: DVec3) -> f64 {
        support(&self.points, direction)
    }

    /// True when the point is behind or on the plane of every face.
    pub fn contains(&self, p: DVec3) -> bool {
        self.faces
            .iter()
            .all(|f| (p - f[0]).dot((f[1] - f[0]).cross(f[2] - f[0])) <= 0.0)
    }

    fn edges(&self) -> Vec<DVec3> {
        let corners = |f: &Triangle| (0..3).map(|i| f[(i + 1) % 3] - f[i]).collect::<Vec<_>>();
        self.faces.iter().flat_map(corners).collect()
    }
}

/// The largest dot product of the direction with a point.
pub fn support(points: &[DVec3], direction: DVec3) -> f64 {
    points
        .iter()
        .map(|p| p.dot(direction))
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The distance of two solid convex polyhedra; 0 when they meet or one holds the other.
pub fn distance(a: &Polytope, b: &Polytope) -> Witness {
    if let Some(&p) = b.points.iter().find(|p| a.contains(**p)) {
        return Witness::new(p, p);
    }
    if let Some(&p) = a.points.iter().find(|p| b.contains(**p)) {
        return Witness::new(p, p);
    }
    mesh::distance(&a.faces, &b.faces)
}

/// The signed gap along the best axis: positive when some axis separates the two (a lower bound of
/// the distance), negative when they overlap, by the exact penetration depth; with the axis,
/// pointing from `a` to `b`.
///
/// The shortest way out of an overlap is along the normal of a face of the Minkowski difference:
/// a face of either solid or the product of two edges. All of them are tried.
pub fn gap(a: &Polytope, b: &Polytope) -> (f64, DVec3) {
    let face_normal = |f: &Triangle| (f[1] - f[0]).cross(f[2] - f[0]);
    let mut axes: Vec<DVec3> = a.faces.iter().map(face_normal).collect();
    axes.extend(b.faces.iter().map(face_normal));
    let edges_b = b.edges();
    for ea in a.edges() {
        axes.extend(edges_b.iter().map(|eb| ea.cross(*eb)));
    }
    let mut best = (f64::NEG_INFINITY, DVec3::X);
    for axis in axes.into_iter().filter_map(DVec3::try_normalize) {
        for axis in [axis, -axis] {
            let gap = -b.support(-axis) - a.support(axis);
            if gap > best.0 {
                best = (gap, axis);
            }
        }
    }
    best
}

//! The parts of the separating-axis tests: two convex bodies are apart if and only if the projections on some
//! face normal of either body, or on some product of two edges, are apart.

use glam::DVec3;

use super::Answer;
use crate::params::TOUCH;
use crate::polytope::{Polytope, size_of};
use crate::work::Work;

/// The relative length of a product of two edges below which they count as parallel: face normals decide then.
const PARALLEL: f64 = 1e-12;

/// The best axis so far.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The gap along the axis; negative: the overlap (m).
    pub gap: f64,
    /// The unit axis from the first body to the second.
    pub axis: DVec3,
    /// The gap beyond which an axis separates (m).
    touch: f64,
}

impl Search {
    /// No axis yet.
    pub fn new(a: &Polytope, b: &Polytope) -> Self {
        Self {
            gap: f64::NEG_INFINITY,
            axis: DVec3::X,
            touch: TOUCH * size_of(a, b),
        }
    }

    /// Tries an axis of known gap; true if it separates.
    pub fn offer(&mut self, axis: DVec3, gap: f64, work: &mut Work) -> bool {
        work.ops.axes += 1;
        work.step("axis", || vec![axis.x, axis.y, axis.z, gap]);
        if gap > self.gap {
            (self.gap, self.axis) = (gap, axis);
        }
        gap > self.touch
    }

    /// True if a gap separates.
    pub fn separates(&self, gap: f64) -> bool {
        gap > self.touch
    }

    /// The answer when no axis separates: the least overlap is the depth if all axes were tried.
    pub fn overlap(&self) -> Answer {
        let depth = (-self.gap).max(0.0);
        Answer {
            depth: Some([depth, depth]),
            normal: Some(self.axis),
            ..Answer::hit(true)
        }
    }
}

/// Tries the face normals of both bodies against the other's support points; true if one separates.
pub fn try_faces(search: &mut Search, a: &Polytope, b: &Polytope, work: &mut Work) -> bool {
    for plane in &a.planes {
        let q = b.vertices[b.support(-plane.normal, work)];
        if search.offer(plane.normal, plane.height(q), work) {
            return true;
        }
    }
    for plane in &b.planes {
        let p = a.vertices[a.support(-plane.normal, work)];
        if search.offer(-plane.normal, plane.height(p), work) {
            return true;
        }
    }
    false
}

/// The unit product of two edges; `None` if they are parallel.
pub fn edge_axis(a: &Polytope, b: &Polytope, [i, j]: [usize; 2]) -> Option<DVec3> {
    let [u, v] = [a.edge(i), b.edge(j)].map(|[p, q]| q - p);
    let axis = u.cross(v);
    let is_flat = axis.length() <= PARALLEL * u.length() * v.length();
    (!is_flat).then(|| axis.normalize())
}

/// The gap along an axis, by support points of both bodies (m).
pub fn gap_along(a: &Polytope, b: &Polytope, axis: DVec3, work: &mut Work) -> f64 {
    let p = a.vertices[a.support(axis, work)];
    let q = b.vertices[b.support(-axis, work)];
    axis.dot(q - p)
}

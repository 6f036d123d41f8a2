//! The Minkowski difference A - B, met through its support points: it contains the origin if and only if the
//! bodies meet (source 3, Minkowski difference).

use glam::DVec3;

use crate::polytope::Polytope;
use crate::work::Work;

/// A vertex of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The vertices of the two bodies.
    pub of: [usize; 2],
    /// The first minus the second (m).
    pub p: DVec3,
}

impl Difference {
    /// The difference of two given vertices.
    pub fn new(a: &Polytope, b: &Polytope, of: [usize; 2]) -> Self {
        Self {
            of,
            p: a.vertices[of[0]] - b.vertices[of[1]],
        }
    }
}

/// The farthest vertex of A - B in a direction.
pub fn support(a: &Polytope, b: &Polytope, direction: DVec3, work: &mut Work) -> Difference {
    let of = [a.support(direction, work), b.support(-direction, work)];
    Difference::new(a, b, of)
}

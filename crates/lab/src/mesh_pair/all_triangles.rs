//! Every triangle of one mesh against every triangle of the other.
//!
//! When: the measure for everything else. Limits: the product of the numbers of triangles.
//!
//! Source 1, introduction; source 2, primitive tests.

use super::triangle_pair::meet;
use super::{Mesh, MeshAnswer, MeshPair, Pose};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "all-triangles",
    stage: Stage::MeshPair,
    source: "2, primitive tests",
    paper: "Moller 1997",
    about: "every triangle against every other",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::MeshPair(|a, b| Box::new(AllTriangles([a.clone(), b.clone()]))),
};

struct AllTriangles([Mesh; 2]);

impl MeshPair for AllTriangles {
    fn ask(&mut self, [a, b]: [&Pose; 2], work: &mut Work) -> MeshAnswer {
        let second = self.0[1].moved(&a.relative(b));
        let first = &self.0[0];
        for s in 0..first.triangles.len() {
            for t in 0..second.triangles.len() {
                work.ops.triangles += 1;
                if let Some(points) = meet(first.corners(s), second.corners(t)) {
                    return MeshAnswer {
                        hit: true,
                        cut: false,
                        points: points.to_vec(),
                    };
                }
            }
        }
        MeshAnswer::default()
    }
}

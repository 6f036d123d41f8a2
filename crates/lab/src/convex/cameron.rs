//! Cameron's estimate of the penetration depth from GJK's last simplex.
//!
//! Idea: when GJK ends with a tetrahedron around the origin, the depth is at least the origin's distance from the
//! nearest of its faces, for it lies inside A - B, and at most the extent of A - B along the normal of any face.
//! The least of the four extents is the upper bound.
//!
//! When: a cheap measure for ordering or for a time step. Limits: bounds only; they are far apart for deep pairs.
//!
//! Source 4, narrow phase; Cameron 1997.

use glam::DVec3;

use super::minkowski::support;
use super::{Answer, ConvexPair, Stateless, epa};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "cameron-depth",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Cameron 1997",
    about: "bounds of the depth from the faces of GJK's last tetrahedron",
    gives: &[Gives::Hit, Gives::Distance, Gives::DepthBounds],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let points = match epa::tetrahedron([a, b], work) {
        Ok(points) => points,
        Err(answer) => return answer,
    };
    let (mut low, mut high, mut normal) = (f64::INFINITY, f64::INFINITY, DVec3::X);
    for skipped in 0..4 {
        let others: Vec<DVec3> = (0..4)
            .filter(|&i| i != skipped)
            .map(|i| points[i])
            .collect();
        let out = (others[1] - others[0]).cross(others[2] - others[0]);
        // Away from the point that the face leaves out.
        let out = if out.dot(points[skipped] - others[0]) > 0.0 {
            -out
        } else {
            out
        };
        let Some(out) = out.try_normalize() else {
            continue;
        };
        low = low.min(out.dot(others[0]));
        let extent = support(a, b, out, work).p.dot(out);
        if extent < high {
            (high, normal) = (extent, out);
        }
    }
    Answer {
        depth: Some([low.max(0.0), high.max(0.0)]),
        normal: Some(normal),
        ..Answer::hit(true)
    }
}

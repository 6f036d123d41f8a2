//! The Minkowski difference, built as a whole: the hull of all differences of vertices.
//!
//! Idea: A - B contains the origin if and only if the bodies meet; the least height of its faces above the
//! origin is the depth.
//!
//! When: teaching; it shows the object that GJK, EPA and MPR only probe. Limits: it needs as many points as the
//! product of the vertices.
//!
//! Source 3, Minkowski difference; source 2, query analysis (background).

use glam::DVec3;

use super::sat::Search;
use super::{Answer, ConvexPair, Stateless};
use crate::hull::incremental;
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "minkowski-hull",
    stage: Stage::ConvexPair,
    source: "3, Minkowski difference",
    paper: "",
    about: "the hull of all differences of two vertices contains the origin",
    gives: &[Gives::Hit, Gives::Depth],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let points: Vec<DVec3> = differences(&a.vertices, &b.vertices);
    let mut search = Search::new(a, b);
    let Ok(triangles) = incremental::triangles(&points, work) else {
        return Answer {
            given_up: true,
            ..Answer::hit(true)
        };
    };
    for plane in triangles.planes() {
        if search.offer(plane.normal, -plane.offset, work) {
            return Answer::hit(false);
        }
    }
    search.overlap()
}

/// All differences of two points.
pub fn differences(a: &[DVec3], b: &[DVec3]) -> Vec<DVec3> {
    a.iter().flat_map(|p| b.iter().map(|q| *p - *q)).collect()
}

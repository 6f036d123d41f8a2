//! Vertices of one body inside the other, and nothing else.
//!
//! Idea: a vertex below the planes of all faces is inside. Many old systems stop here.
//!
//! When: never for exact answers; it is here to count its misses (source 5's first half of the
//! polyhedron-polyhedron test). Limits: bodies whose edges cross without a vertex inside are called apart.
//!
//! Source 5, polyhedron-polyhedron.

use super::sat::Search;
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "vertices-inside",
    stage: Stage::ConvexPair,
    source: "5, polyhedron-polyhedron",
    paper: "",
    about: "a vertex of one body below all faces of the other",
    gives: &[Gives::Hit],
    limits: &[Limit::MissesHits],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    Answer::hit(any_inside(a, b, work) || any_inside(b, a, work))
}

/// True if a vertex of the second body is inside the first, or touches it.
pub fn any_inside(a: &Polytope, b: &Polytope, work: &mut Work) -> bool {
    let search = Search::new(a, b);
    b.vertices.iter().any(|&v| {
        work.ops.vertices += 1;
        let separates = a.planes.iter().any(|plane| {
            work.ops.axes += 1;
            search.separates(plane.height(v))
        });
        !separates
    })
}

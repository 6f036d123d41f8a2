//! The separating plane, face by face.
//!
//! Idea: a face's plane separates if all vertices of the other body are outside. Each face of A is tried against
//! the vertices of B until one is not outside, then each face of B against those of A.
//!
//! When: teaching, and bodies with few faces. Limits: its cost is faces times vertices; without the products of
//! edges, bodies that only two edges separate count as a hit. The source tries A's faces only, which is not
//! enough even where a face of B separates (fix).
//!
//! Source 3, separating plane.

use super::sat::Search;
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "face-by-face",
    stage: Stage::ConvexPair,
    source: "3, separating plane, face by face",
    paper: "",
    about: "a face with all vertices of the other body outside",
    gives: &[Gives::Hit],
    limits: &[Limit::CallsApartAHit],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let search = Search::new(a, b);
    for (body, other) in [(a, b), (b, a)] {
        for plane in &body.planes {
            work.ops.axes += 1;
            let mut looked_at = 0;
            let is_outside = other.vertices.iter().all(|&v| {
                looked_at += 1;
                search.separates(plane.height(v))
            });
            work.ops.vertices += looked_at;
            if is_outside {
                return Answer::hit(false);
            }
        }
    }
    Answer::hit(true)
}

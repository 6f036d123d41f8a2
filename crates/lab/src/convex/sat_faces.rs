//! The separating-axis test with face normals only ("SAT lite").
//!
//! Idea: most pairs that are apart are separated by a face normal of either body (source 4 says 85 % for boxes),
//! so the products of edges are left out. Support points are found by walking uphill from the last one, since
//! the normals of consecutive faces are often near each other.
//!
//! When: a cheap filter before an exact test. Limits: bodies that only two edges separate count as a hit; its
//! depth is an upper bound.
//!
//! Source 4, volumes (SAT lite).

use super::sat::Search;
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sat-faces",
    stage: Stage::ConvexPair,
    source: "4, volumes",
    paper: "van den Bergen 1997",
    about: "face normals only, with support points by walking uphill",
    gives: &[Gives::Hit, Gives::DepthBounds],
    limits: &[Limit::CallsApartAHit],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let mut search = Search::new(a, b);
    for (body, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
        let mut at = 0;
        for plane in &body.planes {
            at = other.climb(-plane.normal, at, work);
            let gap = plane.height(other.vertices[at]);
            if search.offer(plane.normal * sign, gap, work) {
                return Answer::hit(false);
            }
        }
    }
    let bound = search.overlap();
    Answer {
        depth: bound.depth.map(|[_, high]| [0.0, high]),
        ..bound
    }
}

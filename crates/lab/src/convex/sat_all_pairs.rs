//! The separating-axis test with all pairs of edges.
//!
//! Idea: every face normal of both bodies and both directions of every product of two edges are tried, each
//! against the support points of both bodies. The first that separates ends the test; if none does, the least
//! overlap is the penetration depth.
//!
//! When: bodies with few edges, and as the measure for `sat-gauss-map`. Limits: the cost grows with the product
//! of the edges.
//!
//! Source 4, narrow phase; Gottschalk 1996.

use super::sat::{Search, edge_axis, gap_along, try_faces};
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sat-all-pairs",
    stage: Stage::ConvexPair,
    source: "4, narrow phase; 2, OBB trees",
    paper: "Gottschalk 1996",
    about: "every face normal and every product of two edges as axis",
    gives: &[Gives::Hit, Gives::Depth],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    let mut search = Search::new(a, b);
    if try_faces(&mut search, a, b, work) {
        return Answer::hit(false);
    }
    for i in 0..a.topology.edges.len() {
        for j in 0..b.topology.edges.len() {
            let Some(axis) = edge_axis(a, b, [i, j]) else {
                continue;
            };
            for axis in [axis, -axis] {
                let gap = gap_along(a, b, axis, work);
                if search.offer(axis, gap, work) {
                    return Answer::hit(false);
                }
            }
        }
    }
    search.overlap()
}

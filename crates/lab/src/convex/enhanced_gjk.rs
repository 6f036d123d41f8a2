//! Enhanced GJK: the loop starts from the last simplex, and support points are found by walking uphill.
//!
//! Idea: between two frames the nearest features seldom change. The vertices of the last simplex, where they are
//! now, are a simplex of the new difference, often the final one. A support point is near the last one, so a walk
//! over the hull's edges finds it in a few steps, whatever the number of vertices.
//!
//! When: pairs that move little from frame to frame, hulls of many vertices. Limits: a first question costs as
//! much as plain GJK on small hulls.
//!
//! Source 4, narrow phase (warm start, hill climbing); Cameron 1997.

use super::gjk::{Start, run_from};
use super::minkowski::Difference;
use super::signed_volumes::DISTANCE;
use super::{Answer, ConvexPair};
use crate::params::TOUCH;
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "gjk-enhanced",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Cameron 1997",
    about: "GJK from the last simplex, with support points by walking uphill",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(EnhancedGjk::default())),
};

/// The vertices of the last simplex, and those of the last support point.
#[derive(Default)]
struct EnhancedGjk {
    simplex: Vec<[usize; 2]>,
    last: [usize; 2],
}

impl ConvexPair for EnhancedGjk {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        let known = self.simplex.iter();
        let start = Start {
            touch: TOUCH * size_of(a, b),
            first: a.center - b.center,
            simplex: known.map(|&of| Difference::new(a, b, of)).collect(),
        };
        let last = &mut self.last;
        let outcome = run_from(start, DISTANCE, work, |way, work| {
            *last = [a.climb(way, last[0], work), b.climb(-way, last[1], work)];
            Difference::new(a, b, *last)
        });
        self.simplex = outcome.simplex.iter().map(|s| s.of).collect();
        Answer::of_gjk(&outcome)
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

//! ISA-GJK: incremental separating-axis GJK, which only asks for a hit.
//!
//! Idea: GJK's v is a separating axis as soon as v.w > 0, long before it is the distance. The axis of the last
//! question is tried first: while it still separates, a question costs two support points.
//!
//! When: bodies that stay apart from frame to frame. Limits: no distance.
//!
//! Source 4, narrow phase (boolean early out); van den Bergen 1999; Johnson's sub-algorithm.

use glam::DVec3;

use super::gjk::{Variant, run};
use super::{Answer, ConvexPair, johnson};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "isa-gjk",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "van den Bergen 1999",
    about: "GJK that stops at the first separating axis and keeps it for the next frame",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(IsaGjk::default())),
};

/// The axis of the last answer.
#[derive(Default)]
struct IsaGjk {
    axis: Option<DVec3>,
}

impl ConvexPair for IsaGjk {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        let variant = Variant {
            stops_at_axis: true,
            ..johnson::VARIANT
        };
        let first = self.axis.unwrap_or(a.center - b.center);
        let outcome = run([a, b], first, variant, work);
        self.axis = (!outcome.hit).then_some(outcome.v);
        Answer {
            given_up: outcome.given_up,
            ..Answer::hit(outcome.hit)
        }
    }

    fn forget(&mut self) {
        self.axis = None;
    }
}

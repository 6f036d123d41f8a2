//! Every box against every other.
//!
//! When: a few dozen bodies. Limits: the square of their number.
//!
//! Source 1, pairs to test; source 2, pipeline (NM + N(N - 1)/2 pairs).

use super::{BroadPhase, Pair, compare};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "all-pairs",
    stage: Stage::BroadPhase,
    source: "2, pipeline",
    paper: "",
    about: "every box against every other",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(AllPairs)),
};

struct AllPairs;

impl BroadPhase for AllPairs {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        for i in 0..boxes.len() {
            for j in i + 1..boxes.len() {
                compare(boxes, [i, j], pairs, work);
            }
        }
    }
}

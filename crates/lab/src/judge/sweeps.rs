//! Judges methods that find the first contact of moving bodies.

use super::Score;
use crate::registry::{Limit, Row};
use crate::scene::sweeps::SweepCase;
use crate::sweep::Sweep;
use crate::work::Work;

/// The rounding of a time. The engine, in f32, stops early enough to need no more.
const ROUNDING: f64 = 1e-9;

/// Asks a method about all flights. A time after the first contact is a miss; a time before the bodies are near
/// is a false hit. Methods for translations are asked about these only.
pub fn sweeps(row: &Row, sweep: Sweep, cases: &[SweepCase]) -> Score {
    let mut score = Score::default();
    for case in cases {
        let flight = case.flight();
        if row.has(Limit::TranslationOnly) && !flight.motions.iter().all(|m| m.is_straight()) {
            continue;
        }
        let mut work = Work::default();
        let found = sweep(&flight, &mut work);
        score.asked += 1;
        score.ops.add(&work.ops);
        score.worst_iterations = score.worst_iterations.max(work.ops.iterations);
        score.given_up += u64::from(found.given_up);
        match (case.first, found.time) {
            (None, Some(_)) => score.false_hits += 1,
            (Some(_), None) => score.missed += 1,
            (Some([near, touch]), Some(time)) => {
                score.missed += u64::from(time > touch + ROUNDING);
                score.false_hits += u64::from(time < near - ROUNDING);
            }
            (None, None) => {}
        }
    }
    score
}

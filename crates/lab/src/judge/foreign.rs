//! Judges the answers of another engine.

use serde::{Deserialize, Serialize};

use super::{Score, count};
use crate::convex::Answer;
use crate::registry::Row;
use crate::scene::convex::Case;

/// An answer of another engine about one of the pairs.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ForeignAnswer {
    /// The number of the pair, from 0.
    pub index: usize,
    /// True if the bodies meet.
    pub hit: bool,
    /// Their distance, if known (m).
    pub distance: Option<f64>,
    /// Their penetration depth, if known (m).
    pub depth: Option<f64>,
}

/// The account of another engine: of its answers, and of the pairs that they leave out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ForeignScore {
    /// The first answer to each pair.
    #[serde(flatten)]
    pub score: Score,
    /// The pairs without an answer.
    pub unanswered: Vec<usize>,
    /// The indices of the second and later answers to a pair, which are not judged.
    pub repeated: Vec<usize>,
    /// The indices that no pair has.
    pub unknown: Vec<usize>,
}

/// The limits of an engine that computes in f32.
const FOREIGN: Row = Row {
    id: "the answers",
    ..crate::convex::engine::ROW
};

impl ForeignScore {
    /// The wrong answers, and the pairs that have not exactly one.
    pub fn faults(&self) -> Vec<String> {
        let indices = [
            ("unanswered pairs", &self.unanswered),
            ("repeated answers", &self.repeated),
            ("answers to unknown pairs", &self.unknown),
        ];
        let mut faults = self.score.faults(&FOREIGN);
        for (fault, indices) in indices {
            if let Some(first) = indices.first() {
                let count = indices.len();
                faults.push(format!("{fault}: {count}, the first has index {first}"));
            }
        }
        faults
    }
}

/// Judges answers of another engine, which may compute in f32.
pub fn foreign(answers: &[ForeignAnswer], cases: &[Case]) -> ForeignScore {
    let mut found = ForeignScore::default();
    let mut answered = vec![false; cases.len()];
    for answer in answers {
        let index = answer.index;
        let Some(case) = cases.get(index) else {
            found.unknown.push(index);
            continue;
        };
        if std::mem::replace(&mut answered[index], true) {
            found.repeated.push(index);
            continue;
        }
        let given = Answer {
            distance: answer.distance,
            depth: answer.depth.map(|depth| [depth, depth]),
            ..Answer::hit(answer.hit)
        };
        count(&mut found.score, &FOREIGN, case, &given);
    }
    let pairs = answered.iter().enumerate();
    let unanswered = pairs.filter(|(_, answered)| !**answered);
    found.unanswered = unanswered.map(|(index, _)| index).collect();
    found
}

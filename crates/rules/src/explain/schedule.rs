//! The second stage of an explanation: the place of a pair in the schedule of the step, and its budget.

use dodgem_physics::{BodyId, PairEnd, PairTurn};
use serde::Serialize;

use crate::explain::moment::Moment;

/// A turn of a pair: a sweep, or one for which there was no work left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turn {
    /// Its place among all turns of the step, from 1.
    pub place: usize,
    /// The outcome: `Clear`, `Meets` or `Cut`.
    pub end: &'static str,
    /// The most that it might use, in units of work; None means no limit.
    pub allowed: Option<u64>,
    /// The units that it used.
    pub used: u64,
}

/// The place of a pair in the schedule of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScheduleStage {
    /// The schedule that orders the pairs when work is scarce.
    pub kind: String,
    /// The turns of the pair; several if an impact changed a path within the step.
    pub turns: Vec<Turn>,
    /// The number of turns of all pairs.
    pub of: usize,
    /// The searches of the pair for contacts at the begin of the step.
    pub searches: Vec<Turn>,
    /// The units of work of the step for all pairs.
    pub budget: u64,
    /// The units that all pairs used.
    pub used: u64,
}

impl ScheduleStage {
    /// Describes the turns of two bodies in a step.
    pub(super) fn of(moment: &Moment, bodies: [BodyId; 2]) -> ScheduleStage {
        let report = moment.world().report();
        let stats = moment.arena.stats();
        ScheduleStage {
            kind: format!("{:?}", moment.world().settings().schedule),
            turns: turns_of(&report.turns, bodies),
            of: report.turns.len(),
            searches: turns_of(&report.searches, bodies),
            budget: stats.budget,
            used: stats.used,
        }
    }
}

fn turns_of(all: &[PairTurn], bodies: [BodyId; 2]) -> Vec<Turn> {
    let own = (1..).zip(all).filter(|(_, turn)| {
        let pair = [turn.a, turn.b];
        pair == bodies || pair == [bodies[1], bodies[0]]
    });
    own.map(|(place, turn)| Turn {
        place,
        end: match turn.end {
            PairEnd::Clear => "Clear",
            PairEnd::Meets => "Meets",
            PairEnd::Cut => "Cut",
        },
        allowed: Some(turn.allowed).filter(|units| *units != u64::MAX),
        used: turn.used,
    })
    .collect()
}

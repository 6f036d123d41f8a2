//! Explains why two bodies of a round met, or why not.
//!
//! Everything is computed from a step that was made on a copy: the bodies before it ([`StepStart`]) and the arena
//! after it, whose report holds the sweeps with all their inputs. The very sweep of an impact is run again, with
//! a trace, so that its stage, time and point are those of the step. A recording plays in an [`Explainer`], which
//! has its own round; a running round is explained through the recording of it. The result is plain data;
//! [`sentences`](Explanation::sentences) turns it into words.

mod balance;
mod broad;
mod crash_scan;
mod explain_words;
mod explainer;
mod formats;
mod givers;
mod gjk_runs;
mod moment;
mod named;
mod near_miss;
mod near_words;
mod pair_search;
mod probe;
mod probe_words;
mod schedule;
mod summary;
mod sweep;
mod words;

use dodgem_collide::query::Stage;
use dodgem_physics::{BodyId, Impact};
use glam::Vec3;
use serde::Serialize;

use dodgem_scene::arena::ActorId;

pub use crate::explain::balance::{Change, ImpactBalance, StepBalance};
pub use crate::explain::broad::{BroadStage, Compared, Rejected};
pub use crate::explain::crash_scan::{CrashScan, FoundCrash};
pub use crate::explain::explain_words::{
    BalanceWords, ExplainWords, GjkWords, MeetingWords, MissWords, ProbeWords, SummaryWords,
    SweepWords, TitleWords,
};
pub use crate::explain::explainer::{CrashLine, Explainer, Why};
pub use crate::explain::formats::{length, numbers};
pub use crate::explain::givers::{GivenBy, Giver};
pub use crate::explain::gjk_runs::{gjk_run_of, gjk_step_words};
pub use crate::explain::moment::{Moment, Path, StepStart, look_at_step};
pub use crate::explain::named::{NamedBody, find_body};
pub use crate::explain::near_miss::{ApartSpan, NearMiss, PartedBy};
pub use crate::explain::pair_search::PairSearch;
pub use crate::explain::probe::{Probe, ProbeAnswer, ProbeResult, ProbeThing, ProbeWith, Question};
pub use crate::explain::schedule::{ScheduleStage, Turn};
pub use crate::explain::sweep::{
    AdvanceStep, Descent, MetTriangles, NodeState, StageVerdict, SweepStage, Visited,
};
pub use crate::explain::words::{Sentence, words_of_nodes};

/// The impact that is explained, as the step reported it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImpactEvent {
    /// The time, in seconds from the start of the step.
    pub time: f32,
    /// The point, in metres.
    pub point: Vec3,
    /// The normal from the first body to the second.
    pub normal: Vec3,
    /// The impulse on each, in N s.
    pub impulse: f32,
    /// The closing speed along the normal, in m/s.
    pub speed: f32,
    /// The stage of the query that fixed the time; None if a spent budget counted as a hit.
    pub decided_by: Option<Stage>,
}

/// A place at which the solver held two bodies apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HeldContact {
    /// The point, in metres.
    pub point: Vec3,
    /// The normal from the first body to the second.
    pub normal: Vec3,
    /// The distance there at the begin of the step, in metres.
    pub distance: f32,
    /// The force, in N.
    pub force: f32,
    /// The impulse over the step, in N s.
    pub impulse: f64,
}

/// The part of the engine that answered a meeting of two bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum AnsweredBy {
    /// Continuous collision: a sweep found the moment, and an impulse followed.
    Sweep(Box<SweepStage>),
    /// The contact solver: the two were near already, and it held them apart at these places over the step.
    Solver(Vec<HeldContact>),
    /// One test where the paths of the step end, as in the game of 2002.
    Test,
    /// No sweep: the budget of the step was spent, and that counts as a hit.
    SpentBudget,
}

/// The explanation of a meeting of two bodies in one step, with one entry for each stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The number of the step, from 1.
    pub step: u64,
    /// The time of the impact, or of the begin of the step, in seconds of the round's clock.
    pub time: f64,
    /// The bodies.
    pub bodies: [NamedBody; 2],
    /// The impact; None if the contact solver answered.
    pub event: Option<ImpactEvent>,
    /// The broad phase.
    pub broad: BroadStage,
    /// The schedule.
    pub schedule: ScheduleStage,
    /// The query, or the contacts in its place.
    pub answered_by: AnsweredBy,
    /// Velocities, momentum and energy at the impact; None if the contact solver answered.
    pub impact: Option<ImpactBalance>,
    /// Momentum and energy over the whole step.
    pub whole_step: StepBalance,
}

/// Explains an impact of a step. None if one of the bodies is gone.
pub fn explain_impact(moment: &Moment, impact: &Impact) -> Option<Explanation> {
    let ids = [impact.a, impact.b];
    let records = &moment.world().report().sweep_records;
    let record = impact.sweep.and_then(|index| records.get(index as usize));
    let answered_by = match record {
        Some(record) => AnsweredBy::Sweep(Box::new(SweepStage::of(moment, ids, record)?)),
        None if impact.decided_by.is_some() => AnsweredBy::Test,
        None => AnsweredBy::SpentBudget,
    };
    Some(Explanation {
        time: moment.begin() + f64::from(impact.time),
        event: Some(ImpactEvent {
            time: impact.time,
            point: impact.point,
            normal: impact.normal,
            impulse: impact.impulse,
            speed: impact.relative_speed,
            decided_by: impact.decided_by,
        }),
        answered_by,
        impact: Some(ImpactBalance::of(moment, impact)),
        ..of_pair(moment, ids)?
    })
}

/// Explains the meeting of two actors in a step: their impact, else their contact. None if they did not meet in
/// it, or if one of them is gone.
pub fn explain_crash(moment: &Moment, pair: [ActorId; 2]) -> Option<Explanation> {
    let ids = pair.map(|id| moment.arena.actor(id).body);
    let mut impacts = moment.impacts();
    let is_own = |impact: &&Impact| {
        let met = [impact.a, impact.b];
        met == ids || met == [ids[1], ids[0]]
    };
    match impacts.find(is_own) {
        Some(impact) => explain_impact(moment, impact),
        None => explain_contact(moment, ids),
    }
}

/// Explains how the contact solver held two bodies apart in a step. None if it did not, or if one of them is
/// gone.
pub fn explain_contact(moment: &Moment, ids: [BodyId; 2]) -> Option<Explanation> {
    let found = of_pair(moment, ids)?;
    match &found.answered_by {
        AnsweredBy::Solver(contacts) if !contacts.is_empty() => Some(found),
        _ => None,
    }
}

/// The stages that do not depend on an impact, with the contacts of the two.
fn of_pair(moment: &Moment, ids: [BodyId; 2]) -> Option<Explanation> {
    let step = moment.world().settings().step;
    let contacts = moment.world().contacts().filter(|contact| contact.active);
    let own = contacts.filter_map(|contact| match [contact.a, contact.b] {
        pair if pair == ids => Some((contact, 1.0)),
        [a, b] if [b, a] == ids => Some((contact, -1.0)),
        _ => None,
    });
    let contacts = own.map(|(contact, sign)| HeldContact {
        point: contact.point.as_vec3(),
        normal: contact.normal.as_vec3() * sign,
        distance: contact.distance as f32,
        force: contact.force(step),
        impulse: f64::from(contact.normal_impulse),
    });
    Some(Explanation {
        step: moment.step,
        time: moment.begin(),
        bodies: ids.map(|id| NamedBody::of(moment.arena, id)),
        event: None,
        broad: BroadStage::of(moment, ids)?,
        schedule: ScheduleStage::of(moment, ids),
        answered_by: AnsweredBy::Solver(contacts.collect()),
        impact: None,
        whole_step: StepBalance::of(moment, ids)?,
    })
}

//! The list of a round's crashes, found by making its steps again, the latest first.

use dodgem_physics::{BodyId, Impact};

use crate::explain::moment::Moment;
use crate::explain::named::NamedBody;
use crate::explain::{Explanation, explain_contact, explain_impact};
use crate::params::{CRASH_LEAST, CRASH_SCAN_SEGMENT};
use dodgem_scene::arena::Met;

/// A crash of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundCrash {
    /// The number of the step, from 1.
    pub step: u64,
    /// The time, in seconds of the round's clock.
    pub time: f64,
    /// The bodies.
    pub ids: [BodyId; 2],
    /// Their names.
    pub bodies: [NamedBody; 2],
    /// The closing speed of an impact in m/s, else the change of speed that the contact gave.
    pub speed: f32,
    /// The place among the impacts of its step; None if the contact solver held the two apart from the begin.
    pub impact: Option<usize>,
    /// True if the budget ended before the sweep did, and that counted as a hit.
    pub cut: bool,
}

impl FoundCrash {
    /// Describes an impact of a step by its place in it. None if the step has no such impact.
    pub(super) fn of_impact(moment: &Moment, index: usize) -> Option<FoundCrash> {
        let impact = moment.impacts().nth(index)?;
        let ids = [impact.a, impact.b];
        Some(FoundCrash {
            step: moment.step,
            time: moment.begin() + f64::from(impact.time),
            ids,
            bodies: ids.map(|id| NamedBody::of(moment.arena, id)),
            speed: impact.relative_speed,
            impact: Some(index),
            cut: impact.decided_by.is_none(),
        })
    }

    /// Describes a contact that changed the speed of two bodies by that much (m/s).
    pub(super) fn of_contact(moment: &Moment, ids: [BodyId; 2], speed: f32) -> FoundCrash {
        FoundCrash {
            step: moment.step,
            time: moment.begin(),
            ids,
            bodies: ids.map(|id| NamedBody::of(moment.arena, id)),
            speed,
            impact: None,
            cut: false,
        }
    }

    /// True if it is of these two bodies.
    pub fn is_of(&self, ids: [BodyId; 2]) -> bool {
        self.ids == ids || self.ids == [ids[1], ids[0]]
    }

    /// Explains it. None if the moment is of another step, or if a body is gone after it.
    pub fn explain(&self, moment: &Moment) -> Option<Explanation> {
        match self.impact {
            Some(index) => explain_impact(moment, moment.impacts().nth(index)?),
            None => explain_contact(moment, self.ids),
        }
    }
}

/// Looks for the crashes of a round, from a moment back to its begin and then from the moment to the end. Slow
/// touches are left out and counted.
#[derive(Clone, Debug)]
pub struct CrashScan {
    /// The crashes of whole segments, in order.
    found: Vec<FoundCrash>,
    /// Those of the segment that is made now.
    segment: Vec<FoundCrash>,
    /// The segment that is made now: the next step, and the last one.
    at: Option<[u64; 2]>,
    /// All steps after `low` up to `high` were looked at.
    low: u64,
    high: u64,
    last: u64,
    /// The pairs that the solver held apart in the step before.
    held: Vec<[BodyId; 2]>,
    /// The number of meetings that were too slow for the list.
    pub slow: usize,
}

impl CrashScan {
    /// Begins after that many steps of a round with `last` steps.
    pub fn new(now: u64, last: u64) -> CrashScan {
        let mut scan = CrashScan {
            found: Vec::new(),
            segment: Vec::new(),
            at: None,
            low: now.min(last),
            high: now.min(last),
            last,
            held: Vec::new(),
            slow: 0,
        };
        scan.begin_segment();
        scan
    }

    /// Returns the crashes found so far, in the order of time.
    pub fn found(&self) -> &[FoundCrash] {
        &self.found
    }

    /// Returns the last step that it looks at.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the next step to look at; None once all were looked at.
    pub fn next(&self) -> Option<u64> {
        self.at.map(|[next, _]| next)
    }

    /// Returns the steps that were looked at: those after the first up to the second.
    pub fn known(&self) -> [u64; 2] {
        [self.low, self.high]
    }

    fn begin_segment(&mut self) {
        self.held.clear();
        self.at = match (self.low > 0, self.high < self.last) {
            // The step before shows which contacts are not new.
            (true, _) => {
                let begin = (self.low - 1) / CRASH_SCAN_SEGMENT * CRASH_SCAN_SEGMENT;
                Some([begin.max(1), self.low])
            }
            (false, true) => Some([
                self.high.max(1),
                (self.high + CRASH_SCAN_SEGMENT).min(self.last),
            ]),
            (false, false) => None,
        };
    }

    /// Looks at the next step.
    pub fn note(&mut self, moment: &Moment) {
        let Some([next, end]) = self.at.filter(|[next, _]| *next == moment.step) else {
            return;
        };
        // The first step of a segment after the begin was looked at in another one.
        let is_known = match self.low > 0 {
            true => next <= (self.low - 1) / CRASH_SCAN_SEGMENT * CRASH_SCAN_SEGMENT,
            false => next <= self.high,
        };
        if !is_known {
            self.note_impacts(moment);
        }
        self.note_contacts(moment, is_known);
        if next < end {
            self.at = Some([next + 1, end]);
            return;
        }
        let segment = std::mem::take(&mut self.segment);
        match self.low > 0 {
            true => {
                self.low = (self.low - 1) / CRASH_SCAN_SEGMENT * CRASH_SCAN_SEGMENT;
                self.found.splice(0..0, segment);
            }
            false => {
                self.high = end;
                self.found.extend(segment);
            }
        }
        self.begin_segment();
    }

    fn note_impacts(&mut self, moment: &Moment) {
        for (index, impact) in moment.impacts().enumerate() {
            let cut = impact.decided_by.is_none();
            if !cut && impact.relative_speed < CRASH_LEAST {
                self.slow += 1;
                continue;
            }
            self.segment.extend(FoundCrash::of_impact(moment, index));
        }
    }

    /// Notes the pairs that the solver holds apart since this step, although no impact was found in it.
    fn note_contacts(&mut self, moment: &Moment, is_known: bool) {
        let world = moment.world();
        let step = world.settings().step;
        let mut held: Vec<([BodyId; 2], f32)> = Vec::new();
        for contact in world.contacts().filter(|contact| contact.active) {
            let ids = [contact.a, contact.b];
            match held.last_mut().filter(|(last, _)| *last == ids) {
                Some((_, force)) => *force += contact.force(step),
                None => held.push((ids, contact.force(step))),
            }
        }
        let is_actor = |id: BodyId| matches!(moment.arena.met_of(id), Met::Actor(_));
        let mass = |id: BodyId| {
            let body = world.body(id).filter(|body| body.is_dynamic());
            body.map_or(f64::INFINITY, |body| body.mass())
        };
        let impacts: Vec<&Impact> = moment.impacts().collect();
        for (ids, force) in &held {
            let known = self.held.contains(ids);
            let hit = impacts.iter().any(|one| [one.a, one.b] == *ids);
            // Bodies that begin in contact did not crash.
            if is_known || moment.step == 1 || known || hit || !ids.iter().any(|id| is_actor(*id)) {
                continue;
            }
            let lighter = ids.map(mass).into_iter().fold(f64::INFINITY, f64::min);
            let speed = (f64::from(*force) * world.settings().step / lighter) as f32;
            if speed < CRASH_LEAST {
                self.slow += 1;
                continue;
            }
            self.segment
                .push(FoundCrash::of_contact(moment, *ids, speed));
        }
        self.held = held.into_iter().map(|(ids, _)| ids).collect();
    }
}

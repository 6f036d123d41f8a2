//! The question about two bodies around a moment: how they met, else why they did not meet.

use dodgem_physics::BodyId;

use crate::explain::crash_scan::FoundCrash;
use crate::explain::moment::Moment;
use crate::explain::near_miss::{NearMiss, NearMissSearch};
use crate::explain::{Explanation, explain_contact, explain_impact};

/// A search over the steps around a moment. It goes on in small parts, so that a window can show its progress:
/// [`note`](PairSearch::note) every step from [`next`](PairSearch::next); then explain the step of their
/// [meeting](PairSearch::met), or [`refine`](PairSearch::refine) and [`finish`](PairSearch::finish).
pub struct PairSearch {
    ids: [BodyId; 2],
    /// The step that the question is about.
    around: u64,
    next: u64,
    first: u64,
    last: u64,
    near: NearMissSearch,
    /// The nearest step with an impact of the two, and the place of the impact in it.
    impact: Option<(u64, usize)>,
    /// The nearest step in which the solver held them apart.
    contact: Option<u64>,
}

impl PairSearch {
    /// Prepares the search over the steps from `first` to `last` (from 1) around a step.
    pub fn new(ids: [BodyId; 2], around: u64, [first, last]: [u64; 2]) -> PairSearch {
        PairSearch {
            ids,
            around,
            next: first,
            first,
            last,
            near: NearMissSearch::new(ids),
            impact: None,
            contact: None,
        }
    }

    /// Returns the next step to look at; None once all were looked at.
    pub fn next(&self) -> Option<u64> {
        (self.next <= self.last).then_some(self.next)
    }

    /// Returns the share of the steps that were looked at, from 0 to 1.
    pub fn share(&self) -> f32 {
        (self.next - self.first) as f32 / (self.last + 1 - self.first) as f32
    }

    /// Looks at the next step.
    pub fn note(&mut self, moment: &Moment) {
        let (ids, at) = (self.ids, moment.step);
        self.next = at + 1;
        let is_own = |pair: [BodyId; 2]| pair == ids || pair == [ids[1], ids[0]];
        let nearer = |known: u64| at.abs_diff(self.around) < known.abs_diff(self.around);
        let mut impacts = moment.impacts().map(|one| [one.a, one.b]);
        if let Some(index) = impacts.position(is_own)
            && self.impact.is_none_or(|(known, _)| nearer(known))
        {
            self.impact = Some((at, index));
        }
        let mut held = moment.world().contacts().filter(|contact| contact.active);
        if held.any(|contact| is_own([contact.a, contact.b])) && self.contact.is_none_or(nearer) {
            self.contact = Some(at);
        }
        // The least distance of two that met is 0, and the search for it along a contact takes long.
        if self.met().is_none() {
            self.near.note(moment);
        }
    }

    /// Returns the step in which the two met, as far as it was looked at: that of their nearest impact, else of
    /// their nearest contact.
    pub fn met(&self) -> Option<u64> {
        self.impact.map(|(step, _)| step).or(self.contact)
    }

    /// Explains the step in which the two met. None if it is another step, or if a body is gone after it.
    pub fn explain(&self, moment: &Moment) -> Option<Explanation> {
        match self.impact {
            Some((_, index)) => explain_impact(moment, moment.impacts().nth(index)?),
            None => explain_contact(moment, self.ids),
        }
    }

    /// Returns the bodies.
    pub fn bodies(&self) -> [BodyId; 2] {
        self.ids
    }

    /// Returns the step in which the two met as an entry of the list of crashes. None if it is another step.
    pub fn crash(&self, moment: &Moment) -> Option<FoundCrash> {
        match self.impact {
            Some((_, index)) => FoundCrash::of_impact(moment, index),
            None => Some(FoundCrash::of_contact(moment, self.ids, 0.0)),
        }
    }

    /// Makes at most that many measurements of the distance of two that did not meet. Returns true once the least
    /// distance is known.
    pub fn refine(&mut self, measures: usize) -> bool {
        self.near.refine(measures)
    }

    /// Returns why the two did not meet. None if they were not both there.
    pub fn finish(self) -> Option<NearMiss> {
        self.near.finish()
    }
}

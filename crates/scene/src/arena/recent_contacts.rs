//! Recent impacts and contacts, stored for the contact view.

use std::collections::VecDeque;

use glam::Vec3;

use dodgem_physics::{BodyId, ContactPoint, STEPS_PER_SECOND};

use crate::arena::ActorImpact;
use crate::params::{PAST_CONTACT_SECONDS, PAST_CONTACTS, PAST_IMPACTS};

/// A recent impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PastImpact {
    /// Step of the impact.
    pub step: u64,
    /// The impact.
    pub impact: ActorImpact,
}

/// A recent contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PastContact {
    /// Step at whose end they touched.
    pub step: u64,
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// Point of contact, in metres.
    pub point: Vec3,
}

/// Recent impacts and contacts; contacts only while a view needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentContacts {
    impacts: VecDeque<PastImpact>,
    contacts: VecDeque<PastContact>,
    /// True if contacts are recorded too.
    pub notes_contacts: bool,
}

impl RecentContacts {
    /// Creates the store with room for all impacts, so that no step allocates.
    pub fn new() -> Self {
        RecentContacts {
            impacts: VecDeque::with_capacity(PAST_IMPACTS),
            ..RecentContacts::default()
        }
    }

    /// Begins a step: drops entries of this and later steps, because the arena may have gone back in time.
    pub fn begin_step(&mut self, step: u64) {
        while self.impacts.back().is_some_and(|past| past.step >= step) {
            self.impacts.pop_back();
        }
        while self.contacts.back().is_some_and(|past| past.step >= step) {
            self.contacts.pop_back();
        }
    }

    /// Records an impact of a step.
    pub fn note_impact(&mut self, step: u64, impact: ActorImpact) {
        if self.impacts.len() == PAST_IMPACTS {
            self.impacts.pop_front();
        }
        self.impacts.push_back(PastImpact { step, impact });
    }

    /// Records the contacts at the end of a step, if that is turned on.
    pub fn note_contacts<'c>(
        &mut self,
        step: u64,
        contacts: impl Iterator<Item = &'c ContactPoint>,
    ) {
        if !self.notes_contacts {
            return;
        }
        for contact in contacts {
            if self.contacts.len() == PAST_CONTACTS {
                self.contacts.pop_front();
            }
            self.contacts.push_back(PastContact {
                step,
                bodies: [contact.a, contact.b],
                point: contact.point.as_vec3(),
            });
        }
    }

    /// Returns the impacts of the last half second before the end of a step, the oldest first.
    pub fn impacts(&self, now: u64) -> impl Iterator<Item = &PastImpact> {
        self.impacts
            .iter()
            .filter(move |past| is_recent(past.step, now))
    }

    /// Returns the contacts of the last half second before a step, without those of the step itself.
    pub fn contacts(&self, now: u64) -> impl Iterator<Item = &PastContact> {
        let past = self.contacts.iter();
        past.filter(move |past| past.step < now && is_recent(past.step, now))
    }
}

fn is_recent(step: u64, now: u64) -> bool {
    let steps = (PAST_CONTACT_SECONDS * STEPS_PER_SECOND) as u64;
    step <= now && step + steps > now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{ActorId, Met};

    fn impact(time: f64) -> ActorImpact {
        ActorImpact {
            time,
            point: Vec3::ZERO,
            normal: Vec3::X,
            a: ActorId(0),
            met: Met::Actor(ActorId(1)),
            impulse: 1.0,
            relative_speed: 1.0,
        }
    }

    #[test]
    fn impacts_are_shown_for_half_a_second_and_a_step_made_again_replaces_its_own() {
        let mut recent = RecentContacts::new();
        for step in 1..=100 {
            recent.begin_step(step);
            recent.note_impact(step, impact(step as f64));
        }
        // Half a second has 60 steps.
        let steps = |recent: &RecentContacts, now| -> Vec<u64> {
            recent.impacts(now).map(|past| past.step).collect()
        };
        assert_eq!(steps(&recent, 100), (41..=100).collect::<Vec<u64>>());
        // After going back in time, later impacts are hidden, and removed once their step is repeated.
        assert_eq!(steps(&recent, 50).last(), Some(&50));
        recent.begin_step(51);
        recent.note_impact(51, impact(0.5));
        assert_eq!(
            recent.impacts(100).last().map(|past| past.impact.time),
            Some(0.5)
        );
    }
}

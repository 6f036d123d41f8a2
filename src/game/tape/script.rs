//! Inputs of players and hand, by step.

use crate::arena::Controls;

use crate::game::controls::{packed, unpacked};
use crate::game::tape::{Change, TimedAct};
use crate::game::{Act, Round};
use crate::level::limits;

/// Controls of all slots.
pub type Hands = [Controls; limits::PLAYERS];

/// Controls of the players with the steps from which they hold, and acts with the steps before which they
/// happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// Ordered by step, from 0; before the first entry all controls are neutral.
    entries: Vec<(u64, Hands)>,
    /// Ordered by time.
    acts: Vec<TimedAct>,
}

impl Script {
    /// Records the controls of a step, which must not be earlier than those recorded so far.
    pub fn note(&mut self, step: u64, hands: Hands) {
        if self.entries.last().map_or(Hands::default(), |last| last.1) != hands {
            self.entries.push((step, hands));
        }
    }

    /// Records an act before a step, which must not be earlier than those recorded so far. Consecutive pulls
    /// before one step are merged into the last one, and so are placements of one actor.
    pub fn note_act(&mut self, at: u64, act: Act) {
        let replaces = |last: &Act| match (last, &act) {
            (Act::Pull { .. }, Act::Pull { .. }) => true,
            (Act::Place { actor: one, .. }, Act::Place { actor: other, .. }) => one == other,
            _ => false,
        };
        match self.acts.last_mut() {
            Some(last) if last.at == at && replaces(&last.act) => last.act = act,
            _ => self.acts.push(TimedAct { at, act }),
        }
    }

    /// Returns the number of acts that build a body.
    pub fn builds(&self) -> usize {
        self.acts.iter().filter(|one| one.act.builds()).count()
    }

    /// Returns all acts.
    pub fn acts(&self) -> &[TimedAct] {
        &self.acts
    }

    /// Returns the acts after `step` steps, before the next one.
    pub fn acts_at(&self, step: u64) -> &[TimedAct] {
        let from = self.acts_before(step);
        let to = self.acts.partition_point(|one| one.at <= step);
        &self.acts[from..to]
    }

    /// Returns the number of acts before those of a moment.
    pub fn acts_before(&self, step: u64) -> usize {
        self.acts.partition_point(|one| one.at < step)
    }

    /// Repeats a step of a round with the acts before it; acts that succeeded once succeed again.
    pub fn step_again(&self, round: &mut Round) {
        for one in self.acts_at(round.steps()) {
            let _ = round.act(&one.act);
        }
        round.step(&self.at(round.steps()));
    }

    /// Returns the controls in a step.
    pub fn at(&self, step: u64) -> Hands {
        let count = self.entries.partition_point(|(from, _)| *from <= step);
        let last = count.checked_sub(1);
        last.map_or(Hands::default(), |index| self.entries[index].1)
    }

    /// Returns the first step, from `step` on, in which a player drives.
    pub fn driven_from(&self, step: u64) -> Option<u64> {
        if self.at(step) != Hands::default() {
            return Some(step);
        }
        let mut later = self.entries.iter().filter(|(from, _)| *from > step);
        later
            .find(|(_, hands)| *hands != Hands::default())
            .map(|(from, _)| *from)
    }

    /// Forgets all inputs from a step on.
    pub fn truncate(&mut self, step: u64) {
        let count = self.entries.partition_point(|(from, _)| *from < step);
        self.entries.truncate(count);
        self.acts.retain(|one| one.at < step);
    }

    /// Forgets the acts from this index on.
    pub fn forget_acts(&mut self, first: usize) {
        self.acts.truncate(first);
    }

    /// Returns the inputs from a step on.
    pub fn tail(&self, step: u64) -> Script {
        let first = self.entries.partition_point(|(from, _)| *from <= step);
        let acts = self.acts.partition_point(|one| one.at < step);
        Script {
            entries: self.entries[first.saturating_sub(1)..].to_vec(),
            acts: self.acts[acts..].to_vec(),
        }
    }

    /// Returns the controls in the form of a recording.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let (mut before, mut last) = (Hands::default(), 0);
        for (step, hands) in &self.entries {
            for (slot, (old, new)) in before.iter().zip(hands).enumerate() {
                if old == new {
                    continue;
                }
                let (throttle, steer, buttons) = packed(*new);
                changes.push(Change {
                    // A recording has fewer steps than 32 bits can count.
                    after: (step - last) as u32,
                    slot: slot as u8,
                    throttle,
                    steer,
                    buttons,
                });
                last = *step;
            }
            before = *hands;
        }
        changes
    }

    /// Creates a script from the inputs in a recording.
    pub fn of(changes: &[Change], acts: &[TimedAct]) -> Script {
        let mut script = Script {
            acts: acts.to_vec(),
            ..Script::default()
        };
        let (mut step, mut hands) = (0, Hands::default());
        for change in changes {
            step += u64::from(change.after);
            let Change {
                throttle,
                steer,
                buttons,
                ..
            } = *change;
            if let Some(hand) = hands.get_mut(usize::from(change.slot)) {
                *hand = unpacked(throttle, steer, buttons);
            }
            match script.entries.last_mut() {
                Some(last) if last.0 == step => last.1 = hands,
                _ => script.entries.push((step, hands)),
            }
        }
        script
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands(throttle: f32, other: f32) -> Hands {
        let mut hands = Hands::default();
        hands[0].throttle = throttle;
        hands[1].steer = other;
        hands
    }

    #[test]
    fn what_was_noted_is_done_until_the_next_note_and_comes_back_from_its_changes() {
        let mut script = Script::default();
        for step in 0..100 {
            let wanted = match step {
                0..10 => hands(0.0, 0.0),
                10..50 => hands(1.0, 0.0),
                _ => hands(-1.0, 1.0),
            };
            script.note(step, wanted);
        }
        assert_eq!(script.entries.len(), 2);
        assert_eq!(script.at(9), hands(0.0, 0.0));
        assert_eq!(script.at(10), hands(1.0, 0.0));
        assert_eq!(script.at(1000), hands(-1.0, 1.0));
        assert_eq!(script.changes().len(), 3);
        let from = [0, 10, 30].map(|step| script.driven_from(step));
        assert_eq!(from, [Some(10), Some(10), Some(30)]);
        assert_eq!(Script::default().driven_from(0), None);
        assert_eq!(Script::of(&script.changes(), &[]), script);
        script.truncate(50);
        assert_eq!(script.at(60), hands(1.0, 0.0));
        script.truncate(10);
        assert_eq!(script.at(60), hands(0.0, 0.0));
    }
}

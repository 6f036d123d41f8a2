//! Inputs of players and hand, by step.

use dodgem_scene::arena::Controls;

use crate::controls::{packed, unpacked};
use crate::tape::{Change, TimedAct};
use crate::{Act, Arranged, Round};
use dodgem_scene::params::limits;

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
    /// The acts that can be undone one by one, ordered by time.
    deeds: Vec<Deed>,
}

/// A step of the history: an act with those that continue it, or the driving between two acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deed {
    /// Number of steps before it.
    pub at: u64,
    /// Number of acts before it.
    pub acts: usize,
    /// True for driving.
    pub drives: bool,
}

impl Script {
    /// Records the controls of a step, which must not be earlier than those recorded so far.
    pub fn note(&mut self, step: u64, hands: Hands) {
        if self.entries.last().map_or(Hands::default(), |last| last.1) != hands {
            self.entries.push((step, hands));
        }
        self.note_driving(step, &hands);
    }

    /// Begins driving as a deed, if a player drives and the last deed is an act.
    fn note_driving(&mut self, step: u64, hands: &Hands) {
        let is_new = self.deeds.last().is_some_and(|last| !last.drives);
        if is_new && *hands != Hands::default() {
            self.deeds.push(Deed {
                at: step,
                acts: self.acts.len(),
                drives: true,
            });
        }
    }

    /// Records an act before a step, which must not be earlier than those recorded so far. Consecutive pulls
    /// before one step are merged into the last one, and so are placements of one actor.
    pub fn note_act(&mut self, at: u64, act: Act) {
        let replaces = |last: &Act| match (last, &act) {
            (Act::Pull { .. }, Act::Pull { .. }) => true,
            (Act::Place { actor: one, .. }, Act::Place { actor: other, .. }) => one == other,
            (
                Act::Arrange { things: one, .. },
                Act::Arrange {
                    things: other,
                    goes_on,
                },
            ) => {
                *goes_on
                    && one.len() == other.len()
                    && (one.iter().zip(other)).all(|(one, other)| {
                        let moves = |arranged: &Arranged| {
                            arranged.pose.is_some() && arranged.thing.is_none()
                        };
                        one.actor == other.actor && moves(one) && moves(other)
                    })
            }
            _ => false,
        };
        match self.acts.last_mut() {
            Some(last) if last.at == at && replaces(&last.act) => last.act = act,
            _ => {
                if !act.goes_on() {
                    self.deeds.push(Deed {
                        at,
                        acts: self.acts.len(),
                        drives: false,
                    });
                }
                self.acts.push(TimedAct { at, act });
            }
        }
    }

    /// Returns what can be undone one by one, ordered by time.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// Returns the number of entries of a level that the acts build.
    pub fn builds(&self) -> usize {
        self.acts.iter().map(|one| one.act.builds()).sum()
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

    /// Forgets all inputs from a step on.
    pub fn truncate(&mut self, step: u64) {
        let count = self.entries.partition_point(|(from, _)| *from < step);
        self.entries.truncate(count);
        self.forget_acts(self.acts_before(step));
        self.deeds.retain(|deed| deed.at < step);
    }

    /// Forgets the acts from this index on.
    pub fn forget_acts(&mut self, first: usize) {
        self.acts.truncate(first);
        // Driving that began after the last act is still there.
        let is_left = |deed: &Deed| deed.acts < first || deed.drives && deed.acts == first;
        self.deeds.retain(is_left);
    }

    /// Returns the inputs of a part of the round: the controls from step `from` on until `until`, and the acts
    /// of a range.
    pub fn part(&self, (from, until): (u64, u64), acts: std::ops::Range<usize>) -> Script {
        let first = self.entries.partition_point(|(step, _)| *step <= from);
        let end = self.entries.partition_point(|(step, _)| *step < until);
        let first = first.saturating_sub(1);
        Script {
            entries: self.entries[first..end.max(first)].to_vec(),
            acts: self.acts[acts].to_vec(),
            deeds: Vec::new(),
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
        script.deeds = script.found_deeds();
        script
    }

    /// Returns the deeds of a complete script.
    fn found_deeds(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        let begins = (0..).zip(&self.acts).filter(|(_, one)| !one.act.goes_on());
        let mut begins = begins.map(|(acts, one)| (acts, one.at)).peekable();
        let mut next_entry = 0;
        while let Some((acts, at)) = begins.next() {
            deeds.push(Deed {
                at,
                acts,
                drives: false,
            });
            let until = begins.peek().map_or(u64::MAX, |(_, at)| *at);
            let mut driven = (self.at(at) != Hands::default()).then_some(at);
            while let Some((from, hands)) = self.entries.get(next_entry) {
                if *from >= until {
                    break;
                }
                next_entry += 1;
                if *from > at && *hands != Hands::default() {
                    driven = driven.or(Some(*from));
                }
            }
            deeds.extend(driven.filter(|from| *from < until).map(|from| Deed {
                at: from,
                acts: self.acts_before(from + 1),
                drives: true,
            }));
        }
        deeds
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
        assert_eq!(script.deeds(), [], "nothing is undone before the first act");
        assert_eq!(Script::of(&script.changes(), &[]), script);
        script.truncate(50);
        assert_eq!(script.at(60), hands(1.0, 0.0));
        script.truncate(10);
        assert_eq!(script.at(60), hands(0.0, 0.0));
    }

    #[test]
    fn acts_and_the_driving_between_them_are_deeds_noted_or_read() {
        let mut script = Script::default();
        let freeze = Act::Freeze { actor: 0 };
        for step in 0..60 {
            if [5, 20, 40].contains(&step) {
                script.note_act(step, freeze.clone());
            }
            if step == 22 {
                script.note_act(step, Act::LetGo);
            }
            // It is driven before the first act, which is no deed, and across the second one.
            let drives = step < 3 || (10..25).contains(&step);
            script.note(step, hands(if drives { 1.0 } else { 0.0 }, 0.0));
        }
        let found: Vec<_> = (script.deeds().iter())
            .map(|deed| (deed.at, deed.acts, deed.drives))
            .collect();
        let wanted = [
            (5, 0, false),
            (10, 1, true),
            (20, 1, false),
            (20, 2, true),
            (40, 3, false),
        ];
        assert_eq!(found, wanted);
        assert_eq!(Script::of(&script.changes(), script.acts()), script);
        script.forget_acts(2);
        assert_eq!(script.deeds().len(), 4);
        script.forget_acts(1);
        assert_eq!(script.deeds().len(), 2);
        script.truncate(8);
        assert_eq!(script.deeds().len(), 1);
    }
}

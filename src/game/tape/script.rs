//! What players did, by step.

use crate::arena::Controls;

use crate::game::tape::{Change, packed, unpacked};
use crate::level::limits;

/// The controls of all slots.
pub type Hands = [Controls; limits::PLAYERS];

/// What players did from which step on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// In the order of the steps, the first of which is 0; what was done before is nothing.
    entries: Vec<(u64, Hands)>,
}

impl Script {
    /// Notes what is done in a step, not before those noted so far.
    pub fn note(&mut self, step: u64, hands: Hands) {
        if self.entries.last().map_or(Hands::default(), |last| last.1) != hands {
            self.entries.push((step, hands));
        }
    }

    /// What is done in a step.
    pub fn at(&self, step: u64) -> Hands {
        let count = self.entries.partition_point(|(from, _)| *from <= step);
        let last = count.checked_sub(1);
        last.map_or(Hands::default(), |index| self.entries[index].1)
    }

    /// Forgets what was done from a step on.
    pub fn truncate(&mut self, step: u64) {
        let count = self.entries.partition_point(|(from, _)| *from < step);
        self.entries.truncate(count);
    }

    /// As a recording keeps it.
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
                    // A recording is shorter than what 32 bits count.
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

    /// From what a recording keeps.
    pub fn of(changes: &[Change]) -> Script {
        let mut script = Script::default();
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
        assert_eq!(Script::of(&script.changes()), script);
        script.truncate(50);
        assert_eq!(script.at(60), hands(1.0, 0.0));
        script.truncate(10);
        assert_eq!(script.at(60), hands(0.0, 0.0));
    }
}

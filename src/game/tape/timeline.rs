//! Snapshots along a round, from which any moment is reached within a second's steps.

use std::collections::VecDeque;

use crate::game::{Round, RoundSnapshot};
use crate::params::{TIMELINE_BYTES, TIMELINE_STEPS};

/// Snapshots of one round, in the order of time.
pub struct Timeline {
    /// Steps between two of them.
    every: u64,
    /// So many are kept; the oldest go first.
    most: usize,
    kept: VecDeque<RoundSnapshot>,
}

impl Timeline {
    /// A timeline with a snapshot every so many steps, of which the last ones are kept.
    pub fn new(every: u64, most: usize) -> Self {
        Timeline {
            every: every.max(1),
            most: most.max(1),
            kept: VecDeque::new(),
        }
    }

    /// One for all of a recording with so many steps, whose round has not begun: a snapshot a second, or as
    /// many as have room.
    pub fn along(round: &Round, steps: u64) -> Self {
        let mut timeline = Timeline::new(1, 1);
        timeline.note(round);
        let most = (TIMELINE_BYTES / timeline.size().max(1)).max(2) as u64;
        let seconds = steps.div_ceil(TIMELINE_STEPS) + 1;
        timeline.every = TIMELINE_STEPS * seconds.div_ceil(most);
        timeline.most = most as usize;
        timeline
    }

    /// Takes a snapshot of the round if one is due.
    pub fn note(&mut self, round: &Round) {
        let steps = round.steps();
        let new = (self.kept.back()).is_none_or(|last| last.steps() < steps);
        if !new || !steps.is_multiple_of(self.every) {
            return;
        }
        if self.kept.len() < self.most {
            self.kept.push_back(round.snapshot());
        } else if let Some(mut oldest) = self.kept.pop_front() {
            round.snapshot_into(&mut oldest);
            self.kept.push_back(oldest);
        }
    }

    /// The earliest moment that can be gone to, in steps.
    pub fn earliest(&self) -> Option<u64> {
        self.kept.front().map(RoundSnapshot::steps)
    }

    /// Takes the round to where it was, or will be, after so many steps, if that can be reached; the
    /// steps to there are made by `step`. Says whether it is there.
    pub fn seek(&mut self, round: &mut Round, target: u64, step: impl Fn(&mut Round)) -> bool {
        let near = self.kept.iter().rev().find(|one| one.steps() <= target);
        let behind = round.steps() > target;
        // From where it is, if that is nearer.
        let near = near.filter(|one| behind || one.steps() > round.steps());
        let back = near.is_none_or(|snapshot| round.restore(snapshot).is_ok());
        if !back || round.steps() > target {
            return false;
        }
        while round.steps() < target {
            step(round);
            self.note(round);
        }
        true
    }

    /// Forgets what is after a moment, as the round goes on differently from there.
    pub fn forget_after(&mut self, steps: u64) {
        self.kept.retain(|one| one.steps() <= steps);
    }

    /// The same snapshots, as far as they are of the last `most` times `every` steps up to a moment; from
    /// there on one every so many steps.
    pub fn going_on(&self, from: u64, every: u64, most: usize) -> Self {
        let mut other = Timeline::new(every, most);
        let reach = other.every * other.most as u64;
        let near =
            (self.kept.iter()).filter(|one| one.steps() <= from && one.steps() + reach > from);
        other.kept = near.cloned().collect();
        other
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        self.kept.iter().map(RoundSnapshot::size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Library, load};
    use crate::params::TAPE_STEPS;

    #[test]
    fn snapshots_along_the_longest_recording_stay_within_their_memory_and_reach_its_end() {
        let library = Library::new(Vec::new());
        for name in ["classic", "stadium"] {
            let level = load(&library, name).unwrap();
            let round = Round::new(&level, &library, 1).unwrap();
            let size = round.snapshot().size();
            for steps in [1, 130, 3600, TAPE_STEPS] {
                let timeline = Timeline::along(&round, steps);
                let (every, most) = (timeline.every, timeline.most);
                assert!(size * most <= TIMELINE_BYTES, "{name}: {size} bytes each");
                assert!(every * (most as u64 - 1) >= steps, "{name}: {steps}");
                assert!(every.is_multiple_of(TIMELINE_STEPS));
                assert_eq!(timeline.earliest(), Some(0));
            }
            assert_eq!(Timeline::along(&round, 3600).every, TIMELINE_STEPS);
        }
    }
}

//! Snapshots along a round, from which nearby moments are reached with few steps.

use std::collections::VecDeque;

use crate::params::{TIMELINE_BYTES, TIMELINE_OLDER, TIMELINE_STEPS};
use crate::{Round, RoundSnapshot};

/// Snapshots of one round, ordered by time.
pub struct Timeline {
    /// Steps between two snapshots.
    every: u64,
    /// Number of recent snapshots that are kept.
    most: usize,
    /// Number of older snapshots that are kept: the first one, and fewer the older they are.
    older: usize,
    kept: VecDeque<RoundSnapshot>,
}

impl Timeline {
    /// Creates a timeline with a snapshot every `every` steps, of which the last `most` are kept.
    pub fn new(every: u64, most: usize) -> Self {
        Timeline {
            every: every.max(1),
            most: most.max(1),
            older: 0,
            kept: VecDeque::new(),
        }
    }

    /// Creates a timeline that also keeps the first and some older snapshots: every moment can be reached,
    /// but older ones need more steps.
    pub fn to_the_start(every: u64, most: usize) -> Self {
        Timeline {
            older: TIMELINE_OLDER,
            ..Timeline::new(every, most)
        }
    }

    /// Creates a timeline for a complete recording, whose round has not begun: a snapshot per second, or as
    /// many as the memory limit allows.
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
        let size = self.kept.back().map_or(0, RoundSnapshot::size);
        let has_room = (self.kept.len() + 1) * size <= TIMELINE_BYTES;
        if self.kept.len() < self.most + self.older && has_room {
            self.kept.push_back(round.snapshot());
        } else if let Some(mut other) = self.kept.remove(self.least_needed(steps)) {
            round.snapshot_into(&mut other);
            self.kept.push_back(other);
        }
    }

    /// Returns the snapshot to drop: the older one with the smallest gap between its neighbours relative to
    /// its age.
    fn least_needed(&self, now: u64) -> usize {
        let last = self.kept.len().saturating_sub(self.most);
        let steps = |index: usize| self.kept[index].steps();
        let cost = |index: &usize| {
            let gap = steps(index + 1) - steps(index - 1);
            // Steps and ages are far below an overflow.
            gap * 1_000_000 / (now - steps(*index)).max(1)
        };
        let older = (1..last).filter(|_| self.older > 0);
        older.min_by_key(cost).unwrap_or(0)
    }

    /// Returns the earliest moment since which there is a snapshot every `every` steps: earlier ones take
    /// time to reach.
    pub fn quick_from(&self) -> Option<u64> {
        let all = self.kept.iter().rev().map(RoundSnapshot::steps);
        let mut from = None;
        for steps in all {
            if from.is_some_and(|later: u64| later - steps > self.every) {
                break;
            }
            from = Some(steps);
        }
        from
    }

    /// Returns the earliest reachable moment, in steps.
    pub fn earliest(&self) -> Option<u64> {
        self.kept.front().map(RoundSnapshot::steps)
    }

    /// Moves the round to the moment after `target` steps, before the acts at that moment; `step` makes the
    /// steps to it. Returns false if it cannot be reached.
    pub fn seek(&mut self, round: &mut Round, target: u64, step: impl Fn(&mut Round)) -> bool {
        if !self.go_near(round, target) {
            return false;
        }
        while round.steps() < target {
            step(round);
            self.note(round);
        }
        true
    }

    /// Moves the round to the last snapshot before the moment after `target` steps, unless it is nearer already.
    /// Returns false if it is after that moment and cannot go back.
    pub fn go_near(&self, round: &mut Round, target: u64) -> bool {
        let near = self.kept.iter().rev().find(|one| one.steps() <= target);
        let behind = round.steps() >= target;
        // Continue from the current state if that is nearer.
        let near = near.filter(|one| behind || one.steps() > round.steps());
        let back = near.is_none_or(|snapshot| round.restore(snapshot).is_ok());
        back && round.steps() <= target
    }

    /// Forgets snapshots after a moment, because the round continues differently from there.
    pub fn forget_after(&mut self, steps: u64) {
        self.kept.retain(|one| one.steps() <= steps);
    }

    /// Returns a timeline for the continuation from a moment: it keeps the snapshots of the last `most` times
    /// `every` steps before it, and takes one every `every` steps.
    pub fn going_on(&self, from: u64, every: u64, most: usize) -> Self {
        let mut other = Timeline::to_the_start(every, most);
        let reach = other.every * other.most as u64;
        let near = (self.kept.iter()).filter(|one| {
            let steps = one.steps();
            steps <= from && (steps == 0 || steps + reach > from)
        });
        other.kept = near.cloned().collect();
        other
    }

    /// Returns copies of its snapshots, at most one a second.
    pub(super) fn each_second(&self) -> Vec<RoundSnapshot> {
        let mut copies: Vec<RoundSnapshot> = Vec::new();
        for one in &self.kept {
            let last = copies.last().map(RoundSnapshot::steps);
            if last.is_none_or(|last| one.steps() >= last + TIMELINE_STEPS) {
                copies.push(one.clone());
            }
        }
        copies
    }

    /// Creates a timeline of snapshots that were taken in another round of the same recording. It takes no others.
    pub(super) fn of_snapshots(snapshots: Vec<RoundSnapshot>) -> Self {
        Timeline {
            every: u64::MAX,
            most: 1,
            older: 0,
            kept: snapshots.into(),
        }
    }

    /// Forgets all snapshots.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Returns the memory of all snapshots, in bytes.
    pub fn size(&self) -> usize {
        self.kept.iter().map(RoundSnapshot::size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::TAPE_STEPS;
    use dodgem_scene::level::{Library, load};

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

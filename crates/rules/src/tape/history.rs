//! The history of a played round: its steps in words of acts, those that were undone, and snapshots between
//! acts of one moment.

use std::sync::Arc;

use crate::act_words::{ActWords, words_of_act};
use crate::params::{PAUSE_ACTS, PAUSE_BYTES, PAUSES};
use crate::tape::Branch;
use crate::tape::script::Script;
use crate::{Act, Round, RoundSnapshot};
use dodgem_scene::arena::Arena;

/// A step of the history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HistoryStep<'a> {
    /// An act.
    Act(&'a Act),
    /// Driving.
    Drive,
}

impl HistoryStep<'_> {
    /// Returns the step in words, with the names that its actors have in the arena.
    pub fn words(&self, arena: &Arena, words: &ActWords) -> String {
        match self {
            HistoryStep::Drive => words.drove.to_owned(),
            HistoryStep::Act(act) => words_of_act(act, arena, words),
        }
    }
}

/// A deed that was undone, with its consequences.
pub(super) struct Undone {
    /// Its inputs; none before it.
    pub script: Script,
    pub drives: bool,
    /// Number of steps after it.
    pub until: u64,
    /// Kept recordings that the round was equal to before the undo.
    pub branches: Arc<[Branch]>,
}

/// Snapshots between acts of the current moment, so that undoing one of many acts in a pause does not repeat
/// all of them.
#[derive(Default)]
pub(super) struct Pauses {
    /// Each with the number of acts before it.
    kept: Vec<(usize, RoundSnapshot)>,
}

impl Pauses {
    /// Forgets all, because the moment is over.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Takes a snapshot if one is due after an act: `acts` is their number, of which `earlier` belong to
    /// earlier moments. `merged` is true if the act took the place of the last one.
    pub fn note(&mut self, round: &Round, acts: usize, earlier: usize, merged: bool) {
        if merged {
            // A snapshot after the former act is no longer true.
            self.kept.retain(|(before, _)| *before < acts);
        }
        let last = self.kept.last().map_or(0, |(acts, _)| *acts);
        if acts < last.max(earlier) + PAUSE_ACTS {
            return;
        }
        let snapshot = round.snapshot();
        let most = (PAUSE_BYTES / snapshot.size().max(1)).clamp(2, PAUSES);
        if self.kept.len() >= most {
            // Every other one goes: the older ones are then further apart.
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 0
            });
        }
        self.kept.push((acts, snapshot));
    }

    /// Restores the last state after at most `acts` acts of the moment after `at` steps, and drops later
    /// ones. Returns the number of acts before it; None if there is none.
    pub fn restore(&mut self, round: &mut Round, at: u64, acts: usize) -> Option<usize> {
        let is_before =
            |(before, snapshot): &(usize, RoundSnapshot)| *before <= acts && snapshot.steps() == at;
        let near = self.kept.iter().rposition(is_before)?;
        round.restore(&self.kept[near].1).ok()?;
        self.kept.truncate(near + 1);
        Some(self.kept[near].0)
    }

    /// Returns the memory of all, in bytes.
    pub fn size(&self) -> usize {
        self.kept.iter().map(|(_, snapshot)| snapshot.size()).sum()
    }
}

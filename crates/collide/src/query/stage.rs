//! The stages of a query, from cheap to exact, and sets of them.
//!
//! A query runs its stages in this order and ends at the first that finds the answer.
//! Every stage but [`Stage::Tree`] and [`Stage::Triangles`] only saves work: without it the later
//! ones give an equal answer within the query's tolerance. So each of the others can be switched
//! off, to measure its benefit, or to let one engine alone decide.

use std::fmt;

use crate::coder::Coder;
use serde::Serialize;

/// A stage of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(u8)]
pub enum Stage {
    /// Spheres and boxes around both, swept along their paths.
    Bounds,
    /// A plane that separates the two: the one that the pair kept, or that of a large flat face.
    Plane,
    /// A formula for two primitives.
    ClosedForm,
    /// The convex hulls of both. They prove the two apart, and give contacts and impacts only if the nearest
    /// features of the hulls are the meshes' own.
    Convex,
    /// A quick look down the deepest path with boxes only, before the search.
    Probe,
    /// The descent of both trees of bounding volumes. Cannot be switched off.
    Tree,
    /// The convex pieces at the leaves. A primitive or a hull is a tree of one leaf: its test counts
    /// here, and runs even if pieces are switched off.
    Pieces,
    /// Exact tests of two triangles. Cannot be switched off.
    Triangles,
}

impl Stage {
    /// Every stage, from cheap to exact.
    pub const ALL: [Stage; 8] = [
        Stage::Bounds,
        Stage::Plane,
        Stage::ClosedForm,
        Stage::Convex,
        Stage::Probe,
        Stage::Tree,
        Stage::Pieces,
        Stage::Triangles,
    ];

    /// The number of stages.
    pub const COUNT: usize = Stage::ALL.len();

    /// Its number in [`Stage::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in small letters, as reports print it.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Bounds => "bounds",
            Stage::Plane => "plane",
            Stage::ClosedForm => "closed form",
            Stage::Convex => "convex",
            Stage::Probe => "probe",
            Stage::Tree => "tree",
            Stage::Pieces => "pieces",
            Stage::Triangles => "triangles",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Codes a stage or none for a compact copy.
    pub(crate) fn code(stage: &mut Option<Stage>, coder: &mut impl Coder, guess: Option<Stage>) {
        let number = |stage: Option<Stage>| stage.map_or(0, |stage| 1 + stage.index() as u64);
        let number = coder.word(number(*stage), number(guess));
        let index = number.checked_sub(1);
        *stage = index.and_then(|index| Stage::ALL.get(index as usize).copied());
    }
}

/// A set of stages that may decide a query. [`Stage::Tree`] and [`Stage::Triangles`] are always in
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stages(u8);

impl Stages {
    /// Every stage: the fastest choice.
    pub const ALL: Stages = Stages(u8::MAX);

    /// [`Stage::Bounds`], [`Stage::Tree`], [`Stage::Pieces`] and [`Stage::Triangles`]: trees, convex
    /// pieces and conservative advancement decide everything that bounds do not rule out.
    pub const TREES_ONLY: Stages = Stages::only(&[Stage::Bounds, Stage::Pieces]);

    /// These stages, and the two that cannot be switched off.
    pub const fn only(stages: &[Stage]) -> Stages {
        let mut bits = Stage::Tree.bit() | Stage::Triangles.bit();
        let mut index = 0;
        while index < stages.len() {
            bits |= stages[index].bit();
            index += 1;
        }
        Stages(bits)
    }

    /// Codes it for a compact copy.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, guess: Stages) {
        self.0 = coder.word(self.0.into(), guess.0.into()) as u8;
    }

    /// Returns true if a stage is in the set.
    pub const fn has(self, stage: Stage) -> bool {
        self.0 & stage.bit() != 0
    }

    /// The set without a stage, unless the stage cannot be switched off.
    #[must_use]
    pub const fn without(self, stage: Stage) -> Stages {
        Stages(self.0 & !stage.bit() | Stages::only(&[]).0)
    }

    /// The stages of the set, from cheap to exact.
    pub fn iter(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| self.has(*stage))
    }
}

impl Default for Stages {
    fn default() -> Self {
        Stages::ALL
    }
}

impl fmt::Debug for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The number of answers that each stage decided, and the number that the budget cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StageCounts {
    /// The answers decided by [`Stage::Bounds`].
    pub bounds: u64,
    /// The answers decided by [`Stage::Plane`].
    pub plane: u64,
    /// The answers decided by [`Stage::ClosedForm`].
    pub closed_form: u64,
    /// The answers decided by [`Stage::Convex`].
    pub convex: u64,
    /// The answers decided by [`Stage::Probe`].
    pub probe: u64,
    /// The answers decided by [`Stage::Tree`].
    pub tree: u64,
    /// The answers decided by [`Stage::Pieces`].
    pub pieces: u64,
    /// The answers decided by [`Stage::Triangles`].
    pub triangles: u64,
    /// The answers that no stage decided because the budget was spent before.
    pub cut: u64,
}

impl StageCounts {
    /// Counts an answer: by the stage that decided it, or a cut if none did.
    pub fn count(&mut self, decided_by: Option<Stage>) {
        *self.of_mut(decided_by) += 1;
    }

    /// The number of answers that a stage decided; for `None` the number of those that were cut.
    pub fn of(mut self, decided_by: Option<Stage>) -> u64 {
        *self.of_mut(decided_by)
    }

    fn of_mut(&mut self, decided_by: Option<Stage>) -> &mut u64 {
        match decided_by {
            Some(Stage::Bounds) => &mut self.bounds,
            Some(Stage::Plane) => &mut self.plane,
            Some(Stage::ClosedForm) => &mut self.closed_form,
            Some(Stage::Convex) => &mut self.convex,
            Some(Stage::Probe) => &mut self.probe,
            Some(Stage::Tree) => &mut self.tree,
            Some(Stage::Pieces) => &mut self.pieces,
            Some(Stage::Triangles) => &mut self.triangles,
            None => &mut self.cut,
        }
    }

    /// The number of answers that were counted.
    pub fn total(&self) -> u64 {
        let decided = Stage::ALL.map(|stage| self.of(Some(stage)));
        decided.iter().sum::<u64>() + self.cut
    }
}

impl std::ops::AddAssign for StageCounts {
    fn add_assign(&mut self, other: StageCounts) {
        for stage in Stage::ALL.map(Some).into_iter().chain([None]) {
            *self.of_mut(stage) += other.of(stage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_and_triangles_cannot_be_switched_off() {
        let mut stages = Stages::ALL;
        for stage in Stage::ALL {
            stages = stages.without(stage);
        }
        assert!(stages.iter().eq([Stage::Tree, Stage::Triangles]));
        assert_eq!(stages, Stages::only(&[]));
        let trees = [Stage::Bounds, Stage::Tree, Stage::Pieces, Stage::Triangles];
        assert!(Stages::TREES_ONLY.iter().eq(trees));
        assert!(Stages::ALL.iter().eq(Stage::ALL));
    }

    #[test]
    fn counts_add_up_to_their_total() {
        let mut counts = StageCounts::default();
        for (times, stage) in Stage::ALL.into_iter().enumerate() {
            assert_eq!(stage.index(), times);
            for _ in 0..=times {
                counts.count(Some(stage));
            }
        }
        counts.count(None);
        assert_eq!((counts.triangles, counts.cut, counts.total()), (8, 1, 37));
        counts += counts;
        assert_eq!((counts.bounds, counts.total()), (2, 74));
    }
}

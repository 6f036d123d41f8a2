//! Records a round while it is played.

use dodgem_physics::STEPS_PER_SECOND;
use dodgem_scene::arena::{Controls, HandError};

use crate::controls::rounded;
use crate::params::{TAPE_ACTS, TAPE_BUILDS, TAPE_STEPS, TAPE_TAKEN};
use crate::tape::script::{Hands, Script};
use crate::tape::{
    Branch, Head, Outcome, PHASES, POSE_STEPS, RecordedPose, TakenOver, Tape, TapeError, TapeModel,
};
use crate::{Act, Round, RoundPhase};
use dodgem_scene::level::{Level, Library, to_text};

/// Interval between steps whose phases are hashed.
pub(super) const SECOND: u64 = STEPS_PER_SECOND as u64;

/// Returns the index of the second that a step (from 1) completes, if it completes one.
pub(super) fn hashed_second(step: u64) -> Option<usize> {
    let whole = step > 0 && step.is_multiple_of(SECOND);
    whole.then(|| (step / SECOND) as usize - 1)
}

/// Records the inputs and hashes of a round.
#[derive(Clone, Debug)]
pub struct Recorder {
    head: Head,
    teams: Option<bool>,
    /// Kept recordings with which this one shares its beginning, each up to a later moment than the one before.
    branches: Vec<Branch>,
    level: String,
    models: Vec<TapeModel>,
    script: Script,
    hashes: Vec<u32>,
    phases: Vec<[u32; PHASES]>,
    poses: Vec<RecordedPose>,
}

impl Recorder {
    /// Creates a recorder for a round that has not begun; `library` contains the models of its level.
    ///
    /// # Errors
    /// [`TapeError`] if a model's file can no longer be read.
    pub fn new(round: &Round, library: &Library) -> Result<Self, TapeError> {
        let (options, level) = (round.options(), round.level());
        Ok(Recorder {
            head: Head {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                level: level.name.clone(),
                mode: round.mode(),
                seed: options.seed,
                // At most four.
                humans: options.humans.min(level.player_slots()) as u8,
                difficulty: options.difficulty,
                duration: options.duration,
                countdown: options.countdown,
                repeatable: round.arena().is_repeatable(),
                taken: Vec::new(),
                result: None,
            },
            teams: Some(round.has_teams()),
            branches: Vec::new(),
            level: to_text(level)?,
            models: models_of(level, library)?,
            script: Script::default(),
            hashes: Vec::new(),
            phases: Vec::new(),
            poses: Vec::new(),
        })
    }

    /// Makes a step of the round and records it. Nothing is recorded after the end of the round.
    pub fn step(&mut self, round: &mut Round, controls: &[Controls]) {
        let noted = self.hashes.len() as u64;
        let goes_on = round.phase() != RoundPhase::Over && noted < TAPE_STEPS;
        if !goes_on || round.steps() != noted {
            round.step(controls);
            return;
        }
        let mut hands = Hands::default();
        let people = self.people().max(round.people());
        for (hand, controls) in hands.iter_mut().zip(controls).take(people) {
            *hand = rounded(*controls);
        }
        let second = hashed_second(noted + 1);
        round.hash_phases(second.is_some());
        self.script.note(noted, hands);
        round.step(&hands);
        self.hashes.push(low_bits(round.state_hash()));
        if second.is_some() {
            let hashes = round.arena().world().report().phase_hashes;
            self.phases.push(hashes.map(low_bits));
            round.hash_phases(false);
        }
        if !self.head.repeatable && noted.is_multiple_of(POSE_STEPS) {
            self.note_poses(round);
        }
        self.head.result = Outcome::of(round);
    }

    /// Performs an act between two steps and records it. Nothing is recorded after the end of the round.
    ///
    /// # Errors
    /// [`HandError`] if the act is refused, or if the recording is full.
    pub fn act(&mut self, round: &mut Round, act: Act) -> Result<(), HandError> {
        let noted = self.hashes.len() as u64;
        let goes_on = round.phase() != RoundPhase::Over && noted < TAPE_STEPS;
        let full = self.script.acts().len() >= TAPE_ACTS
            || round.is_hand_full()
            || (act.builds() > 0 && self.script.builds() + act.builds() > TAPE_BUILDS);
        if goes_on && full {
            return Err(HandError::Refused(
                "the recording of this scene is full: restart the scene".to_owned(),
            ));
        }
        round.act(&act)?;
        if goes_on && round.steps() == noted {
            self.script.note_act(noted, act);
        }
        Ok(())
    }

    /// Returns the recorded inputs.
    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    /// Repeats a recorded step, with the acts before it.
    pub(super) fn step_again(&self, round: &mut Round) {
        self.script.step_again(round);
    }

    /// Returns the number of players, including one who took over a computer's car.
    fn people(&self) -> usize {
        let least = usize::from(!self.head.taken.is_empty());
        usize::from(self.head.humans).max(least)
    }

    /// Creates a recorder with the first steps of a recording, which this program repeats exactly.
    pub(super) fn of_beginning(tape: &Tape, steps: u64) -> Self {
        let mut recorder = Recorder {
            script: Script::of(&tape.changes, &tape.acts),
            hashes: tape.hashes.clone(),
            phases: tape.phases.clone(),
            poses: tape.poses.clone(),
            ..Recorder::again(tape)
        };
        recorder.cut(steps);
        recorder
    }

    /// Forgets takeovers of the other recording from the end of the recorded steps on.
    pub(super) fn forget_later(&mut self) {
        let at = self.steps();
        self.head.taken.retain(|taken| taken.at < at);
    }

    /// Creates a recorder that records the round of a recording again from its start.
    pub(super) fn again(tape: &Tape) -> Self {
        Recorder {
            head: Head {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                // The recorder sets it at the end of the round.
                result: None,
                ..tape.head.clone()
            },
            teams: tape.teams,
            branches: Vec::new(),
            level: tape.level.clone(),
            models: tape.models.clone(),
            script: Script::default(),
            hashes: Vec::new(),
            phases: Vec::new(),
            poses: Vec::new(),
        }
    }

    /// Records the takeover of a car at the current step.
    pub(super) fn take_over(&mut self, car: usize) {
        let at = self.steps();
        let taken = &mut self.head.taken;
        if taken.len() == TAPE_TAKEN {
            // The first one is kept, because it identifies the car.
            taken.remove(1);
        }
        // A level has far fewer cars than the type can count.
        let car = car as u16;
        taken.push(TakenOver { at, car });
    }

    /// Notes that a recording which is equal up to here is kept: if the round goes on, it is a branch of that one. A
    /// recording that cannot be encoded is not kept.
    pub(super) fn branch_from(&mut self, kept: &Tape) {
        let at = self.steps();
        if let Ok(parent) = kept.identity()
            && self.branches.last().is_none_or(|last| last.at < at)
        {
            self.branches.push(Branch { parent, at });
        }
    }

    /// Returns the kept recordings that it is equal to, each up to a moment.
    pub(super) fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Notes those of some branches that end after `from` steps, up to which it has repeated them.
    pub(super) fn note_branches(&mut self, all: &[Branch], from: u64) {
        let since = from + 1..=self.steps();
        let repeated = all.iter().filter(|one| since.contains(&one.at));
        self.branches.extend(repeated);
    }

    /// True if the recording up to its end is kept.
    pub(super) fn is_kept(&self) -> bool {
        let last = self.branches.last();
        last.is_some_and(|last| last.at == self.steps())
    }

    fn note_poses(&mut self, round: &Round) {
        let poses = round.cars().iter().map(|car| {
            let pose = round.arena().actor(car.actor).pose;
            // The parts of a unit quaternion are between -1 and 1.
            let part = |value: f32| (value * 32767.0).round() as i16;
            RecordedPose {
                place: pose.translation().to_array(),
                turn: pose.rotation().to_array().map(part),
            }
        });
        self.poses.extend(poses);
    }

    /// Returns the number of recorded steps.
    pub fn steps(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// Goes back to the moment after `to` steps and this many acts.
    pub(super) fn rewind_to(&mut self, to: u64, acts: usize) {
        let before = self.script.acts_before(to);
        let same = self.script.acts()[before..acts].to_vec();
        self.rewind(to);
        for one in same {
            self.script.note_act(one.at, one.act);
        }
    }

    /// Goes back to the moment after `to` steps, from which the round continues.
    pub fn rewind(&mut self, to: u64) {
        if to > self.steps() {
            return;
        }
        for taken in &mut self.head.taken {
            // A player who has taken over keeps the car from the earlier moment on.
            taken.at = to.min(taken.at);
        }
        self.head.taken.dedup();
        self.cut(to);
    }

    /// Forgets everything after `to` steps.
    fn cut(&mut self, to: u64) {
        let from = self.steps();
        self.script.truncate(to);
        self.head.result = None;
        // A recording that was kept before the moment is the nearer one, even if a later one was kept since.
        while let [.., earlier, _] = self.branches[..]
            && earlier.at >= to
        {
            self.branches.pop();
        }
        if let Some(last) = self.branches.last_mut() {
            last.at = last.at.min(to);
        }
        // The lists are shorter than `usize` can count.
        self.hashes.truncate(to as usize);
        self.phases.truncate((to / SECOND) as usize);
        let frames = to.div_ceil(POSE_STEPS) as usize;
        let cars = self
            .poses
            .len()
            .checked_div(from.div_ceil(POSE_STEPS) as usize);
        self.poses.truncate(frames * cars.unwrap_or(0));
    }

    /// Returns the recording so far; acts since the last step are not part of it yet.
    pub fn tape(&self) -> Tape {
        let acts = self.script.acts();
        let done = acts.partition_point(|one| one.at < self.steps());
        Tape {
            head: self.head.clone(),
            teams: self.teams,
            branch: (self.branches.iter().rev())
                .find(|branch| branch.at < self.steps())
                .copied(),
            level: self.level.clone(),
            models: self.models.clone(),
            changes: self.script.changes(),
            acts: acts[..done].to_vec(),
            hashes: self.hashes.clone(),
            phases: self.phases.clone(),
            poses: self.poses.clone(),
        }
    }
}

/// Returns the part of a hash that a recording stores.
pub(super) fn low_bits(hash: u64) -> u32 {
    hash as u32
}

/// Returns the hash of a model's file.
pub(super) fn file_hash(bytes: &[u8]) -> u64 {
    let mut hasher = dodgem_physics::StateHasher::default();
    hasher.bytes(bytes);
    hasher.finish()
}

fn models_of(level: &Level, library: &Library) -> Result<Vec<TapeModel>, TapeError> {
    let models = level.used_models().into_iter().map(|name| {
        let (bytes, built_in) = library.model_file(name)?;
        Ok(TapeModel {
            name: name.to_owned(),
            hash: file_hash(&bytes),
            file: (!built_in).then_some(bytes),
        })
    });
    models.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::samples::short_tape;

    #[test]
    fn of_a_wheel_that_is_taken_very_often_the_first_and_the_last_times_are_kept() {
        let mut recorder = Recorder::of_beginning(&short_tape(), 10);
        recorder.take_over(0);
        recorder.cut(5);
        for car in 1..=60 {
            recorder.take_over(car);
        }
        let taken = &recorder.head.taken;
        let cars: Vec<u16> = taken.iter().map(|one| one.car).collect();
        assert_eq!(cars.len(), TAPE_TAKEN);
        assert_eq!((cars[0], cars[1], cars[TAPE_TAKEN - 1]), (0, 30, 60));
        // Going back does not add takeovers.
        recorder.rewind(0);
        assert!(recorder.head.taken.iter().all(|one| one.at == 0));
    }
}

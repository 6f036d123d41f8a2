//! Plays a round along a recording, to any moment, and compares it with the recording.

use crate::params::{DEAR_ACTS, DEAR_BYTES};
use crate::tape::compare::{first_phase, phases_of};
use crate::tape::contradiction::check_wheels;
use crate::tape::record::{hashed_second, low_bits};
use crate::tape::script::{Hands, Script};
use crate::tape::{Contradiction, Outcome, Parting, Tape, Timeline};
use crate::{Crash, Round, RoundPhase, RoundSnapshot};
use dodgem_scene::arena::HandError;

/// A crash on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Number of steps after which it happened.
    pub steps: u64,
    /// The crash.
    pub crash: Crash,
}

/// Plays a round along a recording, step by step or to any moment.
pub struct Guide {
    tape: Tape,
    script: Script,
    timeline: Timeline,
    marks: Vec<Mark>,
    /// Number of playable steps: all of the recording's, but none after the end of the round.
    steps: u64,
    /// Number of steps that have been played at least once.
    scanned: u64,
    /// Number of acts of the current moment that are done.
    done: usize,
    /// Work of all acts before the current moment.
    work_before: u64,
    /// Moments with expensive acts: for each, its work and a snapshot of the step after it.
    dear: Vec<(u64, RoundSnapshot)>,
    /// True if snapshots and crashes are kept, so that the round can return to them.
    keeps: bool,
    /// True if every step hashes its phases, not only those with recorded phases.
    hashes_all: bool,
    /// True if equal controls give an equal round, according to its level.
    repeatable: bool,
    contradiction: Option<Contradiction>,
}

impl Guide {
    /// Creates a guide for a round of the recording that has not begun.
    pub(super) fn new(tape: Tape, round: &Round) -> Self {
        let steps = tape.steps();
        let mut guide = Guide {
            script: Script::of(&tape.changes, &tape.acts),
            tape,
            timeline: Timeline::along(round, steps),
            marks: Vec::new(),
            steps,
            scanned: 0,
            done: 0,
            work_before: 0,
            dear: Vec::new(),
            keeps: true,
            hashes_all: false,
            repeatable: round.arena().is_repeatable(),
            contradiction: None,
        };
        guide.hold_moment(round);
        guide
    }

    /// Returns the recording.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// Returns the crashes of the part that has been played, in order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Returns the number of playable steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the number of steps that have been played at least once.
    pub fn scanned(&self) -> u64 {
        self.scanned
    }

    /// Returns the first contradiction in the part that has been played.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    /// True if equal controls give an equal round; false if its level has a budget of real time.
    pub fn is_repeatable(&self) -> bool {
        self.repeatable
    }

    /// Returns the reason why the recording must not be shown, if there is one: an impossible act, although
    /// the round matched until then.
    pub fn refused(&self) -> Option<&Contradiction> {
        let is_act = |one: &&Contradiction| matches!(one, Contradiction::Act { .. });
        self.contradiction().filter(is_act)
    }

    /// Returns the number of acts that are done at the current moment of the round, and the total.
    pub fn acts_done(&self, round: &Round) -> (usize, usize) {
        let before = self.script.acts_before(round.steps());
        (before + self.done, self.script.acts().len())
    }

    /// Uses snapshots of the same recording, up to whose last one all of it counts as played.
    pub(super) fn know(&mut self, snapshots: Vec<RoundSnapshot>) {
        self.scanned = snapshots
            .last()
            .map_or(0, RoundSnapshot::steps)
            .min(self.steps);
        if !snapshots.is_empty() {
            self.timeline = Timeline::of_snapshots(snapshots);
        }
    }

    /// Stops keeping snapshots: the recording is played once and only forwards. `hash_phases` makes each step
    /// hash its phases.
    pub(super) fn keep_nothing(&mut self, hash_phases: bool) {
        (self.keeps, self.hashes_all) = (false, hash_phases);
        self.timeline.clear();
    }

    /// Returns the first step (from 1) after which the state differs from the recording.
    pub fn diverged(&self) -> Option<u64> {
        self.contradiction.as_ref().and_then(Contradiction::step)
    }

    /// Returns the players' controls in a step.
    pub fn hands_at(&self, step: u64) -> Hands {
        self.script.at(step)
    }

    /// Returns all recorded inputs.
    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the snapshots along the round.
    pub(super) fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Makes the next step of the round, after the acts before it; returns false at the end.
    pub fn step(&mut self, round: &mut Round) -> bool {
        let step = round.steps();
        if step < self.scanned && self.done == 0 {
            again(&self.dear, &self.script, round);
            self.timeline.note(round);
            return true;
        }
        while round.steps() == step {
            if !self.advance(round) {
                return false;
            }
        }
        true
    }

    /// Performs the acts before the next step of the round, which [`Guide::step`] then makes. Returns false if one of
    /// them is impossible.
    pub fn perform_acts(&mut self, round: &mut Round) -> bool {
        while self.done < self.script.acts_at(round.steps()).len() {
            if !self.advance(round) {
                return false;
            }
        }
        true
    }

    /// Plays one act or one step further than the round has been played. Returns true once all of it has been
    /// played.
    pub fn scan(&mut self, round: &mut Round) -> bool {
        if round.steps() != self.scanned {
            self.go_to(round, self.scanned);
        }
        !self.advance(round) || self.scanned >= self.steps
    }

    /// Performs the next act, or makes the next step once all acts before it are done. Returns false at the
    /// end or at an impossible act.
    fn advance(&mut self, round: &mut Round) -> bool {
        let step = round.steps();
        if step >= self.steps {
            return false;
        }
        if self.done == 0 {
            self.work_before = round.hand_work();
        }
        if let Some(one) = self.script.acts_at(step).get(self.done) {
            let done = match round.is_hand_full() {
                true => Err(HandError::Refused(
                    "up to here the hand did more than a recording may hold".to_owned(),
                )),
                false => round.act(&one.act),
            };
            self.done += 1;
            return match done {
                Ok(()) => true,
                Err(error) => self.cannot_act(step, error),
            };
        }
        self.done = 0;
        self.make_step(round);
        true
    }

    /// Handles an impossible act. Returns true if playback continues.
    fn cannot_act(&mut self, step: u64, error: HandError) -> bool {
        if !self.repeatable {
            // The simulation differs from the recorded round, whose stored poses are only those of the cars:
            // no further act is tried.
            let first = self.script.acts_before(step) + self.done - 1;
            self.script.forget_acts(first);
            return true;
        }
        self.steps = step;
        self.contradict(Contradiction::Act {
            number: self.script.acts_before(step) + self.done,
            step: step + 1,
            error,
        });
        false
    }

    /// Makes the next step, once all acts before it are done.
    fn make_step(&mut self, round: &mut Round) {
        let step = round.steps();
        let new = step == self.scanned;
        let second = hashed_second(step + 1).filter(|_| new);
        round.hash_phases(second.is_some() || self.hashes_all);
        let work = round.hand_work() - self.work_before;
        round.step(&self.script.at(step));
        round.hash_phases(false);
        if self.keeps {
            self.timeline.note(round);
        }
        if !new {
            return;
        }
        let steps = step + 1;
        self.scanned = steps;
        if self.keeps {
            self.marks.extend(round.crashes().iter().map(|crash| Mark {
                steps,
                crash: *crash,
            }));
            self.keep_dear(round, work);
        }
        self.hold_step(round, second.is_some());
        self.hold_moment(round);
    }

    /// Keeps a snapshot of the moment after expensive acts. If they need too much memory, the cheapest goes.
    fn keep_dear(&mut self, round: &Round, work: u64) {
        if work < DEAR_ACTS {
            return;
        }
        self.dear.push((work, round.snapshot()));
        while self.dear.iter().map(|one| one.1.size()).sum::<usize>() > DEAR_BYTES {
            let works = self.dear.iter().map(|one| one.0).enumerate();
            let Some((cheapest, _)) = works.min_by_key(|one| one.1) else {
                return;
            };
            self.dear.remove(cheapest);
        }
    }

    /// Compares the state after a step with the recorded one.
    fn hold_step(&mut self, round: &Round, with_phases: bool) {
        let step = round.steps();
        let recorded = self.tape.phases_of(step).filter(|_| with_phases);
        let phase = recorded.and_then(|recorded| first_phase(recorded, phases_of(round)));
        let parting = Parting::at(step, phase);
        let stated = self.tape.hash_after(step);
        if stated.is_some_and(|stated| stated != low_bits(round.state_hash())) {
            self.contradict(Contradiction::State(parting));
        } else if phase.is_some() {
            self.contradict(Contradiction::Phase(parting));
        }
    }

    /// Compares takeovers, end and result with the round at the current moment.
    fn hold_moment(&mut self, round: &Round) {
        if let Err(contradiction) = check_wheels(&self.tape.head, round) {
            self.contradict(contradiction);
        }
        let (stated, here) = (self.tape.steps(), round.steps());
        if self.repeatable && round.phase() == RoundPhase::Over && here < stated {
            self.steps = here;
            let given = here;
            self.contradict(Contradiction::Steps { stated, given });
        }
        if here == self.steps {
            let (stated, given) = (self.tape.head.result, Outcome::of(round));
            if stated != given {
                self.contradict(Contradiction::Result { stated, given });
            }
        }
    }

    /// Stores the first contradiction; ignored for rounds that cannot be repeated.
    fn contradict(&mut self, what: Contradiction) {
        if self.repeatable {
            self.contradiction.get_or_insert(what);
        }
    }

    /// Moves the round to the moment after `steps` steps, or to the end.
    pub fn seek(&mut self, round: &mut Round, steps: u64) {
        // The part that has not been played yet is played step by step, so that its crashes are recorded.
        while self.scanned < steps.min(self.steps) {
            self.go_to(round, self.scanned);
            if !self.step(round) {
                break;
            }
        }
        self.go_to(round, steps.min(self.steps));
    }

    fn go_to(&mut self, round: &mut Round, steps: u64) {
        if round.steps() != steps || self.done > 0 {
            let (dear, script) = (&self.dear, &self.script);
            (self.timeline).seek(round, steps, |round| again(dear, script, round));
            self.done = 0;
        }
    }
}

/// Repeats a step, from a snapshot if the acts before it are expensive.
fn again(dear: &[(u64, RoundSnapshot)], script: &Script, round: &mut Round) {
    let after = round.steps() + 1;
    let known = dear.iter().find(|one| one.1.steps() == after);
    let there = known.is_some_and(|one| round.restore(&one.1).is_ok());
    if !there {
        script.step_again(round);
    }
}

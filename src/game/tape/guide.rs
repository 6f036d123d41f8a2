//! Leads a round along a recording, to any moment of it, and holds what it states against the round.

use crate::arena::HandError;
use crate::game::tape::compare::{first_phase, phases_of};
use crate::game::tape::contradiction::check_wheels;
use crate::game::tape::record::{hashed_second, low_bits};
use crate::game::tape::script::{Hands, Script};
use crate::game::tape::{Contradiction, Outcome, Parting, Tape, Timeline};
use crate::game::{Crash, Round, RoundPhase, RoundSnapshot};
use crate::params::{DEAR_ACTS, DEAR_BYTES};

/// A crash on the time line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// After how many steps.
    pub steps: u64,
    /// The crash.
    pub crash: Crash,
}

/// Leads a round along a recording: step by step, or to any moment.
pub struct Guide {
    tape: Tape,
    script: Script,
    timeline: Timeline,
    marks: Vec<Mark>,
    /// How many steps can be played: all, but none after the end of the round.
    steps: u64,
    /// How far it has been played at least once.
    scanned: u64,
    /// So many of the acts of the moment at which the round is have been done.
    done: usize,
    /// The work of the acts that had been done when that moment began.
    work_before: u64,
    /// Moments whose acts take long, as they were a step after these, each with their work.
    dear: Vec<(u64, RoundSnapshot)>,
    /// Whether the way is kept, to be gone to again.
    keeps: bool,
    /// Whether each step hashes its phases, and not only those that are recorded.
    hashes_all: bool,
    /// Whether the same controls give the same round, as its level says.
    repeatable: bool,
    contradiction: Option<Contradiction>,
}

impl Guide {
    /// A guide for a round of the recording that has not begun.
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

    /// The recording.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// The crashes up to where it has been played, in their order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How many steps can be played.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many steps have been played at least once.
    pub fn scanned(&self) -> u64 {
        self.scanned
    }

    /// The first thing that the recording states and the round did not give, as far as it has been played.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        self.contradiction.as_ref()
    }

    /// Whether the same controls give the same round: not if its level has a budget of real time.
    pub fn is_repeatable(&self) -> bool {
        self.repeatable
    }

    /// Why the recording is not to be shown, if that is so: its hand did what cannot be done, though the round had been
    /// as recorded until then.
    pub fn refused(&self) -> Option<&Contradiction> {
        let is_act = |one: &&Contradiction| matches!(one, Contradiction::Act { .. });
        self.contradiction().filter(is_act)
    }

    /// How many of the hand's acts have been done where the round is, and how many there are.
    pub fn acts_done(&self, round: &Round) -> (usize, usize) {
        let before = self.script.acts_before(round.steps());
        (before + self.done, self.script.acts().len())
    }

    /// Nothing is kept of the way from here on: the recording is played once and only forwards. If asked for, each step
    /// hashes its phases.
    pub(super) fn keep_nothing(&mut self, hash_phases: bool) {
        (self.keeps, self.hashes_all) = (false, hash_phases);
        self.timeline.clear();
    }

    /// The first step (from 1) after which the state was not the recorded one.
    pub fn diverged(&self) -> Option<u64> {
        self.contradiction.as_ref().and_then(Contradiction::step)
    }

    /// What the players do in a step.
    pub fn hands_at(&self, step: u64) -> Hands {
        self.script.at(step)
    }

    /// What the players do.
    pub(super) fn script(&self) -> &Script {
        &self.script
    }

    /// The snapshots along the round.
    pub(super) fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Makes the next step of the round, with what the hand did before it; false at the end.
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

    /// Plays on by a little from where it has been played to: an act of the hand, or a step. Says whether all of it has
    /// been played then.
    pub fn scan(&mut self, round: &mut Round) -> bool {
        if round.steps() != self.scanned {
            self.go_to(round, self.scanned);
        }
        !self.advance(round) || self.scanned >= self.steps
    }

    /// Does the next act of the hand, or makes the next step if all before it are done; false at the end. An act that
    /// cannot be done is the end.
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

    /// Notes that an act cannot be done. Says whether the recording goes on.
    fn cannot_act(&mut self, step: u64, error: HandError) -> bool {
        if !self.repeatable {
            // Its round goes differently each time, and the pictures that it keeps are of the cars: nothing more is
            // tried.
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

    /// Makes the next step, before which all has been done.
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

    /// Keeps the moment after a step before which the hand did so much work, if that was much. The dearest stay.
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

    /// Holds the state after a step against the recorded one.
    fn hold_step(&mut self, round: &Round, with_phases: bool) {
        let step = round.steps();
        let recorded = self.tape.phases_of(step).filter(|_| with_phases);
        let phase = recorded.and_then(|recorded| first_phase(recorded, phases_of(round)));
        let parting = Parting::at(step, phase);
        if self.tape.hash_after(step) != Some(low_bits(round.arena().state_hash())) {
            self.contradict(Contradiction::State(parting));
        } else if phase.is_some() {
            self.contradict(Contradiction::Phase(parting));
        }
    }

    /// Holds what is stated of the moment at which the round is against it: wheels, the end, the result.
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

    /// Notes the first thing that is not as it is stated. Of rounds that cannot be repeated none is.
    fn contradict(&mut self, what: Contradiction) {
        if self.repeatable {
            self.contradiction.get_or_insert(what);
        }
    }

    /// Takes the round to where it was after so many steps, or to the end.
    pub fn seek(&mut self, round: &mut Round, steps: u64) {
        // What has not been played yet is, so that its crashes are noted.
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

/// Makes a step again that has been made before: at once, if what the hand did before it takes long.
fn again(dear: &[(u64, RoundSnapshot)], script: &Script, round: &mut Round) {
    let after = round.steps() + 1;
    let known = dear.iter().find(|one| one.1.steps() == after);
    let there = known.is_some_and(|one| round.restore(&one.1).is_ok());
    if !there {
        script.step_again(round);
    }
}

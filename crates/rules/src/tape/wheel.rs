//! Control of a round by players: a new round, or one that they take over from a recording.

use std::sync::Arc;

use dodgem_scene::arena::{Controls, HandError};

use crate::tape::history::{HistoryStep, Pauses, Undone};
use crate::tape::script::{Deed, Hands, Script};
use crate::tape::{Branch, Guide, Player, Recorder, Tape, TapeError, TimedAct, Timeline};
use crate::{Act, Round, RoundPhase};
use dodgem_scene::params::limits;

/// Reason why a recording cannot be taken over here.
#[derive(Debug, thiserror::Error)]
pub enum NoWheel {
    /// Its round cannot be repeated.
    #[error(
        "the round ran on a budget of real time: only its positions were kept, so you cannot drive on"
    )]
    Timed,
    /// The round is over at this moment.
    #[error("the round is over here: go back first, then take the wheel")]
    Over,
    /// The car is out of the round.
    #[error("your car is out of the round here: go back first, then take the wheel")]
    Out,
    /// Its round cannot be simulated again.
    #[error(transparent)]
    Tape(#[from] TapeError),
}

/// Controls and records a round that is played: a new one, or the continuation of a recording.
pub struct Wheel {
    /// Records the round from its start.
    recorder: Recorder,
    /// Snapshots of the last seconds, to go back to.
    timeline: Timeline,
    /// Players' inputs in the recording.
    script: Script,
    /// Number of players at this screen; the others use the recorded controls.
    people: usize,
    /// Number of steps before the takeover, if there was one.
    taken_at: Option<u64>,
    pauses: Pauses,
    /// Undone deeds, which can be redone; the next one to redo is the last.
    undone: Vec<Undone>,
}

/// Fingerprint of a person's work on a scene: number and last of the acts worth saving. If two are equal, so
/// are all earlier acts, because undoing an act also undoes those after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made(Option<(usize, TimedAct)>);

impl Guide {
    /// Checks that a player can take over at the current moment of the round.
    ///
    /// # Errors
    /// [`NoWheel`] with the reason.
    pub fn check_wheel(&self, round: &Round) -> Result<(), NoWheel> {
        if !self.is_repeatable() {
            return Err(NoWheel::Timed);
        }
        if round.phase() == RoundPhase::Over {
            return Err(NoWheel::Over);
        }
        match round.is_out(round.score().player) {
            true => Err(NoWheel::Out),
            false => Ok(()),
        }
    }

    /// Lets players take over a recording at the current moment: its first `people` players, or one player
    /// with the first player's car if the computer drove all. From here on a snapshot is taken every `every`
    /// steps, of which the last `most` are kept.
    ///
    /// # Errors
    /// [`NoWheel`] with the reason.
    pub fn take_wheel(
        &self,
        round: &mut Round,
        people: usize,
        (every, most): (u64, usize),
    ) -> Result<Wheel, NoWheel> {
        self.check_wheel(round)?;
        let (at, tape) = (round.steps(), self.tape());
        let as_recorded = self.diverged().is_none_or(|step| step > at);
        let mut recorder = match as_recorded {
            true => Recorder::of_beginning(tape, at),
            // This program diverges from the recording, so it records its own simulation.
            false => noted_again(tape, at)?,
        };
        recorder.forget_later();
        recorder.branch_from(tape);
        let car = round.free_seat();
        let people = people.clamp(1, round.people().max(1));
        for slot in 0..people {
            // A player with an added car takes over none of the level's cars.
            let mut own = round.cars().iter().take_while(|one| !one.by_hand);
            let theirs = own.position(|one| one.slot == Some(slot));
            recorder.take_over(theirs.unwrap_or(car));
        }
        round.seat_from(car, at);
        Ok(Wheel {
            recorder,
            timeline: self.timeline().going_on(at, every, most),
            script: self.script().clone(),
            people,
            taken_at: Some(at),
            pauses: Pauses::default(),
            undone: Vec::new(),
        })
    }
}

impl Wheel {
    /// Creates it for a round that has not begun.
    pub fn new(recorder: Recorder, round: &Round, (every, most): (u64, usize)) -> Self {
        let mut timeline = Timeline::to_the_start(every, most);
        timeline.note(round);
        Wheel {
            recorder,
            timeline,
            script: Script::default(),
            people: limits::PLAYERS,
            taken_at: None,
            pauses: Pauses::default(),
            undone: Vec::new(),
        }
    }

    /// Returns the recording so far.
    pub fn tape(&self) -> Tape {
        self.recorder.tape()
    }

    /// Notes that its recording so far is kept, so that a later one names it as the one that it continues.
    pub fn note_kept(&mut self, kept: &Tape) {
        self.recorder.branch_from(kept);
    }

    /// True if its recording so far is kept already.
    pub fn is_kept(&self) -> bool {
        self.recorder.is_kept()
    }

    /// Returns its snapshots.
    pub(super) fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Returns the number of steps before the takeover, if there was one.
    pub fn taken_at(&self) -> Option<u64> {
        self.taken_at
    }

    /// Returns the number of players at this screen; the others use the recorded controls.
    pub fn people(&self) -> usize {
        self.people
    }

    /// Returns the controls of all players in one step: live for players at this screen, recorded for the
    /// others.
    fn hands(&self, step: u64, live: &[Controls]) -> Hands {
        let mut hands = self.script.at(step);
        for (slot, hand) in hands.iter_mut().enumerate().take(self.people) {
            *hand = live.get(slot).copied().unwrap_or_default();
        }
        hands
    }

    /// Performs an act between two steps and records it.
    ///
    /// # Errors
    /// [`HandError`] if it is refused.
    pub fn act(&mut self, round: &mut Round, act: Act) -> Result<(), HandError> {
        if !act.goes_on() {
            self.undone.clear();
        }
        self.perform(round, act)
    }

    fn perform(&mut self, round: &mut Round, act: Act) -> Result<(), HandError> {
        let goes_on = act.goes_on();
        let before = self.recorder.script().acts().len();
        self.recorder.act(round, act)?;
        let script = self.recorder.script();
        let (acts, earlier) = (script.acts().len(), script.acts_before(round.steps()));
        if !goes_on {
            self.pauses.note(round, acts, earlier, acts == before);
        }
        Ok(())
    }

    /// True if the next undo takes back driving, because it came after the last act.
    pub fn undoes_driving(&self) -> bool {
        self.deeds().last().is_some_and(|deed| deed.drives)
    }

    /// Returns the deeds that were done and not undone, ordered by time.
    fn deeds(&self) -> &[Deed] {
        let deeds = self.recorder.script().deeds();
        // A drive that begins only in a future step does not count.
        let steps = self.recorder.steps();
        match deeds.last() {
            Some(last) if last.drives && last.at >= steps => &deeds[..deeds.len() - 1],
            _ => deeds,
        }
    }

    /// Returns the number of steps of the history, and that of those that were done and not undone.
    pub fn history(&self) -> (usize, usize) {
        let done = self.deeds().len();
        (done + self.undone.len(), done)
    }

    /// Returns a step of the history; those from the number of done ones on were undone.
    pub fn history_step(&self, index: usize) -> Option<HistoryStep<'_>> {
        let deeds = self.deeds();
        let (script, acts, drives) = match deeds.get(index) {
            Some(deed) => (self.recorder.script(), deed.acts, deed.drives),
            None => {
                let later = index - deeds.len();
                let undone = self.undone.iter().rev().nth(later)?;
                (&undone.script, 0, undone.drives)
            }
        };
        match drives {
            true => Some(HistoryStep::Drive),
            false => script
                .acts()
                .get(acts)
                .map(|one| HistoryStep::Act(&one.act)),
        }
    }

    /// Goes to the moment after a number of steps of the history, by undoing or redoing the others. Returns
    /// false if that moment is no longer reachable, or if there are not so many steps.
    pub fn go_to(&mut self, round: &mut Round, wanted: usize) -> bool {
        let (all, done) = self.history();
        if wanted > all {
            return false;
        }
        if wanted < done {
            return self.undo_from(round, wanted);
        }
        (done..wanted).all(|_| self.redo(round))
    }

    /// Undoes the last deed: driving since the last act, or otherwise the last act that is more than a pull or
    /// release: goes back to its start. Returns false if there is none, or if that moment is no longer
    /// reachable.
    pub fn undo(&mut self, round: &mut Round) -> bool {
        let done = self.deeds().len();
        done > 0 && self.undo_from(round, done - 1)
    }

    /// Undoes the deeds from one on.
    fn undo_from(&mut self, round: &mut Round, first: usize) -> bool {
        let deeds = self.deeds()[first..].to_vec();
        let script = self.recorder.script();
        let branches: Arc<[Branch]> = self.recorder.branches().into();
        let mut ends = deeds[1..].iter().map(|next| (next.at, next.acts));
        let mut parts = Vec::new();
        for deed in &deeds {
            let now = (round.steps(), script.acts().len());
            let (until, acts) = ends.next().unwrap_or(now);
            parts.push(Undone {
                script: script.part((deed.at, until), deed.acts..acts),
                drives: deed.drives,
                until,
                branches: Arc::clone(&branches),
            });
        }
        let before = script.acts()[..deeds[0].acts].to_vec();
        let mut undone = std::mem::take(&mut self.undone);
        let reached = self.back_to(round, deeds[0].at, &before);
        if reached {
            undone.extend(parts.into_iter().rev());
            self.undone = undone;
        }
        reached
    }

    /// Goes back to the moment after `at` steps and these acts.
    fn back_to(&mut self, round: &mut Round, at: u64, acts: &[TimedAct]) -> bool {
        let first = match self.pauses.restore(round, at, acts.len()) {
            Some(done) => {
                self.recorder.rewind_to(at, done);
                done
            }
            None if self.rewind(round, at) => self.recorder.script().acts().len(),
            None => return false,
        };
        // These acts succeeded then, so they succeed now.
        let mut acts = acts[first..].iter();
        acts.all(|one| self.perform(round, one.act.clone()).is_ok())
    }

    /// True if there is an act to undo.
    pub fn has_acts(&self) -> bool {
        !self.recorder.script().deeds().is_empty()
    }

    /// Returns the fingerprint of the person's work on the scene.
    pub fn made(&self) -> Made {
        let acts = self.recorder.script().acts().iter();
        let mut made = acts.filter(|one| one.act.makes());
        Made(
            made.next_back()
                .cloned()
                .map(|last| (1 + made.count(), last)),
        )
    }

    /// Returns the number of undone items that can be redone.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Returns the memory of its snapshots, in bytes.
    pub fn size(&self) -> usize {
        self.timeline.size() + self.pauses.size()
    }

    /// Returns the acts before the first step.
    pub fn first_acts(&self) -> impl Iterator<Item = &Act> {
        self.recorder.script().acts_at(0).iter().map(|one| &one.act)
    }

    /// True if there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Redoes the last undo. Returns false if there is none, or if an act fails.
    pub fn redo(&mut self, round: &mut Round) -> bool {
        let Some(undone) = self.undone.pop() else {
            return false;
        };
        let (script, until, from) = (undone.script, undone.until, round.steps());
        let mut all = true;
        loop {
            let at = round.steps();
            for one in script.acts_at(at) {
                all &= self.perform(round, one.act.clone()).is_ok();
            }
            if at >= until {
                if all {
                    self.recorder.note_branches(&undone.branches, from);
                }
                return all;
            }
            self.make_step(round, &script.at(at));
        }
    }

    /// Makes a step of the round, and records it with the controls.
    fn make_step(&mut self, round: &mut Round, hands: &[Controls]) {
        self.pauses.clear();
        self.recorder.step(round, hands);
        self.timeline.note(round);
    }

    /// Makes a step of the round and records it.
    pub fn step(&mut self, round: &mut Round, live: &[Controls]) {
        self.undone.clear();
        let hands = self.hands(round.steps(), live);
        self.make_step(round, &hands);
    }

    /// Returns the earliest moment that can be reached without delay.
    pub fn quick_from(&self) -> u64 {
        self.timeline.quick_from().unwrap_or(0)
    }

    /// Moves the round back to the moment after `target` steps, from which it continues; a takeover after
    /// that moment moves there. Returns false if the moment cannot be reached.
    pub fn rewind(&mut self, round: &mut Round, target: u64) -> bool {
        let recorder = &self.recorder;
        self.undone.clear();
        self.pauses.clear();
        let reached = (self.timeline).seek(round, target, |round| recorder.step_again(round));
        if reached {
            self.recorder.rewind(target);
            self.timeline.forget_after(target);
            if self.taken_at.is_some_and(|at| target < at) {
                self.taken_at = Some(target);
                round.seat_from(round.free_seat(), target);
            }
        }
        reached
    }
}

/// Creates a recorder with the first steps of a recording, as this program simulates them.
fn noted_again(tape: &Tape, steps: u64) -> Result<Recorder, TapeError> {
    let (guide, _, _, mut round) = Player::new(tape.clone())?.into_parts();
    let mut recorder = Recorder::again(tape);
    for step in 0..steps {
        for one in guide.script().acts_at(step) {
            // A refused act has no effect and is not recorded.
            let _ = recorder.act(&mut round, one.act.clone());
        }
        recorder.step(&mut round, &guide.hands_at(step));
    }
    Ok(recorder)
}

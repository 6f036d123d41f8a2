//! Who is at the wheel of a round: people, or from any moment of a recording on people who take it over.

use crate::arena::{Controls, HandError};

use crate::game::tape::script::{Hands, Script};
use crate::game::tape::{Guide, Player, Recorder, Tape, TapeError, TimedAct, Timeline};
use crate::game::{Act, Round, RoundPhase};
use crate::level::limits;

/// Why nobody can take the wheel of a recording here.
#[derive(Debug, thiserror::Error)]
pub enum NoWheel {
    /// Its round cannot be repeated.
    #[error(
        "the round ran on a budget of real time: only its pictures were kept, nobody can drive on"
    )]
    Timed,
    /// It is at its end.
    #[error("the round is over here: go back first, then take the wheel")]
    Over,
    /// The car is out of the round.
    #[error("your car is out of the round here: go back first, then take the wheel")]
    Out,
    /// The recording is not of a round that can be played again.
    #[error(transparent)]
    Tape(#[from] TapeError),
}

/// Who drives what in a round that is played, and what is noted of it: a new round, or one that goes on from
/// a recording.
pub struct Wheel {
    /// Notes the round, from its beginning on.
    recorder: Recorder,
    /// Snapshots of the last seconds, to be gone back to.
    timeline: Timeline,
    /// What the players did in the recording.
    script: Script,
    /// So many of the players are here; the others drive as they were recorded.
    people: usize,
    /// After how many steps the round was taken over, if it was.
    taken_at: Option<u64>,
    /// What was taken back and can be done again; the last one first.
    undone: Vec<Undone>,
}

/// A person's work on a scene, to be compared: the number of acts and the last of them. If both are equal, so are all
/// before, as an act that is taken back takes those after it along.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Made(Option<(usize, TimedAct)>);

/// Steps and acts that were taken back.
struct Undone {
    script: Script,
    /// So many acts of the moment that was gone back to were done again there.
    done: usize,
    /// After how many steps it was taken back.
    until: u64,
}

impl Guide {
    /// Why the wheel cannot be taken where the round is, if it cannot.
    ///
    /// # Errors
    /// The reason.
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

    /// Lets people take the wheels of a recording where the round is: the first so many of its players, or
    /// one who gets the first player's car if the computer had all. `seats` says by what each of them
    /// drives. Snapshots are taken from here on every so many steps, of which so many are kept.
    ///
    /// # Errors
    /// [`NoWheel`] says why not.
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
            // What was recorded is not what is gone on from.
            false => noted_again(tape, at)?,
        };
        recorder.forget_later();
        let car = round.free_seat();
        let people = people.clamp(1, round.people().max(1));
        for slot in 0..people {
            // Who has a car that came by hand takes the wheel of none of the level's.
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
            undone: Vec::new(),
        })
    }
}

impl Wheel {
    /// For a round that has not begun.
    pub fn new(recorder: Recorder, round: &Round, (every, most): (u64, usize)) -> Self {
        let mut timeline = Timeline::to_the_start(every, most);
        timeline.note(round);
        Wheel {
            recorder,
            timeline,
            script: Script::default(),
            people: limits::PLAYERS,
            taken_at: None,
            undone: Vec::new(),
        }
    }

    /// The recording so far.
    pub fn tape(&self) -> Tape {
        self.recorder.tape()
    }

    /// After how many steps the round was taken over, if it was.
    pub fn taken_at(&self) -> Option<u64> {
        self.taken_at
    }

    /// How many of the players are here; the others drive as they were recorded.
    pub fn people(&self) -> usize {
        self.people
    }

    /// What all players do in a step: those who are here what they do, the others what they did.
    fn hands(&self, step: u64, live: &[Controls]) -> Hands {
        let mut hands = self.script.at(step);
        for (slot, hand) in hands.iter_mut().enumerate().take(self.people) {
            *hand = live.get(slot).copied().unwrap_or_default();
        }
        hands
    }

    /// Does something between two steps and notes it.
    ///
    /// # Errors
    /// [`HandError`] if it cannot be.
    pub fn act(&mut self, round: &mut Round, act: Act) -> Result<(), HandError> {
        if !act.goes_on() {
            self.undone.clear();
        }
        self.recorder.act(round, act)
    }

    /// True if what was done last is that somebody drove, which is taken back first.
    pub fn undoes_driving(&self) -> bool {
        self.recorder.last_drive().is_some()
    }

    /// Goes back to where the hand did the last thing but pulling and letting go, as if that had not been done; if
    /// somebody has driven since, to where that began. False if there is none, or if that moment is no longer kept.
    pub fn undo(&mut self, round: &mut Round) -> bool {
        let last = self.recorder.last_drive();
        let Some((at, before)) = last.or_else(|| self.recorder.last_act()) else {
            return false;
        };
        let script = self.recorder.script().tail(at);
        let until = round.steps();
        let mut undone = std::mem::take(&mut self.undone);
        if !self.rewind(round, at) {
            return false;
        }
        undone.push(Undone {
            script,
            done: before.len(),
            until,
        });
        // They could be done then, so they can now.
        let mut acts = before.into_iter();
        let all = acts.all(|act| self.recorder.act(round, act).is_ok());
        self.undone = undone;
        all
    }

    /// True if the hand did anything that can be taken back.
    pub fn has_acts(&self) -> bool {
        self.recorder.last_act().is_some()
    }

    /// The person's work on the scene so far.
    pub fn made(&self) -> Made {
        let acts = self.recorder.script().acts().iter();
        let mut made = acts.filter(|one| one.act.makes());
        Made(
            made.next_back()
                .cloned()
                .map(|last| (1 + made.count(), last)),
        )
    }

    /// The number of things that were taken back and can be done again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The memory that its snapshots take, in bytes.
    pub fn size(&self) -> usize {
        self.timeline.size()
    }

    /// What the hand did before the first step.
    pub fn first_acts(&self) -> impl Iterator<Item = &Act> {
        self.recorder.script().acts_at(0).iter().map(|one| &one.act)
    }

    /// True if something that was taken back can be done again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays forward again what the last undo took back. False if there is nothing, or if it came out differently.
    pub fn redo(&mut self, round: &mut Round) -> bool {
        let Some(Undone {
            script,
            mut done,
            until,
        }) = self.undone.pop()
        else {
            return false;
        };
        let mut all = true;
        loop {
            let at = round.steps();
            for one in script.acts_at(at).iter().skip(std::mem::take(&mut done)) {
                all &= self.recorder.act(round, one.act.clone()).is_ok();
            }
            if at >= until {
                return all;
            }
            self.recorder.step(round, &script.at(at));
            self.timeline.note(round);
        }
    }

    /// Makes a step of the round and notes it.
    pub fn step(&mut self, round: &mut Round, live: &[Controls]) {
        self.undone.clear();
        let hands = self.hands(round.steps(), live);
        self.recorder.step(round, &hands);
        self.timeline.note(round);
    }

    /// The earliest moment that can be gone back to at once.
    pub fn quick_from(&self) -> u64 {
        self.timeline.quick_from().unwrap_or(0)
    }

    /// Takes the round back to where it was after so many steps, from where it goes on anew: also to before
    /// the wheel was taken, which is taken there then. Says whether that is kept.
    pub fn rewind(&mut self, round: &mut Round, target: u64) -> bool {
        let recorder = &self.recorder;
        self.undone.clear();
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

/// A recorder that has noted the first steps of a recording as they go with this program.
fn noted_again(tape: &Tape, steps: u64) -> Result<Recorder, TapeError> {
    let (guide, _, _, mut round) = Player::new(tape.clone())?.into_parts();
    let mut recorder = Recorder::again(tape);
    for step in 0..steps {
        for one in guide.script().acts_at(step) {
            // What cannot be done is not gone on from.
            let _ = recorder.act(&mut round, one.act.clone());
        }
        recorder.step(&mut round, &guide.hands_at(step));
    }
    Ok(recorder)
}

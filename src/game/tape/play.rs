//! Plays a recording, goes to any moment of it, and holds what it states against the round.

use crate::game::tape::compare::{first_phase, phases_of};
use crate::game::tape::contradiction::{check_level, check_wheels};
use crate::game::tape::record::{file_hash, hashed_second, low_bits};
use crate::game::tape::script::{Hands, Script};
use crate::game::tape::{Contradiction, Outcome, Parting, Tape, TapeError, Timeline};
use crate::game::{Crash, Round, RoundOptions, RoundPhase};
use crate::level::{Level, Library, parse};

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
    contradiction: Option<Contradiction>,
}

impl Guide {
    /// A guide for a round of the recording that has not begun.
    fn new(tape: Tape, round: &Round) -> Self {
        let steps = tape.steps();
        let mut guide = Guide {
            script: Script::of(&tape.changes, &tape.acts),
            tape,
            timeline: Timeline::along(round, steps),
            marks: Vec::new(),
            steps,
            scanned: 0,
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

    /// Makes the next step of the round; false at the end.
    pub fn step(&mut self, round: &mut Round) -> bool {
        let step = round.steps();
        if step >= self.steps {
            return false;
        }
        let new = step == self.scanned;
        let second = hashed_second(step + 1).filter(|_| new);
        round.hash_phases(second.is_some());
        let done = self.script.act(round);
        round.step(&self.script.at(step));
        round.hash_phases(false);
        if let Err(error) = done {
            self.contradict(Contradiction::Act { step, error });
        }
        self.timeline.note(round);
        if new {
            let steps = step + 1;
            self.scanned = steps;
            self.marks.extend(round.crashes().iter().map(|crash| Mark {
                steps,
                crash: *crash,
            }));
            self.hold_step(round, second.is_some());
            self.hold_moment(round);
        }
        true
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
        let repeatable = self.tape.head.repeatable;
        if repeatable && round.phase() == RoundPhase::Over && here < stated {
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
        if self.tape.head.repeatable {
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
        if round.steps() != steps {
            let script = &self.script;
            self.timeline.seek(round, steps, |round| script.step(round));
        }
    }
}

/// A recording that is being played.
pub struct Player {
    library: Library,
    level: Level,
    round: Round,
    guide: Guide,
}

impl Player {
    /// A player at the beginning of a recording. Nothing is read but what is built in and what the
    /// recording holds.
    ///
    /// # Errors
    /// [`TapeError`] if a model is missing or another one, if the level cannot be played or is not as the
    /// recording states.
    pub fn new(tape: Tape) -> Result<Self, TapeError> {
        let given = tape.models.iter();
        let given = given.filter_map(|one| Some((one.name.clone(), one.file.clone()?)));
        let library = Library::new(Vec::new()).with_models(given.collect());
        for model in &tape.models {
            let refused = |what: String| TapeError::Model {
                name: model.name.clone(),
                what,
            };
            let file = library.model_file(&model.name);
            let (bytes, _) =
                file.map_err(|error| refused(format!("is missing: {}", error.message)))?;
            if file_hash(&bytes) != model.hash {
                return Err(refused("is not the one that was recorded".to_owned()));
            }
        }
        let level = parse(&library, "recording", &tape.level)?;
        let mut round = Round::with_options(&level, &library, options(&tape))?;
        check_level(&tape, &round)?;
        if let Some(first) = tape.head.taken.first() {
            round.seat_from(usize::from(first.car), first.at);
        }
        let guide = Guide::new(tape, &round);
        Ok(Player {
            library,
            level,
            round,
            guide,
        })
    }

    /// What leads the round, and the level, the models and the round itself.
    pub fn into_parts(self) -> (Guide, Level, Library, Round) {
        (self.guide, self.level, self.library, self.round)
    }

    /// What leads the round.
    pub fn guide(&self) -> &Guide {
        &self.guide
    }

    /// The round as it is now.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Makes the next step; false at the end.
    pub fn step(&mut self) -> bool {
        self.guide.step(&mut self.round)
    }

    /// Goes to where the round was after so many steps, or to the end.
    pub fn seek(&mut self, steps: u64) {
        self.guide.seek(&mut self.round, steps);
    }
}

/// The options of the recorded round.
fn options(tape: &Tape) -> RoundOptions {
    let head = &tape.head;
    RoundOptions {
        seed: head.seed,
        humans: usize::from(head.humans),
        difficulty: head.difficulty,
        duration: head.duration,
        countdown: head.countdown,
        mode: Some(head.mode),
        // Its level says so.
        teams: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tape::tests_support::{recorded, short_tape};

    #[test]
    fn a_recording_plays_as_the_round_did_and_any_moment_is_reached() {
        let (tape, hashes) = recorded("classic", 900);
        let mut player = Player::new(tape).unwrap();
        while player.step() {}
        assert_eq!(
            (player.guide().scanned(), player.guide().diverged()),
            (900, None)
        );
        assert!(!player.guide().marks().is_empty());
        let mut random: u64 = 1;
        for _ in 0..60 {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let steps = (random >> 40) % 901;
            player.seek(steps);
            assert_eq!(player.round().steps(), steps);
            if steps > 0 {
                let hash = player.round().arena().state_hash();
                assert_eq!(hash, hashes[steps as usize - 1], "after {steps}");
            }
        }
    }

    #[test]
    fn a_changed_control_diverges_at_its_step_or_soon_after() {
        let (mut tape, _) = recorded("classic", 900);
        // Full throttle backwards from the first change on.
        assert!(!tape.changes.is_empty(), "somebody drives");
        for change in &mut tape.changes {
            change.throttle = -change.throttle;
        }
        let mut player = Player::new(tape).unwrap();
        player.seek(900);
        let diverged = player.guide().diverged().expect("another round");
        assert!((60..400).contains(&diverged), "{diverged}");
    }

    #[test]
    fn another_model_is_refused_by_its_name() {
        let mut tape = short_tape();
        tape.models[0].hash ^= 1;
        let Err(error) = Player::new(tape) else {
            panic!("it was taken");
        };
        assert!(error.to_string().contains("bumper_car.obj"), "{error}");
    }

    #[test]
    fn a_level_that_makes_no_sense_is_refused() {
        let mut tape = short_tape();
        tape.level = "(name: 1)".to_owned();
        assert!(matches!(Player::new(tape), Err(TapeError::Level(_))));
    }
}

//! Plays a recording, and goes to any moment of it.

use crate::game::tape::record::{file_hash, low_bits};
use crate::game::tape::script::{Hands, Script};
use crate::game::tape::{Tape, TapeError, Timeline};
use crate::game::{Crash, Round, RoundOptions};
use crate::level::{Level, Library, parse};
use crate::params::TIMELINE_STEPS;

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
    /// How far it has been played at least once.
    scanned: u64,
    diverged: Option<u64>,
}

impl Guide {
    /// A guide for a round of the recording that has not begun.
    fn new(tape: Tape, round: &Round) -> Self {
        // Steps of a recording are bounded, so are its seconds.
        let seconds = (tape.steps() / TIMELINE_STEPS) as usize + 2;
        let mut guide = Guide {
            script: Script::of(&tape.changes),
            tape,
            timeline: Timeline::new(TIMELINE_STEPS, seconds),
            marks: Vec::new(),
            scanned: 0,
            diverged: None,
        };
        guide.timeline.note(round);
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

    /// How many steps have been played at least once.
    pub fn scanned(&self) -> u64 {
        self.scanned
    }

    /// The first step (from 1) after which the state was not the recorded one.
    pub fn diverged(&self) -> Option<u64> {
        self.diverged
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
        if step >= self.tape.steps() {
            return false;
        }
        round.step(&self.script.at(step));
        self.timeline.note(round);
        let steps = step + 1;
        if steps > self.scanned {
            self.scanned = steps;
            self.marks.extend(round.crashes().iter().map(|crash| Mark {
                steps,
                crash: *crash,
            }));
            let hash = low_bits(round.arena().state_hash());
            if self.diverged.is_none() && self.tape.hash_after(steps) != Some(hash) {
                self.diverged = Some(steps);
            }
        }
        true
    }

    /// Takes the round to where it was after so many steps, or to the end.
    pub fn seek(&mut self, round: &mut Round, steps: u64) {
        let target = steps.min(self.tape.steps());
        // What has not been played yet is, so that its crashes are noted.
        while self.scanned < target {
            self.go_to(round, self.scanned);
            if !self.step(round) {
                break;
            }
        }
        self.go_to(round, target);
    }

    fn go_to(&mut self, round: &mut Round, steps: u64) {
        if round.steps() != steps {
            let script = &self.script;
            self.timeline.seek(round, steps, |step| script.at(step));
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
    /// [`TapeError`] if a model is missing or another one, or the level cannot be played.
    pub fn new(tape: Tape) -> Result<Self, TapeError> {
        let library = Library::new(Vec::new()).with_models(tape.given_models());
        for model in &tape.head.models {
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
        let level = parse(&library, "recording", &tape.head.level)?;
        let mut round = Round::with_options(&level, &library, options(&tape))?;
        if let Some((at, car)) = tape.seats_taken().next() {
            round.seat_from(car, at);
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

    /// The same, to lend it a clock or let it hash its phases.
    pub fn round_mut(&mut self) -> &mut Round {
        &mut self.round
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
        mode: head.mode,
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
        tape.head.models[0].hash ^= 1;
        let Err(error) = Player::new(tape) else {
            panic!("it was taken");
        };
        assert!(error.to_string().contains("bumper_car.obj"), "{error}");
    }

    #[test]
    fn a_level_that_makes_no_sense_is_refused() {
        let mut tape = short_tape();
        tape.head.level = "(name: \"x\")".to_owned();
        assert!(matches!(Player::new(tape), Err(TapeError::Level(_))));
    }
}

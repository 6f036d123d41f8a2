//! Plays a recording from its own data: level, models and round.

use crate::params::{BEYOND_SNAPSHOTS, BEYOND_STEPS, REWIND_STEPS};
use crate::tape::contradiction::check_level;
use crate::tape::record::file_hash;
use crate::tape::script::{Hands, Script};
use crate::tape::{Guide, Tape, TapeError, Timeline};
use crate::{Round, RoundOptions, RoundPhase, RoundSnapshot};
use dodgem_scene::arena::Controls;
use dodgem_scene::level::{Level, Library, open_text};

/// A recording that is being played.
pub struct Player {
    library: Library,
    level: Level,
    round: Round,
    guide: Guide,
    /// The round after the end of the recording, if it goes on there.
    beyond: Option<Beyond>,
}

/// The continuation of a round after the end of its recording.
struct Beyond {
    /// The controls.
    script: Script,
    /// Snapshots, so that a rewind does not play all of it again.
    timeline: Timeline,
}

impl Player {
    /// Creates a player at the start of a recording. It reads only built-in files and those in the recording.
    ///
    /// # Errors
    /// [`TapeError`] if a model is missing or differs, or if the level cannot be played or contradicts the
    /// recording.
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
        let placed = open_text(&library, "recording", &tape.level)?;
        let level = (**placed.scene.level()).clone();
        let mut round = Round::begin(placed, options(&tape));
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
            beyond: None,
        })
    }

    /// Uses snapshots of another round of the same recording, so that its moments are reached with few steps.
    pub(super) fn know(&mut self, snapshots: Vec<RoundSnapshot>) {
        self.guide.know(snapshots);
    }

    /// Returns the guide, the level, the models and the round.
    pub fn into_parts(self) -> (Guide, Level, Library, Round) {
        (self.guide, self.level, self.library, self.round)
    }

    /// Returns the guide with its round.
    pub fn parts_mut(&mut self) -> (&mut Guide, &mut Round) {
        (&mut self.guide, &mut self.round)
    }

    /// Returns the guide.
    pub fn guide(&self) -> &Guide {
        &self.guide
    }

    /// Returns the round in its current state.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// Makes the next step; returns false at the end.
    pub fn step(&mut self) -> bool {
        self.guide.step(&mut self.round)
    }

    /// Lets the round go on after the end of the recording, as it would without anything new: the unchanged run
    /// beside one that goes on with other numbers. A round that cannot be repeated ends there.
    pub fn go_on(&mut self) {
        if self.guide.is_repeatable() {
            self.beyond = Some(Beyond {
                script: Script::default(),
                timeline: Timeline::to_the_start(REWIND_STEPS, BEYOND_SNAPSHOTS),
            });
        }
    }

    /// True if the round goes on after the end of the recording.
    pub fn goes_on(&self) -> bool {
        self.beyond.is_some()
    }

    /// Makes the next step; after the end of the recording with these controls, if the round goes on there.
    pub fn step_beside(&mut self, controls: &[Controls]) -> bool {
        let step = self.round.steps();
        if step >= self.guide.steps()
            && let Some(beyond) = &mut self.beyond
        {
            let mut hands = Hands::default();
            for (hand, now) in hands.iter_mut().zip(controls) {
                *hand = *now;
            }
            beyond.script.truncate(step);
            beyond.script.note(step, hands);
            beyond.timeline.forget_after(step);
        }
        self.step_on()
    }

    /// Makes the next step of the recording or after its end.
    fn step_on(&mut self) -> bool {
        if self.guide.step(&mut self.round) {
            return true;
        }
        let step = self.round.steps();
        let Some(beyond) = &mut self.beyond else {
            return false;
        };
        if self.round.phase() == RoundPhase::Over || self.guide.contradiction().is_some() {
            return false;
        }
        self.round.step(&beyond.script.at(step));
        beyond.timeline.note(&self.round);
        true
    }

    /// Keeps no snapshots from now on: the recording is played once and only forwards. `hash_phases` makes each
    /// step hash its phases.
    pub fn play_once(&mut self, hash_phases: bool) {
        self.guide.keep_nothing(hash_phases);
    }

    /// Plays to the moment after the last act and returns to the start, so that expensive acts are cached
    /// before anyone watches.
    pub fn do_acts_once(&mut self) {
        if let Some(last) = self.guide.tape().acts.last() {
            let behind = last.at + 1;
            self.seek(behind);
            self.seek(0);
        }
    }

    /// Moves to the moment after `steps` steps, or to the end; far after the end of the recording it does not go.
    pub fn seek(&mut self, steps: u64) {
        let end = self.guide.steps();
        let target = steps.min(end + BEYOND_STEPS);
        let beyond = self.beyond.as_ref().filter(|_| target > end);
        let is_near = beyond.is_some_and(|beyond| beyond.timeline.go_near(&mut self.round, target));
        if !is_near || self.round.steps() < end {
            self.guide.seek(&mut self.round, steps);
        }
        while self.round.steps() < target && self.step_on() {}
    }
}

/// Returns the options of the recorded round.
fn options(tape: &Tape) -> RoundOptions {
    let head = &tape.head;
    RoundOptions {
        seed: head.seed,
        humans: usize::from(head.humans),
        difficulty: head.difficulty,
        duration: head.duration,
        countdown: head.countdown,
        mode: Some(head.mode),
        // The level states it.
        teams: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::samples::{recorded, short_tape};

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
                let hash = player.round().state_hash();
                assert_eq!(hash, hashes[steps as usize - 1], "after {steps}");
            }
        }
    }

    #[test]
    fn a_brief_recording_plays_alike_and_is_checked_at_its_seconds_and_its_end() {
        let (tape, hashes) = recorded("classic", 250);
        let brief = Tape::decode(&tape.brief().encode().unwrap()).unwrap();
        let stated: Vec<u64> = (1..=250)
            .filter(|&step| brief.hash_after(step).is_some())
            .collect();
        assert_eq!(stated, [120, 240, 250]);
        assert_eq!(brief.phases_of(120), None);
        let mut player = Player::new(brief.clone()).unwrap();
        while player.step() {}
        assert_eq!(player.round().state_hash(), hashes[249]);
        assert_eq!(player.guide().contradiction(), None);
        let compared = crate::tape::compare(&tape, &brief, &mut |_| {}).unwrap();
        assert!(compared.parting.is_none(), "{:?}", compared.parting);
        for step in [240, 250] {
            let mut forged = brief.clone();
            forged.hashes[step - 1] ^= 1;
            let mut player = Player::new(forged).unwrap();
            while player.step() {}
            assert_eq!(player.guide().diverged(), Some(step as u64));
        }
    }

    #[test]
    fn a_changed_control_diverges_at_its_step_or_soon_after() {
        let (mut tape, _) = recorded("classic", 900);
        // Reverse the throttle of every change.
        assert!(!tape.changes.is_empty(), "somebody drives");
        for change in &mut tape.changes {
            change.throttle = -change.throttle;
        }
        let mut player = Player::new(tape).unwrap();
        player.seek(900);
        let diverged = player.guide().diverged().expect("another round");
        assert!((60..400).contains(&diverged), "{diverged}");
    }

    /// The unchanged run goes on with the same controls as the round that it was copied from, to the bit, and comes
    /// back to any moment after the end of the recording.
    #[test]
    fn a_round_that_goes_on_after_its_recording_is_the_unchanged_one() {
        let (long, hashes) = recorded("classic", 400);
        let (short, _) = recorded("classic", 300);
        let mut player = Player::new(short).unwrap();
        player.seek(300);
        assert!(!player.step_beside(&[]), "it has ended");
        player.go_on();
        let script = Script::of(&long.changes, &long.acts);
        for step in 300..400u64 {
            assert!(player.step_beside(&script.at(step)));
            let hash = player.round().state_hash();
            assert_eq!(hash, hashes[step as usize], "after {step}");
        }
        for steps in [350, 120, 301, 400] {
            player.seek(steps);
            let hash = player.round().state_hash();
            assert_eq!(hash, hashes[steps as usize - 1], "again after {steps}");
        }
        // Cause: each step of a rewind played all steps after the recording again.
        let beyond = player.beyond.as_ref().expect("it goes on");
        assert_eq!(beyond.timeline.earliest(), Some(360));
        let mut round = long_round(&long);
        assert!(beyond.timeline.go_near(&mut round, 399));
        assert_eq!(round.steps(), 360);
    }

    /// A round of the recording before its first step.
    fn long_round(tape: &Tape) -> Round {
        Player::new(tape.clone()).unwrap().into_parts().3
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

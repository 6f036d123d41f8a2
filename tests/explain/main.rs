//! Explanations of crashes and near misses: their data against the events of the round and against brute force.

mod command;
mod crash_scan;
mod impacts;
mod near_misses;

use dodgem::game::explain::Explainer;
use dodgem::game::tape::{Recorder, Tape};
use dodgem::game::{Round, RoundOptions, RoundPhase};
use dodgem::level::{Library, load};

/// Records a round that the computer drives. `look` sees the round after each step.
fn recorded(name: &str, seconds: f32, look: impl FnMut(&Round)) -> Tape {
    recorded_with(7, name, seconds, look)
}

/// Like [`recorded`], with that seed.
fn recorded_with(seed: u64, name: &str, seconds: f32, mut look: impl FnMut(&Round)) -> Tape {
    let library = Library::new(Vec::new());
    let level = load(&library, name).unwrap();
    let options = RoundOptions {
        seed,
        humans: 0,
        countdown: 0.1,
        duration: Some(seconds),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    while round.phase() != RoundPhase::Over {
        recorder.step(&mut round, &[]);
        look(&round);
    }
    recorder.tape()
}

/// Plays a recording to its end and asserts that every recorded hash is met.
fn assert_repeats(mut explainer: Explainer, name: &str) {
    let last = explainer.steps();
    explainer.at_step(last, |_| ());
    let guide = explainer.player().guide();
    assert_eq!(guide.contradiction(), None, "{name}");
    assert_eq!(guide.scanned(), last, "{name}");
}

//! Recordings for tests.

use dodgem_scene::arena::Controls;

use crate::tape::{Recorder, Tape};
use crate::{Round, RoundOptions};
use dodgem_scene::level::{Level, Library, load};

/// Records steps of a level in which the players drive in circles; returns the state hash after each step
/// too.
pub fn recorded(name: &str, steps: usize) -> (Tape, Vec<u64>) {
    recorded_as(name, steps, |_, _| {})
}

/// Like [`recorded`], with changes to level and options.
pub fn recorded_as(
    name: &str,
    steps: usize,
    change: impl FnOnce(&mut Level, &mut RoundOptions),
) -> (Tape, Vec<u64>) {
    let library = Library::new(Vec::new());
    let mut level = load(&library, name).unwrap();
    let mut options = RoundOptions {
        countdown: 0.5,
        duration: Some(60.0),
        ..RoundOptions::default()
    };
    change(&mut level, &mut options);
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let mut hashes = Vec::new();
    for step in 0..steps {
        let controls = Controls {
            throttle: 1.0,
            steer: (step as f32 * 0.01).sin(),
            boost: step % 200 > 150,
            ..Controls::default()
        };
        round.begin_frame();
        recorder.step(&mut round, &vec![controls; options.humans]);
        hashes.push(round.state_hash());
    }
    (recorder.tape(), hashes)
}

/// Returns a short recording.
pub fn short_tape() -> Tape {
    recorded("classic", 130).0
}

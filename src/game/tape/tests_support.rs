//! Recordings for tests.

use dodgem_physics::Controls;

use crate::game::tape::{Recorder, Tape};
use crate::game::{Round, RoundOptions};
use crate::level::{Library, load};

/// The recording of so many steps of a level in which somebody drives in circles, and the hash of the
/// state after each step.
pub fn recorded(name: &str, steps: usize) -> (Tape, Vec<u64>) {
    let library = Library::new(Vec::new());
    let level = load(&library, name).unwrap();
    let options = RoundOptions {
        countdown: 0.5,
        duration: Some(60.0),
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let seats = vec!["person".to_owned()];
    let mut recorder = Recorder::new(&round, &library, name, seats).unwrap();
    let mut hashes = Vec::new();
    for step in 0..steps {
        let controls = Controls {
            throttle: 1.0,
            steer: (step as f32 * 0.01).sin(),
            boost: step % 200 > 150,
            ..Controls::default()
        };
        recorder.step(&mut round, &[controls]);
        hashes.push(round.arena().state_hash());
    }
    (recorder.tape(), hashes)
}

/// A short one.
pub fn short_tape() -> Tape {
    recorded("classic", 130).0
}

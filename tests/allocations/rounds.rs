//! A running round allocates nothing once its buffers have grown.

use dodgem::game::{Round, RoundOptions};
use dodgem::level::{Library, load};
use dodgem_oracle::counting::allocations;

#[test]
fn a_round_in_full_swing_allocates_nothing() {
    let library = Library::new(vec![env!("CARGO_MANIFEST_DIR").into()]);
    for name in ["classic", "yard"] {
        let level = load(&library, name).unwrap();
        let options = RoundOptions {
            humans: 0,
            duration: Some(120.0),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        // Room for a crowd and for all queries is made with the cars.
        for _ in 0..40 * 120 {
            round.step(&[]);
        }
        let before = allocations();
        for _ in 0..10 * 120 {
            round.step(&[]);
        }
        let made = allocations() - before;
        assert_eq!(made, 0, "{name}");
    }
}

#[test]
fn a_snapshot_a_second_allocates_nothing_nor_does_going_back() {
    let library = Library::new(vec![env!("CARGO_MANIFEST_DIR").into()]);
    for name in ["classic", "yard"] {
        let level = load(&library, name).unwrap();
        let options = RoundOptions {
            humans: 0,
            duration: Some(120.0),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        for _ in 0..20 * 120 {
            round.step(&[]);
        }
        let start = round.snapshot();
        let mut tape = vec![start.clone(); 10];
        let mut play = |round: &mut Round| {
            let before = allocations();
            round.restore(&start).unwrap();
            for kept in &mut tape {
                for _ in 0..120 {
                    round.step(&[]);
                }
                round.snapshot_into(kept);
            }
            allocations() - before
        };
        // Lists grow until they have been as long as they get.
        play(&mut round);
        assert_eq!(play(&mut round), 0, "{name}");
    }
}

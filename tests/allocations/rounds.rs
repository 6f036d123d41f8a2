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

/// Two hundred triggers of all kinds that wait, with things in zones and contacts below the limits.
#[test]
fn triggers_that_wait_allocate_nothing() {
    let library = Library::new(Vec::new());
    let waiting = [
        r#"Enters(zone: "far")"#,
        r#"Leaves(zone: "near", who: Named(name: "wall"))"#,
        r#"Contact(a: "wall", force: 1e8)"#,
        r#"Breaks(joint: "rod")"#,
        r#"Counter(counter: "n", reaches: 9)"#,
        "After(seconds: 900.0)",
        "Every(seconds: 800.0)",
        "Key(key: L)",
    ];
    let triggers = (0..200).map(|index| {
        let when = waiting[index % waiting.len()];
        format!("(when: {when}, then: [Count(counter: \"n\")]),")
    });
    let triggers: String = triggers.collect();
    let text = format!(
        r#"(name: "W", mode: Free, things: [
            (name: "wall", solid: Box(width: 0.5, height: 0.3, length: 0.3), copies: Wall(columns: 6, rows: 6)),
            (name: "hung", solid: Ball(radius: 0.2), mass: 2.0, center: (3.0, 3.0, 0.0)),
            (name: "rolls", solid: Ball(radius: 0.2), mass: 2.0, at: (0.0, 0.0, 4.0), velocity: (0.5, 0.0, 0.0))],
        joints: [(name: "rod", kind: Rod(), a: "hung", to: (3.5, 5.0, 0.0), breaks: 5000.0)],
        zones: [(name: "near", solid: Box(width: 9.0, height: 4.0, length: 9.0), effect: Gate),
            (name: "far", solid: Box(width: 1.0, height: 1.0, length: 1.0), at: (-15.0, 0.0, 0.0), effect: Gate)],
        triggers: [{triggers}])"#
    );
    let level = dodgem::level::parse(&library, "w", &text).unwrap_or_else(|e| panic!("{e}"));
    let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
    for _ in 0..3 * 120 {
        round.step(&[]);
    }
    let before = allocations();
    for _ in 0..3 * 120 {
        round.step(&[]);
    }
    assert_eq!(allocations() - before, 0);
    assert!(round.counters().all(|(_, count)| count == 0));
}

//! Ten thousand steps of a history fit in 256 MB, and each of them can be reached.

use std::collections::BTreeSet;

use dodgem::arena::ActorId;
use dodgem::game::tape::{Recorder, Wheel};
use dodgem::game::{Round, RoundOptions, Together};
use dodgem::level::{Library, parse};
use dodgem_oracle::counting::held_bytes;
use glam::Vec3;

const MOST: i64 = 256 << 20;
const STEPS: usize = 10_000;

#[test]
fn ten_thousand_steps_of_the_history_fit_in_256_megabytes() {
    let library = Library::new(Vec::new());
    let text = "(name: \"many\", mode: Free, things: [
        (name: \"brick\", solid: Box(width: 0.4, height: 0.2, length: 0.2), asleep: true,
            copies: Grid(columns: 20, rows: 10, gap: 0.4))])";
    let level = parse(&library, "many", text).unwrap();
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let mut round = Round::with_options(&level, &library, options).unwrap();
    let recorder = Recorder::new(&round, &library).unwrap();
    let before = held_bytes();
    let mut wheel = Wheel::new(recorder, &round, (60, 60));
    let row: BTreeSet<ActorId> = (0..12).map(ActorId).collect();
    let place = |round: &Round| round.arena().actor(ActorId(0)).pose.translation();
    let begun = place(&round);
    for step in 0..STEPS {
        let up = if step % 2 == 0 { 0.5 } else { -0.4 };
        let by = Vec3::Y * if step == 0 { 1.0 } else { up };
        // Half of them are made in one pause; time passes between the others.
        if step < STEPS / 2 && step % 20 == 0 {
            wheel.step(&mut round, &[]);
        }
        let lowest = place(&round).y + by.y < 0.2;
        let by = if lowest { Vec3::Y * 3.0 } else { by };
        let by = if place(&round).y + by.y > 5.0 {
            Vec3::NEG_Y * 3.0
        } else {
            by
        };
        let act = Together::Move(by).act(&round, &row).unwrap();
        wheel.act(&mut round, act).unwrap();
    }
    let held = held_bytes() - before;
    assert_eq!(wheel.history(), (STEPS, STEPS));
    assert!(held < MOST, "{held} bytes");
    let after = round.arena().state_hash();
    assert!(wheel.go_to(&mut round, STEPS - 100));
    assert!(wheel.go_to(&mut round, 0));
    assert_eq!(place(&round), begun);
    let undone = held_bytes() - before;
    assert!(undone < MOST, "{undone} bytes, all undone");
    assert!(wheel.go_to(&mut round, STEPS));
    assert_eq!(round.arena().state_hash(), after);
    println!(
        "{} KB with all done, {} KB with all undone",
        held >> 10,
        undone >> 10
    );
}

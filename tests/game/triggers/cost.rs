//! The cost of triggers that do not fire.

use dodgem::game::{Round, RoundOptions};
use dodgem::level::{Library, parse};

use crate::scene_cost::timed;

/// One of each event that does not come in these seconds.
const EVENTS: [&str; 6] = [
    r#"Enters(zone: "far", who: Car)"#,
    r#"Leaves(zone: "far", who: Car)"#,
    r#"Contact(a: "wall 1", b: "wall 9", force: 100000.0)"#,
    r#"Counter(counter: "n", reaches: 9)"#,
    "After(seconds: 3000.0)",
    "Key(key: M)",
];

/// A wall that is shot at, with this many triggers.
fn begun(triggers: usize) -> Round {
    let one = |index: usize| {
        let event = EVENTS[index % EVENTS.len()];
        format!("(when: {event}, then: [Count(counter: \"n\")])")
    };
    let list: Vec<String> = (0..triggers).map(one).collect();
    let text = format!(
        "(name: \"T\", mode: Free, things: [
            (name: \"wall\", solid: Box(width: 0.5, height: 0.25, length: 0.25), copies: Wall(columns: 10, rows: 6)),
            (name: \"ball\", solid: Ball(radius: 0.5), mass: 200.0, center: (0.0, 0.8, 6.0), velocity: (0.0, 0.0, -12.0)),
        ], zones: [(name: \"far\", solid: Ball(radius: 1.0), at: (15.0, 0.0, 15.0), effect: Gate)],
        cars: [(position: (10.0, 0.0), driver: Computer(Chaser)), (position: (-10.0, 0.0), driver: Computer(Bully))],
        triggers: [{}])",
        list.join(", ")
    );
    let library = Library::new(Vec::new());
    let level = parse(&library, "t.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap()
}

/// `cargo test --test game -- --ignored --nocapture two_hundred_triggers`, alone on a quiet machine.
#[test]
#[ignore = "measures time: alone, with --nocapture"]
fn two_hundred_triggers_that_do_not_fire_cost_a_hundredth_of_a_step_at_most() {
    let mut rounds = [0, 200].map(begun);
    let snapshots = [0, 1].map(|index| rounds[index].snapshot());
    let mut best = [f64::INFINITY; 2];
    // In turns, so that a change of the machine's speed concerns both; of the processor's time, because others work too.
    for _ in 0..60 {
        for (index, round) in rounds.iter_mut().enumerate() {
            round.restore(&snapshots[index]).unwrap();
            let ((), took) = timed(|| (0..240).for_each(|_| round.step(&[])));
            best[index] = best[index].min(took.as_secs_f64());
        }
    }
    let [without, with] = best.map(|seconds| seconds * 1e6 / 240.0);
    println!("{without:.2} us a step without triggers, {with:.2} us with 200");
    assert!(with < 1.01 * without, "{with} us, without {without} us");
}

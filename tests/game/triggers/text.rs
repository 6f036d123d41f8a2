//! Faulty triggers in the text of a level: each gets a message with its place and what would be right.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Library, TriggerKey, parse};

use crate::scene_cost::{LONGEST, timed};

/// The message about a level with these triggers, with the line and the column.
fn told(triggers: &str) -> String {
    let text = format!(
        r#"(name: "T", mode: Free, cars: [(name: "Ada", position: (5.0, 5.0), driver: Player)],
things: [(name: "ball", solid: Ball(radius: 0.2), copies: Row(count: 2)), (name: "door", solid: Box(width: 1.0, height: 2.0, length: 0.2), at: (4.0, 0.0, 0.0))],
joints: [(name: "hinge", kind: Hinge(axis: (0.0, 1.0, 0.0)), a: "door"),
    (name: "crank", kind: Hinge(axis: (0.0, 1.0, 0.0)), a: "door", at: (4.0, 1.0, 0.0), motor: (speed: 9.0, force: 9.0, by: Steer))],
zones: [(name: "plate", solid: Box(width: 1.0, height: 1.0, length: 1.0), effect: Gate)],
triggers: [
{triggers}
])"#
    );
    match parse(&Library::new(Vec::new()), "t.ron", &text) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn refused(trigger: &str, place: &str, message: &str) {
    let told = told(trigger);
    let first = told.lines().next().unwrap_or_default();
    assert_eq!(
        first,
        format!("t.ron:{place}: {message}"),
        "{trigger}\n{told}"
    );
}

#[test]
fn names_that_are_not_there_are_told_with_a_suggestion() {
    let say = "then: [Say(text: \"hi\")]";
    for (when, column, message) in [
        (
            "Enters(zone: \"plat\")",
            21,
            "triggers[0].when.zone: there is no zone \"plat\"; did you mean \"plate\"?",
        ),
        (
            "Leaves(zone: \"x\")",
            21,
            "triggers[0].when.zone: there is no zone \"x\"",
        ),
        (
            "Enters(zone: \"plate\", who: Named(name: \"bal\"))",
            47,
            "triggers[0].when.who.name: there is no thing \"bal\"; did you mean \"ball\"?",
        ),
        (
            "Contact(a: \"balls\", force: 3.0)",
            19,
            "triggers[0].when.a: there is no thing \"balls\"; did you mean \"ball\"?",
        ),
        (
            "Contact(a: \"ball\", b: \"dor\", force: 3.0)",
            30,
            "triggers[0].when.b: there is no thing \"dor\"; did you mean \"door\"?",
        ),
        (
            "Breaks(joint: \"hing\")",
            22,
            "triggers[0].when.joint: there is no joint \"hing\"; did you mean \"hinge\"?",
        ),
        (
            "Counter(counter: \"n\", reaches: 3)",
            25,
            "triggers[0].when.counter: nothing counts \"n\"; add a trigger with `Count(counter: \"n\")`",
        ),
    ] {
        refused(
            &format!("(when: {when}, {say})"),
            &format!("7:{column}"),
            message,
        );
    }
}

#[test]
fn effects_that_cannot_be_are_told_with_their_place() {
    let when = "(when: Every(seconds: 1.0), then: ";
    for (then, column, message) in [
        (
            "[]",
            35,
            "triggers[0].then: it does nothing; give it effects, such as `[Restart]`",
        ),
        (
            "[Restart, Motor(joint: \"crak\", drive: On)]",
            58,
            "triggers[0].then[1].joint: there is no joint \"crak\"; did you mean \"crank\"?",
        ),
        (
            "[Motor(joint: \"hinge\", drive: On)]",
            49,
            "triggers[0].then[0].joint: the joint \"hinge\" has no motor; give it one, such as `motor: (speed: 0.0, force: 1000.0)`",
        ),
        (
            "[Motor(joint: \"crank\", drive: On)]",
            49,
            "triggers[0].then[0].joint: the player's controls drive the motor of \"crank\"; take its `by` out",
        ),
        (
            "[Join(joint: (name: \"j\", kind: Weld, a: \"ball\"))]",
            75,
            "triggers[0].then[0].joint.a: there are several of \"ball\"; name one of them, such as \"ball 1\"",
        ),
        (
            "[Join(joint: (kind: Weld, a: \"ball 1\"))]",
            48,
            "triggers[0].then[0].joint.name: it has no name; give it one, so that it is made only once",
        ),
        (
            "[Push(impulse: (0.0, 1.0, 0.0))]",
            36,
            "triggers[0].then[0].thing: no car or thing fires this trigger; name the `thing`",
        ),
        (
            "[Push(thing: \"ball\", impulse: (0.0, 1e7, 0.0))]",
            71,
            "triggers[0].then[0].impulse[1]: impulse is 10000000; it must be between -1000000 and 1000000",
        ),
        (
            "[Gravity(down: 60.0)]",
            50,
            "triggers[0].then[0].down: down is 60; it must be between -50 and 50",
        ),
        (
            "[Wind(velocity: (1.0, 0.0, 0.0))]",
            51,
            "triggers[0].then[0].velocity: wind needs air; give it a density, such as `air: 1.2`",
        ),
        (
            "[Say(text: \"{m} of 3\")]",
            46,
            "triggers[0].then[0].text: nothing counts \"m\"; add a trigger with `Count(counter: \"m\")`",
        ),
        (
            "[Say(text: \" \")]",
            46,
            "triggers[0].then[0].text: the text is empty",
        ),
        (
            "[Add(thing: (solid: Ball(radius: 0.2), part: \"x\"))]",
            47,
            "triggers[0].then[0].thing: ",
        ),
    ] {
        let told = told(&format!("{when}{then})"));
        let first = told.lines().next().unwrap_or_default();
        let expected = format!("t.ron:7:{column}: {message}");
        assert!(first.starts_with(&expected), "{then}\n{told}\n{expected}");
    }
}

#[test]
fn wrong_words_are_told_with_those_that_are_known() {
    for (trigger, place, part) in [
        (
            "(when: Enter(zone: \"plate\"), then: [Restart])",
            "7:8",
            "did you mean `Enters`?",
        ),
        (
            "(when: Key(key: W), then: [Restart])",
            "7:17",
            "known here: `L`, `M`, `T`, `U`, `Y`, `Kp0`",
        ),
        (
            "(when: After(seconds: 1.0), then: [Restrat])",
            "7:36",
            "did you mean `Restart`?",
        ),
        (
            "(when: After(second: 1.0), then: [Restart])",
            "7:14",
            "did you mean `seconds`?",
        ),
        (
            "(when: After(seconds: 0.0), then: [Restart])",
            "7:23",
            "it must be between 0.01 and 3600",
        ),
    ] {
        let told = told(trigger);
        assert!(told.starts_with(&format!("t.ron:{place}: ")), "{told}");
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn too_many_triggers_and_timers_that_are_too_fast_are_refused() {
    let one = "(when: Key(key: L), then: [Restart]),\n";
    assert_eq!(told(&one.repeat(200)), "");
    let many = told(&one.repeat(201));
    assert!(
        many.contains("there are 201 triggers; at most 200"),
        "{many}"
    );
    // One that fires in each step fires 120 times a second: eight are allowed.
    let fast = "(when: Every(seconds: 0.01), then: [Say(text: \"x\")]),\n";
    assert_eq!(told(&fast.repeat(8)), "");
    refused(
        &fast.repeat(9),
        "15:23",
        "triggers[8].when.seconds: the timers up to this one fire 1080 times a second; at most 1000 firings count",
    );
    let long = format!("(when: Key(key: L), then: [{}]),", "Restart,".repeat(21));
    assert!(told(&long).contains("there are 21 effects; at most 20"));
}

/// Values that stand where a number or a name is wanted; some are of the wrong kind.
const VALUES: [&str; 16] = [
    "0.0",
    "1.0",
    "-3",
    "0.01",
    "1e9",
    "1e39",
    "NaN",
    "inf",
    "\"ball\"",
    "\"plate\"",
    "\"hinge\"",
    "\"\"",
    "Off",
    "OtherWay",
    "(1.0, 2.0, 3.0)",
    "\"n\"",
];

/// A trigger of random words in the right places, more or less.
fn any_trigger(random: &mut Pcg32) -> String {
    let mut value = |good: &'static [&'static str]| match random.random_range(0..6) {
        0 => *VALUES.choose(random).expect("there are values"),
        _ => *good.choose(random).expect("there are values"),
    };
    let zone = value(&["\"plate\""]);
    let thing = value(&["\"ball\"", "\"ball 1\"", "\"door\"", "\"added\""]);
    let seconds = value(&["0.01", "0.1", "0.5"]);
    let joint = value(&["\"hinge\"", "\"free\"", "\"made\""]);
    let number = value(&["1", "3", "-2", "1000"]);
    let drive = value(&[
        "On",
        "Off",
        "OtherWay",
        "Angle(to: 90.0)",
        "Angle(to: -1000.0)",
    ]);
    let vector = value(&["(0.0, 300.0, 0.0)", "(1e6, 0.0, 0.0)"]);
    let event = match random.random_range(0..8) {
        0 => format!("Enters(zone: {zone}, who: Named(name: {thing}))"),
        1 => format!("Leaves(zone: {zone})"),
        2 => format!("Contact(a: {thing}, force: {number})"),
        3 => format!("Breaks(joint: {joint})"),
        4 => format!("Counter(counter: \"n\", reaches: {number})"),
        5 => format!("After(seconds: {seconds})"),
        6 => format!("Every(seconds: {seconds})"),
        _ => "Key(key: L)".to_owned(),
    };
    let mut effect = || match random.random_range(0..11) {
        0 => format!("Motor(joint: {joint}, drive: {drive})"),
        1 => format!("LetGo(joint: {joint})"),
        2 => format!("Join(joint: (name: \"made\", kind: Weld, a: \"ball 1\", b: {thing}))"),
        3 => "Add(thing: (name: \"added\", solid: Ball(radius: 0.2), at: (0.0, 3.0, 0.0)))"
            .to_owned(),
        4 => format!("Remove(thing: {thing})"),
        5 => format!("Push(thing: {thing}, impulse: {vector})"),
        6 => format!("Gravity(down: {number})"),
        7 => format!("Wind(velocity: {vector}, air: 1.2)"),
        8 => format!("Count(counter: \"n\", add: {number})"),
        9 => format!("Say(text: \"{{n}}\", seconds: {seconds})"),
        _ => "Restart".to_owned(),
    };
    let effects = [effect(), effect(), "Count(counter: \"n\")".to_owned()];
    format!("(when: {event}, then: [{}]),\n", effects.join(", "))
}

/// Machines of random triggers, valid or not, are told or run in time; what runs is still a scene of finite
/// numbers, which a snapshot repeats.
#[test]
fn random_triggers_neither_panic_nor_hang() {
    let library = Library::new(Vec::new());
    let random = &mut Pcg32::seed_from_u64(7);
    let mut ran = 0;
    for case in 0..240 {
        let count = [1, 2, 4][case % 3];
        let triggers: String = (0..count).map(|_| any_trigger(random)).collect();
        let text = format!(
            r#"(name: "R", mode: Free, air: 1.0, things: [
            (name: "ball", solid: Ball(radius: 0.2), at: (0.0, 1.0, 0.0), copies: Row(count: 3)),
            (name: "door", solid: Box(width: 1.0, height: 2.0, length: 0.2), at: (4.0, 0.0, 0.0))],
            joints: [(name: "hinge", kind: Hinge(axis: (0.0, 1.0, 0.0)), a: "door", breaks: 500.0, motor: (speed: 90.0, force: 500.0)),
                (name: "free", kind: Rod(), a: "ball 2", to: (0.0, 4.0, 0.0))],
            zones: [(name: "plate", solid: Box(width: 3.0, height: 1.0, length: 3.0), effect: Gate)],
            triggers: [{triggers}])"#
        );
        let (level, took) = timed(|| parse(&library, "r.ron", &text));
        assert!(took < LONGEST, "{took:?} for {text}");
        let Ok(level) = level else { continue };
        ran += 1;
        let options = RoundOptions {
            humans: 0,
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        let play = |round: &mut Round| {
            for step in 0..90 {
                if step % 20 == 0 {
                    let down = step % 40 == 0;
                    // It may be in that state.
                    let _ = round.act(&Act::Press {
                        key: TriggerKey::L,
                        down,
                    });
                }
                round.step(&[]);
            }
        };
        let ((), took) = timed(|| play(&mut round));
        assert!(took < 4 * LONGEST, "{took:?} for {triggers}");
        let kept = round.snapshot();
        play(&mut round);
        let hash = round.state_hash();
        let finite = round.arena().actors().iter();
        assert!(
            finite
                .into_iter()
                .all(|one| one.pose.translation().is_finite())
        );
        round.restore(&kept).unwrap();
        play(&mut round);
        assert_eq!(round.state_hash(), hash, "{triggers}");
    }
    assert!(ran > 20, "{ran}");
}

//! Readouts: their values against answers by hand, in the shipped scenes and in small ones, and their part in
//! files, saved scenes, followed files and snapshots.

use dodgem::game::{Act, Reading, Round};
use dodgem::level::{Level, Library, load, parse, written};

fn scene(name: &str) -> Round {
    changed(name, |_| {})
}

/// A shipped scene with a change.
fn changed(name: &str, change: impl Fn(&mut Level)) -> Round {
    let library = Library::new(Vec::new());
    let mut level = load(&library, name).unwrap_or_else(|error| panic!("{error}"));
    change(&mut level);
    Round::new(&level, &library, 1).unwrap_or_else(|error| panic!("{error}"))
}

fn begun(text: &str) -> Round {
    let library = Library::new(Vec::new());
    let level = parse(&library, "t.ron", text).unwrap_or_else(|error| panic!("{error}"));
    Round::new(&level, &library, 1).unwrap_or_else(|error| panic!("{error}"))
}

fn play(round: &mut Round, seconds: f32) {
    (0..(seconds * 120.0) as u32).for_each(|_| round.step(&[]));
}

fn reading(round: &Round, label: &str) -> Reading {
    let readings = round.readings();
    let found = readings.iter().find(|one| one.label == label);
    found
        .unwrap_or_else(|| panic!("{label} in {readings:?}"))
        .clone()
}

fn value(round: &Round, label: &str) -> f64 {
    let value = reading(round, label).value;
    value.unwrap_or_else(|| panic!("{label} has no value"))
}

/// The value of the formula beside a readout.
fn formula(round: &Round, label: &str) -> f64 {
    let (_, value) = reading(round, label).formula.expect("a formula");
    value.expect("a value")
}

#[track_caller]
fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found}, not {wanted}");
}

/// Galperin 2003. The last of the 314 is no impact: the small block comes to rest at the wall.
#[test]
fn hits_of_blocks_are_the_digits_of_pi() {
    for (mass, hits) in [(1.0, 3.0), (100.0, 31.0), (10_000.0, 314.0)] {
        let mut round = changed("physics/pi", |level| level.things[2].mass = Some(mass));
        play(&mut round, 20.0);
        assert_eq!(value(&round, "hits"), hits, "{mass} kg");
        assert_eq!(formula(&round, "hits").floor(), hits);
    }
}

#[test]
fn balls_bounce_to_the_height_that_the_formula_gives() {
    let mut round = scene("physics/restitution");
    assert_eq!(reading(&round, "restitution 0.5: back to").value, None);
    assert_eq!(reading(&round, "restitution 0.5: back to").shown(), "–");
    play(&mut round, 2.6);
    for share in ["0", "0.25", "0.5", "0.75", "0.9", "1"] {
        let label = format!("restitution {share}: back to");
        let e: f64 = share.parse().unwrap();
        let wanted = 4.0 * e * e;
        assert_near(formula(&round, &label), wanted, 1e-3);
        assert_near(value(&round, &label), wanted, 0.01 + 0.02 * wanted);
    }
}

#[test]
fn boxes_on_the_slope_have_their_friction_and_the_speed_of_the_formula() {
    let mut round = scene("physics/friction");
    play(&mut round, 1.0);
    assert_near(value(&round, "angle of the slope"), 20.0, 0.05);
    let boxes = [
        ("0.10", "pink"),
        ("0.20", "orange"),
        ("0.30", "yellow"),
        ("0.38", "turquoise"),
        ("0.60", "violet"),
    ];
    for (name, paint) in boxes {
        let friction: f64 = name.parse().unwrap();
        let slope = 20.0_f64.to_radians();
        let wanted = 9.81 * (slope.sin() - friction * slope.cos()).max(0.0);
        assert_near(
            value(&round, &format!("speed at {name}, {paint}")),
            wanted,
            0.03,
        );
    }
}

#[test]
fn a_wheel_precesses_as_fast_as_the_formula_says() {
    let mut round = scene("physics/gyroscope");
    play(&mut round, 6.0);
    assert_near(value(&round, "spin"), 4000.0, 40.0);
    let (found, wanted) = (value(&round, "precession"), formula(&round, "precession"));
    assert!(wanted > 20.0, "{wanted}");
    assert_near(found.abs(), wanted, 0.05 * wanted);
}

#[test]
fn things_fall_and_slide_as_long_as_computed() {
    let mut round = scene("physics/moon");
    play(&mut round, 6.0);
    for name in ["feather", "hammer", "ball"] {
        let label = format!("{name} landed after");
        assert_near(value(&round, &label), formula(&round, &label), 0.02);
    }
    let mut round = scene("physics/ice");
    play(&mut round, 6.0);
    for friction in ["0.1", "0.2", "0.4", "0.8"] {
        let label = format!("way at friction {friction}");
        let wanted = formula(&round, &label);
        assert_near(value(&round, &label), wanted, 0.02 * wanted + 0.02);
    }
}

#[test]
fn nothing_gets_through_and_the_first_hit_is_on_time() {
    let mut round = scene("physics/needle");
    play(&mut round, 0.2);
    assert_eq!(value(&round, "needles behind the plate"), 0.0);
    assert!(value(&round, "hits of needles on the plate") >= 30.0);
    assert_near(
        value(&round, "first hit after"),
        formula(&round, "first hit after"),
        1e-4,
    );
    let mut round = scene("physics/bullet");
    play(&mut round, 0.2);
    assert!(value(&round, "hits on sheets") >= 1.0);
    // From -20 m, half as long as the bullet and a sheet before the first of them at -2.25 m.
    assert_near(value(&round, "first hit after"), 17.735 / 400.0, 1e-4);
    let trail = round.trails().next().expect("a trail");
    assert!(trail.path.len() > 3 && !trail.hits.is_empty(), "{trail:?}");
}

#[test]
fn numbers_are_shown_in_few_digits() {
    let shown = |value: f64, unit: &'static str, is_count: bool| {
        let reading = Reading {
            label: String::new(),
            value: Some(value),
            unit,
            is_count,
            formula: None,
            body: None,
        };
        reading.shown()
    };
    let lengths =
        [0.0, 0.0001, 0.0006, 0.25, -3.456, 20.93, 123.4, 2e9].map(|v| shown(v, "m", false));
    assert_eq!(
        lengths,
        [
            "0.00", "0.00", "0.001", "0.25", "−3.46", "20.9", "123", "2.00e9"
        ]
    );
    let times = [0.04434, 0.9035, 2.222].map(|v| shown(v, "s", false));
    assert_eq!(times, ["0.0443", "0.9035", "2.22"]);
    assert_eq!(
        (shown(31.0, "", true), shown(-0.0001, "m", false)),
        ("31".to_owned(), "0.00".to_owned())
    );
}

/// A scene with quantities that can be computed in the head.
const PLAIN: &str = r#"(name: "P", mode: Free, question: "Why?", press: "{Pause}", change: "mass",
    things: [
        (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), at: (3.0, 2.0, 0.0), mass: 6.0, tilt: 30.0),
        (name: "post", solid: Box(width: 1.0, height: 2.0, length: 1.0), at: (0.0, 0.0, 4.0), kind: Fixed),
        (name: "pin", solid: Box(width: 0.2, height: 1.0, length: 0.2), at: (-3.0, 0.0, 0.0), mass: 1.0, copies: Row(count: 2, gap: 2.0)),
        (name: "flat", solid: Box(width: 0.2, height: 1.0, length: 0.2), at: (-6.0, 0.0, 0.0), mass: 1.0, tilt: 90.0),
    ],
    zones: [(name: "pit", solid: Box(width: 2.0, height: 1.5, length: 2.0), at: (3.0, 0.0, 0.0), effect: Gate)],
    triggers: [(when: Enters(zone: "pit"), then: [Count(counter: "in")])],
    readouts: [
        (name: "m", quantity: Mass(of: "box")),
        (quantity: Angle(of: "box")),
        (quantity: Height(of: "box")),
        (label: "apart", quantity: Distance(a: "box", b: "post", flat: true), formula: "sqrt(3 ^ 2 + 4 ^ 2)"),
        (quantity: Inertia(of: "box", axis: (1.0, 0.0, 0.0)), formula: "m * (1 + 1) / 12"),
        (label: "down", quantity: Fallen(of: ["pin", "flat"])),
        (label: "inside", quantity: Inside(zone: "pit")),
        (label: "entered", quantity: Entries(zone: "pit")),
        (quantity: Counter(counter: "in")),
        (label: "landed", quantity: Hits(a: "box")),
        (label: "landed after", quantity: FirstHit(a: "box"), formula: "sqrt(2 * 2 / gravity)"),
        (quantity: Time),
        (quantity: Travel(of: "box"), hidden: true),
    ])"#;

#[test]
fn each_quantity_has_the_value_that_is_computed_by_hand() {
    let mut round = begun(PLAIN);
    assert_near(value(&round, "mass of box"), 6.0, 1e-9);
    assert_near(value(&round, "angle of box"), 30.0, 1e-3);
    assert_near(value(&round, "height of box"), 2.0, 1e-3);
    assert_near(value(&round, "apart"), 5.0, 1e-3);
    assert_near(formula(&round, "apart"), 5.0, 1e-9);
    assert_near(value(&round, "inertia of box"), 1.0, 1e-3);
    assert_near(formula(&round, "inertia of box"), 1.0, 1e-9);
    // A thing counts as fallen if it leans from how it began.
    assert_eq!(value(&round, "down"), 0.0);
    assert_eq!(reading(&round, "landed after").value, None);
    let before = round.snapshot();
    play(&mut round, 2.0);
    assert_eq!(value(&round, "inside"), 1.0);
    assert_eq!(value(&round, "entered"), 1.0);
    assert_eq!(value(&round, "in"), 1.0);
    assert!(value(&round, "landed") >= 1.0);
    assert_near(
        value(&round, "landed after"),
        formula(&round, "landed after"),
        5e-3,
    );
    assert_near(value(&round, "time"), 2.0, 1e-6);
    let after = round.readings();
    assert!(
        after.iter().all(|one| one.label != "box travelled"),
        "it is hidden"
    );
    round.restore(&before).unwrap();
    assert_eq!(value(&round, "landed"), 0.0);
    play(&mut round, 2.0);
    assert_eq!(round.readings(), after, "a rewound round measures the same");
}

/// Cause: the contacts of a sleeping pair are not listed, so the two counted as apart, and as a new hit as soon as
/// something woke them.
#[test]
fn a_box_that_sleeps_and_wakes_has_hit_its_plate_once() {
    let text = r#"(name: "S", mode: Free,
        things: [
            (name: "plate", solid: Box(width: 3.0, height: 0.2, length: 3.0), at: (0.0, 0.0, 0.0), kind: Fixed),
            (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), center: (0.0, 0.701, 0.0)),
        ],
        readouts: [(label: "hits", quantity: Hits(a: "box", b: "plate"))])"#;
    let mut round = begun(text);
    play(&mut round, 3.0);
    let asleep = |round: &Round| {
        let arena = round.arena();
        let actor = arena.actors().iter().find(|actor| &*actor.name == "box");
        let body = arena.world().body(actor.unwrap().body);
        body.unwrap().is_asleep()
    };
    assert!(asleep(&round));
    assert_eq!(value(&round, "hits"), 1.0);
    for gravity in [9.0, 9.81] {
        let (air, wind) = (0.0, glam::Vec3::ZERO);
        round
            .act(&Act::Surroundings { gravity, air, wind })
            .unwrap();
        round.step(&[]);
        assert!(!asleep(&round));
        play(&mut round, 3.0);
        assert!(asleep(&round));
        assert_eq!(value(&round, "hits"), 1.0, "gravity {gravity}");
    }
    // Lifted and let fall it hits anew.
    let lifted = Act::Surroundings {
        gravity: -3.0,
        air: 0.0,
        wind: glam::Vec3::ZERO,
    };
    round.act(&lifted).unwrap();
    play(&mut round, 0.5);
    let falls = Act::Surroundings {
        gravity: 9.81,
        air: 0.0,
        wind: glam::Vec3::ZERO,
    };
    round.act(&falls).unwrap();
    play(&mut round, 0.55);
    assert!(value(&round, "hits") >= 2.0);
}

#[test]
fn saved_scenes_keep_their_readouts_but_those_on_removed_things() {
    let mut round = begun(PLAIN);
    let text = written(&round.kept().level).unwrap();
    let again = begun(&text);
    assert_eq!(again.scene().card(), round.scene().card(), "{text}");
    round.act(&Act::Remove { actor: 0 }).unwrap();
    let kept = round.kept();
    let labels: Vec<String> = kept.level.readouts.iter().map(|one| one.words()).collect();
    assert_eq!(labels, ["down", "inside", "entered", "in", "time"]);
    assert_eq!(kept.level.question, "Why?");
    let notes = kept.notes.join("\n");
    assert!(
        notes.contains("the readout \"mass of box\" is left out: there is no thing \"box\""),
        "{notes}"
    );
    begun(&written(&kept.level).unwrap());
}

#[test]
fn a_running_scene_follows_its_question_and_readouts() {
    let library = Library::new(Vec::new());
    let before = parse(&library, "t", PLAIN).unwrap();
    let mut round = Round::new(&before, &library, 1).unwrap();
    play(&mut round, 1.0);
    let mut after = before.clone();
    after.question = "How far?".to_owned();
    after.readouts.remove(0);
    after.readouts[2].label = "new".to_owned();
    after.readouts[3].formula.clear();
    let acts = round.followed(&before, &after, &library).unwrap();
    assert_eq!(acts.len(), 1);
    for act in acts {
        round.act(&act).unwrap();
    }
    assert_eq!(**round.scene().card(), after.card());
    assert_near(value(&round, "new"), 5.0, 0.5);
    let mut wrong = after.card();
    wrong.readouts[0].formula = "1 +".to_owned();
    let card = Box::new(wrong);
    let told = round.act(&Act::Ask { card }).unwrap_err().to_string();
    assert!(told.contains("at character 4 a number"), "{told}");
}

#[test]
fn faults_of_readouts_name_the_place_and_a_way_out() {
    let library = Library::new(Vec::new());
    let told = |readouts: &str| {
        let text = PLAIN.replace("readouts: [", &format!("readouts: [{readouts},"));
        let error = parse(&library, "t", &text).unwrap_err().to_string();
        assert!(error.contains("readouts[0]."), "{error}");
        error
    };
    for (readout, words) in [
        ("(quantity: Speed(of: \"bxo\"))", "did you mean \"box\"?"),
        (
            "(quantity: Speed(of: \"pin\"))",
            "there are several of \"pin\"",
        ),
        (
            "(quantity: Hits(a: \"box\", b: \"pst\"))",
            "did you mean \"post\"?",
        ),
        ("(quantity: Inside(zone: \"pot\"))", "did you mean \"pit\"?"),
        (
            "(quantity: Counter(counter: \"out\"))",
            "nothing counts \"out\"",
        ),
        (
            "(quantity: Time, formula: \"2 *\")",
            "at character 4 a number",
        ),
        (
            "(quantity: Time, formula: \"2 * n\")",
            "there is no readout \"n\"",
        ),
        (
            "(quantity: Precession(of: \"box\", axis: (0, 0, 0)))",
            "needs a direction",
        ),
        (
            "(quantity: Spin(of: \"box\", axis: (2, 0, 0)))",
            "between -1 and 1",
        ),
        (
            "(quantity: Time, trail: true)",
            "only a quantity of one body has a trail",
        ),
        ("(quantity: Fallen(of: []))", "there are 0 names"),
    ] {
        assert!(
            told(readout).contains(words),
            "{readout}: {}",
            told(readout)
        );
    }
    let twice = PLAIN.replace("quantity: Time)", "quantity: Time, name: \"m\")");
    let error = parse(&library, "t", &twice).unwrap_err().to_string();
    assert!(error.contains("there is another readout \"m\""), "{error}");
}

//! Triggers: each event and each effect alone with a known outcome, their order, their bounds, and their part in
//! snapshots, hashes and recordings. `triggers/text.rs` has faulty texts, `triggers/scenes.rs` the
//! scenes, `triggers/kept.rs` saving, restarts and recordings.

mod cost;
mod kept;
mod scenes;
mod text;

use glam::Vec3;

use dodgem::arena::ActorId;
use dodgem::game::tape::{Player, Recorder, Tape};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Library, TriggerKey, TriggerSpec, parse};

/// A scene of these fields, with a counter "n" that triggers may count.
fn scene(fields: &str) -> Round {
    begun(&format!("(name: \"T\", mode: Free, {fields})"))
}

fn begun(text: &str) -> Round {
    let library = Library::new(Vec::new());
    let level = parse(&library, "t.ron", text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 2,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap_or_else(|error| panic!("{error}"))
}

fn run(round: &mut Round, steps: u32) {
    (0..steps).for_each(|_| round.step(&[]));
}

fn count(round: &Round) -> i32 {
    counter(round, "n")
}

fn counter(round: &Round, name: &str) -> i32 {
    let mut counters = round.counters();
    counters
        .find(|(one, _)| *one == name)
        .map_or(0, |(_, count)| count)
}

fn trigger(text: &str) -> TriggerSpec {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .unwrap()
}

fn velocity(round: &Round, actor: u32) -> Vec3 {
    round.arena().actor(ActorId(actor)).velocity
}

fn place(round: &Round, actor: u32) -> Vec3 {
    round.arena().actor(ActorId(actor)).pose.translation()
}

/// The steps in which the counter "n" had each of its numbers first.
fn counted_at(round: &mut Round, steps: u32) -> Vec<u32> {
    let mut seen = count(round);
    let mut at = Vec::new();
    for step in 1..=steps {
        round.step(&[]);
        while seen < count(round) {
            seen += 1;
            at.push(step);
        }
    }
    at
}

/// A ball that moves along x at 2 m/s without gravity, from -2 m on: its front is at -2 + 0.1 + 2t.
const GLIDER: &str = r#"gravity: 0.0, things: [
    (name: "ball", solid: Ball(radius: 0.1), mass: 2.0, center: (-2.0, 2.0, 0.0), velocity: (2.0, 0.0, 0.0)),
    (name: "other", solid: Box(width: 0.2, height: 0.2, length: 0.2), mass: 1.0, center: (8.0, 2.0, 0.0))],
    zones: [(name: "gate", solid: Box(width: 1.0, height: 1.0, length: 1.0), at: (0.0, 1.5, 0.0), effect: Gate)],"#;

/// The front of the ball reaches -0.5 m after 1.4 m, 84 steps; its rear leaves 0.5 m after 2.6 m, 156 steps.
#[test]
fn a_thing_that_enters_or_leaves_a_zone_fires_when_its_surface_does() {
    for (when, expected) in [
        (r#"Enters(zone: "gate")"#, vec![84]),
        (r#"Leaves(zone: "gate")"#, vec![156]),
        (r#"Enters(zone: "gate", who: Thing)"#, vec![84]),
        (
            r#"Enters(zone: "gate", who: Named(name: "ball"))"#,
            vec![84],
        ),
        (r#"Enters(zone: "gate", who: Named(name: "other"))"#, vec![]),
        (r#"Leaves(zone: "gate", who: Car)"#, vec![]),
        (r#"Enters(zone: "gate", who: Player)"#, vec![]),
    ] {
        let triggers = format!(r#"triggers: [(when: {when}, then: [Count(counter: "n")])]"#);
        let mut round = scene(&format!("{GLIDER}{triggers}"));
        let found = counted_at(&mut round, 240);
        assert_eq!(found.len(), expected.len(), "{when}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found.abs_diff(*expected) <= 1, "{when}: {found} {expected}");
        }
    }
}

#[test]
fn what_is_in_a_zone_at_the_start_has_not_entered_it() {
    let mut round = scene(&format!(
        r#"{} triggers: [(when: Enters(zone: "gate"), then: [Count(counter: "n")]),
            (when: Leaves(zone: "gate"), then: [Count(counter: "n", add: 10)])]"#,
        GLIDER.replace("(-2.0, 2.0, 0.0)", "(0.0, 2.0, 0.0)")
    ));
    run(&mut round, 240);
    assert_eq!(count(&round), 10);
}

/// A box of 10 kg at rest presses with 98.1 N, the sum over its corners.
#[test]
fn a_contact_that_presses_harder_than_its_limit_fires_once() {
    for (limit, expected) in [(90.0, 1), (105.0, 0)] {
        let mut round = scene(&format!(
            r#"things: [(name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 10.0)],
            triggers: [(when: Contact(a: "box", force: {limit:.1}), then: [Count(counter: "n")])]"#
        ));
        // It comes to rest on the floor softly, from a millimetre above it.
        run(&mut round, 240);
        let settled = count(&round);
        run(&mut round, 240);
        assert_eq!(count(&round), settled, "it does not fire again");
        assert_eq!(settled.min(1), expected, "{limit} N: {settled}");
    }
}

/// A ball of 2 kg hits another of 2 kg at 2 m/s: with a restitution of 0 each gets half the speed, 2 N s, which is
/// 240 N for a step of 1/120 s.
#[test]
fn an_impact_counts_with_its_impulse_over_a_step_and_only_between_those_named() {
    for (contact, expected) in [
        (r#"a: "one", b: "two", force: 200.0"#, 1),
        (r#"a: "two", b: "one", force: 200.0"#, 1),
        (r#"a: "two", force: 200.0"#, 1),
        (r#"a: "one", b: "two", force: 280.0"#, 0),
        (r#"a: "one", b: "three", force: 1.0"#, 0),
    ] {
        let mut round = scene(&format!(
            r#"gravity: 0.0, response: Impulse(restitution: 0.0, friction: 0.0), things: [
                (name: "one", solid: Ball(radius: 0.2), mass: 2.0, center: (0.0, 2.0, 0.0), velocity: (2.0, 0.0, 0.0)),
                (name: "two", solid: Ball(radius: 0.2), mass: 2.0, center: (1.0, 2.0, 0.0)),
                (name: "three", solid: Ball(radius: 0.2), mass: 2.0, center: (0.0, 2.0, 3.0))],
            triggers: [(when: Contact({contact}), then: [Count(counter: "n")])]"#
        ));
        run(&mut round, 120);
        assert_eq!(count(&round), expected, "{contact}");
    }
}

/// A rod that holds 10 kg carries 98.1 N.
#[test]
fn a_joint_that_breaks_fires() {
    for (breaks, expected) in [(50.0, 1), (200.0, 0)] {
        let mut round = scene(&format!(
            r#"things: [(name: "ball", solid: Ball(radius: 0.2), mass: 10.0, center: (0.0, 4.0, 0.0))],
            joints: [(name: "rod", kind: Rod(), a: "ball", to: (0.0, 6.0, 0.0), breaks: {breaks:.1})],
            triggers: [(when: Breaks(joint: "rod"), then: [Count(counter: "n")])]"#
        ));
        run(&mut round, 120);
        assert_eq!(count(&round), expected);
    }
}

/// The counter is 1, 3, 5, .. after 60, 120, 180, .. steps; a trigger reacts one step later.
#[test]
fn a_counter_fires_when_it_rises_to_its_number_or_past_it() {
    let mut round = scene(
        r#"triggers: [
            (when: Counter(counter: "twos", reaches: 4), then: [Count(counter: "n")]),
            (when: Every(seconds: 0.5), then: [Count(counter: "twos", add: 2)]),
            (when: After(seconds: 2.2), then: [Count(counter: "twos", add: -7)])]"#,
    );
    // 2, 4: fires in step 121; 6, 8, then 1, 3, 5: fires again in step 421.
    assert_eq!(counted_at(&mut round, 600), [121, 361]);
    assert_eq!(counter(&round, "twos"), 2 * 10 - 7);
}

#[test]
fn timers_fire_after_their_time_and_every_time() {
    for (when, once, expected) in [
        ("After(seconds: 1.0)", false, vec![120]),
        ("Every(seconds: 0.5)", false, vec![60, 120, 180, 240]),
        ("Every(seconds: 0.75)", true, vec![90]),
        ("Every(seconds: 1.0)", false, vec![120, 240]),
    ] {
        let mut round = scene(&format!(
            r#"triggers: [(when: {when}, then: [Count(counter: "n")], once: {once})]"#
        ));
        assert_eq!(counted_at(&mut round, 260), expected, "{when}");
    }
}

fn press(round: &mut Round, key: TriggerKey, down: bool) {
    round.act(&Act::Press { key, down }).unwrap();
}

#[test]
fn a_key_fires_when_it_is_pressed_or_released() {
    let mut round = scene(
        r#"triggers: [(when: Key(key: L), then: [Count(counter: "n")]),
            (when: Key(key: L, up: true), then: [Count(counter: "n", add: 10)]),
            (when: Key(key: Kp1), then: [Count(counter: "n", add: 100)])]"#,
    );
    press(&mut round, TriggerKey::L, true);
    assert_eq!(count(&round), 0, "the step fires it");
    run(&mut round, 1);
    assert_eq!(count(&round), 1);
    run(&mut round, 30);
    assert_eq!(count(&round), 1, "it is held");
    let again = Act::Press {
        key: TriggerKey::L,
        down: true,
    };
    assert!(round.act(&again).is_err());
    press(&mut round, TriggerKey::L, false);
    run(&mut round, 1);
    assert_eq!(count(&round), 11);
    // Two presses before one step count as two.
    for down in [true, false, true] {
        press(&mut round, TriggerKey::L, down);
    }
    run(&mut round, 1);
    assert_eq!(count(&round), 11 + 12);
    let keys: Vec<_> = round.trigger_keys().collect();
    assert_eq!(keys, [(TriggerKey::L, true), (TriggerKey::Kp1, false)]);
}

/// A slider of 1 kg without gravity whose motor of ample force moves it at 1 m/s along x.
const SLIDER: &str = r#"gravity: 0.0,
    things: [(name: "sled", solid: Box(width: 0.5, height: 0.5, length: 0.5), mass: 1.0, center: (0.0, 2.0, 0.0))],
    joints: [(name: "rail", kind: Slider(axis: (1.0, 0.0, 0.0)), a: "sled", motor: (speed: 1.0, force: 1000.0))],"#;

fn driven(effects: &str, seconds: f32) -> Round {
    let triggers = format!("triggers: [(when: After(seconds: 1.0), then: [{effects}])]");
    let mut round = scene(&format!("{SLIDER}{triggers}"));
    run(&mut round, (seconds * 120.0) as u32);
    round
}

/// One second at 1 m/s, then one as the effect says.
#[test]
fn a_motor_is_turned_the_other_way_off_on_and_to_a_place() {
    let at = |drive: &str, seconds: f32| {
        let round = driven(&format!(r#"Motor(joint: "rail", drive: {drive})"#), seconds);
        (place(&round, 0).x, velocity(&round, 0).x)
    };
    let near = |(x, v): (f32, f32), place: f32, speed: f32| {
        assert!(
            (x - place).abs() < 0.05 && (v - speed).abs() < 0.05,
            "{x} {v}"
        );
    };
    near(at("On", 2.0), 2.0, 1.0);
    near(at("OtherWay", 2.0), 0.0, -1.0);
    // Off, it glides on; a motor would bring it to its speed again.
    near(at("Off", 2.0), 2.0, 1.0);
    let mut off = driven(
        r#"Motor(joint: "rail", drive: Off), Push(thing: "sled", impulse: (2.0, 0.0, 0.0))"#,
        2.0,
    );
    near((place(&off, 0).x, velocity(&off, 0).x), 1.0 + 3.0, 3.0);
    off.act(&Act::AddTrigger {
        trigger: Box::new(trigger(
            r#"(when: After(seconds: 0.01), then: [Motor(joint: "rail", drive: On)])"#,
        )),
    })
    .unwrap();
    run(&mut off, 60);
    assert!(
        (velocity(&off, 0).x - 1.0).abs() < 0.05,
        "{}",
        velocity(&off, 0)
    );
    near(at("Angle(to: 0.25)", 5.0), 0.25, 0.0);
}

/// A weight falls freely for a second once its rod lets go: 4.905 m.
#[test]
fn a_joint_lets_go_and_joins_again() {
    let mut round = scene(
        r#"ceiling: 30.0, things: [(name: "ball", solid: Ball(radius: 0.2), mass: 3.0, center: (0.0, 12.0, 0.0))],
        joints: [(name: "rod", kind: Rod(), a: "ball", to: (0.0, 14.0, 0.0))],
        triggers: [(when: After(seconds: 1.0), then: [LetGo(joint: "rod")]),
            (when: After(seconds: 2.0), then: [Join(joint: (name: "weld", kind: Weld, a: "ball"))])]"#,
    );
    run(&mut round, 120);
    assert!((place(&round, 0).y - 12.0).abs() < 0.02);
    run(&mut round, 120);
    let fallen = 12.0 - place(&round, 0).y;
    assert!((fallen - 4.905).abs() < 0.06, "{fallen}");
    run(&mut round, 120);
    let rest = 12.0 - place(&round, 0).y;
    assert!((rest - fallen).abs() < 0.1, "{rest} {fallen}");
    assert_eq!(round.arena().joints().count(), 1);
}

/// Letting go and joining each half second makes one joint again and again.
#[test]
fn a_joint_that_is_made_again_and_again_is_one_entry_and_nothing_is_joined_twice() {
    let mut round = scene(
        r#"gravity: 0.0, things: [(name: "ball", solid: Ball(radius: 0.2), mass: 3.0, center: (0.0, 2.0, 0.0))],
        triggers: [(when: Every(seconds: 0.1), then: [Join(joint: (name: "weld", kind: Weld, a: "ball"))]),
            (when: Every(seconds: 0.5), then: [LetGo(joint: "weld")])]"#,
    );
    for _ in 0..50 {
        run(&mut round, 12);
        assert!(round.arena().joints().count() <= 1);
        assert!(round.scene().joint_names().count() <= 1);
    }
    assert_eq!(round.trigger_trouble(), None);
}

#[test]
fn things_and_parts_are_added_and_removed() {
    let mut round = scene(
        r#"parts: [(name: "pair", things: [(name: "low", solid: Box(width: 0.4, height: 0.4, length: 0.4)),
            (name: "high", solid: Ball(radius: 0.2), center: (0.0, 1.0, 0.0))],
            joints: [(kind: Rod(), a: "low", b: "high")])],
        triggers: [(when: Every(seconds: 0.5), then: [Add(thing: (name: "pair", part: "pair", at: (0.0, 0.0, 0.0)))]),
            (when: After(seconds: 1.2), then: [Remove(thing: "pair_2")]),
            (when: After(seconds: 1.3), then: [Add(thing: (name: "ball", solid: Ball(radius: 0.3), center: (5.0, 1.0, 0.0)))])]"#,
    );
    let there = |round: &Round| {
        let actors = round.arena().actors().iter();
        let there = actors.filter(|actor| !actor.is_gone());
        there
            .map(|actor| actor.name.to_string())
            .collect::<Vec<_>>()
    };
    run(&mut round, 130);
    assert_eq!(
        there(&round),
        ["pair/low", "pair/high", "pair_2/low", "pair_2/high"]
    );
    assert_eq!(round.arena().joints().count(), 2);
    run(&mut round, 30);
    assert_eq!(there(&round), ["pair/low", "pair/high", "ball"]);
    assert_eq!(round.arena().joints().count(), 1);
}

#[test]
fn what_fires_a_trigger_is_what_an_effect_without_a_name_means() {
    let mut round = scene(&format!(
        r#"{GLIDER} triggers: [(when: Enters(zone: "gate"), then: [Remove()])]"#
    ));
    run(&mut round, 120);
    let gone: Vec<bool> = round
        .arena()
        .actors()
        .iter()
        .map(|one| one.is_gone())
        .collect();
    assert_eq!(gone, [true, false]);
    // An impulse of 6 N s on 2 kg adds 3 m/s.
    let mut round = scene(&format!(
        r#"{GLIDER} triggers: [(when: Leaves(zone: "gate"), then: [Push(impulse: (0.0, 0.0, 6.0))])]"#
    ));
    run(&mut round, 180);
    assert!((velocity(&round, 0) - Vec3::new(2.0, 0.0, 3.0)).length() < 1e-4);
    assert_eq!(velocity(&round, 1), Vec3::ZERO);
}

/// Half a second at 9.81 m/s^2, then half a second at -2 m/s^2.
#[test]
fn gravity_and_wind_change() {
    let mut round = scene(
        r#"ceiling: 50.0, things: [(name: "ball", solid: Ball(radius: 0.2), mass: 3.0, center: (0.0, 20.0, 0.0))],
        triggers: [(when: After(seconds: 0.5), then: [Gravity(down: -2.0)]),
            (when: After(seconds: 1.0), then: [Wind(velocity: (3.0, 0.0, 0.0), air: 1.2)])]"#,
    );
    run(&mut round, 120);
    let expected = -0.5 * 9.81 + 0.5 * 2.0;
    assert!(
        (velocity(&round, 0).y - expected).abs() < 0.02,
        "{}",
        velocity(&round, 0)
    );
    let now = round.arena().settings();
    assert_eq!((now.gravity, now.air, now.wind.x), (-2.0, 1.2, 3.0));
    run(&mut round, 120);
    assert!(velocity(&round, 0).x > 0.0, "the wind blows");
}

#[test]
fn points_go_to_the_car_that_fired_or_to_the_first_player() {
    let mut round = begun(
        r#"(name: "P", mode: Points, cars: [(position: (-6.0, 0.0), driver: Player),
            (position: (6.0, 0.0), driver: Player, velocity: (0.0, 0.0, -3.0))],
        zones: [(name: "goal", solid: Box(width: 3.0, height: 2.0, length: 2.0), at: (6.0, 0.0, -4.0), effect: Gate)],
        triggers: [(when: Enters(zone: "goal", who: Car), then: [Score(points: 7)], once: true),
            (when: After(seconds: 1.0), then: [Score(points: 30)])])"#,
    );
    run(&mut round, 240);
    let totals: Vec<u32> = round
        .score()
        .cars
        .iter()
        .map(|car| car.tally.total)
        .collect();
    assert_eq!(totals, [30, 7]);
}

#[test]
fn a_text_is_shown_for_its_time_with_the_numbers_of_counters() {
    let mut round = scene(
        r#"triggers: [(when: After(seconds: 0.5), then: [Count(counter: "cans", add: 3),
            Say(text: "{cans} cans of {cans}", seconds: 1.5)])]"#,
    );
    run(&mut round, 59);
    assert_eq!(round.said(), None);
    run(&mut round, 1);
    assert_eq!(round.said().as_deref(), Some("3 cans of 3"));
    run(&mut round, 179);
    assert!(round.said().is_some());
    run(&mut round, 1);
    assert_eq!(round.said(), None);
}

/// After a restart the arena is what it was at the start to the bit, and runs on in the same way.
#[test]
fn a_restart_returns_the_scene_to_its_beginning() {
    let fields = r#"things: [(name: "ball", solid: Ball(radius: 0.2), mass: 3.0, center: (0.0, 5.0, 0.0)),
            (name: "arm", solid: Box(width: 2.0, height: 0.1, length: 0.1), center: (3.0, 2.0, 0.0))],
        joints: [(name: "weld", kind: Weld, a: "arm")],
        triggers: [(when: Contact(a: "ball", force: 1.0), then: [Count(counter: "n"), LetGo(joint: "weld"),
            Add(thing: (name: "new", solid: Ball(radius: 0.1), center: (5.0, 3.0, 0.0)))], once: true),"#;
    let mut round = scene(&format!(
        "{fields} (when: Every(seconds: 2.0), then: [Restart])]"
    ));
    let begun = round.arena().state_hash();
    run(&mut round, 10);
    let tenth = round.arena().state_hash();
    run(&mut round, 229);
    assert!(count(&round) > 0 && round.arena().actors().len() == 3);
    for _ in 0..2 {
        run(&mut round, 1);
        assert_eq!(round.arena().state_hash(), begun);
        assert_eq!((count(&round), round.scene().joint_names().count()), (0, 1));
        run(&mut round, 10);
        assert_eq!(round.arena().state_hash(), tenth);
        run(&mut round, 229);
        assert_eq!(round.arena().actors().len(), 3);
    }
    // A change by hand is not taken back.
    let actor = 1;
    round.act(&Act::Remove { actor }).unwrap();
    run(&mut round, 1);
    assert!(
        round.arena().actors()[1].is_gone(),
        "the restart is that of the removal"
    );
}

/// Triggers of one step fire in the order of the list; an effect on a counter is seen by the next step.
#[test]
fn triggers_fire_in_the_order_of_their_list() {
    let said = |first: &str, second: &str| {
        let mut round = scene(&format!(
            r#"triggers: [(when: {first}, then: [Say(text: "first")]), (when: {second}, then: [Say(text: "second")])]"#
        ));
        run(&mut round, 59);
        if [first, second].iter().any(|when| when.starts_with("Key")) {
            press(&mut round, TriggerKey::L, true);
        }
        run(&mut round, 1);
        round.said()
    };
    let timer = "After(seconds: 0.5)";
    for (first, second) in [
        (timer, "Key(key: L)"),
        ("Key(key: L)", timer),
        (timer, timer),
    ] {
        assert_eq!(
            said(first, second).as_deref(),
            Some("second"),
            "{first} {second}"
        );
    }
    let mut chain = scene(
        r#"triggers: [(when: Counter(counter: "b", reaches: 1), then: [Count(counter: "n")]),
            (when: Counter(counter: "a", reaches: 1), then: [Count(counter: "b")]),
            (when: After(seconds: 0.5), then: [Count(counter: "a")])]"#,
    );
    assert_eq!(counted_at(&mut chain, 120), [62]);
}

/// Two hundred triggers on one key: five presses in a second are a thousand firings, the sixth does nothing.
#[test]
fn a_thousand_firings_in_a_second_count_and_that_is_told() {
    let one = r#"(when: Key(key: M), then: [Count(counter: "n")]), "#;
    let mut round = scene(&format!("triggers: [{}]", one.repeat(200)));
    for presses in 1..=6 {
        press(&mut round, TriggerKey::M, true);
        press(&mut round, TriggerKey::M, false);
        run(&mut round, 1);
        assert_eq!(count(&round), (200 * presses).min(1000));
        assert_eq!(round.trigger_trouble().is_some(), presses == 6);
    }
    let told = round.trigger_trouble().unwrap();
    assert!(told.contains("1000"), "{told}");
    // The next second is a new one.
    run(&mut round, 120);
    press(&mut round, TriggerKey::M, true);
    run(&mut round, 1);
    assert_eq!(count(&round), 1200);
}

/// A machine of everything: a ball that is thrown up again by a plate, a chain of counters, and a restart.
const MACHINE: &str = r#"(name: "M", mode: Free, air: 1.2, things: [
        (name: "ball", solid: Ball(radius: 0.3), mass: 2.0, center: (0.0, 4.0, 0.0)),
        (name: "sled", solid: Box(width: 0.5, height: 0.5, length: 0.5), mass: 1.0, center: (4.0, 2.0, 0.0))],
    joints: [(name: "rail", kind: Slider(axis: (1.0, 0.0, 0.0)), a: "sled", motor: (speed: 1.0, force: 100.0))],
    zones: [(name: "plate", solid: Box(width: 2.0, height: 1.0, length: 2.0), effect: Gate)],
    triggers: [
        (when: Enters(zone: "plate"), then: [Push(impulse: (0.2, 16.0, 0.1)), Count(counter: "n")]),
        (when: Leaves(zone: "plate"), then: [Motor(joint: "rail", drive: OtherWay)]),
        (when: Counter(counter: "n", reaches: 3), then: [Add(thing: (name: "new", solid: Ball(radius: 0.2), center: (0.0, 5.0, 0.5))), Say(text: "{n}")]),
        (when: Contact(a: "ball", force: 100.0), then: [Gravity(down: 8.0)]),
        (when: Key(key: T), then: [Count(counter: "keys"), Wind(velocity: (1.0, 0.0, 0.0))]),
        (when: Counter(counter: "n", reaches: 9), then: [Restart]),
        (when: Every(seconds: 0.7), then: [Motor(joint: "rail", drive: Angle(to: 0.5))])])"#;

/// Runs a machine, with a key pressed each 50 steps, and returns the hash of each step.
fn hashes(round: &mut Round, from: u64, to: u64) -> Vec<u64> {
    let step = |step: u64| {
        if step.is_multiple_of(50) {
            let down = step.is_multiple_of(100);
            // It may be in that state.
            let _ = round.act(&Act::Press {
                key: TriggerKey::T,
                down,
            });
        }
        round.step(&[]);
        round.state_hash()
    };
    (from..to).map(step).collect()
}

#[test]
fn a_snapshot_in_the_middle_repeats_to_the_bit() {
    let mut round = begun(MACHINE);
    let mut first = hashes(&mut round, 0, 400);
    let kept = round.snapshot();
    first.extend(hashes(&mut round, 400, 1500));
    round.restore(&kept).unwrap();
    assert_eq!(hashes(&mut round, 400, 1500), first[400..]);
    let mut other = begun(MACHINE);
    other.restore(&kept).unwrap();
    assert_eq!(hashes(&mut other, 400, 1500), first[400..]);
    assert!(
        round
            .counters()
            .any(|(name, count)| name == "keys" && count > 5)
    );
}

#[test]
fn the_state_of_triggers_is_part_of_the_hash() {
    let text =
        r#"(name: "H", mode: Free, triggers: [(when: Key(key: T), then: [Count(counter: "n")])])"#;
    let (mut one, mut other) = (begun(text), begun(text));
    run(&mut one, 5);
    run(&mut other, 5);
    assert_eq!(one.state_hash(), other.state_hash());
    press(&mut one, TriggerKey::T, true);
    run(&mut one, 1);
    run(&mut other, 1);
    assert_eq!(one.arena().state_hash(), other.arena().state_hash());
    assert_ne!(one.state_hash(), other.state_hash());
    let plain = begun("(name: \"H\", mode: Free)");
    assert_eq!(plain.state_hash(), plain.arena().state_hash());
}

#[test]
fn a_recording_with_keys_repeats_to_the_same_hash_and_from_every_moment() {
    let library = Library::new(Vec::new());
    let mut round = begun(MACHINE);
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let mut hashes = Vec::new();
    for step in 0..1000_u64 {
        if step.is_multiple_of(70) {
            let down = step.is_multiple_of(140);
            let act = Act::Press {
                key: TriggerKey::T,
                down,
            };
            // It may be in that state.
            let _ = recorder.act(&mut round, act);
        }
        if step == 300 {
            let trigger = Box::new(trigger(
                r#"(when: Every(seconds: 0.3), then: [Count(counter: "n")])"#,
            ));
            recorder
                .act(&mut round, Act::AddTrigger { trigger })
                .unwrap();
        }
        recorder.step(&mut round, &[]);
        hashes.push(round.state_hash());
    }
    let bytes = recorder.tape().encode().unwrap();
    let mut player = Player::new(Tape::decode(&bytes).unwrap()).unwrap();
    for hash in &hashes {
        assert!(player.step());
        assert_eq!(player.round().state_hash(), *hash);
    }
    for at in [137, 301, 299, 800, 1, 999] {
        player.seek(at);
        assert_eq!(player.round().state_hash(), hashes[at as usize - 1], "{at}");
    }
}

#[test]
fn triggers_are_added_changed_and_removed_and_the_others_go_on() {
    let mut round =
        scene(r#"triggers: [(when: Every(seconds: 1.0), then: [Count(counter: "n")])]"#);
    run(&mut round, 60);
    let faster = Box::new(trigger(
        r#"(when: Every(seconds: 0.5), then: [Count(counter: "m")])"#,
    ));
    round.act(&Act::AddTrigger { trigger: faster }).unwrap();
    run(&mut round, 60);
    assert_eq!((count(&round), counter(&round, "m")), (1, 1));
    let later = Box::new(trigger(
        r#"(when: After(seconds: 0.5), then: [Count(counter: "n", add: 5)])"#,
    ));
    let change = Act::ChangeTrigger {
        index: 1,
        trigger: later,
    };
    round.act(&change).unwrap();
    run(&mut round, 60);
    assert_eq!((count(&round), counter(&round, "m")), (6, 0));
    round.act(&Act::RemoveTrigger { index: 0 }).unwrap();
    run(&mut round, 240);
    assert_eq!(count(&round), 6);
    assert!(round.act(&Act::RemoveTrigger { index: 1 }).is_err());
    let wrong = Box::new(trigger(
        r#"(when: Enters(zone: "nowhere"), then: [Restart])"#,
    ));
    let refused = round.act(&Act::AddTrigger { trigger: wrong }).unwrap_err();
    assert!(
        refused.to_string().contains("there is no zone \"nowhere\""),
        "{refused}"
    );
    assert_eq!(round.scene().triggers().len(), 1);
}

/// The level has exactly the triggers of the scene, and the file's own text stays.
#[test]
fn triggers_are_saved_with_the_names_that_things_have_in_the_file() {
    let library = Library::new(Vec::new());
    let mut round = begun(MACHINE);
    let kept = round.kept();
    assert_eq!(kept.level.triggers, round.level().triggers);
    assert!(kept.notes.is_empty(), "{:?}", kept.notes);
    let text = dodgem::level::written(&kept.level).unwrap();
    let again = parse(&library, "again", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(again.triggers, round.level().triggers);
    // A trigger on a thing that is gone is left out, with a note.
    round.act(&Act::Remove { actor: 0 }).unwrap();
    let kept = round.kept();
    assert_eq!(kept.level.triggers.len(), 6);
    assert!(
        kept.notes
            .iter()
            .any(|note| note.contains("there is no thing \"ball\"")),
        "{:?}",
        kept.notes
    );
    let text = dodgem::level::written(&kept.level).unwrap();
    parse(&library, "again", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
}

/// A joint that the hand makes has no name: triggers call it by its number, and the file gives it that name.
#[test]
fn a_joint_made_by_hand_gets_a_key() {
    let library = Library::new(Vec::new());
    let mut round = scene(
        r#"gravity: 0.0, things: [(name: "arm", solid: Box(width: 2.0, height: 0.2, length: 0.2), mass: 1.0, center: (0.0, 2.0, 0.0))]"#,
    );
    let joint = ron::from_str(
        "(kind: Hinge(axis: (0.0, 1.0, 0.0)), motor: Some((speed: Some(90.0), force: 1000.0)))",
    );
    let joint = Box::new(joint.unwrap());
    round
        .act(&Act::Join {
            a: 0,
            b: None,
            joint,
        })
        .unwrap();
    for (key, drive) in [("L", "Off"), ("M", "OtherWay")] {
        let text =
            format!(r#"(when: Key(key: {key}), then: [Motor(joint: "joint 1", drive: {drive})])"#);
        let trigger = Box::new(trigger(&text));
        round.act(&Act::AddTrigger { trigger }).unwrap();
    }
    run(&mut round, 60);
    let spin = |round: &Round| {
        round
            .arena()
            .actor(ActorId(0))
            .angular_velocity
            .y
            .to_degrees()
    };
    assert!((spin(&round) - 90.0).abs() < 1.0, "{}", spin(&round));
    press(&mut round, TriggerKey::M, true);
    run(&mut round, 60);
    assert!((spin(&round) + 90.0).abs() < 1.0, "{}", spin(&round));
    let text = dodgem::level::written(&round.kept().level).unwrap();
    assert!(text.contains("(name: \"joint 1\", kind: Hinge"), "{text}");
    parse(&library, "again", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
}

/// Changed, added and removed triggers of a saved file come into the running scene; the others go on.
#[test]
fn a_scene_follows_the_triggers_of_its_file() {
    let library = Library::new(Vec::new());
    let text = |triggers: &str| format!("(name: \"F\", mode: Free, triggers: [{triggers}])");
    let every = r#"(when: Every(seconds: 1.0), then: [Count(counter: "n")]),"#;
    let old = text(&format!(r#"{every} (when: Key(key: L), then: [Restart])"#));
    let new = text(&format!(
        r#"{every} (when: Key(key: M), then: [Restart]), (when: Every(seconds: 0.5), then: [Count(counter: "m")])"#
    ));
    let mut round = begun(&old);
    run(&mut round, 90);
    let [old, new] = [old, new].map(|text| parse(&library, "f", &text).unwrap());
    let acts = round.followed(&old, &new, &library).unwrap();
    assert_eq!(acts.len(), 3, "{acts:?}");
    for act in acts {
        round.act(&act).unwrap();
    }
    assert_eq!(**round.scene().triggers(), new.triggers);
    run(&mut round, 30);
    assert_eq!(count(&round), 1, "the first timer went on");
}

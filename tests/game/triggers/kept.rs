//! Triggers in saved scenes: a file has only those that refer to what is written, and always loads. And what a
//! restart brings back, and what recordings may contain.

use dodgem::arena::ActorId;
use dodgem::game::tape::Recorder;
use dodgem::game::{Act, Round};
use dodgem::level::{CarSpec, Library, TriggerKey, TriggerSpec, parse};

use super::{begun, count, press, run, scene, trigger};

fn named(round: &Round, name: &str) -> u32 {
    let mut all = round.arena().actors().iter();
    let found = all.position(|actor| &*actor.name == name && !actor.is_gone());
    found.unwrap_or_else(|| panic!("there is no {name}")) as u32
}

fn add(round: &mut Round, text: &str) {
    let trigger = Box::new(trigger(text));
    round.act(&Act::AddTrigger { trigger }).unwrap();
}

/// Saves and loads a scene; returns the triggers of the file and the notes.
fn saved(round: &Round) -> (Vec<TriggerSpec>, String) {
    let kept = round.kept();
    let text = dodgem::level::written(&kept.level).unwrap();
    let library = Library::new(Vec::new());
    let again = parse(&library, "again", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(again.triggers, kept.level.triggers);
    begun(&text);
    (again.triggers, kept.notes.join("\n"))
}

/// Stones of an arch that were moved are written one by one, and "arch" then means none of them.
#[test]
fn a_trigger_on_a_part_that_is_written_in_pieces_is_left_out() {
    let mut round = scene(
        r#"parts: [(name: "Arch", things: [
            (name: "stone", solid: Box(width: 0.4, height: 0.4, length: 0.4), copies: Row(count: 2, along: X, gap: 0.5)),
            (name: "top", solid: Ball(radius: 0.2), mass: 1.0, center: (0.0, 3.0, 0.0))])],
        things: [(name: "arch", part: "Arch")],
        triggers: [(when: Contact(a: "arch", force: 1.0), then: [Count(counter: "n")]),
            (when: Contact(a: "arch/stone", force: 1.0), then: [Count(counter: "n")]),
            (when: Contact(a: "arch/top", force: 1.0), then: [Count(counter: "n")])]"#,
    );
    assert_eq!(saved(&round).0.len(), 3);
    let stone = named(&round, "arch/stone 1");
    round.act(&Act::Remove { actor: stone }).unwrap();
    let (triggers, notes) = saved(&round);
    let expected = ["arch stone", "arch top"].map(|name| {
        trigger(&format!(
            r#"(when: Contact(a: "{name}", force: 1.0), then: [Count(counter: "n")])"#
        ))
    });
    assert_eq!(triggers, expected, "{notes}");
    assert!(
        notes.contains("trigger 1 is left out: there is no thing \"arch\""),
        "{notes}"
    );
}

/// A ball falls over the edge of a platform.
#[test]
fn a_trigger_on_a_ball_below_the_floor_is_left_out_with_it() {
    let mut round = scene(
        r#"arena: Rectangle(width: 10.0, depth: 10.0), edge: Open, things: [
            (name: "ball", solid: Ball(radius: 0.3), mass: 2.0, center: (4.0, 1.0, 0.0), velocity: (5.0, 0.0, 0.0)),
            (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 1.0, center: (0.0, 1.0, 0.0))],
        joints: [(name: "cord", kind: Rope(length: 100.0), a: "ball", b: "box")],
        zones: [(name: "net", solid: Ball(radius: 1.0), effect: Goal(thing: "ball", points: 1))],
        triggers: [(when: Contact(a: "ball", force: 1.0), then: [Say(text: "a")]),
            (when: Contact(a: "box", force: 1.0), then: [LetGo(joint: "cord")]),
            (when: Enters(zone: "net"), then: [Say(text: "a")]),
            (when: Contact(a: "box", force: 1.0), then: [Say(text: "a")])]"#,
    );
    assert_eq!(saved(&round).0.len(), 4);
    run(&mut round, 90);
    let (triggers, notes) = saved(&round);
    assert!(
        notes.contains("ball lies below the floor and is left out"),
        "{notes}"
    );
    let last = trigger(r#"(when: Contact(a: "box", force: 1.0), then: [Say(text: "a")])"#);
    assert_eq!(triggers, [last], "{notes}");
}

#[test]
fn a_trigger_on_a_zone_that_is_left_out_is_left_out_with_it() {
    let mut round = scene(
        r#"things: [(name: "ball", solid: Ball(radius: 0.3), mass: 2.0, center: (3.0, 1.0, 0.0))],
        zones: [(name: "net", solid: Ball(radius: 1.0), effect: Goal(thing: "ball", points: 1)),
            (name: "gate", solid: Ball(radius: 1.0), effect: Gate)],
        triggers: [(when: Enters(zone: "net"), then: [Say(text: "a")]), (when: Enters(zone: "gate"), then: [Say(text: "a")])]"#,
    );
    assert_eq!(saved(&round).0.len(), 2);
    let actor = named(&round, "ball");
    round.act(&Act::Remove { actor }).unwrap();
    let (triggers, notes) = saved(&round);
    assert_eq!(triggers.len(), 1, "{notes}");
    assert!(notes.contains("there is no zone \"net\""), "{notes}");
}

/// The first trigger is left out with its ball; the second waits for the counter of the first, the third for
/// that of the second, and the fourth drives the joint that the first makes.
#[test]
fn triggers_on_what_only_a_left_out_trigger_makes_are_left_out_too() {
    let mut round = scene(
        r#"gravity: 0.0, things: [(name: "ball", solid: Ball(radius: 0.3), mass: 2.0, center: (3.0, 1.0, 0.0)),
            (name: "box", solid: Box(width: 1.0, height: 1.0, length: 1.0), mass: 1.0, center: (0.0, 1.0, 0.0))],
        triggers: [
            (when: Counter(counter: "b", reaches: 1), then: [Say(text: "b")]),
            (when: Counter(counter: "a", reaches: 1), then: [Count(counter: "b")]),
            (when: Contact(a: "ball", force: 1.0), then: [Count(counter: "a"), Join(joint: (name: "cord", kind: Weld, a: "box"))]),
            (when: Contact(a: "box", force: 1.0), then: [LetGo(joint: "cord")]),
            (name: "last", when: Key(key: L), then: [Count(counter: "n")])]"#,
    );
    assert_eq!(saved(&round).0.len(), 5);
    let actor = named(&round, "ball");
    round.act(&Act::Remove { actor }).unwrap();
    let (triggers, notes) = saved(&round);
    assert_eq!(triggers.len(), 1, "{notes}");
    assert_eq!(triggers[0].name, "last");
    for number in 1..=4 {
        let told = format!("trigger {number} is left out: ");
        assert!(notes.contains(&told), "{notes}");
    }
}

#[test]
fn a_restart_brings_back_a_car_with_its_driver() {
    let mut round = scene("");
    let car = ron::from_str::<CarSpec>("(name: \"Extra\", position: (0.0, 0.0), driver: Player)");
    let car = Box::new(car.unwrap());
    round.act(&Act::AddCar { car }).unwrap();
    add(
        &mut round,
        r#"(when: Key(key: L), then: [Remove(thing: "Extra")])"#,
    );
    add(&mut round, "(when: Key(key: M), then: [Restart])");
    let seats = |round: &Round| {
        let cars = round.cars().iter();
        cars.map(|car| (car.name.clone(), car.slot))
            .collect::<Vec<_>>()
    };
    let before = (seats(&round), round.kept().level.cars);
    press(&mut round, TriggerKey::L, true);
    run(&mut round, 1);
    assert!(round.cars().is_empty() && round.score().cars.is_empty());
    press(&mut round, TriggerKey::M, true);
    run(&mut round, 1);
    assert_eq!((seats(&round), round.kept().level.cars), before);
    assert_eq!(round.score().cars.len(), 1);
    run(&mut round, 30);
}

#[test]
fn a_restart_leaves_hidden_what_the_player_has_hidden() {
    let mut round = scene("things: [(name: \"ball\", solid: Ball(radius: 0.2), mass: 1.0)]");
    add(&mut round, "(when: Key(key: M), then: [Restart])");
    let (actors, hidden) = (vec![named(&round, "ball")], true);
    round.act(&Act::Hide { actors, hidden }).unwrap();
    press(&mut round, TriggerKey::M, true);
    run(&mut round, 1);
    assert!(round.scene().is_hidden(ActorId(named(&round, "ball"))));
    let (actors, hidden) = (vec![named(&round, "ball")], false);
    round.act(&Act::Hide { actors, hidden }).unwrap();
    press(&mut round, TriggerKey::M, false);
    run(&mut round, 1);
    press(&mut round, TriggerKey::M, true);
    run(&mut round, 1);
    assert!(!round.scene().is_hidden(ActorId(named(&round, "ball"))));
}

/// The ball is in the zone when the trigger on it comes back: it has not entered it.
#[test]
fn a_trigger_that_comes_later_does_not_fire_on_what_is_inside_already() {
    let enters = r#"(when: Enters(zone: "gate"), then: [Count(counter: "n")])"#;
    let mut round = scene(&format!("{} triggers: [{enters}]", super::GLIDER));
    run(&mut round, 10);
    round.act(&Act::RemoveTrigger { index: 0 }).unwrap();
    run(&mut round, 110);
    add(&mut round, enters);
    run(&mut round, 10);
    assert_eq!(count(&round), 0);
}

/// A trigger is an entry, and each thing or joint that it makes is one more; a recording has room for 5000.
#[test]
fn the_triggers_of_a_recording_are_bounded() {
    let effect = r#"Add(thing: (solid: Ball(radius: 0.1), at: (0.0, 1.0, 0.0))), "#;
    let own = trigger(&format!(
        "(when: Key(key: L), then: [{}Restart])",
        effect.repeat(9)
    ));
    let act = Act::AddTrigger {
        trigger: Box::new(own),
    };
    assert_eq!(act.builds(), 10);
    let mut round = scene("");
    let mut recorder = Recorder::new(&round, &Library::new(Vec::new())).unwrap();
    for number in 0..501 {
        let done = recorder.act(&mut round, act.clone());
        assert_eq!(done.is_ok(), number < 500, "{number}: {done:?}");
        if done.is_ok() {
            recorder
                .act(&mut round, Act::RemoveTrigger { index: 0 })
                .unwrap();
        }
    }
}

/// Thirty balls enter ten zones of one name at once, which forty triggers watch: of these twelve thousand firings
/// the first thousand in the order of the list count.
#[test]
fn the_first_thousand_of_many_firings_count() {
    let zone = r#"(name: "gate", solid: Box(width: 30.0, height: 1.0, length: 30.0), at: (0.0, 0.5, 0.0), effect: Gate),"#;
    let triggers = (0..40).map(|index| {
        let once = index == 1;
        format!(r#"(when: Enters(zone: "gate"), then: [Count(counter: "{index}")], once: {once}),"#)
    });
    let mut round = scene(&format!(
        r#"things: [(name: "ball", solid: Ball(radius: 0.2), mass: 1.0, center: (0.0, 2.0, 0.0), copies: Grid(columns: 6, rows: 5, gap: 0.5))],
        zones: [{}], triggers: [{}]"#,
        zone.repeat(10),
        triggers.collect::<String>()
    ));
    run(&mut round, 60);
    let counts: Vec<i32> = round.counters().map(|(_, count)| count).collect();
    assert_eq!(counts[..6], [300, 1, 300, 300, 99, 0]);
    assert!(round.trigger_trouble().is_some());
}

//! Cars, zones, parts and copies that come by hand.

use dodgem::arena::{ActorId, Controls, HandError};
use dodgem::game::tape::{Player, Recorder, Tape, Wheel};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{
    CarSpec, DriverSpec, Level, Library, Style, ThingSpec, ZoneSpec, load, parse, written,
};
use glam::{Quat, Vec3};

const SCENE: &str = r#"(
    name: "Added",
    mode: Free,
    parts: [(name: "pair", things: [
        (name: "low", solid: Box(width: 0.4, height: 0.4, length: 0.4)),
        (name: "high", solid: Ball(radius: 0.2), center: (0.0, 1.0, 0.0)),
    ], joints: [(kind: Rod(), a: "low", b: "high")])],
    things: [
        (name: "crate", model: "crate.obj", mass: 20.0, at: (6.0, 0.0, 0.0)),
        (name: "one", solid: Ball(radius: 0.4), at: (0.0, 0.0, 6.0), group: "ghosts"),
        (name: "post", solid: Box(width: 0.5, height: 1.0, length: 0.5), at: (3.0, 0.0, 6.0)),
    ],
)"#;

fn scene(text: &str) -> (Library, Level, Round) {
    let library = Library::new(Vec::new());
    let level = parse(&library, "added", text).unwrap();
    let round = begun(&level, &library);
    (library, level, round)
}

fn begun(level: &Level, library: &Library) -> Round {
    let options = RoundOptions {
        humans: 1,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(level, library, options).unwrap()
}

fn ahead() -> Controls {
    Controls {
        throttle: 1.0,
        ..Controls::default()
    }
}

fn add_car(driver: &str, x: f32, z: f32) -> Act {
    let text = format!("(position: ({x}, {z}), driver: {driver})");
    Act::AddCar {
        car: Box::new(ron::from_str::<CarSpec>(&text).unwrap()),
    }
}

fn add(text: &str) -> Act {
    Act::Add {
        thing: Box::new(ron::from_str::<ThingSpec>(text).unwrap()),
    }
}

fn zone(text: &str) -> Act {
    Act::AddZone {
        zone: Box::new(ron::from_str::<ZoneSpec>(text).unwrap()),
    }
}

fn named(round: &Round, name: &str) -> u32 {
    let mut all = round.arena().actors().iter();
    let found = all.position(|actor| &*actor.name == name && !actor.is_gone());
    found.unwrap_or_else(|| panic!("there is no {name}")) as u32
}

fn place(round: &Round, name: &str) -> Vec3 {
    let id = ActorId(named(round, name));
    round.arena().actor(id).pose.translation()
}

#[test]
fn a_car_of_ones_own_is_driven_recorded_taken_back_and_done_again() {
    let (library, _, mut round) = scene(SCENE);
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    let go = |wheel: &mut Wheel, round: &mut Round, steps: u32| {
        (0..steps).for_each(|_| wheel.step(round, &[ahead()]));
    };
    let hash = |round: &Round| round.state_hash();
    go(&mut wheel, &mut round, 90);
    let before = hash(&round);
    wheel.act(&mut round, add_car("Player", 0.0, 0.0)).unwrap();
    assert_eq!((round.people(), round.cars().len()), (1, 1));
    go(&mut wheel, &mut round, 150);
    let driven = place(&round, "Car");
    assert!(driven.z < -2.0, "{driven}");
    // Two more cars: one for the computer, and one for a player, though no player is without a car.
    let computer = add_car("Computer(Hunter)", 5.0, 5.0);
    wheel.act(&mut round, computer).unwrap();
    wheel.act(&mut round, add_car("Player", -5.0, 5.0)).unwrap();
    assert_eq!((round.people(), round.cars().len()), (1, 3));
    go(&mut wheel, &mut round, 200);
    let third = named(&round, "Car 3");
    assert!(round.arena().actor(ActorId(third)).velocity.length() > 0.1);
    // Without the first one the third is the player's.
    let first = named(&round, "Car");
    wheel.act(&mut round, Act::Remove { actor: first }).unwrap();
    let seats: Vec<_> = round.cars().iter().map(|car| car.slot).collect();
    assert_eq!(seats, [None, Some(0)]);
    go(&mut wheel, &mut round, 100);
    let after = hash(&round);

    let tape = wheel.tape();
    let mut player = Player::new(tape.clone()).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    for steps in [10, 90, 91, 200, 300, 441, 500, 100] {
        player.seek(steps);
        assert_eq!(player.round().steps(), steps);
    }
    player.seek(540);
    assert_eq!(hash(player.round()), after);
    assert_eq!(Tape::decode(&tape.encode().unwrap()).unwrap(), tape);

    // Acts of one moment are undone one by one; the drive that followed them is undone first.
    let drives = [true, false, true, false, false, true, false];
    for (cars, drive) in [2, 3, 3, 2, 1, 1, 0].into_iter().zip(drives) {
        assert_eq!(wheel.undoes_driving(), drive);
        assert!(wheel.undo(&mut round));
        assert_eq!(round.cars().len(), cars);
    }
    assert_eq!((round.steps(), hash(&round)), (90, before));
    (0..7).for_each(|_| assert!(wheel.redo(&mut round)));
    assert_eq!((round.steps(), hash(&round)), (540, after));
}

#[test]
fn who_drove_since_the_car_came_has_the_car_after_it_is_taken_back() {
    let (library, _, mut round) = scene(SCENE);
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 30));
    let steps = |wheel: &mut Wheel, round: &mut Round, controls: Controls, count: u32| {
        (0..count).for_each(|_| wheel.step(round, &[controls]));
    };
    wheel.act(&mut round, add_car("Player", 0.0, 0.0)).unwrap();
    steps(&mut wheel, &mut round, Controls::default(), 60);
    let stood = (round.steps(), round.state_hash());
    assert!(!wheel.undoes_driving(), "it only stood there");
    steps(&mut wheel, &mut round, ahead(), 100);
    steps(&mut wheel, &mut round, Controls::default(), 20);
    let driven = (round.steps(), round.state_hash());
    assert!(wheel.undoes_driving() && wheel.undo(&mut round));
    assert_eq!((round.steps(), round.state_hash()), stood);
    assert_eq!(round.cars().len(), 1, "the car is there");
    assert!(wheel.redo(&mut round));
    assert_eq!((round.steps(), round.state_hash()), driven);
    assert!(wheel.undo(&mut round) && wheel.undo(&mut round));
    assert_eq!((round.steps(), round.cars().len()), (0, 0));
}

#[test]
fn who_takes_the_wheel_of_a_recording_in_which_a_car_came_drives_that_car() {
    for cars in [
        "",
        "cars: [(position: (-8.0, -8.0), driver: Computer(Drifter))],",
    ] {
        let text = SCENE.replace("mode: Free,", &format!("mode: Free, {cars}"));
        let (library, _, mut round) = scene(&text);
        let mut recorder = Recorder::new(&round, &library).unwrap();
        (0..30).for_each(|_| recorder.step(&mut round, &[ahead()]));
        recorder
            .act(&mut round, add_car("Player", 0.0, 0.0))
            .unwrap();
        (0..120).for_each(|_| recorder.step(&mut round, &[ahead()]));
        for at in [100, 10] {
            let (guide, _, _, mut round) = Player::new(recorder.tape()).unwrap().into_parts();
            let mut guide = guide;
            guide.seek(&mut round, at);
            let mut wheel = guide.take_wheel(&mut round, 1, (60, 10)).unwrap();
            let back = Controls {
                throttle: -1.0,
                ..Controls::default()
            };
            (0..200).for_each(|_| wheel.step(&mut round, &[back]));
            if at == 100 {
                assert!(place(&round, "Car").z > -2.0);
                let car = named(&round, "Car");
                wheel.act(&mut round, Act::Remove { actor: car }).unwrap();
                (0..60).for_each(|_| wheel.step(&mut round, &[back]));
            }
            let mut player = Player::new(wheel.tape()).unwrap();
            while player.step() {}
            assert_eq!(player.guide().contradiction(), None, "{at} {cars}");
        }
    }
}

#[test]
fn a_car_is_refused_where_something_is_counted_and_where_there_is_no_room() {
    let library = Library::new(Vec::new());
    let classic = load(&library, "classic").unwrap();
    let mut round = begun(&classic, &library);
    let refused = round.act(&add_car("Player", 0.0, 0.0)).unwrap_err();
    assert!(refused.to_string().contains("counted"), "{refused}");
    let own = round.cars()[0].actor.0;
    let refused = round.act(&Act::Remove { actor: own }).unwrap_err();
    assert!(matches!(refused, HandError::Car(_)));

    let (_, _, mut round) = scene(SCENE);
    let before = round.state_hash();
    for wrong in [
        add_car("Player", 500.0, 0.0),
        add("(part: \"none\")"),
        add("(model: \"none.obj\", mass: Some(1.0))"),
        add("(part: \"pair\", at: Some((100.0, 0.0, 0.0)))"),
        zone("(solid: Ball(radius: -1.0), effect: Out)"),
        zone("(solid: Ball(radius: 1.0), effect: Goal(thing: \"none\", points: 1))"),
        Act::RemoveZone { zone: 0 },
        Act::Surface {
            restitution: 2.0,
            friction: 0.1,
        },
    ] {
        let refused = round.act(&wrong).expect_err("it cannot be").to_string();
        assert!(refused.len() > 10, "{refused}");
    }
    assert_eq!(round.state_hash(), before);
    assert_eq!(
        (round.arena().actors().len(), round.scene().zones().len()),
        (3, 0)
    );
    // A car added at an occupied place is put above it.
    round.act(&add_car("Player", 3.0, 6.0)).unwrap();
    assert!((0.8..1.2).contains(&place(&round, "Car").y));
}

#[test]
fn parts_copies_groups_and_models_come_with_their_joints_and_are_saved() {
    let (library, _, mut round) = scene(SCENE);
    round.act(&add("(part: \"pair\")")).unwrap();
    // The second one stands on the first as a whole.
    round.act(&add("(part: \"pair\")")).unwrap();
    let gap = |round: &Round, name: &str| {
        place(round, &format!("{name}/high")).distance(place(round, &format!("{name}/low")))
    };
    assert!(
        (gap(&round, "pair") - 0.8).abs() < 1e-3,
        "{}",
        gap(&round, "pair")
    );
    assert!((gap(&round, "pair_2") - 0.8).abs() < 1e-3);
    assert!(place(&round, "pair_2/low").y > 1.0);
    assert_eq!(round.arena().joints().count(), 2);
    let wall = "(name: \"wall\", solid: Some(Box(width: 0.5, height: 0.25, length: 0.25)), at: Some((0.0, 0.0, -6.0)), copies: Some(Wall(columns: 4, rows: 3)))";
    round.act(&add(wall)).unwrap();
    round.act(&add("(name: \"box\", model: \"crate.obj\", scale: 0.5, mass: Some(5.0), at: Some((9.0, 0.0, 0.0)))")).unwrap();
    // A ball of the level's group, inside another of that group, and two of a new group.
    round.act(&add("(name: \"two\", solid: Some(Ball(radius: 0.4)), group: \"ghosts\", at: Some((0.0, 0.0, 6.2)))")).unwrap();
    assert!(place(&round, "two").y < 0.45, "it is in the other");
    let own = "(solid: Some(Ball(radius: 0.4)), group: \"own\", at: Some((0.0, 0.0, 9.0)))";
    round.act(&add(own)).unwrap();
    round.act(&add(own)).unwrap();
    assert!(place(&round, "ball 2").distance(place(&round, "ball")) < 1e-4);
    (0..240).for_each(|_| round.step(&[]));
    let text = written(&round.kept().level).unwrap();
    let level = parse(&library, "kept.ron", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let other = begun(&level, &library);
    let there = |round: &Round| round.arena().actors().len();
    assert_eq!(there(&other), there(&round));
    for name in ["wall 1", "wall 10", "box", "two", "ball 2"] {
        let apart = place(&other, name).distance(place(&round, name));
        assert!(apart < 1e-4, "{name}: {apart}");
    }
    assert_eq!(other.arena().joints().count(), 2);
    let twice = written(&other.kept().level).unwrap();
    assert_eq!(twice, text);
}

#[test]
fn a_thing_of_a_model_or_a_group_becomes_another_one() {
    let (_, _, mut round) = scene(SCENE);
    let change = |round: &mut Round, name: &str, with: &dyn Fn(&mut ThingSpec)| {
        let actor = named(round, name);
        let mut thing = round.scene().thing(ActorId(actor)).unwrap();
        with(&mut thing);
        let thing = Box::new(thing);
        round.act(&Act::Change { actor, thing })
    };
    change(&mut round, "crate", &|thing| thing.scale = 0.5).unwrap();
    let half = place(&round, "crate");
    change(&mut round, "crate", &|thing| thing.mass = Some(50.0)).unwrap();
    assert_eq!(place(&round, "crate"), half);
    let mass = |round: &Round, name: &str| round.arena().actor(ActorId(named(round, name))).mass;
    assert!((mass(&round, "crate") - 50.0).abs() < 1e-3);
    change(&mut round, "one", &|thing| thing.mass = Some(7.0)).unwrap();
    assert!((mass(&round, "one") - 7.0).abs() < 1e-3);
    assert_eq!(round.scene().thing(ActorId(1)).unwrap().group, "ghosts");
    // Out of its group it would be in the other one.
    let inside = "(name: \"two\", solid: Some(Ball(radius: 0.4)), group: \"ghosts\", at: Some((0.0, 0.0, 6.2)))";
    round.act(&add(inside)).unwrap();
    let refused = change(&mut round, "two", &|thing| thing.group.clear());
    assert_eq!(refused, Err(HandError::Taken("one".to_owned())));
    change(&mut round, "two", &|thing| {
        thing.group = "ghosts".to_owned()
    })
    .unwrap();
    // A part of a part is a thing like any other.
    round.act(&add("(part: \"pair\")")).unwrap();
    change(&mut round, "pair/high", &|thing| {
        thing.paint = "#112233".to_owned();
    })
    .unwrap();
    assert_eq!(round.arena().joints().count(), 1, "it is still joined");
    let several = change(&mut round, "pair/low", &|thing| {
        thing.part = "pair".to_owned()
    });
    assert!(several.is_err());
    (0..120).for_each(|_| round.step(&[]));
}

#[test]
fn zones_act_from_the_next_step_on_and_are_saved() {
    let (library, _, mut round) = scene(SCENE);
    let up = zone(
        "(name: \"lift\", solid: Box(width: 2.0, height: 3.0, length: 2.0), at: (3.0, 0.0, 6.0), effect: Gravity(pull: (0.0, 3.0, 0.0)))",
    );
    round.act(&up).unwrap();
    let goal =
        "(solid: Ball(radius: 0.5), at: (-5.0, 0.0, 0.0), effect: Goal(thing: \"one\", points: 1))";
    round.act(&zone(goal)).unwrap();
    (0..60).for_each(|_| round.step(&[]));
    assert!(place(&round, "post").y > 0.6, "{}", place(&round, "post"));
    let kept = round.kept().level;
    assert_eq!(kept.zones.len(), 2);
    let text = written(&kept).unwrap();
    let level = parse(&library, "kept.ron", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    assert_eq!(begun(&level, &library).scene().zones().len(), 2);
    let snapshot = round.snapshot();
    round.act(&Act::RemoveZone { zone: 0 }).unwrap();
    (0..240).for_each(|_| round.step(&[]));
    assert!(place(&round, "post").y < 0.6, "it falls again");
    assert_eq!(round.kept().level.zones.len(), 1);
    round.restore(&snapshot).unwrap();
    (0..60).for_each(|_| round.step(&[]));
    assert!(place(&round, "post").y > 1.0, "with the zone it rises");
    assert_eq!(round.scene().zones().len(), 2);
}

#[test]
fn what_has_no_material_bounces_as_it_is_set_and_a_snapshot_knows_how() {
    let (_, _, mut round) = scene(SCENE);
    let ball = add("(name: \"b\", solid: Some(Ball(radius: 0.3)), at: Some((3.0, 3.0, 6.0)))");
    let stiff = Act::Surface {
        restitution: 1.0,
        friction: 0.0,
    };
    let begin = round.snapshot();
    let highest = |round: &mut Round| {
        round.act(&ball).unwrap();
        let mut highest = 0.0_f32;
        for step in 0..200 {
            round.step(&[]);
            if step > 80 {
                highest = highest.max(place(round, "b").y);
            }
        }
        highest
    };
    let soft = highest(&mut round);
    round.restore(&begin).unwrap();
    round.act(&stiff).unwrap();
    let hard = highest(&mut round);
    assert!(hard > soft + 0.5, "{soft} and {hard}");
    let kept = round.kept().level;
    assert_eq!(kept.response.surface().restitution, 1.0);
    round.restore(&begin).unwrap();
    assert_eq!(highest(&mut round), soft);
}

#[test]
fn a_car_lies_in_a_file_as_it_lies_in_the_scene() {
    let (library, _, mut round) = scene(SCENE);
    round.act(&add_car("Computer(Drifter)", 0.0, -8.0)).unwrap();
    let car = named(&round, "Car");
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_z(2.0) * Quat::from_rotation_x(0.4);
    let lying = Act::Place {
        actor: car,
        place: Vec3::new(0.0, 2.5, -8.0),
        turn,
    };
    round.act(&lying).unwrap();
    let speed = Act::Speed {
        actor: car,
        velocity: Vec3::new(1.0, 0.5, -2.0),
        spin: Vec3::new(0.5, 1.0, -1.5),
    };
    round.act(&speed).unwrap();
    for steps in [0, 40, 60, 300] {
        (0..steps).for_each(|_| round.step(&[]));
        let kept = round.kept();
        assert!(kept.notes.is_empty(), "{:?}", kept.notes);
        let text = written(&kept.level).unwrap();
        let level = parse(&library, "kept.ron", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let other = begun(&level, &library);
        let (one, two) = (
            round.arena().actor(ActorId(named(&round, "Car"))),
            other.arena().actor(ActorId(named(&other, "Car"))),
        );
        let apart = one.pose.translation().distance(two.pose.translation());
        let turned = one.pose.rotation() * two.pose.rotation().conjugate();
        let turned = 2.0 * turned.xyz().length().to_degrees();
        assert!(
            apart < 1e-4 && turned < 0.01,
            "{steps}: {apart} m, {turned} degrees"
        );
        assert!((one.velocity - two.velocity).length() < 1e-3);
        assert!((one.angular_velocity - two.angular_velocity).length() < 1e-3);
        assert_eq!(written(&other.kept().level).unwrap(), text);
        assert_eq!(level.cars[0].driver, DriverSpec::Computer(Style::Drifter));
    }
}

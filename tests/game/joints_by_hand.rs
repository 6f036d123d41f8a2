//! Joints and zones that are changed by hand, the direction of gravity, and machines that are scaled or mirrored.

use std::collections::BTreeSet;

use dodgem::arena::ActorId;
use dodgem::game::tape::{Player, Recorder};
use dodgem::game::{Act, Round, RoundOptions, Together};
use dodgem::level::{Axis, JointKindSpec, JointSpec, Library, parse, said, written};
use glam::{Vec2, Vec3};

/// A see-saw, a slider between two things, a pendulum on a rope, and a chain of planks.
const SCENE: &str = r#"(
    name: "Machines",
    mode: Free,
    arena: Rectangle(width: 60.0, depth: 60.0),
    things: [
        (name: "beam", solid: Box(width: 3.0, height: 0.2, length: 0.6), center: (0.0, 1.0, 0.0)),
        (name: "rail", solid: Box(width: 2.0, height: 0.2, length: 0.2), kind: Fixed, center: (6.0, 1.0, 0.0)),
        (name: "cart", solid: Box(width: 0.4, height: 0.4, length: 0.4), center: (5.5, 1.5, 0.0)),
        (name: "bob", solid: Ball(radius: 0.3), center: (-6.0, 2.0, 0.0)),
        (name: "plank", solid: Box(width: 0.8, height: 0.1, length: 0.6), center: (0.0, 1.0, -8.0), copies: Row(count: 4, gap: 0.1)),
    ],
    joints: [
        (kind: Hinge(axis: (0.0, 0.0, 1.0)), a: "beam", at: (0.0, 1.0, 0.0)),
        (name: "slide", kind: Slider(axis: (1.0, 0.0, 0.0)), a: "cart", b: "rail", limits: (-0.2, 0.8)),
        (kind: Rope(), a: "bob", at: (-6.0, 2.0, 0.0), to: (-6.0, 4.0, 0.0)),
        (kind: Ball, chain: "plank"),
    ],
    zones: [
        (name: "gate", solid: Ball(radius: 1.0), at: (12.0, 0.0, 0.0), effect: Gravity(pull: (0.0, 5.0, 0.0))),
        (name: "goal", solid: Ball(radius: 1.0), at: (15.0, 0.0, 0.0), effect: Goal(thing: "bob", points: 1)),
    ],
)"#;

pub fn round_of(library: &Library, text: &str) -> Round {
    let level = parse(library, "machines", text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, library, options).unwrap()
}

pub fn round() -> Round {
    round_of(&Library::new(Vec::new()), SCENE)
}

/// Asserts that the scene loads from its file, and returns that round.
#[track_caller]
pub fn loaded(round: &Round) -> Round {
    round_of(
        &Library::new(Vec::new()),
        &written(&round.kept().level).unwrap(),
    )
}

fn change(joint: u32, spec: &JointSpec) -> Act {
    let spec = Box::new(spec.clone());
    Act::ChangeJoint { joint, spec }
}

fn now(round: &Round, joint: usize) -> JointSpec {
    round.scene().joint_now(round.arena(), joint).unwrap()
}

pub fn id(round: &Round, name: &str) -> ActorId {
    dodgem::level::scene::named(round.arena(), name).unwrap()
}

pub fn place(round: &Round, name: &str) -> Vec3 {
    round.arena().actor(id(round, name)).pose.translation()
}

pub fn run(round: &mut Round, steps: u32) {
    (0..steps).for_each(|_| round.step(&[]));
}

/// The greatest distance between the two anchors of a joint without a length.
fn gap(round: &Round) -> f32 {
    let world = round.arena().world();
    let gaps = round.arena().joints().map(|id| {
        let (one, other) = world.joint_anchors(id).unwrap();
        let is_rope = world
            .joint(id)
            .unwrap()
            .limits()
            .is_some_and(|limits| limits[0] == 0.0);
        if is_rope { 0.0 } else { one.distance(other) }
    });
    gaps.fold(0.0, f32::max)
}

#[test]
fn a_joint_gets_limits_a_motor_and_another_axis_and_is_written_so() {
    let mut round = round();
    let rows = round.scene().joint_rows(round.arena());
    let names: Vec<&str> = rows.iter().map(|row| &row.name[..]).collect();
    assert_eq!(names, ["joint 1", "slide", "joint 3", "joint 4"]);
    assert_eq!(
        rows.iter().map(|row| row.links).collect::<Vec<_>>(),
        [1, 1, 1, 3]
    );
    let mut hinge = now(&round, 0);
    assert_eq!(hinge.at, Some(Vec3::Y));
    hinge.limits = Some(Vec2::new(-10.0, 10.0));
    hinge.motor = Some(said("(speed: 90.0, force: 5000.0)").unwrap());
    round.act(&change(0, &hinge)).unwrap();
    run(&mut round, 120);
    let turn = round.arena().actor(id(&round, "beam")).pose.rotation();
    let angle = 2.0 * turn.xyz().length().asin().to_degrees();
    assert!(
        (angle - 10.0).abs() < 1.0,
        "the limit stops the motor: {angle}"
    );
    // From here the limits are 20 degrees back and none ahead.
    let limits = now(&round, 0).limits.unwrap();
    assert!(
        (limits - Vec2::new(-20.0, 0.0)).abs().max_element() < 1.0,
        "{limits}"
    );
    let again = loaded(&round);
    assert_eq!(now(&again, 0).limits, Some(limits));
    hinge.kind = JointKindSpec::Hinge { axis: Vec3::Y };
    (hinge.limits, hinge.at) = (None, None);
    round.act(&change(0, &hinge)).unwrap();
    assert_eq!(now(&round, 0).at, Some(Vec3::Y), "it keeps its place");
    run(&mut round, 60);
    let spin = round.arena().actor(id(&round, "beam")).angular_velocity;
    assert!(spin.y.abs() > 1.0 && spin.z.abs() < 0.1, "{spin}");
    round.act(&Act::RemoveJoint { joint: 0 }).unwrap();
    run(&mut round, 120);
    assert!(place(&round, "beam").y < 0.3, "it has fallen");
    assert_eq!(
        loaded(&round)
            .scene()
            .joint_rows(loaded(&round).arena())
            .len(),
        5
    );
}

#[test]
fn a_chain_changes_as_a_whole_and_stays_where_it_is() {
    let mut round = round();
    let places = |round: &Round| {
        let ids = round.arena().joints().skip(3);
        let anchors = ids.map(|id| round.arena().world().joint_anchors(id).unwrap().0);
        anchors.collect::<Vec<Vec3>>()
    };
    let before = places(&round);
    let weld: JointSpec = said("(kind: Weld)").unwrap();
    round.act(&change(3, &weld)).unwrap();
    let moved = places(&round).into_iter().zip(before);
    let moved: Vec<f32> = moved.map(|(now, before)| now.distance(before)).collect();
    assert!(
        moved.len() == 3 && moved.iter().all(|by| *by < 1e-4),
        "{moved:?}"
    );
    let rows = round.scene().joint_rows(round.arena());
    let of_chain = rows.iter().filter(|row| row.name == "joint 4");
    assert_eq!(of_chain.count(), 3, "triggers still find all by one name");
    assert!(gap(&round) < 1e-4);
    assert_eq!(loaded(&round).arena().joints().count(), 6);
    round
        .act(&Act::Cut {
            actor: id(&round, "plank 1").0,
        })
        .unwrap();
    assert_eq!(round.arena().joints().count(), 5);
}

#[test]
fn a_joint_or_zone_that_is_gone_or_cannot_be_so_is_refused_without_a_change() {
    let mut round = round();
    let before = (round.state_hash(), written(&round.kept().level).unwrap());
    let hinge = now(&round, 0);
    let mut no_axis = hinge.clone();
    no_axis.kind = JointKindSpec::Hinge { axis: Vec3::ZERO };
    let mut limits = hinge.clone();
    limits.limits = Some(Vec2::new(9.0, -9.0));
    let mut force = hinge.clone();
    force.motor = Some(said("(speed: 9.0, force: -1.0)").unwrap());
    let lonely: JointSpec = said("(kind: Rope(), to: (0.0, 3.0, 0.0))").unwrap();
    let ball: JointSpec = said("(kind: Ball, limits: (0.0, 1.0))").unwrap();
    let zone = |text: &str| Act::ChangeZone {
        zone: 0,
        spec: Box::new(said(text).unwrap()),
    };
    for (act, why) in [
        (change(9, &hinge), "no longer there"),
        (Act::RemoveJoint { joint: 9 }, "no longer there"),
        (change(0, &no_axis), "axis needs a direction"),
        (change(0, &limits), "the first limit is the greater one"),
        (change(0, &force), "-1"),
        (change(0, &ball), "only hinges and sliders have limits"),
        (
            Act::ChangeZone {
                zone: 7,
                spec: Box::new(round.scene().zones()[0].spec.clone()),
            },
            "no longer there",
        ),
        (zone("(solid: Ball(radius: -1.0), effect: Gate)"), "radius"),
        (
            zone("(solid: Ball(radius: 1.0), effect: Goal(thing: \"none\", points: 1))"),
            "no longer there",
        ),
        (
            Act::Down {
                direction: Vec3::ZERO,
            },
            "gravity needs a direction",
        ),
        (
            Act::Down {
                direction: Vec3::X * 2.0,
            },
            "direction.x is 2",
        ),
    ] {
        let told = round.act(&act).map_err(|error| error.to_string());
        assert!(
            told.as_ref().is_err_and(|told| told.contains(why)),
            "{act:?}: {told:?}"
        );
        let after = (round.state_hash(), written(&round.kept().level).unwrap());
        assert_eq!(after, before, "{act:?}");
    }
    assert!(
        round.act(&change(0, &lonely)).is_ok(),
        "a rope has its other end"
    );
}

#[test]
fn a_machine_that_is_scaled_or_mirrored_keeps_its_joints_together() {
    for change in [
        Together::Scale(1.5),
        Together::Scale(0.6),
        Together::Mirror(Axis::X),
        Together::Mirror(Axis::Z),
    ] {
        let mut round = round();
        let all = [
            "beam", "rail", "cart", "bob", "plank 1", "plank 2", "plank 3", "plank 4",
        ];
        let ids: BTreeSet<ActorId> = all.iter().map(|name| id(&round, name)).collect();
        let act = change.act(&round, &ids).unwrap();
        let before = gap(&round);
        round.act(&act).unwrap();
        assert!(gap(&round) <= before + 1e-4, "{change:?}: {}", gap(&round));
        let factor = match change {
            Together::Scale(factor) => factor,
            _ => 1.0,
        };
        let JointKindSpec::Rope {
            length: Some(length),
        } = now(&round, 2).kind
        else {
            panic!("a rope");
        };
        assert!((length - 2.0 * factor).abs() < 1e-3, "{change:?}: {length}");
        let travel = now(&round, 1).limits.unwrap();
        assert!(
            (travel - Vec2::new(-0.2, 0.8) * factor).abs().max_element() < 1e-3,
            "{travel}"
        );
        let cart = place(&round, "cart").distance(place(&round, "rail"));
        assert!((cart - 0.5_f32.hypot(0.5) * factor).abs() < 1e-3, "{cart}");
        run(&mut round, 60);
        assert!(gap(&round) < 0.02, "{change:?}: {}", gap(&round));
        loaded(&round);
    }
}

/// The axis of a mirrored hinge points so that the image of the motor turns as the image of its thing does.
#[test]
fn the_mirror_image_of_a_motor_turns_the_other_way() {
    let text = SCENE.replace(
        "a: \"beam\", at: (0.0, 1.0, 0.0)",
        "a: \"beam\", at: (0.0, 1.0, 0.0), motor: (speed: 90.0, force: 9000.0)",
    );
    let mut round = round_of(&Library::new(Vec::new()), &text);
    let spin = |round: &Round| round.arena().actor(id(round, "beam")).angular_velocity.z;
    run(&mut round, 30);
    let before = spin(&round);
    let ids = BTreeSet::from([id(&round, "beam")]);
    let act = Together::Mirror(Axis::X).act(&round, &ids).unwrap();
    round.act(&act).unwrap();
    run(&mut round, 10);
    let after = spin(&round);
    assert!(
        (before - 1.57).abs() < 0.1 && (after + 1.57).abs() < 0.1,
        "{before} {after}"
    );
}

#[test]
fn a_zone_is_moved_made_larger_and_given_another_effect() {
    let mut round = round();
    let mut spec = round.scene().zones()[0].spec.clone();
    spec.at = place(&round, "beam").with_y(0.0);
    spec.solid = said("Box(width: 4.0, height: 3.0, length: 2.0)").unwrap();
    spec.heading = 30.0;
    spec.effect = said("Launch(velocity: (0.0, 0.0, 0.0))").unwrap();
    let act = Act::ChangeZone {
        zone: 0,
        spec: Box::new(spec.clone()),
    };
    round.act(&act).unwrap();
    assert_eq!(round.scene().zones()[0].spec, spec);
    assert_eq!(
        round.scene().zones()[1].spec.name,
        "goal",
        "the order stays"
    );
    run(&mut round, 2);
    let inside: Vec<usize> = round
        .arena()
        .in_zones()
        .iter()
        .map(|one| one.zone)
        .collect();
    assert!(inside.contains(&0), "the beam is in it: {inside:?}");
    assert_eq!(loaded(&round).scene().zones()[0].spec, spec);
}

#[test]
fn things_fall_where_gravity_points_and_the_file_says_so() {
    let library = Library::new(Vec::new());
    let text = "(name: \"Side\", mode: Free, down: (2.0, 0.0, 0.0), things: [
        (name: \"ball\", solid: Ball(radius: 0.5), at: (0.0, 3.0, 0.0))])";
    let refused = parse(&library, "side", text).unwrap_err().to_string();
    assert!(refused.contains("down"), "{refused}");
    let text = text.replace("(2.0, 0.0, 0.0)", "(0.6, 0.0, 0.0)");
    let level = parse(&library, "side", &text).unwrap();
    let mut round = round_of(&library, &text);
    let mut recorder = Recorder::new(&round, &library).unwrap();
    assert_eq!(round.kept().level, level);
    let velocity = |round: &Round| round.arena().actor(ActorId(0)).velocity;
    (0..60).for_each(|_| recorder.step(&mut round, &[]));
    let fallen = velocity(&round);
    assert!(
        (fallen.x - 4.9).abs() < 0.1 && fallen.y.abs() < 1e-3,
        "{fallen}"
    );
    let direction = Vec3::new(0.0, 0.5, 0.5);
    recorder.act(&mut round, Act::Down { direction }).unwrap();
    (0..60).for_each(|_| recorder.step(&mut round, &[]));
    let change = velocity(&round) - fallen;
    assert!(
        (change.y - 3.47).abs() < 0.1 && (change.z - 3.47).abs() < 0.1,
        "{change}"
    );
    let down = loaded(&round).scene().level().down;
    assert!(down.angle_between(direction) < 1e-3, "{down}");
    let mut player = Player::new(recorder.tape()).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    // The scene follows its file.
    let after = parse(&library, "side", &text.replace("(0.6,", "(-0.6,")).unwrap();
    let acts = round.followed(&level, &after, &library).unwrap();
    assert_eq!(
        acts,
        [Act::Down {
            direction: Vec3::new(-0.6, 0.0, 0.0)
        }]
    );
}

#[test]
fn both_ends_of_a_joint_can_be_chosen_and_its_place_stays() {
    let mut round = round();
    let [beam, rail, bob] = ["beam", "rail", "bob"].map(|name| id(&round, name).0);
    let rejoin = |joint, a, b| Act::Rejoin { joint, a, b };
    let before = (round.state_hash(), written(&round.kept().level).unwrap());
    for (act, why) in [
        (rejoin(9, beam, None), "no longer there"),
        (rejoin(0, 99, None), "no longer there"),
        (rejoin(0, beam, Some(99)), "no longer there"),
        (rejoin(0, beam, Some(beam)), "to itself"),
        (rejoin(3, beam, None), "chain"),
    ] {
        let told = round.act(&act).unwrap_err().to_string();
        assert!(told.contains(why), "{act:?}: {told}");
        let after = (round.state_hash(), written(&round.kept().level).unwrap());
        assert_eq!(after, before, "{act:?}");
    }
    let hinge = now(&round, 0);
    for (a, b) in [(beam, Some(rail)), (bob, Some(beam)), (bob, None)] {
        round.act(&rejoin(0, a, b)).unwrap();
        let rows = round.scene().joint_rows(round.arena());
        let row = rows.iter().find(|row| row.index == 0).unwrap();
        assert_eq!((row.a, row.b), (ActorId(a), b.map(ActorId)));
        assert_eq!(now(&round, 0), hinge, "its place, axis and limits stay");
        assert_eq!(round.arena().joints().count(), 6);
        assert_eq!(loaded(&round).arena().joints().count(), 6);
    }
}

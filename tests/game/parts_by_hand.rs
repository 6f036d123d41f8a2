//! Parts that a scene takes while it runs: their uses are saved as uses, and follow when the player asks.

use std::collections::BTreeSet;

use dodgem::arena::{ActorId, HandError};
use dodgem::game::tape::{Player, Recorder, Tape, Wheel};
use dodgem::game::{Act, Round, Together};
use dodgem::level::{Axis, Library, PartSpec, ThingSpec, said, written};
use glam::Vec3;

use crate::joints_by_hand::{id, loaded, place, round_of};

const SCENE: &str = r#"(name: "Parts", mode: Free, arena: Rectangle(width: 60.0, depth: 60.0), things: [
    (name: "post", solid: Box(width: 0.5, height: 1.0, length: 0.5), kind: Fixed, at: (9.0, 0.0, 0.0)),
])"#;

/// A table: a foot with a lid welded on it.
fn table(width: f32) -> Vec<PartSpec> {
    let text = format!(
        "(name: \"table\", things: [
            (name: \"foot\", solid: Box(width: {width}, height: 1.0, length: {width})),
            (name: \"lid\", solid: Box(width: 1.0, height: 0.2, length: 1.0), center: (0.0, 1.102, 0.0)),
        ], joints: [(kind: Weld, a: \"foot\", b: \"lid\", at: (0.0, 1.0, 0.0))])"
    );
    vec![said(&text).unwrap()]
}

fn begun() -> (Library, Round) {
    let library = Library::new(Vec::new());
    let round = round_of(&library, SCENE);
    (library, round)
}

fn use_at(x: f32) -> Act {
    Act::Add {
        thing: Box::new(ThingSpec {
            part: "table".to_owned(),
            at: Some(Vec3::X * x),
            heading: 30.0,
            ..ThingSpec::default()
        }),
    }
}

fn text(round: &Round) -> String {
    written(&round.kept().level).unwrap()
}

fn uses(round: &Round) -> usize {
    text(round).matches("part: \"table\"").count()
}

#[test]
fn a_use_that_moves_as_a_whole_stays_a_use_and_any_other_is_written_in_pieces() {
    let (_, mut round) = begun();
    let unknown = round.act(&use_at(0.0)).unwrap_err().to_string();
    assert!(unknown.contains("there is no part \"table\""), "{unknown}");
    let parts = table(0.4);
    round.act(&Act::TakeParts { parts }).unwrap();
    assert_eq!(text(&round).matches("table").count(), 0, "nothing uses it");
    round.act(&use_at(0.0)).unwrap();
    round.act(&use_at(4.0)).unwrap();
    assert_eq!(uses(&round), 2);
    (0..240).for_each(|_| round.step(&[]));
    assert_eq!(uses(&round), 2, "it rests: {}", text(&round));
    let ids = BTreeSet::from([1, 2].map(ActorId));
    let turn = Together::Turn {
        axis: Axis::Y,
        degrees: 50.0,
    };
    for change in [Together::Move(Vec3::new(-3.0, 0.0, 2.0)), turn] {
        round.act(&change.act(&round, &ids).unwrap()).unwrap();
    }
    assert_eq!(uses(&round), 2, "{}", text(&round));
    let again = loaded(&round);
    for name in ["table/foot", "table/lid", "table_2/foot", "table_2/lid"] {
        assert!(
            place(&round, name).distance(place(&again, name)) < 1e-3,
            "{name}"
        );
    }
    assert_eq!(again.arena().joints().count(), 2);
    assert_eq!(text(&again), text(&round));
    round.act(&Act::Freeze { actor: 1 }).unwrap();
    assert_eq!(uses(&round), 1);
    round.act(&Act::Cut { actor: 3 }).unwrap();
    assert_eq!(uses(&round), 0);
    assert_eq!(loaded(&round).arena().actors().len(), 5);
}

#[test]
fn uses_follow_their_part_only_when_asked_are_undone_and_repeat() {
    let (library, mut round) = begun();
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    let act = |wheel: &mut Wheel, round: &mut Round, act: Act| wheel.act(round, act).unwrap();
    act(&mut wheel, &mut round, Act::TakeParts { parts: table(0.4) });
    act(&mut wheel, &mut round, use_at(0.0));
    act(&mut wheel, &mut round, use_at(4.0));
    let ids = BTreeSet::from([ActorId(1), ActorId(2)]);
    let by = Together::Move(Vec3::Z * 3.0).act(&round, &ids).unwrap();
    act(&mut wheel, &mut round, by);
    (0..30).for_each(|_| wheel.step(&mut round, &[]));
    let mass = |round: &Round, name: &str| {
        let id = dodgem::level::scene::named(round.arena(), name).unwrap();
        round.arena().actor(id).mass
    };
    let (light, before) = (mass(&round, "table/foot"), place(&round, "table/lid"));
    let was = round.state_hash();
    act(
        &mut wheel,
        &mut round,
        Act::FollowParts { parts: table(0.8) },
    );
    assert!((mass(&round, "table/foot") / light - 4.0).abs() < 0.01);
    assert!((mass(&round, "table_2/foot") / light - 4.0).abs() < 0.01);
    assert!(
        place(&round, "table/lid").distance(before) < 0.01,
        "where it was moved to"
    );
    assert_eq!((uses(&round), round.arena().joints().count()), (2, 2));
    loaded(&round);
    assert!(wheel.undo(&mut round) && round.state_hash() == was && wheel.redo(&mut round));
    // Another definition alone leaves the uses as they are, as things of their own.
    act(&mut wheel, &mut round, Act::TakeParts { parts: table(0.3) });
    assert!((mass(&round, "table/foot") / light - 4.0).abs() < 0.01);
    assert_eq!(uses(&round), 0);
    loaded(&round);
    (0..30).for_each(|_| wheel.step(&mut round, &[]));
    let tape = Tape::decode(&wheel.tape().encode().unwrap()).unwrap();
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    assert_eq!(text(player.round()), text(&round));
}

/// Each copy of a use has a name and a number: "row 2/foot".
#[test]
fn copies_of_a_use_follow_with_their_joints_to_other_things() {
    let (_, mut round) = begun();
    round.act(&Act::TakeParts { parts: table(0.4) }).unwrap();
    let row: ThingSpec = said(
        "(name: \"row\", part: \"table\", at: (-4.0, 0.0, 0.0), copies: Row(count: 3, gap: 1.0))",
    )
    .unwrap();
    let thing = Box::new(row);
    round.act(&Act::Add { thing }).unwrap();
    let post = id(&round, "post").0;
    for copy in 1..=3 {
        let lid = id(&round, &format!("row {copy}/lid")).0;
        let at = place(&round, &format!("row {copy}/lid"));
        let spec = format!(
            "(name: \"line {copy}\", kind: Rope(), at: ({}, {}, {}), to: (9.0, 1.0, 0.0))",
            at.x, at.y, at.z
        );
        let joint = Box::new(said(&spec).unwrap());
        let b = Some(post);
        round.act(&Act::Join { a: lid, b, joint }).unwrap();
    }
    let pin = Box::new(said("(name: \"pin\", kind: Weld, at: (-4.0, 0.0, 0.0))").unwrap());
    let a = id(&round, "row 2/foot").0;
    round
        .act(&Act::Join {
            a,
            b: None,
            joint: pin,
        })
        .unwrap();
    let names = |round: &Round| {
        let rows = round.scene().joint_rows(round.arena()).into_iter();
        let name = |id: ActorId| round.arena().actor(id).name.to_string();
        rows.map(|row| (name(row.a), row.b.map(name)))
            .collect::<BTreeSet<_>>()
    };
    let joined = names(&round);
    assert_eq!(joined.len(), 7);
    round.act(&Act::FollowParts { parts: table(0.3) }).unwrap();
    assert_eq!(names(&round), joined);
    assert_eq!(loaded(&round).arena().joints().count(), 7);
}

#[test]
fn a_part_that_is_invalid_or_has_no_room_changes_nothing() {
    let (_, mut round) = begun();
    round.act(&Act::TakeParts { parts: table(0.4) }).unwrap();
    round.act(&use_at(8.0)).unwrap();
    let before = (round.state_hash(), text(&round));
    let itself: PartSpec = said("(name: \"table\", things: [(part: \"table\")])").unwrap();
    let empty: PartSpec = said("(name: \"none\")").unwrap();
    let wide = table(100.0);
    for (parts, why) in [
        (vec![itself], "holds itself"),
        (vec![empty], "holds nothing"),
        (wide.clone(), "outside"),
    ] {
        let acts = [
            Act::TakeParts {
                parts: parts.clone(),
            },
            Act::FollowParts {
                parts: parts.clone(),
            },
        ];
        for act in acts.iter().skip(usize::from(parts == wide)) {
            let told = round.act(act).unwrap_err();
            assert!(
                told == HandError::Outside || told.to_string().contains(why),
                "{told}"
            );
            assert_eq!((round.state_hash(), text(&round)), before, "{act:?}");
        }
    }
}

/// A part that holds another one, which turns on a hinge.
fn gate(width: f32) -> Vec<PartSpec> {
    let wing = format!(
        "(name: \"wing\", things: [
            (name: \"leaf\", solid: Box(width: {width}, height: 1.0, length: 0.1), mass: 2.0, center: (0.8, 1.0, 0.0)),
        ])"
    );
    let gate = "(name: \"gate\", things: [
            (name: \"post\", solid: Box(width: 0.4, height: 2.0, length: 0.4), mass: 90.0),
            (name: \"w\", part: \"wing\"),
        ], joints: [(kind: Hinge(axis: (0.0, 1.0, 0.0)), a: \"w/leaf\", b: \"post\", at: (0.25, 1.0, 0.0))])";
    vec![said(&wing).unwrap(), said(gate).unwrap()]
}

/// Two gates, with a rope to the post, a weld to the world and a rod between them.
fn with_gates(round: &mut Round) {
    let parts = gate(0.8);
    round.act(&Act::TakeParts { parts }).unwrap();
    for x in [-4.0, 2.0] {
        let thing = Box::new(ThingSpec {
            part: "gate".to_owned(),
            at: Some(Vec3::X * x),
            ..ThingSpec::default()
        });
        round.act(&Act::Add { thing }).unwrap();
    }
    let [post, gate, other] = ["post", "gate/post", "gate_2/post"].map(|name| id(round, name).0);
    for (a, b, spec) in [
        (
            gate,
            Some(post),
            "(name: \"line\", kind: Rope(), at: (-4.0, 2.0, 0.0), to: (9.0, 1.0, 0.0))",
        ),
        (
            gate,
            None,
            "(name: \"pin\", kind: Weld, at: (-4.0, 0.0, 0.0))",
        ),
        (
            other,
            Some(gate),
            "(kind: Rod(), at: (2.0, 1.0, 0.0), to: (-4.0, 1.0, 0.0))",
        ),
    ] {
        let joint = Box::new(said(spec).unwrap());
        round.act(&Act::Join { a, b, joint }).unwrap();
    }
}

#[test]
fn uses_of_a_part_within_a_part_follow_too_with_their_joints_to_other_things() {
    let (_, mut round) = begun();
    with_gates(&mut round);
    let post = id(&round, "gate/post");
    // The wing swings; the gate stands.
    let actor = id(&round, "gate/w/leaf").0;
    let spin = Vec3::Y;
    round
        .act(&Act::Speed {
            actor,
            velocity: Vec3::ZERO,
            spin,
        })
        .unwrap();
    (0..60).for_each(|_| round.step(&[]));
    let names = |round: &Round| {
        let rows = round.scene().joint_rows(round.arena()).into_iter();
        let name = |id: ActorId| round.arena().actor(id).name.to_string();
        rows.map(|row| (name(row.a), row.b.map(name)))
            .collect::<BTreeSet<_>>()
    };
    let (stood, joined) = (place(&round, "gate/post"), names(&round));
    let turned = round.arena().actor(post).pose.rotation();
    assert_eq!(joined.len(), 5);
    let parts = gate(0.6).split_off(0)[..1].to_vec();
    round.act(&Act::FollowParts { parts }).unwrap();
    let wing = |round: &Round, name: &str| {
        let model = &round.arena().actor(id(round, name)).model;
        model.local_aabb().extents().x
    };
    for name in ["gate/w/leaf", "gate_2/w/leaf"] {
        assert!((wing(&round, name) - 0.6).abs() < 1e-3, "{name}");
    }
    assert!(
        place(&round, "gate/post").distance(stood) < 0.01,
        "the swing of a wing turns no gate"
    );
    let now = round.arena().actor(id(&round, "gate/post")).pose.rotation();
    assert!(now.angle_between(turned) < 0.01);
    assert_eq!(names(&round), joined);
    let rows = round.scene().joint_rows(round.arena());
    assert!(
        ["line", "pin"]
            .iter()
            .all(|name| rows.iter().any(|row| row.name == *name))
    );
    assert_eq!(loaded(&round).arena().joints().count(), 5);
}

//! Things and patches of floor with surfaces of their own.

use dodgem::arena::ActorId;
use dodgem::game::tape::{Player, Recorder, Wheel};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Library, PatchSpec, ThingSpec, parse, said, written};
use glam::Vec3;

use crate::joints_by_hand::{loaded, place as place_of, round_of};

const SCENE: &str = r#"(name: "Surfaces", mode: Free, arena: Rectangle(width: 60.0, depth: 60.0),
    materials: [(name: "brick", friction: 0.7, restitution: 0.0)],
    response: Impulse(restitution: 0.0, friction: 0.6),
    things: [
        (name: "hard", solid: Ball(radius: 0.3), center: (0.0, 2.3, 0.0)),
        (name: "soft", solid: Ball(radius: 0.3), center: (4.0, 2.3, 0.0), material: "brick"),
        (name: "bouncy", solid: Ball(radius: 0.3), center: (8.0, 2.3, 0.0), material: "brick", restitution: 0.9),
        (name: "slow", solid: Box(width: 1.0, height: 0.4, length: 1.0), at: (0.0, 0.0, 8.0), velocity: (4.0, 0.0, 0.0)),
        (name: "slippery", solid: Box(width: 1.0, height: 0.4, length: 1.0), at: (0.0, 0.0, 12.0), velocity: (4.0, 0.0, 0.0), friction: 0.01),
    ])"#;

fn begun(text: &str) -> (Library, Round) {
    let library = Library::new(Vec::new());
    let level = parse(&library, "surfaces", text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    let round = Round::with_options(&level, &library, options).unwrap();
    (library, round)
}

fn place(round: &Round, id: u32) -> Vec3 {
    round.arena().actor(ActorId(id)).pose.translation()
}

/// The height to which a ball rises again after its first fall.
fn bounce(round: &mut Round, ball: u32) -> f32 {
    let mut top = 0.0_f32;
    let mut has_fallen = false;
    for _ in 0..240 {
        round.step(&[]);
        let height = place(round, ball).y;
        has_fallen |= height < 0.35;
        top = top.max(if has_fallen { height } else { 0.0 });
    }
    top - 0.3
}

fn with(round: &Round, id: u32, change: impl Fn(&mut ThingSpec)) -> Act {
    let mut thing = round.scene().thing(ActorId(id)).unwrap();
    change(&mut thing);
    Act::Change {
        actor: id,
        thing: Box::new(thing),
    }
}

#[test]
fn a_things_own_numbers_take_the_place_of_its_materials() {
    let heights = [0, 1, 2].map(|ball| bounce(&mut begun(SCENE).1, ball));
    assert!(heights[0] < 0.1 && heights[1] < 0.1, "{heights:?}");
    // 0.9 squared of the fall of 2 m.
    assert!((heights[2] - 1.62).abs() < 0.1, "{heights:?}");
    let (_, mut round) = begun(SCENE);
    (0..60).for_each(|_| round.step(&[]));
    assert!(place(&round, 3).x < 1.6 && place(&round, 4).x > 1.8);
}

#[test]
fn they_are_changed_by_hand_saved_recorded_and_checked() {
    let (library, mut round) = begun(SCENE);
    let mut recorder = Recorder::new(&round, &library).unwrap();
    let own = |thing: &mut ThingSpec| thing.restitution = Some(0.8);
    let act = with(&round, 0, own);
    recorder.act(&mut round, act).unwrap();
    let text = written(&round.kept().level).unwrap();
    assert!(text.contains("restitution: 0.8"), "{text}");
    let (mut here, mut there) = (0.0, 0.0);
    let (_, mut loaded) = begun(&text);
    for _ in 0..200 {
        recorder.step(&mut round, &[]);
        loaded.step(&[]);
        (here, there) = (
            f32::max(here, place(&round, 0).y),
            f32::max(there, place(&loaded, 0).y),
        );
    }
    assert!((place(&round, 0) - place(&loaded, 0)).length() < 1e-3);
    assert!(here > 1.0 && (here - there).abs() < 1e-3);
    let mut player = Player::new(recorder.tape()).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    let before = round.state_hash();
    let refused = round.act(&with(&round, 0, |thing| thing.friction = Some(3.0)));
    let told = refused.unwrap_err().to_string();
    assert!(told.contains("friction is 3; it must be"), "{told}");
    assert_eq!(round.state_hash(), before);
    let wrong = SCENE.replace("friction: 0.01", "friction: -0.01");
    let told = parse(&library, "wrong", &wrong).unwrap_err().to_string();
    assert!(told.contains("things[4].friction"), "{told}");
}

/// A thing with its own friction takes its restitution from things without a material, also when that changes.
#[test]
fn the_other_number_follows_the_surface_of_the_scene() {
    let text = SCENE.replace("name: \"hard\",", "name: \"hard\", friction: 0.5,");
    let (_, mut round) = begun(&text);
    let act = Act::Surface {
        restitution: 0.9,
        friction: 0.6,
    };
    round.act(&act).unwrap();
    let here = bounce(&mut round, 0);
    assert!((here - 1.62).abs() < 0.1, "{here}");
}

const FLOOR: &str = r#"(
    name: "Floor",
    mode: Free,
    arena: Rectangle(width: 60.0, depth: 60.0),
)"#;

fn patch(text: &str) -> Box<PatchSpec> {
    Box::new(said(text).unwrap())
}

#[test]
fn a_patch_of_floor_that_cannot_be_is_refused_without_a_change() {
    let mut round = round_of(&Library::new(Vec::new()), FLOOR);
    let begun = (round.state_hash(), written(&round.kept().level).unwrap());
    let belt = "(position: (5.5, 4.0), width: 4.0, length: 12.0, grip: 1.0, belt: (0.0, 0.0, 3.0))";
    let add = |text: &str| Act::AddPatch { patch: patch(text) };
    for (act, why) in [
        (Act::RemovePatch { patch: 0 }, "no longer there"),
        (
            Act::ChangePatch {
                patch: 0,
                spec: patch(belt),
            },
            "no longer there",
        ),
        (
            add("(position: (29.0, 0.0), width: 9.0, length: 9.0, grip: 1.0)"),
            "outside",
        ),
        (
            add("(position: (0.0, 0.0), width: 9.0, length: 0.0, grip: 1.0)"),
            "length",
        ),
        (
            add("(position: (0.0, 0.0), width: 9.0, length: 9.0, grip: -1.0)"),
            "grip",
        ),
    ] {
        let told = round.act(&act).unwrap_err().to_string();
        assert!(told.contains(why), "{act:?}: {told}");
        assert_eq!(
            (round.state_hash(), written(&round.kept().level).unwrap()),
            begun
        );
    }
}

#[test]
fn patches_of_floor_are_added_changed_and_removed_undone_and_taped() {
    let library = Library::new(Vec::new());
    let mut round = round_of(&library, FLOOR);
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    let begun = (round.state_hash(), written(&round.kept().level).unwrap());
    let belt = "(position: (5.5, 4.0), width: 4.0, length: 12.0, grip: 1.0, belt: (0.0, 0.0, 3.0))";
    let ice = belt.replace("grip: 1.0, belt: (0.0, 0.0, 3.0)", "grip: 0.01");
    let add = |text: &str| Act::AddPatch { patch: patch(text) };
    let box_at = "(name: \"crate\", solid: Some(Box(width: 0.5, height: 0.5, length: 0.5)), at: Some((5.5, 0.0, 0.0)))";
    let thing = Box::new(ron::from_str(box_at).unwrap());
    wheel
        .act(
            &mut round,
            add("(position: (-9.0, 9.0), width: 1.0, length: 1.0, grip: 2.0)"),
        )
        .unwrap();
    wheel.act(&mut round, add(belt)).unwrap();
    wheel.act(&mut round, Act::Add { thing }).unwrap();
    let carried = |wheel: &mut Wheel, round: &mut Round| {
        let before = place_of(round, "crate").z;
        (0..60).for_each(|_| wheel.step(round, &[]));
        place_of(round, "crate").z - before
    };
    assert!(carried(&mut wheel, &mut round) > 0.5, "the belt carries it");
    let was = round.state_hash();
    let spec = patch(&ice);
    // Cause: each change left the material of the patch before.
    let materials = |round: &Round| round.arena().world().materials().iter().len();
    let before = materials(&round);
    wheel
        .act(&mut round, Act::ChangePatch { patch: 1, spec })
        .unwrap();
    assert_eq!(materials(&round), before);
    let saved = loaded(&round);
    assert_eq!(saved.scene().patches().len(), 2);
    assert_eq!(saved.scene().patches()[1].spec, *patch(&ice));
    assert!(carried(&mut wheel, &mut round) > 0.5, "it slides on");
    wheel
        .act(&mut round, Act::RemovePatch { patch: 0 })
        .unwrap();
    assert_eq!(round.scene().patches().len(), 1);
    (0..30).for_each(|_| wheel.step(&mut round, &[]));
    let mut player = Player::new(wheel.tape()).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    while round.state_hash() != was {
        assert!(wheel.undo(&mut round));
    }
    assert_eq!(round.scene().patches()[1].spec, *patch(belt));
    while wheel.undo(&mut round) {}
    assert_eq!(
        (round.state_hash(), written(&round.kept().level).unwrap()),
        begun
    );
    assert_eq!(round.arena().world().report().overlapping, 0);
}

#[test]
fn the_patches_of_a_file_are_followed_in_place() {
    let library = Library::new(Vec::new());
    let with =
        |list: &str| FLOOR.replace("mode: Free,", &format!("mode: Free, patches: [{list}],"));
    let [one, other, third] = [3.0, 6.0, 9.0]
        .map(|z| format!("(position: (20.0, {z:?}), width: 2.0, length: 2.0, grip: 0.2)"));
    let [before, after] =
        [format!("{one}, {other}"), format!("{other}, {third}")].map(|list| with(&list));
    let mut round = round_of(&library, &before);
    let levels = [&before, &after].map(|text| parse(&library, "machines", text).unwrap());
    let acts = round.followed(&levels[0], &levels[1], &library).unwrap();
    assert_eq!(acts.len(), 2, "{acts:?}");
    acts.iter().for_each(|act| round.act(act).unwrap());
    let here: Vec<PatchSpec> = round
        .scene()
        .patches()
        .iter()
        .map(|one| one.spec.clone())
        .collect();
    assert_eq!(here, levels[1].patches);
}

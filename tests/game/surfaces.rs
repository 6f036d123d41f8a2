//! Things with a friction and a restitution of their own.

use dodgem::arena::ActorId;
use dodgem::game::tape::{Player, Recorder};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Library, ThingSpec, parse, written};
use glam::Vec3;

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

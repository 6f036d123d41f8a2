//! The hall that an act changes: floor, walls, ceiling and looks.

use dodgem::arena::Controls;
use dodgem::game::tape::{Player, Recorder, Tape, Wheel};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{HallRules, Library, World, parse, written};

use crate::joints_by_hand::loaded;

const SCENE: &str = r#"(
    name: "Hall",
    mode: Free,
    arena: Rectangle(width: 80.0, depth: 30.0),
    things: [
        (name: "box", solid: Box(width: 0.5, height: 0.5, length: 0.5), at: (0.0, 0.0, 5.0), velocity: (8.0, 0.0, 0.0)),
        (name: "ball", solid: Ball(radius: 0.3), center: (0.0, 3.0, -8.0), velocity: (0.0, 20.0, 0.0)),
    ],
    patches: [(position: (0.0, 10.0), width: 60.0, length: 2.0, grip: 0.3)],
    cars: [(position: (-10.0, 0.0), driver: Player, velocity: (15.0, 0.0, 0.0), heading: 90.0)],
)"#;
const CAR: usize = 2;

fn hall(round: &Round, change: impl FnOnce(&mut HallRules)) -> Act {
    let mut rules = round.scene().hall_rules();
    change(&mut rules);
    Act::Hall {
        rules: Box::new(rules),
    }
}

fn begun(text: &str) -> Round {
    let library = Library::new(Vec::new());
    let level = parse(&library, "hall", text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 1,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap()
}

/// Distances that the sliding box and the braking car go in three seconds, in metres.
fn ways(round: &mut Round) -> [f32; 2] {
    let brake = Controls {
        brake: true,
        ..Controls::default()
    };
    let at = |round: &Round, actor: usize| round.arena().actors()[actor].pose.translation();
    let begun = [0, CAR].map(|actor| at(round, actor));
    (0..360).for_each(|_| round.step(&[brake]));
    [0, 1].map(|index| begun[index].distance(at(round, [0, CAR][index])))
}

#[test]
fn the_floor_of_a_running_scene_gets_another_grip_as_if_its_level_had_it() {
    let usual = ways(&mut begun(SCENE));
    let mut round = begun(SCENE);
    let act = hall(&round, |rules| rules.ground.grip = 0.2);
    round.act(&act).unwrap();
    let slippery = ways(&mut round);
    let written = SCENE.replace("mode: Free,", "mode: Free, ground: (grip: 0.2),");
    let from_level = ways(&mut begun(&written));
    for index in [0, 1] {
        assert!(
            slippery[index] > 1.5 * usual[index],
            "{slippery:?} {usual:?}"
        );
        let apart = (slippery[index] - from_level[index]).abs();
        assert!(apart < 0.02, "{slippery:?} {from_level:?}");
    }
    // A patch keeps its own grip, which is given as a share of the floor's.
    let world = round.arena().world();
    let materials = world.bodies().map(|body| body.material());
    let mut materials = materials.filter_map(|id| world.materials().get(id));
    let patch = materials.find(|material| material.friction == 0.3);
    let grip = patch.expect("the patch").grip;
    assert!((grip - 0.3 / 0.2).abs() < 1e-6, "{grip}");
}

#[test]
fn a_ceiling_comes_down_as_far_as_nothing_is_above_it_and_holds() {
    let mut round = begun(SCENE);
    let before = round.state_hash();
    let too_low = round.act(&hall(&round, |rules| rules.ceiling = 3.2));
    let told = too_low.unwrap_err().to_string();
    assert!(told.contains("\"ball\" is higher than that"), "{told}");
    let wrong = round.act(&hall(&round, |rules| rules.ceiling = 1.0));
    assert!(wrong.unwrap_err().to_string().contains("ceiling"));
    let blue = round.act(&hall(&round, |rules| {
        rules.mood.fog.tint = Some("blue".to_owned())
    }));
    assert!(blue.unwrap_err().to_string().contains("is not a colour"));
    assert_eq!(round.state_hash(), before);
    round
        .act(&hall(&round, |rules| rules.ceiling = 4.0))
        .unwrap();
    for _ in 0..240 {
        round.step(&[]);
        let height = round.arena().actors()[1].pose.translation().y;
        assert!(height < 3.75, "{height}");
    }
}

#[test]
fn a_changed_hall_is_saved_followed_undone_and_repeats() {
    let library = Library::new(Vec::new());
    let mut round = begun(SCENE);
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    (0..20).for_each(|_| wheel.step(&mut round, &[Controls::default()]));
    let was = round.state_hash();
    let act = hall(&round, |rules| {
        rules.ground.grip = 0.4;
        rules.walls.restitution = 0.9;
        rules.ceiling = 9.0;
        rules.mood.world = World::Moon;
    });
    wheel.act(&mut round, act).unwrap();
    assert_eq!(round.scene().mood().world, World::Moon);
    let saved = written(&round.kept().level).unwrap();
    for text in [
        "grip: 0.4",
        "restitution: 0.9",
        "ceiling: 9.0",
        "world: Moon",
    ] {
        assert!(saved.contains(text), "{text}: {saved}");
    }
    assert_eq!(
        loaded(&round).scene().hall_rules(),
        round.scene().hall_rules()
    );
    assert!(wheel.undo(&mut round));
    assert_eq!(round.state_hash(), was);
    assert_eq!(round.scene().mood().world, World::Fairground);
    assert!(wheel.redo(&mut round));
    (0..20).for_each(|_| wheel.step(&mut round, &[Controls::default()]));
    let tape = Tape::decode(&wheel.tape().encode().unwrap()).unwrap();
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    // A file with another hall is followed without a restart.
    let [before, after] = [
        SCENE.to_owned(),
        SCENE.replace("mode: Free,", "mode: Free, mood: (world: Rink),"),
    ]
    .map(|text| parse(&library, "hall", &text).unwrap());
    let acts = round.followed(&before, &after, &library).unwrap();
    assert!(matches!(&acts[..], [Act::Hall { .. }]), "{acts:?}");
    round.act(&acts[0]).unwrap();
    assert_eq!(round.scene().mood().world, World::Rink);
}

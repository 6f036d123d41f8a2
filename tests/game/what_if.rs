//! Graphs and the rules of the engine that change while a scene runs: on the tape, undone, saved, followed.

use dodgem::arena::{Arena, Met, Response};
use dodgem::game::tape::{Player, Recorder, Tape, Wheel};
use dodgem::game::{Act, Round};
use dodgem::level::{
    BroadPhaseSpec, ClockSpec, DetectionSpec, EngineRules, GraphSpec, Library, Mode, Quantity,
    StageSpec, StagesSpec, VolumeSpec, load, parse, written,
};
use dodgem_collide::VolumeKind;

use crate::joints_by_hand::{loaded, round, round_of};

fn rules_of(round: &Round) -> EngineRules {
    round.scene().engine_rules(round.arena())
}

/// The rules with a change, as an act.
fn engine(round: &Round, change: impl FnOnce(&mut EngineRules)) -> Act {
    let mut rules = Box::new(rules_of(round));
    change(&mut rules);
    Act::Engine { rules }
}

fn missed(arena: &Arena) -> Vec<String> {
    let name = |met| arena.name_of(met).to_owned();
    let recent = arena.misses().recent.iter();
    recent
        .map(|miss| format!("{} {}", name(Met::Actor(miss.a)), name(miss.met)))
        .collect()
}

#[test]
fn the_bullet_misses_sheets_only_if_collision_is_discrete_and_each_miss_has_its_names() {
    let library = Library::new(Vec::new());
    let level = load(&library, "physics/bullet").unwrap();
    for discrete in [false, true] {
        let mut round = Round::new(&level, &library, 1).unwrap();
        if discrete {
            let act = engine(&round, |rules| {
                rules.engine.detection = DetectionSpec::Discrete;
            });
            round.act(&act).unwrap();
        }
        (0..24).for_each(|_| round.step(&[]));
        let missed = missed(round.arena());
        if !discrete {
            assert!(missed.is_empty(), "{missed:?}");
            assert!(round.impacts() > 0);
            continue;
        }
        // It flies on at 400 m/s, and may end a step in a sheet.
        let mut actors = round.arena().actors().iter();
        let bullet = actors.find(|actor| &*actor.name == "bullet").unwrap();
        assert!(bullet.pose.translation().x > 15.0);
        assert!((8..=10).contains(&missed.len()), "{missed:?}");
        for sheet in 1..=10 {
            let name = format!("bullet sheet {sheet}");
            let count = missed.iter().filter(|one| **one == name).count();
            assert!(count <= 1, "{name} is told {count} times");
        }
        assert_eq!(round.arena().misses().count, missed.len() as u64);
    }
}

#[test]
fn rules_of_the_engine_are_acts_that_repeat_are_undone_saved_and_checked() {
    let library = Library::new(Vec::new());
    let level = load(&library, "classic").unwrap();
    let mut round = Round::new(&level, &library, 7).unwrap();
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    (0..300).for_each(|_| wheel.step(&mut round, &[]));
    let was = round.state_hash();
    let volume = |round: &Round| {
        round
            .arena()
            .actors()
            .last()
            .unwrap()
            .model
            .options()
            .volume
    };
    assert_eq!(volume(&round), VolumeKind::Kdop18);
    let change = engine(&round, |rules| {
        rules.response = Response::default();
        rules.broad_phase = BroadPhaseSpec::HashGrid { cell_size: 2.0 };
        rules.budget_milliseconds = Some(12.0);
        rules.engine.stages = StagesSpec::Only(vec![StageSpec::Plane, StageSpec::Convex]);
        rules.engine.volume = VolumeSpec::Sphere;
        rules.engine.detection = DetectionSpec::Discrete;
    });
    wheel.act(&mut round, change).unwrap();
    assert_eq!(volume(&round), VolumeKind::Sphere);
    assert!(wheel.undo(&mut round) && round.state_hash() == was);
    assert_eq!(
        (volume(&round), rules_of(&round)),
        (VolumeKind::Kdop18, EngineRules::of(&level))
    );
    assert!(wheel.redo(&mut round));
    (0..300).for_each(|_| wheel.step(&mut round, &[]));
    let text = written(&round.kept().level).unwrap();
    for field in [
        "HashGrid(cell_size: 2.0)",
        "budget_milliseconds: 12.0",
        "volume: Sphere",
        "detection: Discrete",
        "Only([Plane, Convex])",
    ] {
        assert!(text.contains(field), "{field}: {text}");
    }
    // Nothing counts without impacts, so it is saved as free play, which a file may say.
    let again = parse(&library, "test", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.own_mode(), Mode::Free);
    type Change = fn(&mut EngineRules);
    let refused: [(Change, &str); 3] = [
        (
            |rules| rules.engine.clock = ClockSpec::Time,
            "unit of the budget",
        ),
        (
            |rules| rules.budget_milliseconds = Some(-1.0),
            "budget_milliseconds is -1",
        ),
        (|rules| rules.engine.pieces.most = 99, "between 1 and 10"),
    ];
    let before = rules_of(&round);
    for (change, told) in refused {
        let act = engine(&round, change);
        let error = round.act(&act).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert_eq!(rules_of(&round), before);
    }
    let tape = Tape::decode(&wheel.tape().encode().unwrap()).unwrap();
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None);
    assert_eq!(player.round().state_hash(), round.state_hash());
}

/// A recording that is kept on the way is the one that the later ones name, from the moment at which they leave it.
#[test]
fn ways_on_from_a_kept_recording_are_its_branches() {
    let library = Library::new(Vec::new());
    let mut round = round();
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    let play = |wheel: &mut Wheel, round: &mut Round, to: u64| {
        while round.steps() < to {
            wheel.step(round, &[]);
        }
    };
    play(&mut wheel, &mut round, 300);
    let first = wheel.tape();
    assert_eq!(first.branch, None);
    wheel.note_kept(&first);
    // Nothing is new yet.
    assert_eq!(wheel.tape().branch, None);
    let names = |tape: &Tape| {
        let branch = tape.branch.expect("it continues another one");
        (branch.parent, branch.at)
    };
    let way_on = |wheel: &mut Wheel, round: &mut Round, from: u64, gravity: f32| {
        assert!(wheel.rewind(round, from));
        let (air, wind) = (0.0, glam::Vec3::ZERO);
        let act = Act::Surroundings { gravity, air, wind };
        wheel.act(round, act).unwrap();
        play(wheel, round, 360);
        wheel.tape()
    };
    let second = way_on(&mut wheel, &mut round, 240, 5.0);
    assert_eq!(names(&second), (first.identity().unwrap(), 240));
    wheel.note_kept(&second);
    // It leaves both before the second one left the first.
    let third = way_on(&mut wheel, &mut round, 180, 2.0);
    assert_eq!(names(&third), (first.identity().unwrap(), 180));
    wheel.note_kept(&third);
    let fourth = way_on(&mut wheel, &mut round, 300, 1.0);
    assert_eq!(names(&fourth), (third.identity().unwrap(), 300));
    let read = Tape::decode(&fourth.encode().unwrap()).unwrap();
    assert_eq!(read, fourth);
    // A round that is undone and redone continues the recording that was kept at its end.
    wheel.note_kept(&fourth);
    assert!(wheel.undo(&mut round) && round.steps() == 300);
    assert!(wheel.redo(&mut round) && wheel.is_kept());
    play(&mut wheel, &mut round, 380);
    assert_eq!(names(&wheel.tape()), (fourth.identity().unwrap(), 360));
    // A player that takes a recording over continues it.
    let mut player = Player::new(read).unwrap();
    player.seek(320);
    let (guide, round) = player.parts_mut();
    let mut wheel = guide.take_wheel(round, 1, (60, 20)).unwrap();
    play(&mut wheel, round, 380);
    assert_eq!(names(&wheel.tape()), (fourth.identity().unwrap(), 320));
}

const GRAPHS: &str = r#"    graphs: [
        (curves: [Height(of: "bob"), Gap(a: "bob", b: "beam")], seconds: 20.0),
        (name: "swing", curves: [JointAngle(joint: "joint 1"), Load(joint: "slide")], across: JointTravel(joint: "slide")),
    ],
"#;

#[test]
fn graphs_are_checked_saved_and_followed() {
    let mut round = round();
    let library = Library::new(Vec::new());
    let text = written(&round.kept().level).unwrap();
    let with = text.trim_end().trim_end_matches(')').to_owned() + GRAPHS + ")\n";
    let level = parse(&library, "test", &with).unwrap_or_else(|error| panic!("{error}"));
    let acts = round.followed(&parse(&library, "test", &text).unwrap(), &level, &library);
    for act in acts.expect("a running scene follows graphs") {
        round.act(&act).unwrap();
    }
    assert_eq!(**round.scene().graphs(), level.graphs);
    let again = loaded(&round);
    assert_eq!(again.scene().graphs(), round.scene().graphs());
    // A curve of what is gone is left out, and the joint keeps the name by which it is called.
    let bob = crate::joints_by_hand::id(&round, "bob");
    round.act(&Act::Remove { actor: bob.0 }).unwrap();
    let kept = round.kept();
    assert_eq!(
        (kept.level.graphs.len(), kept.notes.len()),
        (1, 3),
        "{:?}",
        kept.notes
    );
    assert!(kept.notes[1].contains("height of bob"), "{:?}", kept.notes);
    assert_eq!(kept.level.joints[0].name, "joint 1");
    let refused = |graphs: &str| {
        let text = text.trim_end().trim_end_matches(')').to_owned() + graphs + ")\n";
        parse(&library, "test", &text).unwrap_err().to_string()
    };
    for (graphs, told) in [
        (
            "graphs: [(curves: [Height(of: \"bop\")])]",
            "graphs[0].curves[0].of: there is no thing \"bop\"; did you mean \"bob\"?",
        ),
        (
            "graphs: [(curves: [JointAngle(joint: \"slide\")])]",
            "only hinges",
        ),
        (
            "graphs: [(curves: [Height(of: \"plank\")])]",
            "there are several of \"plank\"",
        ),
        ("graphs: [(curves: [])]", "it has no curve"),
        (
            "graphs: [(curves: [Fallen(of: [])])]",
            "graphs[0].curves[0].of: there are 0 names; write 1 to",
        ),
        (
            "graphs: [(curves: [Hits(a: \"bob\")])]",
            "graphs[0].curves[0]: no curve shows \"hits of bob\", which needs the past",
        ),
        (
            "graphs: [(curves: [Height(of: \"bob\"), Speed(of: \"bob\"), Spin(of: \"bob\")])]",
            "a third unit (°/s)",
        ),
        (
            "graphs: [(curves: [Height(of: \"bob\")], seconds: 0.5)]",
            "seconds is 0.5; it must be between 1 and 60",
        ),
        ("graphs: [(curves: [Hight(of: \"bob\")])]", "Height"),
    ] {
        let error = refused(graphs);
        assert!(error.contains(told), "{error}");
    }
    let graph = GraphSpec::of(Quantity::Speed {
        of: "beam".to_owned(),
    });
    let five = Act::Graphs {
        graphs: vec![graph; 5],
    };
    assert!(
        round
            .act(&five)
            .unwrap_err()
            .to_string()
            .contains("at most 4")
    );
}

#[test]
fn a_file_that_changes_the_engine_is_followed_while_the_scene_runs() {
    let library = Library::new(Vec::new());
    let text = r#"(name: "Rules", mode: Free, things: [(name: "ball", solid: Ball(radius: 0.5))])"#;
    let mut round = round_of(&library, text);
    let before = parse(&library, "test", text).unwrap();
    let mut after = before.clone();
    after.engine.detection = DetectionSpec::Discrete;
    after.broad_phase = BroadPhaseSpec::AllPairs;
    let acts = round
        .followed(&before, &after, &library)
        .expect("it is followed");
    assert_eq!(acts.len(), 1);
    round.act(&acts[0]).unwrap();
    assert!(!round.arena().settings().continuous);
    after.engine.clock = ClockSpec::Time;
    assert!(round.followed(&before, &after, &library).is_none());
}

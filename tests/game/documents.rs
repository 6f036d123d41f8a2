//! The document of a scene: after any act, undo, redo, save, load and following of the file, document, world,
//! recording and file agree.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem::arena::{ActorId, Controls};
use dodgem::game::tape::{Player, Recorder, Tape, Wheel};
use dodgem::game::{Act, Round, RoundOptions};
use dodgem::level::{Level, Library, ThingSpec, open_text, parse, written};
use glam::Vec3;

use crate::acts::{SCENE, any_act};
use crate::scene_cost::timed;

/// Distance by which a loaded thing may be away from the saved one: its numbers are rounded.
const ROUNDED: f32 = 2e-3;

fn begun(level: &Level, library: &Library) -> Round {
    let options = RoundOptions {
        humans: 0,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(level, library, options).unwrap()
}

/// Asserts that document and world have the same bodies, by identity and name, and the same zones.
#[track_caller]
fn assert_agrees(round: &Round) {
    let (scene, arena) = (round.scene(), round.arena());
    for (id, actor) in (0..).map(ActorId).zip(arena.actors()) {
        let thing = scene.thing(id);
        let is_thing = !actor.is_car() && !actor.is_gone();
        assert_eq!(thing.is_some(), is_thing, "{}", actor.name);
        if let Some(thing) = thing {
            assert_eq!(thing.name, *actor.name);
        }
    }
    assert_eq!(scene.thing(ActorId(arena.actors().len() as u32)), None);
    assert_eq!(scene.zones().len(), arena.zones().len());
}

/// Asserts that the file of a scene loads as the same scene, and that saving it again changes no byte.
#[track_caller]
fn assert_file_agrees(round: &Round, library: &Library) {
    let kept = round.kept();
    let text = written(&kept.level).unwrap();
    let level = match parse(library, "kept", &text) {
        Ok(level) => level,
        Err(error) => panic!("{error}\n{text}"),
    };
    let other = begun(&level, library);
    assert_agrees(&other);
    assert_eq!(written(&other.kept().level).unwrap(), text);
    let bodies = |round: &Round| {
        let all = round.arena().actors().iter();
        all.filter(|actor| !actor.is_gone()).count()
    };
    for actor in other.arena().actors() {
        let here = round.arena().actors().iter();
        let mut here = here.filter(|other| !other.is_gone());
        let place = actor.pose.translation();
        let is_there = here.any(|one| one.pose.translation().distance(place) < ROUNDED);
        assert!(is_there, "{} at {place}", actor.name);
    }
    let left_out = |what: &str| {
        let notes = kept.notes.iter();
        notes.filter(|note| note.contains(what)).count()
    };
    let (here, there) = (bodies(round), bodies(&other));
    assert_eq!(here - left_out("below the floor"), there);
    let zones = |round: &Round| round.scene().zones().len();
    assert_eq!(zones(round) - left_out("the goal of"), zones(&other));
}

/// Numbers of what a random sequence did.
#[derive(Default)]
struct Counts {
    done: u32,
    saved: u32,
    followed: u32,
}

/// Does random acts with undo, redo, save, load and following in between, and holds that all agree.
fn do_anything(seed: u64, turns: u32, counts: &mut Counts) {
    let library = Library::new(Vec::new());
    let file = parse(&library, "hand", SCENE).unwrap();
    let heavy = SCENE.replace("mass: 10.0", "mass: 40.0");
    let heavy = parse(
        &library,
        "hand",
        &heavy.replace("mode: Free,", "mode: Free, gravity: 3.0,"),
    );
    let heavy = heavy.unwrap();
    let mut random = Pcg32::seed_from_u64(seed);
    let mut round = begun(&file, &library);
    let recorder = Recorder::new(&round, &library).unwrap();
    let mut wheel = Wheel::new(recorder, &round, (60, 20));
    let mut versions = [&file, &heavy];
    for turn in 0..turns {
        match random.random_range(0..12) {
            0 => {
                let now = (round.steps(), round.state_hash());
                let text = written(&round.kept().level).unwrap();
                let back = (0..3).take_while(|_| wheel.undo(&mut round)).count();
                assert_agrees(&round);
                (0..back).for_each(|_| assert!(wheel.redo(&mut round)));
                assert_eq!((round.steps(), round.state_hash()), now);
                assert_eq!(written(&round.kept().level).unwrap(), text);
            }
            1 if turn > 10 => {
                wheel.undo(&mut round);
            }
            2 => {
                let acts = round.followed(versions[0], versions[1], &library).unwrap();
                let all = acts
                    .into_iter()
                    .all(|act| wheel.act(&mut round, act).is_ok());
                counts.followed += u32::from(all);
                versions.swap(0, 1);
            }
            3 if turn % 4 == 0 => {
                counts.saved += 1;
                assert_file_agrees(&round, &library);
            }
            _ => {
                let before = round.state_hash();
                let act = any_act(&mut random, &round);
                match wheel.act(&mut round, act) {
                    Ok(()) => counts.done += 1,
                    Err(_) => assert_eq!(round.state_hash(), before, "refused"),
                }
            }
        }
        assert_agrees(&round);
        for _ in 0..random.random_range(0..3) {
            wheel.step(&mut round, &[Controls::default()]);
        }
    }
    wheel.step(&mut round, &[Controls::default()]);
    let tape = wheel.tape();
    assert_eq!(Tape::decode(&tape.encode().unwrap()).unwrap(), tape);
    let mut player = Player::new(tape).unwrap();
    while player.step() {}
    assert_eq!(player.guide().contradiction(), None, "seed {seed}");
    assert_eq!(player.round().state_hash(), round.state_hash());
    let texts = [player.round(), &round].map(|round| written(&round.kept().level).unwrap());
    assert_eq!(texts[0], texts[1]);
    assert_file_agrees(&round, &library);
}

#[test]
fn document_world_recording_and_file_agree_after_random_acts() {
    let mut counts = Counts::default();
    (0..4).for_each(|seed| do_anything(seed, 120, &mut counts));
    let Counts {
        done,
        saved,
        followed,
    } = counts;
    assert!(
        done > 200 && saved > 5 && followed > 5,
        "{done} {saved} {followed}"
    );
}

#[test]
#[ignore = "takes minutes: in release, with --nocapture"]
fn they_agree_after_ten_thousand_random_acts() {
    let mut counts = Counts::default();
    let mut seed = 1000;
    while counts.done < 10_000 {
        // A scene fills up, so that longer sequences would mostly be refused.
        do_anything(seed, 400, &mut counts);
        println!("seed {seed}: {} acts so far", counts.done);
        seed += 1;
    }
    println!(
        "{} acts, {} saved, {} followed, {} scenes",
        counts.done,
        counts.saved,
        counts.followed,
        seed - 1000
    );
}

/// An act on a scene of nearly as many things as there may be takes 2 ms of the processor at most.
#[test]
fn a_thing_is_added_to_a_large_scene_at_once() {
    const LONGEST: Duration = Duration::from_millis(2);
    const COUNT: u32 = 16;
    let library = Library::new(Vec::new());
    let text =
        "(name: \"many\", mode: Free, arena: Rectangle(width: 120.0, depth: 120.0), things: [
        (name: \"c\", solid: Box(width: 0.4, height: 0.4, length: 0.4), asleep: true,
            copies: Grid(columns: 44, rows: 45, gap: 1.0))])";
    let placed = open_text(&library, "many", text).unwrap();
    let mut round = Round::begin(placed, RoundOptions::default());
    let act = |x: f32| {
        let thing = ThingSpec {
            solid: Some(ron::from_str("Box(width: 0.5, height: 0.5, length: 0.5)").unwrap()),
            at: Some(Vec3::new(x, 0.0, 0.7)),
            ..ThingSpec::default()
        };
        Act::Add {
            thing: Box::new(thing),
        }
    };
    // The first one builds the form.
    round.act(&act(-30.0)).unwrap();
    let ((), took) = timed(|| {
        for index in 0..COUNT {
            // The snapshot shares the document, so that the act has to copy it.
            let _snapshot = round.snapshot();
            round.act(&act(0.7 * index as f32)).unwrap();
        }
    });
    assert!(took < LONGEST * COUNT, "{took:?} for {COUNT}");
    assert_eq!(round.arena().actors().len(), 1981 + COUNT as usize);
    assert_agrees(&round);
}

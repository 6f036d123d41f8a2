//! Acts that are refused because no file could hold the scene after them.

use std::collections::BTreeSet;

use dodgem::arena::{ActorId, HandError};
use dodgem::game::{Act, Round};
use dodgem::level::{CarSpec, Library};
use glam::Vec3;

use crate::joints_by_hand::{id, loaded, place, round, round_of, run};

#[test]
fn a_scene_has_as_many_player_cars_as_a_file_may_have() {
    let mut round = round();
    let car = |driver: &str, x: f32| {
        let text = format!("(position: ({x}, 10.0), driver: {driver})");
        Act::AddCar {
            car: Box::new(ron::from_str::<CarSpec>(&text).unwrap()),
        }
    };
    for index in 0..4 {
        round.act(&car("Player", index as f32 * 4.0)).unwrap();
    }
    let full = "there are 4 player cars already, the most that is allowed";
    let refused = Err(HandError::Refused(full.to_owned()));
    assert_eq!(round.act(&car("Player", 16.0)), refused);
    let first = round.cars()[0].actor;
    let pose = round.arena().actor(first).pose;
    let copy = Act::Copy {
        actor: first.0,
        place: pose.translation() + Vec3::Z * 4.0,
        turn: pose.rotation(),
    };
    assert_eq!(round.act(&copy), refused);
    round.act(&car("Computer(Drifter)", 16.0)).unwrap();
    loaded(&round);
    round.act(&Act::Remove { actor: first.0 }).unwrap();
    round.act(&car("Player", -8.0)).unwrap();
    loaded(&round);
}

/// A prescribed motion goes through walls and through what stands still; it is not frozen there, because no
/// file could have it so.
#[test]
fn nothing_is_frozen_or_freed_inside_a_wall_or_another_body() {
    let text = r#"(name: "Through", mode: Free, arena: Rectangle(width: 20.0, depth: 20.0), things: [
        (name: "bolt", solid: Box(width: 1.0, height: 1.0, length: 1.0), at: (0.0, 0.0, 0.0),
            motion: Slide(by: (20.0, 0.0, 0.0), seconds: 20.0)),
        (name: "post", solid: Box(width: 1.0, height: 1.0, length: 0.5), kind: Fixed, at: (3.0, 0.0, 0.0)),
    ])"#;
    let mut round = round_of(&Library::new(Vec::new()), text);
    let (bolt, post) = (id(&round, "bolt").0, id(&round, "post").0);
    let still = |round: &Round| {
        let thing = round.scene().thing(ActorId(bolt)).unwrap();
        let thing = dodgem::level::ThingSpec {
            motion: None,
            kind: Some(dodgem::level::ThingKind::Fixed),
            ..thing
        };
        Act::Change {
            actor: bolt,
            thing: Box::new(thing),
        }
    };
    let mut met = BTreeSet::new();
    for _ in 0..110 {
        run(&mut round, 10);
        let x = place(&round, "bolt").x;
        let before = round.state_hash();
        let (actors, frozen) = (vec![bolt, post], true);
        let all = Act::FreezeAll { actors, frozen };
        let change = still(&round);
        let expected = match x {
            x if (2.01..3.99).contains(&x) => HandError::Taken("post".to_owned()),
            x if x > 9.55 => HandError::Outside,
            _ => continue,
        };
        met.insert(expected.to_string());
        for act in [Act::Freeze { actor: bolt }, all, change] {
            assert_eq!(round.act(&act), Err(expected.clone()), "{act:?} at {x}");
            assert_eq!(round.state_hash(), before);
        }
        if expected != HandError::Outside {
            let taken = Err(HandError::Taken("bolt".to_owned()));
            assert_eq!(round.act(&Act::Freeze { actor: post }), taken);
        }
        loaded(&round);
    }
    assert_eq!(met.len(), 2, "{met:?}");
    let mut round = round_of(&Library::new(Vec::new()), text);
    run(&mut round, 60);
    round.act(&Act::Freeze { actor: bolt }).unwrap();
    loaded(&round);
}

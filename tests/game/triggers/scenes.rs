//! The scenes that show triggers do what their descriptions promise.

use glam::{Quat, Vec3};

use dodgem::arena::{Actor, ActorId, Controls};
use dodgem::game::{Act, Round, RoundOptions, RoundPhase};
use dodgem::level::{Library, TriggerKey, load};

use crate::triggers::counter;

fn scene(name: &str, humans: usize) -> Round {
    let library = Library::new(Vec::new());
    let level = load(&library, name).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap_or_else(|error| panic!("{error}"))
}

fn run(round: &mut Round, seconds: f32, controls: Controls) {
    for _ in 0..(seconds * 120.0) as u32 {
        round.step(&[controls]);
    }
}

fn wait(round: &mut Round, seconds: f32) {
    run(round, seconds, Controls::default());
}

fn tap(round: &mut Round, key: TriggerKey) {
    for down in [true, false] {
        round.act(&Act::Press { key, down }).unwrap();
        wait(round, 0.1);
    }
}

fn find(round: &Round, name: &str) -> ActorId {
    let mut actors = round.arena().actors().iter();
    let index = actors.position(|actor| &*actor.name == name);
    ActorId(index.unwrap_or_else(|| panic!("there is no {name}")) as u32)
}

fn place(round: &Round, name: &str) -> Vec3 {
    round.arena().actor(find(round, name)).pose.translation()
}

fn put(round: &mut Round, name: &str, place: Vec3) {
    let actor = find(round, name).0;
    let turn = Quat::IDENTITY;
    round.act(&Act::Place { actor, place, turn }).unwrap();
}

/// The height of the floor of the lift above its lowest place.
fn height(round: &Round) -> f32 {
    place(round, "cabin").y - 0.05
}

#[test]
fn the_lift_answers_weights_on_its_buttons_and_keys() {
    let mut round = scene("sandbox/lift", 1);
    wait(&mut round, 2.0);
    assert!(height(&round).abs() < 0.02, "{}", height(&round));
    put(&mut round, "crate 1", Vec3::new(-5.0, 0.4, 1.0));
    wait(&mut round, 5.0);
    assert!((height(&round) - 2.99).abs() < 0.03, "{}", height(&round));
    put(&mut round, "crate 2", Vec3::new(-5.0, 0.4, 4.0));
    wait(&mut round, 5.0);
    assert!(height(&round).abs() < 0.03, "{}", height(&round));
    tap(&mut round, TriggerKey::U);
    wait(&mut round, 5.0);
    assert!((height(&round) - 2.99).abs() < 0.03, "{}", height(&round));
    tap(&mut round, TriggerKey::L);
    wait(&mut round, 5.0);
    assert!(height(&round).abs() < 0.03, "{}", height(&round));
    assert_eq!(round.trigger_trouble(), None);
}

#[test]
fn the_lift_takes_a_car_up_and_comes_down_without_it() {
    let mut round = scene("sandbox/lift", 1);
    let ahead = Controls {
        throttle: 0.6,
        ..Controls::default()
    };
    run(&mut round, 14.0, ahead);
    let car = place(&round, "You");
    assert!(car.y > 2.9 && car.z < -2.0, "{car}");
    wait(&mut round, 5.0);
    assert!(height(&round).abs() < 0.03, "{}", height(&round));
}

/// Five minutes: in each the cup carries marbles up, and none is lost.
#[test]
fn the_marbles_run_for_ever() {
    let mut round = scene("sandbox/marble_machine", 0);
    let mut before = 0;
    for minute in 1..=5 {
        wait(&mut round, 60.0);
        let carried = counter(&round, "carried");
        assert!(carried >= before + 12, "{minute}: {before} {carried}");
        before = carried;
    }
    let is_marble = |actor: &&Actor| actor.name.starts_with("marble");
    for marble in round.arena().actors().iter().filter(is_marble) {
        let place = marble.pose.translation();
        assert!(place.y > 3.0, "{} fell to {place}", marble.name);
    }
    assert_eq!(round.trigger_trouble(), None);
}

#[test]
fn the_door_opens_at_the_fifth_ball_and_not_before() {
    let mut round = scene("sandbox/counted_door", 0);
    let is_out =
        |actor: &&Actor| actor.name.starts_with("treasure") && actor.pose.translation().z > 0.3;
    let out = |round: &Round| round.arena().actors().iter().filter(is_out).count();
    for balls in 1..=5 {
        assert_eq!(out(&round), 0);
        tap(&mut round, TriggerKey::L);
        wait(&mut round, 5.0);
        assert_eq!(counter(&round, "balls"), balls);
    }
    wait(&mut round, 5.0);
    assert!(out(&round) > 20, "{}", out(&round));
    tap(&mut round, TriggerKey::M);
    assert_eq!((counter(&round, "balls"), out(&round)), (0, 0));
    assert_eq!(round.trigger_trouble(), None);
}

#[test]
fn the_plates_of_the_mill_give_points_and_turn_its_arms() {
    let mut round = scene("mill", 0);
    let mut turns = [0, 0];
    let mut without = 0;
    while round.phase() != RoundPhase::Over {
        let before: u32 = round.score().cars.iter().map(|car| car.tally.total).sum();
        round.step(&[]);
        let after: u32 = round.score().cars.iter().map(|car| car.tally.total).sum();
        without += u32::from(round.crashes().is_empty() && after >= before + 10);
        let arms = round.arena().actor(find(&round, "arms")).angular_velocity.y;
        turns[0] += u32::from(arms > 0.3);
        turns[1] += u32::from(arms < -0.3);
    }
    assert!(without >= 5, "{without} steps with points of plates alone");
    assert!(turns.iter().all(|steps| *steps > 240), "{turns:?}");
    assert_eq!(round.trigger_trouble(), None);
}

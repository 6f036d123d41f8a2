//! Zones of levels with cars in them: scores, pushes, eliminations and returns.

use glam::Vec3;

use dodgem::arena::Controls;
use dodgem::game::{Holding, Round, RoundOptions};
use dodgem::level::{Library, parse};

/// A car of a player at a place, that looks to -z.
fn car(x: f32, z: f32) -> String {
    format!("(position: ({x:.1}, {z:.1}), driver: Player)")
}

/// A round of two cars of players, without a countdown, in a hall with these fields.
fn round(cars: [String; 2], fields: &str) -> Round {
    let text = format!("(name: \"Z\", cars: [{}], {fields})", cars.join(", "));
    let library = Library::new(Vec::new());
    let level = parse(&library, "z.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans: 2,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays on with the gas of the first player held so far.
fn play(round: &mut Round, steps: usize, throttle: f32) {
    let controls = Controls {
        throttle,
        ..Controls::default()
    };
    for _ in 0..steps {
        round.step(&[controls]);
    }
}

fn totals(round: &Round) -> [u32; 2] {
    [0, 1].map(|car| round.score().cars[car].tally.total)
}

/// Seven points at the end of each whole second, for the one that is alone: five seconds make 35.
#[test]
fn a_car_that_is_alone_in_a_zone_gets_its_points_each_second() {
    let zone = "zones: [(solid: Box(width: 4, height: 3, length: 4), at: (0, 0, 0), effect: Score(points: 7))]";
    let mut alone = round([car(0.0, 0.0), car(10.0, 0.0)], zone);
    // A little gas, which hardly moves it.
    play(&mut alone, 600, 0.01);
    assert_eq!(totals(&alone), [35, 0]);
    assert_eq!(alone.holding(0), Some(Holding::Alone { points: 7 }));
    assert_eq!(alone.holding(1), None, "it is not in the zone");
    // Without gas the car gets points for three more seconds only.
    play(&mut alone, 600, 0.0);
    assert_eq!(totals(&alone), [56, 0]);
    assert_eq!(alone.holding(0), Some(Holding::Idle));
    let mut both = round([car(-1.2, 0.0), car(1.2, 0.0)], zone);
    play(&mut both, 600, 0.01);
    assert_eq!(totals(&both), [0, 0]);
    let shared = |with: usize| Some(Holding::Shared { with, more: 0 });
    assert_eq!([both.holding(0), both.holding(1)], [shared(1), shared(0)]);
}

/// Only rolling resistance, .02 g, slows the car: after half a second at 6 m/s^2 it has 3 m/s less .1.
#[test]
fn a_boost_pushes_a_car_the_way_it_looks() {
    let zone = "zones: [(solid: Box(width: 4, height: 3, length: 8), at: (0, 0, 0), effect: Boost(acceleration: 6))]";
    let mut round = round([car(0.0, 2.0), car(10.0, 0.0)], zone);
    play(&mut round, 60, 0.0);
    let velocity = round.arena().actors()[0].velocity;
    let wanted = Vec3::NEG_Z * (6.0 - 0.02 * 9.81) * 0.5;
    assert!(
        (velocity - wanted).length() < 0.2,
        "{velocity} in place of {wanted}"
    );
    assert!(round.arena().actors()[1].velocity.length() < 0.01);
}

#[test]
fn a_car_in_a_zone_that_is_out_is_out() {
    let zone = "lives: 1, zones: [(solid: Box(width: 6, height: 3, length: 2), at: (0, 0, -8), effect: Out)]";
    let mut round = round([car(0.0, 0.0), car(10.0, 0.0)], zone);
    play(&mut round, 60, 0.0);
    assert!(!round.is_out(0), "nothing has happened yet");
    play(&mut round, 480, 1.0);
    assert!(round.is_out(0) && !round.is_out(1));
}

/// The car pushes the ball into the goal before it; that counts once, and the ball returns to its start.
#[test]
fn a_goal_counts_for_the_car_that_touched_the_thing_last() {
    let goal = "things: [(name: \"ball\", solid: Ball(radius: 0.6), at: (0, 0, -3), mass: 20)], \
        zones: [(solid: Box(width: 8, height: 3, length: 2), at: (0, 0, -12), effect: Goal(thing: \"ball\", points: 50))]";
    let mut round = round([car(0.0, 0.0), car(10.0, 0.0)], goal);
    let mut steps = 0;
    while totals(&round) == [0, 0] && steps < 1200 {
        play(&mut round, 1, 1.0);
        steps += 1;
    }
    assert_eq!(totals(&round), [50, 0], "after {steps} steps");
    let ball = round
        .arena()
        .actors()
        .iter()
        .find(|actor| &*actor.name == "ball");
    let at = ball
        .map(|ball| ball.pose.translation())
        .expect("it is there");
    assert!((at - Vec3::new(0.0, 0.6, -3.0)).length() < 0.1, "{at}");
}

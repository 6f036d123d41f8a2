//! Cars at walls, posts and corners: they slide along what they touch at a slant, and get out of corners.

use dodgem::arena::Controls;
use dodgem::game::{Round, RoundOptions};
use dodgem::level::{Library, parse};
use glam::{Vec2, Vec3, Vec3Swizzles};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const AHEAD: Controls = Controls {
    throttle: 1.0,
    steer: 0.0,
    brake: false,
    boost: false,
};

/// A hall of 40 by 40 m with the cars and other lines of a level.
fn begun(lines: &str, humans: usize) -> Round {
    let text = format!(
        r#"(name: "Slide", mode: Free, arena: Rectangle(width: 40.0, depth: 40.0), {lines})"#
    );
    let library = Library::new(Vec::new());
    let level = parse(&library, "slide", &text).unwrap_or_else(|error| panic!("{error}"));
    let options = RoundOptions {
        humans,
        countdown: 0.0,
        ..RoundOptions::default()
    };
    Round::with_options(&level, &library, options).unwrap()
}

fn car(place: Vec2, heading: f32, driver: &str) -> String {
    let Vec2 { x, y } = place;
    format!(
        r#"(name: "{driver}", position: ({x:.3}, {y:.3}), heading: {heading:.3}, driver: {driver})"#
    )
}

/// The place of the first car.
fn place(round: &Round) -> Vec3 {
    let id = round.cars()[0].actor;
    round.arena().actor(id).pose.translation()
}

fn speed(round: &Round) -> f32 {
    round.arena().actor(round.cars()[0].actor).velocity.length()
}

/// Drives straight on for a time, in seconds.
fn drive(round: &mut Round, controls: Controls, seconds: f32) {
    (0..(seconds * 120.0) as u32).for_each(|_| round.step(&[controls]));
}

/// The speed before and a second after a car meets a wall at an angle from its normal, in degrees.
fn at_a_wall(angle: f32, walls: &str) -> [f32; 2] {
    let cars = car(Vec2::new(0.0, -12.0), angle, "Player");
    let mut round = begun(&format!("cars: [{cars}], {walls}"), 1);
    let mut before = 0.0;
    while round.arena().touching_wall().next().is_none() {
        before = speed(&round);
        round.step(&[AHEAD]);
        assert!(round.arena().time() < 10.0, "it met no wall");
    }
    drive(&mut round, AHEAD, 1.0);
    [before, speed(&round)]
}

#[test]
fn a_car_slides_along_a_wall_that_it_meets_at_a_slant() {
    for angle in [30.0_f32, 45.0, 60.0] {
        let [before, own] = at_a_wall(angle, "");
        let along = before * angle.to_radians().sin();
        assert!(own > 0.55 * along, "{angle} degrees: {own} of {along} m/s");
        // A level may have rough walls.
        let [_, rough] = at_a_wall(angle, "walls: (friction: 0.2)");
        assert!(rough < 0.4 * own, "{angle} degrees: {rough}, not {own} m/s");
    }
}

/// The place and the speed of a car, 4 s after it started towards a post that stands so far aside, in metres.
fn past_a_post(aside: f32, own: &str) -> (Vec3, f32) {
    let post = format!(
        r#"things: [(name: "post", solid: Cylinder(radius: 0.4, height: 2.0), at: ({aside:.3}, 0.0, 0.0),
            kind: Fixed{own})]"#
    );
    let cars = car(Vec2::new(0.0, 10.0), 0.0, "Player");
    let mut round = begun(&format!("cars: [{cars}], {post}"), 1);
    drive(&mut round, AHEAD, 4.0);
    (place(&round), speed(&round))
}

#[test]
fn a_car_slides_past_a_post_that_it_does_not_meet_in_its_middle() {
    for aside in [-0.9_f32, -0.7, -0.5, 0.5, 0.7, 0.9] {
        let (place, speed) = past_a_post(aside, "");
        assert!(
            place.z < -2.0 && speed > 5.0,
            "{aside} m: {place}, {speed} m/s"
        );
    }
    // A post with a friction of its own holds the car.
    let (place, speed) = past_a_post(0.5, ", friction: 0.2");
    assert!(place.z > 1.0 && speed < 0.1, "{place}, {speed} m/s");
}

/// A corner of the hall.
const CORNER: Vec2 = Vec2::new(20.0, -20.0);

/// The distance of the first car from the corner, in metres.
fn from_corner(round: &Round) -> f32 {
    place(round).xz().distance(CORNER)
}

#[test]
fn a_car_gets_out_of_a_corner_by_reversing_and_steering() {
    let mut random = Pcg32::seed_from_u64(45);
    for _ in 0..12 {
        let heading = random.random_range(0.0..90.0_f32);
        let (sin, cos) = heading.to_radians().sin_cos();
        let start =
            (CORNER + 6.0 * Vec2::new(-sin, cos)).clamp(Vec2::splat(-18.0), Vec2::splat(18.0));
        let mut round = begun(&format!("cars: [{}]", car(start, -heading, "Player")), 1);
        drive(&mut round, AHEAD, 4.0);
        let stuck = from_corner(&round);
        assert!(stuck < 2.0, "it did not reach the corner: {stuck} m");
        let back = Controls {
            throttle: -1.0,
            steer: 1.0,
            ..AHEAD
        };
        drive(&mut round, back, 1.5);
        let away = Controls {
            steer: -1.0,
            ..AHEAD
        };
        drive(&mut round, away, 2.0);
        let out = from_corner(&round);
        assert!(out > 4.5, "heading {heading}: from {stuck} to {out} m");
    }
}

#[test]
fn computer_drivers_leave_corners() {
    let target = car(Vec2::new(0.0, 10.0), 0.0, "Player");
    for style in ["Chaser", "Hunter", "Drifter", "Bully"] {
        for heading in [10.0_f32, 30.0, 45.0, 60.0, 80.0] {
            let start = Vec2::new(18.3, -18.3);
            let own = car(start, -heading, &format!("Computer({style})"));
            let mut round = begun(&format!("cars: [{own}, {target}]"), 1);
            while from_corner(&round) < 5.0 {
                round.step(&[Controls::default()]);
                let place = place(&round);
                assert!(
                    round.arena().time() < 6.0,
                    "{style}, {heading} degrees: {place}"
                );
            }
        }
    }
}

//! Fault 3: a sweep stopped early by an amount that grew with the duration of the sweep.
//!
//! Cause: the rounding that a sweep allowed for was that of the whole way through the duration, also
//! of the part that comes after the hit.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{PairCache, Query, Shape};
use dodgem_oracle::meshes;
use glam::Vec3;

use super::{at, ball, cube, model};

/// The speed of the bullet, in m/s.
const SPEED: f32 = 1e5;

/// The way until the two touch, in metres: a hit at 0.00998 s.
const WAY: f32 = 998.0;

/// The durations of the sweeps, in seconds.
const DURATIONS: [f32; 4] = [0.01, 0.1, 1.0, 10.0];

/// The distance from a float to the next one away from zero.
fn ulp(x: f32) -> f64 {
    f64::from(f32::from_bits(x.abs().to_bits() + 1)) - f64::from(x.abs())
}

/// Sweeps a body of half width 0.5 along -X onto one of half width `half` that rests in the origin,
/// for all the durations, and compares the remaining gap with the bound by the tolerance and by
/// rounding. Both have faces across X; they may turn about it, which changes no gap.
fn stops_in_time(target: &Shape, half: f32, bullet: &Shape, spin: f32) {
    let start = half + WAY + 0.5;
    let place = at(start, 0.0, 0.0);
    let flying = Motion::new(place, Vec3::NEG_X * SPEED, Vec3::X * spin, Vec3::ZERO);
    let flying = flying.expect("finite");
    let resting = Motion::resting(Pose::IDENTITY);
    let options = SweepOptions::default();
    // The largest coordinate at the hit, or the way to it.
    let allowed = options.target + 4.0 * ulp((half + 1.0).max(WAY));
    let mut query = Query::default();
    let mut wrong = Vec::new();
    for duration in DURATIONS {
        let found = query.time_of_impact(
            Moving::new(target, &resting),
            Moving::new(bullet, &flying),
            duration,
            &options,
            &mut PairCache::default(),
        );
        let Sweep::Impact { time, .. } = *found else {
            panic!("{found:?} within {duration} s");
        };
        let left = f64::from(start - half - 0.5) - f64::from(SPEED) * f64::from(time);
        if !(0.0..=allowed).contains(&left) {
            wrong.push(format!(
                "asked for {duration} s it stops {:.3} mm early, where {:.3} are allowed",
                1e3 * left,
                1e3 * allowed
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A mesh of a box.
fn mesh(half: f32) -> Shape {
    Shape::Mesh(model(&meshes::cuboid(Vec3::splat(half)).mesh()))
}

/// Cause: see the head of this file. Cut-off as reported: 0.3 mm early with a duration of 0.01 s, 262 mm
/// with 10 s.
#[test]
fn a_fast_mesh_stops_at_a_mesh_however_long_is_asked() {
    stops_in_time(&mesh(0.5), 0.5, &mesh(0.5), 0.0);
}

/// Cause: see the head of this file.
#[test]
fn a_fast_mesh_that_turns_stops_at_a_mesh_however_long_is_asked() {
    stops_in_time(&mesh(0.5), 0.5, &mesh(0.5), 1.5);
}

/// Cause: see the head of this file.
#[test]
fn a_fast_mesh_stops_at_a_mesh_of_five_hundred_metres_however_long_is_asked() {
    stops_in_time(&mesh(250.0), 250.0, &mesh(0.5), 0.0);
}

/// Cause: see the head of this file.
#[test]
fn a_fast_box_stops_at_a_mesh_however_long_is_asked() {
    stops_in_time(&mesh(0.5), 0.5, &cube(1.0), 0.0);
}

/// Cause: see the head of this file.
#[test]
fn a_fast_box_stops_at_a_box_however_long_is_asked() {
    let block = cube(1.0);
    stops_in_time(&block, 0.5, &block, 0.0);
}

/// Cause: see the head of this file.
#[test]
fn a_fast_ball_stops_at_a_ball_however_long_is_asked() {
    let ball = ball(0.5);
    stops_in_time(&ball, 0.5, &ball, 0.0);
}

/// The target is a solid 500 m wide, not a mesh.
#[test]
fn a_fast_body_stops_at_a_box_of_five_hundred_metres_however_long_is_asked() {
    let wall = cube(500.0);
    stops_in_time(&wall, 250.0, &mesh(0.5), 0.0);
    stops_in_time(&wall, 250.0, &cube(1.0), 1.5);
    stops_in_time(&wall, 250.0, &ball(0.5), 0.0);
}

/// Solids that stop at a mesh 500 m wide.
#[test]
fn a_fast_solid_stops_at_a_mesh_of_five_hundred_metres_however_long_is_asked() {
    stops_in_time(&mesh(250.0), 250.0, &cube(1.0), 1.5);
    stops_in_time(&mesh(250.0), 250.0, &ball(0.5), 0.0);
}

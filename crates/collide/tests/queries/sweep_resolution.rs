//! The resolution of a sweep: the gap below which it cannot tell two meshes from touching. It depends on
//! the place and time of the meeting, not on the size of the meshes or on the later paths.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{BuildOptions, Collision, Model, PairCache, Placed, Query, Shape};
use dodgem_oracle::{mesh, meshes, random};
use glam::Vec3;

fn model(raw: &meshes::Raw) -> Model {
    Model::build(&raw.mesh(), &BuildOptions::default()).expect("a sound mesh")
}

fn motion(place: Vec3, velocity: Vec3, spin: Vec3) -> Motion {
    let pose = Pose::from_translation(place).expect("finite");
    Motion::new(pose, velocity, spin, Vec3::ZERO).expect("finite")
}

fn sweep(models: [&Model; 2], motions: [&Motion; 2], duration: f32) -> Sweep {
    Query::default()
        .time_of_impact(
            Moving::new(models[0], motions[0]),
            Moving::new(models[1], motions[1]),
            duration,
            &SweepOptions::default(),
            &mut PairCache::default(),
        )
        .value
}

/// Many times before one, half of them closer and closer to it, and that one.
fn times_until(end: f32) -> impl Iterator<Item = f32> {
    (0..=96).map(move |sample| match sample % 3 {
        _ if sample == 96 => end,
        0 => end * sample as f32 / 96.0,
        _ => end * (1.0 - 0.75f32.powi(sample)),
    })
}

/// Asserts by intersection tests that two meshes are disjoint until a time.
fn assert_apart(label: &str, models: [&Model; 2], motions: [&Motion; 2], until: f32) {
    let mut query = Query::default();
    for time in times_until(until) {
        let poses = motions.map(|motion| motion.pose_at(time));
        let met = query.intersect(
            Placed::new(models[0], &poses[0]),
            Placed::new(models[1], &poses[1]),
        );
        assert_eq!(met, Collision::Clear, "{label}: they meet at {time}");
    }
}

/// Cause: the resolution of a sweep was that of the whole mesh, so that below 0.24 mm over a floor
/// of half size 500 it answered "overlapping".
#[test]
fn a_box_that_nearly_touches_a_mesh_floor_of_any_size_is_free_to_leave_it() {
    let block = model(&meshes::cuboid(Vec3::splat(0.25)));
    for half in [2.0f32, 30.0, 500.0, 5000.0] {
        let floor = model(&meshes::cuboid(Vec3::new(half, 1.0, half)));
        let rest = motion(Vec3::NEG_Y, Vec3::ZERO, Vec3::ZERO);
        for gap in [1e-6f32, 1e-5, 1e-4, 1e-3] {
            for (velocity, spin) in [
                (Vec3::Y, Vec3::ZERO),
                (Vec3::new(3.0, 1.0, -2.0), Vec3::Y * 2.0),
                (Vec3::ZERO, Vec3::ZERO),
            ] {
                let leaving = motion(Vec3::Y * (0.25 + gap), velocity, spin);
                let label = format!("{gap} over a floor of {half}, {velocity}, {spin}");
                let models = [&floor, &block];
                let found = sweep(models, [&rest, &leaving], 0.01);
                assert_eq!(found, Sweep::Clear, "{label}");
                assert_apart(&label, models, [&rest, &leaving], 0.01);
                let swapped = sweep([&block, &floor], [&leaving, &rest], 0.01);
                assert_eq!(swapped, Sweep::Clear, "{label}, swapped");
            }
            let falling = motion(Vec3::Y * (0.25 + gap), Vec3::NEG_Y, Vec3::ZERO);
            let found = sweep([&floor, &block], [&rest, &falling], 0.01);
            let Sweep::Impact { time, .. } = found else {
                panic!("{gap} over a floor of {half}: {found:?}");
            };
            let label = format!("{gap} over a floor of {half}, falling");
            assert_apart(&label, [&floor, &block], [&rest, &falling], time);
            let early = gap - time;
            assert!((0.0..=1e-4).contains(&early), "{gap}, {half}: {early}");
        }
    }
}

/// Slabs that fly fast and far, and meet boxes far from the origin, in sweeps up to a thousand times as
/// long as the time of the hit. Both are meshes or solids.
#[test]
fn what_flies_far_is_apart_until_the_hit_and_stops_near_it_however_long_is_asked() {
    let mut rng = random::rng(77);
    let mut coarse = 0;
    for case in 0..400 {
        let half = random::log_between(&mut rng, 0.5, 500.0);
        let size = random::log_between(&mut rng, 0.05, 2.0);
        let halves = [Vec3::splat(half), Vec3::new(size, 0.1 * size, 0.5 * size)];
        let place = random::direction(&mut rng) * random::log_between(&mut rng, 1.0, 1e5);
        let rest = motion(place, Vec3::ZERO, Vec3::ZERO);
        let toward = random::direction(&mut rng);
        let way = 3.0 * half + 2.0 * size + random::log_between(&mut rng, 1.0, 1e4);
        let speed = random::log_between(&mut rng, 1.0, 1e5);
        let start = place - toward * way + random::in_cube(&mut rng, 0.5 * half);
        let spin = random::direction(&mut rng) * random::pick(&mut rng, &[0.0, 1.0, 50.0]);
        let flying = motion(start, toward * speed, spin);
        let duration = way / speed * random::log_between(&mut rng, 1.0, 1000.0);
        let motions = [&rest, &flying];
        let boxes = halves.map(meshes::cuboid);
        let as_meshes = [0, 1].map(|i| Shape::Mesh(model(&boxes[i]).into()));
        let as_solids = halves.map(|half| Shape::Cuboid(Cuboid::new(half).expect("a box")));
        for kinds in 0..4 {
            let shapes = [0, 1].map(|i| {
                let is_mesh = kinds >> i & 1 == 0;
                &(if is_mesh { &as_meshes } else { &as_solids })[i]
            });
            let label = format!(
                "case {case}, {kinds}: {size} into {half} at {place}, {speed} m/s, {duration} s"
            );
            let time = hit(&label, shapes, motions, duration);
            let soups = [0, 1].map(|i| mesh::soup(&boxes[i].mesh(), &motions[i].pose_at(time)));
            let apart = mesh::distance(&soups[0], &soups[1]).distance;
            // The largest coordinate at the hit, or the way of the fastest corner to it.
            let corner_speed = speed + spin.length() * 1.13 * size;
            let far = f64::from((place.abs().max_element() + half).max(corner_speed * time));
            let allowed = 1e-4 + 4.0 * f64::from(f32::EPSILON) * far;
            assert!(
                apart <= allowed,
                "{label}: {apart} apart, {allowed} allowed"
            );
            coarse += u32::from(far > 1e4);
        }
    }
    assert!(coarse > 200, "{coarse}");
}

/// The time of impact of two shapes, which are disjoint at all times sampled before it.
fn hit(label: &str, shapes: [&Shape; 2], motions: [&Motion; 2], duration: f32) -> f32 {
    let mut query = Query::default();
    let found = query.time_of_impact(
        Moving::new(shapes[0], motions[0]),
        Moving::new(shapes[1], motions[1]),
        duration,
        &SweepOptions::default(),
        &mut PairCache::default(),
    );
    let Sweep::Impact { time, .. } = *found else {
        panic!("{label}: {found:?}");
    };
    for at in times_until(time) {
        let poses = motions.map(|motion| motion.pose_at(at));
        let met = query.intersect(
            Placed::new(shapes[0], &poses[0]),
            Placed::new(shapes[1], &poses[1]),
        );
        assert_eq!(met, Collision::Clear, "{label}: they meet at {at}");
    }
    time
}

/// The duration of a sweep may be infinite.
#[test]
fn two_meshes_that_meet_are_found_if_the_sweep_is_asked_for_all_time() {
    let block = model(&meshes::cuboid(Vec3::splat(0.5)));
    let rest = motion(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
    for (velocity, spin) in [
        (Vec3::NEG_X * 10.0, Vec3::ZERO),
        (Vec3::new(-10.0, 0.01, 0.0), Vec3::X),
    ] {
        let flying = motion(Vec3::X * 101.0, velocity, spin);
        let found = sweep([&block, &block], [&rest, &flying], f32::INFINITY);
        let Sweep::Impact { time, .. } = found else {
            panic!("{velocity}: {found:?}");
        };
        assert!((9.9999..=10.0).contains(&time), "{velocity}: {time}");
        let passing = motion(Vec3::new(101.0, 3.0, 0.0), velocity, spin);
        let found = sweep([&block, &block], [&rest, &passing], f32::INFINITY);
        assert_eq!(found, Sweep::Clear);
    }
}

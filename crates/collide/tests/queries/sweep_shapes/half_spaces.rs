//! Moving half-spaces: known times, and random motions against the distance at many times.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Moving, Placed, Stage, Stages};
use dodgem_collide::shape::{HalfSpace, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, DistanceOptions, Model, PairCache, Query, Shape, VolumeKind,
};
use dodgem_oracle::meshes;
use dodgem_oracle::random::{self, between};
use glam::{Quat, Vec3};
use rand::RngExt;

use super::random_pairs::{any_solid, check};
use super::{TARGET, at, cuboid, impact_time, moving, sweep};

fn half_space(normal: Vec3, offset: f32) -> Shape {
    Shape::HalfSpace(HalfSpace::new(normal, offset).unwrap())
}

#[test]
fn falling_and_turning_bodies_meet_a_floor_when_formulas_say() {
    let floor = half_space(Vec3::Y, 0.0);
    let rest = Motion::resting(Pose::IDENTITY);
    let fall = Vec3::NEG_Y * 2.0;
    // A ball of 0.5 m falls 1.5 m, at 2 m/s; its spin does not matter.
    let ball = Shape::Sphere(Sphere::new(0.5).unwrap());
    let motion = moving(at(Vec3::Y * 2.0), fall, Vec3::splat(40.0));
    let time = impact_time(sweep(&floor, &rest, &ball, &motion, 2.0));
    assert!((0.0..TARGET).contains(&(0.75 - time)), "{time}");
    // The floor comes up instead.
    let motion = moving(at(Vec3::Y * 2.0), Vec3::ZERO, Vec3::ZERO);
    let rising = moving(Pose::IDENTITY, -fall, Vec3::ZERO);
    let time = impact_time(sweep(&ball, &motion, &floor, &rising, 2.0));
    assert!((0.0..TARGET).contains(&(0.75 - time)), "{time}");
    // A rod of 2 m, level at 0.5 m, turns at 1 rad/s until its end reaches the floor: sin(t) = 0.5.
    let rod = cuboid(1.0, 1e-6, 1e-6);
    let motion = moving(at(Vec3::Y * 0.5), Vec3::ZERO, Vec3::Z);
    let time = impact_time(sweep(&floor, &rest, &rod, &motion, 2.0));
    let exact = std::f64::consts::FRAC_PI_6;
    assert!((0.0..2.0 * TARGET).contains(&(exact - time)), "{time}");
    // The floor turns instead, about a place below the rod's middle, by an equal angle.
    let motion = Motion::resting(at(Vec3::Y * 0.5));
    let tilting = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::Z);
    let time = impact_time(sweep(&floor, &tilting, &rod, &motion, 2.0));
    // The rod's end at (1, 0.5) is on the plane y = x tan(t).
    let exact = 0.5_f64.atan();
    assert!((0.0..2.0 * TARGET).contains(&(exact - time)), "{time}");
    // A car's length above it and rising.
    let motion = moving(at(Vec3::Y * 4.0), Vec3::Y, Vec3::X);
    assert_eq!(sweep(&floor, &rest, &rod, &motion, 9.0), Sweep::Clear);
    // Inside from the start.
    let motion = Motion::resting(at(Vec3::Y * 0.4));
    let found = sweep(&floor, &rest, &ball, &motion, 1.0);
    assert!(matches!(found, Sweep::Overlapping { point } if point.y <= 0.0));
}

#[test]
fn two_half_spaces_meet_when_their_planes_do_or_as_soon_as_they_tilt() {
    let floor = half_space(Vec3::Y, 0.0);
    let over = |height: f32| {
        Pose::new(
            Quat::from_rotation_x(std::f32::consts::PI),
            Vec3::new(3.0, height, 0.0),
        )
        .unwrap()
    };
    let rest = Motion::resting(Pose::IDENTITY);
    let ceiling = |velocity, spin| moving(over(1.0), velocity, spin);
    let falls = ceiling(Vec3::NEG_Y, Vec3::ZERO);
    let time = impact_time(sweep(&floor, &rest, &floor, &falls, 2.0));
    assert!((0.0..2.0 * TARGET).contains(&(1.0 - time)), "{time}");
    // Spinning about the normals they stay parallel, and so they do turning as one.
    let spins = ceiling(Vec3::NEG_Y, Vec3::Y * 3.0);
    let time = impact_time(sweep(&floor, &rest, &floor, &spins, 2.0));
    assert!((0.0..2.0 * TARGET).contains(&(1.0 - time)), "{time}");
    let turns = |pose| moving(pose, Vec3::ZERO, Vec3::X * 2.0);
    let (a, b) = (
        turns(Pose::IDENTITY),
        turns(Pose::new(Quat::from_rotation_x(std::f32::consts::PI), Vec3::Y).unwrap()),
    );
    // Their gap is the cosine of the angle: 0 after a quarter turn.
    let time = impact_time(sweep(&floor, &a, &floor, &b, 2.0));
    let exact = std::f64::consts::FRAC_PI_4;
    assert!((0.0..2.0 * TARGET).contains(&(exact - time)), "{time}");
    // The least tilt makes them cross, however far away.
    let tilts = ceiling(Vec3::ZERO, Vec3::X * 1e-3);
    assert_eq!(impact_time(sweep(&floor, &rest, &floor, &tilts, 2.0)), 0.0);
    assert_eq!(sweep(&floor, &rest, &floor, &tilts, 0.0), Sweep::Clear);
    let away = ceiling(Vec3::Y, Vec3::ZERO);
    assert_eq!(sweep(&floor, &rest, &floor, &away, 2.0), Sweep::Clear);
    let deep = Motion::resting(over(-1.0));
    let found = sweep(&floor, &rest, &floor, &deep, 2.0);
    assert!(matches!(found, Sweep::Overlapping { .. }), "{found:?}");
}

/// The position of a plane does not depend on its centre of rotation.
#[test]
fn two_half_spaces_meet_wherever_their_centres_are() {
    let floor = half_space(Vec3::Y, 0.0);
    let rest = Motion::resting(Pose::IDENTITY);
    for center in [-100.0, -1.0, 4.0, 100.0] {
        // The ceiling's plane is at 5 m.
        let ceiling = half_space(Vec3::NEG_Y, center - 5.0);
        let sides = |velocity| {
            [
                (&floor, rest),
                (&ceiling, moving(at(Vec3::Y * center), velocity, Vec3::ZERO)),
            ]
        };
        let both = |[a, b]: [(&Shape, Motion); 2]| {
            [
                sweep(a.0, &a.1, b.0, &b.1, 1.0),
                sweep(b.0, &b.1, a.0, &a.1, 1.0),
            ]
        };
        for found in both(sides(Vec3::NEG_Y * 10.0)) {
            let time = impact_time(found);
            assert!(
                (0.0..2.0 * TARGET).contains(&(0.5 - time)),
                "{center}: {time}"
            );
        }
        for found in both(sides(Vec3::NEG_Y * 4.0)) {
            assert_eq!(found, Sweep::Clear, "{center}");
        }
        // A floor over which the other one begins overlaps it without end.
        let upper = half_space(Vec3::Y, 0.0);
        let above = Motion::resting(at(Vec3::Y * center));
        let found = sweep(&floor, &rest, &upper, &above, 1.0);
        assert!(
            matches!(found, Sweep::Overlapping { .. }),
            "{center}: {found:?}"
        );
    }
}

#[test]
fn bodies_and_half_spaces_are_apart_until_the_impact_and_near_at_it() {
    let mut rng = random::rng(75);
    let mut query = Query::default();
    let mut asking = Query::default();
    let (mut hits, mut clear, mut most) = (0, 0, 0);
    for round in 0..1500 {
        let shape = match rng.random_range(0..3) {
            0 => {
                let options = BuildOptions {
                    volume: random::pick(&mut rng, &VolumeKind::ALL),
                    ..BuildOptions::default()
                };
                match Model::build(&meshes::any(&mut rng).1.mesh(), &options) {
                    Ok(model) => Shape::Mesh(Arc::new(model)),
                    Err(_) => continue,
                }
            }
            _ => any_solid(&mut rng),
        };
        let normal = random::direction(&mut rng);
        let plane = half_space(normal, between(&mut rng, -1.0, 1.0));
        let distance = between(&mut rng, 1.0, 6.0);
        let speed = random::log_between(&mut rng, 0.05, 300.0);
        let duration = (between(&mut rng, 0.5, 2.0) * distance / speed).min(2.0);
        let turns = [0; 2].map(|_| match rng.random_range(0..3) {
            0 => 0.0,
            1 => random::log_between(&mut rng, 0.05, 3.0) / duration,
            _ => (random::log_between(&mut rng, 1.0, 60.0) / duration).min(200.0),
        });
        let spins = turns.map(|rate| random::direction(&mut rng) * rate);
        let sway = random::in_cube(&mut rng, speed);
        let turn = random::rotation(&mut rng);
        let frame = Motion::new(
            Pose::new(turn, random::in_cube(&mut rng, 1.0)).unwrap(),
            random::in_cube(&mut rng, 1.0),
            // Slowly: a body far from the centre of a turning plane is soon on its other side.
            spins[0] * random::pick(&mut rng, &[0.0, 0.02]),
            random::in_cube(&mut rng, 0.5),
        )
        .unwrap();
        let up = turn * normal;
        let motion = Motion::new(
            Pose::new(random::rotation(&mut rng), up * distance).unwrap(),
            sway - up * speed,
            spins[1],
            random::in_cube(&mut rng, 0.2) * random::pick(&mut rng, &[0.0, 1.0]),
        )
        .unwrap();
        let gap = |time: f64, asking: &mut Query| {
            let poses = [&frame, &motion].map(|motion| motion.pose_at(time as f32));
            let (a, b) = (
                Placed::new(&plane, &poses[0]),
                Placed::new(&shape, &poses[1]),
            );
            let found = asking.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            f64::from(found.lower_bound())
        };
        let is_first = rng.random_bool(0.5);
        let sides = [Moving::new(&plane, &frame), Moving::new(&shape, &motion)];
        let [a, b] = match is_first {
            true => sides,
            false => [sides[1], sides[0]],
        };
        query.set_stages(match round % 3 {
            0 => Stages::ALL.without(Stage::Bounds),
            _ => Stages::ALL,
        });
        let (options, cache) = (SweepOptions::default(), &mut PairCache::default());
        let found = query.time_of_impact(a, b, duration, &options, cache);
        let work = found.cost.work();
        most = most.max(found.cost.advancement_steps);
        let fastest = {
            let reach = 2.5 + 0.4;
            let rate = |m: &Motion| m.angular_velocity().length();
            let speed = |m: &Motion| m.linear_velocity().length();
            // The body is at most this far from the plane's centre of rotation.
            let apart =
                f64::from(distance) + 4.0 + (speed(&frame) + speed(&motion)) * f64::from(duration);
            speed(&frame) + speed(&motion) + rate(&motion) * reach + rate(&frame) * (apart + reach)
        };
        let label = format!("round {round}: {shape:?} {motion:?} {plane:?} {frame:?}");
        match check(
            &label,
            found.value,
            |time| gap(time, &mut asking),
            duration,
            fastest,
        ) {
            true => hits += 1,
            false => clear += 1,
        }
        // A smaller budget never answers later.
        let safe = found.safe_time(duration);
        let units = rng.random_range(0..=work);
        query.budget = Budget::Work(units);
        let sooner = query.time_of_impact(a, b, duration, &options, cache);
        assert!(sooner.cost.work() <= units, "{label}: over {units}");
        assert!(sooner.safe_time(duration) <= safe, "{label}: {sooner:?}");
        query.budget = Budget::Unlimited;
    }
    assert!(hits > 600 && clear > 250, "{hits} {clear}");
    assert!(most < 300, "{most} steps");
}

/// 1000 km from the origin, where coordinates are 6 cm apart, no body is ever inside before its impact.
#[test]
fn bodies_far_from_the_origin_do_not_enter_a_half_space() {
    let mut rng = random::rng(78);
    let mut query = Query::default();
    let torus = meshes::torus(8, 6, 1.0, 0.3).mesh();
    let model = Model::build(&torus, &BuildOptions::default()).unwrap();
    let shapes = [
        Shape::Sphere(Sphere::new(0.5).unwrap()),
        cuboid(0.5, 0.2, 0.9),
        Shape::Mesh(Arc::new(model)),
    ];
    let mut hits = 0;
    for round in 0..600 {
        let far = random::direction(&mut rng) * 1e6;
        let up = random::direction(&mut rng);
        // The plane is there by its pose, or by its offset.
        let (place, offset) = match round % 2 {
            0 => (far, between(&mut rng, -3.0, 3.0)),
            _ => (Vec3::ZERO, up.as_dvec3().dot(far.as_dvec3()) as f32),
        };
        let plane = half_space(up, offset);
        let spin = random::direction(&mut rng) * random::pick(&mut rng, &[0.0, 1e-6]);
        let frame = moving(at(place), Vec3::ZERO, spin);
        let start = Pose::new(random::rotation(&mut rng), far + up * 5.0).unwrap();
        let spin = random::direction(&mut rng) * random::pick(&mut rng, &[0.0, 9.0]);
        let motion = moving(start, up * -10.0, spin);
        let shape = &shapes[round % 3];
        let found = sweep(&plane, &frame, shape, &motion, 1.0);
        hits += usize::from(matches!(found, Sweep::Impact { .. }));
        let until = found.safe_time(1.0);
        for step in 0..20 {
            let poses = [&frame, &motion].map(|m| m.pose_at(until * step as f32 / 20.0));
            let (a, b) = (
                Placed::new(&plane, &poses[0]),
                Placed::new(shape, &poses[1]),
            );
            let is_inside = query.intersect(a, b).is_hit();
            assert!(
                !is_inside,
                "{round}: {shape:?} {motion:?} {plane:?} {frame:?}"
            );
        }
    }
    assert!(hits > 500, "{hits}");
}

//! Sweeps of hulls against distance queries of the triangles.

use super::*;
use crate::math::Pose;
use crate::mesh::obj;
use crate::query::context::QueryContext;
use crate::query::test_bodies::{END, TestBody, distance};
use crate::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use crate::{Budget, BuildOptions, Model};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const TARGET: f64 = 2.5e-4;

/// Sweeps the hulls of two bodies. Returns their answer, if they have one, and the start of the next GJK.
fn sweep(bodies: &[TestBody; 2], budget: u64) -> (Option<Sweep<DVec3>>, GjkCache) {
    let both = bodies.each_ref().map(TestBody::on_path);
    let (meter, trace) = (
        &mut Meter::new(Budget::Work(budget)),
        &mut Default::default(),
    );
    let mut pair = ProxyPair::new(&both, GjkCache::default(), meter, trace);
    let toward = bodies[1].start.center - bodies[0].start.center;
    let scratch = &mut HullScratch::default();
    let found = time_of_impact(&mut pair, [0.0, END], TARGET, toward, scratch);
    (found, pair.gjk)
}

/// Cars that move and spin towards each other and over a floor: until the time of impact the
/// triangles are apart at every sample, and then they are as near as the target.
#[test]
fn until_hulls_say_that_they_meet_the_meshes_are_apart() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    );
    let mesh = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let car = Shape::Mesh(model.into());
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(50.0, 1.0, 50.0)).unwrap());
    let mut random = Pcg32::seed_from_u64(21);
    let mut scratch = QueryContext::default();
    let (mut meet, mut clear, mut gaps_known) = (0, 0, 0);
    for case in 0..300 {
        let mut number = |size: f32| random.random_range(-size..size);
        let on_floor = case % 4 == 0;
        let turn = |tilt: f32, yaw: f32| Quat::from_xyzw(tilt, yaw, 0.5 * tilt, 1.0).normalize();
        let tilt = if case % 3 == 0 { 0.4 } else { 0.01 };
        let (at, towards) = if on_floor {
            (Vec3::Y * (0.05 + number(0.04)), Vec3::NEG_Y)
        } else {
            let towards = Vec3::new(number(1.0), number(0.1), number(1.0)).normalize();
            (towards * -(1.75 + number(0.3)), towards)
        };
        let fast = if case % 2 == 0 { 40.0 } else { 4.0 };
        let mut velocity = || {
            let aside = Vec3::new(number(1.0), number(0.3), number(1.0));
            (towards * (1.0 + number(0.5)) + aside * 0.5) * fast
        };
        let way = velocity();
        let mut spin = || Vec3::new(number(1.0), number(2.0), number(1.0)) * fast;
        let spins = [spin(), spin()];
        let pose = Pose::new(turn(number(tilt), number(2.0)), at).unwrap();
        let first = TestBody::free(car.clone(), pose).moving(way, spins[0]);
        let second = if on_floor {
            TestBody::fixed(floor.clone(), Pose::from_translation(Vec3::NEG_Y).unwrap())
        } else {
            let pose = Pose::new(turn(number(tilt), number(2.0)), Vec3::ZERO).unwrap();
            TestBody::free(car.clone(), pose).moving(Vec3::ZERO, spins[1])
        };
        let bodies = [first, second];
        let (found, mut gjk) = sweep(&bodies, u64::MAX);
        let until = match found {
            None => continue,
            Some(Sweep::Clear) => {
                clear += 1;
                END
            }
            Some(Sweep::Impact { time, .. }) => {
                meet += 1;
                f64::from(time)
            }
            Some(other) => panic!("{other:?}"),
        };
        let toward = bodies[1].start.center - bodies[0].start.center;
        let mut memory = HullScratch::default();
        let mut far = |time: f64| {
            let both = bodies.each_ref().map(|body| body.placed_at(time));
            distance(both, &mut scratch)
        };
        let first = far(0.0);
        for sample in 0..=24 {
            let time = until * f64::from(sample) / 24.0;
            let apart = far(time);
            let both = bodies.each_ref().map(|body| body.placed_at(time));
            let meter = &mut Meter::new(Budget::Unlimited);
            if let Some(gap) = gap(both, toward, &mut gjk, meter, &mut memory) {
                assert!((gap - apart).abs() < 3e-6, "{case}: {gap} for {apart}");
                gaps_known += 1;
            }
            let min_gap = (0.5 * first).min(TARGET) * HULL_STEP_TARGET_SHARE;
            assert!(apart >= min_gap - 2e-6, "{case}: {apart} at {sample}");
        }
        if until < END {
            assert!(far(until) <= TARGET + 2e-6, "{case}: {}", far(until));
        }
    }
    assert!(meet > 30 && clear > 60, "{meet} and {clear}");
    assert!(gaps_known > 1000, "{gaps_known}");
}

/// The test of cars for lumps and solids with all kinds of corners and round sides.
#[test]
fn until_hulls_say_that_they_meet_lumps_and_solids_are_apart() {
    let mut random = Pcg32::seed_from_u64(23);
    let mut scratch = QueryContext::default();
    let (mut meet, mut clear, mut unclear) = (0, 0, 0);
    for case in 0..400 {
        let mut number = |size: f32| random.random_range(-size..size);
        let points: Vec<Vec3> = (0..14)
            .map(|_| Vec3::new(number(1.0), number(1.0), number(1.0)).normalize() * 0.13)
            .collect();
        let hull = ConvexHull::from_points(&points).unwrap();
        let model = Model::build(&hull.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
        let [a, b] = [0.08 + number(0.04), 0.08 + number(0.04)];
        let solid = match case % 4 {
            0 => Shape::Sphere(Sphere::new(a).unwrap()),
            1 => Shape::Capsule(Capsule::new(a, b).unwrap()),
            2 => Shape::Cylinder(Cylinder::new(a, b).unwrap()),
            _ => Shape::Cone(Cone::new(a, b).unwrap()),
        };
        let mut any = |size: f32| Vec3::new(number(size), number(size), number(size));
        let mut turn = || Quat::from_vec4(any(1.0).extend(0.5)).normalize();
        let poses = [turn(), turn()];
        let towards = any(1.0).normalize();
        let place = [towards * -0.32, Vec3::ZERO];
        let shapes = [Shape::Mesh(model.into()), solid];
        let mut place = place.iter().zip(poses);
        let bodies = shapes.map(|shape| {
            let (at, turn) = place.next().unwrap();
            let pose = Pose::new(turn, *at).unwrap();
            let drive = towards * if *at == Vec3::ZERO { 0.0 } else { 12.0 };
            TestBody::free(shape, pose).moving(any(3.0) + drive, any(20.0))
        });
        let (found, _) = sweep(&bodies, u64::MAX);
        let until = match found {
            Some(Sweep::Clear) => {
                clear += 1;
                END
            }
            Some(Sweep::Impact { time, .. }) => {
                meet += 1;
                f64::from(time)
            }
            _ => {
                unclear += 1;
                continue;
            }
        };
        let mut far = |time: f64| {
            let both = bodies.each_ref().map(|body| body.placed_at(time));
            distance(both, &mut scratch)
        };
        let min_gap = (0.5 * far(0.0)).min(TARGET) * HULL_STEP_TARGET_SHARE;
        for sample in 0..=24 {
            let apart = far(until * f64::from(sample) / 24.0);
            assert!(apart >= min_gap - 1e-6, "{case}: {apart} at {sample}");
        }
        if until < END {
            let apart = far(until);
            assert!(
                apart <= TARGET / MIN_HULL_GJK_SHARE + 1e-6,
                "{case}: {apart}"
            );
        }
    }
    assert!(
        meet > 100 && clear > 80,
        "{meet} and {clear}, {unclear} unclear"
    );
}

/// With a small budget only the first part of the path is known to be clear.
#[test]
fn a_budget_cuts_where_the_bodies_are_still_apart() {
    let cuboid = Cuboid::new(Vec3::splat(0.5)).unwrap();
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
        .collect();
    let mesh = ConvexHull::from_points(&corners).unwrap();
    let model = Model::build(&mesh.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
    let above = Pose::from_translation(Vec3::Y * 1.3).unwrap();
    let falling = TestBody::free(Shape::Mesh(model.into()), above);
    let bodies = [
        falling.moving(Vec3::NEG_Y * 60.0, Vec3::X * 40.0),
        TestBody::fixed(Shape::Cuboid(cuboid), Pose::IDENTITY),
    ];
    let sweep = |budget| sweep(&bodies, budget).0;
    let Some(Sweep::Impact { time: meets, .. }) = sweep(u64::MAX) else {
        panic!("they meet");
    };
    let mut before = 0.0;
    for budget in 0.. {
        match sweep(budget) {
            Some(Sweep::Cut { safe_time, .. }) => {
                // It may end while the nearest points at the impact are searched.
                let label = format!("{budget} planes: {before}, {safe_time}, {meets}");
                assert!(safe_time >= before && safe_time <= meets, "{label}");
                before = safe_time;
            }
            Some(Sweep::Impact { time, .. }) => {
                assert_eq!(time, meets);
                break;
            }
            other => panic!("{budget} planes: {other:?}"),
        }
    }
    assert!(before > 0.0);
}

//! Sweeps of hulls against distance queries of the triangles.

use super::*;
use crate::{BodyDesc, Settings, World};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::math::Pose;
use dodgem_collide::mesh::obj;
use dodgem_collide::query::shapes;
use dodgem_collide::shape::{Capsule, Cone, Cuboid, Cylinder, Sphere};
use dodgem_collide::{Budget, BuildOptions, Model, Placed, ShapeScratch};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

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
    let mut scratch = ShapeScratch::default();
    let (target, mut meet, mut clear, mut gaps_known) = (2.5e-4, 0, 0, 0);
    for case in 0..300 {
        let mut world = World::new(Settings::default()).unwrap();
        let end = world.settings.step;
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
        let first = BodyDesc {
            velocity: way,
            angular_velocity: spins[0],
            ..BodyDesc::dynamic(
                car.clone(),
                Pose::new(turn(number(tilt), number(2.0)), at).unwrap(),
            )
        };
        let second = if on_floor {
            BodyDesc::fixed(floor.clone(), Pose::from_translation(Vec3::NEG_Y).unwrap())
        } else {
            let pose = Pose::new(turn(number(tilt), number(2.0)), Vec3::ZERO).unwrap();
            BodyDesc {
                angular_velocity: spins[1],
                ..BodyDesc::dynamic(car.clone(), pose)
            }
        };
        world.add(first).unwrap();
        world.add(second).unwrap();
        world.find_pairs();
        for (body, motion) in world.bodies.iter().zip(&mut world.motions) {
            if !motion.fixed {
                motion.plan(body, end);
            }
        }
        let pair = Pair { a: 0, b: 1 };
        let known = world.pairs.find(pair);
        let found = world.with_pair(pair, known, |sweep| {
            sweep.toi_by_hulls(0.0, target, u64::MAX)
        });
        let until = match found {
            None => continue,
            Some(Sweep::Clear) => {
                clear += 1;
                end
            }
            Some(Sweep::Impact { time, .. }) => {
                meet += 1;
                f64::from(time)
            }
            Some(other) => panic!("{other:?}"),
        };
        let gaps: Vec<Option<f64>> = world.with_pair(pair, known, |sweep| {
            let paths = sweep.view.paths_from(pair, 0.0);
            let times = (0..=24).map(|sample| until * f64::from(sample) / 24.0);
            let gap = |time: f64| sweep.gap_by_hulls(&paths, time as f32);
            times.map(gap).collect()
        });
        let mut far = |time: f64| {
            let [a, b] = [0, 1].map(|i| {
                let (body, motion) = (&world.bodies[i], &world.motions[i]);
                let (center, rotation) = motion.place(body, time);
                (&body.shape, body.pose_from(center, rotation))
            });
            let all = Budget::Unlimited;
            let found = shapes::distance(
                Placed::new(a.0, &a.1),
                Placed::new(b.0, &b.1),
                all,
                &mut scratch,
            );
            f64::from(found.distance().expect("no budget"))
        };
        let first = far(0.0);
        for sample in 0..=24 {
            let time = until * f64::from(sample) / 24.0;
            let apart = far(time);
            if let Some(gap) = gaps[sample as usize] {
                assert!((gap - apart).abs() < 3e-6, "{case}: {gap} for {apart}");
                gaps_known += 1;
            }
            let min_gap = (0.5 * first).min(target) * HULL_STEP_MIN_SHARE;
            assert!(apart >= min_gap - 2e-6, "{case}: {apart} at {sample}");
        }
        if until < end {
            assert!(far(until) <= target + 2e-6, "{case}: {}", far(until));
        }
    }
    assert!(meet > 30 && clear > 60, "{meet} and {clear}");
    assert!(gaps_known > 1000, "{gaps_known}");
}

/// The same for lumps and solids with all kinds of corners and round sides.
#[test]
fn until_hulls_say_that_they_meet_lumps_and_solids_are_apart() {
    let mut random = Pcg32::seed_from_u64(23);
    let mut scratch = ShapeScratch::default();
    let (target, mut meet, mut clear, mut unclear) = (2.5e-4, 0, 0, 0);
    for case in 0..400 {
        let mut number = |size: f32| random.random_range(-size..size);
        let points: Vec<Vec3> = (0..14)
            .map(|_| Vec3::new(number(1.0), number(1.0), number(1.0)).normalize() * 0.13)
            .collect();
        let hull = dodgem_collide::shape::ConvexHull::from_points(&points).unwrap();
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
        let mut world = World::new(Settings::default()).unwrap();
        for (i, shape) in [Shape::Mesh(model.into()), solid].into_iter().enumerate() {
            let desc = BodyDesc {
                velocity: any(3.0) + towards * if i == 0 { 12.0 } else { 0.0 },
                angular_velocity: any(20.0),
                ..BodyDesc::dynamic(shape, Pose::new(poses[i], place[i]).unwrap())
            };
            world.add(desc).unwrap();
        }
        world.find_pairs();
        let end = world.settings.step;
        for (body, motion) in world.bodies.iter().zip(&mut world.motions) {
            motion.plan(body, end);
        }
        let pair = Pair { a: 0, b: 1 };
        let known = world.pairs.find(pair);
        let found = world.with_pair(pair, known, |sweep| {
            sweep.toi_by_hulls(0.0, target, u64::MAX)
        });
        let until = match found {
            Some(Sweep::Clear) => {
                clear += 1;
                end
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
            let [a, b] = [0, 1].map(|i| {
                let (body, motion) = (&world.bodies[i], &world.motions[i]);
                let (center, rotation) = motion.place(body, time);
                (&body.shape, body.pose_from(center, rotation))
            });
            let all = Budget::Unlimited;
            let found = shapes::distance(
                Placed::new(a.0, &a.1),
                Placed::new(b.0, &b.1),
                all,
                &mut scratch,
            );
            f64::from(found.distance().expect("no budget"))
        };
        let min_gap = (0.5 * far(0.0)).min(target) * HULL_STEP_MIN_SHARE;
        for sample in 0..=24 {
            let apart = far(until * f64::from(sample) / 24.0);
            assert!(apart >= min_gap - 1e-6, "{case}: {apart} at {sample}");
        }
        if until < end {
            let apart = far(until);
            assert!(
                apart <= target / MIN_HULL_GJK_SHARE + 1e-6,
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
    let mesh = dodgem_collide::shape::ConvexHull::from_points(&corners).unwrap();
    let model = Model::build(&mesh.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
    let mut world = World::new(Settings::default()).unwrap();
    let falling = BodyDesc {
        velocity: Vec3::NEG_Y * 60.0,
        angular_velocity: Vec3::X * 40.0,
        ..BodyDesc::dynamic(
            Shape::Mesh(model.into()),
            Pose::from_translation(Vec3::Y * 1.3).unwrap(),
        )
    };
    world.add(falling).unwrap();
    world
        .add(BodyDesc::fixed(Shape::Cuboid(cuboid), Pose::IDENTITY))
        .unwrap();
    world.find_pairs();
    let end = world.settings.step;
    world.motions[0].plan(&world.bodies[0], end);
    let pair = Pair { a: 0, b: 1 };
    let known = world.pairs.find(pair);
    let mut sweep =
        |budget| world.with_pair(pair, known, |sweep| sweep.toi_by_hulls(0.0, 2.5e-4, budget));
    let Some(Sweep::Impact { time: meets, .. }) = sweep(u64::MAX) else {
        panic!("they meet");
    };
    let mut before = 0.0;
    for budget in 0..3 {
        let Some(Sweep::Cut { safe_time }) = sweep(budget) else {
            panic!("{budget} looks do not do");
        };
        assert!(safe_time >= before && safe_time < meets);
        before = safe_time;
    }
    assert!(before > 0.0);
}

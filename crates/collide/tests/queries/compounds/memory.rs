//! The memory of a pair of compounds changes the speed of its next query, never its answer.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::mesh::obj;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{
    BuildOptions, DistanceOptions, Model, Moving, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::meshes;
use dodgem_oracle::random::{self, log_between};
use glam::{Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::sweeps::{apart_until, distance};
use super::{any_child, at, child, compound, mesh};

const DURATION: f32 = 0.5;

/// A compound of meshes, with some solids among them.
fn some_meshes(rng: &mut Pcg32) -> Shape {
    let children = (0..4).map(|number| {
        let shape = match number {
            0 => any_child(rng, 0.6),
            _ => mesh(&meshes::torus(10, 8, 0.4, 0.15)),
        };
        child(shape, random::pose(rng, 0.8))
    });
    compound(children.collect())
}

/// Motions that change a little from one to the next, and now and then altogether.
fn motions(rng: &mut Pcg32) -> Vec<[Motion; 2]> {
    let (mut place, mut turn, mut velocity) = (Vec3::ZERO, Default::default(), Vec3::ZERO);
    let spin = random::in_cube(rng, random::pick(&mut rng.clone(), &[0.1, 3.0, 20.0]));
    let mut all = Vec::new();
    for number in 0..14 {
        if number % 7 == 0 {
            (place, turn) = (random::direction(rng) * 2.6, random::rotation(rng));
            velocity = (random::in_cube(rng, 0.8) - place) * 2.0;
        }
        let change = log_between(rng, 1e-4, 0.02);
        place += random::in_cube(rng, change);
        velocity += random::in_cube(rng, change);
        let start = Pose::new(turn, place).unwrap();
        let turning = Motion::new(Pose::IDENTITY, Vec3::ZERO, spin * -0.3, Vec3::ZERO).unwrap();
        let coming = Motion::new(start, velocity, spin, Vec3::ZERO).unwrap();
        all.push([turning, coming]);
    }
    all
}

#[test]
fn a_pair_of_compounds_answers_alike_with_and_without_a_memory() {
    let mut query = Query::default();
    let (exact, options) = (DistanceOptions::EXACT, SweepOptions::default());
    let (mut impacts, mut differ, mut near) = (0, 0, 0);
    for seed in 0..24 {
        let mut rng = random::rng(seed);
        let shapes = [some_meshes(&mut rng), some_meshes(&mut rng)];
        let mut memory = PairCache::default();
        for (step, [p, q]) in motions(&mut rng).iter().enumerate() {
            let label = format!("seed {seed}, step {step}");
            let poses = [p.start_pose(), q.start_pose()];
            let [a, b] = [0, 1].map(|i: usize| Placed::new(&shapes[i], &poses[i]));
            let moving = [Moving::new(&shapes[0], p), Moving::new(&shapes[1], q)];
            let truth = distance([&shapes[0], &shapes[1]], poses);
            let tolerance = rng.random_range(0.0..1.0);
            let mut safe = [0.0; 2];
            for (kept, cache) in [&mut PairCache::default(), &mut memory]
                .into_iter()
                .enumerate()
            {
                let found = query.distance(a, b, &exact, cache).distance().unwrap();
                assert!((found - truth).abs() < 1e-5, "{label}: {found} for {truth}");
                let is_near = query.within(a, b, tolerance, cache).is_hit();
                let expected = truth <= tolerance || (truth - tolerance).abs() < 1e-5;
                assert!(!is_near || expected, "{label}: {truth} within {tolerance}");
                assert!(is_near || truth > tolerance - 1e-5, "{label}: {truth}");
                near += usize::from(is_near);
                let found = query.time_of_impact(moving[0], moving[1], DURATION, &options, cache);
                safe[kept] = found.safe_time(DURATION);
                if kept == 0 {
                    continue;
                }
                apart_until([&shapes[0], &shapes[1]], [p, q], safe[kept], &label);
                if let Sweep::Impact { time, .. } = found.value {
                    let poses = [p, q].map(|motion| motion.pose_at(time));
                    let left = distance([&shapes[0], &shapes[1]], poses);
                    assert!(left < 1.1e-4, "{label}: {left} m at the impact");
                    impacts += 1;
                }
            }
            differ += usize::from((safe[0] - safe[1]).abs() > 1e-3);
        }
    }
    assert!(
        impacts > 100 && near > 100,
        "{impacts} impacts, {near} near"
    );
    assert!(
        differ <= impacts / 50,
        "{differ} times differ, of {impacts}"
    );
}

/// The work units of distances and sweeps of two pairs of cars that pass each other slowly.
fn work_of(memory: impl Fn(&mut PairCache)) -> [u64; 2] {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    );
    let car = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
    let car = Shape::Mesh(Model::build(&car, &BuildOptions::default()).unwrap().into());
    let cars = [-1.2, 1.2].map(|x| child(car.clone(), at(x, 0.0, 0.0)));
    let shape = compound(cars.into());
    let (exact, options) = (DistanceOptions::EXACT, SweepOptions::default());
    let (mut query, mut cache) = (Query::default(), PairCache::default());
    let mut work = [0; 2];
    for step in 0..60 {
        let part = step as f32 / 60.0;
        let turn = Quat::from_rotation_x(0.4 + 0.1 * part);
        let place = Vec3::new(3.75 - 0.05 * part, 0.01 * part, 0.03);
        let poses = [Pose::IDENTITY, Pose::new(turn, place).unwrap()];
        let [a, b] = poses.each_ref().map(|pose| Placed::new(&shape, pose));
        memory(&mut cache);
        work[0] += query.distance(a, b, &exact, &mut cache).cost.work();
        let coming = Motion::new(poses[1], Vec3::NEG_X * 2.0, Vec3::X, Vec3::ZERO).unwrap();
        let resting = Motion::resting(poses[0]);
        let moving = [&resting, &coming].map(|motion| Moving::new(&shape, motion));
        memory(&mut cache);
        let found = query.time_of_impact(moving[0], moving[1], DURATION, &options, &mut cache);
        work[1] += found.cost.work();
    }
    work
}

#[test]
fn a_memory_of_the_children_that_decide_spares_work() {
    let (kept, forgotten) = (work_of(|_| ()), work_of(PairCache::clear));
    for (kept, forgotten) in kept.into_iter().zip(forgotten) {
        assert!(
            4 * kept < 3 * forgotten,
            "{kept} for {forgotten} work units"
        );
    }
}

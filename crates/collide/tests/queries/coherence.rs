//! The cache of a pair changes the speed of a distance query, never its answer.

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::{
    Budget, BuildOptions, Collision, Distance, DistanceOptions, Model, PairCache, Placed, Query,
    VolumeKind,
};
use dodgem_oracle::{meshes, random};
use glam::{Quat, Vec3};
use rand_pcg::Pcg32;

fn any_model(rng: &mut Pcg32) -> Model {
    let volumes = [VolumeKind::Sphere, VolumeKind::Aabb, VolumeKind::Kdop18];
    let options = BuildOptions {
        volume: random::pick(rng, &volumes),
        ..BuildOptions::default()
    };
    loop {
        if let Ok(model) = Model::build(&meshes::any(rng).1.mesh(), &options) {
            return model;
        }
    }
}

/// A body that drifts, turns and now and then jumps.
fn poses(rng: &mut Pcg32) -> Vec<Pose> {
    let mut at = random::in_cube(rng, 2.0);
    let mut rotation = random::rotation(rng);
    let step = random::log_between(rng, 1e-4, 0.2);
    let (velocity, axis) = (random::in_cube(rng, step), random::direction(rng));
    let turn = Quat::from_axis_angle(axis, random::between(rng, 0.0, step));
    (0..40)
        .map(|i| {
            if i % 16 == 15 {
                (at, rotation) = (random::in_cube(rng, 2.0), random::rotation(rng));
            }
            at += velocity;
            rotation = (turn * rotation).normalize();
            Pose::new(rotation, at).unwrap()
        })
        .collect()
}

#[test]
fn what_is_remembered_changes_no_answer() {
    let mut query = Query::default();
    for seed in 0..60 {
        let mut rng = random::rng(seed);
        let (a, b) = (any_model(&mut rng), any_model(&mut rng));
        let place = random::pose(&mut rng, 1.0);
        let moves = poses(&mut rng);
        {
            let mut memory = PairCache::default();
            let mut nearby = PairCache::default();
            for (step, pose) in moves.iter().enumerate() {
                let plain = query.distance(
                    Placed::new(&a, &place),
                    Placed::new(&b, pose),
                    &DistanceOptions::EXACT,
                    &mut PairCache::default(),
                );
                let found = query.distance(
                    Placed::new(&a, &place),
                    Placed::new(&b, pose),
                    &DistanceOptions::EXACT,
                    &mut memory,
                );
                let name = format!("seed {seed}, step {step}: {plain:?}, {found:?}");
                let off = (plain.lower_bound() - found.lower_bound()).abs();
                assert!(off <= 3e-6, "{name}");
                let meet = |d: &Distance| matches!(d, Distance::Meet { .. });
                assert_eq!(meet(&plain), meet(&found), "{name}");
                for tolerance in [
                    plain.lower_bound() * 0.99 - 1e-5,
                    plain.lower_bound() + 1e-5,
                ] {
                    let near = query.within(
                        Placed::new(&a, &place),
                        Placed::new(&b, pose),
                        tolerance,
                        &mut nearby,
                    );
                    let plain = query.within(
                        Placed::new(&a, &place),
                        Placed::new(&b, pose),
                        tolerance,
                        &mut PairCache::default(),
                    );
                    assert_eq!(near.is_hit(), plain.is_hit(), "{name}: within {tolerance}");
                }
            }
        }
    }
}

#[test]
fn a_budget_that_ends_while_something_is_remembered_is_still_on_the_safe_side() {
    let mut query = Query::default();
    for seed in 100..130 {
        let mut rng = random::rng(seed);
        let (a, b) = (any_model(&mut rng), any_model(&mut rng));
        let moves = poses(&mut rng);
        {
            let mut memory = PairCache::default();
            for pose in &moves {
                let here = Pose::IDENTITY;
                query.budget = Budget::Unlimited;
                let truth = query
                    .distance(
                        Placed::new(&a, &here),
                        Placed::new(&b, pose),
                        &DistanceOptions::EXACT,
                        &mut PairCache::default(),
                    )
                    .lower_bound();
                let units = random::between(&mut rng, 0.0, 200.0) as u64;
                query.budget = Budget::Work(units);
                let found = query.distance(
                    Placed::new(&a, &here),
                    Placed::new(&b, pose),
                    &DistanceOptions::EXACT,
                    &mut memory,
                );
                let name = format!("seed {seed}, {units} units: {found:?} for {truth}");
                assert!(found.cost.work() <= units, "{name}");
                assert!(found.lower_bound() <= truth + 3e-6, "{name}");
            }
        }
    }
}

#[test]
fn a_memory_of_other_bodies_does_no_harm() {
    let mut query = Query::default();
    let mut rng = random::rng(7);
    {
        let mut memory = PairCache::default();
        for _ in 0..400 {
            let (a, b) = (any_model(&mut rng), any_model(&mut rng));
            let (at, to) = (random::pose(&mut rng, 1.0), random::pose(&mut rng, 2.0));
            let plain = query.distance(
                Placed::new(&a, &at),
                Placed::new(&b, &to),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            );
            let found = query.distance(
                Placed::new(&a, &at),
                Placed::new(&b, &to),
                &DistanceOptions::EXACT,
                &mut memory,
            );
            let off = (plain.lower_bound() - found.lower_bound()).abs();
            assert!(off <= 3e-6, "{plain:?}, {found:?}");
        }
    }
}

/// Returns the work of all steps but the first of two rings, one of which turns by a degree a step, with one
/// cache for all steps or a new one for each.
fn work(start: Pose, remembers: bool, tolerance: Option<f32>) -> u64 {
    let ring = meshes::torus(24, 12, 1.0, 0.4).mesh();
    let ring = Model::build(&ring, &BuildOptions::default()).unwrap();
    let (mut query, mut cache) = (Query::default(), PairCache::default());
    let mut sum = 0;
    for step in 0..90 {
        let turn = Pose::new(yaw((step as f32).to_radians()), Vec3::ZERO).unwrap();
        let (here, there) = (Pose::IDENTITY, start.mul(&turn));
        let (a, b) = (Placed::new(&ring, &here), Placed::new(&ring, &there));
        if !remembers {
            cache.clear();
        }
        let cost = if let Some(tolerance) = tolerance {
            let near = query.within(a, b, tolerance, &mut cache);
            assert_eq!(near, Collision::Clear);
            near.cost
        } else {
            let found = query.distance(a, b, &DistanceOptions::EXACT, &mut cache);
            found.cost
        };
        if step > 0 {
            sum += cost.work();
        }
    }
    sum
}

#[test]
fn a_memory_saves_work() {
    // Beside each other a plane parts them; linked, nothing does.
    let beside = Pose::from_translation(Vec3::new(2.9, 0.3, 0.1)).unwrap();
    let quarter = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let linked = Pose::new(quarter, Vec3::new(1.0, 0.0, 0.05)).unwrap();
    let [plain, with_witness] = [false, true].map(|remembers| work(beside, remembers, None));
    println!("beside: {plain}, with a witness {with_witness}");
    assert!(4 * with_witness < 3 * plain);
    let [plain, with_plane] = [false, true].map(|remembers| work(beside, remembers, Some(0.05)));
    println!("within: {plain}, with a plane {with_plane}");
    assert!(with_plane <= plain);
    let [plain, with_witness] = [false, true].map(|remembers| work(linked, remembers, None));
    println!("linked: {plain}, with a witness {with_witness}");
    assert!(with_witness < plain);
}

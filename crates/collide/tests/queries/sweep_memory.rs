//! The memory of a sweep changes the speed of the pair's next sweep, never its guarantees.

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{
    Budget, BuildOptions, Collision, Model, PairCache, Placed, Query, VolumeKind,
};
use dodgem_oracle::{mesh, meshes, random};
use glam::Vec3;
use rand_pcg::Pcg32;

const DURATION: f32 = 1.0;

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

/// Paths of two bodies that change a little from one to the next, and now and then altogether.
fn paths(rng: &mut Pcg32) -> Vec<[Motion; 2]> {
    let mut all = Vec::new();
    let any = |rng: &mut Pcg32| (random::direction(rng) * 2.5, random::rotation(rng));
    let (mut place, mut turn) = any(rng);
    let mut velocity = -place + random::in_cube(rng, 0.8);
    let mut spin = random::in_cube(rng, 4.0);
    let center = random::in_cube(rng, 0.2);
    for number in 0..24 {
        if number % 8 == 7 {
            (place, turn) = any(rng);
            velocity = -place + random::in_cube(rng, 0.8);
        }
        let change = random::log_between(rng, 1e-4, 0.05);
        velocity += random::in_cube(rng, change);
        spin += random::in_cube(rng, change);
        let rest = Motion::new(Pose::IDENTITY, Vec3::ZERO, spin * -0.5, Vec3::ZERO).unwrap();
        let start = Pose::new(turn, place).unwrap();
        let moving = Motion::new(start, velocity, spin, center).unwrap();
        all.push([rest, moving]);
    }
    all
}

/// Checks that the bodies are apart before the time of a sweep, and near at it.
fn check(name: &str, models: [&Model; 2], paths: &[Motion; 2], found: Sweep, query: &mut Query) {
    let safe = found.safe_time(DURATION);
    for sample in 0..=40 {
        let time = safe * sample as f32 / 40.0;
        let poses = [0, 1].map(|i| paths[i].pose_at(time));
        let met = query.intersect(
            Placed::new(models[0], &poses[0]),
            Placed::new(models[1], &poses[1]),
        );
        let is_start = matches!(found, Sweep::Overlapping { .. });
        assert!(
            is_start || met == Collision::Clear,
            "{name}: {found:?}, but they meet at {time}"
        );
    }
    if let Sweep::Impact { time, .. } = found {
        let soups = [0, 1].map(|i| mesh::soup(models[i].mesh(), &paths[i].pose_at(time)));
        let distance = mesh::relation(&soups[0], &soups[1]).witness.distance;
        assert!(distance <= 1.1e-4, "{name}: {found:?} at {distance}");
    }
}

#[test]
fn what_is_remembered_changes_no_promise() {
    let mut query = Query::default();
    let options = SweepOptions::default();
    let (mut hits, mut differ, mut quicker) = (0, 0, 0i64);
    for seed in 0..120 {
        let mut rng = random::rng(seed);
        let (a, b) = (any_model(&mut rng), any_model(&mut rng));
        // Sometimes one memory serves another pair of bodies, or the pair in the other order.
        let mut memory = PairCache::default();
        for (step, path) in paths(&mut rng).iter().enumerate() {
            let (ma, mb) = (&path[0], &path[1]);
            let plain = query.time_of_impact(
                Moving::new(&a, ma),
                Moving::new(&b, mb),
                DURATION,
                &options,
                &mut PairCache::default(),
            );
            let steps = plain.cost.advancement_steps as i64;
            let swapped = step % 12 == 11;
            let (one, other) = (Moving::new(&a, ma), Moving::new(&b, mb));
            let [one, other] = if swapped { [other, one] } else { [one, other] };
            let found = query.time_of_impact(one, other, DURATION, &options, &mut memory);
            quicker += steps - found.cost.advancement_steps as i64;
            let found = if swapped {
                found.swapped()
            } else {
                found.value
            };
            let name = format!("seed {seed}, step {step}: {plain:?} without");
            check(&name, [&a, &b], path, found, &mut query);
            hits += u32::from(matches!(found, Sweep::Impact { .. }));
            let apart = (plain.safe_time(DURATION) - found.safe_time(DURATION)).abs();
            differ += u32::from(apart > 1e-3);
        }
    }
    println!("{hits} hits, {differ} differ, {quicker} instants fewer");
    assert!(hits > 500, "{hits}");
    assert!(differ <= hits / 100, "{differ} times differ, of {hits}");
    assert!(quicker > 0, "{quicker} instants fewer");
}

#[test]
fn any_budget_only_makes_the_time_earlier_whatever_is_remembered() {
    let mut query = Query::default();
    let options = SweepOptions::default();
    for seed in 200..230 {
        let mut rng = random::rng(seed);
        let (a, b) = (any_model(&mut rng), any_model(&mut rng));
        let mut memory = PairCache::default();
        for path in &paths(&mut rng) {
            let units = random::log_between(&mut rng, 1.0, 2000.0) as u64;
            let (ma, mb) = (&path[0], &path[1]);
            query.budget = Budget::Work(units);
            let found = query.time_of_impact(
                Moving::new(&a, ma),
                Moving::new(&b, mb),
                DURATION,
                &options,
                &mut memory,
            );
            let name = format!("seed {seed}, {units} units");
            assert!(found.cost.work() <= units, "{name}: {found:?}");
            query.budget = Budget::Unlimited;
            check(&name, [&a, &b], path, found.value, &mut query);
        }
    }
}

//! Stages only save work: queries give equal answers with any set of them.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Moving, Stage, Stages};
use dodgem_collide::shape::{Capsule, ConvexHull, Cuboid, Sphere};
use dodgem_collide::{
    BuildOptions, Collision, Distance, DistanceOptions, Model, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::{mesh, meshes, random};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

const TARGET: f64 = 1e-3;

/// Any of the sets.
fn stages(rng: &mut Pcg32) -> Stages {
    let kept: Vec<Stage> = (Stage::ALL.into_iter())
        .filter(|_| rng.random_bool(0.5))
        .collect();
    Stages::only(&kept)
}

fn model(rng: &mut Pcg32) -> Arc<Model> {
    let raw = meshes::any(rng).1;
    Arc::new(Model::build(&raw.mesh(), &BuildOptions::default()).expect("a sound mesh"))
}

fn shape(rng: &mut Pcg32) -> Shape {
    match rng.random_range(0..6) {
        0 => Shape::Sphere(Sphere::new(random::between(rng, 0.1, 0.6)).unwrap()),
        1 => Shape::Cuboid(Cuboid::new(random::in_cube(rng, 0.5).abs() + 0.05).unwrap()),
        2 => Shape::Capsule(Capsule::new(0.4, random::between(rng, 0.05, 0.3)).unwrap()),
        3 => {
            let points = meshes::ball_points(rng, 20, 0.5, true);
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
        _ => Shape::Mesh(model(rng)),
    }
}

/// Two motions that bring two bodies together within a second, or nearly; half of them turn.
fn motions(rng: &mut Pcg32) -> [Motion; 2] {
    let away = random::direction(rng) * random::between(rng, 1.0, 3.0);
    let turns = rng.random_bool(0.5);
    [(Vec3::ZERO, away), (away, -away)].map(|(from, way)| {
        let pose = Pose::new(random::rotation(rng), from).unwrap();
        let velocity = way + random::in_cube(rng, 2.0);
        let spin = random::in_cube(rng, 6.0) * f32::from(u8::from(turns));
        Motion::new(pose, velocity, spin, random::in_cube(rng, 0.2)).unwrap()
    })
}

/// The distance (m) of two shapes at a time (s) of their motions; 0 if they overlap.
fn distance_at(shapes: [&Shape; 2], motions: &[Motion; 2], time: f32, query: &mut Query) -> f64 {
    let [p, q] = [0, 1].map(|i| motions[i].pose_at(time));
    if let [Shape::Mesh(a), Shape::Mesh(b)] = shapes {
        let soups = [mesh::soup(a.mesh(), &p), mesh::soup(b.mesh(), &q)];
        return mesh::distance(&soups[0], &soups[1]).distance;
    }
    let [a, b] = shapes;
    let found = query.distance(
        Placed::new(a, &p),
        Placed::new(b, &q),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    match *found {
        Distance::Apart { distance, .. } => f64::from(distance),
        _ => 0.0,
    }
}

/// Every answer is right by itself: apart before its time, near at it. So any two answers differ by
/// less than the target distance takes to cross.
#[test]
fn sweeps_with_any_stages_are_safe_and_stop_within_the_target() {
    let [mut hits, mut clear, mut same] = [0; 3];
    let mut decided = [0; Stage::COUNT];
    let options = SweepOptions { target: TARGET };
    for seed in 0..400 {
        let mut rng = random::rng(77_000 + seed);
        let both = [shape(&mut rng), shape(&mut rng)];
        let motions = motions(&mut rng);
        let (a, b) = (
            Moving::new(&both[0], &motions[0]),
            Moving::new(&both[1], &motions[1]),
        );
        let mut kinds = Vec::new();
        for set in [
            Stages::ALL,
            Stages::TREES_ONLY,
            stages(&mut rng),
            stages(&mut rng),
        ] {
            let mut query = Query::default();
            query.set_stages(set);
            let found = query.time_of_impact(a, b, 1.0, &options, &mut PairCache::default());
            let label = format!("seed {seed}, {set:?}: {found:?}");
            let by = found
                .decided_by
                .unwrap_or_else(|| panic!("{label}: nothing decided"));
            assert!(
                set.has(by) || by == Stage::Pieces,
                "{label}: decided by {by:?}"
            );
            decided[by.index()] += 1;
            // With all stages: the oracle is not under test.
            let mut query = Query::default();
            let mut apart_at = |time| distance_at([&both[0], &both[1]], &motions, time, &mut query);
            match *found {
                Sweep::Clear => clear += 1,
                Sweep::Impact { time, .. } => {
                    hits += 1;
                    let apart = apart_at(time);
                    // Beside the target, the rounding of poses.
                    assert!(apart <= TARGET + 2e-6, "{label}: {apart} m apart");
                }
                Sweep::Overlapping { .. } => {
                    let apart = apart_at(0.0);
                    assert!(apart < 2e-5, "{label}: {apart} m apart at the start");
                }
                Sweep::Cut { .. } => panic!("{label}"),
            }
            let safe = found.safe_time(1.0);
            for sample in 0..16 {
                let time = safe * (1.0 - 0.6f32.powi(sample));
                let apart = if safe > 0.0 { apart_at(time) } else { 1.0 };
                assert!(apart > 0.0, "{label}: they meet at {time}");
            }
            kinds.push(std::mem::discriminant(&found.value));
        }
        same += u32::from(kinds.iter().all(|kind| *kind == kinds[0]));
    }
    assert!(hits > 500 && clear > 200, "{hits} hits, {clear} clear");
    // Only a pair that passes at the target distance may have either answer.
    assert!(same >= 396, "{same} of 400");
    // Every stage of sweeps had its turn; the probe is a stage of other queries.
    for stage in Stage::ALL
        .into_iter()
        .filter(|stage| !matches!(stage, Stage::Plane | Stage::Probe))
    {
        assert!(decided[stage.index()] > 0, "{stage:?}: {decided:?}");
    }
}

#[test]
fn meshes_meet_or_not_whatever_the_stages() {
    let (mut hits, mut probed) = (0, 0);
    for seed in 0..600 {
        let mut rng = random::rng(78_000 + seed);
        let [a, b] = [model(&mut rng), model(&mut rng)];
        let poses = [random::pose(&mut rng, 0.3), random::pose(&mut rng, 1.2)];
        let mut first = None;
        for set in [
            Stages::ALL,
            Stages::TREES_ONLY,
            stages(&mut rng),
            stages(&mut rng),
        ] {
            let mut query = Query::default();
            query.set_stages(set);
            let found = query.intersect(Placed::new(&*a, &poses[0]), Placed::new(&*b, &poses[1]));
            let by = found.decided_by.expect("no budget, no cut");
            assert!(set.has(by), "seed {seed}, {set:?}: decided by {by:?}");
            probed += u32::from(by == Stage::Probe);
            let hit = matches!(*found, Collision::Hit { .. });
            assert_eq!(*first.get_or_insert(hit), hit, "seed {seed}, {set:?}");
            hits += u32::from(hit);
        }
    }
    assert!(hits > 600 && hits < 1800, "{hits}");
    assert!(probed > 200, "{probed}");
}

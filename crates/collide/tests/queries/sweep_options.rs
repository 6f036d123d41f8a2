//! The target distance and the budget of a sweep of two meshes. Whatever they are, the bodies are
//! apart at every time before the one returned.

use std::time::Duration;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::{Budget, BuildOptions, Collision, Model, PairCache, Placed, Query};
use dodgem_oracle::{mesh, meshes, random};
use glam::Vec3;
use rand_pcg::Pcg32;

fn model(raw: &meshes::Raw) -> Model {
    Model::build(&raw.mesh(), &BuildOptions::default()).expect("a sound mesh")
}

/// Two bodies that come towards each other from 3 m within a second, turning.
fn pair(rng: &mut Pcg32) -> ([Model; 2], [Motion; 2]) {
    let models = [0, 1].map(|_| model(&meshes::any(rng).1));
    let away = random::direction(rng) * 3.0;
    let motions = [(Vec3::ZERO, away), (away, -away)].map(|(from, way)| {
        let pose = Pose::new(random::rotation(rng), from).unwrap();
        let velocity = way + random::in_cube(rng, 0.5);
        let spin = random::in_cube(rng, 6.0);
        Motion::new(pose, velocity, spin, random::in_cube(rng, 0.2)).unwrap()
    });
    (models, motions)
}

fn sweep(models: &[Model; 2], motions: &[Motion; 2], target: f32, query: &mut Query) -> Sweep {
    let options = SweepOptions {
        target: f64::from(target),
    };
    let ([a, b], [of_a, of_b]) = (models, motions);
    query
        .time_of_impact(
            Moving::new(a, of_a),
            Moving::new(b, of_b),
            1.0,
            &options,
            &mut PairCache::default(),
        )
        .value
}

/// Samples many times before that of a sweep, closer and closer to it.
fn assert_apart(
    label: &str,
    models: &[Model; 2],
    motions: &[Motion; 2],
    safe: f32,
    query: &mut Query,
) {
    for sample in 0..64 {
        let time = if sample % 4 == 3 {
            safe * (1.0 - 0.5f32.powi(sample / 4 + 2))
        } else {
            safe * sample as f32 / 64.0
        };
        let [p, q] = [0, 1].map(|i| motions[i].pose_at(time));
        let met = query.intersect(Placed::new(&models[0], &p), Placed::new(&models[1], &q));
        assert_eq!(met, Collision::Clear, "{label}: they meet at {time}");
    }
}

fn distance_at(models: &[Model; 2], motions: &[Motion; 2], time: f32) -> f64 {
    let soups = [0, 1].map(|i| mesh::soup(models[i].mesh(), &motions[i].pose_at(time)));
    mesh::relation(&soups[0], &soups[1]).witness.distance
}

#[test]
fn an_impact_is_told_within_the_distance_asked_for_and_sooner_the_farther_that_is() {
    let mut query = Query::default();
    let mut hits = 0;
    for seed in 0..120 {
        let mut rng = random::rng(4_000 + seed);
        let (models, motions) = pair(&mut rng);
        let mut last = 0.0f32;
        // A decimetre to a hundredth of a millimetre.
        for target in [0.1f32, 0.01, 1e-3, 1e-4, 1e-5] {
            let found = sweep(&models, &motions, target, &mut query);
            let label = format!("seed {seed}, target {target}: {found:?}");
            let safe = found.safe_time(1.0);
            match found {
                Sweep::Clear => {}
                Sweep::Impact { time, .. } => {
                    let apart = distance_at(&models, &motions, time);
                    // A target below the resolution of f32 at these positions is raised.
                    let near = f64::from(target) + 2e-5;
                    assert!(apart <= near, "{label}: {apart} m apart");
                    hits += 1;
                }
                Sweep::Overlapping { .. } => continue,
                Sweep::Cut { .. } => panic!("{label}"),
            }
            assert!(safe >= last, "{label}: before {last}");
            last = safe;
            assert_apart(&label, &models, &motions, safe, &mut query);
        }
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn a_sweep_that_runs_out_of_time_is_safe_until_when_it_says() {
    let mut query = Query::default();
    let (mut cuts, mut later) = (0, 0);
    for seed in 0..60 {
        let mut rng = random::rng(5_000 + seed);
        let (models, motions) = pair(&mut rng);
        for micros in [0, 1, 4, 16, 64] {
            query.budget = Budget::Time(Duration::from_micros(micros));
            let found = sweep(&models, &motions, 1e-4, &mut query);
            query.budget = Budget::Unlimited;
            if let Sweep::Cut { safe_time, .. } = found {
                let label = format!("seed {seed}, {micros} us: {found:?}");
                assert_apart(&label, &models, &motions, safe_time, &mut query);
                cuts += 1;
                later += u32::from(safe_time > 0.0);
            }
        }
    }
    assert!(
        cuts > 60 && later > 10,
        "{cuts} cuts, {later} after the start"
    );
}

/// Bounds of speeds must not cancel where both bodies move towards each other.
#[test]
fn bodies_that_come_from_both_sides_meet_in_the_middle() {
    let mut query = Query::default();
    let [a, b] = [0, 1].map(|_| model(&meshes::cuboid(Vec3::splat(0.5))));
    let options = SweepOptions::default();
    for speed in [1.0f32, 10.0, 500.0] {
        let [of_a, of_b] = [-1.0f32, 1.0].map(|side| {
            let pose = Pose::from_translation(Vec3::X * side * 3.0).unwrap();
            Motion::new(pose, Vec3::X * -side * speed, Vec3::X * 2.0, Vec3::ZERO).unwrap()
        });
        // 5 m between them, closed at twice the speed.
        let meet = 2.5 / speed;
        for (duration, meets) in [(0.99 * meet, false), (2.0 * meet, true)] {
            let found = query.time_of_impact(
                Moving::new(&a, &of_a),
                Moving::new(&b, &of_b),
                duration,
                &options,
                &mut PairCache::default(),
            );
            let Sweep::Impact { time, normal, .. } = *found else {
                assert!(!meets, "{speed} m/s: {found:?}");
                continue;
            };
            assert!(meets, "{speed} m/s: {found:?}");
            let early = (meet - time) * 2.0 * speed;
            assert!((-1e-6..=1.1e-4).contains(&early), "{speed} m/s: {early} m");
            assert!(normal.abs_diff_eq(Vec3::X, 1e-3), "{normal}");
        }
    }
}

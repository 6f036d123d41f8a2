//! Shapes at rest on a mesh, small budgets, and absurd motions.

use std::f32::consts::{FRAC_PI_4, SQRT_2};
use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{DistanceOptions, Moving};
use dodgem_collide::shape::{Capsule, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{Budget, BuildOptions, Model, PairCache, Placed, Query, Shape};
use dodgem_oracle::{meshes, random};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::{at, cuboid, impact_time, moving};

#[test]
fn what_lies_or_slides_on_a_mesh_takes_few_steps() {
    let floor = Model::build(
        &meshes::sheet(40, 8.0, 0.0).mesh(),
        &BuildOptions::default(),
    );
    let floor = Shape::Mesh(Arc::new(floor.unwrap()));
    let ground = cuboid(8.0, 0.5, 8.0);
    let rests = [
        Motion::resting(Pose::IDENTITY),
        Motion::resting(at(Vec3::NEG_Y * 0.5)),
    ];
    let half = 0.3;
    let mut query = Query::default();
    for gap in [1e-3f32, 9e-5, 1e-6] {
        for (below, rest) in [&floor, &ground].into_iter().zip(&rests) {
            for solid in [
                cuboid(half, half, half),
                Shape::Sphere(Sphere::new(half).unwrap()),
                Shape::Cylinder(Cylinder::new(half, half).unwrap()),
            ] {
                // Not on the edges between triangles; along the floor, and rotating on it.
                let start = at(Vec3::new(0.03, half + gap, -0.07));
                let motions = [
                    moving(start, Vec3::ZERO, Vec3::ZERO),
                    moving(start, Vec3::X * 20.0, Vec3::ZERO),
                    moving(start, Vec3::new(3.0, 0.2, 1.0), Vec3::ZERO),
                    moving(start, Vec3::ZERO, Vec3::Y * 30.0),
                ];
                for motion in motions {
                    let found = query.time_of_impact(
                        Moving::new(below, rest),
                        Moving::new(&solid, &motion),
                        0.1,
                        &SweepOptions::default(),
                        &mut PairCache::default(),
                    );
                    let counters = found.cost;
                    let label = format!("{solid:?} {gap} above, {motion:?}: {counters:?}");
                    assert_eq!(found, Sweep::Clear, "{label}");
                    let seen = counters.triangle_tests.max(1);
                    assert!(counters.advancement_steps <= 4 * seen + 40, "{label}");
                }
            }
        }
    }
}

#[test]
fn any_budget_only_makes_the_time_earlier() {
    let torus = Model::build(
        &meshes::torus(24, 12, 1.0, 0.3).mesh(),
        &BuildOptions::default(),
    );
    let ring = Shape::Mesh(Arc::new(torus.unwrap()));
    let rod = Shape::Capsule(Capsule::new(0.4, 0.1).unwrap());
    let turned = Pose::new(Quat::from_rotation_x(1.2), Vec3::new(3.5, 0.1, 0.0)).unwrap();
    let motion_a = moving(Pose::IDENTITY, Vec3::X * 2.0, Vec3::new(1.0, 9.0, 0.5));
    let motion_b = moving(turned, Vec3::NEG_X, Vec3::new(0.0, 3.0, 7.0));
    let mut query = Query::default();
    for a in [&ring, &cuboid(1.0, 0.3, 0.7)] {
        let mut ask = |budget| {
            let options = SweepOptions::default();
            let (b, query) = (&rod, &mut query);
            query.budget = budget;
            let found = query.time_of_impact(
                Moving::new(a, &motion_a),
                Moving::new(b, &motion_b),
                1.0,
                &options,
                &mut PairCache::default(),
            );
            (found.value, found.cost.work())
        };
        let (full, work) = ask(Budget::Unlimited);
        let time = impact_time(full);
        let mut latest = 0.0f32;
        for units in 0..work {
            let (found, done) = ask(Budget::Work(units));
            let Sweep::Cut { safe_time, .. } = found else {
                panic!("{units} of {work}: {found:?}");
            };
            assert!(f64::from(safe_time) <= time, "{units} of {work}: {found:?}");
            assert!(done <= units);
            latest = latest.max(safe_time);
        }
        assert_eq!(ask(Budget::Work(work)).0, full);
        assert!(latest > 0.0, "every cut gives up at the start");
    }
}

#[test]
fn absurd_motions_end_soon_and_on_the_safe_side() {
    let ring = Model::build(
        &meshes::torus(8, 6, 1.0, 0.3).mesh(),
        &BuildOptions::default(),
    );
    let shapes = [
        Shape::Mesh(Arc::new(ring.unwrap())),
        cuboid(0.5, 0.2, 0.7),
        Shape::Sphere(Sphere::new(0.4).unwrap()),
        Shape::Capsule(Capsule::new(0.4, 0.1).unwrap()),
    ];
    let mut query = Query::default();
    for duration in [f32::NAN, -1.0, 0.0, 1e-30, 1.0, 1e20, f32::INFINITY] {
        for (speed, spin) in [
            (0.0, 0.0),
            (1e30, 0.0),
            (0.1, 1e5),
            (1e20, 1e15),
            (1e-30, 1e-30),
        ] {
            let start = at(Vec3::new(3.0, 0.1, 0.2));
            let towards = moving(start, Vec3::NEG_X * speed, Vec3::new(1.0, 2.0, 0.5) * spin);
            let turning = moving(Pose::IDENTITY, Vec3::ZERO, Vec3::new(0.1, 1.0, 0.3) * spin);
            for (i, a) in shapes.iter().enumerate() {
                for (j, b) in shapes.iter().enumerate() {
                    if i == 0 && j == 0 {
                        continue;
                    }
                    let options = SweepOptions { target: f64::NAN };
                    let budget = Budget::Work(20_000);
                    query.budget = budget;
                    let found = query.time_of_impact(
                        Moving::new(a, &turning),
                        Moving::new(b, &towards),
                        duration,
                        &options,
                        &mut PairCache::default(),
                    );
                    let lasts = duration > 0.0 && duration.is_finite();
                    if !lasts {
                        assert_eq!(found, Sweep::Clear, "{i} {j} {duration}");
                    }
                    let safe = found.safe_time(1e20);
                    assert!(safe >= 0.0, "{i} {j} {duration} {speed} {spin}: {found:?}");
                    // They are 3 m apart and less than 2.8 m large together.
                    if lasts && spin == 0.0 && speed == 1e30 && duration == 1.0 {
                        assert!(safe > 1e-31 && safe < 3.1e-30, "{i} {j}: {found:?}");
                    }
                }
            }
        }
    }
}

/// A box of hundreds of metres beside a turning hull of kilometres, and for how long (s) they move.
fn grazing(seed: u64, query: &mut Query) -> ([Shape; 2], [Motion; 2], f32) {
    let rng = &mut random::rng(seed);
    let size = random::log_between(rng, 100.0, 1000.0);
    let flat = random::in_cube(rng, 0.5).abs() + 0.05;
    let cuboid = Shape::Cuboid(Cuboid::new(flat * size).unwrap());
    let large = random::log_between(rng, 5e3, 2e4);
    let thin = Vec3::new(1.0, random::log_between(rng, 1e-3, 1.0), 1.0);
    let points = meshes::ball_points(rng, 8, large, true);
    let points: Vec<Vec3> = points.into_iter().map(|point| point * thin).collect();
    let hull = Shape::Hull(ConvexHull::from_points(&points).unwrap().into());
    let [turn, turn_of_hull] = [0; 2].map(|_| random::rotation(rng));
    let place = Pose::new(turn_of_hull, random::in_cube(rng, 100.0)).unwrap();
    let toward = random::direction(rng);
    let aside = random::in_cube(rng, 0.3 * large);
    // From afar to a small gap.
    let (mut way, gap) = (3.0 * large, random::log_between(rng, 1e-3, 1e3));
    let mut beside = place;
    for _ in 0..60 {
        beside = Pose::new(turn, aside + toward * way).unwrap();
        let both = (Placed::new(&cuboid, &beside), Placed::new(&hull, &place));
        let apart = query
            .distance(
                both.0,
                both.1,
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            )
            .distance()
            .unwrap();
        if apart <= 1.1 * gap || way < -3.0 * large {
            break;
        }
        way -= apart - gap;
    }
    let speed = random::log_between(rng, 1e-2, 1e2);
    let motion = Motion::new(
        beside,
        random::in_cube(rng, speed),
        random::in_cube(rng, 0.1),
        Vec3::ZERO,
    );
    let turning = Motion::new(place, Vec3::ZERO, random::in_cube(rng, 1.0), Vec3::ZERO);
    let duration = random::pick(rng, &[0.1, 1.0]);
    (
        [cuboid, hull],
        [motion.unwrap(), turning.unwrap()],
        duration,
    )
}

/// Cause: such sweeps were cut after a thousand steps, whatever the budget. These take the most of 60,000: up to
/// 19,000.
#[test]
fn a_sweep_without_a_budget_is_not_cut_where_a_box_grazes_a_turning_hull_of_twenty_kilometres() {
    let mut query = Query::default();
    for seed in [3867, 6247, 7068, 28100, 31545, 42188, 49281] {
        let (shapes, motions, duration) = grazing(seed, &mut query);
        let [a, b] = [0, 1].map(|i: usize| Moving::new(&shapes[i], &motions[i]));
        let options = SweepOptions::default();
        let found = query.time_of_impact(a, b, duration, &options, &mut PairCache::default());
        assert!(!matches!(*found, Sweep::Cut { .. }), "{seed}: {found:?}");
        let safe = found.safe_time(duration);
        for i in 0..=500 {
            let poses = motions
                .each_ref()
                .map(|motion| motion.pose_at(safe * i as f32 / 500.0));
            let [a, b] = [0, 1].map(|i: usize| Placed::new(&shapes[i], &poses[i]));
            assert!(!query.intersect(a, b).is_hit(), "{seed}: {i} of 500");
        }
    }
}

/// Two boxes whose edges cross 30 micrometres apart, turn and slide over each other: the normal between the edges turns
/// with them. Along normals that stand still such sweeps took up to 357 steps, each as short as the gap.
#[test]
fn edges_that_slide_over_each_other_are_followed_in_few_steps() {
    let mut query = Query::default();
    let mut random = Pcg32::seed_from_u64(9);
    let (half, gap) = (0.15f32, 3e-5f32);
    let solid = cuboid(half, half, half);
    let (mut hits, mut most) = (0, 0);
    for case in 0..200 {
        let mut vector =
            |size: f32| Vec3::from_array([0; 3].map(|_| random.random_range(-size..size)));
        // One stands on an edge along x, the other one on an edge along z, its lowest.
        let lower = Pose::new(Quat::from_rotation_x(FRAC_PI_4), Vec3::ZERO).unwrap();
        let height = 2.0 * half * SQRT_2 + gap;
        let upper = Pose::new(Quat::from_rotation_z(FRAC_PI_4), Vec3::Y * height).unwrap();
        let spins = [vector(8.0), vector(8.0)];
        let velocity = vector(0.7);
        let motions = [
            Motion::new(lower, Vec3::ZERO, spins[0], Vec3::ZERO).unwrap(),
            Motion::new(upper, velocity, spins[1], Vec3::ZERO).unwrap(),
        ];
        let [a, b] = motions.each_ref().map(|motion| Moving::new(&solid, motion));
        let duration = 1.0 / 120.0;
        let options = SweepOptions::default();
        let found = query.time_of_impact(a, b, duration, &options, &mut PairCache::default());
        hits += u32::from(matches!(*found, Sweep::Impact { .. }));
        most = most.max(found.cost.advancement_steps);
        let safe = found.safe_time(duration);
        for i in 0..=200 {
            let at = |motion: &Motion| motion.pose_at(safe * i as f32 / 200.0);
            let poses = motions.each_ref().map(at);
            let [a, b] = poses.each_ref().map(|pose| Placed::new(&solid, pose));
            assert!(!query.intersect(a, b).is_hit(), "{case}: {i} of 200");
        }
    }
    println!("{hits} hits, at most {most} steps");
    assert!(hits > 50 && hits < 190, "{hits}");
    assert!(most < 12, "{most}");
}

/// Two boxes that overlap at the start are not taken for a pair that is less than the accuracy of a step apart,
/// wherever they overlap.
#[test]
fn boxes_that_overlap_at_the_start_are_said_to() {
    let (large, small) = (cuboid(1.5, 1.5, 1.5), cuboid(0.5, 0.5, 0.5));
    let mut query = Query::default();
    for height in [2.0f32, 1.999_999, 1.75, 1.5, 1.0, 0.25] {
        for spin in [Vec3::ZERO, Vec3::new(3.0, 1.0, -2.0)] {
            let rest = Motion::resting(at(Vec3::Y * 2.0));
            let below = at(Vec3::Y * (2.0 - height + 0.001));
            let motion = Motion::new(below, Vec3::X, spin, Vec3::ZERO).unwrap();
            let found = query.time_of_impact(
                Moving::new(&large, &rest),
                Moving::new(&small, &motion),
                1.0,
                &SweepOptions::default(),
                &mut PairCache::default(),
            );
            let overlaps = matches!(found.value, Sweep::Overlapping { .. });
            assert!(overlaps, "{height} {spin}: {found:?}");
        }
    }
}

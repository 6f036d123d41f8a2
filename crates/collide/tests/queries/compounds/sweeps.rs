//! Sweeps of compounds: the shapes are apart before the returned time, and near each other at it.

use dodgem_collide::math::{CenterFrame, Motion, Pose};
use dodgem_collide::query::SweepLimits;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{MovingCollider, PairCache, Stage};
use dodgem_collide::shape::Collider;
use dodgem_collide::{DistanceOptions, Moving, Placed, Query, Shape};
use dodgem_oracle::random::{self, between, log_between};
use glam::{DQuat, DVec3, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::{any_children, any_shape, at, child, compound, cuboid, parts};

/// The least distance of the children of two at poses.
pub(super) fn distance(shapes: [&Shape; 2], poses: [Pose; 2]) -> f32 {
    let mut query = Query::default();
    let mut least = f32::INFINITY;
    for (p, at_p) in parts(shapes[0], &poses[0]) {
        for (q, at_q) in parts(shapes[1], &poses[1]) {
            let (a, b) = (Placed::new(p, &at_p), Placed::new(q, &at_q));
            let found = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            least = least.min(found.distance().unwrap());
        }
    }
    least
}

/// Checks that the two are apart at many times before `until`; the last ones lie close together.
pub(super) fn apart_until(shapes: [&Shape; 2], motions: [&Motion; 2], until: f32, label: &str) {
    for step in 0..60 {
        let share = match step {
            0..40 => step as f32 / 40.0,
            _ => 1.0 - 0.5_f32.powi(step - 36),
        };
        let time = share * until;
        let poses = motions.map(|motion| motion.pose_at(time));
        let apart = distance(shapes, poses);
        assert!(
            apart > 0.0,
            "{label}: they meet at {time} s, before {until}"
        );
    }
}

fn any_motion(rng: &mut Pcg32, size: f32, spin: f32) -> Motion {
    let place = random::direction(rng) * (size * between(rng, 1.0, 3.0));
    let goal = random::in_cube(rng, 0.7 * size);
    let turn = random::rotation(rng);
    let pose = Pose::new(turn, place).unwrap();
    let velocity = (goal - place) * log_between(rng, 0.3, 3.0);
    let spin = random::in_cube(rng, spin);
    let center = random::in_cube(rng, 0.5 * size);
    Motion::new(pose, velocity, spin, center).unwrap()
}

#[test]
fn no_child_meets_another_before_the_time_that_is_returned() {
    let mut rng = random::rng(2508);
    let (mut impacts, mut clears, mut overlaps) = (0, 0, 0);
    for round in 0..500 {
        let size = random::pick(&mut rng, &[0.1, 1.0, 1.0, 100.0]);
        let count = rng.random_range(1..=8);
        let all = compound(any_children(&mut rng, count, size, 0.4 * size));
        let mut shapes = [all, any_shape(&mut rng, size)];
        if rng.random_range(0..2) == 0 {
            shapes.swap(0, 1);
        }
        let spin = random::pick(&mut rng, &[0.0, 2.0, 30.0]);
        let motions = [0, 1].map(|_| any_motion(&mut rng, size, spin));
        let [a, b] = [&shapes[0], &shapes[1]];
        let [p, q] = [&motions[0], &motions[1]];
        let target = 1e-3 * size;
        let options = SweepOptions {
            target: f64::from(target),
        };
        let mut query = Query::default();
        let cache = &mut PairCache::default();
        let (one, other) = (Moving::new(a, p), Moving::new(b, q));
        let found = query.time_of_impact(one, other, 1.0, &options, cache);
        let label = format!("{round}: {found:?}");
        match *found {
            Sweep::Clear => {
                clears += 1;
                apart_until([a, b], [p, q], 1.0, &label);
            }
            Sweep::Impact { time, .. } => {
                impacts += 1;
                apart_until([a, b], [p, q], time, &label);
                let poses = [p.pose_at(time), q.pose_at(time)];
                let near = distance([a, b], poses);
                // The rounding of a time to f32 is a rounding of the way.
                let slack = 1e-5 * size;
                assert!(near > 0.0 && near <= target + slack, "{label}: {near}");
                let [i, j] = found.children;
                let children = [
                    parts(a, &poses[0])[i as usize],
                    parts(b, &poses[1])[j as usize],
                ];
                let named = distance(
                    [children[0].0, children[1].0],
                    [children[0].1, children[1].1],
                );
                assert!(named <= target + slack, "{label}: {named} of {i} and {j}");
            }
            Sweep::Overlapping { .. } => {
                overlaps += 1;
                let near = distance([a, b], [p.start_pose(), q.start_pose()]);
                assert!(near <= 1e-6 * size, "{label}: {near}");
            }
            Sweep::Cut { .. } => panic!("{label}"),
        }
    }
    let all = format!("{impacts} {clears} {overlaps}");
    assert!(impacts > 100 && clears > 50 && overlaps > 30, "{all}");
}

/// Two compounds that fly side by side at 20 km/s and meet by their small relative velocity.
#[test]
fn speed_that_both_have_hides_no_child() {
    let row = |step: f32| {
        let one = |i: usize| child(cuboid(Vec3::splat(0.5)), at(step * i as f32, 0.0, 0.0));
        compound((0..50).map(one).collect())
    };
    let (a, b) = (row(2.0), row(2.0));
    let fast = Vec3::X * 2e4;
    let p = Motion::new(at(0.0, 0.0, 0.0), fast, Vec3::ZERO, Vec3::ZERO).unwrap();
    let sinking = fast - Vec3::Y;
    let q = Motion::new(at(1.0, 1.5, 0.0), sinking, Vec3::ZERO, Vec3::ZERO).unwrap();
    let mut query = Query::default();
    let options = SweepOptions { target: 0.02 };
    let cache = &mut PairCache::default();
    let (one, other) = (Moving::new(&a, &p), Moving::new(&b, &q));
    let found = query.time_of_impact(one, other, 1.0, &options, cache);
    match *found {
        // Half a metre at 1 m/s.
        Sweep::Impact { time, .. } => assert!((0.45..=0.5).contains(&time), "{time}"),
        other => panic!("{other:?}"),
    }
    let work = found.cost.work();
    assert!(work < 5000, "{work} units for 50 and 50 children");
}

/// The step by step questions of a simulation.
#[test]
fn colliders_on_paths_keep_apart_until_they_say() {
    let mut rng = random::rng(2509);
    let (mut impacts, mut planes, mut clears) = (0, 0, 0);
    for round in 0..300 {
        let all = compound(any_children(&mut rng, 6, 1.0, 0.4));
        let mut shapes = [all, any_shape(&mut rng, 1.0)];
        if rng.random_range(0..2) == 0 {
            shapes.swap(0, 1);
        }
        let spin = random::pick(&mut rng, &[0.0, 2.0, 10.0]);
        let motions = [0, 1].map(|_| any_motion(&mut rng, 1.0, spin));
        let colliders =
            [0, 1].map(|i: usize| Collider::new(shapes[i].clone(), motions[i].local_center()));
        let both = [0, 1].map(|i: usize| MovingCollider::new(&colliders[i], motions[i]));
        let limits = SweepLimits {
            start: 0.0,
            end: 1.0,
            min_gap: 2e-5,
            options: SweepOptions { target: 1e-3 },
        };
        let (mut cache, mut query) = (PairCache::default(), Query::default());
        let apart = |until: f32, label: &str| {
            apart_until(
                [&shapes[0], &shapes[1]],
                [&motions[0], &motions[1]],
                until,
                label,
            );
        };
        if (query.up_to(Stage::Plane)).sweep(&both, &limits, &mut cache) == Sweep::Clear {
            planes += 1;
            apart(1.0, &format!("{round}: a plane"));
            continue;
        }
        let found = (query.after(Stage::Plane)).sweep(&both, &limits, &mut cache);
        assert!(found.charge() > 0);
        match *found {
            Sweep::Impact { time, .. } => {
                impacts += 1;
                apart(time, &format!("{round}: {found:?}"));
                let gap = query.gap_at(&both, &limits, time, &mut cache).unwrap();
                assert!(gap > 0.0 && gap <= 1.1e-3, "{round}: {gap}");
            }
            Sweep::Clear => {
                clears += 1;
                apart(1.0, &format!("{round}: clear"));
            }
            Sweep::Overlapping { .. } => {}
            cut => panic!("{round}: {cut:?}"),
        }
        let record = (query.after(Stage::Plane)).recorded_sweep(&both, &limits, &mut cache);
        let trace = record.repeat([&colliders[0], &colliders[1]], &mut query);
        let (again, instants) = (trace.record, trace.instants);
        assert_eq!(
            (again.answer.value, again.answer.cost),
            (record.answer.value, record.answer.cost),
            "{round}"
        );
        assert!(instants.is_sorted());
    }
    let all = format!("{impacts} {planes} {clears}");
    assert!(impacts > 80 && planes > 20 && clears > 10, "{all}");
}

#[test]
fn how_far_a_collider_reaches_is_how_far_its_children_do() {
    // A plane across the gap of two rows of boxes: the test needs the farthest children of both.
    let row = |x: f32| child(cuboid(Vec3::new(0.5, 0.25, 0.5)), at(x, 0.0, 0.0));
    let all = compound(vec![row(-4.0), row(0.0), row(4.0)]);
    let collider = Collider::new(all, Vec3::X);
    // From the centre at 1 to the far corner at -4.5, .25, .5.
    let expected = (5.5_f32 * 5.5 + 0.0625 + 0.25).sqrt();
    assert!(
        (collider.reach() - expected).abs() < 1e-4,
        "{}",
        collider.reach()
    );
    let frame = |y: f64| CenterFrame::new(DVec3::new(1.0, y, 0.0), DQuat::IDENTITY);
    let resting = |y| MovingCollider::new(&collider, Motion::resting_at(frame(y), 0.0));
    for (y, is_apart) in [(0.51, true), (0.49, false)] {
        let both = [resting(0.0), resting(y)];
        let limits = SweepLimits {
            start: 0.0,
            end: 1.0,
            min_gap: 1e-5,
            options: SweepOptions { target: 1e-4 },
        };
        let (mut cache, mut query) = (PairCache::default(), Query::default());
        let found = (query.up_to(Stage::Plane)).sweep(&both, &limits, &mut cache);
        assert_eq!(found == Sweep::Clear, is_apart, "{y}");
    }
}

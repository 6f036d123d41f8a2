//! Fault 4: a lower bound of a distance can exceed the distance, and `distance_approx` means two
//! things.
//!
//! Cause: the answer was the distance of places that are rounded to f32, rounded to the nearest f32,
//! without room for either. Measured over 150 pairs of gears: up to 5.3 ulp above the distance.

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::query::Placed;
use dodgem_collide::{Budget, DistanceOptions, Model, PairCache, Query};
use dodgem_oracle::{mesh, meshes, random};
use glam::{Quat, Vec3};
use rand_pcg::Pcg32;

use super::model;

/// The number of pairs.
const PAIRS: usize = 300;

/// The reference's own error as a share of the distance.
const REFERENCE: f64 = 1e-12;

/// Half the thickness of a gear, in metres along its axis.
const HALF_THICKNESS: f32 = 0.1;

fn gear() -> Arc<Model> {
    model(&meshes::gear(6, 0.35, 0.5, HALF_THICKNESS).mesh())
}

/// The poses of two separate gears, and their distance (m, in f64).
fn gears(rng: &mut Pcg32, gear: &Model) -> ([Pose; 2], f64) {
    loop {
        let poses = [Vec3::ZERO, random::direction(rng) * 1.1]
            .map(|place| Pose::new(random::rotation(rng), place).expect("a pose"));
        let [a, b] = poses.each_ref().map(|pose| mesh::soup(gear.mesh(), pose));
        let truth = mesh::distance(&a, &b).distance;
        if truth > 1e-3 {
            return (poses, truth);
        }
    }
}

/// Asks for a lower bound (m) of the distance of each of many pairs of gears and compares it with
/// the reference.
fn is_below(seed: u64, mut bound: impl FnMut(&Model, &[Pose; 2], f64) -> f64) {
    let mut rng = random::rng(seed);
    let gear = gear();
    let mut worst = (0.0, 0.0, 0.0);
    let mut above = 0;
    for _ in 0..PAIRS {
        let (poses, truth) = gears(&mut rng, &gear);
        let found = bound(&gear, &poses, truth);
        let excess = found / truth - 1.0;
        above += usize::from(excess > REFERENCE);
        if excess > worst.0 {
            worst = (excess, found, truth);
        }
    }
    let (excess, found, truth) = worst;
    assert!(
        excess <= REFERENCE,
        "{above} of {PAIRS} bounds are above the distance, the worst by {excess:.1e} of it: {found:.10} of {truth:.10}"
    );
}

/// Cause: see the head of this file. Cut-off as reported: .17168178 for a distance of .17168170.
#[test]
fn the_lower_bound_of_an_exact_distance_is_not_above_it() {
    let mut query = Query::default();
    is_below(1, |gear, [a, b], truth| {
        let found = query.distance(
            Placed::new(gear, a),
            Placed::new(gear, b),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        let bound = f64::from(found.lower_bound());
        assert!(
            bound > truth * (1.0 - 1e-4),
            "{bound} of {truth} is of no use"
        );
        bound
    });
}

/// A spent budget still leaves a valid bound.
#[test]
fn the_lower_bound_of_a_distance_that_was_cut_is_not_above_it() {
    let mut query = Query::default();
    is_below(2, |gear, [a, b], _| {
        let bounds = [1, 4, 16, 64, 256].map(|work| {
            query.budget = Budget::Work(work);
            let found = query.distance(
                Placed::new(gear, a),
                Placed::new(gear, b),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            );
            f64::from(found.lower_bound())
        });
        bounds.into_iter().fold(0.0, f64::max)
    });
}

/// Cause: for two models, `distance_approx` returned a distance that is not below the true one, and
/// `lower_bound` returned that distance too; for two shapes it returned one that is not above it.
#[test]
fn the_lower_bound_of_an_approximate_distance_is_not_above_it() {
    let mut query = Query::default();
    is_below(3, |gear, [a, b], _| {
        let found = query.distance(
            Placed::new(gear, a),
            Placed::new(gear, b),
            &DistanceOptions {
                absolute: 0.05,
                relative: 0.1,
            },
            &mut PairCache::default(),
        );
        f64::from(found.lower_bound())
    });
}

/// A control of the reference: gears above each other, turned about their common axis, are apart by the way
/// between their centres less their thickness.
#[test]
fn the_reference_knows_the_distance_of_gears_above_each_other() {
    let mut rng = random::rng(4);
    let thickness = 2.0 * f64::from(HALF_THICKNESS);
    let gear = gear();
    for _ in 0..PAIRS {
        let height = random::between(&mut rng, 0.21, 1.0);
        let [a, b] = [0.0, height].map(|y| {
            let turn = Quat::from_rotation_y(random::between(&mut rng, 0.0, 6.0));
            let pose = Pose::new(turn, Vec3::new(0.0, y, 0.0)).expect("a pose");
            mesh::soup(gear.mesh(), &pose)
        });
        let (found, truth) = (
            mesh::distance(&a, &b).distance,
            f64::from(height) - thickness,
        );
        assert!(
            (found - truth).abs() <= REFERENCE * truth,
            "{found}, not {truth}"
        );
    }
}

/// A control of the tests above: they see that the distance itself is no bound of that kind. It is rounded to f32, and
/// that was the fault.
#[test]
#[should_panic(expected = "bounds are above the distance")]
fn a_distance_that_is_rounded_is_seen_to_be_above_the_true_one() {
    let mut query = Query::default();
    is_below(1, |gear, [a, b], _| {
        let (a, b) = (Placed::new(gear, a), Placed::new(gear, b));
        let found = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
        f64::from(found.distance().expect("they are apart"))
    });
}

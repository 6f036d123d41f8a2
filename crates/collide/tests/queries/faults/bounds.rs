//! Fault 4: a lower bound of a distance can exceed the distance, and `distance_approx` means two
//! things.
//!
//! Cause: the answer was the distance of places that are rounded to f32, rounded to the nearest f32,
//! without room for either. Measured over 150 pairs of gears: up to 5.3 ulp above the distance.

use dodgem_collide::math::Pose;
use dodgem_collide::query::Placed;
use dodgem_collide::{Budget, DistanceOptions, Model, PairCache, Query};
use dodgem_oracle::{mesh, meshes, random};
use glam::Vec3;
use rand_pcg::Pcg32;

use super::model;

/// So many pairs are asked for.
const PAIRS: usize = 300;

/// The reference's own error as a share of the distance.
const REFERENCE: f64 = 1e-12;

/// Two gears that are apart, and how far (m, in f64).
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
    let gear = model(&meshes::gear(6, 0.35, 0.5, 0.1).mesh());
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

/// What a spent budget leaves of a bound.
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

/// Cause: asked of two models, `distance_approx` answered a distance that is not below the true one,
/// and that was also what `lower_bound` gave; asked of two shapes, one that is not above it.
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

/// A control: the reference sees a bound that is five units in the last place above the distance, as those were that were
/// wrong.
#[test]
#[should_panic(expected = "300 of 300 bounds are above the distance")]
fn bounds_that_are_five_units_in_the_last_place_too_high_are_seen() {
    is_below(1, |_, _, truth| {
        let raised = (0..5).fold(truth as f32, |bound, _| bound.next_up());
        f64::from(raised)
    });
}

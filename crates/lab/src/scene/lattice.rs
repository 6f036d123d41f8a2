//! Lattice pairs: integer corners, turned by rational rotations, so that touching is exact.
//!
//! All coordinates of a pair are multiplied by both rotations' denominators and by four, so corners stay integers
//! and a quarter of the sum of four corners is a lattice point of their face. Putting a point of the one body on
//! a point of the other, both farthest along one axis, makes the bodies touch.

use dodgem_oracle::exact::{Corner, Relation, Rotation, Solid, judge};
use rand::RngExt;
use rand_pcg::Pcg32;

use super::convex::{Case, Family};
use super::solids::{Body, plain, thin};
use super::{pick, rng};
use crate::polytope::Polytope;

/// Lattice pairs of all four families.
pub fn pairs(count: usize, seed: u64) -> Vec<Case> {
    let mut rng = rng(seed);
    let (plain, thin) = (plain(&mut rng), thin(&mut rng));
    let mut cases = Vec::with_capacity(count);
    for index in 0..count {
        // Of 85 pairs, 25 touch, 25 are near, 20 free and 15 thin.
        let family = match index % 17 {
            0..5 => Family::Touching,
            5..10 => Family::Near,
            10..14 => Family::Free,
            _ => Family::Thin,
        };
        let bodies = if family == Family::Thin {
            &thin
        } else {
            &plain
        };
        let chosen = [pick(&mut rng, bodies), pick(&mut rng, bodies)];
        let solids = turned(&mut rng, chosen);
        let kind = match family {
            Family::Thin => *pick(&mut rng, &[Family::Touching, Family::Near, Family::Free]),
            other => other,
        };
        let solids = placed(&mut rng, solids, kind);
        let verdict = judge(&solids[0], &solids[1]);
        debug_assert!(kind != Family::Touching || verdict.relation == Relation::Touching);
        let polytopes = [0, 1].map(|i| Polytope::of_solid(&solids[i], chosen[i].topology.clone()));
        cases.push(Case::of_lattice(family, polytopes, &verdict));
    }
    cases
}

fn scaled(solid: &Solid, factor: i64) -> Solid {
    solid.mapped(|p| p.map(|x| x * factor))
}

fn shifted(solid: &Solid, by: Corner) -> Solid {
    solid.mapped(|p| std::array::from_fn(|i| p[i] + by[i]))
}

/// Both bodies turned, on a common lattice of quarters. Every other pair has the same turn, so that faces and
/// edges are parallel.
fn turned(rng: &mut Pcg32, bodies: [&Body; 2]) -> [Solid; 2] {
    let mut rotation = || loop {
        let quaternion = std::array::from_fn(|_| rng.random_range(-3..=3));
        let rotation = Rotation { quaternion };
        if rotation.denominator() > 0 {
            return rotation;
        }
    };
    let first = rotation();
    let rotations = [first, rotation()];
    let rotations = if rng.random_bool(0.3) {
        [first; 2]
    } else {
        rotations
    };
    [0, 1].map(|i| {
        let factor = 4 * rotations[1 - i].denominator();
        scaled(&bodies[i].solid.mapped(|p| rotations[i].turned(p)), factor)
    })
}

/// Moves the second solid to a place of a kind.
fn placed(rng: &mut Pcg32, [a, b]: [Solid; 2], kind: Family) -> [Solid; 2] {
    let reach = a
        .corners
        .iter()
        .flatten()
        .map(|x| x.abs())
        .max()
        .unwrap_or(0);
    if kind == Family::Free {
        let by = std::array::from_fn(|_| rng.random_range(-reach..=reach));
        return [a, shifted(&b, by)];
    }
    let axis = axis(rng, &a, &b);
    let p = farthest(rng, &a, axis);
    let q = farthest(rng, &b, axis.map(|x| -x));
    let step = i64::from(kind == Family::Near);
    let nudge: Corner = std::array::from_fn(|_| rng.random_range(-step..=step));
    let by = std::array::from_fn(|i| p[i] - q[i] + nudge[i]);
    [a, shifted(&b, by)]
}

/// A direction: the normal of a face of either solid, the product of two edges, or any.
fn axis(rng: &mut Pcg32, a: &Solid, b: &Solid) -> [i128; 3] {
    let axis = match rng.random_range(0..4) {
        0 => *pick(rng, &a.normals()),
        1 => pick(rng, &b.normals()).map(|x| -x),
        2 => {
            let (u, v) = (*pick(rng, &a.directions()), *pick(rng, &b.directions()));
            std::array::from_fn(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                u[j] * v[k] - u[k] * v[j]
            })
        }
        _ => std::array::from_fn(|_| rng.random_range(-50..=50)),
    };
    if axis == [0; 3] { [1, 0, 0] } else { axis }
}

/// A lattice point of the feature that lies farthest along an axis: a quarter of the sum of four of its corners.
fn farthest(rng: &mut Pcg32, solid: &Solid, axis: [i128; 3]) -> Corner {
    let height = |p: &Corner| (0..3).map(|i| axis[i] * i128::from(p[i])).sum::<i128>();
    let best = solid.corners.iter().map(height).max();
    let feature: Vec<Corner> = solid
        .corners
        .iter()
        .copied()
        .filter(|p| Some(height(p)) == best)
        .collect();
    let corners: [Corner; 4] = std::array::from_fn(|_| *pick(rng, &feature));
    std::array::from_fn(|i| corners.iter().map(|p| p[i]).sum::<i64>() / 4)
}

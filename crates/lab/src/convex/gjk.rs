//! The loop of GJK, shared by the rows that differ in its parts.
//!
//! GJK walks to the point of A - B that is nearest to the origin. It keeps a simplex of at most four support
//! points; each round finds the simplex's nearest point v, drops the points that v does not need, and adds the
//! support point against v. The distance lies between v.w/|v| and |v|. The rows differ in how they find v
//! (`johnson`, `signed_volumes`) and in when they stop: at the distance, or at the first separating axis
//! (`isa_gjk`).
//!
//! Source 4, narrow phase; Gilbert, Johnson, Keerthi 1988; van den Bergen 1999.

use glam::DVec3;

use super::minkowski::{Difference, support};
use crate::params::{DISTANCE_ERROR, ITERATIONS, TOUCH};
use crate::polytope::{Polytope, size_of};
use crate::work::Work;

/// The point of a simplex's hull that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// The weight of each point; 0 for those that it does not need.
    pub weights: [f64; 4],
    /// The point itself (m).
    pub v: DVec3,
}

impl Nearest {
    /// The point of these weights.
    pub fn of(points: &[DVec3], weights: [f64; 4]) -> Self {
        let v = points.iter().zip(weights).map(|(p, w)| *p * w).sum();
        Self { weights, v }
    }

    /// The nearer one; this one if they are equally near.
    pub fn or_nearer(self, other: Self) -> Self {
        if other.v.length_squared() < self.v.length_squared() {
            other
        } else {
            self
        }
    }
}

/// Finds the nearest point of a simplex of one to four points.
pub type SubDistance = fn(&[DVec3]) -> Nearest;

/// The parts in which the rows differ.
#[derive(Clone, Copy)]
pub struct Variant {
    /// The way to the nearest point.
    pub nearest: SubDistance,
    /// A slower way, for simplices on which rounding leaves the first one without progress.
    pub backup: Option<SubDistance>,
    /// True if the first separating axis ends the search, which then finds no distance.
    pub stops_at_axis: bool,
}

/// The end of the loop.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// True if the origin is in the simplex, or as good as on it.
    pub hit: bool,
    /// The last point v: the nearest one, or a separating axis if the loop stopped at one (m).
    pub v: DVec3,
    /// The last simplex.
    pub simplex: Vec<Difference>,
    /// True if the loop ran out of rounds.
    pub given_up: bool,
}

/// Runs the loop from a first direction.
pub fn run([a, b]: [&Polytope; 2], first: DVec3, variant: Variant, work: &mut Work) -> Outcome {
    let start = Start {
        touch: TOUCH * size_of(a, b),
        first,
        simplex: Vec::new(),
    };
    run_from(start, variant, work, |way, work| support(a, b, way, work))
}

/// The beginning of the loop.
pub struct Start {
    /// The distance that counts as touching (m).
    pub touch: f64,
    /// The direction from the second body to the first, if there is no simplex.
    pub first: DVec3,
    /// Points to begin with; may be empty.
    pub simplex: Vec<Difference>,
}

/// Runs the loop with the caller's way of finding support points.
pub fn run_from(
    start: Start,
    variant: Variant,
    work: &mut Work,
    mut support: impl FnMut(DVec3, &mut Work) -> Difference,
) -> Outcome {
    let touch = start.touch;
    let mut simplex = start.simplex;
    let mut v = if start.first.length_squared() > 0.0 {
        start.first
    } else {
        DVec3::X
    };
    if !simplex.is_empty() {
        v = reduce(&mut simplex, variant.nearest);
        if simplex.len() == 4 || v.length() <= touch {
            return Outcome {
                hit: true,
                v,
                simplex,
                given_up: false,
            };
        }
    }
    for _ in 0..ITERATIONS {
        let w = support(-v, work);
        work.step("simplex", || vec![v.x, v.y, v.z, simplex.len() as f64]);
        let ends = |hit, v, simplex| Outcome {
            hit,
            v,
            simplex,
            given_up: false,
        };
        if variant.stops_at_axis && v.dot(w.p) > touch * v.length() {
            return ends(false, v, simplex);
        }
        if !simplex.is_empty() {
            let is_known = simplex.iter().any(|s| s.of == w.of);
            let square = v.length_squared();
            if is_known || square - v.dot(w.p) <= DISTANCE_ERROR * square {
                return ends(false, v, simplex);
            }
        }
        let mut next = simplex.clone();
        next.push(w);
        let points: Vec<DVec3> = next.iter().map(|s| s.p).collect();
        let mut nearest = (variant.nearest)(&points);
        let progresses = |to: DVec3| simplex.is_empty() || to.length_squared() < v.length_squared();
        if !progresses(nearest.v)
            && let Some(backup) = variant.backup
        {
            nearest = backup(&points);
        }
        // Rounding: without progress the last v is as good as it gets.
        if !progresses(nearest.v) {
            return ends(false, v, simplex);
        }
        v = nearest.v;
        keep(&mut next, &nearest);
        simplex = next;
        if simplex.len() == 4 || v.length() <= touch {
            return ends(true, v, simplex);
        }
    }
    Outcome {
        hit: false,
        v,
        simplex,
        given_up: true,
    }
}

/// Drops the points that the nearest one does not need.
fn keep(simplex: &mut Vec<Difference>, nearest: &Nearest) {
    let mut weights = nearest.weights.iter();
    simplex.retain(|_| weights.next().is_some_and(|weight| *weight > 0.0));
}

/// Finds the nearest point of a simplex and drops the points that it does not need.
fn reduce(simplex: &mut Vec<Difference>, nearest: SubDistance) -> DVec3 {
    let points: Vec<DVec3> = simplex.iter().map(|s| s.p).collect();
    let nearest = nearest(&points);
    keep(simplex, &nearest);
    nearest.v
}

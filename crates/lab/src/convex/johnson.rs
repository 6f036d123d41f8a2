//! GJK with Johnson's distance sub-algorithm and its backup procedure.
//!
//! Idea: for every subset of the simplex, determinants by recursion on smaller subsets tell if the nearest point
//! lies inside that subset. The first subset whose own determinants are positive and whose extensions are not
//! contains it. When rounding leaves no such subset, the *backup procedure* measures all subsets that have
//! positive determinants and takes the nearest.
//!
//! When: the classical form, quick for small simplices. Limits: determinants are products of differences, so
//! flat simplices lose digits; the backup repairs the choice, not the digits.
//!
//! Source 4, narrow phase (distance sub-algorithm); Gilbert, Johnson, Keerthi 1988; van den Bergen 2003.

use glam::DVec3;

use super::gjk::{Nearest, Variant, run};
use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "gjk-johnson",
    stage: Stage::ConvexPair,
    source: "4, narrow phase",
    paper: "Gilbert, Johnson, Keerthi 1988",
    about: "GJK; determinants of all subsets, with the backup procedure",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    Answer::of_gjk(&run([a, b], a.center - b.center, VARIANT, work))
}

/// GJK to the distance with this sub-algorithm.
pub const VARIANT: Variant = Variant {
    nearest,
    backup: Some(backup),
    stops_at_axis: false,
};

/// Determinants of all subsets of a simplex.
struct Determinants<'a> {
    points: &'a [DVec3],
    /// `of[set][i]`: the determinant of point i in a subset, as a set of bits.
    of: [[f64; 4]; 16],
}

impl<'a> Determinants<'a> {
    fn new(points: &'a [DVec3]) -> Self {
        let count = points.len();
        let mut of = [[0.0_f64; 4]; 16];
        for i in 0..count {
            of[1 << i][i] = 1.0;
        }
        for set in 1_usize..1 << count {
            let first = set.trailing_zeros() as usize;
            for j in (0..count).filter(|j| set & (1 << j) == 0) {
                let members = (0..count).filter(|i| set & (1 << i) != 0);
                let terms = members.map(|i| of[set][i] * points[i].dot(points[first] - points[j]));
                of[set | (1 << j)][j] = terms.sum();
            }
        }
        Self { points, of }
    }

    fn sets(&self) -> std::ops::Range<usize> {
        1..1 << self.points.len()
    }

    fn members(&self, set: usize, inside: bool) -> impl Iterator<Item = usize> {
        (0..self.points.len()).filter(move |i| (set & (1 << i) != 0) == inside)
    }

    /// True if the origin's projection lies inside the subset.
    fn is_inside(&self, set: usize) -> bool {
        self.members(set, true).all(|i| self.of[set][i] > 0.0)
    }

    fn is_nearest(&self, set: usize) -> bool {
        let is_left_out = |j: usize| self.of[set | (1 << j)][j] <= 0.0;
        self.is_inside(set) && self.members(set, false).all(is_left_out)
    }

    fn point(&self, set: usize) -> Nearest {
        let sum: f64 = self.members(set, true).map(|i| self.of[set][i]).sum();
        let mut weights = [0.0; 4];
        for i in self.members(set, true) {
            weights[i] = self.of[set][i] / sum;
        }
        Nearest::of(self.points, weights)
    }

    fn backup(&self) -> Nearest {
        let candidates = self.sets().filter(|&set| self.is_inside(set));
        let best = candidates
            .map(|set| self.point(set))
            .reduce(Nearest::or_nearer);
        best.expect("a single point is inside itself")
    }
}

/// The nearest point by Johnson's rule.
pub fn nearest(points: &[DVec3]) -> Nearest {
    let all = Determinants::new(points);
    let found = all.sets().find(|&set| all.is_nearest(set));
    found.map_or_else(|| all.backup(), |set| all.point(set))
}

/// The nearest point by the backup procedure.
pub fn backup(points: &[DVec3]) -> Nearest {
    Determinants::new(points).backup()
}

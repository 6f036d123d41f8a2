//! Anderson's acceleration of the rounds in which the first equations of a substep are solved.
//!
//! Each round solves with the slopes as they are where the substep begins. Where a light body whips round under a
//! great load, the slopes at its end differ so much that a round leaves half of the error, or all of it. From what the
//! last rounds have changed and what that did to the error follows which mixture of them would have
//! left the least; the next round begins there. Of a linear problem this makes what GMRES is, so a few
//! bad directions take a few rounds more.
//!
//! Source: Walker and Ni, "Anderson acceleration for fixed-point iterations" (SIAM J. Numer. Anal. 49, 2011).

use crate::params::ACCELERATION_DEPTH as DEPTH;
use crate::reserve::reserve;

/// Which part of the greatest sum of squares counts as nothing: rounding.
const NEGLIGIBLE: f64 = 1e-14;

/// What the last rounds did.
#[derive(Clone, Debug, Default)]
pub(super) struct Acceleration {
    rows: usize,
    /// How many rounds are known.
    known: usize,
    /// Where the next one is kept.
    next: usize,
    /// By round: what it changed of the solution, and of the error.
    changes: Vec<f64>,
    differences: Vec<f64>,
    /// The last error; the last change waits for what it did to that.
    error: Vec<f64>,
    waits: bool,
    weights: [f64; DEPTH],
}

impl Acceleration {
    /// Forgets everything; there are so many rows now.
    pub fn reset(&mut self, rows: usize) {
        (self.rows, self.known, self.next, self.waits) = (rows, 0, 0, false);
        self.changes.resize(DEPTH * rows, 0.0);
        self.differences.resize(DEPTH * rows, 0.0);
        self.error.resize(rows, 0.0);
        self.weights = [0.0; DEPTH];
    }

    /// Makes room for so many rows.
    pub fn reserve(&mut self, rows: usize) {
        reserve(&mut self.changes, DEPTH * rows);
        reserve(&mut self.differences, DEPTH * rows);
        reserve(&mut self.error, rows);
    }

    fn column(&self, round: usize) -> std::ops::Range<usize> {
        round * self.rows..(round + 1) * self.rows
    }

    /// Takes what of the error the best mixture of the last rounds would have removed.
    pub fn mix(&mut self, error: &mut [f64]) {
        if self.waits {
            let column = self.column(self.next);
            let both = error.iter().zip(&self.error);
            for (kept, (now, before)) in self.differences[column].iter_mut().zip(both) {
                *kept = now - before;
            }
            self.next = (self.next + 1) % DEPTH;
            self.known = (self.known + 1).min(DEPTH);
        }
        self.error.copy_from_slice(error);
        self.find_weights();
        for round in 0..self.known {
            let (weight, column) = (self.weights[round], self.column(round));
            for (left, kept) in error.iter_mut().zip(&self.differences[column]) {
                *left -= weight * kept;
            }
        }
    }

    /// Takes what that mixture changed already, and keeps what is left for the next round.
    pub fn finish(&mut self, change: &mut [f64]) {
        for round in 0..self.known {
            let (weight, column) = (self.weights[round], self.column(round));
            for (left, kept) in change.iter_mut().zip(&self.changes[column]) {
                *left -= weight * kept;
            }
        }
        let column = self.column(self.next);
        self.changes[column].copy_from_slice(change);
        self.waits = true;
    }

    /// The mixture that comes nearest to the error: least squares, by the normal equations.
    fn find_weights(&mut self) {
        let known = self.known;
        let of = |round: usize| &self.differences[self.column(round)];
        let dot = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(x, y)| x * y).sum::<f64>();
        let mut lower = [[0.0; DEPTH]; DEPTH];
        let mut weights = [0.0; DEPTH];
        let squares = (0..known).map(|i| dot(of(i), of(i)));
        let negligible = NEGLIGIBLE * squares.fold(0.0, f64::max);
        for i in 0..known {
            for j in 0..=i {
                let sum: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let entry = dot(of(i), of(j)) - sum;
                lower[i][j] = match () {
                    () if i == j && entry > negligible => entry.sqrt(),
                    // It says nothing that the others do not.
                    () if i == j => f64::INFINITY,
                    () => entry / lower[j][j],
                };
            }
            let sum: f64 = (0..i).map(|k| lower[i][k] * weights[k]).sum();
            weights[i] = (dot(of(i), &self.error) - sum) / lower[i][i];
        }
        for i in (0..known).rev() {
            let sum: f64 = (i + 1..known).map(|k| lower[k][i] * weights[k]).sum();
            weights[i] = (weights[i] - sum) / lower[i][i];
        }
        self.weights = weights;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `A x = b` with a matrix that turns everything round by 100 degrees, solved by steps of the error itself: these
    /// alone go away from the solution.
    #[test]
    fn what_diverges_by_itself_is_solved_in_as_many_rounds_as_it_has_directions() {
        let (sin, cos) = libm::sincos(100.0_f64.to_radians());
        let apply = |x: &[f64; 2]| [cos * x[0] - sin * x[1], sin * x[0] + cos * x[1]];
        let right = [1.0, -2.0];
        let mut acceleration = Acceleration::default();
        acceleration.reset(2);
        let mut solution = [0.0, 0.0];
        let mut size = 0.0;
        for _ in 0..4 {
            let there = apply(&solution);
            let mut change = [right[0] - there[0], right[1] - there[1]];
            size = change[0].hypot(change[1]);
            acceleration.mix(&mut change);
            acceleration.finish(&mut change);
            solution = [solution[0] + change[0], solution[1] + change[1]];
        }
        assert!(size < 1e-9, "{size:e}");
    }
}

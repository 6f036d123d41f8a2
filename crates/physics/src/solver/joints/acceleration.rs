//! Anderson acceleration of the rounds in which the first equations of a substep are solved.
//!
//! Each round solves with the slopes at the start of the substep. Where a light body whips round under a
//! great load, the slopes at its end differ so much that a round leaves half of the error, or all of it. The
//! changes of the last rounds and their effects on the error show the mixture of them that would have left
//! the least error; the next round begins there. For a linear problem this equals GMRES, so a few bad
//! directions take a few rounds more.
//!
//! Source: Walker and Ni, "Anderson acceleration for fixed-point iterations" (SIAM J. Numer. Anal. 49, 2011).

use crate::params::ACCELERATION_DEPTH as DEPTH;
use crate::params::NEGLIGIBLE_SQUARES;
use crate::reserve::reserve;

/// The changes and effects of the last rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Acceleration {
    rows: usize,
    /// The number of stored rounds.
    known: usize,
    /// The index at which the next round is stored.
    next: usize,
    /// For each round: its change of the solution, and the resulting change of the error.
    changes: Vec<f64>,
    differences: Vec<f64>,
    /// The last error; and true while the last change has no stored effect on it.
    error: Vec<f64>,
    waits: bool,
    weights: [f64; DEPTH],
}

impl Acceleration {
    /// Clears everything for this number of rows.
    pub fn reset(&mut self, rows: usize) {
        (self.rows, self.known, self.next, self.waits) = (rows, 0, 0, false);
        self.changes.resize(DEPTH * rows, 0.0);
        self.differences.resize(DEPTH * rows, 0.0);
        self.error.resize(rows, 0.0);
        self.weights = [0.0; DEPTH];
    }

    /// Reserves memory for this number of rows.
    pub fn reserve(&mut self, rows: usize) {
        reserve(&mut self.changes, DEPTH * rows);
        reserve(&mut self.differences, DEPTH * rows);
        reserve(&mut self.error, rows);
    }

    fn column(&self, round: usize) -> std::ops::Range<usize> {
        round * self.rows..(round + 1) * self.rows
    }

    /// Removes the part of the error that the best mixture of the last rounds would have removed.
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

    /// Subtracts the change that this mixture already contains, and stores the rest for the next round.
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

    /// Finds the mixture that comes nearest to the error: least squares, by the normal equations.
    fn find_weights(&mut self) {
        let known = self.known;
        let of = |round: usize| &self.differences[self.column(round)];
        let dot = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(x, y)| x * y).sum::<f64>();
        let mut lower = [[0.0; DEPTH]; DEPTH];
        let mut weights = [0.0; DEPTH];
        let squares = (0..known).map(|i| dot(of(i), of(i)));
        let negligible = NEGLIGIBLE_SQUARES * squares.fold(0.0, f64::max);
        for i in 0..known {
            for j in 0..=i {
                let sum: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let entry = dot(of(i), of(j)) - sum;
                lower[i][j] = match () {
                    () if i == j && entry > negligible => entry.sqrt(),
                    // This round depends linearly on the others.
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

    /// `A x = b` with a matrix that rotates every vector by 100 degrees, solved by steps of the error itself:
    /// without acceleration they diverge.
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
            size = libm::hypot(change[0], change[1]);
            acceleration.mix(&mut change);
            acceleration.finish(&mut change);
            solution = [solution[0] + change[0], solution[1] + change[1]];
        }
        assert!(size < 1e-9, "{size:e}");
    }
}

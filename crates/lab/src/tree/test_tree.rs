//! The tree of tests of a descent: its counts, their bounds, and the matrix of leaf pairs.
//!
//! With D disjoint and I overlapping volume tests, S disjoint and K meeting leaf pairs, a whole descent of binary
//! trees obeys D - I + 2 S + 2 K = 1, since every overlapping inner pair has two tests below it. With ideal
//! volumes over n primitives each, k hits cost between 2 log2(n²/k) + 2 k - 1 and 2 k log2(n²/k) + 2 k - 1 tests.
//!
//! Source 2, query analysis.

use std::rc::Rc;

use super::Tree;
use super::descent::{Outcome, Step};
use crate::volume::BoundingVolume;

/// The counts of a descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Volume tests that ended apart: D.
    pub disjoint: i64,
    /// Volume tests that ended in an overlap: I.
    pub overlapping: i64,
    /// Pairs of leaves whose triangles are apart: S.
    pub missed: i64,
    /// Pairs of leaves whose triangles meet: K.
    pub hits: i64,
}

impl Counts {
    /// The counts of the visited pairs.
    pub fn of(visited: &[(Rc<Step>, Outcome)]) -> Self {
        let mut counts = Self::default();
        for (_, outcome) in visited {
            match outcome {
                Outcome::Apart => counts.disjoint += 1,
                Outcome::Opened => counts.overlapping += 1,
                Outcome::Miss => {
                    (counts.overlapping, counts.missed) =
                        (counts.overlapping + 1, counts.missed + 1)
                }
                Outcome::Hit => {
                    (counts.overlapping, counts.hits) = (counts.overlapping + 1, counts.hits + 1)
                }
            }
        }
        counts
    }

    /// D - I + 2 S + 2 K: 1 for a whole descent.
    pub fn invariant(&self) -> i64 {
        self.disjoint - self.overlapping + 2 * self.missed + 2 * self.hits
    }

    /// All volume tests.
    pub fn tests(&self) -> i64 {
        self.disjoint + self.overlapping
    }
}

/// The least and the greatest number of tests with ideal volumes for `k` hits among n primitives on each side.
pub fn bounds(n: f64, k: f64) -> [f64; 2] {
    let depth = 2.0 * libm::log2(n * n / k);
    [depth, k * depth].map(|paths| paths + 2.0 * k - 1.0)
}

/// The leaves of a tree from left to right.
fn leaves<M: BoundingVolume>(tree: &Tree<M>, at: usize, found: &mut Vec<usize>) {
    if tree.nodes[at].children.is_empty() {
        found.push(at);
    }
    for &child in &tree.nodes[at].children {
        leaves(tree, child, found);
    }
}

/// The matrix of leaf pairs, a line for each leaf of the first tree: `x` a hit, `o` a miss, `.` never compared.
pub fn pair_matrix<M: BoundingVolume>(
    trees: &[Tree<M>; 2],
    visited: &[(Rc<Step>, Outcome)],
) -> Vec<String> {
    let [rows, columns] = [0, 1].map(|i| {
        let mut found = Vec::new();
        leaves(&trees[i], 0, &mut found);
        found
    });
    let mut matrix = vec![vec!['.'; columns.len()]; rows.len()];
    for (step, outcome) in visited {
        let mark = match outcome {
            Outcome::Hit => 'x',
            Outcome::Miss => 'o',
            _ => continue,
        };
        let row = rows.iter().position(|leaf| *leaf == step.pair[0]);
        let column = columns.iter().position(|leaf| *leaf == step.pair[1]);
        if let (Some(row), Some(column)) = (row, column) {
            matrix[row][column] = mark;
        }
    }
    matrix
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect()
}

/// The tree of tests as text: a line for each pair, set in by its depth, with the nodes and the result.
pub fn text(visited: &[(Rc<Step>, Outcome)]) -> String {
    let lines = visited.iter().map(|(step, outcome)| {
        let mut depth = 0;
        let mut at = step.parent.as_ref();
        while let Some(up) = at {
            depth += 1;
            at = up.parent.as_ref();
        }
        let [a, b] = step.pair;
        format!("{:depth$}{a}-{b} {outcome:?}\n", "").to_lowercase()
    });
    lines.collect()
}

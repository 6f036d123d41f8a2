//! The matrix of the responses of all joints' rows to all impulses, and its direct solution.
//!
//! With the slopes `J` of all rows and the masses `M` of all bodies it is `J M^-1 J^T`. It has a block for
//! each two joints that share a movable body; `elimination.rs` finds an order that adds few blocks in its
//! Cholesky factor.
//!
//! Source: Baraff, "Linear-time dynamics using Lagrange multipliers" (SIGGRAPH 1996), for the idea.

use std::ops::Range;

use crate::reserve::reserve;
use crate::solver::joints::elimination::{Block, Elimination, JointLink, Target};

/// The matrix of a set of joints. Its block structure is recomputed only when the joints change.
#[derive(Clone, Debug, Default)]
pub(super) struct JointMatrix {
    links: Vec<JointLink>,
    wants_direct: bool,
    elimination: Elimination,
    /// For each joint, the index of its first row.
    rows: Vec<usize>,
    /// For each joint, the place of its diagonal block; for each block, its place.
    diagonals: Vec<usize>,
    firsts: Vec<usize>,
    values: Vec<f64>,
}

impl JointMatrix {
    /// Finds the blocks for these joints, unless the joints are unchanged.
    pub fn set_links(&mut self, links: &[JointLink], wants_direct: bool) {
        if self.links == links && self.wants_direct == wants_direct {
            return;
        }
        self.links.clear();
        self.links.extend_from_slice(links);
        self.wants_direct = wants_direct;
        self.rows.clear();
        let mut next = 0;
        for link in links {
            self.rows.push(next);
            next += link.rows;
        }
        self.elimination.find(links, wants_direct);
        self.place_values();
    }

    /// Reserves memory for this number of joints, with at most `rows` rows each.
    pub fn reserve(&mut self, joints: usize, rows: usize) {
        reserve(&mut self.links, joints);
        reserve(&mut self.rows, joints);
        reserve(&mut self.diagonals, joints);
        reserve(&mut self.firsts, 2 * joints);
        reserve(&mut self.values, 3 * joints * rows * rows);
        self.elimination.reserve(joints);
    }

    /// The rows of a joint.
    pub fn rows(&self, joint: u32) -> Range<usize> {
        let first = self.rows[joint as usize];
        first..first + self.links[joint as usize].rows
    }

    pub fn joints(&self) -> Range<u32> {
        0..self.links.len() as u32
    }

    pub fn is_direct(&self, joint: u32) -> bool {
        self.elimination.is_direct(joint)
    }

    /// The two joints of each block: that of its rows, and that of its columns.
    pub fn blocks(&self) -> &[Block] {
        &self.elimination.blocks
    }

    /// Assigns places to all blocks.
    fn place_values(&mut self) {
        let mut next = 0;
        self.diagonals.clear();
        for link in &self.links {
            self.diagonals.push(next);
            next += link.rows * link.rows;
        }
        self.firsts.clear();
        for block in &self.elimination.blocks {
            self.firsts.push(next);
            let [one, other] = block.map(|j| self.links[j as usize].rows);
            next += one * other;
        }
        self.values.clear();
        self.values.resize(next, 0.0);
    }

    /// The diagonal block of a joint, row by row.
    pub fn diagonal(&mut self, joint: u32) -> &mut [f64] {
        let first = self.diagonals[joint as usize];
        let rows = self.links[joint as usize].rows;
        &mut self.values[first..first + rows * rows]
    }

    /// A block, row by row.
    pub fn block(&mut self, index: usize) -> &mut [f64] {
        let range = self.block_range(index);
        &mut self.values[range]
    }

    fn block_range(&self, index: usize) -> Range<usize> {
        let block = self.elimination.blocks[index];
        let [one, other] = block.map(|j| self.links[j as usize].rows);
        let first = self.firsts[index];
        first..first + one * other
    }

    /// Factorises the matrix in place.
    pub fn factorise(&mut self) {
        for joint in 0..self.links.len() as u32 {
            if !self.is_direct(joint) {
                let rows = self.links[joint as usize].rows;
                cholesky(self.diagonal(joint), rows);
            }
        }
        let mut pair = 0;
        for at in 0..self.elimination.order.len() {
            let joint = self.elimination.order[at];
            let width = self.links[joint as usize].rows;
            cholesky(self.diagonal(joint), width);
            let diagonal = self.diagonals[joint as usize];
            for p in self.elimination.column(at) {
                let range = self.block_range(p);
                let (before, block) = self.values.split_at_mut(range.start);
                let lower = &before[diagonal..diagonal + width * width];
                for row in block[..range.len()].chunks_exact_mut(width) {
                    solve_lower(lower, width, row);
                }
                for q in self.elimination.column(at).start..=p {
                    self.subtract_product(p, q, width, self.elimination.targets[pair]);
                    pair += 1;
                }
            }
        }
    }

    /// Subtracts block p times block q transposed from the block that the two change.
    fn subtract_product(&mut self, p: usize, q: usize, width: usize, target: Target) {
        let [from_p, from_q] = [p, q].map(|block| self.block_range(block).start);
        let blocks = &self.elimination.blocks;
        let [rows_p, rows_q] = [p, q].map(|block| self.links[blocks[block][0] as usize].rows);
        let (first, is_swapped) = match target {
            Target::Diagonal(joint) => (self.diagonals[joint as usize], false),
            Target::Block(index) => {
                let index = index as usize;
                (self.firsts[index], blocks[index][0] != blocks[p][0])
            }
        };
        for i in 0..rows_p {
            for j in 0..rows_q {
                let [one, other] = [from_p + i * width, from_q + j * width];
                let (row, column) = (one..one + width, other..other + width);
                let product = self.values[row].iter().zip(&self.values[column]);
                let sum: f64 = product.map(|(x, y)| x * y).sum();
                let place = if is_swapped {
                    j * rows_p + i
                } else {
                    i * rows_q + j
                };
                self.values[first + place] -= sum;
            }
        }
    }

    /// Solves for the direct joints, by the factors: the right side is replaced by the solution.
    pub fn solve(&self, right: &mut [f64]) {
        for at in 0..self.elimination.order.len() {
            let joint = self.elimination.order[at];
            let rows = self.rows(joint);
            let width = rows.len();
            solve_lower(self.lower(joint), width, &mut right[rows.clone()]);
            for p in self.elimination.column(at) {
                let block = &self.values[self.block_range(p)];
                let others = self.rows(self.blocks()[p][0]);
                for (other, row) in others.zip(block.chunks_exact(width)) {
                    let sum: f64 = (rows.clone().zip(row)).map(|(i, x)| right[i] * x).sum();
                    right[other] -= sum;
                }
            }
        }
        for at in (0..self.elimination.order.len()).rev() {
            let joint = self.elimination.order[at];
            let rows = self.rows(joint);
            let width = rows.len();
            for p in self.elimination.column(at) {
                let block = &self.values[self.block_range(p)];
                let others = self.rows(self.blocks()[p][0]);
                for (other, row) in others.zip(block.chunks_exact(width)) {
                    let known = right[other];
                    rows.clone()
                        .zip(row)
                        .for_each(|(i, x)| right[i] -= known * x);
                }
            }
            solve_upper(self.lower(joint), width, &mut right[rows]);
        }
    }

    /// Solves for one joint alone, unless it is a direct one.
    pub fn solve_alone(&self, joint: u32, right: &mut [f64]) {
        solve_lower(self.lower(joint), right.len(), right);
        solve_upper(self.lower(joint), right.len(), right);
    }

    fn lower(&self, joint: u32) -> &[f64] {
        let rows = self.links[joint as usize].rows;
        let first = self.diagonals[joint as usize];
        &self.values[first..first + rows * rows]
    }
}

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor. A row that depends on those
/// before it gets a huge factor, so that its solution is almost zero.
fn cholesky(matrix: &mut [f64], size: usize) {
    for i in 0..size {
        for j in 0..=i {
            let mut sum = matrix[i * size + j];
            for k in 0..j {
                sum -= matrix[i * size + k] * matrix[j * size + k];
            }
            matrix[i * size + j] = if i != j {
                sum / matrix[j * size + j]
            } else if sum > 0.0 {
                sum.sqrt()
            } else {
                f64::MAX.sqrt()
            };
        }
    }
}

/// Solves `L x = right` in place.
fn solve_lower(lower: &[f64], size: usize, right: &mut [f64]) {
    for i in 0..size {
        let mut sum = right[i];
        for k in 0..i {
            sum -= lower[i * size + k] * right[k];
        }
        right[i] = sum / lower[i * size + i];
    }
}

/// Solves `L^T x = right` in place.
fn solve_upper(lower: &[f64], size: usize, right: &mut [f64]) {
    for i in (0..size).rev() {
        let mut sum = right[i];
        for k in i + 1..size {
            sum -= lower[k * size + i] * right[k];
        }
        right[i] = sum / lower[i * size + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::MAX_DIRECT_NEIGHBOURS;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn link(a: Option<u32>, b: u32, rows: usize) -> JointLink {
        JointLink {
            bodies: [a, Some(b)],
            rows,
        }
    }

    /// Fills the matrix with that of random slopes, and returns it densely as well.
    fn fill(matrix: &mut JointMatrix, links: &[JointLink], seed: u64) -> Vec<Vec<f64>> {
        let mut random = Pcg32::seed_from_u64(seed);
        let rows: Vec<(usize, Vec<[f64; 6]>)> = links
            .iter()
            .enumerate()
            .flat_map(|(joint, link)| (0..link.rows).map(move |_| joint))
            .map(|joint| {
                let slope = |_| std::array::from_fn(|_| random.random_range(-1.0..1.0));
                (joint, (0..2).map(slope).collect())
            })
            .collect();
        let entry = |i: usize, j: usize| {
            let mut sum = if i == j { 1e-3 } else { 0.0 };
            for (s, p) in links[rows[i].0].bodies.iter().enumerate() {
                for (t, q) in links[rows[j].0].bodies.iter().enumerate() {
                    if p.is_some() && p == q {
                        let both = rows[i].1[s].iter().zip(&rows[j].1[t]);
                        sum += both.map(|(x, y)| x * y).sum::<f64>();
                    }
                }
            }
            sum
        };
        let count = rows.len();
        for joint in matrix.joints() {
            let of = matrix.rows(joint);
            let size = of.len();
            for (i, j) in of.clone().flat_map(|i| of.clone().map(move |j| (i, j))) {
                matrix.diagonal(joint)[(i - of.start) * size + j - of.start] = entry(i, j);
            }
        }
        for index in 0..matrix.blocks().len() {
            let [one, other] = matrix.blocks()[index].map(|j| matrix.rows(j));
            let width = other.len();
            for (i, j) in one.clone().flat_map(|i| other.clone().map(move |j| (i, j))) {
                matrix.block(index)[(i - one.start) * width + j - other.start] = entry(i, j);
            }
        }
        (0..count)
            .map(|i| (0..count).map(|j| entry(i, j)).collect())
            .collect()
    }

    /// The greatest error of the solution for a known answer.
    fn error(links: &[JointLink], seed: u64) -> (f64, usize) {
        let mut matrix = JointMatrix::default();
        matrix.set_links(links, true);
        let dense = fill(&mut matrix, links, seed);
        let known: Vec<f64> = (0..dense.len()).map(|i| (i as f64 * 0.7).sin()).collect();
        let times = |row: &Vec<f64>| row.iter().zip(&known).map(|(x, y)| x * y).sum();
        let mut right: Vec<f64> = dense.iter().map(times).collect();
        matrix.factorise();
        matrix.solve(&mut right);
        let errors = right.iter().zip(&known).map(|(x, y)| (x - y).abs());
        (errors.fold(0.0, f64::max), matrix.blocks().len())
    }

    #[test]
    fn a_tree_is_solved_without_blocks_of_its_own() {
        let chain: Vec<_> = (0..12_u32)
            .map(|i| link(i.checked_sub(1), i, [3, 5, 1][i as usize % 3]))
            .collect();
        let (off, blocks) = error(&chain, 1);
        assert!(off < 1e-9 && blocks == 11, "{off:e} {blocks}");
        // A body with four limbs of two parts each: the four share it, all others are pairs.
        let mut limbs: Vec<_> = (1..5).map(|i| link(Some(0), i, 3)).collect();
        limbs.extend((1..5).map(|i| link(Some(i), i + 4, 5)));
        let (off, blocks) = error(&limbs, 2);
        assert!(off < 1e-9 && blocks == 6 + 4, "{off:e} {blocks}");
    }

    #[test]
    fn loops_and_double_joints_are_solved_too() {
        let mut ring: Vec<_> = (0..9).map(|i| link(Some(i), (i + 1) % 9, 3)).collect();
        ring.push(link(Some(2), 3, 1));
        let (off, blocks) = error(&ring, 3);
        assert!(off < 1e-8 && blocks > 11, "{off:e} {blocks}");
    }

    #[test]
    fn a_thicket_is_left_to_the_iterations() {
        let count = MAX_DIRECT_NEIGHBOURS as u32 + 2;
        let mut star: Vec<_> = (1..=count).map(|i| link(Some(0), i, 3)).collect();
        star.push(link(None, count + 5, 3));
        let mut matrix = JointMatrix::default();
        matrix.set_links(&star, true);
        assert!((0..count).all(|j| !matrix.is_direct(j)) && matrix.is_direct(count));
    }
}

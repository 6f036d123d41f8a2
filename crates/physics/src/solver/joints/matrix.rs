//! The matrix of the responses of all joints' rows to all impulses, and its direct solution.
//!
//! With the slopes `J` of all rows and the masses `M` of all bodies it is `J M^-1 J^T`. It has a block for
//! each two joints that share a movable body; `elimination.rs` finds an order that adds few blocks in its
//! factors. These are `L D L^T` by blocks: `D` is stored inverted, and instead of a block of `L` the
//! product of that block and `D`, so that neither factorisation nor solution divides by anything but the
//! pivots.
//!
//! Source: Baraff, "Linear-time dynamics using Lagrange multipliers" (SIGGRAPH 1996), for the idea.

use std::ops::Range;

use crate::joint::MAX_ROWS;
use crate::reserve::reserve;
use crate::solver::joints::blocks::{
    block_solution, by_width, dot, invert, rows_of, solve_block, times,
};
use crate::solver::joints::elimination::{Block, Elimination, JointLink, Target};

/// The matrix of a set of joints. Its block structure is recomputed only when the joints change.
#[derive(Clone, Debug, Default)]
pub(super) struct JointMatrix {
    links: Vec<JointLink>,
    wants_direct: bool,
    elimination: Elimination,
    /// For each joint, the index of its first row; and the end of the last one.
    rows: Vec<usize>,
    /// The joints that are not solved directly.
    iterated: Vec<u32>,
    /// For each joint, the place of its diagonal block.
    diagonals: Vec<usize>,
    /// The direct joints in the order of elimination.
    columns: Vec<Column>,
    places: Vec<BlockPlace>,
    updates: Vec<Update>,
    values: Vec<f64>,
}

/// A direct joint: its rows, its diagonal block, and the blocks below it.
#[derive(Clone, Debug)]
struct Column {
    row: usize,
    width: usize,
    diagonal: usize,
    blocks: Range<usize>,
    /// The first of its updates: one for each two of its blocks.
    update: usize,
}

/// The place of a block, and the rows of its joint.
#[derive(Clone, Copy, Debug)]
struct BlockPlace {
    first: usize,
    row: usize,
    rows: usize,
}

/// The block that the product of two blocks changes: its place, and the strides of its rows and columns.
#[derive(Clone, Copy, Debug)]
struct Update {
    first: usize,
    strides: [usize; 2],
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
        self.rows.push(next);
        self.elimination.find(links, wants_direct);
        self.iterated.clear();
        let all = 0..links.len() as u32;
        let iterated = all.filter(|joint| !self.elimination.is_direct(*joint));
        self.iterated.extend(iterated);
        self.place_values();
        self.place_updates();
    }

    /// Reserves memory for this number of joints, with at most `rows` rows each.
    pub fn reserve(&mut self, joints: usize, rows: usize) {
        reserve(&mut self.links, joints);
        reserve(&mut self.rows, joints + 1);
        reserve(&mut self.iterated, joints);
        reserve(&mut self.diagonals, joints);
        reserve(&mut self.columns, joints);
        reserve(&mut self.places, 2 * joints);
        reserve(&mut self.updates, 3 * joints);
        reserve(&mut self.values, 3 * joints * rows * rows);
        self.elimination.reserve(joints);
    }

    /// The rows of a joint.
    pub fn rows(&self, joint: u32) -> Range<usize> {
        self.rows[joint as usize]..self.rows[joint as usize + 1]
    }

    pub fn joints(&self) -> Range<u32> {
        0..self.links.len() as u32
    }

    pub fn is_direct(&self, joint: u32) -> bool {
        self.elimination.is_direct(joint)
    }

    /// The joints that are not solved directly.
    pub fn iterated(&self) -> &[u32] {
        &self.iterated
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
        self.places.clear();
        for [joint, of] in &self.elimination.blocks {
            let rows = self.links[*joint as usize].rows;
            self.places.push(BlockPlace {
                first: next,
                row: self.rows[*joint as usize],
                rows,
            });
            next += rows * self.links[*of as usize].rows;
        }
        self.values.clear();
        self.values.resize(next, 0.0);
    }

    /// Finds the places that the products of blocks change.
    fn place_updates(&mut self) {
        self.columns.clear();
        self.updates.clear();
        let blocks = &self.elimination.blocks;
        for (at, joint) in self.elimination.order.iter().enumerate() {
            let column = self.elimination.column(at);
            self.columns.push(Column {
                row: self.rows[*joint as usize],
                width: self.links[*joint as usize].rows,
                diagonal: self.diagonals[*joint as usize],
                blocks: column.clone(),
                update: self.updates.len(),
            });
            for p in column.clone() {
                for q in column.start..=p {
                    let [rows_p, rows_q] = [p, q].map(|block| self.places[block].rows);
                    self.updates
                        .push(match self.elimination.targets[self.updates.len()] {
                            Target::Diagonal(joint) => Update {
                                first: self.diagonals[joint as usize],
                                strides: [rows_q, 1],
                            },
                            Target::Block(index) => {
                                let is_swapped = blocks[index as usize][0] != blocks[p][0];
                                Update {
                                    first: self.places[index as usize].first,
                                    strides: if is_swapped { [1, rows_p] } else { [rows_q, 1] },
                                }
                            }
                        });
                }
            }
        }
    }

    /// The diagonal block of a joint, row by row. Only the lower triangle is read.
    pub fn diagonal(&mut self, joint: u32) -> &mut [f64] {
        let first = self.diagonals[joint as usize];
        let rows = self.links[joint as usize].rows;
        &mut self.values[first..first + rows * rows]
    }

    /// A block, row by row.
    pub fn block(&mut self, index: usize) -> &mut [f64] {
        let BlockPlace { first, rows, .. } = self.places[index];
        let width = self.links[self.elimination.blocks[index][1] as usize].rows;
        &mut self.values[first..first + rows * width]
    }

    /// Factorises the matrix in place.
    pub fn factorise(&mut self) {
        for at in 0..self.iterated.len() {
            let joint = self.iterated[at];
            let rows = self.links[joint as usize].rows;
            let block = self.diagonal(joint);
            by_width!(rows, invert(block));
        }
        for at in 0..self.columns.len() {
            by_width!(self.columns[at].width, eliminate(self, at));
        }
    }

    /// Solves for the direct joints, by the factors: the right side is replaced by the solution.
    pub fn solve(&self, right: &mut [f64]) {
        for column in &self.columns {
            if !column.blocks.is_empty() {
                by_width!(column.width, solve_forward(self, column, right));
            }
        }
        for column in self.columns.iter().rev() {
            by_width!(column.width, solve_backward(self, column, right));
        }
    }

    /// Solves for one joint alone, unless it is a direct one.
    pub fn solve_alone(&self, joint: u32, right: &mut [f64]) {
        let diagonal = &self.values[self.diagonals[joint as usize]..];
        by_width!(right.len(), solve_block(diagonal, right));
    }
}

/// Inverts the diagonal block of a column, and subtracts its products from the blocks that they change.
fn eliminate<const N: usize>(matrix: &mut JointMatrix, at: usize) {
    let JointMatrix {
        columns,
        places,
        updates,
        values,
        ..
    } = matrix;
    let column = &columns[at];
    invert::<N>(&mut values[column.diagonal..]);
    let mut inverse = [[0.0; N]; N];
    inverse.copy_from_slice(&rows_of(&values[column.diagonal..])[..N]);
    let mut update = column.update;
    let mut scaled = [[0.0; N]; MAX_ROWS];
    for p in column.blocks.clone() {
        let BlockPlace { first, rows, .. } = places[p];
        for (scaled, row) in scaled.iter_mut().zip(&rows_of(&values[first..])[..rows]) {
            *scaled = times(&inverse, row);
        }
        for (q, place) in (column.blocks.start..).zip(&places[column.blocks.start..=p]) {
            let Update { first, strides } = updates[update];
            update += 1;
            for j in 0..place.rows {
                let start = place.first + j * N;
                let mut row = [0.0; N];
                row.copy_from_slice(&values[start..start + N]);
                // Only the lower triangle of a diagonal block is read.
                let top = if p == q { j } else { 0 };
                for (i, scaled) in scaled[..rows].iter().enumerate().skip(top) {
                    values[first + i * strides[0] + j * strides[1]] -= dot(scaled, &row);
                }
            }
        }
    }
}

/// Subtracts the effect of a column's solution from the right sides of the joints below it.
fn solve_forward<const N: usize>(matrix: &JointMatrix, column: &Column, right: &mut [f64]) {
    let known = block_solution::<N>(&matrix.values[column.diagonal..], &right[column.row..]);
    for place in &matrix.places[column.blocks.clone()] {
        let block = &rows_of(&matrix.values[place.first..])[..place.rows];
        for (right, row) in right[place.row..].iter_mut().zip(block) {
            *right -= dot(row, &known);
        }
    }
}

/// Solves for a column whose joints below are solved.
fn solve_backward<const N: usize>(matrix: &JointMatrix, column: &Column, right: &mut [f64]) {
    let mut own = [0.0; N];
    own.copy_from_slice(&right[column.row..column.row + N]);
    for place in &matrix.places[column.blocks.clone()] {
        let block = &rows_of::<N>(&matrix.values[place.first..])[..place.rows];
        for (known, row) in right[place.row..].iter().zip(block) {
            for (own, value) in own.iter_mut().zip(row) {
                *own -= known * value;
            }
        }
    }
    let solution = block_solution::<N>(&matrix.values[column.diagonal..], &own);
    right[column.row..column.row + N].copy_from_slice(&solution);
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

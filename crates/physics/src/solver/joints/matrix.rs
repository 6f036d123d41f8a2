//! The matrix that says how the rows of all joints answer the impulses of all, and its direct solution.
//!
//! With the slopes `J` of all rows and the masses `M` of all bodies it is `J M^-1 J^T`. Joints that share a
//! body have a block in common, all others none: for joints that form a tree there is an order in which a
//! block Cholesky factorisation has no blocks but these, so it takes time in proportion to the number of
//! joints. The order is that of least degree, which also leaves few more blocks where joints form
//! loops. Joints of a component that would have too many are left to Gauss and Seidel.
//!
//! Sources: Baraff, "Linear-time dynamics using Lagrange multipliers" (SIGGRAPH 1996), for the idea;
//! George and Liu, "Computer solution of large sparse positive definite systems" (1981), for order and
//! factorisation.

use std::ops::Range;

use crate::params::MAX_DIRECT_NEIGHBOURS;

/// Two bodies of a joint, as indices of movable bodies; none that cannot be moved. And how many rows it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JointLink {
    pub bodies: [Option<u32>; 2],
    pub rows: usize,
}

/// A block of two joints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The joint whose rows are the block's rows, and the one whose rows are its columns; that one is
    /// eliminated first.
    pub joints: [u32; 2],
    first: u32,
}

/// The matrix of a set of joints. Where the blocks are is worked out anew only when the joints change.
#[derive(Clone, Debug, Default)]
pub(super) struct JointMatrix {
    links: Vec<JointLink>,
    wants_direct: bool,
    /// By joint: the first of its rows.
    rows: Vec<usize>,
    /// The joints to eliminate, in order.
    order: Vec<u32>,
    /// By joint: whether it is solved directly.
    direct: Vec<bool>,
    /// By joint in that order: where its blocks begin, and where the last ones end.
    columns: Vec<u32>,
    pub blocks: Vec<Block>,
    /// Which block (or diagonal, as `!joint`) each pair of blocks of a column changes.
    targets: Vec<u32>,
    /// By joint: where its diagonal block is.
    diagonals: Vec<usize>,
    values: Vec<f64>,
    neighbours: Vec<Vec<u32>>,
}

impl JointMatrix {
    /// Finds the blocks for these joints, unless they are those of last time.
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
        self.direct.clear();
        self.direct.resize(links.len(), wants_direct);
        if wants_direct {
            while !self.eliminate() {}
        } else {
            self.order.clear();
            self.blocks.clear();
            self.columns.clear();
        }
        self.place_values();
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
        self.direct[joint as usize]
    }

    /// Finds the order and the blocks. False if a joint has too many: then its component is not direct any
    /// more, and there is another try.
    fn eliminate(&mut self) -> bool {
        let count = self.links.len();
        self.find_neighbours();
        self.order.clear();
        self.blocks.clear();
        self.columns.clear();
        let mut left: Vec<u32> = self.joints().filter(|j| self.is_direct(*j)).collect();
        while !left.is_empty() {
            let degree = |j: u32| (self.neighbours[j as usize].len(), j);
            let place = (0..left.len()).min_by_key(|at| degree(left[*at]));
            let joint = left.swap_remove(place.unwrap_or(0));
            let others = std::mem::take(&mut self.neighbours[joint as usize]);
            if others.len() > MAX_DIRECT_NEIGHBOURS {
                self.leave_component(joint);
                return false;
            }
            self.columns.push(self.blocks.len() as u32);
            for other in &others {
                self.blocks.push(Block {
                    joints: [*other, joint],
                    first: 0,
                });
                let of = &mut self.neighbours[*other as usize];
                of.retain(|j| *j != joint);
                let new = others.iter().filter(|j| *j != other);
                of.extend(new);
                of.sort_unstable();
                of.dedup();
            }
            self.order.push(joint);
            self.neighbours[joint as usize] = others;
        }
        self.columns.push(self.blocks.len() as u32);
        debug_assert!(self.order.len() <= count);
        self.find_targets();
        true
    }

    /// The joints that share a movable body with each.
    fn find_neighbours(&mut self) {
        let count = self.links.len();
        self.neighbours.iter_mut().for_each(Vec::clear);
        self.neighbours.resize(count, Vec::new());
        let mut by_body: Vec<(u32, u32)> = Vec::new();
        for joint in self.joints().filter(|j| self.is_direct(*j)) {
            let bodies = self.links[joint as usize].bodies.into_iter().flatten();
            by_body.extend(bodies.map(|body| (body, joint)));
        }
        by_body.sort_unstable();
        for group in by_body.chunk_by(|p, q| p.0 == q.0) {
            for (_, one) in group {
                let others = group.iter().map(|(_, j)| *j).filter(|j| j != one);
                self.neighbours[*one as usize].extend(others);
            }
        }
        for list in &mut self.neighbours {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Leaves all that hangs together with a joint to the iterations.
    fn leave_component(&mut self, joint: u32) {
        self.find_neighbours();
        let mut stack = vec![joint];
        while let Some(joint) = stack.pop() {
            if std::mem::replace(&mut self.direct[joint as usize], false) {
                stack.extend_from_slice(&self.neighbours[joint as usize]);
            }
        }
    }

    fn column(&self, at: usize) -> Range<usize> {
        self.columns[at] as usize..self.columns[at + 1] as usize
    }

    fn find_targets(&mut self) {
        self.targets.clear();
        let mut place = vec![0; self.links.len()];
        for (at, joint) in self.order.iter().enumerate() {
            place[*joint as usize] = at;
        }
        for at in 0..self.order.len() {
            for p in self.column(at) {
                for q in self.column(at).start..=p {
                    let [one, other] = [p, q].map(|block| self.blocks[block].joints[0]);
                    let target = if p == q {
                        !one
                    } else {
                        let [first, last] = match place[one as usize] < place[other as usize] {
                            true => [one, other],
                            false => [other, one],
                        };
                        let range = self.column(place[first as usize]);
                        let mut blocks = range.clone().zip(&self.blocks[range]);
                        let found = blocks.find(|(_, block)| block.joints[0] == last);
                        found.map_or(0, |(index, _)| index as u32)
                    };
                    self.targets.push(target);
                }
            }
        }
    }

    /// Gives all blocks their places.
    fn place_values(&mut self) {
        let mut next = 0;
        self.diagonals.clear();
        for link in &self.links {
            self.diagonals.push(next);
            next += link.rows * link.rows;
        }
        for block in &mut self.blocks {
            block.first = next as u32;
            let [one, other] = block.joints.map(|j| self.links[j as usize].rows);
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
        let block = &self.blocks[index];
        let [one, other] = block.joints.map(|j| self.links[j as usize].rows);
        let first = block.first as usize;
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
        for at in 0..self.order.len() {
            let joint = self.order[at];
            let width = self.links[joint as usize].rows;
            cholesky(self.diagonal(joint), width);
            let diagonal = self.diagonals[joint as usize];
            for p in self.column(at) {
                let range = self.block_range(p);
                let (before, block) = self.values.split_at_mut(range.start);
                let lower = &before[diagonal..diagonal + width * width];
                for row in block[..range.len()].chunks_exact_mut(width) {
                    solve_lower(lower, width, row);
                }
                for q in self.column(at).start..=p {
                    self.subtract_product(p, q, width, self.targets[pair]);
                    pair += 1;
                }
            }
        }
    }

    /// Takes block p times block q transposed from the block that the two change.
    fn subtract_product(&mut self, p: usize, q: usize, width: usize, target: u32) {
        let [from_p, from_q] = [p, q].map(|block| self.block_range(block).start);
        let [rows_p, rows_q] = [p, q].map(|b| self.links[self.blocks[b].joints[0] as usize].rows);
        let (first, is_swapped) = if p == q {
            (self.diagonals[!target as usize], false)
        } else {
            let block = &self.blocks[target as usize];
            let is_swapped = block.joints[0] != self.blocks[p].joints[0];
            (block.first as usize, is_swapped)
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

    /// Solves for the direct joints, by the factors: what is given becomes the solution.
    pub fn solve(&self, right: &mut [f64]) {
        for at in 0..self.order.len() {
            let joint = self.order[at];
            let rows = self.rows(joint);
            let width = rows.len();
            solve_lower(self.lower(joint), width, &mut right[rows.clone()]);
            for p in self.column(at) {
                let block = &self.values[self.block_range(p)];
                let others = self.rows(self.blocks[p].joints[0]);
                for (other, row) in others.zip(block.chunks_exact(width)) {
                    let sum: f64 = (rows.clone().zip(row)).map(|(i, x)| right[i] * x).sum();
                    right[other] -= sum;
                }
            }
        }
        for at in (0..self.order.len()).rev() {
            let joint = self.order[at];
            let rows = self.rows(joint);
            let width = rows.len();
            for p in self.column(at) {
                let block = &self.values[self.block_range(p)];
                let others = self.rows(self.blocks[p].joints[0]);
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

    /// Solves for one joint alone, if it is not a direct one.
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

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor. A row that follows from those
/// before it gets a factor without end: nothing is asked of it.
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
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn link(a: Option<u32>, b: u32, rows: usize) -> JointLink {
        JointLink {
            bodies: [a, Some(b)],
            rows,
        }
    }

    /// Fills the matrix with that of random slopes, and gives it densely as well.
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
        for index in 0..matrix.blocks.len() {
            let [one, other] = matrix.blocks[index].joints.map(|j| matrix.rows(j));
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
        (errors.fold(0.0, f64::max), matrix.blocks.len())
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

//! Building a tree from the top down.

use glam::Vec3;

use super::{LEAF, LEAF_SIZE, Node, Tree};
use crate::collision::volume::Volume;

/// By which axis (X, Y or Z) a node's pieces are parted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitAxis {
    /// The axis along which the pieces' centres vary most.
    #[default]
    Splatter,
    /// The axis along which the node is longest.
    Longest,
    /// The axis whose two children have the least sum of sizes.
    LeastSum,
    /// The axis whose larger child is smallest.
    LeastMax,
}

impl SplitAxis {
    /// Every rule.
    pub const ALL: [SplitAxis; 4] = [
        SplitAxis::Splatter,
        SplitAxis::Longest,
        SplitAxis::LeastSum,
        SplitAxis::LeastMax,
    ];
}

/// Where along that axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitPoint {
    /// At the mean of the centres: the tighter tree.
    #[default]
    Mean,
    /// At the median: the balanced tree.
    Median,
    /// In the middle of the node.
    Middle,
}

impl SplitPoint {
    /// Every place.
    pub const ALL: [SplitPoint; 3] = [SplitPoint::Mean, SplitPoint::Median, SplitPoint::Middle];
}

/// Both choices together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SplitRule {
    pub axis: SplitAxis,
    pub point: SplitPoint,
}

/// What a tree is built over: for each piece its centre and its volume.
pub(crate) struct BuildInput<V> {
    pub centers: Vec<Vec3>,
    pub volumes: Vec<V>,
}

impl<V: Volume> Tree<V> {
    /// Builds a tree over at least one piece. Returns with it the order in which the leaves
    /// stand: `order[i]` is the piece of the i-th leaf met from left to right, and the leaves'
    /// links are numbered by that order, so that pieces stored in it lie near each other.
    pub(crate) fn build(input: &BuildInput<V>, rule: SplitRule) -> (Self, Vec<u32>) {
        let count = input.centers.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        let mut spare: Vec<u32> = Vec::with_capacity(count);
        let placeholder = || Node {
            volume: input.volumes[0].clone(),
            link: LEAF,
            size: LEAF_SIZE,
        };
        let mut nodes = Vec::with_capacity(2 * count - 1);
        nodes.push(placeholder());
        let mut open = vec![(0usize, 0usize, count)];
        while let Some((index, start, end)) = open.pop() {
            if end - start == 1 {
                nodes[index].link = LEAF | start as u32;
                nodes[index].volume = input.volumes[order[start] as usize].clone();
                continue;
            }
            let middle = start + split(input, rule, &mut order[start..end], &mut spare);
            let child = nodes.len();
            nodes[index].link = child as u32;
            nodes.push(placeholder());
            nodes.push(placeholder());
            open.push((child + 1, middle, end));
            open.push((child, start, middle));
        }
        let mut tree = Tree { nodes };
        tree.refit(|leaf| input.volumes[order[leaf as usize] as usize].clone());
        (tree, order)
    }
}

/// Parts the pieces in place by the rule; returns how many are on the first side: at least one,
/// and not all.
fn split<V: Volume>(
    input: &BuildInput<V>,
    rule: SplitRule,
    pieces: &mut [u32],
    spare: &mut Vec<u32>,
) -> usize {
    let axis = match rule.axis {
        SplitAxis::Splatter => greatest_variance(input, pieces),
        SplitAxis::Longest => largest(extents(input, pieces)),
        SplitAxis::LeastSum | SplitAxis::LeastMax => {
            let cost = |axis: usize, pieces: &mut [u32], spare: &mut Vec<u32>| {
                let first = partition(input, rule.point, axis, pieces, spare);
                let (left, right) = pieces.split_at(first);
                let (left, right) = (union(input, left).size(), union(input, right).size());
                if rule.axis == SplitAxis::LeastSum {
                    left + right
                } else {
                    left.max(right)
                }
            };
            let costs = [0, 1, 2].map(|axis| cost(axis, pieces, spare));
            (1..3).fold(0, |best, axis| {
                if costs[axis] < costs[best] {
                    axis
                } else {
                    best
                }
            })
        }
    };
    partition(input, rule.point, axis, pieces, spare)
}

fn union<V: Volume>(input: &BuildInput<V>, pieces: &[u32]) -> V {
    let first = input.volumes[pieces[0] as usize].clone();
    pieces[1..].iter().fold(first, |sum, &piece| {
        sum.union(&input.volumes[piece as usize])
    })
}

fn largest(v: Vec3) -> usize {
    (1..3).fold(0, |best, axis| if v[axis] > v[best] { axis } else { best })
}

fn center<V>(input: &BuildInput<V>, piece: u32) -> Vec3 {
    input.centers[piece as usize]
}

fn mean<V>(input: &BuildInput<V>, pieces: &[u32]) -> Vec3 {
    let sum: glam::DVec3 = pieces.iter().map(|&p| center(input, p).as_dvec3()).sum();
    (sum / pieces.len() as f64).as_vec3()
}

fn greatest_variance<V>(input: &BuildInput<V>, pieces: &[u32]) -> usize {
    let mean = mean(input, pieces);
    let spread = |&p: &u32| {
        let offset = center(input, p) - mean;
        offset * offset
    };
    largest(pieces.iter().map(spread).sum())
}

/// The extents of the box around the pieces' centres: what the three coordinate axes tell of a
/// volume of any kind.
fn extents<V>(input: &BuildInput<V>, pieces: &[u32]) -> Vec3 {
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for &piece in pieces {
        low = low.min(center(input, piece));
        high = high.max(center(input, piece));
    }
    high - low
}

fn partition<V>(
    input: &BuildInput<V>,
    point: SplitPoint,
    axis: usize,
    pieces: &mut [u32],
    spare: &mut Vec<u32>,
) -> usize {
    let along = |&piece: &u32| input.centers[piece as usize][axis];
    let at = match point {
        SplitPoint::Median => return halve(axis, input, pieces),
        SplitPoint::Mean => mean(input, pieces)[axis],
        SplitPoint::Middle => {
            let low = pieces.iter().map(along).fold(f32::INFINITY, f32::min);
            let high = pieces.iter().map(along).fold(f32::NEG_INFINITY, f32::max);
            0.5 * low + 0.5 * high
        }
    };
    // In place and in order, so that the tree depends on nothing but the input; centres exactly
    // on the point go to the two sides in turn (source 1).
    spare.clear();
    let mut kept = 0;
    let mut left_turn = true;
    for index in 0..pieces.len() {
        let piece = pieces[index];
        let value = along(&piece);
        let left = if value == at {
            left_turn = !left_turn;
            !left_turn
        } else {
            value < at
        };
        if left {
            pieces[kept] = piece;
            kept += 1;
        } else {
            spare.push(piece);
        }
    }
    pieces[kept..].copy_from_slice(spare);
    if kept == 0 || kept == pieces.len() {
        return halve(axis, input, pieces);
    }
    kept
}

/// Halves by count: always possible.
fn halve<V>(axis: usize, input: &BuildInput<V>, pieces: &mut [u32]) -> usize {
    let half = pieces.len() / 2;
    pieces.select_nth_unstable_by(half, |&p, &q| {
        let (u, v) = (center(input, p)[axis], center(input, q)[axis]);
        u.total_cmp(&v).then(p.cmp(&q))
    });
    half
}

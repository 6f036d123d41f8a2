//! Building a tree from the top down.

use glam::{DVec3, Vec3};

use crate::bounding::Volume;
use crate::bvh::{LEAF, LEAF_SIZE, Node, Tree};

/// The axis (X, Y or Z) along which a node's pieces are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SplitAxis {
    /// The axis along which the pieces' centres vary most.
    #[default]
    Splatter,
    /// The axis along which the box around the pieces' centres is longest.
    Longest,
    /// The axis whose two children have the least sum of volumes.
    LeastSum,
    /// The axis whose child of larger volume is smallest.
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

/// The position along that axis at which a node's pieces are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SplitPoint {
    /// At the mean of the centres: the tighter tree.
    #[default]
    Mean,
    /// At the median: the balanced tree.
    Median,
    /// In the middle of the box around the pieces' centres.
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

/// The input of a build: for each piece its centre and its volume.
pub(crate) struct BuildInput<V> {
    pub centers: Vec<Vec3>,
    pub volumes: Vec<V>,
}

/// A piece that is being sorted into a leaf. Its centre is stored with it, so that the centres of a
/// node's pieces are adjacent in memory after any number of splits.
#[derive(Clone, Copy)]
struct BuildItem {
    center: Vec3,
    piece: u32,
}

impl<V: Volume> Tree<V> {
    /// Builds a tree over at least one piece. Returns with it the order of the leaves: `order[i]`
    /// is the piece of the i-th leaf from left to right. The links of the leaves are numbered in
    /// this order, so that pieces stored in it are near each other in memory.
    pub(crate) fn build(input: &BuildInput<V>, rule: SplitRule) -> (Self, Vec<u32>) {
        let count = input.centers.len();
        let item = |(&center, piece)| BuildItem { center, piece };
        let mut items: Vec<BuildItem> = input.centers.iter().zip(0..).map(item).collect();
        let mut spare: Vec<BuildItem> = Vec::with_capacity(count);
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
                continue;
            }
            let middle = start + split(input, rule, &mut items[start..end], &mut spare);
            let child = nodes.len();
            nodes[index].link = child as u32;
            nodes.push(placeholder());
            nodes.push(placeholder());
            open.push((child + 1, middle, end));
            open.push((child, start, middle));
        }
        let mut tree = Tree { nodes };
        tree.refit(|leaf| input.volumes[items[leaf as usize].piece as usize].clone());
        (tree, items.iter().map(|item| item.piece).collect())
    }
}

/// Splits the pieces in place by the rule. Returns how many are on the first side: at least one,
/// and not all.
fn split<V: Volume>(
    input: &BuildInput<V>,
    rule: SplitRule,
    items: &mut [BuildItem],
    spare: &mut Vec<BuildItem>,
) -> usize {
    let mean = mean(items);
    let axis = match rule.axis {
        SplitAxis::Splatter => greatest_variance(mean, items),
        SplitAxis::Longest => largest_axis(extents(items)),
        SplitAxis::LeastSum | SplitAxis::LeastMax => {
            let cost = |axis: usize, items: &mut [BuildItem], spare: &mut Vec<BuildItem>| {
                let first = partition(rule.point, axis, mean, items, spare);
                let (left, right) = items.split_at(first);
                // Flat children have no volume: their sizes decide.
                let measures = [union(input, left), union(input, right)]
                    .map(|volume| [volume.volume(), volume.size()]);
                let [left, right] = measures;
                [0, 1].map(|measure| match rule.axis {
                    SplitAxis::LeastSum => left[measure] + right[measure],
                    _ => left[measure].max(right[measure]),
                })
            };
            let costs = [0, 1, 2].map(|axis| cost(axis, items, spare));
            (1..3).fold(0, |best, axis| {
                if costs[axis] < costs[best] {
                    axis
                } else {
                    best
                }
            })
        }
    };
    partition(rule.point, axis, mean, items, spare)
}

fn union<V: Volume>(input: &BuildInput<V>, items: &[BuildItem]) -> V {
    let volume = |item: &BuildItem| &input.volumes[item.piece as usize];
    let first = volume(&items[0]).clone();
    items[1..]
        .iter()
        .fold(first, |sum, item| sum.union(volume(item)))
}

fn largest_axis(v: Vec3) -> usize {
    (1..3).fold(0, |best, axis| if v[axis] > v[best] { axis } else { best })
}

fn mean(items: &[BuildItem]) -> Vec3 {
    let sum: DVec3 = items.iter().map(|item| item.center.as_dvec3()).sum();
    (sum / items.len() as f64).as_vec3()
}

fn greatest_variance(mean: Vec3, items: &[BuildItem]) -> usize {
    let spread = |item: &BuildItem| {
        let offset = item.center - mean;
        offset * offset
    };
    largest_axis(items.iter().map(spread).sum())
}

/// The extents (m) of the box around the pieces' centres.
fn extents(items: &[BuildItem]) -> Vec3 {
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for item in items {
        low = low.min(item.center);
        high = high.max(item.center);
    }
    high - low
}

fn partition(
    point: SplitPoint,
    axis: usize,
    mean: Vec3,
    items: &mut [BuildItem],
    spare: &mut Vec<BuildItem>,
) -> usize {
    let along = |item: &BuildItem| item.center[axis];
    let at = match point {
        SplitPoint::Median => return split_at_median(axis, items),
        SplitPoint::Mean => mean[axis],
        SplitPoint::Middle => {
            let low = items.iter().map(along).fold(f32::INFINITY, f32::min);
            let high = items.iter().map(along).fold(f32::NEG_INFINITY, f32::max);
            0.5 * low + 0.5 * high
        }
    };
    // The partition is stable, so that the tree depends on nothing but the input. Centres exactly
    // on the split point go to the two sides in turn (source 1). The side is hard to predict, so
    // each item is written to both sides and only one count grows.
    spare.resize(items.len(), items[0]);
    let (mut kept, mut others) = (0, 0);
    let mut left_turn = true;
    for index in 0..items.len() {
        let item = items[index];
        let value = along(&item);
        let is_level = value == at;
        let left = (value < at) | (is_level & left_turn);
        left_turn ^= is_level;
        items[kept] = item;
        spare[others] = item;
        kept += usize::from(left);
        others += usize::from(!left);
    }
    items[kept..].copy_from_slice(&spare[..others]);
    if kept == 0 || others == 0 {
        return split_at_median(axis, items);
    }
    kept
}

/// Splits at the median, which is always possible.
fn split_at_median(axis: usize, items: &mut [BuildItem]) -> usize {
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |p, q| {
        let (u, v) = (p.center[axis], q.center[axis]);
        u.total_cmp(&v).then(p.piece.cmp(&q.piece))
    });
    half
}

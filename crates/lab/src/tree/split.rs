//! Rules by which a node's triangles are split.
//!
//! Idea: an axis and a point on it part the triangles by their middles. Axes: *splatter*, along which the middles
//! vary most; *longest*, of the content; *least sum* and *least max* of the children's true volumes. Points:
//! *mean* (tighter), *median* (balanced), *middle* of the content's extent, *bounded overlap*: where the
//! children's projections overlap least while neither side has more than twice the other's triangles. The axes
//! are those of the volume, so that boxes of any orientation are split along themselves. If all fall on one side,
//! the next axis is tried, then halves by count. An octree cuts all three axes in the middle.
//!
//! Source 1, SOLID, RAPID, QuickCD, sphere trees; source 2, OBB trees; source 5, volumes.

use glam::DVec3;

use super::Tree;
use crate::volume::{BoundingVolume, Triangle};

/// The way a tree comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All nodes are split at once.
    TopDown,
    /// A node is split when a descent first enters it.
    Lazy,
    /// Nodes are joined: [`super::bottom_up`].
    BottomUp,
    /// Cubes are split into eight at once.
    Octree,
}

/// The axis of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The greatest variance of the middles.
    Splatter,
    /// The greatest extent.
    Longest,
    /// The least sum of the children's true volumes.
    LeastSum,
    /// The least true volume of the larger child.
    LeastMax,
}

/// The point of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The mean of the middles.
    Mean,
    /// Half of the triangles on each side.
    Median,
    /// The middle of the extent.
    Middle,
    /// The least overlap of the projections, the larger side at most twice the smaller.
    BoundedOverlap,
}

/// The rules of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The way it comes about.
    pub way: Way,
    /// The axis.
    pub axis: Axis,
    /// The point.
    pub point: Point,
    /// The most triangles of a leaf.
    pub leaf: usize,
    /// The most children of a node: 2 to 8.
    pub arity: usize,
}

/// The rules of source 1's library: splatter, mean, one triangle a leaf.
pub const PLAIN: Rules = Rules {
    way: Way::TopDown,
    axis: Axis::Splatter,
    point: Point::Mean,
    leaf: 1,
    arity: 2,
};

/// A triangle seen along the axes of a node: its middle and its extent.
struct Seen {
    triangle: usize,
    middle: DVec3,
    low: DVec3,
    high: DVec3,
}

type Sides = [Vec<usize>; 2];

impl<M: BoundingVolume> Tree<M> {
    /// The parts of a node, at least two.
    pub(super) fn split(&self, node: usize) -> Vec<Vec<usize>> {
        let node = &self.nodes[node];
        let own = self.kind.axes(&node.volume).transpose();
        let see = |members: &[usize]| -> Vec<Seen> {
            let seen = members.iter().map(|&triangle| {
                let [a, b, c] = self.triangles[triangle].map(|p| own * p);
                Seen {
                    triangle,
                    middle: (a + b + c) / 3.0,
                    low: a.min(b).min(c),
                    high: a.max(b).max(c),
                }
            });
            seen.collect()
        };
        if self.rules.way == Way::Octree {
            let parts = octants(&see(&node.triangles));
            if parts.len() > 1 {
                return parts;
            }
        }
        let mut parts = vec![node.triangles.clone()];
        while parts.len() < self.rules.arity {
            let largest = (0..parts.len())
                .max_by_key(|&i| parts[i].len())
                .unwrap_or(0);
            if parts.len() > 1 && parts[largest].len() <= self.rules.leaf {
                break;
            }
            let part = parts.swap_remove(largest);
            parts.extend(self.halves(&see(&part)));
        }
        parts
    }

    fn halves(&self, seen: &[Seen]) -> Sides {
        let mut order = [0, 1, 2].map(|axis| {
            let sides = cut(seen, axis, self.rules.point);
            (self.cost(seen, axis, &sides), axis, sides)
        });
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = order[0].1;
        let found = order.into_iter().map(|(_, _, sides)| sides);
        let mut whole = found.filter(|sides| sides.iter().all(|side| !side.is_empty()));
        whole
            .next()
            .unwrap_or_else(|| cut(seen, first, Point::Median))
    }

    /// The cost of an axis; the least one is taken.
    fn cost(&self, seen: &[Seen], axis: usize, sides: &Sides) -> f64 {
        let size = |side: &Vec<usize>| {
            let content: Vec<Triangle> = side.iter().map(|&t| self.triangles[t]).collect();
            self.kind.true_size(&self.kind.fit(&content))
        };
        let is_whole = sides.iter().all(|side| !side.is_empty());
        match self.rules.axis {
            Axis::Splatter => {
                let mean = mean(seen, axis);
                let off = seen.iter().map(|s| (s.middle[axis] - mean).powi(2));
                -off.sum::<f64>()
            }
            Axis::Longest => {
                let (low, high) = extent(seen, axis);
                low - high
            }
            Axis::LeastSum if is_whole => size(&sides[0]) + size(&sides[1]),
            Axis::LeastMax if is_whole => size(&sides[0]).max(size(&sides[1])),
            Axis::LeastSum | Axis::LeastMax => f64::INFINITY,
        }
    }
}

fn mean(seen: &[Seen], axis: usize) -> f64 {
    seen.iter().map(|s| s.middle[axis]).sum::<f64>() / seen.len() as f64
}

fn extent(seen: &[Seen], axis: usize) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let widen = |(low, high): (f64, f64), s: &Seen| (low.min(s.low[axis]), high.max(s.high[axis]));
    seen.iter().fold(start, widen)
}

/// The two sides of a cut; one may be empty, but not by the median.
fn cut(seen: &[Seen], axis: usize, point: Point) -> Sides {
    let at = match point {
        Point::Mean => mean(seen, axis),
        Point::Middle => {
            let (low, high) = extent(seen, axis);
            (low + high) / 2.0
        }
        Point::Median | Point::BoundedOverlap => return counted(seen, axis, point),
    };
    let mut sides = [Vec::new(), Vec::new()];
    let mut turn = 0;
    for s in seen {
        // Middles exactly on the point go to the two sides in turn.
        let side = if s.middle[axis] == at {
            turn = 1 - turn;
            turn
        } else {
            usize::from(s.middle[axis] > at)
        };
        sides[side].push(s.triangle);
    }
    sides
}

/// A cut after some number of the triangles in their order along the axis.
fn counted(seen: &[Seen], axis: usize, point: Point) -> Sides {
    let mut order: Vec<&Seen> = seen.iter().collect();
    order.sort_by(|a, b| a.middle[axis].total_cmp(&b.middle[axis]));
    let count = order.len();
    let half = count / 2;
    let first = match point {
        Point::BoundedOverlap => {
            let overlap = |first: &usize| {
                let high = order[..*first].iter().map(|s| s.high[axis]);
                let low = order[*first..].iter().map(|s| s.low[axis]);
                high.fold(f64::NEG_INFINITY, f64::max) - low.fold(f64::INFINITY, f64::min)
            };
            let least = count.div_ceil(3);
            let best = (least..=count - least).min_by(|i, j| overlap(i).total_cmp(&overlap(j)));
            best.unwrap_or(half)
        }
        _ => half,
    };
    let names = |part: &[&Seen]| part.iter().map(|s| s.triangle).collect();
    [names(&order[..first]), names(&order[first..])]
}

/// The parts in the eight octants about the middle of the extent.
fn octants(seen: &[Seen]) -> Vec<Vec<usize>> {
    let middle = [0, 1, 2].map(|axis| {
        let (low, high) = extent(seen, axis);
        (low + high) / 2.0
    });
    let mut parts = vec![Vec::new(); 8];
    for s in seen {
        let octant: usize = (0..3)
            .map(|axis| usize::from(s.middle[axis] > middle[axis]) << axis)
            .sum();
        parts[octant].push(s.triangle);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

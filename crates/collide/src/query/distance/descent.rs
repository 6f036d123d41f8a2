//! The descent of two trees in search of the nearest pair of triangles.
//!
//! Depth first: of two child pairs the one with the lower bound is followed at once. The other one
//! is pushed on a stack with its bound, and is dropped there if something nearer was found
//! meanwhile. All pairs that were not visited are at least as far apart as the least bound on the
//! stack: that bound is the answer when the budget ends.

use glam::Vec3;

use crate::params;
use crate::query::distance::axis_test::{is_axis_worthwhile, maximum};
use crate::query::distance::node_bounds::{Estimate, Expansion, NodeBounds};
use crate::query::distance::search::DistanceSearch;

/// A pair of nodes that is still to be visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingPair {
    nodes: (u32, u32),
    /// The square of a lower bound of their distance, in square metres.
    bound: f32,
}

/// The end of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) enum DistanceDescentEnd {
    /// No nearer pair is left.
    Done,
    /// The budget is spent: pairs that were not visited are at least this far apart (m), and the points,
    /// in the first frame, stand for the volume where the descent stopped.
    Cut { bound: f32, points: [Vec3; 2] },
}

impl DistanceSearch<'_> {
    /// Searches all pairs of nodes.
    pub(super) fn run(
        &mut self,
        nodes: &mut impl NodeBounds,
        stack: &mut Vec<PendingPair>,
    ) -> DistanceDescentEnd {
        if let Some(axis) = self.axis {
            nodes.set_axis(axis);
        }
        stack.clear();
        stack.reserve(params::PENDING_NODE_PAIRS_RESERVED);
        let mut root = PendingPair {
            nodes: (0, 0),
            bound: 0.0,
        };
        if !self.count_volume_test() {
            return self.cut(nodes, stack, &root);
        }
        root.bound = nodes.estimate(0, 0, self.counters).bound;
        stack.push(root);
        while let Some(mut pair) = stack.pop() {
            while pair.bound <= self.limit_squared
                && !self.is_separated_along_axis(pair.nodes, nodes)
            {
                let (a, b) = pair.nodes;
                let children = match nodes.expansion(a, b) {
                    Expansion::Pieces(piece_a, piece_b) => {
                        let before = self.limit;
                        let mut open = self.test_pieces(piece_a, piece_b);
                        if open && self.limit < before {
                            if let Some(axis) = self.axis {
                                nodes.set_axis(axis);
                            }
                            if self.separation_tries < params::MAX_WHOLE_SEPARATION_TESTS {
                                self.separation_tries += 1;
                                open = self.nearest_direction_separates() == Ok(false);
                            }
                        }
                        if !open {
                            let ended = if self.meter.is_spent() {
                                self.cut(nodes, stack, &pair)
                            } else {
                                DistanceDescentEnd::Done
                            };
                            return ended;
                        }
                        break;
                    }
                    Expansion::First(child) => [(child, b), (child + 1, b)],
                    Expansion::Second(child) => [(a, child), (a, child + 1)],
                };
                let mut estimates = [Estimate::default(); 2];
                for (slot, (next_a, next_b)) in estimates.iter_mut().zip(children) {
                    if !self.count_volume_test() {
                        return self.cut(nodes, stack, &pair);
                    }
                    *slot = nodes.estimate(next_a, next_b, self.counters);
                    self.counters.volume_overlaps += u64::from(slot.bound == 0.0);
                }
                let near = usize::from(!estimates[0].is_before(&estimates[1]));
                let child = |which: usize| PendingPair {
                    nodes: children[which],
                    // A child's bound may be looser than its parent's: the tighter one holds.
                    bound: maximum(estimates[which].bound, pair.bound),
                };
                let (next, later) = (child(near), child(1 - near));
                if later.bound <= self.limit_squared {
                    stack.push(later);
                }
                pair = next;
            }
        }
        DistanceDescentEnd::Done
    }

    /// Returns true if the axis of the nearest pair separates two nodes. It is not tested once it hardly
    /// ever separates any.
    #[inline]
    fn is_separated_along_axis(&mut self, (a, b): (u32, u32), nodes: &impl NodeBounds) -> bool {
        if !is_axis_worthwhile(self.axis_tests, self.axis_separations) {
            return false;
        }
        let is_separated = nodes.gap_along_axis(a, b) > self.pruning_limit(self.limit);
        self.axis_tests += 1;
        self.axis_separations += u32::from(is_separated);
        is_separated
    }

    #[inline]
    fn count_volume_test(&mut self) -> bool {
        let open = self.meter.take();
        self.counters.volume_tests += u64::from(open);
        open
    }

    /// The end of a search whose budget is spent at this pair of nodes, with others on the stack.
    fn cut(
        &self,
        nodes: &impl NodeBounds,
        stack: &[PendingPair],
        pair: &PendingPair,
    ) -> DistanceDescentEnd {
        let least = stack.iter().map(|s| s.bound).fold(pair.bound, f32::min);
        DistanceDescentEnd::Cut {
            bound: sqrt_rounded_down(least),
            points: nodes.border_points(pair.nodes.0),
        }
    }
}

/// The square root, rounded down; the bound of a pair of nodes as a distance.
fn sqrt_rounded_down(squared: f32) -> f32 {
    squared.sqrt() * (1.0 - 4.0 * f32::EPSILON)
}

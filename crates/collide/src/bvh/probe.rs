//! The probe: a quick search for a hit before the full descent.
//!
//! *Idea*: most pairs of models for which a descent starts do meet, mostly where their trees overlap deepest.
//! The probe heads directly for that place: it replaces both nodes of a pair by their children at once, so
//! that it needs half as many steps to the leaves, and follows the deepest of the four pairs. It compares
//! only the nodes' boxes along the six directions of their faces, four pairs in SIMD lanes, which costs a
//! fraction of transforming whole volumes. The other pairs wait on a stack.
//!
//! *Limits*: it ends at the first hit, when no pair is left, or after a fixed number of pairs, when a
//! full descent has to decide. It drops no pair that may meet: if no pair is left, there is no hit.

use glam::{Mat3, Vec3};
use wide::f32x4;

use crate::bounding::Volume;
use crate::budget::Meter;
use crate::bvh::Tree;
use crate::bvh::box_gap::{box_transforms, gaps};
use crate::counters::Counters;
use crate::params;

/// The outcome of a probe.
pub(crate) enum ProbeEnd {
    /// The visitor of leaves ended it.
    Enough,
    /// No other pairs of leaves overlap.
    Apart,
    /// A full descent has to decide.
    Unknown,
    /// The budget ended at these two nodes, whose boxes overlap.
    Cut(u32, u32),
}

/// A probe of two trees.
pub(crate) struct Probe<'q, V> {
    pub a: &'q Tree<V>,
    pub b: &'q Tree<V>,
    /// From the second frame to the first.
    pub rotation: Mat3,
    pub translation: Vec3,
    /// A bound of the rounding of a point transformed in f32, in metres.
    pub margin: f32,
    pub stack: &'q mut Vec<(u32, u32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

impl<V: Volume> Probe<'_, V> {
    /// Calls `leaves` with pairs of pieces until it returns false.
    pub(crate) fn run(
        self,
        mut leaves: impl FnMut(u32, u32, &mut Meter, &mut Counters) -> bool,
    ) -> ProbeEnd {
        let (nodes_a, nodes_b) = (self.a.nodes(), self.b.nodes());
        let (to_a, to_b) = box_transforms(&self.rotation, self.translation);
        // The margin is 8 units in the last place of the lengths that the gaps are made of. Twice a
        // gap is rounded by at most 18 of them (see `gaps`), which is less than these 32.
        let margin = 4.0 * self.margin;
        let (mut a, mut b) = (0, 0);
        let mut leaf_pairs = 0;
        self.stack.clear();
        for _ in 0..params::PROBE_PAIRS {
            let (node_a, node_b) = (&nodes_a[a as usize], &nodes_b[b as usize]);
            if let (Some(piece_a), Some(piece_b)) = (node_a.piece(), node_b.piece()) {
                leaf_pairs += 1;
                self.counters.probe_pieces += 1;
                if !leaves(piece_a, piece_b, self.meter, self.counters) {
                    return ProbeEnd::Enough;
                }
                if self.meter.is_spent() {
                    return ProbeEnd::Cut(a, b);
                }
                if leaf_pairs == params::PROBE_LEAF_PAIRS {
                    return ProbeEnd::Unknown;
                }
            } else {
                // A leaf takes the place of both of its children.
                let (first_a, more_a) = node_a.first_child().map_or((a, 0), |child| (child, 1));
                let (first_b, more_b) = node_b.first_child().map_or((b, 0), |child| (child, 1));
                let wanted = u64::from((1 + more_a) * (1 + more_b));
                let taken = self.meter.take_some(wanted);
                self.counters.probe_tests += taken;
                if taken < wanted {
                    return ProbeEnd::Cut(a, b);
                }
                // Without closures over arrays, which are not inlined.
                let volume_a = |index: u32| &nodes_a[index as usize].volume;
                let volume_b = |index: u32| &nodes_b[index as usize].volume;
                let one_a = to_b.in_both_frames(volume_a(first_a).box_limits());
                let other_a = to_b.in_both_frames(volume_a(first_a + more_a).box_limits());
                let one_b = to_a.in_both_frames(volume_b(first_b).box_limits());
                let other_b = to_a.in_both_frames(volume_b(first_b + more_b).box_limits());
                let [x, y, z, _] = f32x4::transpose([
                    gaps(&one_a, &one_b),
                    gaps(&one_a, &other_b),
                    gaps(&other_a, &one_b),
                    gaps(&other_a, &other_b),
                ]);
                let widest = x.fast_max(y).fast_max(z).to_array();
                let pair = |lane: u32| (first_a + (lane >> 1 & more_a), first_b + (lane & more_b));
                let mut deepest = 0;
                for lane in 1..4 {
                    if widest[lane as usize] < widest[deepest as usize] {
                        deepest = lane;
                    }
                }
                for lane in 0..4 {
                    // Lanes that repeat a pair, where a node is a leaf, are left out.
                    let is_double = lane & 1 > more_b || lane >> 1 > more_a;
                    if lane != deepest && !is_double && widest[lane as usize] <= margin {
                        self.stack.push(pair(lane));
                    }
                }
                if widest[deepest as usize] <= margin {
                    (a, b) = pair(deepest);
                    continue;
                }
            }
            match self.stack.pop() {
                Some(next) => (a, b) = next,
                None => return ProbeEnd::Apart,
            }
        }
        ProbeEnd::Unknown
    }
}

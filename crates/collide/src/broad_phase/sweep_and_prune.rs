//! Sweep and prune: end points on three axes that stay sorted as they move.

use crate::broad_phase::insertion_sort::{insertion_sort, sortable};
use crate::broad_phase::overlap_flags::OverlapFlags;
use crate::broad_phase::{
    BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair, is_pair, overlap,
};
use crate::debug_draw::{DebugKind, DebugSink, draw_aabb, draw_sorted_axis};
use crate::math::Aabb;
use crate::params;

/// I-COLLIDE's sweep and prune.
///
/// On each axis the lower and upper ends of all boxes are in one sorted list. Moving bodies disturb
/// the order a little, and insertion sort restores it. A lower end that moves below another body's
/// upper end starts an overlap of the two on this axis; an upper end that moves below a lower end
/// ends it. Three bits per pair store on which axes the two overlap; a pair overlaps on all three
/// (beyond 2048 bodies the boxes are compared instead, since the bits grow with the square). Only
/// such swaps change the list of pairs.
///
/// The cost is the number of swaps: almost none for bodies at rest. On a floor, where all bodies
/// overlap in height, and in crowds it grows faster than the cost of a grid. New bodies enter at the
/// end of the lists and are sorted in, which is cheap for a few; after too many swaps (a new scene, a
/// teleport) everything is sorted anew. Sources: Cohen et al., "I-COLLIDE" (1995); Jyrki Rasku,
/// *Törmäysten havaitseminen tietokoneanimaatiossa*, master's thesis, University of Tampere, 2003
/// (end point records, insertion sort on the last frame's order).
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    axes: [Vec<u64>; 3],
    /// The bodies of the last update.
    known: Vec<BroadBody>,
    flags: OverlapFlags,
    /// Keys of the pairs, sorted.
    active: Vec<u64>,
    /// Keys of the pairs that may have come or gone in this update.
    touched: Vec<u64>,
    merged: Vec<u64>,
    statistics: BroadStatistics,
}

// An end point: the sortable coordinate in the upper half, then one bit "upper end", then the body.
// Lower ends sort before upper ends of the same coordinate, so boxes that touch overlap.
const UPPER: u64 = 1 << 31;
const BODY: u64 = UPPER - 1;

#[inline]
fn end_point(bodies: &[BroadBody], axis: usize, name: u64) -> u64 {
    let bounds = &bodies[(name & BODY) as usize].bounds;
    let coordinate = if name & UPPER == 0 {
        bounds.min[axis]
    } else {
        bounds.max[axis]
    };
    u64::from(sortable(coordinate)) << 32 | name & (UPPER | BODY)
}

impl SweepAndPrune {
    /// A broad phase ready for its first update.
    pub fn new() -> Self {
        SweepAndPrune::default()
    }

    fn uses_flags(bodies: usize) -> bool {
        bodies <= params::MOST_FLAGGED_BODIES
    }

    /// Removes or adds bodies at the end of the list. Returns false if everything must be rebuilt.
    fn resize(&mut self, bodies: &[BroadBody]) -> bool {
        let (before, now) = (self.known.len(), bodies.len());
        let kept = before.min(now);
        let changes_kind = (self.known[..kept].iter())
            .zip(bodies)
            .any(|(then, now)| then.fixed != now.fixed);
        if changes_kind
            || Self::uses_flags(before) != Self::uses_flags(now)
            || before.abs_diff(now) > params::MOST_INSERTED_BODIES + now / 16
        {
            return false;
        }
        if now < before {
            for axis in &mut self.axes {
                axis.retain(|&point| ((point & BODY) as usize) < now);
            }
            self.active
                .retain(|&key| (Pair::from_key(key).b as usize) < now);
        }
        for axis in &mut self.axes {
            // At the end, one after the other: no body overlaps a new one there.
            axis.extend((before..now).flat_map(|body| [body as u64, body as u64 | UPPER]));
        }
        if Self::uses_flags(now) {
            self.flags.resize(now);
        }
        true
    }

    /// Sorts the end points and collects the pairs that may have changed. Returns false if it gave up.
    fn sort(&mut self, bodies: &[BroadBody]) -> bool {
        let most = params::SWEEP_AND_PRUNE_SWAPS_PER_BODY * bodies.len() as u64
            + params::SWEEP_AND_PRUNE_SWAPS;
        let uses_flags = Self::uses_flags(bodies.len());
        for axis in 0..3 {
            for point in &mut self.axes[axis] {
                *point = end_point(bodies, axis, *point);
            }
            let (flags, touched, known) = (&mut self.flags, &mut self.touched, &self.known);
            let mut tested = 0;
            let swaps = insertion_sort(&mut self.axes[axis], most, |low, high| {
                let (one, other) = ((low & BODY) as u32, (high & BODY) as u32);
                if (low ^ high) & UPPER == 0 || one == other {
                    return;
                }
                tested += 1;
                let (a, b) = (&bodies[one as usize], &bodies[other as usize]);
                let changes = match (low & UPPER == 0, uses_flags) {
                    (true, true) => flags.set_overlap(one, other, axis),
                    (true, false) => a.bounds.overlaps(&b.bounds),
                    (false, true) => flags.clear_overlap(one, other, axis),
                    (false, false) => {
                        // A new body was in no pair.
                        let then = |body: u32| known.get(body as usize);
                        match (then(one), then(other)) {
                            (Some(a), Some(b)) => a.bounds.overlaps(&b.bounds),
                            _ => false,
                        }
                    }
                };
                if changes && !(a.fixed && b.fixed) {
                    touched.push(Pair::new(one, other).key());
                }
            });
            self.statistics.tested += tested;
            let Some(swaps) = swaps else {
                return false;
            };
            self.statistics.moved += swaps;
        }
        true
    }

    /// Adds the new pairs and drops those that have ended.
    fn update_active(&mut self, bodies: &[BroadBody]) {
        if self.touched.is_empty() {
            return;
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        self.merged.clear();
        let mut active = self.active.iter().copied().peekable();
        for &key in &self.touched {
            while let Some(before) = active.next_if(|&before| before < key) {
                self.merged.push(before);
            }
            active.next_if_eq(&key);
            // The boxes decide, not the order of the swaps.
            let pair = Pair::from_key(key);
            if is_pair(&bodies[pair.a as usize], &bodies[pair.b as usize]) {
                self.merged.push(key);
            }
        }
        self.merged.extend(active);
        std::mem::swap(&mut self.active, &mut self.merged);
    }

    /// Clears everything and sorts all end points again.
    fn rebuild(&mut self, bodies: &[BroadBody]) {
        for (axis, points) in self.axes.iter_mut().enumerate() {
            points.clear();
            for body in 0..bodies.len() as u64 {
                points.push(end_point(bodies, axis, body));
                points.push(end_point(bodies, axis, body | UPPER));
            }
            points.sort_unstable();
        }
        let uses_flags = Self::uses_flags(bodies.len());
        self.flags.resize(if uses_flags { bodies.len() } else { 0 });
        self.flags.clear();
        self.active.clear();
        let axes = if uses_flags { 0..3 } else { 0..1 };
        for axis in axes {
            self.sweep(bodies, axis, uses_flags);
        }
        self.active.sort_unstable();
    }

    /// Sweeps along one sorted axis and records which intervals overlap.
    fn sweep(&mut self, bodies: &[BroadBody], axis: usize, uses_flags: bool) {
        // The bodies whose interval is open, and the position of each in that list.
        let open = &mut self.touched;
        open.clear();
        for &point in &self.axes[axis] {
            let body = point & BODY;
            if point & UPPER != 0 {
                if let Some(at) = open.iter().position(|&other| other == body) {
                    open.swap_remove(at);
                }
                continue;
            }
            for &other in open.iter() {
                self.statistics.tested += 1;
                let (one, other) = (body as u32, other as u32);
                let (a, b) = (&bodies[one as usize], &bodies[other as usize]);
                let overlap = if uses_flags {
                    self.flags.set_overlap(one, other, axis)
                } else {
                    a.bounds.overlaps(&b.bounds)
                };
                if overlap && !(a.fixed && b.fixed) {
                    self.active.push(Pair::new(one, other).key());
                }
            }
            open.push(body);
        }
        open.clear();
    }
}

impl BroadPhase for SweepAndPrune {
    fn name(&self) -> &'static str {
        "sweep and prune"
    }

    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        self.statistics = BroadStatistics {
            bodies: bodies.len(),
            ..BroadStatistics::default()
        };
        self.touched.clear();
        if self.resize(bodies) && self.sort(bodies) {
            self.update_active(bodies);
        } else {
            self.rebuild(bodies);
        }
        self.known.clear();
        self.known.extend_from_slice(bodies);
        pairs.clear();
        pairs.extend(self.active.iter().copied().map(Pair::from_key));
        self.statistics.pairs = pairs.len();
    }

    /// Searches along the axis and from the end with the fewest end points to visit.
    fn visit_overlapping(&self, _: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
        let mut fewest: Option<(&[u64], u64)> = None;
        for (axis, points) in self.axes.iter().enumerate() {
            let at_most = |coordinate: f32| {
                let coordinate = sortable(coordinate);
                points.partition_point(|point| (point >> 32) as u32 <= coordinate)
            };
            // Boxes that begin before the end, and those that end after the beginning.
            let below = |coordinate: f32| {
                let coordinate = sortable(coordinate);
                points.partition_point(|point| ((point >> 32) as u32) < coordinate)
            };
            let before = (&points[..at_most(bounds.max[axis])], 0);
            let after = (&points[below(bounds.min[axis])..], UPPER);
            for side in [before, after] {
                if fewest.is_none_or(|least| side.0.len() < least.0.len()) {
                    fewest = Some(side);
                }
            }
        }
        let Some((points, end)) = fewest else { return };
        for point in points.iter().filter(|point| **point & UPPER == end) {
            let body = (point & BODY) as u32;
            if overlap(&self.known[body as usize].bounds, bounds) {
                visit(body);
            }
        }
    }

    fn statistics(&self) -> BroadStatistics {
        self.statistics
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        // Sorted end points and overlaps follow from the bodies alone, not from earlier updates.
        self.update(bodies, scratch);
        self.statistics = memory.statistics;
    }

    /// Collects the pairs that overlap on two or three axes: one more swap of end points may change their
    /// state.
    fn compared(&self, out: &mut Vec<Pair>) {
        out.clear();
        let on_axes = |a: &Aabb, b: &Aabb| {
            let axes = 0..3;
            axes.filter(|axis| a.min[*axis] <= b.max[*axis] && b.min[*axis] <= a.max[*axis])
                .count()
        };
        for (a, body) in (0..).zip(&self.known) {
            for (b, other) in (0..).zip(&self.known).skip(a as usize + 1) {
                if !(body.fixed & other.fixed) && on_axes(&body.bounds, &other.bounds) >= 2 {
                    out.push(Pair { a, b });
                }
            }
        }
    }

    /// Draws the intervals of all bodies along the two axes of the floor, and their boxes.
    fn draw(&self, sink: &mut dyn DebugSink) {
        let boxes: Vec<Aabb> = self.known.iter().map(|body| body.bounds).collect();
        for axis in [0, 2] {
            draw_sorted_axis(&boxes, axis, sink);
        }
        for bounds in &boxes {
            draw_aabb(bounds, sink, DebugKind::Bounds);
        }
    }
}

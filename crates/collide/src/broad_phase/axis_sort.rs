//! Axis sort: intervals sorted along one axis.

use crate::broad_phase::insertion_sort::{insertion_sort, sortable};
use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair, overlap};
use crate::debug_draw::{DebugSink, draw_sorted_axis};
use crate::math::Aabb;
use crate::params;

/// Sorts the bodies by the lower end of their boxes along one axis and compares each with those that
/// begin before it ends.
///
/// Insertion sort updates the order of the last update, which costs little while bodies move little.
/// The cost is the number of pairs whose intervals overlap along the axis: small in long worlds (a
/// road), large where many bodies stand abreast. By default each update chooses the axis along which
/// the bodies are spread most. Source: source 1's "axis sort"; choice of the axis: Ericson,
/// "Real-Time Collision Detection" (2005), section 7.5.
#[derive(Clone, Debug, Default)]
pub struct AxisSort {
    /// The axis to use, or none to choose one in each update.
    fixed_axis: Option<usize>,
    /// The axis of the last update.
    axis: usize,
    /// Keys with the lower end (sortable) in the upper half and the body in the lower half.
    order: Vec<u64>,
    /// The bodies in that order, so that the comparison reads memory from front to back.
    sorted: Vec<SortedBody>,
    found: Vec<u64>,
    statistics: BroadStatistics,
}

#[derive(Clone, Copy, Debug)]
struct SortedBody {
    bounds: Aabb,
    body: u32,
    fixed: bool,
}

impl AxisSort {
    /// Chooses the axis with the greatest spread in every update.
    pub fn new() -> Self {
        AxisSort::default()
    }

    /// Always sorts along axis 0 (x), 1 (y) or 2 (z); greater numbers count as 2.
    pub fn along(axis: usize) -> Self {
        AxisSort {
            fixed_axis: Some(axis.min(2)),
            ..AxisSort::default()
        }
    }

    /// The axis of the last update: 0 (x), 1 (y) or 2 (z).
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Sets the axis along which the bodies count as sorted last.
    pub(super) fn begin_with(&mut self, axis: usize) {
        self.axis = axis;
    }

    /// The axis along which the centres vary most; the current one if it is nearly as good, because after a
    /// change all bodies must be sorted anew.
    fn best_axis(bodies: &[BroadBody], current: usize) -> usize {
        // f64, so that squares of huge coordinates stay finite.
        let weight = 1.0 / bodies.len().max(1) as f64;
        let (mut mean, mut square) = (glam::DVec3::ZERO, glam::DVec3::ZERO);
        for body in bodies {
            let center = body.bounds.center().as_dvec3();
            mean += center * weight;
            square += center * center * weight;
        }
        let variance = square - mean * mean;
        let mut best = current;
        for axis in 0..3 {
            let margin = if best == current {
                params::AXIS_CHANGE_VARIANCE
            } else {
                1.0
            };
            if variance[axis] > margin * variance[best] {
                best = axis;
            }
        }
        best
    }

    /// Sorts the bodies by their lower ends, from the order of the last update.
    fn sort(&mut self, bodies: &[BroadBody]) -> u64 {
        let count = bodies.len();
        let known = self.order.len();
        if known > count {
            self.order.retain(|&key| ((key as u32) as usize) < count);
        }
        self.order.extend((known..count).map(|body| body as u64));
        for key in &mut self.order {
            let body = *key as u32;
            let lower = bodies[body as usize].bounds.min[self.axis];
            *key = u64::from(sortable(lower)) << 32 | u64::from(body);
        }
        let most = params::AXIS_SORT_SWAPS_PER_BODY * count as u64 + params::AXIS_SORT_SWAPS;
        insertion_sort(&mut self.order, most, |_, _| ()).unwrap_or_else(|| {
            self.order.sort_unstable();
            most
        })
    }
}

impl BroadPhase for AxisSort {
    fn name(&self) -> &'static str {
        "axis sort"
    }

    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        pairs.clear();
        self.found.clear();
        self.axis = self
            .fixed_axis
            .unwrap_or_else(|| Self::best_axis(bodies, self.axis));
        let moved = self.sort(bodies);
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|&key| {
            let body = key as u32;
            let BroadBody { bounds, fixed } = bodies[body as usize];
            SortedBody {
                bounds,
                body,
                fixed,
            }
        }));
        let mut tested = 0;
        for (rank, entry) in self.sorted.iter().enumerate() {
            let end = entry.bounds.max[self.axis];
            for other in &self.sorted[rank + 1..] {
                if other.bounds.min[self.axis] > end {
                    break;
                }
                tested += 1;
                if overlap(&entry.bounds, &other.bounds) & !(entry.fixed & other.fixed) {
                    self.found.push(Pair::new(entry.body, other.body).key());
                }
            }
        }
        self.found.sort_unstable();
        pairs.extend(self.found.iter().copied().map(Pair::from_key));
        self.statistics = BroadStatistics {
            bodies: bodies.len(),
            tested,
            pairs: pairs.len(),
            moved,
            ..BroadStatistics::default()
        };
    }

    fn visit_overlapping(&self, _: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
        let end = bounds.max[self.axis];
        let begin_before = |entry: &SortedBody| entry.bounds.min[self.axis] <= end;
        let first = &self.sorted[..self.sorted.partition_point(begin_before)];
        let near = first.iter().filter(|entry| overlap(&entry.bounds, bounds));
        near.for_each(|entry| visit(entry.body));
    }

    fn statistics(&self) -> BroadStatistics {
        self.statistics
    }

    fn memory(&self) -> BroadMemory {
        BroadMemory {
            statistics: self.statistics,
            axis: self.axis,
            ..BroadMemory::default()
        }
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.begin_with(memory.axis);
        self.update(bodies, scratch);
        self.statistics = memory.statistics;
    }

    fn compared(&self, out: &mut Vec<Pair>) {
        out.clear();
        for (rank, entry) in self.sorted.iter().enumerate() {
            let end = entry.bounds.max[self.axis];
            let near = self.sorted[rank + 1..].iter();
            let near = near.take_while(|other| other.bounds.min[self.axis] <= end);
            let near = near.filter(|other| !(entry.fixed & other.fixed));
            out.extend(near.map(|other| Pair::new(entry.body, other.body)));
        }
    }

    /// Draws the interval of every body along the axis.
    fn draw(&self, sink: &mut dyn DebugSink) {
        let boxes: Vec<Aabb> = self.sorted.iter().map(|entry| entry.bounds).collect();
        draw_sorted_axis(&boxes, self.axis, sink);
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn bodies_along(axis: usize, count: usize) -> Vec<BroadBody> {
        (0..count)
            .map(|i| {
                let mut center = Vec3::ZERO;
                center[axis] = 3.0 * i as f32;
                BroadBody {
                    bounds: Aabb::from_center(center, Vec3::splat(1.0)),
                    fixed: false,
                }
            })
            .collect()
    }

    #[test]
    fn the_axis_of_the_greatest_spread_is_chosen() {
        for axis in 0..3 {
            let mut sort = AxisSort::new();
            sort.update(&bodies_along(axis, 10), &mut Vec::new());
            assert_eq!(sort.axis(), axis);
            assert_eq!(sort.statistics().tested, 0);
        }
    }

    #[test]
    fn along_a_wrong_axis_everything_is_tested_and_still_right() {
        let mut sort = AxisSort::along(1);
        let mut pairs = Vec::new();
        sort.update(&bodies_along(0, 10), &mut pairs);
        assert_eq!(sort.statistics().tested, 45);
        assert!(pairs.is_empty());
    }

    #[test]
    fn an_unchanged_order_costs_no_sorting() {
        let mut sort = AxisSort::new();
        let bodies = bodies_along(2, 50);
        sort.update(&bodies, &mut Vec::new());
        sort.update(&bodies, &mut Vec::new());
        assert_eq!(sort.statistics().moved, 0);
    }
}

//! One sorted axis.
//!
//! Idea: boxes are sorted by their start on the axis along which their centres spread most; each is compared with
//! the following ones until one starts after its end.
//!
//! When: long thin worlds. Limits: in small crowded worlds most intervals overlap and all pairs are compared.
//!
//! Source 1, pairs to test (axis sort); source 5, broad phase.

use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "axis-sort",
    stage: Stage::BroadPhase,
    source: "1, pairs to test; 5, broad phase",
    paper: "",
    about: "sorted along one axis, compared while intervals overlap",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(AxisSort)),
};

struct AxisSort;

impl BroadPhase for AxisSort {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let axis = widest_axis(boxes);
        let mut order: Vec<(f64, usize)> = present(boxes).map(|(i, b)| (b.low[axis], i)).collect();
        work.ops.updates += order.len() as u64;
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        sweep(
            &order,
            |i| {
                boxes[i]
                    .as_ref()
                    .map_or(f64::NEG_INFINITY, |b| b.high[axis])
            },
            |i, j| {
                compare(boxes, [i, j], pairs, work);
            },
        );
    }
}

/// The axis along which the centres vary most.
fn widest_axis(boxes: &[Option<Aabb>]) -> usize {
    let count = present(boxes).count().max(1) as f64;
    let mean = present(boxes).map(|(_, b)| b.center()).sum::<glam::DVec3>() / count;
    let spread: glam::DVec3 = present(boxes)
        .map(|(_, b)| (b.center() - mean) * (b.center() - mean))
        .sum();
    (0..3)
        .max_by(|&i, &j| spread[i].total_cmp(&spread[j]))
        .unwrap_or(0)
}

/// Calls back for each two intervals that overlap; `order` has the starts, sorted.
pub fn sweep(
    order: &[(f64, usize)],
    end: impl Fn(usize) -> f64,
    mut meet: impl FnMut(usize, usize),
) {
    for (at, &(_, i)) in order.iter().enumerate() {
        let end = end(i);
        for &(start, j) in &order[at + 1..] {
            if start > end {
                break;
            }
            meet(i, j);
        }
    }
}

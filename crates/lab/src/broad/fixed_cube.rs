//! Fixed cubes that hold a body in any orientation, sorted along one axis.
//!
//! Idea: a cube about the body's centre, as large as its diagonal, never has to be fitted again when the body
//! turns: an update is an addition. Pairs of cubes are then compared by their boxes.
//!
//! When: many turning bodies whose boxes are costly. Limits: a cube is larger than a box, so more pairs are
//! compared; long bodies suffer most.
//!
//! Source 2, sweep and prune (fixed axis-aligned cubes).

use glam::DVec3;

use super::axis_sort::sweep;
use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "fixed-cubes",
    stage: Stage::BroadPhase,
    source: "2, sweep and prune",
    paper: "Cohen et al. 1995",
    about: "cubes for any orientation, sorted along x, then boxes",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(FixedCubes)),
};

struct FixedCubes;

impl BroadPhase for FixedCubes {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let cube = |b: &Aabb| {
            let half = (b.high - b.low).length() / 2.0;
            Aabb::around(b.center(), DVec3::splat(half * (1.0 + 1e-12)))
        };
        let cubes: Vec<Option<Aabb>> = boxes.iter().map(|b| b.as_ref().map(cube)).collect();
        let mut order: Vec<(f64, usize)> = present(&cubes).map(|(i, b)| (b.low.x, i)).collect();
        work.ops.updates += order.len() as u64;
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let end = |i: usize| cubes[i].as_ref().map_or(f64::NEG_INFINITY, |b| b.high.x);
        sweep(&order, end, |i, j| {
            work.ops.tests += 1;
            if let (Some(a), Some(b)) = (&cubes[i], &cubes[j])
                && a.meets(b)
            {
                compare(boxes, [i, j], pairs, work);
            }
        });
    }
}

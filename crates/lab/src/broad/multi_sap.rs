//! Multi-SAP: a sweep and prune of its own in each region; regular regions, or given ones (MBP).
//!
//! Idea: in a large world, the lists of one sweep and prune hold bodies that are far apart on the other axes and
//! swap without need. The world is cut into regions on the floor; a body is in the lists of every region that
//! its box meets. Pairs of several regions count once. Given regions need not cover the world: a body that
//! no region holds whole is compared with all others.
//!
//! When: large worlds. Limits: bodies on a border are in several lists.
//!
//! Source 4, broad phase (Multi-SAP); METHODS (MBP); Terdiman 2007, PhysX.

use glam::DVec3;

use super::sap::Sap;
use super::{BroadPhase, Pair, compare};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::{Aabb, World};
use crate::work::Work;

/// The row of regular regions.
pub const ROW_REGULAR: Row = Row {
    id: "multi-sap",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Terdiman 2007",
    about: "sap in each of three by three regions, which go on without end",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| Box::new(MultiSap::new(regular(world), true))),
};

/// The row of given regions.
pub const ROW_GIVEN: Row = Row {
    id: "multi-sap-regions",
    source: "4, broad phase (MBP)",
    paper: "PhysX 3",
    about: "sap in given regions; bodies that no region holds are compared with all",
    method: Method::BroadPhase(|world| Box::new(MultiSap::new(given(world), false))),
    ..ROW_REGULAR
};

struct MultiSap {
    regions: Vec<(Aabb, Sap)>,
    /// True if the regions cover all space.
    covers: bool,
}

/// Three by three columns; those at the border have no end.
fn regular(world: &World) -> Vec<Aabb> {
    let (low, size) = (world.bounds.low, world.bounds.high - world.bounds.low);
    let cut = |axis: usize, i: usize| match i {
        0 => f64::NEG_INFINITY,
        3 => f64::INFINITY,
        _ => low[axis] + size[axis] * i as f64 / 3.0,
    };
    let column = |x: usize, z: usize| Aabb {
        low: DVec3::new(cut(0, x), f64::NEG_INFINITY, cut(2, z)),
        high: DVec3::new(cut(0, x + 1), f64::INFINITY, cut(2, z + 1)),
    };
    (0..9).map(|i| column(i % 3, i / 3)).collect()
}

/// Four slabs of unequal width, which overlap and leave out the border of the world.
fn given(world: &World) -> Vec<Aabb> {
    let (low, size) = (world.bounds.low, world.bounds.high - world.bounds.low);
    let cuts = [[0.05, 0.2], [0.2, 0.5], [0.45, 0.8], [0.8, 0.95]];
    let slab = |[from, to]: [f64; 2]| {
        let mut slab = world.bounds;
        slab.low.x = low.x + size.x * from;
        slab.high.x = low.x + size.x * to;
        slab
    };
    cuts.map(slab).into()
}

impl MultiSap {
    fn new(regions: Vec<Aabb>, covers: bool) -> Self {
        let regions = regions.into_iter().map(|region| (region, Sap::default()));
        Self {
            regions: regions.collect(),
            covers,
        }
    }

    /// True if one region holds the whole box: all that it meets meet that region, too.
    fn holds(&self, b: &Aabb) -> bool {
        self.covers || self.regions.iter().any(|(region, _)| region.holds(b))
    }
}

impl BroadPhase for MultiSap {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        let mut all: Vec<Pair> = Vec::new();
        for (region, sap) in &mut self.regions {
            let here = |b: &Option<Aabb>| {
                work.ops.cells += u64::from(b.is_some());
                b.filter(|b| b.meets(region))
            };
            let members: Vec<Option<Aabb>> = boxes.iter().map(here).collect();
            sap.update(&members, pairs, work);
            all.append(pairs);
        }
        for i in 0..boxes.len() {
            if boxes[i].is_some_and(|b| !self.holds(&b)) {
                for j in (0..boxes.len()).filter(|&j| j != i) {
                    compare(boxes, [i, j], &mut all, work);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        *pairs = all;
    }
}

//! A grid in which a body is entered in every cell that its box covers.
//!
//! Idea: cells may be smaller than bodies; bodies that share a cell are compared. A pair that shares several
//! cells is counted only in the one that holds the least corner of the common part.
//!
//! When: bodies of several sizes. Limits: large bodies fill many cells.
//!
//! Source 4, broad phase (uniform grid).

use std::collections::BTreeMap;

use glam::DVec3;

use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "grid-every-cell",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "",
    about: "a body is in every cell that it covers; pairs count in the cell of their common corner",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| Box::new(Grid { side: world.cell })),
};

struct Grid {
    side: f64,
}

type Cell = [i64; 3];

impl Grid {
    fn cell(&self, p: DVec3) -> Cell {
        p.to_array().map(|x| (x / self.side).floor() as i64)
    }
}

impl BroadPhase for Grid {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let mut cells: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (i, b) in present(boxes) {
            let (low, high) = (self.cell(b.low), self.cell(b.high));
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    for z in low[2]..=high[2] {
                        work.ops.updates += 1;
                        cells.entry([x, y, z]).or_default().push(i);
                    }
                }
            }
        }
        for (cell, members) in &cells {
            work.ops.cells += 1;
            for (at, &i) in members.iter().enumerate() {
                for &j in &members[at + 1..] {
                    let (Some(a), Some(b)) = (&boxes[i], &boxes[j]) else {
                        continue;
                    };
                    if self.cell(a.low.max(b.low)) == *cell {
                        compare(boxes, [i, j], pairs, work);
                    }
                }
            }
        }
    }
}

//! Grids in which a body lives in the cell of its centre: 2D, 3D and hashed.
//!
//! Idea: cells are at least as large as the largest body, so only bodies of neighbouring cells can meet. A cell is
//! compared with itself and with half of its neighbours, never twice. 2D has the cells on the floor (x and z), 3D
//! also layers; the hashed grid keeps only occupied cells, in a table of fixed size, and has no borders.
//!
//! When: bodies of similar size. Limits: one huge body makes all cells huge.
//!
//! Source 1, pairs to test (grid); source 4, broad phase; Teschner et al. 2003 for hashing.

use std::collections::BTreeMap;

use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::{Aabb, World};
use crate::work::Work;

/// The row of the grid on the floor.
pub const ROW_2D: Row = Row {
    id: "grid-2d",
    about: "cells on the floor, each with half of its eight neighbours",
    method: Method::BroadPhase(|world| Box::new(Grid::new(world, Kind::Flat))),
    ..ROW_3D
};

/// The row of the grid in space.
pub const ROW_3D: Row = Row {
    id: "grid-3d",
    stage: Stage::BroadPhase,
    source: "1, pairs to test",
    paper: "",
    about: "cells in space, each with half of its 26 neighbours",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| Box::new(Grid::new(world, Kind::Solid))),
};

/// The row of the hashed grid.
pub const ROW_HASHED: Row = Row {
    id: "grid-hashed",
    source: "4, broad phase",
    paper: "Teschner et al. 2003",
    about: "grid-3d without borders: cells in a table of fixed size",
    method: Method::BroadPhase(|world| Box::new(Grid::new(world, Kind::Hashed))),
    ..ROW_3D
};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Flat,
    Solid,
    Hashed,
}

struct Grid {
    kind: Kind,
    world: World,
}

type Cell = [i64; 3];

/// The slots of the hashed grid: a prime number.
const SLOTS: i64 = 4093;

impl Grid {
    fn new(world: &World, kind: Kind) -> Self {
        Self {
            kind,
            world: *world,
        }
    }

    /// The cell of a centre. Bodies outside of the world live in its border cells.
    fn cell(&self, b: &Aabb, side: f64) -> Cell {
        let bounds = &self.world.bounds;
        let (center, low) = (b.center(), bounds.low);
        std::array::from_fn(|axis| {
            if self.kind == Kind::Flat && axis == 1 {
                return 0;
            }
            let cell = ((center[axis] - low[axis]) / side).floor() as i64;
            let last = ((bounds.high[axis] - low[axis]) / side).floor() as i64;
            if self.kind == Kind::Hashed {
                cell
            } else {
                cell.clamp(0, last)
            }
        })
    }

    /// The place of a cell in the list of cells.
    fn key(&self, cell: Cell) -> Cell {
        if self.kind != Kind::Hashed {
            return cell;
        }
        let [x, y, z] = cell;
        let mixed =
            x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
        [mixed.rem_euclid(SLOTS), 0, 0]
    }
}

/// Half of the neighbours of a cell: those that follow it in the order of x, y, z.
fn half_of_neighbours() -> Vec<Cell> {
    let steps = [-1, 0, 1];
    let all = steps.into_iter().flat_map(move |x| {
        steps
            .into_iter()
            .flat_map(move |y| steps.into_iter().map(move |z| [x, y, z]))
    });
    all.filter(|step| *step > [0, 0, 0]).collect()
}

impl BroadPhase for Grid {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let largest = present(boxes).map(|(_, b)| (b.high - b.low).max_element());
        let side = largest.fold(self.world.cell, f64::max);
        // Bodies of several cells may share a slot: each keeps its cell.
        let mut slots: BTreeMap<Cell, Vec<(Cell, usize)>> = BTreeMap::new();
        for (i, b) in present(boxes) {
            let cell = self.cell(b, side);
            slots.entry(self.key(cell)).or_default().push((cell, i));
            work.ops.updates += 1;
        }
        let neighbours = half_of_neighbours();
        let mut cells: Vec<Cell> = slots.values().flatten().map(|(cell, _)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let members = |cell: Cell| {
            let slot = slots.get(&self.key(cell)).map_or(&[][..], Vec::as_slice);
            slot.iter()
                .filter(move |(of, _)| *of == cell)
                .map(|(_, i)| *i)
        };
        for cell in cells {
            let own: Vec<usize> = members(cell).collect();
            for (at, &i) in own.iter().enumerate() {
                for &j in &own[at + 1..] {
                    compare(boxes, [i, j], pairs, work);
                }
            }
            for step in &neighbours {
                if self.kind == Kind::Flat && step[1] != 0 {
                    continue;
                }
                work.ops.cells += 1;
                let next: Cell = std::array::from_fn(|axis| cell[axis] + step[axis]);
                for j in members(next) {
                    own.iter()
                        .for_each(|&i| compare(boxes, [i, j], pairs, work));
                }
            }
        }
    }
}

//! Cells with lists of their bodies.

use glam::{IVec3, Vec3};

use crate::broad_phase::cell_home::CellHome;
use crate::broad_phase::cell_table::CellTable;
use crate::broad_phase::lattice::Lattice;
use crate::debug_draw::{DebugKind, DebugSink, draw_aabb, draw_floor_rectangle};

/// The end of a list of bodies.
const NONE: u32 = u32::MAX;

/// The half neighbourhood of a cell: every pair of neighbouring cells is reached from exactly one of
/// the two. The first four are on the same layer ("right, below and the diagonals" in source 1), the
/// others on the layer above.
const HALF_NEIGHBOURHOOD: [IVec3; 13] = [
    IVec3::new(1, 0, 0),
    IVec3::new(-1, 0, 1),
    IVec3::new(0, 0, 1),
    IVec3::new(1, 0, 1),
    IVec3::new(-1, 1, -1),
    IVec3::new(0, 1, -1),
    IVec3::new(1, 1, -1),
    IVec3::new(-1, 1, 0),
    IVec3::new(0, 1, 0),
    IVec3::new(1, 1, 0),
    IVec3::new(-1, 1, 1),
    IVec3::new(0, 1, 1),
    IVec3::new(1, 1, 1),
];

/// The cell of every body, and the bodies of every cell as doubly linked lists through the bodies,
/// so that the cost of moving a body does not depend on their number.
#[derive(Clone, Debug)]
pub(super) struct CellLists<T> {
    pub lattice: Lattice,
    table: T,
    /// The first body of each bucket's list.
    heads: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    homes: Vec<CellHome>,
    occupied: usize,
}

impl<T: CellTable> CellLists<T> {
    pub fn new(lattice: Lattice, table: T) -> Self {
        let heads = vec![NONE; table.buckets()];
        CellLists {
            lattice,
            table,
            heads,
            next: Vec::new(),
            previous: Vec::new(),
            homes: Vec::new(),
            occupied: 0,
        }
    }

    /// The cell of each body.
    pub fn homes(&self) -> &[CellHome] {
        &self.homes
    }

    /// The number of cells with at least one body.
    pub fn occupied(&self) -> usize {
        self.occupied
    }

    /// The number of cells; in an unbounded lattice, that of the occupied cells.
    pub fn cells(&self) -> usize {
        if T::SHARED {
            self.occupied
        } else {
            self.table.buckets()
        }
    }

    /// Makes room for more bodies, which are in no cell yet.
    pub fn reserve(&mut self, bodies: usize) {
        if self.table.reserve(bodies) {
            self.rebuild_lists();
        }
        let count = bodies.max(self.homes.len());
        self.homes.resize(count, CellHome::NOWHERE);
        self.next.resize(count, NONE);
        self.previous.resize(count, NONE);
    }

    /// Removes the bodies from `bodies` on, which must be in no cell.
    pub fn truncate(&mut self, bodies: usize) {
        self.homes.truncate(bodies);
    }

    /// Moves a body from its cell's list to another.
    pub fn move_to(&mut self, body: u32, home: CellHome) {
        let before = std::mem::replace(&mut self.homes[body as usize], home);
        if before.cell() != home.cell() {
            if let Some(cell) = before.cell() {
                self.unlink(body, cell);
            }
            if let Some(cell) = home.cell() {
                self.link(body, cell);
            }
        }
    }

    /// Builds all lists again, after the table has grown.
    fn rebuild_lists(&mut self) {
        self.heads.clear();
        self.heads.resize(self.table.buckets(), NONE);
        self.occupied = 0;
        for index in 0..self.homes.len() {
            if let Some(cell) = self.homes[index].cell() {
                self.link(index as u32, cell);
            }
        }
    }

    fn link(&mut self, body: u32, cell: IVec3) {
        if self.bodies_of(cell).next().is_none() {
            self.occupied += 1;
        }
        let bucket = self.table.bucket(cell);
        let head = self.heads[bucket];
        self.next[body as usize] = head;
        self.previous[body as usize] = NONE;
        if head != NONE {
            self.previous[head as usize] = body;
        }
        self.heads[bucket] = body;
    }

    fn unlink(&mut self, body: u32, cell: IVec3) {
        let (before, after) = (self.previous[body as usize], self.next[body as usize]);
        if before == NONE {
            let bucket = self.table.bucket(cell);
            self.heads[bucket] = after;
        } else {
            self.next[before as usize] = after;
        }
        if after != NONE {
            self.previous[after as usize] = before;
        }
        if self.bodies_of(cell).next().is_none() {
            self.occupied -= 1;
        }
    }

    /// The bodies of a list from `start` on that are in `cell`.
    #[inline]
    fn follow(&self, start: u32, cell: IVec3) -> impl Iterator<Item = u32> + '_ {
        let mut at = start;
        std::iter::from_fn(move || {
            while at != NONE {
                let body = at;
                at = self.next[body as usize];
                if !T::SHARED || self.homes[body as usize].cell() == Some(cell) {
                    return Some(body);
                }
            }
            None
        })
    }

    /// The small bodies of a cell.
    #[inline]
    pub fn bodies_of(&self, cell: IVec3) -> impl Iterator<Item = u32> + '_ {
        self.follow(self.heads[self.table.bucket(cell)], cell)
    }

    /// The half neighbourhood; in a lattice of one layer only its first four cells.
    fn half_neighbourhood(&self) -> &'static [IVec3] {
        if self.lattice.divides(1) {
            &HALF_NEIGHBOURHOOD
        } else {
            &HALF_NEIGHBOURHOOD[..4]
        }
    }

    /// Calls `visit` with the rest of the list of the body's own cell and with the bodies of the half
    /// neighbourhood. Over all bodies, every pair comes once.
    #[inline]
    pub fn each_later_neighbour(&self, body: u32, cell: IVec3, mut visit: impl FnMut(u32)) {
        self.follow(self.next[body as usize], cell)
            .for_each(&mut visit);
        for &step in self.half_neighbourhood() {
            let neighbour = cell + step;
            if self.lattice.contains(neighbour) {
                self.bodies_of(neighbour).for_each(&mut visit);
            }
        }
    }

    /// Calls `visit` with the bodies of the cell and of all its neighbours.
    #[inline]
    pub fn each_neighbour(&self, cell: IVec3, mut visit: impl FnMut(u32)) {
        self.bodies_of(cell).for_each(&mut visit);
        for &step in self.half_neighbourhood() {
            for neighbour in [cell + step, cell - step] {
                if self.lattice.contains(neighbour) {
                    self.bodies_of(neighbour).for_each(&mut visit);
                }
            }
        }
    }

    /// The occupied cells, each once, in the order of the bodies.
    fn occupied_cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        self.homes.iter().enumerate().filter_map(|(body, home)| {
            let cell = home.cell()?;
            (self.bodies_of(cell).next() == Some(body as u32)).then_some(cell)
        })
    }

    /// Draws the division of the floor and the occupied cells, at height zero.
    pub fn draw_on_floor(&self, sink: &mut dyn DebugSink) {
        let bounds = self.lattice.bounds();
        let cells = self.lattice.cells();
        for i in 0..=cells.x {
            let x = self.lattice.cell_bounds(IVec3::new(i, 0, 0)).min.x;
            let from = Vec3::new(x, 0.0, bounds.min.z);
            sink.line(from, from.with_z(bounds.max.z), DebugKind::Cell);
        }
        for i in 0..=cells.z {
            let z = self.lattice.cell_bounds(IVec3::new(0, 0, i)).min.z;
            let from = Vec3::new(bounds.min.x, 0.0, z);
            sink.line(from, from.with_x(bounds.max.x), DebugKind::Cell);
        }
        for cell in self.occupied_cells() {
            let cell = self.lattice.cell_bounds(cell);
            draw_floor_rectangle(cell.min, cell.max, 0.0, sink, DebugKind::OccupiedCell);
        }
    }

    /// Draws the region (of a bounded grid) and the occupied cells as boxes.
    pub fn draw_boxes(&self, sink: &mut dyn DebugSink) {
        if !T::SHARED {
            draw_aabb(&self.lattice.bounds(), sink, DebugKind::Cell);
        }
        for cell in self.occupied_cells() {
            draw_aabb(
                &self.lattice.cell_bounds(cell),
                sink,
                DebugKind::OccupiedCell,
            );
        }
    }
}

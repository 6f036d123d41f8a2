//! The 3D grid: source 1's grid with layers.

use crate::broad_phase::cell_grid::CellGrid;
use crate::broad_phase::cell_table::DenseTable;
use crate::broad_phase::lattice::{GridError, Lattice};
use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair};
use crate::debug_draw::DebugSink;
use crate::math::Aabb;

/// A grid of cells in a box: [`Grid2`](crate::broad_phase::Grid2) with layers, with 13 instead of 4
/// neighbours.
///
/// For many bodies of similar size that fly, fall or pile up in a known region. On a floor the 2D
/// grid is faster, because it visits fewer cells.
#[derive(Clone, Debug)]
pub struct Grid3 {
    grid: CellGrid<DenseTable>,
}

impl Grid3 {
    /// Divides the region (m) into `cells` along x, y and z.
    ///
    /// # Errors
    /// [`GridError`] for a region without extent or not finite, for no cells, or for too many.
    pub fn new(region: Aabb, cells: (u32, u32, u32)) -> Result<Self, GridError> {
        let lattice = Lattice::bounded(region, [cells.0, cells.1, cells.2])?;
        Ok(Grid3 {
            grid: CellGrid::new(lattice, DenseTable::new(&lattice)),
        })
    }
}

impl BroadPhase for Grid3 {
    fn name(&self) -> &'static str {
        "grid 3D"
    }

    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        self.grid.update(bodies, pairs);
    }

    fn visit_overlapping(&self, bodies: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
        self.grid.visit_overlapping(bodies, bounds, visit);
    }

    fn statistics(&self) -> BroadStatistics {
        self.grid.statistics()
    }

    fn memory(&self) -> BroadMemory {
        self.grid.memory()
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.grid.recall(bodies, memory, scratch);
    }

    fn compared(&self, out: &mut Vec<Pair>) {
        self.grid.compared(out);
    }

    fn cell_of(&self, bounds: &Aabb) -> Option<[i32; 3]> {
        let cell = self.grid.lists.lattice.small_cell(bounds)?;
        Some(cell.to_array())
    }

    fn draw(&self, sink: &mut dyn DebugSink) {
        self.grid.lists.draw_boxes(sink);
    }
}

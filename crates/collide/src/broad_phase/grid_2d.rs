//! The 2D grid: source 1's grid on the floor.

use crate::broad_phase::cell_grid::CellGrid;
use crate::broad_phase::cell_table::DenseTable;
use crate::broad_phase::lattice::{GridError, Lattice};
use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair};
use crate::debug_draw::DebugSink;
use crate::math::Aabb;

/// A grid of cells on the floor (x and z); heights are compared only between candidates.
///
/// Source 1's rule: cells are larger than the largest object, a body is in the cell of its centre, a
/// cell is compared with itself and half of its neighbours, and the list of candidates changes only
/// when a body changes its cell. Beyond the source, bodies larger than a cell are kept separately and
/// compared with the bodies of the cells that they cover, and bodies outside the region are in the
/// border cells. Best for many bodies of similar size on a floor; choose cells about as large as the
/// largest common body.
#[derive(Clone, Debug)]
pub struct Grid2 {
    grid: CellGrid<DenseTable>,
}

impl Grid2 {
    /// Divides the region (its x and z, in metres) into `cells` = (along x, along z).
    ///
    /// # Errors
    /// [`GridError`] for a region without extent or not finite, for no cells, or for too many.
    pub fn new(region: Aabb, cells: (u32, u32)) -> Result<Self, GridError> {
        let lattice = Lattice::bounded(region, [cells.0, 1, cells.1])?;
        Ok(Grid2 {
            grid: CellGrid::new(lattice, DenseTable::new(&lattice)),
        })
    }
}

impl BroadPhase for Grid2 {
    fn name(&self) -> &'static str {
        "grid 2D"
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
        self.grid.lists.draw_on_floor(sink);
    }
}

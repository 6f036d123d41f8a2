//! The 2D grid: source 1's grid on the floor.

use crate::broad_phase::cell_grid::{CellGrid, GridMethod};
use crate::broad_phase::cell_table::DenseTable;
use crate::broad_phase::lattice::{GridError, Lattice};
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

impl GridMethod for Grid2 {
    type Table = DenseTable;

    const NAME: &str = "grid 2D";

    fn grid(&self) -> &CellGrid<DenseTable> {
        &self.grid
    }

    fn grid_mut(&mut self) -> &mut CellGrid<DenseTable> {
        &mut self.grid
    }

    fn draw_cells(&self, sink: &mut dyn DebugSink) {
        self.grid.lists.draw_on_floor(sink);
    }
}

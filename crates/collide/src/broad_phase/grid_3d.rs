//! The 3D grid: source 1's grid with layers.

use crate::broad_phase::cell_grid::{CellGrid, GridMethod};
use crate::broad_phase::cell_table::DenseTable;
use crate::broad_phase::lattice::{GridError, Lattice};
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

impl GridMethod for Grid3 {
    type Table = DenseTable;

    const NAME: &str = "grid 3D";

    fn grid(&self) -> &CellGrid<DenseTable> {
        &self.grid
    }

    fn grid_mut(&mut self) -> &mut CellGrid<DenseTable> {
        &mut self.grid
    }

    fn draw_cells(&self, sink: &mut dyn DebugSink) {
        self.grid.lists.draw_boxes(sink);
    }
}

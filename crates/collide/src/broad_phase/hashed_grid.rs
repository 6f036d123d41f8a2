//! The hashed grid: a grid without borders.

use crate::broad_phase::cell_grid::{CellGrid, GridMethod};
use crate::broad_phase::cell_table::HashTable;
use crate::broad_phase::lattice::{GridError, Lattice};
use crate::debug_draw::DebugSink;

/// Cubic cells in all directions, found by a hash of their coordinates.
///
/// It follows the rule of [`Grid3`](crate::broad_phase::Grid3), but memory grows with the bodies only,
/// however far apart they are: two to four list heads for each body. Pairs are sorted, so the order of the
/// hash table has no influence. Source: Teschner et al., "Optimized Spatial Hashing" (2003).
#[derive(Clone, Debug)]
pub struct HashGrid {
    grid: CellGrid<HashTable>,
}

impl HashGrid {
    /// Cells with the given edge in metres: about the size of the largest common body.
    ///
    /// # Errors
    /// [`GridError::CellSize`] if the edge is not a positive finite length.
    pub fn new(cell_size: f32) -> Result<Self, GridError> {
        let lattice = Lattice::unbounded(cell_size)?;
        Ok(HashGrid {
            grid: CellGrid::new(lattice, HashTable::new()),
        })
    }
}

impl GridMethod for HashGrid {
    type Table = HashTable;

    const NAME: &str = "hashed grid";

    fn grid(&self) -> &CellGrid<HashTable> {
        &self.grid
    }

    fn grid_mut(&mut self) -> &mut CellGrid<HashTable> {
        &mut self.grid
    }

    fn draw_cells(&self, sink: &mut dyn DebugSink) {
        self.grid.lists.draw_boxes(sink);
    }
}

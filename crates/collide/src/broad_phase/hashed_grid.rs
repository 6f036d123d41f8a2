//! The hashed grid: a grid without borders.

use crate::broad_phase::cell_grid::CellGrid;
use crate::broad_phase::cell_table::HashTable;
use crate::broad_phase::lattice::{GridError, Lattice};
use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair};
use crate::debug_draw::DebugSink;
use crate::math::Aabb;

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

impl BroadPhase for HashGrid {
    fn name(&self) -> &'static str {
        "hashed grid"
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

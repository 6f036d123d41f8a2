//! A grid without borders.

use crate::broad_phase::cell_grid::CellGrid;
use crate::broad_phase::cell_table::HashTable;
use crate::broad_phase::lattice::{GridError, Lattice};
use crate::broad_phase::{BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair};
use crate::debug_draw::DebugSink;

/// Cubic cells in all directions, found by a hash of their coordinates.
///
/// The same rule as [`Grid3`](crate::broad_phase::Grid3), but memory is needed for the bodies only, however far
/// apart they are: at most two list heads a body, twice as many just after growing. The order of a
/// hash table is never seen: pairs are sorted. Source: Teschner et al. 2003.
#[derive(Clone, Debug)]
pub struct HashGrid {
    grid: CellGrid<HashTable>,
}

impl HashGrid {
    /// Cells with the given edge in metres: about the size of the largest common body.
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

    fn statistics(&self) -> BroadStatistics {
        self.grid.statistics()
    }

    fn memory(&self) -> BroadMemory {
        self.grid.memory()
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.grid.recall(bodies, memory, scratch);
    }

    fn draw(&self, sink: &mut dyn DebugSink) {
        self.grid.lists.draw_boxes(sink);
    }
}

//! The buckets of cells: an array over all cells, or a hash table.

use glam::IVec3;

use crate::broad_phase::lattice::Lattice;

/// Maps cells to buckets.
pub(super) trait CellTable: std::fmt::Debug + Send {
    /// True if several cells can share a bucket.
    const SHARED: bool;

    /// The bucket of an existing cell.
    fn bucket(&self, cell: IVec3) -> usize;

    /// The number of buckets.
    fn buckets(&self) -> usize;

    /// Makes room for this many bodies. Returns true if buckets have changed, so that all lists must
    /// be built again.
    fn reserve(&mut self, bodies: usize) -> bool;
}

/// One bucket for each cell, in rows along x: for bounded grids.
#[derive(Clone, Debug)]
pub(super) struct DenseTable {
    cells: IVec3,
}

impl DenseTable {
    /// A bucket for every cell of a bounded lattice.
    pub fn new(lattice: &Lattice) -> Self {
        DenseTable {
            cells: lattice.cells(),
        }
    }
}

impl CellTable for DenseTable {
    const SHARED: bool = false;

    #[inline]
    fn bucket(&self, cell: IVec3) -> usize {
        ((cell.y * self.cells.z + cell.z) * self.cells.x + cell.x) as usize
    }

    fn buckets(&self) -> usize {
        self.cells.x as usize * self.cells.y as usize * self.cells.z as usize
    }

    fn reserve(&mut self, _bodies: usize) -> bool {
        false
    }
}

/// The bucket is a hash of the cell: memory grows with the bodies, not with the world.
#[derive(Clone, Debug)]
pub(super) struct HashTable {
    /// The binary logarithm of the number of buckets.
    bits: u32,
}

impl HashTable {
    /// A small table; it grows with the bodies.
    pub fn new() -> Self {
        HashTable { bits: 6 }
    }
}

impl CellTable for HashTable {
    const SHARED: bool = true;

    #[inline]
    fn bucket(&self, cell: IVec3) -> usize {
        // Odd multipliers keep all bits of a coordinate. The last product mixes them upwards, so the
        // top bits are used (Fibonacci hashing; the primes are those of Teschner et al. 2003).
        let mixed = (cell.x as u64).wrapping_mul(73_856_093)
            ^ (cell.y as u64).wrapping_mul(19_349_663)
            ^ (cell.z as u64).wrapping_mul(83_492_791);
        (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.bits)) as usize
    }

    fn buckets(&self) -> usize {
        1 << self.bits
    }

    fn reserve(&mut self, bodies: usize) -> bool {
        let bits = (2 * bodies.max(1)).next_power_of_two().trailing_zeros();
        let grown = bits > self.bits;
        self.bits = self.bits.max(bits);
        grown
    }
}

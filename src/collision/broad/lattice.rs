//! Which cell a body lives in, so that only neighbouring cells can meet.
//!
//! Coordinates are cut into *half* cells by a function `h` that never falls as the coordinate grows
//! (subtract, multiply, clamp and floor all keep order, rounding included). A body lives in the cell
//! of its centre and is *small* on an axis if the half cells of its two ends are at most one away
//! from that of its centre. Two small bodies that share a coordinate then have centres at most two
//! half cells apart, so their cells are the same or neighbours. This is source 1's rule ("cells
//! larger than the largest object"), but free of rounding errors, however far from the origin, and
//! right for bodies outside the region, which are clamped to its border cells.

use glam::{IVec3, Vec3};

use crate::geometry::Aabb;

/// Why a grid cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// The region is not finite or has no extent along an axis that has more than one cell.
    #[error("the grid's region {0:?} to {1:?} must be finite and have an extent along every axis")]
    Region(Vec3, Vec3),
    /// There are no cells along an axis, or too many in all.
    #[error(
        "a grid needs 1 to {MOST_CELLS} cells in all, and at least 1 along each axis; got {0:?}"
    )]
    Cells([u32; 3]),
    /// The cell's edge is not a positive finite length.
    #[error("a cell's edge must be a positive finite length in metres; got {0}")]
    CellSize(f32),
}

/// The most cells that a bounded grid may have: 64 MiB of list heads.
pub(super) const MOST_CELLS: u32 = 1 << 24;

/// Cells along an unbounded axis end here on both sides; what is farther out shares the last ones.
const FARTHEST_CELL: i32 = 1 << 22;

/// A regular division of space into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    origin: Vec3,
    /// Zero along an axis without division.
    halves_per_metre: Vec3,
    first: IVec3,
    last: IVec3,
    cell_size: Vec3,
}

/// Where a body belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the cell of its centre; it can meet only small bodies of this and the neighbouring cells.
    Small(IVec3),
    /// Too large for that. It can meet small bodies of the cells from `first` to `last` only.
    Large { first: IVec3, last: IVec3 },
}

impl Lattice {
    /// A region divided into `cells` along x, y and z; one cell along an axis means no division.
    pub fn bounded(region: Aabb, cells: [u32; 3]) -> Result<Self, GridError> {
        let product = cells
            .iter()
            .try_fold(1u32, |product, &n| product.checked_mul(n));
        if !matches!(product, Some(1..=MOST_CELLS)) {
            return Err(GridError::Cells(cells));
        }
        let extents = region.max - region.min;
        let mut halves_per_metre = Vec3::ZERO;
        for axis in 0..3 {
            if cells[axis] > 1 {
                halves_per_metre[axis] = 2.0 * cells[axis] as f32 / extents[axis];
            }
        }
        let usable = |axis: usize| {
            region.min[axis].is_finite()
                && (cells[axis] == 1
                    || extents[axis] > 0.0
                        && extents[axis].is_finite()
                        && halves_per_metre[axis].is_finite()
                        && halves_per_metre[axis] > 0.0)
        };
        if !(0..3).all(usable) {
            return Err(GridError::Region(region.min, region.max));
        }
        let cells = IVec3::new(cells[0] as i32, cells[1] as i32, cells[2] as i32);
        Ok(Lattice {
            origin: region.min,
            halves_per_metre,
            first: IVec3::ZERO,
            last: cells - IVec3::ONE,
            cell_size: extents / cells.as_vec3(),
        })
    }

    /// Cubic cells with the given edge in metres, in all directions.
    pub fn unbounded(cell_size: f32) -> Result<Self, GridError> {
        let halves_per_metre = 2.0 / cell_size;
        if !(cell_size > 0.0 && cell_size.is_finite() && halves_per_metre.is_finite()) {
            return Err(GridError::CellSize(cell_size));
        }
        Ok(Lattice {
            origin: Vec3::ZERO,
            halves_per_metre: Vec3::splat(halves_per_metre),
            first: IVec3::splat(-FARTHEST_CELL),
            last: IVec3::splat(FARTHEST_CELL - 1),
            cell_size: Vec3::splat(cell_size),
        })
    }

    /// The number of cells along each axis.
    pub fn cells(&self) -> IVec3 {
        self.last - self.first + IVec3::ONE
    }

    /// Whether the axis is divided into more than one cell.
    pub fn divides(&self, axis: usize) -> bool {
        self.last[axis] > self.first[axis]
    }

    /// Whether the cell exists.
    pub fn contains(&self, cell: IVec3) -> bool {
        self.first.cmple(cell).all() && cell.cmple(self.last).all()
    }

    /// The cell as a box. Border cells have no end in truth; this is their share of the region.
    pub fn cell_bounds(&self, cell: IVec3) -> Aabb {
        let min = self.origin + self.cell_size * cell.as_vec3();
        Aabb::new(min, min + self.cell_size)
    }

    /// All cells together.
    pub fn bounds(&self) -> Aabb {
        self.cell_bounds(self.first)
            .union(self.cell_bounds(self.last))
    }

    /// The half cell of a coordinate: grows (or stays) with the coordinate.
    #[inline]
    fn half(&self, axis: usize, coordinate: f32) -> i32 {
        let low = (2 * self.first[axis]) as f32;
        let high = (2 * self.last[axis] + 1) as f32;
        let position = (coordinate - self.origin[axis]) * self.halves_per_metre[axis];
        // The limits are whole numbers below 2^24, so the floor is exact and fits. `max` first: it
        // also turns the NaN of a non-finite coordinate into a cell.
        let clamped = position.max(low).min(high);
        let truncated = clamped as i32;
        truncated - i32::from(truncated as f32 > clamped)
    }

    /// Where a body with these bounds belongs.
    #[inline]
    pub fn place(&self, bounds: &Aabb) -> Place {
        let center = bounds.center();
        let mut cell = IVec3::ZERO;
        let mut low = IVec3::ZERO;
        let mut high = IVec3::ZERO;
        let mut small = true;
        for axis in 0..3 {
            if !self.divides(axis) {
                continue;
            }
            let middle = self.half(axis, center[axis]);
            low[axis] = self.half(axis, bounds.min[axis]);
            high[axis] = self.half(axis, bounds.max[axis]);
            small &= low[axis] >= middle - 1 && high[axis] <= middle + 1;
            cell[axis] = middle >> 1;
        }
        if small {
            return Place::Small(cell);
        }
        // The centre of a small body reaches one half cell beyond the body's ends.
        let one_cell = IVec3::ONE;
        let first = self.first.max((low - one_cell) >> one_cell);
        let last = self.last.min((high + one_cell) >> one_cell);
        Place::Large { first, last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice() -> Lattice {
        let region = Aabb::new(Vec3::ZERO, Vec3::new(30.0, 1.0, 30.0));
        Lattice::bounded(region, [3, 1, 3]).unwrap()
    }

    fn cube(x: f32, z: f32, half: f32) -> Aabb {
        Aabb::from_center(Vec3::new(x, 0.0, z), Vec3::splat(half))
    }

    #[test]
    fn a_body_lives_in_the_cell_of_its_centre() {
        assert_eq!(
            lattice().place(&cube(9.9, 20.0, 1.0)),
            Place::Small(IVec3::new(0, 0, 2))
        );
    }

    #[test]
    fn bodies_outside_the_region_live_in_the_border_cells() {
        assert_eq!(
            lattice().place(&cube(-1e30, 1e30, 1.0)),
            Place::Small(IVec3::new(0, 0, 2))
        );
    }

    #[test]
    fn a_body_as_large_as_a_cell_is_small_and_a_larger_one_is_not() {
        assert!(matches!(
            lattice().place(&cube(12.0, 15.0, 4.99)),
            Place::Small(_)
        ));
        let Place::Large { first, last } = lattice().place(&cube(15.0, 15.0, 10.1)) else {
            panic!("20 m do not fit a cell of 10 m");
        };
        assert_eq!((first, last), (IVec3::ZERO, IVec3::new(2, 0, 2)));
    }

    #[test]
    fn unusable_descriptions_are_errors() {
        let region = Aabb::new(Vec3::ZERO, Vec3::ONE);
        assert!(matches!(
            Lattice::bounded(region, [0, 1, 1]),
            Err(GridError::Cells(_))
        ));
        assert!(matches!(
            Lattice::bounded(region, [1 << 12, 1 << 12, 2]),
            Err(GridError::Cells(_))
        ));
        let flat = Aabb::new(Vec3::ZERO, Vec3::X);
        assert!(matches!(
            Lattice::bounded(flat, [2, 1, 2]),
            Err(GridError::Region(..))
        ));
        assert!(Lattice::bounded(flat, [2, 1, 1]).is_ok());
        for size in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-40] {
            assert!(matches!(
                Lattice::unbounded(size),
                Err(GridError::CellSize(_))
            ));
        }
    }
}

//! The division of space into cells: bodies can overlap only if their cells are the same or
//! neighbours.
//!
//! A monotonic function `h` maps coordinates to *half* cells (subtraction, multiplication, clamping
//! and floor all keep the order, rounding included). A body is in the cell of its centre, and is
//! *small* on an axis if the half cells of its two ends are at most one away from that of its centre.
//! The centres of two small bodies that share a coordinate are then at most two half cells apart, so
//! their cells are the same or neighbours. This is source 1's rule ("cells larger than the largest
//! object"), but exact in spite of rounding, at any distance from the origin, and right also for
//! bodies outside the region, which are clamped to its border cells.

use glam::{IVec3, Vec3};
use wide::{f32x4, i32x4};

use crate::math::Aabb;

/// The reason why a grid cannot be made.
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

/// The most cells along one axis: a coordinate of a cell fits into 21 bits.
const MOST_ALONG_AXIS: u32 = 1 << 20;

/// The last cell on both sides of an unbounded axis; bodies farther out share it.
const FARTHEST_CELL: i32 = MOST_ALONG_AXIS as i32 - 1;

/// A regular division of space into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    first: IVec3,
    last: IVec3,
    origin: Vec3,
    cell_size: Vec3,
    /// The mapping from coordinates to half cells, one axis a lane; zero along an undivided axis.
    start: f32x4,
    halves_per_metre: f32x4,
    lowest_half: f32x4,
    highest_half: f32x4,
}

impl Lattice {
    fn new(first: IVec3, last: IVec3, origin: Vec3, cell_size: Vec3) -> Self {
        let lanes = |value: &dyn Fn(usize) -> f32| {
            let lane = |axis: usize| {
                if last[axis] > first[axis] {
                    value(axis)
                } else {
                    0.0
                }
            };
            f32x4::from([lane(0), lane(1), lane(2), 0.0])
        };
        Lattice {
            first,
            last,
            origin,
            cell_size,
            start: lanes(&|axis| origin[axis]),
            halves_per_metre: lanes(&|axis| 2.0 / cell_size[axis]),
            lowest_half: lanes(&|axis| (2 * first[axis]) as f32),
            highest_half: lanes(&|axis| (2 * last[axis] + 1) as f32),
        }
    }

    /// A region (m) divided into `cells` along x, y and z; one cell along an axis means no division.
    pub fn bounded(region: Aabb, cells: [u32; 3]) -> Result<Self, GridError> {
        let product = cells
            .iter()
            .try_fold(1u32, |product, &n| product.checked_mul(n));
        if !matches!(product, Some(1..=MOST_CELLS)) || cells.iter().any(|&n| n > MOST_ALONG_AXIS) {
            return Err(GridError::Cells(cells));
        }
        let counts = IVec3::from_array(cells.map(|n| n as i32));
        let cell_size = (region.max - region.min) / counts.as_vec3();
        let usable = |axis: usize| {
            region.min[axis].is_finite()
                && (cells[axis] == 1 || Self::is_usable_size(cell_size[axis]))
        };
        if !(0..3).all(usable) {
            return Err(GridError::Region(region.min, region.max));
        }
        let last = counts - IVec3::ONE;
        Ok(Lattice::new(IVec3::ZERO, last, region.min, cell_size))
    }

    fn is_usable_size(cell_size: f32) -> bool {
        cell_size > 0.0 && cell_size.is_finite() && (2.0 / cell_size).is_finite()
    }

    /// Cubic cells with the given edge in metres, in all directions.
    pub fn unbounded(cell_size: f32) -> Result<Self, GridError> {
        if !Self::is_usable_size(cell_size) {
            return Err(GridError::CellSize(cell_size));
        }
        let farthest = IVec3::splat(FARTHEST_CELL);
        let (first, last) = (-farthest, farthest - IVec3::ONE);
        let cell_size = Vec3::splat(cell_size);
        Ok(Lattice::new(first, last, Vec3::ZERO, cell_size))
    }

    /// The number of cells along each axis.
    pub fn cells(&self) -> IVec3 {
        self.last - self.first + IVec3::ONE
    }

    /// True if the axis is divided into more than one cell.
    pub fn divides(&self, axis: usize) -> bool {
        self.last[axis] > self.first[axis]
    }

    /// True if the cell exists.
    pub fn contains(&self, cell: IVec3) -> bool {
        self.first.cmple(cell).all() && cell.cmple(self.last).all()
    }

    /// The cell as a box. Border cells extend beyond the region; this is their part inside it.
    pub fn cell_bounds(&self, cell: IVec3) -> Aabb {
        let min = self.origin + self.cell_size * cell.as_vec3();
        Aabb::new(min, min + self.cell_size)
    }

    /// The box around all cells.
    pub fn bounds(&self) -> Aabb {
        self.cell_bounds(self.first)
            .union(self.cell_bounds(self.last))
    }

    /// The half cells of a point: they never fall when a coordinate grows.
    #[inline]
    fn halves(&self, point: f32x4) -> i32x4 {
        let position = (point - self.start) * self.halves_per_metre;
        // The limits are whole numbers below 2^22, so the floor is exact and fits. `max` first: it
        // also turns the NaN of a coordinate that is not finite into a cell.
        let clamped = position
            .fast_max(self.lowest_half)
            .fast_min(self.highest_half);
        let truncated = clamped.fast_trunc_int();
        // If truncation rounded up, the comparison sets all bits, which is -1.
        let above: i32x4 = wide::bytemuck::cast(truncated.round_float().simd_gt(clamped));
        truncated + above
    }

    /// The cell of a body's centre if the body is small: of the small bodies it can then overlap only
    /// those of this and the neighbouring cells.
    #[inline]
    pub fn small_cell(&self, bounds: &Aabb) -> Option<IVec3> {
        let (min, max) = (lanes(bounds.min), lanes(bounds.max));
        let half = f32x4::splat(0.5);
        let middle = self.halves(min * half + max * half);
        let (low, high) = (self.halves(min), self.halves(max));
        let one = i32x4::splat(1);
        let large = (middle - low).simd_gt(one) | (high - middle).simd_gt(one);
        if large.any() {
            return None;
        }
        let cell: i32x4 = middle >> 1;
        let [x, y, z, _] = cell.to_array();
        Some(IVec3::new(x, y, z))
    }

    /// The first and the last cell of the small bodies that can overlap a body with these bounds.
    pub fn covered_cells(&self, bounds: &Aabb) -> (IVec3, IVec3) {
        let ends = [bounds.min, bounds.max].map(|end| {
            let [x, y, z, _] = self.halves(lanes(end)).to_array();
            IVec3::new(x, y, z)
        });
        // The centre of a small body is at most one half cell away from any of its points.
        let one = IVec3::ONE;
        (
            self.first.max((ends[0] - one) >> one),
            self.last.min((ends[1] + one) >> one),
        )
    }
}

#[inline]
fn lanes(point: Vec3) -> f32x4 {
    f32x4::from([point.x, point.y, point.z, 0.0])
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
            lattice().small_cell(&cube(9.9, 20.0, 1.0)),
            Some(IVec3::new(0, 0, 2))
        );
    }

    #[test]
    fn bodies_outside_the_region_live_in_the_border_cells() {
        assert_eq!(
            lattice().small_cell(&cube(-1e30, 1e30, 1.0)),
            Some(IVec3::new(0, 0, 2))
        );
    }

    #[test]
    fn a_body_as_large_as_a_cell_is_small_and_a_larger_one_is_not() {
        let (small, large) = (cube(12.0, 15.0, 4.99), cube(15.0, 15.0, 10.1));
        assert!(lattice().small_cell(&small).is_some());
        assert_eq!(lattice().small_cell(&large), None);
        let everything = (IVec3::ZERO, IVec3::new(2, 0, 2));
        assert_eq!(lattice().covered_cells(&large), everything);
    }

    #[test]
    fn cells_of_unbounded_lattices_go_down_below_zero() {
        let lattice = Lattice::unbounded(2.0).unwrap();
        let cell = |x: f32| {
            let bounds = Aabb::from_center(Vec3::new(x, 0.1, 0.1), Vec3::splat(0.5));
            lattice.small_cell(&bounds).unwrap().x
        };
        assert_eq!(
            [-4.1, -4.0, -2.1, -0.1, 0.0, 1.9, 2.0].map(cell),
            [-3, -2, -2, -1, 0, 0, 1]
        );
        assert_eq!(cell(-1e30), -FARTHEST_CELL);
        assert_eq!(cell(1e30), FARTHEST_CELL - 1);
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

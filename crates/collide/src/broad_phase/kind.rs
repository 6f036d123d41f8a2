//! The kinds of broad phases, for levels and command lines.

use serde::{Deserialize, Serialize};

use crate::broad_phase::{
    AllPairs, AxisSort, BroadPhase, Grid2, Grid3, GridError, HashGrid, SweepAndPrune,
};
use crate::math::Aabb;

/// The method that finds the pairs, in the form that a level uses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BroadPhaseKind {
    /// [`AllPairs`].
    AllPairs,
    /// [`AxisSort`] along the axis of the greatest spread.
    AxisSort,
    /// [`Grid2`] over the world's floor.
    Grid2 {
        /// Cells along x and z.
        cells: (u32, u32),
    },
    /// [`Grid3`] over the world's box.
    Grid3 {
        /// Cells along x, y and z.
        cells: (u32, u32, u32),
    },
    /// [`HashGrid`] with cubic cells.
    HashGrid {
        /// The cell's edge in metres.
        cell_size: f32,
    },
    /// [`SweepAndPrune`].
    SweepAndPrune,
}

impl Default for BroadPhaseKind {
    /// The grid of source 1's game.
    fn default() -> Self {
        BroadPhaseKind::Grid2 { cells: (3, 3) }
    }
}

impl BroadPhaseKind {
    /// Makes the broad phase. `region` (m) is the box that bounded grids divide: about where the
    /// bodies are. Bodies outside it are found as well, but more slowly.
    ///
    /// # Errors
    /// [`GridError`] for a region or cells from which no grid can be made.
    pub fn build(self, region: Aabb) -> Result<Box<dyn BroadPhase>, GridError> {
        Ok(match self {
            BroadPhaseKind::AllPairs => Box::new(AllPairs::new()),
            BroadPhaseKind::AxisSort => Box::new(AxisSort::new()),
            BroadPhaseKind::Grid2 { cells } => Box::new(Grid2::new(region, cells)?),
            BroadPhaseKind::Grid3 { cells } => Box::new(Grid3::new(region, cells)?),
            BroadPhaseKind::HashGrid { cell_size } => Box::new(HashGrid::new(cell_size)?),
            BroadPhaseKind::SweepAndPrune => Box::new(SweepAndPrune::new()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn every_description_survives_a_level_file_and_can_be_built() {
        let region = Aabb::from_center(Vec3::ZERO, Vec3::splat(10.0));
        for (kind, text) in [
            (BroadPhaseKind::AllPairs, "AllPairs"),
            (BroadPhaseKind::AxisSort, "AxisSort"),
            (
                BroadPhaseKind::Grid2 { cells: (3, 4) },
                "Grid2(cells:(3,4))",
            ),
            (
                BroadPhaseKind::Grid3 { cells: (3, 4, 5) },
                "Grid3(cells:(3,4,5))",
            ),
            (
                BroadPhaseKind::HashGrid { cell_size: 2.5 },
                "HashGrid(cell_size:2.5)",
            ),
            (BroadPhaseKind::SweepAndPrune, "SweepAndPrune"),
        ] {
            assert_eq!(ron::to_string(&kind).unwrap(), text);
            assert_eq!(ron::from_str::<BroadPhaseKind>(text).unwrap(), kind);
            assert!(kind.build(region).is_ok());
        }
    }

    #[test]
    fn a_description_without_cells_is_an_error_that_says_so() {
        let kind = BroadPhaseKind::Grid2 { cells: (3, 0) };
        let error = kind.build(Aabb::new(Vec3::ZERO, Vec3::ONE)).unwrap_err();
        assert!(error.to_string().contains("at least 1"), "{error}");
    }
}

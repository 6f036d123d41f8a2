//! The corners of a model's convex hull: what reaches farthest along any direction is one of them.

use glam::Vec3;

use super::piece::{Block, farthest};
use crate::geometry::ConvexHull;

/// Models with more places than this have none: finding them would take longer than all the rest
/// of building, and walks down the tree are as fast as looking at so many corners.
const MOST_PLACES: usize = 6000;
const MOST_CORNERS: usize = 1000;

/// The corners of a hull, four to a block; empty if they are not known.
#[derive(Clone, Debug, Default)]
pub(crate) struct HullCorners {
    /// Spare lanes repeat the last corner.
    blocks: Vec<Block>,
}

impl HullCorners {
    /// The corners of the hull of places, which may come more than once: each with its number, equal
    /// places with equal numbers.
    pub(crate) fn new(all: impl Iterator<Item = (u32, Vec3)>) -> Self {
        let mut is_known: Vec<bool> = Vec::new();
        let mut places = Vec::new();
        for (number, place) in all {
            let number = number as usize;
            if number >= is_known.len() {
                is_known.resize(2 * number + 64, false);
            }
            if !std::mem::replace(&mut is_known[number], true) {
                places.push(place);
            }
            if places.len() > MOST_PLACES {
                return HullCorners::default();
            }
        }
        // Flat meshes have no hull with a volume.
        let Ok(hull) = ConvexHull::from_points(&places) else {
            return HullCorners::default();
        };
        let corners = hull.vertices();
        if corners.len() > MOST_CORNERS {
            return HullCorners::default();
        }
        let padded = corners.len().next_multiple_of(4);
        let at = |index: usize| corners[index.min(corners.len() - 1)];
        HullCorners {
            blocks: (0..padded)
                .step_by(4)
                .map(|first| {
                    let four: [Vec3; 4] = std::array::from_fn(|lane| at(first + lane));
                    [0, 1, 2].map(|axis| four.map(|corner| corner[axis]))
                })
                .collect(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The corner farthest along a direction as f32 tells.
    #[inline]
    pub(crate) fn farthest(&self, direction: Vec3) -> Vec3 {
        farthest(&self.blocks, direction)
    }

    /// Bytes that the corners take.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}

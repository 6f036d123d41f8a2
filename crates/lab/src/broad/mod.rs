//! Methods that find the pairs of boxes that overlap. Touching counts. All give the same pairs; they differ in
//! what they keep from frame to frame and in what they compare.

use crate::scene::boxes::{Aabb, World};
use crate::work::Work;

pub mod aabb_tree;
pub mod all_pairs;
pub mod axis_sort;
pub mod engine;
pub mod fixed_cube;
pub mod grid;
pub mod grid_every_cell;
pub mod kd_tree;
pub mod linear_octree;
pub mod loose_octree;
pub mod multi_sap;
pub mod node_tree;
pub mod octree;
pub mod quadtree;
pub mod sap;
pub mod sap_batched;
pub mod segmented;

/// Two boxes by their numbers, smaller first.
pub type Pair = [u32; 2];

/// A method that finds overlapping boxes.
pub trait BroadPhase {
    /// Writes the pairs of this frame. A body keeps its number; `None` stands for a body that is absent, so
    /// insertion, removal and movement are the differences from the frame before.
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work);
}

/// Makes the method for a world.
pub type MakeBroadPhase = fn(&World) -> Box<dyn BroadPhase>;

/// Compares two boxes, and keeps the pair if they meet.
pub fn compare(boxes: &[Option<Aabb>], [i, j]: [usize; 2], pairs: &mut Vec<Pair>, work: &mut Work) {
    work.ops.tests += 1;
    if let (Some(a), Some(b)) = (&boxes[i], &boxes[j])
        && a.meets(b)
    {
        pairs.push([i.min(j) as u32, i.max(j) as u32]);
    }
}

/// The numbers of the bodies that are there.
pub fn present(boxes: &[Option<Aabb>]) -> impl Iterator<Item = (usize, &Aabb)> {
    let all = boxes.iter().enumerate();
    all.filter_map(|(i, b)| b.as_ref().map(|b| (i, b)))
}

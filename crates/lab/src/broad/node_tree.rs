//! The nodes of regular trees, shared by `quadtree`, `loose_octree` and `linear_octree`: the node of a level and
//! of a cell on it.
//!
//! Level 0 is one cube around the world; each level halves the cells. In the strict form a body belongs to the
//! smallest node that holds its box, which may be the root for a small body on the middle cut; in the loose form
//! to the cell of its centre on the level whose cells are as large as the body.

use crate::scene::boxes::{Aabb, World};

/// The number of levels below the root.
pub const LEVELS: u32 = 6;

/// A node: its level, and its cell on that level.
pub type Node = (u32, [u32; 3]);

/// The cube of the root.
#[derive(Clone, Copy)]
pub struct Root {
    low: glam::DVec3,
    side: f64,
    /// The axes that are cut: a quadtree leaves out y.
    cut: [bool; 3],
}

impl Root {
    /// The root around a world.
    pub fn new(world: &World, cut: [bool; 3]) -> Self {
        let size = world.bounds.high - world.bounds.low;
        Self {
            low: world.bounds.low,
            side: size.max_element(),
            cut,
        }
    }

    /// The side of a cell (m).
    pub fn side(&self, level: u32) -> f64 {
        self.side / f64::from(1 << level)
    }

    /// The cell of a point on a level; points outside of the root count to the border.
    pub fn cell(&self, p: glam::DVec3, level: u32) -> [u32; 3] {
        let last = (1_u32 << level) - 1;
        std::array::from_fn(|axis| {
            if !self.cut[axis] {
                return 0;
            }
            let cell = (p[axis] - self.low[axis]) / self.side(level);
            // A negative number becomes 0.
            (cell.floor() as u32).min(last)
        })
    }

    /// The smallest node that holds a box. The border cells go on without end.
    pub fn strict(&self, b: &Aabb) -> Node {
        let fits = |&level: &u32| self.cell(b.low, level) == self.cell(b.high, level);
        let level = (0..=LEVELS).rev().find(fits).unwrap_or(0);
        (level, self.cell(b.low, level))
    }

    /// The node of a box by its centre: the deepest whose cells are at least as large.
    pub fn loose(&self, b: &Aabb) -> Node {
        let size = (b.high - b.low).max_element();
        let fits = |&level: &u32| self.side(level) >= size;
        let level = (0..=LEVELS).rev().find(fits).unwrap_or(0);
        (level, self.cell(b.center(), level))
    }
}

/// The parent of a node.
pub fn parent((level, cell): Node) -> Option<Node> {
    (level > 0).then(|| (level - 1, cell.map(|x| x / 2)))
}

//! The loose octree.
//!
//! Idea: each node's cube is taken as twice as large, so a body always fits into the node of its centre on the
//! level of its size, wherever it lies. It can meet only bodies of nodes whose loose cubes overlap its box: a few
//! cells on each level.
//!
//! When: bodies of many sizes that move; a body's node follows from its box without a descent. Limits: nodes
//! overlap, so more of them are visited. Bodies outside of the world are in border cells and looked for there.
//!
//! Source 4, broad phase (loose octree); Ulrich 2000.

use std::collections::BTreeMap;

use glam::DVec3;

use super::node_tree::{LEVELS, Node, Root};
use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "loose-octree",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Ulrich 2000",
    about: "cubes of double size; a body is in the cell of its centre on the level of its size",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| {
        Box::new(LooseOctree {
            root: Root::new(world, [true; 3]),
        })
    }),
};

struct LooseOctree {
    root: Root,
}

impl BroadPhase for LooseOctree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let mut nodes: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (i, b) in present(boxes) {
            work.ops.updates += 1;
            nodes.entry(self.root.loose(b)).or_default().push(i);
        }
        let levels: Vec<u32> = (0..=LEVELS)
            .filter(|level| nodes.keys().any(|(of, _)| of == level))
            .collect();
        for (i, b) in present(boxes) {
            for &level in &levels {
                // A body of that level reaches at most half a cell beyond its cell.
                let reach = DVec3::splat(self.root.side(level) / 2.0);
                let low = self.root.cell(b.low - reach, level);
                let high = self.root.cell(b.high + reach, level);
                for x in low[0]..=high[0] {
                    for y in low[1]..=high[1] {
                        for z in low[2]..=high[2] {
                            work.ops.cells += 1;
                            let members = nodes.get(&(level, [x, y, z])).into_iter().flatten();
                            for &j in members.filter(|&&j| j > i) {
                                compare(boxes, [i, j], pairs, work);
                            }
                        }
                    }
                }
            }
        }
    }
}

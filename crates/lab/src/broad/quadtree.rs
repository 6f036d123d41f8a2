//! The quadtree with bodies in inner nodes.
//!
//! Idea: squares on the floor; a body is in the smallest node that holds its box. It can meet only bodies of the
//! same node, of the nodes above and of those below, so each body looks at its node and upwards.
//!
//! When: arenas. Limits: small bodies on the middle cut stay in the root and meet everything there.
//!
//! Source 4, broad phase; METHODS (quadtree).

use std::collections::BTreeMap;

use super::node_tree::{Node, Root, parent};
use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "quadtree",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Finkel, Bentley 1974",
    about: "a body is in the smallest square that holds it; it looks there and above",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| {
        Box::new(Quadtree {
            root: Root::new(world, [true, false, true]),
        })
    }),
};

struct Quadtree {
    root: Root,
}

impl BroadPhase for Quadtree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let mut nodes: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (i, b) in present(boxes) {
            work.ops.updates += 1;
            nodes.entry(self.root.strict(b)).or_default().push(i);
        }
        for (&node, members) in &nodes {
            for (at, &i) in members.iter().enumerate() {
                members[at + 1..]
                    .iter()
                    .for_each(|&j| compare(boxes, [i, j], pairs, work));
            }
            let mut above = parent(node);
            while let Some(next) = above {
                work.ops.cells += 1;
                for &j in nodes.get(&next).into_iter().flatten() {
                    members
                        .iter()
                        .for_each(|&i| compare(boxes, [i, j], pairs, work));
                }
                above = parent(next);
            }
        }
    }
}

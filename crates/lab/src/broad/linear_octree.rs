//! Linear octrees: no pointers, only a sorted list of codes.
//!
//! Idea: a node's code tells its path from the root, so only nodes that hold bodies are stored, in one sorted
//! list. *Morton* codes mix the bits of the cell's coordinates, with a leading 1 that tells the level: the parent
//! is the code without its last three bits. *Gargantini* codes are strings of octal digits of fixed length, in
//! which a marker X fills the levels below an inner node: the parent replaces its last digit by X, and the list
//! sorts in the order of the tree's leaves.
//!
//! When: little memory, and structures written to files. Limits: each ancestor is a binary search. A body is in
//! the smallest node that holds it.
//!
//! Source 4, broad phase (linear octree by Morton codes); Morton 1966; Gargantini 1982.

use super::node_tree::{LEVELS, Node, Root, parent};
use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::{Aabb, World};
use crate::work::Work;

/// The row of Morton codes.
pub const ROW_MORTON: Row = Row {
    id: "linear-octree-morton",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Morton 1966",
    about: "a sorted list of nodes by mixed bits; ancestors by binary search",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|world| Box::new(LinearOctree::new(world, morton))),
};

/// The row of Gargantini codes.
pub const ROW_GARGANTINI: Row = Row {
    id: "linear-octree-gargantini",
    paper: "Gargantini 1982",
    about: "a sorted list of nodes by digits with a marker for whole nodes",
    method: Method::BroadPhase(|world| Box::new(LinearOctree::new(world, gargantini))),
    ..ROW_MORTON
};

type Code = fn(Node) -> u64;

struct LinearOctree {
    root: Root,
    code: Code,
}

/// The octal digits of a node's path from the root.
fn path((level, cell): Node) -> impl Iterator<Item = u64> {
    (0..level).rev().map(move |bit| {
        let digit = |axis: usize| u64::from(cell[axis] >> bit & 1) << axis;
        digit(0) | digit(1) | digit(2)
    })
}

fn morton(node: Node) -> u64 {
    path(node).fold(1, |code, digit| code << 3 | digit)
}

/// The marker for all levels below a node; it sorts after every digit.
const X: u64 = 8;

fn gargantini(node: Node) -> u64 {
    let digits = path(node).chain(std::iter::repeat(X));
    digits
        .take(LEVELS as usize)
        .fold(0, |code, digit| code << 4 | digit)
}

impl LinearOctree {
    fn new(world: &World, code: Code) -> Self {
        Self {
            root: Root::new(world, [true; 3]),
            code,
        }
    }
}

impl BroadPhase for LinearOctree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let entry = |(i, b): (usize, &Aabb)| {
            let node = self.root.strict(b);
            ((self.code)(node), i, node)
        };
        let mut list: Vec<(u64, usize, Node)> = present(boxes).map(entry).collect();
        work.ops.updates += list.len() as u64;
        list.sort_unstable_by_key(|(code, i, _)| (*code, *i));
        for (at, &(code, i, node)) in list.iter().enumerate() {
            let same = list[at + 1..]
                .iter()
                .take_while(|(other, ..)| *other == code);
            same.for_each(|&(_, j, _)| compare(boxes, [i, j], pairs, work));
            let mut above = parent(node);
            while let Some(next) = above {
                work.ops.cells += 1;
                let code = (self.code)(next);
                let first = list.partition_point(|(other, ..)| *other < code);
                let members = list[first..]
                    .iter()
                    .take_while(|(other, ..)| *other == code);
                members.for_each(|&(_, j, _)| compare(boxes, [i, j], pairs, work));
                above = parent(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_papers() {
        // The path 5, 2: x = 10, y = 01, z = 10 in binary.
        let node = (2, [0b10, 0b01, 0b10]);
        assert_eq!(path(node).collect::<Vec<_>>(), [5, 2]);
        assert_eq!(morton(node), 0o152);
        assert_eq!(gargantini(node), 0x52_8888);
        assert_eq!(morton(parent(node).unwrap()), 0o15);
        assert_eq!(gargantini((0, [0; 3])), 0x88_8888);
    }
}

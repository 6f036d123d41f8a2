//! The octree with bodies in every leaf that they touch.
//!
//! Idea: a cube around all bodies is cut into eight while it holds more than a few; a body is in every leaf that
//! its box meets. A pair of several leaves counts only in the one that holds the least corner of the common part.
//!
//! When: crowds of uneven density. Limits: bodies on a cut are in many leaves; built anew each frame.
//!
//! Source 4, broad phase (octree).

use glam::DVec3;

use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "octree",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "",
    about: "cubes cut into eight; a body is in every leaf that it meets",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(Octree)),
};

/// The most bodies of a leaf, unless it is at the greatest depth.
const LEAF: usize = 8;
const DEPTH: u32 = 6;

struct Octree;

/// The state of a descent.
struct Descent<'a> {
    boxes: &'a [Option<Aabb>],
    pairs: &'a mut Vec<Pair>,
    work: &'a mut Work,
}

impl BroadPhase for Octree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let all: Vec<usize> = present(boxes).map(|(i, _)| i).collect();
        let whole = present(boxes).map(|(_, b)| *b).reduce(|a, b| a.union(&b));
        if let Some(whole) = whole {
            let mut descent = Descent { boxes, pairs, work };
            descent.visit(&whole, &all, DEPTH);
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
}

impl Descent<'_> {
    fn visit(&mut self, cube: &Aabb, members: &[usize], depth: u32) {
        self.work.ops.cells += 1;
        if members.len() <= LEAF || depth == 0 {
            self.leaf(cube, members);
            return;
        }
        let middle = cube.center();
        let children: Vec<(Aabb, Vec<usize>)> = (0..8)
            .map(|i| part(cube, middle, i))
            .map(|child| {
                self.work.ops.tests += members.len() as u64;
                let inside = |&&i: &&usize| self.boxes[i].is_some_and(|b| b.meets(&child));
                let inside = members.iter().filter(inside).copied().collect();
                (child, inside)
            })
            .collect();
        // Cutting helps only if no child holds all: else all meet the middle.
        if children
            .iter()
            .all(|(_, inside)| inside.len() == members.len())
        {
            self.leaf(cube, members);
            return;
        }
        for (child, inside) in children {
            self.visit(&child, &inside, depth - 1);
        }
    }

    fn leaf(&mut self, cube: &Aabb, members: &[usize]) {
        for (at, &i) in members.iter().enumerate() {
            for &j in &members[at + 1..] {
                let (Some(a), Some(b)) = (&self.boxes[i], &self.boxes[j]) else {
                    continue;
                };
                // Leaves that share a point of a cut both find the pair; `update` drops one.
                let common = a.low.max(b.low);
                if cube.low.cmple(common).all() && common.cmple(cube.high).all() {
                    compare(self.boxes, [i, j], self.pairs, self.work);
                }
            }
        }
    }
}

/// One of the eight parts of a cube.
fn part(cube: &Aabb, middle: DVec3, index: usize) -> Aabb {
    let pick = |axis: usize| index >> axis & 1 == 1;
    let low = std::array::from_fn(|axis| {
        if pick(axis) {
            middle[axis]
        } else {
            cube.low[axis]
        }
    });
    let high = std::array::from_fn(|axis| {
        if pick(axis) {
            cube.high[axis]
        } else {
            middle[axis]
        }
    });
    Aabb {
        low: DVec3::from_array(low),
        high: DVec3::from_array(high),
    }
}

//! The k-d tree, built anew each frame.
//!
//! Idea: a plane through the median centre, across the longest extent, parts the bodies into those below, those
//! above and those that it cuts. The ones below cannot meet the ones above; the cut ones are compared with
//! themselves and with both sides.
//!
//! When: crowds of uneven density. Limits: large bodies are cut often; no coherence.
//!
//! Source 4, broad phase (k-d tree); Bentley 1975.

use super::{BroadPhase, Pair, compare, present};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "kd-tree",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Bentley 1975",
    about: "median planes part the bodies; those that are cut meet both sides",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(KdTree)),
};

/// The most bodies of a leaf.
const LEAF: usize = 4;

struct KdTree;

impl BroadPhase for KdTree {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        pairs.clear();
        let all: Vec<usize> = present(boxes).map(|(i, _)| i).collect();
        visit(boxes, &all, pairs, work);
    }
}

fn visit(boxes: &[Option<Aabb>], members: &[usize], pairs: &mut Vec<Pair>, work: &mut Work) {
    work.ops.cells += 1;
    let bounds = |i: usize| boxes[i].expect("only bodies that are there are members");
    let whole = members
        .iter()
        .map(|&i| bounds(i))
        .reduce(|a, b| a.union(&b));
    let Some(whole) = whole.filter(|_| members.len() > LEAF) else {
        within(boxes, members, pairs, work);
        return;
    };
    let size = whole.high - whole.low;
    let axis = (0..3)
        .max_by(|&i, &j| size[i].total_cmp(&size[j]))
        .unwrap_or(0);
    let mut centers: Vec<f64> = members.iter().map(|&i| bounds(i).center()[axis]).collect();
    let middle = centers.len() / 2;
    let plane = *centers.select_nth_unstable_by(middle, f64::total_cmp).1;
    work.ops.tests += members.len() as u64;
    let below: Vec<usize> = members
        .iter()
        .copied()
        .filter(|&i| bounds(i).high[axis] < plane)
        .collect();
    let above: Vec<usize> = members
        .iter()
        .copied()
        .filter(|&i| bounds(i).low[axis] > plane)
        .collect();
    if below.is_empty() && above.is_empty() {
        within(boxes, members, pairs, work);
        return;
    }
    let is_cut = |&&i: &&usize| bounds(i).low[axis] <= plane && bounds(i).high[axis] >= plane;
    let cut: Vec<usize> = members.iter().filter(is_cut).copied().collect();
    within(boxes, &cut, pairs, work);
    for side in [below, above] {
        for &i in &cut {
            side.iter()
                .for_each(|&j| compare(boxes, [i, j], pairs, work));
        }
        visit(boxes, &side, pairs, work);
    }
}

fn within(boxes: &[Option<Aabb>], members: &[usize], pairs: &mut Vec<Pair>, work: &mut Work) {
    for (at, &i) in members.iter().enumerate() {
        members[at + 1..]
            .iter()
            .for_each(|&j| compare(boxes, [i, j], pairs, work));
    }
}

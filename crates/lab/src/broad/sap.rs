//! Sweep and prune on three axes, kept from frame to frame.
//!
//! Idea: the end points of all boxes are kept sorted on each axis. When boxes move, insertion sort restores the
//! order; each swap of a start and an end is where an overlap on that axis begins or ends. The set of pairs
//! changes only there.
//!
//! When: many bodies that move little. Limits: bodies that fall together through resting ones swap with all of
//! them. A body is inserted by walking in from the far end, and removed by closing the gap: both pass over a
//! whole list.
//!
//! Source 1, I-COLLIDE; source 2, sweep and prune; source 4, broad phase; Cohen et al. 1995; Baraff 1992.

use std::collections::BTreeSet;

use super::{BroadPhase, Pair};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sap",
    stage: Stage::BroadPhase,
    source: "1, I-COLLIDE; 2, sweep and prune; 4, broad phase",
    paper: "Cohen et al. 1995",
    about: "sorted end points on three axes; pairs change where a start and an end swap",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(Sap::default())),
};

/// An end point of a box on one axis.
#[derive(Clone, Copy, Debug)]
pub struct EndPoint {
    /// Its place (m).
    pub value: f64,
    /// The body.
    pub body: usize,
    /// True if the box ends here.
    pub is_end: bool,
}

impl EndPoint {
    /// True if this point belongs before the other one. At one place, starts come first: touching counts.
    pub fn is_before(&self, other: &Self) -> bool {
        self.value < other.value || self.value == other.value && !self.is_end && other.is_end
    }
}

/// The sorted lists and the pairs.
#[derive(Default)]
pub struct Sap {
    /// The end points on each axis, sorted.
    pub axes: [Vec<EndPoint>; 3],
    /// The pairs that overlap.
    pub pairs: BTreeSet<Pair>,
    /// True for the bodies in the lists.
    pub known: Vec<bool>,
}

/// Two bodies, smaller number first.
pub fn pair(i: usize, j: usize) -> Pair {
    [i.min(j) as u32, i.max(j) as u32]
}

impl Sap {
    /// The bodies that went and came since the last frame.
    pub fn changes(&mut self, boxes: &[Option<Aabb>]) -> [Vec<usize>; 2] {
        self.known.resize(boxes.len(), false);
        let known = &self.known;
        let changed = |now: bool| -> Vec<usize> {
            let all = 0..boxes.len();
            all.filter(|&i| boxes[i].is_some() == now && known[i] != now)
                .collect()
        };
        let changes = [changed(false), changed(true)];
        for (known, b) in self.known.iter_mut().zip(boxes) {
            *known = b.is_some();
        }
        changes
    }

    /// Moves the end points to where the boxes are and sorts them again.
    pub fn sort(&mut self, boxes: &[Option<Aabb>], work: &mut Work) {
        for (axis, points) in self.axes.iter_mut().enumerate() {
            for point in points.iter_mut() {
                if let Some(b) = &boxes[point.body] {
                    point.value = if point.is_end {
                        b.high[axis]
                    } else {
                        b.low[axis]
                    };
                }
            }
            for i in 1..points.len() {
                let mut at = i;
                while at > 0 && points[at].is_before(&points[at - 1]) {
                    let (moved, passed) = (points[at], points[at - 1]);
                    points.swap(at, at - 1);
                    work.ops.swaps += 1;
                    at -= 1;
                    if moved.is_end && !passed.is_end {
                        self.pairs.remove(&pair(moved.body, passed.body));
                    } else if !moved.is_end && passed.is_end {
                        work.ops.tests += 1;
                        let both = (&boxes[moved.body], &boxes[passed.body]);
                        if let (Some(a), Some(b)) = both
                            && a.meets(b)
                        {
                            self.pairs.insert(pair(moved.body, passed.body));
                        }
                    }
                }
            }
        }
    }

    fn remove(&mut self, body: usize, work: &mut Work) {
        for points in &mut self.axes {
            let first = points.iter().position(|p| p.body == body).unwrap_or(0);
            work.ops.swaps += (points.len() - first) as u64;
            points.retain(|p| p.body != body);
        }
        self.pairs.retain(|pair| !pair.contains(&(body as u32)));
    }
}

impl BroadPhase for Sap {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        let [gone, new] = self.changes(boxes);
        work.ops.updates += (gone.len() + new.len()) as u64;
        for body in gone {
            self.remove(body, work);
        }
        for body in new {
            // Beyond all others, where it overlaps nothing.
            for points in &mut self.axes {
                let end = |is_end| EndPoint {
                    value: f64::INFINITY,
                    body,
                    is_end,
                };
                points.extend([end(false), end(true)]);
            }
        }
        self.sort(boxes, work);
        pairs.clear();
        pairs.extend(&self.pairs);
    }
}

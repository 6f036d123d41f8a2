//! Sweep and prune with batched insertion and removal.
//!
//! Idea: all bodies that go are taken out in one pass over each list; all that come are sorted among themselves
//! and merged in one pass. One sweep along x then finds the pairs of the new ones.
//!
//! When: many bodies appear or go at once. Limits: a single insertion still passes over the lists.
//!
//! Source 4, broad phase (batched insert and remove); Tracy, Buss, Woods 2009.

use super::sap::{EndPoint, Sap, pair};
use super::{BroadPhase, Pair};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sap-batched",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Tracy, Buss, Woods 2009",
    about: "sap whose bodies come and go in one merge pass",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(Batched::default())),
};

#[derive(Default)]
struct Batched {
    sap: Sap,
}

impl BroadPhase for Batched {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        let [gone, new] = self.sap.changes(boxes);
        work.ops.updates += (gone.len() + new.len()) as u64;
        if !gone.is_empty() {
            self.remove(&gone, work);
        }
        self.sap.sort(boxes, work);
        if !new.is_empty() {
            self.merge(&new, boxes, work);
            self.sweep(&new, boxes, work);
        }
        pairs.clear();
        pairs.extend(&self.sap.pairs);
    }
}

impl Batched {
    fn remove(&mut self, gone: &[usize], work: &mut Work) {
        for points in &mut self.sap.axes {
            work.ops.swaps += points.len() as u64;
            points.retain(|p| gone.binary_search(&p.body).is_err());
        }
        let stays = |i: &u32| gone.binary_search(&(*i as usize)).is_err();
        self.sap.pairs.retain(|pair| pair.iter().all(stays));
    }

    fn merge(&mut self, new: &[usize], boxes: &[Option<Aabb>], work: &mut Work) {
        for (axis, points) in self.sap.axes.iter_mut().enumerate() {
            let ends = new.iter().filter_map(|&body| {
                let b = boxes[body].as_ref()?;
                let at = |value, is_end| EndPoint {
                    value,
                    body,
                    is_end,
                };
                Some([at(b.low[axis], false), at(b.high[axis], true)])
            });
            let mut added: Vec<EndPoint> = ends.flatten().collect();
            added.sort_by(|p, q| p.value.total_cmp(&q.value).then(p.is_end.cmp(&q.is_end)));
            let mut merged = Vec::with_capacity(points.len() + added.len());
            let mut added = added.into_iter().peekable();
            for &point in points.iter() {
                while let Some(first) = added.next_if(|first| first.is_before(&point)) {
                    merged.push(first);
                }
                merged.push(point);
            }
            merged.extend(added);
            work.ops.swaps += merged.len() as u64;
            *points = merged;
        }
    }

    /// Finds the pairs of new bodies with all others.
    fn sweep(&mut self, new: &[usize], boxes: &[Option<Aabb>], work: &mut Work) {
        let is_new = |body: &usize| new.binary_search(body).is_ok();
        let mut open: [Vec<usize>; 2] = Default::default();
        for point in &self.sap.axes[0] {
            let lists = &mut open[usize::from(is_new(&point.body))];
            if point.is_end {
                lists.retain(|body| *body != point.body);
                continue;
            }
            lists.push(point.body);
            // An old body is compared with new ones only.
            let others = if is_new(&point.body) {
                &open[..]
            } else {
                &open[1..]
            };
            for &other in others
                .iter()
                .flatten()
                .filter(|&&other| other != point.body)
            {
                work.ops.tests += 1;
                if let (Some(a), Some(b)) = (&boxes[point.body], &boxes[other])
                    && a.meets(b)
                {
                    self.sap.pairs.insert(pair(point.body, other));
                }
            }
        }
    }
}

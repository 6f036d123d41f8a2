//! Segmented interval lists.
//!
//! Idea: the sorted end points of one axis are cut into segments of bounded length. Each segment also names the
//! bodies that begin before it and end in or after it. A body is put in by finding its segment, not by passing
//! over the whole list; the bodies that overlap it on the axis are those that its first segment names, and those
//! with an end point in the segments that it covers. A body that moves is taken out and put in.
//!
//! When: large worlds in which bodies come and go. Limits: long bodies are named in many segments; one axis only,
//! so candidates are compared by their boxes.
//!
//! Source 4, broad phase (segmented interval lists); Tracy, Buss, Woods 2009.

use std::collections::BTreeSet;

use super::sap::{EndPoint, pair};
use super::{BroadPhase, Pair};
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "segmented-lists",
    stage: Stage::BroadPhase,
    source: "4, broad phase",
    paper: "Tracy, Buss, Woods 2009",
    about: "end points of one axis in segments that name the bodies reaching into them",
    gives: &[Gives::Pairs],
    limits: &[],
    method: Method::BroadPhase(|_| Box::new(Segmented::default())),
};

/// The most end points of a segment.
const LENGTH: usize = 16;

#[derive(Default)]
struct Segment {
    points: Vec<EndPoint>,
    /// The bodies that begin before this segment and end in it or after it.
    reaching_in: BTreeSet<usize>,
}

#[derive(Default)]
struct Segmented {
    segments: Vec<Segment>,
    boxes: Vec<Option<Aabb>>,
    pairs: BTreeSet<Pair>,
}

impl Segmented {
    /// The segment and the place in it of an end point, the first not before it.
    fn find(&self, point: &EndPoint, work: &mut Work) -> (usize, usize) {
        let before = |segment: &Segment| segment.points.last().is_some_and(|p| p.is_before(point));
        let at = self
            .segments
            .partition_point(before)
            .min(self.segments.len() - 1);
        let points = &self.segments[at].points;
        work.ops.cells += 1;
        (at, points.partition_point(|p| p.is_before(point)))
    }

    fn ends(body: usize, b: &Aabb) -> [EndPoint; 2] {
        let end = |value, is_end| EndPoint {
            value,
            body,
            is_end,
        };
        [end(b.low.x, false), end(b.high.x, true)]
    }

    fn insert(&mut self, body: usize, b: &Aabb, work: &mut Work) {
        if self.segments.is_empty() {
            self.segments.push(Segment::default());
        }
        for point in Self::ends(body, b) {
            let (at, place) = self.find(&point, work);
            let points = &mut self.segments[at].points;
            work.ops.swaps += (points.len() - place) as u64;
            points.insert(place, point);
            // The start is in, the end is not yet: the split must not see half a body.
            if point.is_end {
                self.name(body, b, work);
                self.split(b, work);
            }
        }
    }

    fn name(&mut self, body: usize, b: &Aabb, work: &mut Work) {
        let [first, last] = self.span(body, b, work);
        for segment in &mut self.segments[first + 1..=last] {
            work.ops.updates += 1;
            segment.reaching_in.insert(body);
        }
    }

    /// The segments of a body's start and end. Equal end points may lie in neighbouring segments.
    fn span(&self, body: usize, b: &Aabb, work: &mut Work) -> [usize; 2] {
        Self::ends(body, b).map(|point| {
            let (at, _) = self.find(&point, work);
            let is_it = |p: &EndPoint| p.body == body && p.is_end == point.is_end;
            let later = self.segments[at..]
                .iter()
                .position(|s| s.points.iter().any(is_it));
            at + later.unwrap_or(0)
        })
    }

    /// Cuts the segments of a body's ends in two where they are too long.
    fn split(&mut self, b: &Aabb, work: &mut Work) {
        for point in Self::ends(usize::MAX, b) {
            let (at, _) = self.find(&point, work);
            if self.segments[at].points.len() <= LENGTH {
                continue;
            }
            let segment = &mut self.segments[at];
            let later = segment.points.split_off(LENGTH / 2);
            work.ops.swaps += later.len() as u64;
            let mut reaching_in = segment.reaching_in.clone();
            for point in &segment.points {
                if point.is_end {
                    reaching_in.remove(&point.body);
                } else {
                    reaching_in.insert(point.body);
                }
            }
            self.segments.insert(
                at + 1,
                Segment {
                    points: later,
                    reaching_in,
                },
            );
        }
    }

    fn remove(&mut self, body: usize, b: &Aabb, work: &mut Work) {
        let [first, last] = self.span(body, b, work);
        for segment in &mut self.segments[first..=last] {
            work.ops.swaps += segment.points.len() as u64;
            segment.points.retain(|p| p.body != body);
            segment.reaching_in.remove(&body);
        }
        // An empty segment would hide the order of its neighbours.
        self.segments.retain(|segment| !segment.points.is_empty());
        self.pairs.retain(|pair| !pair.contains(&(body as u32)));
    }

    /// Compares a body with those whose intervals overlap its own.
    fn compare(&mut self, body: usize, b: &Aabb, work: &mut Work) {
        let [first, last] = self.span(body, b, work);
        let mut near = self.segments[first].reaching_in.clone();
        let covered = self.segments[first..=last].iter().flat_map(|s| &s.points);
        near.extend(covered.map(|p| p.body));
        near.remove(&body);
        for other in near {
            work.ops.tests += 1;
            if self.boxes[other].is_some_and(|other| other.meets(b)) {
                self.pairs.insert(pair(body, other));
            }
        }
    }
}

impl BroadPhase for Segmented {
    fn update(&mut self, boxes: &[Option<Aabb>], pairs: &mut Vec<Pair>, work: &mut Work) {
        self.boxes.resize(boxes.len(), None);
        let changed: Vec<usize> = (0..boxes.len())
            .filter(|&i| boxes[i] != self.boxes[i])
            .collect();
        for &body in &changed {
            if let Some(b) = self.boxes[body] {
                self.remove(body, &b, work);
            }
        }
        self.boxes.copy_from_slice(boxes);
        for &body in &changed {
            if let Some(b) = &boxes[body] {
                self.insert(body, b, work);
            }
        }
        for &body in &changed {
            if let Some(b) = &boxes[body] {
                self.compare(body, b, work);
            }
        }
        pairs.clear();
        pairs.extend(&self.pairs);
    }
}

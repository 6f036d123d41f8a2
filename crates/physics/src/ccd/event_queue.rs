//! The events of a step, in the order of time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use dodgem_collide::broad_phase::Pair;
use dodgem_collide::query::Stage;
use glam::DVec3;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventKind {
    /// The turning of body `a` must be planned again; there is no `b`.
    Replan,
    /// Bodies `a` and `b` come as near as the target distance.
    Impact,
    /// The budget ended before a meeting of `a` and `b` after this time could be excluded.
    Cut,
    /// A meeting of `a` and `b` after this time cannot be excluded: they stop.
    Wait,
    /// A sensor meets the other body: nothing changes.
    Sense,
    /// A test of `a` and `b` at the end of their paths found a hit.
    Tested,
}

/// An event that happens unless a path changes before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Event {
    /// Seconds from the start of the step.
    pub time: f64,
    pub kind: EventKind,
    pub a: u32,
    pub b: u32,
    /// The generations of the two paths for which the event was found.
    pub generations: [u32; 2],
    /// The index of the sweep that found it among those of the report; no part of the order.
    pub sweep: Option<u32>,
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    /// The earliest event is the greatest, as a max-heap needs it; at equal times, the one of the
    /// lowest bodies. No two different events are equal, so their order is unique.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |e: &Event| (e.a, e.b, e.kind, e.generations);
        (other.time.total_cmp(&self.time)).then_with(|| key(other).cmp(&key(self)))
    }
}

/// A hit that one test in place of a sweep found.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestedHit {
    pub pair: Pair,
    /// The mean of the common points, in metres.
    pub point: DVec3,
    /// The stage that decided; none if the budget ended before.
    pub decided_by: Option<Stage>,
}

/// A priority queue of events, earliest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    heap: BinaryHeap<Event>,
}

impl EventQueue {
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Reserves memory for this many events.
    pub fn reserve(&mut self, events: usize) {
        self.heap.reserve(events.saturating_sub(self.heap.len()));
    }

    pub fn push(&mut self, event: Event) {
        self.heap.push(event);
    }

    /// Takes the earliest event.
    pub fn pop(&mut self) -> Option<Event> {
        self.heap.pop()
    }
}

/// A meeting within the step that stops nothing, because collision is discrete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unheeded {
    pub pair: Pair,
    /// In seconds from the start of the step.
    pub time: f64,
    /// The place where they meet, in metres.
    pub point: DVec3,
    /// The direction from the first to the second there, of length 1.
    pub normal: DVec3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_comes_first_and_then_the_lowest_bodies() {
        let mut queue = EventQueue::default();
        for (time, a, b) in [(0.5, 1, 2), (0.25, 3, 4), (0.25, 0, 9), (0.75, 0, 1)] {
            queue.push(Event {
                time,
                kind: EventKind::Impact,
                a,
                b,
                generations: [0, 0],
                sweep: None,
            });
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop())
            .map(|e| (e.a, e.b))
            .collect();
        assert_eq!(order, [(0, 9), (3, 4), (1, 2), (0, 1)]);
    }
}

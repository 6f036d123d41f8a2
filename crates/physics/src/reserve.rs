//! Memory that a world sets aside when bodies are added, so that a step in a crowd allocates nothing.
//!
//! The number of pairs and contacts is an estimate. If a crowd exceeds it, the buffers grow once more and
//! keep their size.

use std::sync::Arc;

use crate::World;
use crate::body::Body;
use crate::params::{RESERVED_CONTACTS, RESERVED_EVENTS, RESERVED_EXTRA, RESERVED_PAIRS};
use dodgem_collide::Shape;

impl World {
    /// Sets memory aside for queries on a shape that no body has had before.
    pub(super) fn reserve_for_shape(&mut self, shape: &Shape) {
        if let Shape::Compound(compound) = shape {
            (compound.children().iter()).for_each(|child| self.reserve_for_shape(&child.shape));
        }
        let Shape::Mesh(model) = shape else { return };
        let is_same = |body: &Body| matches!(body.shape(), Shape::Mesh(m) if Arc::ptr_eq(m, model));
        if !self.bodies.iter().any(is_same) {
            self.tools.shape_queries.warm_up(shape);
        }
    }

    /// Sets memory aside for the bodies of the world.
    pub(super) fn reserve_for_bodies(&mut self) {
        let bodies = self.bodies.len();
        let (pairs, contacts) = (
            RESERVED_PAIRS * bodies + RESERVED_EXTRA,
            RESERVED_CONTACTS * bodies + RESERVED_EXTRA,
        );
        let events = RESERVED_EVENTS * bodies + RESERVED_EXTRA;
        self.pairs.reserve(bodies, pairs, contacts);
        self.islands.reserve(bodies);
        reserve(&mut self.report.impacts, events);
        reserve(&mut self.report.sweep_records, events);
        reserve(&mut self.report.turns, pairs + events);
        reserve(&mut self.report.searches, pairs);
        let tools = &mut self.tools;
        reserve(&mut tools.shape_queries.sweep_records, events);
        reserve(&mut tools.broad_bodies, bodies);
        reserve(&mut tools.broad_pairs, pairs);
        reserve(&mut tools.solver_bodies, bodies);
        reserve(&mut tools.tests, pairs);
        reserve(&mut tools.tested, pairs);
        reserve(&mut tools.asking, pairs);
        reserve(&mut tools.impact_contacts, RESERVED_EXTRA);
        reserve(&mut tools.unlisted_bodies, bodies);
        tools.wheel_bodies.reserve(bodies);
        tools.clusters.reserve(bodies);
        tools.speculative.reserve(bodies, pairs, contacts);
        tools.selected_contacts.reserve(bodies, pairs, contacts);
        tools.solver.reserve(bodies, pairs, contacts);
        tools.queue.reserve(pairs + events);
        tools.impact.reserve(RESERVED_EXTRA);
    }
}

/// Makes room for `count` items in all.
pub(super) fn reserve<T>(items: &mut Vec<T>, count: usize) {
    items.reserve(count.saturating_sub(items.len()));
}

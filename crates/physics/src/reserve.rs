//! Memory that a world sets aside when bodies come, so that a step in a crowd need not ask for it.
//!
//! How many pairs and contacts there will be nobody knows; what is said here is seldom exceeded, and
//! if it is, the buffers grow once more and stay so.

use std::sync::Arc;

use crate::World;
use crate::body::Body;
use dodgem_collide::Shape;

/// Pairs and contacts for each body, and so many more: of few bodies, each may touch all others.
const PAIRS: usize = 12;
const CONTACTS: usize = 16;
const MORE: usize = 64;

/// Things that happen in a step, for each body.
const EVENTS: usize = 8;

impl World {
    /// Sets memory aside for queries on a shape that no body had before.
    pub(super) fn make_room_for(&mut self, shape: &Shape) {
        let Shape::Mesh(model) = shape else { return };
        let is_it = |body: &Body| matches!(&body.shape, Shape::Mesh(m) if Arc::ptr_eq(m, model));
        if !self.bodies.iter().any(is_it) {
            self.tools.narrow.warm_up(shape);
        }
    }

    /// Sets memory aside for the bodies that there are.
    pub(super) fn make_room(&mut self) {
        let bodies = self.bodies.len();
        let (pairs, contacts) = (PAIRS * bodies + MORE, CONTACTS * bodies + MORE);
        let events = EVENTS * bodies + MORE;
        self.pairs.reserve(bodies, pairs, contacts);
        self.islands.reserve(bodies);
        reserve(&mut self.report.impacts, events);
        reserve(&mut self.report.turns, pairs + events);
        reserve(&mut self.report.searches, pairs);
        let tools = &mut self.tools;
        reserve(&mut tools.broad_bodies, bodies);
        reserve(&mut tools.broad_pairs, pairs);
        reserve(&mut tools.solver_bodies, bodies);
        reserve(&mut tools.tests, pairs);
        reserve(&mut tools.tested, pairs);
        reserve(&mut tools.asking, pairs);
        reserve(&mut tools.meeting, MORE);
        reserve(&mut tools.strangers, bodies);
        tools.strips.reserve(bodies);
        tools.bonds.reserve(bodies);
        tools.foresight.reserve(bodies, pairs, contacts);
        tools.selected_contacts.reserve(bodies, pairs, contacts);
        tools.solver.reserve(bodies, pairs, contacts);
        tools.queue.reserve(pairs + events);
        tools.impact.reserve(MORE);
    }
}

/// Makes room for so many items in all.
pub(super) fn reserve<T>(items: &mut Vec<T>, count: usize) {
    items.reserve(count.saturating_sub(items.len()));
}

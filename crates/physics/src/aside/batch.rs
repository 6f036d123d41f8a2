//! Islands that were set aside together, with all that is known of their bodies' pairs.

use std::ops::Range;
use std::sync::OnceLock;

use crate::aside::box_tree::BoxTree;
use crate::bodies::SavedBody;
use crate::contact_events::ContactEvent;
use crate::manifold::contact_point::ContactPoint;
use crate::pair_cache::PairState;
use dodgem_collide::math::Aabb;

/// The parts of an island in the lists of its batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Island {
    pub bodies: Range<usize>,
    pub pairs: Range<usize>,
    pub events: Range<usize>,
    /// The bodies outside the island that its pairs, joints and meetings name: none of them is dynamic.
    pub partners: Range<usize>,
    /// The number of its bodies that sleep, and of its pairs that overlap.
    pub asleep: u32,
    pub overlapping: u64,
}

/// Islands that were set aside together. It never changes, so snapshots share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(super) islands: Vec<Island>,
    /// The places of the bodies, by island.
    pub(super) bodies: Vec<u32>,
    pub(super) partners: Vec<u32>,
    pub(super) pairs: Vec<PairState>,
    pub(super) contacts: Vec<ContactPoint>,
    pub(super) events: Vec<ContactEvent>,
    /// The boxes of the bodies; the numbers are places.
    pub(super) tree: BoxTree,
    /// The bodies, if a snapshot was taken. Those of islands that came back before are not valid.
    pub(super) saved: OnceLock<Vec<SavedBody>>,
}

impl Batch {
    /// The bytes that its lists take.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        size_of::<Batch>()
            + of(&self.islands)
            + of(&self.bodies)
            + of(&self.partners)
            + of(&self.pairs)
            + of(&self.contacts)
            + of(&self.events)
            + self.tree.size()
            + self.saved.get().map_or(0, of)
    }

    /// Begins a new island, which receives everything that is added until the next one begins.
    pub(super) fn begin_island(&mut self) {
        let [bodies, pairs, events, partners] = [
            self.bodies.len(),
            self.pairs.len(),
            self.events.len(),
            self.partners.len(),
        ]
        .map(|at| at..at);
        self.islands.push(Island {
            bodies,
            pairs,
            events,
            partners,
            asleep: 0,
            overlapping: 0,
        });
    }

    /// Adds a pair and its contacts.
    pub(super) fn add_pair(&mut self, near: &PairState, contacts: &[ContactPoint]) {
        let first = self.contacts.len();
        self.contacts.extend_from_slice(contacts);
        let mut near = *near;
        near.set_range(first..self.contacts.len());
        self.pairs.push(near);
    }

    /// Ends the island that was begun last.
    pub(super) fn end_island(&mut self, asleep: u32, overlapping: u64) {
        if let Some(island) = self.islands.last_mut() {
            island.bodies.end = self.bodies.len();
            island.pairs.end = self.pairs.len();
            island.events.end = self.events.len();
            let own = &mut self.partners[island.partners.start..];
            own.sort_unstable();
            dedup_from(&mut self.partners, island.partners.start);
            island.partners.end = self.partners.len();
            (island.asleep, island.overlapping) = (asleep, overlapping);
        }
    }

    /// Adds an island of another batch.
    pub(super) fn add_island(&mut self, other: &Batch, island: &Island) {
        self.begin_island();
        (self.bodies).extend_from_slice(&other.bodies[island.bodies.clone()]);
        for near in &other.pairs[island.pairs.clone()] {
            self.add_pair(near, &other.contacts[near.range()]);
        }
        (self.events).extend_from_slice(&other.events[island.events.clone()]);
        (self.partners).extend_from_slice(&other.partners[island.partners.clone()]);
        self.end_island(island.asleep, island.overlapping);
    }

    /// Builds the tree of the boxes of its bodies.
    pub(super) fn build_tree(&mut self, bounds: impl Fn(u32) -> Aabb) {
        let bodies = self.bodies.iter();
        self.tree
            .build(bodies.map(|place| (bounds(*place), *place)));
    }
}

/// Removes repeated neighbours from a list from the place `first` on.
fn dedup_from(list: &mut Vec<u32>, first: usize) {
    let mut end = first;
    for at in first..list.len() {
        if end == first || list[end - 1] != list[at] {
            list[end] = list[at];
            end += 1;
        }
    }
    list.truncate(end);
}

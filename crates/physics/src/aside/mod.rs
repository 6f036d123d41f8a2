//! Bodies that are set aside, so that a step costs only its moving bodies and those that they may meet.
//!
//! An island in which everything has rested for two whole steps and which no moving body is near is at a fixed
//! point: the next step would leave its bodies, pairs, contacts and meetings as they are, to the last bit. It is
//! set aside as a whole (`choice.rs`), in a [`Batch`] with others. A body that is not dynamic, such as a wall, is
//! an island of its own. The others are *present*: the phases of a step see no other bodies (`part.rs`).
//!
//! An island comes back before anything can depend on it: if the box of a moving or new body meets one of its
//! boxes, if the program touches one of its bodies, if it carries a moving body or a moving body carries it. Then its
//! pairs and contacts are put back into their order. A sleeping body that is hit moves in the next step only, so no
//! step moves anything that was not present; but an impact may throw a body farther than the box that it had at the
//! start of the step. If that path meets a body that is set aside, the step is taken again with that body's island
//! present.

mod batch;
mod box_tree;
mod choice;
mod part;
mod saved;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::bodies::Bodies;
use crate::body::BodyKind;
use crate::by_body::ByBody;
use crate::contact_events::ContactEvents;
use crate::disjoint_sets::DisjointSets;
use crate::joint::Joints;
use crate::manifold::contact_point::ContactPoint;
use crate::pair_cache::{OverlappingPairs, PairState};
use crate::params::LEAST_SET_ASIDE;
use crate::report::StepReport;
use crate::reserve::{Reserved, reserve};
use dodgem_collide::math::Aabb;

pub(crate) use batch::Batch;
pub(crate) use choice::Settled;
pub(crate) use part::{Lists, Part};
pub(crate) use saved::SavedAside;

/// The batch of a body that is present.
const PRESENT: u32 = u32::MAX;

/// The island of a body, if it is set aside.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The place of its batch, or [`PRESENT`]; and the island in the batch.
    batch: u32,
    island: u32,
    /// The whole steps for which it has rested, up to [`SETTLED`](crate::params::SETTLED).
    rested: u8,
}

const HERE: Entry = Entry {
    batch: PRESENT,
    island: 0,
    rested: 0,
};

/// A batch, and its islands that are still set aside.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub batch: Arc<Batch>,
    live: Vec<bool>,
    /// The number of bodies in these islands.
    bodies: usize,
}

/// The numbers of things that are set aside.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    asleep: u32,
    pairs: usize,
    overlapping: u64,
}

/// Memory of the choice, used again.
#[derive(Clone, Debug, Default)]
struct Choice {
    found: Vec<u32>,
    /// Each carried body and the body that carries it.
    supports: Vec<[u32; 2]>,
    /// By place: true if the body, or the island whose root it is, stays present.
    stays: Vec<bool>,
    /// By place of a root: the number of its island.
    island_of: Vec<u32>,
    bodies: ByBody<u32>,
    pairs: ByBody<u32>,
    events: ByBody<u32>,
    partners: ByBody<u32>,
}

/// The islands that are set aside, and the list of the other bodies.
#[derive(Debug)]
pub(crate) struct Aside {
    /// The places of the bodies that are present, sorted.
    present: Vec<u32>,
    /// By place.
    entries: Vec<Entry>,
    spare_entries: Vec<Entry>,
    batches: Vec<Option<Held>>,
    totals: Totals,
    /// The islands that were called and whose pairs are not back yet.
    called: Vec<(Arc<Batch>, u32)>,
    /// The places of the joints of present bodies in the order of adding, valid if there are `counted` joints.
    joints: Vec<u32>,
    counted: Option<usize>,
    sets: DisjointSets,
    choice: Choice,
    /// The least number of bodies to set aside at a time, unless they are all; without it, none are set aside.
    least: Option<usize>,
}

impl Default for Aside {
    fn default() -> Self {
        Aside {
            present: Vec::new(),
            entries: Vec::new(),
            spare_entries: Vec::new(),
            batches: Vec::new(),
            totals: Totals::default(),
            called: Vec::new(),
            joints: Vec::new(),
            counted: None,
            sets: DisjointSets::default(),
            choice: Choice::default(),
            least: Some(LEAST_SET_ASIDE),
        }
    }
}

impl Aside {
    /// Reserves memory for this number of bodies.
    pub fn reserve(&mut self, counts: &Reserved) {
        reserve(&mut self.present, counts.bodies);
        reserve(&mut self.entries, counts.bodies);
        reserve(&mut self.spare_entries, counts.bodies);
        reserve(&mut self.choice.supports, counts.supports);
    }

    /// Reserves memory for this number of joints.
    pub fn reserve_joints(&mut self, count: usize) {
        reserve(&mut self.joints, count);
    }

    /// The places of the bodies that are present, sorted.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    /// True if nothing is set aside.
    pub fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// True if a body is present.
    pub fn has_present(&self, place: u32) -> bool {
        self.entries[place as usize].batch == PRESENT
    }

    /// Records a new body.
    pub fn add(&mut self, place: u32) {
        if self.entries.len() <= place as usize {
            self.entries.resize(place as usize + 1, HERE);
        }
        self.entries[place as usize] = HERE;
        if let Err(at) = self.present.binary_search(&place) {
            self.present.insert(at, place);
        }
        self.counted = None;
    }

    /// Removes a body that is present.
    pub fn remove(&mut self, place: u32) {
        if let Ok(at) = self.present.binary_search(&place) {
            self.present.remove(at);
        }
        self.counted = None;
    }

    /// Makes a body present with its island, or restarts the count of its steps at rest. Its pairs come back with
    /// [`Aside::admit`].
    pub fn call(&mut self, place: u32) {
        let Some(entry) = self.entries.get_mut(place as usize) else {
            return;
        };
        let Entry { batch, island, .. } = std::mem::replace(entry, HERE);
        if batch == PRESENT {
            return;
        }
        let Some(held) = &mut self.batches[batch as usize] else {
            return;
        };
        held.live[island as usize] = false;
        let batch_of_it = held.batch.clone();
        let parts = &batch_of_it.islands[island as usize];
        let bodies = &batch_of_it.bodies[parts.bodies.clone()];
        held.bodies -= bodies.len();
        if held.bodies == 0 {
            self.batches[batch as usize] = None;
            while self.batches.last().is_some_and(Option::is_none) {
                self.batches.pop();
            }
        }
        self.totals.asleep -= parts.asleep;
        self.totals.pairs -= parts.pairs.len();
        self.totals.overlapping -= parts.overlapping;
        for body in bodies {
            self.entries[*body as usize] = HERE;
            self.present.push(*body);
        }
        for partner in &batch_of_it.partners[parts.partners.clone()] {
            self.call_partner(*partner);
        }
        self.called.push((batch_of_it, island));
    }

    /// Makes the body present that an island names; the count of its steps at rest goes on.
    fn call_partner(&mut self, place: u32) {
        if !self.has_present(place) {
            self.call(place);
        }
    }

    /// Makes everything present.
    pub fn call_all(&mut self) {
        for batch in 0..self.batches.len() {
            let Some(held) = self.batches.get(batch).cloned().flatten() else {
                continue;
            };
            let live = held.batch.islands.iter().zip(&held.live);
            for (island, _) in live.filter(|(_, live)| **live) {
                self.call(held.batch.bodies[island.bodies.start]);
            }
        }
    }

    /// Makes the islands present that name a body which is not dynamic: by a pair, a joint or a meeting.
    pub fn call_touching(&mut self, place: u32) {
        self.call(place);
        for batch in 0..self.batches.len() {
            let Some(held) = self.batches.get(batch).cloned().flatten() else {
                continue;
            };
            let live = held.batch.islands.iter().zip(&held.live);
            for (island, _) in live.filter(|(_, live)| **live) {
                if (held.batch.partners[island.partners.clone()]).contains(&place) {
                    self.call(held.batch.bodies[island.bodies.start]);
                }
            }
        }
    }

    /// Makes the bodies present that moving ones carry, and the bodies that carry moving ones. Each carried body is
    /// given with one that carries it.
    pub fn call_supports(&mut self, supports: impl Iterator<Item = [u32; 2]>, bodies: &Bodies) {
        if self.is_empty() {
            return;
        }
        for [carried, carrier] in supports {
            for (one, other) in [(carried, carrier), (carrier, carried)] {
                if self.has_present(one) && !bodies.body(one).is_fixed() {
                    self.call_partner(other);
                }
            }
        }
    }

    /// Records each carried body and the body that carries it, before [`Aside::end_step`].
    pub fn note_supports(&mut self, supports: impl Iterator<Item = [u32; 2]>) {
        self.choice.supports.clear();
        self.choice.supports.extend(supports);
    }

    /// Makes the bodies present whose boxes meet a box. Returns true if there are any.
    pub fn call_near(&mut self, bounds: &Aabb) -> bool {
        let mut near = std::mem::take(&mut self.choice.found);
        near.clear();
        self.find_in(bounds, &mut near);
        near.iter().for_each(|place| self.call_partner(*place));
        let any = !near.is_empty();
        self.choice.found = near;
        any
    }

    /// Appends the bodies that are set aside and whose boxes meet a box.
    pub fn find_in(&self, bounds: &Aabb, found: &mut Vec<u32>) {
        for (number, held) in (0..).zip(&self.batches) {
            let Some(held) = held else { continue };
            (held.batch.tree).visit(bounds, &mut |place| {
                if self.entries[place as usize].batch == number {
                    found.push(place);
                }
            });
        }
    }

    /// Puts back the pairs, contacts and meetings of the islands that were called. Returns true if any were.
    pub fn admit(&mut self, pairs: &mut OverlappingPairs, events: &mut ContactEvents) -> bool {
        if self.called.is_empty() {
            return false;
        }
        self.present.sort_unstable();
        self.counted = None;
        for (batch, island) in self.called.drain(..) {
            let parts = &batch.islands[island as usize];
            for near in &batch.pairs[parts.pairs.clone()] {
                pairs.put(near, &batch.contacts[near.range()]);
            }
            events.put(&batch.events[parts.events.clone()]);
        }
        pairs.sort();
        events.sort();
        true
    }

    /// The places in the order of adding of the joints of present bodies that may move.
    pub fn joints(&self) -> &[u32] {
        &self.joints
    }

    /// Lists the joints of present bodies again, if anything has changed.
    pub fn list_joints(&mut self, joints: &Joints, bodies: &Bodies) {
        if self.counted != Some(joints.count()) {
            self.counted = Some(joints.count());
            let mut present = std::mem::take(&mut self.joints);
            present.clear();
            let all = (0..).zip(joints.iter());
            let here = |joint: &crate::Joint| {
                let mut held = joint.bodies.into_iter().flatten();
                let moves = |place| bodies.body(place).kind() != BodyKind::Static;
                held.any(|place| moves(place) && self.has_present(place))
            };
            present.extend(all.filter(|(_, joint)| here(joint)).map(|(at, _)| at));
            self.joints = present;
        }
    }

    /// Records that joints were added, removed or changed.
    pub fn note_joints(&mut self) {
        self.counted = None;
    }

    /// Adds what is set aside to the report of a step.
    pub fn report(&self, report: &mut StepReport) {
        report.asleep += self.totals.asleep;
        report.pairs += self.totals.pairs;
        report.overlapping += self.totals.overlapping;
    }

    /// All pairs of the world in their order, each with the list of contacts that has its own.
    pub fn all_pairs<'a>(
        &'a self,
        present: &'a OverlappingPairs,
    ) -> impl Iterator<Item = (&'a PairState, &'a [ContactPoint])> {
        let here = present
            .pairs
            .iter()
            .map(|near| (near, &present.contacts[..]));
        let mut all = Vec::new();
        let mut alone = None;
        match self.is_empty() {
            true => alone = Some(here),
            false => all.extend(here),
        }
        for held in self.batches.iter().flatten() {
            let live = held.batch.islands.iter().zip(&held.live);
            for (island, _) in live.filter(|(_, live)| **live) {
                let pairs = held.batch.pairs[island.pairs.clone()].iter();
                all.extend(pairs.map(|near| (near, &held.batch.contacts[..])));
            }
        }
        all.sort_by_key(|(near, _)| near.pair);
        alone.into_iter().flatten().chain(all)
    }

    /// The bodies of the islands that were called and not admitted yet.
    pub fn called(&self) -> impl Iterator<Item = &[u32]> {
        let bodies = |(batch, island): &'_ (Arc<Batch>, u32)| {
            let island = &batch.islands[*island as usize];
            island.bodies.clone()
        };
        (self.called.iter()).map(move |called| &called.0.bodies[bodies(called)])
    }
}

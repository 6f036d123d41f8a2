//! The choice of the islands that are set aside at the end of a step.

use std::sync::Arc;

use crate::aside::batch::Batch;
use crate::aside::{Aside, Choice, Entry, Held, PRESENT};
use crate::bodies::Bodies;
use crate::contact_events::{ContactEvent, ContactEvents};
use crate::joint::Joints;
use crate::pair_cache::OverlappingPairs;
use crate::params::{FIRST_SHARE_SET_ASIDE, SETTLED, SHARE_SET_ASIDE};
use dodgem_collide::broad_phase::Pair;

/// No island.
const NONE: u32 = u32::MAX;

/// A world between two steps, as far as the choice depends on it.
pub(crate) struct Settled<'w> {
    pub bodies: &'w Bodies,
    pub joints: &'w Joints,
    /// The pairs of the broad phase in the last step.
    pub near: &'w [Pair],
}

impl Aside {
    /// Ends a step: sets the islands aside that are at a fixed point, if there are enough of them to pay. If that is
    /// all, steps cost nothing until something changes, and snapshots share them.
    pub fn end_step(
        &mut self,
        world: &Settled,
        pairs: &mut OverlappingPairs,
        events: &mut ContactEvents,
    ) {
        let mut settled = 0;
        for place in &self.present {
            let (body, motion) = (world.bodies.body(*place), world.bodies.motion(*place));
            let rested = &mut self.entries[*place as usize].rested;
            *rested = match motion.is_resting() && body.is_fixed() {
                true => (*rested + 1).min(SETTLED),
                false => 0,
            };
            settled += usize::from(*rested == SETTLED);
        }
        let share = match self.is_empty() {
            true => FIRST_SHARE_SET_ASIDE,
            false => SHARE_SET_ASIDE,
        };
        let Some(least) = self.least else { return };
        let least = least.max((share * self.present.len() as f32) as usize);
        let least = least.min(self.present.len()).max(1);
        if settled < least {
            return;
        }
        self.group(world, pairs, events);
        let mut count = 0;
        for place in &self.present {
            let root = self.sets.root(*place) as usize;
            self.choice.stays[*place as usize] = self.choice.stays[root];
            count += usize::from(!self.choice.stays[root]);
        }
        if count >= least {
            self.set_aside(count, world, pairs, events);
        }
    }

    /// Groups the present bodies into islands, and finds those that have to stay.
    fn group(&mut self, world: &Settled, pairs: &OverlappingPairs, events: &ContactEvents) {
        let Settled {
            bodies,
            joints,
            near,
        } = *world;
        let is_dynamic = |place: u32| bodies.body(place).is_dynamic();
        let alike = |Pair { a, b }: Pair| is_dynamic(a) == is_dynamic(b);
        let sets = &mut self.sets;
        sets.reset_some(bodies.len(), self.present.iter().copied());
        let touching = || pairs.pairs.iter().filter(|near| near.count > 0);
        for near in touching().filter(|near| is_dynamic(near.pair.a) && is_dynamic(near.pair.b)) {
            sets.join(near.pair.a, near.pair.b);
        }
        let meetings = || events.list.iter().map(pair_of);
        for pair in meetings().filter(|pair| alike(*pair)) {
            sets.join(pair.a, pair.b);
        }
        let entries = &self.entries;
        let is_here = |place: u32| entries[place as usize].batch == PRESENT;
        let joined = || {
            joints
                .pairs()
                .filter(|pair| is_here(pair.a) && is_here(pair.b))
        };
        for pair in joined().filter(|pair| alike(*pair)) {
            sets.join(pair.a, pair.b);
        }
        let Choice {
            stays, supports, ..
        } = &mut self.choice;
        supports.retain(|[carried, carrier]| is_here(*carried) && is_here(*carrier));
        // A carried body wakes with the body that carries it.
        for [carried, carrier] in supports.iter().filter(|[_, carrier]| is_dynamic(*carrier)) {
            sets.join(*carried, *carrier);
        }
        stays.resize(bodies.len(), false);
        for place in &self.present {
            stays[*place as usize] = false;
        }
        let mut stay = |place: u32| stays[sets.root(place) as usize] = true;
        for place in &self.present {
            let is_unbounded = !bodies.body(*place).reach().is_finite();
            if entries[*place as usize].rested < SETTLED || is_unbounded {
                stay(*place);
            }
        }
        for pair in near.iter().chain(events.near_sensors.pairs()) {
            stay(pair.a);
            stay(pair.b);
        }
        for [_, carrier] in supports
            .iter()
            .filter(|[carried, _]| !bodies.body(*carried).is_fixed())
        {
            stay(*carrier);
        }
        // A body that is not dynamic stays where an island stays that names it.
        let all = (pairs.pairs.iter().map(|near| near.pair))
            .chain(meetings())
            .chain(joined());
        for pair @ Pair { a, b } in all {
            if !alike(pair) {
                let (own, partner) = if is_dynamic(a) { (a, b) } else { (b, a) };
                if stays[sets.root(own) as usize] {
                    stays[sets.root(partner) as usize] = true;
                }
            }
        }
    }

    /// Sets all islands aside that need not stay, `count` bodies in all.
    fn set_aside(
        &mut self,
        count: usize,
        world: &Settled,
        pairs: &mut OverlappingPairs,
        events: &mut ContactEvents,
    ) {
        let Settled { bodies, joints, .. } = *world;
        let islands = self.number_islands(bodies.len());
        let Choice {
            stays,
            island_of,
            bodies: members,
            pairs: own_pairs,
            events: own_events,
            partners,
            ..
        } = &mut self.choice;
        // The island that owns what two bodies share, and the other body if it is none of the island's.
        let owner = |Pair { a, b }: Pair| {
            let (own, other) = if bodies.body(a).is_dynamic() {
                (a, b)
            } else {
                (b, a)
            };
            let island = island_of[own as usize];
            let is_here = island == NONE || stays[own as usize];
            let partner = (island_of[other as usize] != island).then_some(other);
            (!is_here).then_some((island, partner))
        };
        let kept = |pair: Pair| owner(pair).is_none();
        let numbered = (0_u32..).zip(pairs.pairs.iter());
        let of_pairs = numbered.filter_map(|(at, near)| Some((owner(near.pair)?.0, at)));
        own_pairs.sort(islands, of_pairs);
        let numbered = (0_u32..).zip(events.list.iter());
        let of_events = numbered.filter_map(|(at, event)| Some((owner(pair_of(event))?.0, at)));
        own_events.sort(islands, of_events);
        let entries = &self.entries;
        let is_here = |place: u32| entries[place as usize].batch == PRESENT;
        let joined = joints
            .pairs()
            .filter(|pair| is_here(pair.a) && is_here(pair.b));
        let all = (pairs.pairs.iter().map(|near| near.pair))
            .chain(events.list.iter().map(pair_of))
            .chain(joined);
        let of_partners = all.filter_map(|pair| {
            let (island, partner) = owner(pair)?;
            Some((island, partner?))
        });
        partners.sort(islands, of_partners);

        let mut batch = Batch::default();
        for island in 0..islands as u32 {
            batch.begin_island();
            batch.bodies.extend_from_slice(members.of(island));
            batch.partners.extend_from_slice(partners.of(island));
            let mut overlapping = 0;
            for at in own_pairs.of(island) {
                let near = &pairs.pairs[*at as usize];
                batch.add_pair(near, &pairs.contacts[near.range()]);
                overlapping += u64::from(pairs.is_overlapping(near));
            }
            let own = own_events.of(island).iter();
            (batch.events).extend(own.map(|at| events.list[*at as usize]));
            let asleep = members.of(island).iter();
            let asleep = asleep
                .filter(|place| bodies.body(**place).is_asleep())
                .count() as u32;
            batch.end_island(asleep, overlapping);
            self.totals.asleep += asleep;
            self.totals.pairs += own_pairs.of(island).len();
            self.totals.overlapping += overlapping;
        }
        pairs.drop_pairs(|pair| !kept(pair));
        events.list.retain(|event| kept(pair_of(event)));
        let stays = &self.choice.stays;
        self.present.retain(|place| stays[*place as usize]);
        self.counted = None;
        self.absorb(&mut batch, count);
        self.hold(batch, bodies);
    }

    /// Numbers the islands that are set aside, and sorts their bodies. Returns their number.
    fn number_islands(&mut self, places: usize) -> usize {
        let Choice {
            stays,
            island_of,
            bodies,
            ..
        } = &mut self.choice;
        island_of.resize(places, NONE);
        let mut islands = 0;
        for place in &self.present {
            island_of[*place as usize] = NONE;
            if !stays[*place as usize] {
                // The root has the lowest place of its island, so it has its number already.
                let root = self.sets.root(*place);
                if root == *place {
                    island_of[root as usize] = islands;
                    islands += 1;
                }
                island_of[*place as usize] = island_of[root as usize];
            }
        }
        let members = self.present.iter().filter(|place| !stays[**place as usize]);
        let members = members.map(|place| (island_of[*place as usize], *place));
        bodies.sort(islands as usize, members);
        islands as usize
    }

    /// Moves the islands of batches that are not much larger than a new one into it, so that there are few
    /// batches.
    fn absorb(&mut self, batch: &mut Batch, mut bodies: usize) {
        for held in &mut self.batches {
            let is_small = |held: &mut Held| {
                held.bodies <= 2 * bodies || 2 * held.bodies < held.batch.bodies.len()
            };
            let Some(held) = held.take_if(is_small) else {
                continue;
            };
            bodies += held.bodies;
            let live = held.batch.islands.iter().zip(&held.live);
            for (island, _) in live.filter(|(_, live)| **live) {
                batch.add_island(&held.batch, island);
            }
        }
    }

    /// Takes a batch in.
    fn hold(&mut self, mut batch: Batch, bodies: &Bodies) {
        batch.build_tree(|place| bodies.motion(place).bounds);
        let place = self.batches.iter().position(Option::is_none);
        let place = place.unwrap_or_else(|| {
            self.batches.push(None);
            self.batches.len() - 1
        });
        for (island, parts) in (0..).zip(&batch.islands) {
            for body in &batch.bodies[parts.bodies.clone()] {
                self.entries[*body as usize] = Entry {
                    batch: place as u32,
                    island,
                    rested: 0,
                };
            }
        }
        self.batches[place] = Some(Held {
            live: vec![true; batch.islands.len()],
            bodies: batch.bodies.len(),
            batch: Arc::new(batch),
        });
        while self.batches.last().is_some_and(Option::is_none) {
            self.batches.pop();
        }
    }
}

/// The places of the bodies of a meeting.
fn pair_of(event: &ContactEvent) -> Pair {
    Pair {
        a: event.a.index,
        b: event.b.index,
    }
}

//! The pair cache: the state of near pairs of bodies that is kept from step to step, such as a lower bound of
//! their distance, and their contacts.
//!
//! A pair that was `gap` metres apart stays apart until its bodies have moved that far towards each
//! other. So in most steps most pairs of a crowd need no query at all, and the contacts of resting
//! bodies are computed once.

use std::ops::Range;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::by_body::ByBody;
use crate::displacement::approach_in_larger_frame;
use crate::joint::Joints;
use crate::manifold::contact_point::ContactPoint;
use crate::material::MaterialTable;
use crate::params::LONG_TURN;
use crate::reserve::{Reserved, reserve};
use dodgem_collide::broad_phase::Pair;
use dodgem_collide::coder::Coder;
use dodgem_collide::query::PairCache;

/// A pair of bodies that are or were near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairState {
    pub pair: Pair,
    /// A lower bound of their distance in the last query, in metres; negative if they overlapped,
    /// negative infinity if there was no query.
    pub gap: f64,
    /// An upper bound of their approach since then, in metres.
    pub moved: f64,
    /// The memory of queries about the two bodies.
    pub cache: PairCache,
    /// The range of their contacts in the list of all contacts; before the contact update, in the list of the
    /// last step.
    pub first: u32,
    pub count: u32,
}

impl PairState {
    /// A pair without any known state.
    pub fn new(pair: Pair) -> PairState {
        PairState {
            pair,
            gap: f64::NEG_INFINITY,
            moved: 0.0,
            cache: PairCache::default(),
            first: 0,
            count: 0,
        }
    }

    /// Codes it for a compact copy, behind another one in the list; its contacts mostly follow those of that one.
    pub fn code_behind(&mut self, coder: &mut impl Coder, before: &PairState) {
        let PairState {
            pair: Pair { a, b },
            gap,
            moved,
            cache,
            first,
            count,
        } = self;
        coder.integer(a, before.pair.a);
        coder.integer(b, before.pair.b);
        coder.number(gap, f64::NEG_INFINITY);
        coder.number(moved, 0.0);
        coder.integer(count, 0);
        coder.integer(first, before.first.wrapping_add(before.count));
        cache.code(coder);
    }

    /// Notes that the two are at least `gap` metres apart now, in some direction. The cached face is dropped,
    /// because the gap is not the height above it.
    pub fn set_apart(&mut self, gap: f64) {
        (self.gap, self.moved) = (gap, 0.0);
        self.cache.face = None;
    }

    /// A lower bound of their present distance, in metres; 0 or negative if unknown.
    pub fn remaining_gap(&self) -> f64 {
        self.gap - self.moved
    }

    /// The range of its contacts in the list of all contacts.
    pub fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Sets the range of its contacts in the list of all contacts.
    pub fn set_range(&mut self, range: Range<usize>) {
        self.first = range.start as u32;
        self.count = range.len() as u32;
    }
}

/// All pairs, sorted, and their contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct OverlappingPairs {
    pub pairs: Vec<PairState>,
    pub contacts: Vec<ContactPoint>,
    before: Vec<PairState>,
    pub contacts_before: Vec<ContactPoint>,
    /// The indices of pairs whose contacts need a search that has to wait for its turn.
    pub waiting: Vec<u32>,
    /// For each body, the other body of each of its pairs, and the pair's index.
    neighbours: ByBody<(u32, u32)>,
}

impl OverlappingPairs {
    /// Reserves memory for these numbers of items.
    pub fn reserve(&mut self, counts: &Reserved) {
        let Reserved {
            bodies,
            pairs,
            contacts,
            ..
        } = *counts;
        reserve(&mut self.waiting, pairs);
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.before, pairs);
        reserve(&mut self.contacts, contacts);
        reserve(&mut self.contacts_before, contacts);
        self.neighbours.reserve(bodies, 2 * pairs);
    }

    /// Updates the list of pairs. A pair that the broad phase does not list leaves the cache, unless both of
    /// its bodies rest on each other: they wake together. Joined bodies that cannot collide are no pair.
    pub fn update(&mut self, bodies: &Bodies, joints: &Joints, listed: &[Pair]) {
        let collide = |pair: &&Pair| {
            let [a, b] = bodies.of_pair(**pair);
            a.collides_with(b) && !joints.keep_from_colliding(**pair)
        };
        self.refresh(listed.iter().filter(collide).copied(), |near| {
            near.count > 0
                && bodies.of_pair(near.pair).iter().all(|body| body.is_fixed())
                && !joints.keep_from_colliding(near.pair)
        });
        self.index(bodies.len());
    }

    /// True if the two bodies of a pair overlapped in the last search for their contacts.
    pub fn is_overlapping(&self, near: &PairState) -> bool {
        near.gap < 0.0 && (self.contacts[near.range()].iter()).any(|contact| contact.distance < 0.0)
    }

    /// Wakes the bodies that touch a body, because it is about to be removed or moved.
    pub fn wake_touching(&self, body: u32, bodies: &mut [Body]) {
        for near in self.pairs.iter().filter(|near| near.count > 0) {
            let Pair { a, b } = near.pair;
            if a == body || b == body {
                bodies[(a + b - body) as usize].wake();
            }
        }
    }

    /// Gives all contacts the current properties of their materials, and wakes the bodies of contacts that
    /// change.
    pub fn take_over_materials(&mut self, materials: &MaterialTable, bodies: &mut [Body]) {
        for near in &self.pairs {
            for contact in &mut self.contacts[near.range()] {
                let before = contact.material;
                contact.set_materials(contact.materials, materials);
                if contact.material != before {
                    bodies[near.pair.a as usize].wake();
                    bodies[near.pair.b as usize].wake();
                }
            }
        }
    }

    /// Drops the pairs of a body and their contacts, because it was removed or its shape changed.
    pub fn drop_pairs_of(&mut self, body: u32) {
        self.drop_pairs(|pair| pair.a == body || pair.b == body);
    }

    /// Drops some pairs and their contacts.
    pub fn drop_pairs(&mut self, drops: impl Fn(Pair) -> bool) {
        if !self.pairs.iter().any(|near| drops(near.pair)) {
            return;
        }
        std::mem::swap(&mut self.contacts, &mut self.contacts_before);
        self.contacts.clear();
        self.pairs.retain(|near| !drops(near.pair));
        for near in &mut self.pairs {
            let first = self.contacts.len();
            (self.contacts).extend_from_slice(&self.contacts_before[near.range()]);
            near.set_range(first..self.contacts.len());
        }
    }

    /// Puts a pair and its contacts back, which were set aside; [`OverlappingPairs::sort`] has to follow.
    pub fn put(&mut self, near: &PairState, contacts: &[ContactPoint]) {
        let first = self.contacts.len();
        self.contacts.extend_from_slice(contacts);
        let mut near = *near;
        near.set_range(first..self.contacts.len());
        self.pairs.push(near);
    }

    /// Sorts the pairs.
    pub fn sort(&mut self) {
        self.pairs.sort_unstable_by_key(|near| near.pair);
    }

    /// Gives the bodies of all pairs other numbers in the same order.
    pub fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        for near in &mut self.pairs {
            let Pair { a, b } = near.pair;
            near.pair = Pair {
                a: number(a),
                b: number(b),
            };
        }
    }

    /// Returns to the pairs and contacts before [`OverlappingPairs::update`].
    pub fn return_to_last_step(&mut self) {
        std::mem::swap(&mut self.pairs, &mut self.before);
        std::mem::swap(&mut self.contacts, &mut self.contacts_before);
    }

    /// Clears the gaps and planes between a body and others, because it was moved by hand.
    pub fn forget_gaps(&mut self, body: u32) {
        for near in &mut self.pairs {
            if near.pair.a == body || near.pair.b == body {
                near.gap = f64::NEG_INFINITY;
                near.cache.plane.gap = f64::NEG_INFINITY;
            }
        }
    }

    /// Lowers the known gaps of pairs by the largest possible approach of their bodies in the step.
    pub fn update_gap_bounds(&mut self, bodies: &Bodies) {
        for near in &mut self.pairs {
            let [one, other] = [near.pair.a, near.pair.b].map(|index| bodies.motion(index));
            if near.gap > 0.0 && !(one.is_resting() && other.is_resting()) {
                let mut approach = one.moved.approach(&other.moved);
                if one.moved.has_turned(LONG_TURN) || other.moved.has_turned(LONG_TURN) {
                    let both = bodies.of_pair(near.pair);
                    approach = approach.min(approach_in_larger_frame(
                        [one.start, other.start],
                        both.map(Body::frame),
                        both.map(Body::reach),
                    ));
                }
                near.moved += approach;
            }
            let plane = &mut near.cache.plane;
            if plane.gap > 0.0 {
                plane.lower(one.moved.approach_along(&other.moved, plane.normal));
            }
        }
    }

    /// Takes over the sorted pairs of the broad phase. Pairs that it no longer lists are dropped, unless
    /// `keep` returns true for them. The contacts become those of the last step, until the contact update.
    fn refresh(&mut self, listed: impl Iterator<Item = Pair>, keep: impl Fn(&PairState) -> bool) {
        std::mem::swap(&mut self.pairs, &mut self.before);
        std::mem::swap(&mut self.contacts, &mut self.contacts_before);
        self.pairs.clear();
        self.contacts.clear();
        let mut known = self.before.iter().peekable();
        for pair in listed {
            while let Some(old) = known.next_if(|old| old.pair < pair) {
                if keep(old) {
                    self.pairs.push(*old);
                }
            }
            let same = known.next_if(|old| old.pair == pair);
            self.pairs
                .push(same.copied().unwrap_or(PairState::new(pair)));
        }
        self.pairs.extend(known.filter(|old| keep(old)).copied());
    }

    /// Indexes the pairs by body, for [`OverlappingPairs::neighbour`].
    fn index(&mut self, bodies: usize) {
        let pairs = (0..).zip(&self.pairs);
        let both = pairs.flat_map(|(index, near)| {
            let Pair { a, b } = near.pair;
            [(a, (b, index)), (b, (a, index))]
        });
        self.neighbours.sort(bodies, both);
    }

    /// The number of a body's pairs.
    pub fn neighbour_count(&self, body: u32) -> usize {
        self.neighbours.of(body).len()
    }

    /// A body's n-th neighbour and the index of their pair.
    pub fn neighbour(&self, body: u32, n: usize) -> (u32, usize) {
        let (other, pair) = self.neighbours.of(body)[n];
        (other, pair as usize)
    }

    /// The pair's index, or `None` if it is not in the cache.
    pub fn find(&self, pair: Pair) -> Option<usize> {
        self.pairs
            .binary_search_by(|near| near.pair.cmp(&pair))
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Parts;
    use crate::{BodyDesc, Settings, World};
    use dodgem_collide::Shape;
    use dodgem_collide::math::Pose;
    use dodgem_collide::shape::{ConvexHull, Cuboid};
    use glam::{DVec3, Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn pairs(list: &[(u32, u32)]) -> impl Iterator<Item = Pair> + '_ {
        list.iter().map(|&(a, b)| Pair { a, b })
    }

    #[test]
    fn pairs_stay_while_they_are_named_or_wanted() {
        let mut store = OverlappingPairs::default();
        store.refresh(pairs(&[(0, 1), (0, 3), (2, 3)]), |_| false);
        for (i, near) in store.pairs.iter_mut().enumerate() {
            near.gap = i as f64;
        }
        store.refresh(pairs(&[(0, 2), (2, 3), (4, 5)]), |near| near.gap == 1.0);
        let found: Vec<_> = store.pairs.iter().map(|n| (n.pair.a, n.pair.b)).collect();
        assert_eq!(found, [(0, 2), (0, 3), (2, 3), (4, 5)]);
        let gaps: Vec<_> = store.pairs.iter().map(|n| n.gap).collect();
        let unknown = f64::NEG_INFINITY;
        assert_eq!(gaps, [unknown, 1.0, 2.0, unknown]);
    }

    #[test]
    fn every_body_finds_its_neighbours() {
        let mut store = OverlappingPairs::default();
        store.refresh(pairs(&[(0, 2), (1, 2), (2, 4)]), |_| false);
        store.index(5);
        let of = |body| {
            let count = store.neighbour_count(body);
            (0..count)
                .map(|n| store.neighbour(body, n))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(2), [(0, 0), (1, 1), (4, 2)]);
        assert_eq!(of(0), [(2, 0)]);
        assert_eq!(of(3), []);
        assert_eq!(store.find(Pair { a: 1, b: 2 }), Some(1));
        assert_eq!(store.find(Pair { a: 1, b: 4 }), None);
    }

    /// Convex lumps are pulled together on a floor and stirred: the gaps kept from step to step never exceed
    /// the distances computed from the corners, and often are not much smaller.
    #[test]
    fn gaps_along_planes_that_are_brought_along_are_no_wider_than_they_are() {
        let (mut known, mut kept) = (0, 0);
        for seed in 17..21 {
            let (world, hulls) = lumps_on_a_floor(seed);
            let [some, close] = stir(world, &hulls);
            known += some;
            kept += close;
        }
        assert!(known > 300 && kept > 80, "{kept} of {known}");
    }

    fn lumps_on_a_floor(seed: u64) -> (World, Vec<ConvexHull>) {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut world = World::new(Settings::default()).unwrap();
        let floor = Shape::Cuboid(Cuboid::new(Vec3::new(9.0, 0.5, 9.0)).unwrap());
        let below = Pose::from_translation(Vec3::Y * -0.5).unwrap();
        world.add(BodyDesc::fixed(floor, below)).unwrap();
        let mut hulls = Vec::new();
        for i in 0..16 {
            let mut number = |size: f32| random.random_range(-size..size);
            let points: Vec<Vec3> = (0..24)
                .map(|_| Vec3::new(number(0.3), number(0.2), number(0.3)))
                .collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let turn = Quat::from_xyzw(number(0.2), number(1.0), number(0.2), 1.0).normalize();
            let (x, z) = ((i % 4) as f32 - 1.5, (i / 4) as f32 - 1.5);
            let pose = Pose::new(turn, Vec3::new(x, 0.4, z)).unwrap();
            let shape = Shape::Hull(hull.clone().into());
            world.add(BodyDesc::dynamic(shape, pose)).unwrap();
            hulls.push(hull);
        }
        (world, hulls)
    }

    /// The number of gaps known after the steps, and the number of them that are at least half the true
    /// distance.
    fn stir(mut world: World, hulls: &[ConvexHull]) -> [usize; 2] {
        let [mut known, mut kept] = [0, 0];
        for step in 0..400 {
            for i in 1..=hulls.len() {
                let id = world.id(i).unwrap();
                let body = &world[id];
                let inward = -body.center() * DVec3::new(1.0, 0.0, 1.0);
                let aside = inward.cross(DVec3::Y) * if step % 80 < 20 { 4.0 } else { 0.0 };
                let force = (inward.normalize_or_zero() * 6.0 + aside) * body.mass();
                world.add_force(id, force).unwrap();
            }
            world.step();
            let parts = Parts::of(&mut world);
            for near in &parts.pairs.pairs {
                let (n, pair, said) = (near.cache.plane.normal, near.pair, near.cache.plane.gap);
                if pair.a == 0 || said <= 0.0 {
                    continue;
                }
                let reach = |i: u32, n: DVec3| {
                    let body = parts.bodies.body(i);
                    let middle = body.local_center().as_dvec3();
                    let place = |v: DVec3| body.center + body.rotation * (v - middle);
                    let corners = hulls[i as usize - 1].vertices().iter();
                    let heights = corners.map(|v| place(v.as_dvec3()).dot(n));
                    heights.fold(f64::NEG_INFINITY, f64::max)
                };
                let gap = -reach(pair.a, n) - reach(pair.b, -n);
                assert!(said <= gap + 1e-9, "{step}: {said} for {gap}");
                known += 1;
                kept += usize::from(said >= 0.5 * gap);
            }
        }
        [known, kept]
    }
}

//! The pair cache: what is kept of near pairs of bodies from step to step, such as a lower bound of
//! their distance, and their contacts.
//!
//! A pair that was `gap` metres apart stays apart until its bodies have moved that far towards each
//! other. So in most steps most pairs of a crowd need no query at all, and the contacts of resting
//! bodies are computed once.

use std::ops::Range;

use glam::{DQuat, DVec3, Vec3};

use crate::body::Body;
use crate::by_body::ByBody;
use crate::manifold::hull_contacts::GjkCache;
use crate::manifold::manifold_cache::FaceManifold;
use crate::material::Material;
use crate::proxy::half_space_set::NearHalfSpaces;
use crate::reserve::reserve;
use dodgem_collide::broad_phase::Pair;

/// The feature of speculative contacts: see `ccd/speculative_contacts.rs`.
pub(super) const SPECULATIVE: u64 = u64::MAX;

/// A contact point of two bodies, with the impulses that acted there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManifoldPoint {
    pub a: u32,
    pub b: u32,
    /// Identifies the parts of the bodies that are near, the same from step to step.
    pub feature: u64,
    /// From a to b, of length 1.
    pub normal: DVec3,
    /// The middle between the two nearest points, in the world.
    pub point: DVec3,
    /// In metres; negative if the bodies overlap.
    pub distance: f64,
    /// The nearest points, relative to the centres of mass and in the frames of the bodies, and the
    /// normal in the frame of `a`.
    pub local_a: DVec3,
    pub local_b: DVec3,
    pub local_normal: DVec3,
    pub material: Material,
    /// Whether the solver handles the contact; otherwise the sweep does.
    pub active: bool,
    /// The parting speed that it gets after the solution if it pushed, in m/s.
    pub bounce: f32,
    /// The impulses on b of the last solution, for a whole step: along the normal (N s), across it
    /// (N s), and that of rolling friction (N m s).
    pub normal_impulse: f32,
    pub tangent_impulse: Vec3,
    pub rolling_impulse: Vec3,
}

impl ManifoldPoint {
    /// Moves the contact to where its bodies are now; good if they have moved only a little.
    pub fn follow(&mut self, a: &Body, b: &Body) {
        self.normal = a.rotation * self.local_normal;
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        self.point = (on_a + on_b) * 0.5;
        self.distance = (on_b - on_a).dot(self.normal);
    }

    /// The distance across the normal, in metres, to which its two points have moved apart.
    pub fn slip(&self, a: &Body, b: &Body) -> f64 {
        let on_a = a.center + a.rotation * self.local_a;
        let on_b = b.center + b.rotation * self.local_b;
        (on_b - on_a - self.normal * self.distance).length()
    }
}

/// A separating plane of two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeparatingPlane {
    /// From the first body to the second, of length 1; 0 if there is no plane.
    pub normal: DVec3,
    /// A lower bound of the gap along the normal as a step begins, in metres; not positive if
    /// unknown.
    pub gap: f64,
}

impl SeparatingPlane {
    /// A plane whose gap at the start of a step is unknown.
    pub fn across(normal: DVec3) -> SeparatingPlane {
        SeparatingPlane {
            normal,
            gap: f64::NEG_INFINITY,
        }
    }
}

/// A pair of bodies that are or were near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairState {
    pub pair: Pair,
    /// A lower bound of their distance in the last query, in metres; negative if they overlapped,
    /// negative infinity if there was no query.
    pub gap: f64,
    /// An upper bound of their approach since then, in metres.
    pub moved: f64,
    /// A direction from a to b along which they were apart; 0 if none is known.
    pub axis: DVec3,
    /// The plane that separated them in the last step, if one did.
    pub plane: SeparatingPlane,
    /// Where their hulls were nearest in the last query.
    pub gjk_cache: GjkCache,
    /// How one lies on a face of the other, if their contacts were found that way.
    pub face_manifold: Option<FaceManifold>,
    /// The half-spaces of one that are near the other, if they were looked for.
    pub half_spaces: NearHalfSpaces,
    /// The range of their contacts in the list of all; until the contact update, in that of the last
    /// step.
    pub first: u32,
    pub count: u32,
}

impl PairState {
    /// A pair of which nothing is known yet.
    pub fn new(pair: Pair) -> PairState {
        PairState {
            pair,
            gap: f64::NEG_INFINITY,
            moved: 0.0,
            axis: DVec3::ZERO,
            plane: SeparatingPlane::across(DVec3::ZERO),
            gjk_cache: GjkCache::default(),
            face_manifold: None,
            half_spaces: NearHalfSpaces::default(),
            first: 0,
            count: 0,
        }
    }

    /// A lower bound of their present distance, in metres; not positive if unknown.
    pub fn remaining_gap(&self) -> f64 {
        self.gap - self.moved
    }

    /// The range of its contacts in the list of all.
    pub fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Sets the range of its contacts in the list of all.
    pub fn set_range(&mut self, range: Range<usize>) {
        self.first = range.start as u32;
        self.count = range.len() as u32;
    }
}

/// All pairs, sorted, and their contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct PairCache {
    pub pairs: Vec<PairState>,
    pub contacts: Vec<ManifoldPoint>,
    before: Vec<PairState>,
    pub contacts_before: Vec<ManifoldPoint>,
    /// By body: the other body of each of its pairs, and the pair's index.
    neighbours: ByBody<(u32, u32)>,
}

impl PairCache {
    /// Reserves memory for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.before, pairs);
        reserve(&mut self.contacts, contacts);
        reserve(&mut self.contacts_before, contacts);
        self.neighbours.reserve(bodies, 2 * pairs);
    }

    /// Takes over the sorted pairs of the broad phase. Pairs that it no longer lists are dropped,
    /// unless `keep` holds for them. The contacts become those of the last step, until the contact
    /// update.
    pub fn refresh(
        &mut self,
        listed: impl Iterator<Item = Pair>,
        keep: impl Fn(&PairState) -> bool,
    ) {
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

    /// Indexes the pairs by body, for [`PairCache::neighbour`].
    pub fn index(&mut self, bodies: usize) {
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

    /// The pair's index, if it is in the cache.
    pub fn find(&self, pair: Pair) -> Option<usize> {
        self.pairs
            .binary_search_by(|near| near.pair.cmp(&pair))
            .ok()
    }
}

/// The displacement of a body: of its centre, and of its farthest points by turning, in metres.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Displacement {
    offset: DVec3,
    chord: f64,
}

impl Displacement {
    /// Between two places (centre and rotation); no point is farther from the centre than `reach`
    /// metres.
    pub fn new(from: (DVec3, DQuat), to: (DVec3, DQuat), reach: f32) -> Displacement {
        let turn = to.1 * from.1.conjugate();
        // A point at radius r moves by 2 r sin(angle / 2).
        let sine = DVec3::new(turn.x, turn.y, turn.z).length();
        Displacement {
            offset: to.0 - from.0,
            chord: 2.0 * f64::from(reach) * sine,
        }
    }

    /// An upper bound of the approach of two bodies along a direction of length 1 from this one to
    /// the other, in metres; negative if they have moved apart.
    pub fn approach_along(&self, other: &Displacement, n: DVec3) -> f64 {
        (self.offset - other.offset).dot(n) + self.chord + other.chord
    }

    /// Whether turning moved a point farther than `far` metres.
    pub fn has_turned(&self, far: f64) -> bool {
        self.chord > far
    }

    /// An upper bound of the approach of two bodies, in metres.
    pub fn approach(&self, other: &Displacement) -> f64 {
        (other.offset - self.offset).length() + self.chord + other.chord
    }
}

/// An upper bound of the approach of two bodies between two places each, in metres: how far the points
/// of the smaller body moved in the frame of the larger one. A large room that turns a little moves its
/// walls far; a body that moves with them does not approach them.
pub(super) fn approach_in_larger_frame(
    from: [(DVec3, DQuat); 2],
    to: [(DVec3, DQuat); 2],
    reach: [f32; 2],
) -> f64 {
    let large = usize::from(reach[1] > reach[0]);
    let small = 1 - large;
    let seen = |places: [(DVec3, DQuat); 2]| {
        let turn = places[large].1.conjugate();
        let way = places[small].0 - places[large].0;
        (turn * way, turn * places[small].1)
    };
    let moved = Displacement::new(seen(from), seen(to), reach[small]);
    moved.approach(&Displacement::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[(u32, u32)]) -> impl Iterator<Item = Pair> + '_ {
        list.iter().map(|&(a, b)| Pair { a, b })
    }

    #[test]
    fn pairs_stay_while_they_are_named_or_wanted() {
        let mut store = PairCache::default();
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
        let mut store = PairCache::default();
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

    #[test]
    fn a_turn_brings_a_body_nearer_by_at_most_its_chord() {
        let half_turn = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let view = (DVec3::ZERO, DQuat::IDENTITY);
        let there = (DVec3::X * 5.0, DQuat::IDENTITY);
        let turned = (DVec3::X * 5.0, half_turn);
        let stays = Displacement::new(view, view, 1.0);
        assert_eq!(stays.approach(&Displacement::new(there, turned, 0.5)), 1.0);
        let farther = (DVec3::X * 6.0, DQuat::IDENTITY);
        let (one, other) = (
            Displacement::new(view, (DVec3::X, DQuat::IDENTITY), 1.0),
            Displacement::new(there, farther, 0.5),
        );
        assert_eq!(one.approach(&other), 0.0);
        assert_eq!(one.approach(&stays), 1.0);
        assert_eq!(one.approach_along(&other, DVec3::X), 0.0);
        assert_eq!(one.approach_along(&stays, DVec3::X), 1.0);
        assert_eq!(one.approach_along(&stays, DVec3::NEG_X), -1.0);
        let turned = Displacement::new(there, turned, 0.5);
        assert_eq!(one.approach_along(&turned, DVec3::X), 2.0);
    }

    #[test]
    fn what_goes_with_a_hall_that_turns_comes_no_nearer_to_its_walls() {
        let turn = DQuat::from_xyzw(0.0, 0.1, 0.0, 0.995_f64).normalize();
        let (center, inside) = (DVec3::new(3.0, 1.0, 0.0), DVec3::new(7.0, 2.0, 1.0));
        let from = [(center, DQuat::IDENTITY), (inside, DQuat::IDENTITY)];
        let there = center + turn * (inside - center);
        let to = [(center, turn), (there, turn)];
        assert!(approach_in_larger_frame(from, to, [5.0, 0.2]) < 1e-12);
        let aside = [to[0], (there + DVec3::Y * 0.3, turn)];
        assert!((approach_in_larger_frame(from, aside, [5.0, 0.2]) - 0.3).abs() < 1e-12);
    }
}

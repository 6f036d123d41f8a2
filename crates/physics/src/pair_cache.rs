//! The pair cache: what is kept of near pairs of bodies from step to step, such as a lower bound of
//! their distance, and their contacts.
//!
//! A pair that was `gap` metres apart stays apart until its bodies have moved that far towards each
//! other. So in most steps most pairs of a crowd need no query at all, and the contacts of resting
//! bodies are computed once.

use std::ops::Range;

use crate::by_body::ByBody;
use crate::manifold::point::ManifoldPoint;
use crate::reserve::reserve;
use dodgem_collide::broad_phase::Pair;
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
    /// What queries about the two remember.
    pub cache: PairCache,
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
            cache: PairCache::default(),
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
pub(super) struct OverlappingPairs {
    pub pairs: Vec<PairState>,
    pub contacts: Vec<ManifoldPoint>,
    before: Vec<PairState>,
    pub contacts_before: Vec<ManifoldPoint>,
    /// By body: the other body of each of its pairs, and the pair's index.
    neighbours: ByBody<(u32, u32)>,
}

impl OverlappingPairs {
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

    /// Indexes the pairs by body, for [`OverlappingPairs::neighbour`].
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

#[cfg(test)]
mod tests {
    use super::*;

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
}

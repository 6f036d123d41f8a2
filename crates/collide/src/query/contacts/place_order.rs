//! Contacts sorted by place, to find those near a point.

use glam::DVec3;

use crate::params::CONTACT_CANDIDATES_RESERVED;
use crate::query::contacts::contact::ContactCandidate;

/// The contacts of a query sorted by place, so that those near a point are found without a look at all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceOrder {
    /// The coordinate along [`PLACE_DIRECTION`] (m) and the number of each contact, in order.
    sorted: Vec<(f64, u32)>,
    /// The place of each contact in `sorted`.
    ranks: Vec<u32>,
}

/// A direction of length 1 that no surface is likely to lie across.
const PLACE_DIRECTION: DVec3 = DVec3::new(
    0.569_840_290_998_053_2,
    0.754_877_666_246_693,
    0.324_717_957_244_747_1,
);

impl PlaceOrder {
    pub fn with_room() -> Self {
        PlaceOrder {
            sorted: Vec::with_capacity(CONTACT_CANDIDATES_RESERVED),
            ranks: Vec::with_capacity(CONTACT_CANDIDATES_RESERVED),
        }
    }

    /// Sorts contacts.
    pub fn sort(&mut self, found: &[ContactCandidate]) {
        let places = found.iter().zip(0..);
        self.sorted.clear();
        (self.sorted).extend(places.map(|(f, i)| (f.point_a.dot(PLACE_DIRECTION), i)));
        self.sorted
            .sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        self.ranks.clear();
        self.ranks.resize(found.len(), 0);
        for (rank, &(_, number)) in self.sorted.iter().enumerate() {
            self.ranks[number as usize] = rank as u32;
        }
    }

    /// The contacts whose coordinates are those of contact `number` up to `slack` metres.
    pub fn near(&self, number: usize, slack: f64) -> impl Iterator<Item = usize> {
        let rank = self.ranks[number] as usize;
        let here = self.sorted[rank].0;
        let is_near = move |next: &&(f64, u32)| (next.0 - here).abs() <= slack;
        let before = self.sorted[..rank].iter().rev().take_while(is_near);
        let after = self.sorted[rank + 1..].iter().take_while(is_near);
        before.chain(after).map(|next| next.1 as usize)
    }
}

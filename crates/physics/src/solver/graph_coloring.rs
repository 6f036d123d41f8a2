//! The batches of contacts that are solved together, four pairs of bodies at a time.
//!
//! This is graph colouring (Box2D v3, `constraint_graph.c`): the pairs of one colour have no movable body in
//! common, so they can be solved at the same time. Each pair gets the first colour that no earlier pair of its
//! bodies has, and goes into the batch of that colour with a free lane. A batch is solved where its first pair
//! was listed: so the order of the bodies is kept in fours, and the load of a tower still goes down it.
//!
//! A batch has as many rows as its pair with the most contacts.
//!
//! The pairs of a batch have either two movable bodies each, or one; then the movable one is the
//! second.

use glam::Vec3;
use wide::f32x4;

use crate::reserve::reserve;
use crate::solver::contact_constraints::PackedContact;
use crate::solver::solver_body::SolverBody;

/// The value that replaces a contact's index in a free lane.
pub(super) const NO_CONTACT: u32 = u32::MAX;

/// Contacts that are to be solved, pair by pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct SelectedContacts {
    /// The contacts, as indices into the list of all contacts.
    pub active: Vec<u32>,
    /// These contacts in the form that the solver reads.
    pub(super) packed: Vec<PackedContact>,
    pairs: Vec<SelectedPair>,
    /// True if any pair has rolling friction; and if any pair bounces.
    pub rolls: bool,
    pub bounces: bool,
}

/// Two bodies and the range of their contacts among the active ones.
#[derive(Clone, Copy, Debug)]
struct SelectedPair {
    bodies: [u32; 2],
    start: u32,
    count: u32,
    traits: PairTraits,
}

/// The common properties of all contacts of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairTraits {
    /// True if any of them bounces.
    pub bounces: bool,
    /// True if any of them has rolling friction.
    pub rolls: bool,
    /// The change of the second body's velocity relative to the first one's surface as the carrying body
    /// turns, in m/s^2; 0 if it is negligible.
    pub carrying: Vec3,
}

impl SelectedContacts {
    /// Reserves memory for these numbers of pairs and contacts.
    pub fn reserve(&mut self, pairs: usize, contacts: usize) {
        reserve(&mut self.active, contacts);
        reserve(&mut self.packed, contacts);
        reserve(&mut self.pairs, pairs);
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        self.active.clear();
        self.packed.clear();
        self.pairs.clear();
        (self.rolls, self.bounces) = (false, false);
    }

    /// Ends a pair: its contacts are all that became active since the last pair ended.
    pub fn end_pair(&mut self, bodies: [u32; 2], traits: PairTraits) {
        self.bounces |= traits.bounces;
        let start = self.pairs.last().map_or(0, |last| last.start + last.count);
        let count = self.active.len() as u32 - start;
        self.rolls |= traits.rolls;
        if count > 0 {
            self.pairs.push(SelectedPair {
                bodies,
                start,
                count,
                traits,
            });
        }
    }
}

/// Up to four pairs of bodies, one in each lane. Free lanes have no contacts, and the index behind the last
/// body in place of bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairBatch {
    pub a: [u32; 4],
    pub b: [u32; 4],
    /// True for a lane whose bodies are in the opposite order to its contacts, so that the movable one is the
    /// second.
    pub swapped: [bool; 4],
    /// The range of each pair's contacts in the list of active ones.
    starts: [u32; 4],
    counts: [u32; 4],
    /// The number of lanes in use.
    lanes_used: usize,
    /// True if both bodies of the pairs can move.
    pub both_movable: bool,
    /// True if any of its contacts bounces.
    pub bounces: bool,
    /// True for each lane with rolling friction.
    pub rolls: [bool; 4],
    /// For each lane, the value of [`PairTraits::carrying`]; and true if any is not 0.
    pub carrying: [Vec3; 4],
    pub is_carried: bool,
    /// The range of its rows in the list of all rows.
    first_row: u32,
    row_count: u32,
}

impl PairBatch {
    /// The range of its rows in the list of all rows.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first_row as usize..(self.first_row + self.row_count) as usize
    }

    /// True if rolling friction acts in any lane.
    pub fn rolls(&self) -> bool {
        self.rolls.contains(&true)
    }

    /// The bodies that can move, each with its lane.
    pub fn moving(&self) -> impl Iterator<Item = (usize, u32)> + Clone {
        let firsts = &self.a[..if self.both_movable {
            self.lanes_used
        } else {
            0
        }];
        let all = firsts.iter().enumerate();
        let all = all.chain(self.b[..self.lanes_used].iter().enumerate());
        all.map(|(lane, body)| (lane, *body))
    }

    /// Marks the movable bodies in the lanes of a mask.
    pub fn mark_pushed(&self, mask: f32x4, pushed: &mut [bool]) {
        let lanes = mask.to_bitmask();
        if lanes != 0 {
            let moved = self.moving().filter(|(lane, _)| lanes & (1 << lane) != 0);
            moved.for_each(|(_, body)| pushed[body as usize] = true);
        }
    }

    /// The lanes in use, each with its pair.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, [u32; 2])> + '_ {
        (0..self.lanes_used).map(|lane| (lane, [self.a[lane], self.b[lane]]))
    }

    /// The number of contacts in a lane.
    pub fn contact_count(&self, lane: usize) -> u32 {
        self.counts[lane]
    }

    /// The contacts of the n-th row, as indices.
    pub fn contacts(&self, selected: &SelectedContacts, n: u32) -> [u32; 4] {
        self.places(n)
            .map(|place| place.map_or(NO_CONTACT, |place| selected.active[place]))
    }

    /// The places of the contacts of the n-th row in the list of active contacts.
    pub fn places(&self, n: u32) -> [Option<usize>; 4] {
        std::array::from_fn(|lane| {
            let place = (self.starts[lane] + n) as usize;
            (n < self.counts[lane]).then_some(place)
        })
    }
}

/// The value that replaces the index of a batch.
const NO_BATCH: u32 = u32::MAX;

/// For pairs with one movable body and for pairs with two, the batch of each colour with a free lane.
struct OpenBatches([[u32; u64::BITS as usize]; 2]);

impl OpenBatches {
    const NONE: OpenBatches = OpenBatches([[NO_BATCH; u64::BITS as usize]; 2]);
}

/// All batches of a step, in the order in which they are solved.
#[derive(Clone, Debug, Default)]
pub(super) struct PairBatches {
    pub list: Vec<PairBatch>,
    /// For each body, the colours of its pairs, one bit each.
    colours: Vec<u64>,
    /// The number of rows of all batches.
    pub rows: usize,
}

impl PairBatches {
    /// Reserves memory for these numbers of bodies and pairs.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve(&mut self.list, pairs);
        reserve(&mut self.colours, bodies);
    }

    /// Puts the pairs whose movable bodies are in a group into batches.
    pub fn build(
        &mut self,
        selected: &SelectedContacts,
        bodies_at_start: &[SolverBody],
        is_in_group: impl Fn(u32) -> bool,
    ) {
        self.list.clear();
        self.colours.clear();
        self.colours.resize(bodies_at_start.len(), 0);
        let no_body = bodies_at_start.len() as u32;
        let mut open = OpenBatches::NONE;
        for pair in &selected.pairs {
            let is_movable = pair
                .bodies
                .map(|i| bodies_at_start[i as usize].is_movable());
            if !is_in_group(pair.bodies[usize::from(!is_movable[0])]) {
                continue;
            }
            self.place(pair, is_movable, no_body, &mut open);
        }
        let mut rows = 0;
        for batch in &mut self.list {
            batch.first_row = rows;
            rows += batch.row_count;
        }
        self.rows = rows as usize;
    }

    /// Finds a lane for a pair.
    fn place(
        &mut self,
        pair: &SelectedPair,
        is_movable: [bool; 2],
        no_body: u32,
        open: &mut OpenBatches,
    ) {
        let both_movable = is_movable[0] && is_movable[1];
        let movable = || (pair.bodies.iter().zip(is_movable)).filter(|(_, is_movable)| *is_movable);
        let used = movable().fold(0, |used, (body, _)| used | self.colours[*body as usize]);
        // Beyond the last colour, each pair has a batch of its own.
        let colour = (!used).trailing_zeros() as usize;
        let open = open.0[usize::from(both_movable)].get_mut(colour);
        let index = match &open {
            Some(open) if **open != NO_BATCH => **open,
            _ => {
                self.list.push(PairBatch::empty(no_body, both_movable));
                self.list.len() as u32 - 1
            }
        };
        let batch = &mut self.list[index as usize];
        batch.add(pair, is_movable[0] && !both_movable);
        let is_full = batch.lanes_used == 4;
        if let Some(open) = open {
            *open = if is_full { NO_BATCH } else { index };
            movable().for_each(|(body, _)| self.colours[*body as usize] |= 1 << colour);
        }
    }
}

impl PairBatch {
    fn empty(no_body: u32, both_movable: bool) -> PairBatch {
        PairBatch {
            a: [no_body; 4],
            b: [no_body; 4],
            swapped: [false; 4],
            starts: [0; 4],
            counts: [0; 4],
            lanes_used: 0,
            both_movable,
            bounces: false,
            rolls: [false; 4],
            carrying: [Vec3::ZERO; 4],
            is_carried: false,
            first_row: 0,
            row_count: 0,
        }
    }

    /// Puts a pair into the next lane.
    fn add(&mut self, pair: &SelectedPair, swapped: bool) {
        let (lane, traits) = (self.lanes_used, &pair.traits);
        let [a, b] = pair.bodies;
        (self.a[lane], self.b[lane]) = if swapped { (b, a) } else { (a, b) };
        self.swapped[lane] = swapped;
        (self.starts[lane], self.counts[lane]) = (pair.start, pair.count);
        self.row_count = self.row_count.max(pair.count);
        self.bounces |= traits.bounces;
        self.rolls[lane] = traits.rolls;
        self.is_carried |= traits.carrying != Vec3::ZERO;
        self.carrying[lane] = if swapped {
            -traits.carrying
        } else {
            traits.carrying
        };
        self.lanes_used += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// A list of bodies, of which the first one is fixed.
    fn bodies_at_start(count: usize) -> Vec<SolverBody> {
        let body_at_start = |i: usize| {
            let mut body_at_start = SolverBody::immovable(DVec3::ZERO);
            body_at_start.inverse_mass = f64::from(u8::from(i > 0));
            body_at_start
        };
        (0..count).map(body_at_start).collect()
    }

    /// Puts pairs of bodies, each with its number of contacts, into batches.
    fn batch(pairs: &[(u32, u32, u32)], bodies: usize) -> (PairBatches, SelectedContacts) {
        let mut selected = SelectedContacts::default();
        for &(a, b, count) in pairs {
            let first = selected.active.len() as u32;
            selected.active.extend(first..first + count);
            selected.end_pair([a, b], PairTraits::default());
        }
        let mut batches = PairBatches::default();
        batches.build(&selected, &bodies_at_start(bodies), |_| true);
        (batches, selected)
    }

    #[test]
    fn a_chain_of_bodies_fills_all_lanes() {
        let chain: Vec<_> = (0..9).map(|i| (i, i + 1, 4)).collect();
        let (batches, _) = batch(&chain, 10);
        let seconds: Vec<_> = batches.list.iter().map(|batch| batch.b).collect();
        assert_eq!(seconds, [[1, 10, 10, 10], [2, 4, 6, 8], [3, 5, 7, 9]]);
        assert_eq!(batches.rows, 12);
    }

    #[test]
    fn a_body_with_more_pairs_than_colours_loses_none() {
        let star: Vec<_> = (2..90).map(|i| (1, i, 1)).collect();
        let (batches, _) = batch(&star, 90);
        assert_eq!(batches.list.len(), star.len());
    }

    #[test]
    fn no_group_has_a_movable_body_twice_and_no_contact_is_lost() {
        let mut pairs = Vec::new();
        for a in 0..30 {
            for step in [1, 5, 7] {
                if a % step != 2 && a + step < 30 {
                    pairs.push((a, a + step, 1 + a % 3));
                }
            }
        }
        let (batches, selected) = batch(&pairs, 30);
        let mut seen = vec![0; selected.active.len()];
        for batch in &batches.list {
            let both_movable = [batch.a, batch.b].concat();
            let movable: Vec<_> = both_movable
                .iter()
                .filter(|b| (1..30).contains(*b))
                .collect();
            for (i, body) in movable.iter().enumerate() {
                assert!(!movable[..i].contains(body), "{body} twice");
            }
            for n in 0..batch.row_count {
                for index in batch.contacts(&selected, n) {
                    if index != NO_CONTACT {
                        seen[index as usize] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|times| *times == 1));
    }

    #[test]
    fn the_movable_body_of_a_pair_is_the_second() {
        let (batches, _) = batch(&[(0, 3, 1), (0, 4, 1), (1, 2, 1)], 5);
        assert_eq!(batches.list.len(), 2);
        assert!(!batches.list[0].both_movable && batches.list[1].both_movable);
        assert_eq!(batches.list[0].b, [3, 4, 5, 5]);
        let mut selected = SelectedContacts::default();
        selected.active.push(0);
        selected.end_pair([0, 1], PairTraits::default());
        let mut bodies_at_start = bodies_at_start(2);
        bodies_at_start.reverse();
        let mut batches = PairBatches::default();
        batches.build(&selected, &bodies_at_start, |_| true);
        assert!(batches.list[0].swapped[0]);
        assert_eq!((batches.list[0].a[0], batches.list[0].b[0]), (1, 0));
    }
}

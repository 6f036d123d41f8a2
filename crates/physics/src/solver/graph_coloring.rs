//! Which contacts are solved together, four pairs of bodies at a time.
//!
//! Sequential impulses have an order: a contact sees what the ones before it have done. Only pairs
//! that have no movable body in common can be solved at the same time. Each pair goes into the first
//! group of four with a free place after all groups with a pair that comes before it and shares a
//! body with it. So whatever depends on each other keeps its order, and the result is that of the
//! pairs one by one: a pile, in which everything depends on the next, is solved as well as ever,
//! and a crowd, in which hardly anything does, four times as fast.
//!
//! A group has as many rows as its pair with the most contacts. Pairs sorted by that would fill nearly
//! all lanes of a jam instead of three in four, but the order matters too: with those of the most
//! contacts first, cars in a jam come to stand where every sweep finds an impact.
//!
//! The pairs of a group have either two movable bodies each or one; then the movable one is the
//! second.

use crate::reserve::reserve;
use crate::solver::contact_constraints::Ready;
use crate::solver::solver_body::SolverBody;

/// No contact.
pub(super) const NOTHING: u32 = u32::MAX;

/// Contacts that are to be solved, pair by pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// The contacts, as indices.
    pub active: Vec<u32>,
    /// The same contacts as their rows need them.
    pub(super) ready: Vec<Ready>,
    pairs: Vec<Pair>,
    /// Whether anything is held against rolling, or bounces.
    pub rolls: bool,
    pub bounces: bool,
    /// By body: what carries it.
    carried: Vec<Carried>,
}

/// What a body rests on.
#[derive(Clone, Copy, Debug, Default)]
struct Carried {
    /// Something that nothing moves.
    firmly: bool,
    /// Something that may move itself.
    by_others: bool,
}

/// Two bodies and their part of the active contacts.
#[derive(Clone, Copy, Debug)]
struct Pair {
    bodies: [u32; 2],
    start: u32,
    count: u32,
    bounces: bool,
}

impl Chosen {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        reserve(&mut self.active, contacts);
        reserve(&mut self.ready, contacts);
        reserve(&mut self.pairs, pairs);
        reserve(&mut self.carried, bodies);
    }

    /// Forgets everything; there are so many bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.carried.clear();
        self.carried.resize(bodies, Carried::default());
        self.active.clear();
        self.ready.clear();
        self.pairs.clear();
        (self.rolls, self.bounces) = (false, false);
    }

    /// Notes that a body rests on something that nothing moves, or that may move itself.
    pub fn rests(&mut self, body: u32, firmly: bool) {
        let carried = &mut self.carried[body as usize];
        carried.firmly |= firmly;
        carried.by_others |= !firmly;
    }

    /// Whether any body is carried by others alone.
    pub fn is_pile(&self) -> bool {
        self.carried.iter().any(|c| c.by_others && !c.firmly)
    }

    /// Ends a pair, of which some contacts bounce or none does: its contacts are all that are active
    /// since the last one.
    pub fn end_pair(&mut self, bodies: [u32; 2], bounces: bool) {
        self.bounces |= bounces;
        let start = self.pairs.last().map_or(0, |last| last.start + last.count);
        let count = self.active.len() as u32 - start;
        if count > 0 {
            self.pairs.push(Pair {
                bodies,
                start,
                count,
                bounces,
            });
        }
    }
}

/// Four pairs of bodies. Lanes that are free have nobody as bodies, and no contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub a: [u32; 4],
    pub b: [u32; 4],
    /// The bodies are the wrong way round, as the first of the contact is the movable one.
    pub swapped: [bool; 4],
    /// The contacts of each pair, in the list of active ones.
    starts: [u32; 4],
    counts: [u32; 4],
    /// How many lanes are taken.
    taken: usize,
    /// Whether both bodies of the pairs can move.
    pub both: bool,
    /// Whether any of its contacts bounces.
    pub bounces: bool,
    /// The place of its rows, in the list of all.
    first: u32,
    pub count: u32,
}

impl Group {
    /// The place of its rows in the list of all.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// The bodies that can move, each with its lane.
    pub fn moving(&self) -> impl Iterator<Item = (usize, u32)> + Clone {
        let firsts = &self.a[..if self.both { self.taken } else { 0 }];
        let all = firsts.iter().enumerate();
        let all = all.chain(self.b[..self.taken].iter().enumerate());
        all.map(|(lane, body)| (lane, *body))
    }

    /// The contacts of the n-th row, as indices.
    pub fn contacts(&self, chosen: &Chosen, n: u32) -> [u32; 4] {
        self.places(n)
            .map(|place| place.map_or(NOTHING, |place| chosen.active[place]))
    }

    /// The places of the contacts of the n-th row, in the list of active ones.
    pub fn places(&self, n: u32) -> [Option<usize>; 4] {
        std::array::from_fn(|lane| {
            let place = (self.starts[lane] + n) as usize;
            (n < self.counts[lane]).then_some(place)
        })
    }
}

/// The groups of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    /// By body: the first group that comes after all with the body.
    after: Vec<u32>,
    /// The groups with a free lane: of pairs with one movable body, and with two.
    open: [Vec<u32>; 2],
    /// How many rows of four all groups have.
    pub rows: usize,
}

impl Groups {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve(&mut self.list, pairs);
        reserve(&mut self.after, bodies);
        self.open.iter_mut().for_each(|open| reserve(open, pairs));
    }

    /// Groups all pairs.
    pub fn build(&mut self, chosen: &Chosen, movers: &[SolverBody]) {
        self.list.clear();
        self.after.clear();
        self.after.resize(movers.len(), 0);
        self.open.iter_mut().for_each(Vec::clear);
        let nobody = movers.len() as u32;
        for pair in &chosen.pairs {
            let gives = pair.bodies.map(|i| movers[i as usize].gives());
            self.place(pair, gives, nobody);
        }
        let mut rows = 0;
        for group in &mut self.list {
            group.first = rows;
            rows += group.count;
        }
        self.rows = rows as usize;
    }

    /// Finds a place for a pair.
    fn place(&mut self, pair: &Pair, gives: [bool; 2], nobody: u32) {
        let both = gives[0] && gives[1];
        let [after_a, after_b] = [0, 1].map(|i| {
            let after = self.after[pair.bodies[i] as usize];
            after * u32::from(gives[i])
        });
        let after = after_a.max(after_b);
        let open = &mut self.open[usize::from(both)];
        let at = open.partition_point(|group| *group < after);
        if at == open.len() {
            open.push(self.list.len() as u32);
            self.list.push(Group {
                a: [nobody; 4],
                b: [nobody; 4],
                swapped: [false; 4],
                starts: [0; 4],
                counts: [0; 4],
                taken: 0,
                both,
                bounces: false,
                first: 0,
                count: 0,
            });
        }
        let index = open[at];
        let group = &mut self.list[index as usize];
        let lane = group.taken;
        let swapped = gives[0] && !both;
        let [a, b] = pair.bodies;
        (group.a[lane], group.b[lane]) = if swapped { (b, a) } else { (a, b) };
        group.swapped[lane] = swapped;
        (group.starts[lane], group.counts[lane]) = (pair.start, pair.count);
        group.count = group.count.max(pair.count);
        group.bounces |= pair.bounces;
        group.taken += 1;
        if group.taken == 4 {
            open.remove(at);
        }
        for (body, gives) in pair.bodies.into_iter().zip(gives) {
            if gives {
                self.after[body as usize] = index + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// Bodies in a row, the first one fixed.
    fn movers(count: usize) -> Vec<SolverBody> {
        let mover = |i: usize| {
            let mut mover = SolverBody::resting(DVec3::ZERO);
            mover.inverse_mass = f64::from(u8::from(i > 0));
            mover
        };
        (0..count).map(mover).collect()
    }

    /// Groups pairs of bodies with so many contacts each.
    fn group(pairs: &[(u32, u32, u32)], bodies: usize) -> (Groups, Chosen) {
        let mut chosen = Chosen::default();
        for &(a, b, count) in pairs {
            let first = chosen.active.len() as u32;
            chosen.active.extend(first..first + count);
            chosen.end_pair([a, b], false);
        }
        let mut groups = Groups::default();
        groups.build(&chosen, &movers(bodies));
        (groups, chosen)
    }

    #[test]
    fn what_depends_on_each_other_keeps_its_order() {
        let chain: Vec<_> = (0..9).map(|i| (i, i + 1, 4)).collect();
        let (groups, _) = group(&chain, 10);
        let seconds: Vec<u32> = groups.list.iter().map(|g| g.b[0]).collect();
        assert_eq!(seconds, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(groups.rows, 36);
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
        let (groups, chosen) = group(&pairs, 30);
        let mut seen = vec![0; chosen.active.len()];
        for group in &groups.list {
            let both = [group.a, group.b].concat();
            let movable: Vec<_> = both.iter().filter(|b| (1..30).contains(*b)).collect();
            for (i, body) in movable.iter().enumerate() {
                assert!(!movable[..i].contains(body), "{body} twice");
            }
            for n in 0..group.count {
                for index in group.contacts(&chosen, n) {
                    if index != NOTHING {
                        seen[index as usize] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|times| *times == 1));
    }

    #[test]
    fn the_movable_body_of_a_pair_is_the_second() {
        let (groups, _) = group(&[(0, 3, 1), (0, 4, 1), (1, 2, 1)], 5);
        assert_eq!(groups.list.len(), 2);
        assert!(!groups.list[0].both && groups.list[1].both);
        assert_eq!(groups.list[0].b, [3, 4, 5, 5]);
        let mut chosen = Chosen::default();
        chosen.active.push(0);
        chosen.end_pair([0, 1], false);
        let mut movers = movers(2);
        movers.reverse();
        let mut groups = Groups::default();
        groups.build(&chosen, &movers);
        assert!(groups.list[0].swapped[0]);
        assert_eq!((groups.list[0].a[0], groups.list[0].b[0]), (1, 0));
    }
}

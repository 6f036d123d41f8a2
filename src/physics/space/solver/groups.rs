//! Which contacts are solved together, four pairs of bodies at a time.
//!
//! Sequential impulses have an order: a contact sees what the ones before it have done. Only pairs
//! that have no movable body in common can be solved at the same time. Each pair goes into the first
//! group of four with a free place after all groups with a pair that comes before it and shares a
//! body with it. So whatever depends on each other keeps its order, and the result is that of the
//! pairs one by one: a pile, in which everything depends on the next, is solved as well as ever,
//! and a crowd, in which hardly anything does, four times as fast.
//!
//! The pairs of a group have about as many contacts as each other, and either two movable bodies
//! each or one; then the movable one is the second.

use super::super::pairs::Contact;
use super::super::room::reserve;
use super::mover::Mover;

/// Pairs with this many contacts or more have a kind of groups in common.
const MANY: usize = 6;

/// No contact.
pub(super) const NOTHING: u32 = u32::MAX;

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
    /// The place of its rows, in the list of all.
    pub first: u32,
    pub count: u32,
}

impl Group {
    /// The place of its rows in the list of all.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The groups of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    /// The contacts that are to be solved, as indices.
    active: Vec<u32>,
    /// By body: the first group that comes after all with the body.
    after: Vec<u32>,
    /// By kind: the groups with a free lane.
    open: [Vec<u32>; 2 * MANY],
}

impl Groups {
    /// Makes room for so many of each.
    pub fn reserve(&mut self, bodies: usize, pairs: usize, contacts: usize) {
        reserve(&mut self.list, pairs);
        reserve(&mut self.active, contacts);
        reserve(&mut self.after, bodies);
        for open in &mut self.open {
            reserve(open, pairs / 2);
        }
    }

    /// Sorts the active contacts; those of a pair follow each other.
    pub fn build(&mut self, contacts: &[Contact], movers: &[Mover]) {
        self.list.clear();
        self.active.clear();
        self.after.clear();
        self.after.resize(movers.len(), 0);
        self.open.iter_mut().for_each(Vec::clear);
        let nobody = movers.len() as u32;
        let mut first = 0;
        for pair in contacts.chunk_by(|c, d| (c.a, c.b) == (d.a, d.b)) {
            let start = self.active.len() as u32;
            for (index, contact) in (first..).zip(pair) {
                if contact.active {
                    self.active.push(index);
                }
            }
            first += pair.len() as u32;
            let count = self.active.len() as u32 - start;
            if count > 0 {
                let (a, b) = (pair[0].a, pair[0].b);
                let gives = [a, b].map(|i| movers[i as usize].gives());
                self.place([a, b], gives, (start, count), nobody);
            }
        }
        let mut rows = 0;
        for group in &mut self.list {
            group.first = rows;
            rows += group.count;
        }
    }

    /// Finds a place for a pair.
    fn place(&mut self, pair: [u32; 2], gives: [bool; 2], (start, count): (u32, u32), nobody: u32) {
        let both = gives[0] && gives[1];
        let after = |i: usize| {
            let after = self.after[pair[i] as usize];
            after * u32::from(gives[i])
        };
        let after = after(0).max(after(1));
        let kind = MANY.min(count as usize) - 1 + if both { MANY } else { 0 };
        let open = &mut self.open[kind];
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
                first: 0,
                count: 0,
            });
        }
        let index = open[at];
        let group = &mut self.list[index as usize];
        let lane = group.taken;
        let swapped = gives[0] && !both;
        let [a, b] = if swapped { [pair[1], pair[0]] } else { pair };
        (group.a[lane], group.b[lane]) = (a, b);
        group.swapped[lane] = swapped;
        (group.starts[lane], group.counts[lane]) = (start, count);
        group.count = group.count.max(count);
        group.taken += 1;
        if group.taken == 4 {
            open.remove(at);
        }
        for (body, gives) in pair.into_iter().zip(gives) {
            if gives {
                self.after[body as usize] = index + 1;
            }
        }
    }

    /// The contacts of a group's n-th row, as indices.
    pub fn contacts(&self, group: &Group, n: u32) -> [u32; 4] {
        std::array::from_fn(|lane| {
            if n < group.counts[lane] {
                self.active[(group.starts[lane] + n) as usize]
            } else {
                NOTHING
            }
        })
    }
}

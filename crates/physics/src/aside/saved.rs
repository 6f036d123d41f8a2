//! Bodies that are set aside, in snapshots: their batches are shared with the world and among snapshots.

use std::sync::Arc;

use crate::aside::{Aside, Entry, HERE, Held, PRESENT, Totals};
use crate::bodies::Bodies;
use crate::reserve::copy;

/// The bodies that are set aside in a snapshot, and the list of present bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedAside {
    present: Vec<u32>,
    /// The whole steps for which each present body has rested.
    rested: Vec<u8>,
    batches: Vec<Option<Held>>,
    totals: Totals,
}

impl SavedAside {
    /// The places of the present bodies.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    /// The bytes that only this snapshot takes.
    pub fn size(&self) -> usize {
        let batches = self.batches.iter().flatten();
        let live: usize = batches.map(|held| held.live.capacity()).sum();
        let batches = self.batches.capacity() * size_of::<Option<Held>>();
        self.present.capacity() * size_of::<u32>() + self.rested.capacity() + live + batches
    }

    /// The bytes that it shares with its world and with other snapshots.
    pub fn shared_size(&self) -> usize {
        let batches = self.batches.iter().flatten();
        batches.map(|held| held.batch.size()).sum()
    }
}

impl Aside {
    /// Writes what is set aside to a snapshot.
    pub fn save_to(&self, saved: &mut SavedAside, bodies: &Bodies) {
        copy(&mut saved.present, &self.present);
        saved.rested.clear();
        let rested = self.present.iter();
        (saved.rested).extend(rested.map(|place| self.entries[*place as usize].rested));
        saved.totals = self.totals;
        for held in self.batches.iter().flatten() {
            let all = held.batch.bodies.iter();
            (held.batch.saved).get_or_init(|| all.map(|place| bodies.save(*place)).collect());
        }
        copy_batches(&mut saved.batches, &self.batches);
    }

    /// Sets aside what a snapshot has set aside, and puts its bodies into their places; if `as_described`, except for
    /// those that are set aside here in the same batch.
    pub fn recall(&mut self, saved: &SavedAside, bodies: &mut Bodies, as_described: bool) {
        let before = std::mem::take(&mut self.entries);
        let mut entries = std::mem::take(&mut self.spare_entries);
        entries.clear();
        entries.resize(bodies.len(), HERE);
        let is_same = |place: u32, own: &Held, island: u32| {
            let entry = before.get(place as usize).filter(|_| as_described);
            let entry = entry.filter(|entry| entry.batch != PRESENT);
            entry.is_some_and(|entry| {
                let held = self
                    .batches
                    .get(entry.batch as usize)
                    .and_then(Option::as_ref);
                entry.island == island && held.is_some_and(|h| Arc::ptr_eq(&h.batch, &own.batch))
            })
        };
        for (number, held) in (0..).zip(&saved.batches) {
            let Some(held) = held else { continue };
            let states = held.batch.saved.get().map_or(&[][..], Vec::as_slice);
            let live = (0..).zip(held.batch.islands.iter().zip(&held.live));
            for (island, (parts, _)) in live.filter(|(_, (_, live))| **live) {
                for at in parts.bodies.clone() {
                    let place = held.batch.bodies[at];
                    entries[place as usize] = Entry {
                        batch: number,
                        island,
                        rested: 0,
                    };
                    if !is_same(place, held, island)
                        && let Some(state) = states.get(at)
                    {
                        bodies.restore(place, state);
                    }
                }
            }
        }
        for (place, rested) in saved.present.iter().zip(&saved.rested) {
            entries[*place as usize].rested = *rested;
        }
        (self.entries, self.spare_entries) = (entries, before);
        copy_batches(&mut self.batches, &saved.batches);
        self.totals = saved.totals;
        copy(&mut self.present, &saved.present);
        self.called.clear();
        self.counted = None;
    }
}

/// Copies batches into the memory of others; they share their contents.
fn copy_batches(to: &mut Vec<Option<Held>>, from: &[Option<Held>]) {
    to.resize(from.len(), None);
    for (to, from) in to.iter_mut().zip(from) {
        match (to, from) {
            (Some(to), Some(from)) => {
                to.batch = from.batch.clone();
                copy(&mut to.live, &from.live);
                to.bodies = from.bodies;
            }
            (to, from) => to.clone_from(from),
        }
    }
}

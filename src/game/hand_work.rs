//! Work of acts, counted in units that are equal on every machine: a unit is about a microsecond.
//!
//! The acts of a recording are limited in work, so that a stranger's file cannot keep the program busy for
//! long. The count depends on the acts alone: a solid that is already in the library costs as much here as a
//! new one.

use std::collections::BTreeSet;

use crate::game::act::Built;
use crate::game::{Act, Round};
use crate::level::ActorLook;
use crate::params::{ACT_WORK, BUILD_WORK, TAPE_WORK, TRIANGLE_WORK};

/// State of a round before an act, as far as its work depends on it.
pub(super) struct Before {
    actors: usize,
    placing: u64,
}

impl Round {
    /// Returns the work of all acts so far.
    pub fn hand_work(&self) -> u64 {
        self.hand_work
    }

    /// True if a recording of the round has no room for further acts.
    pub(super) fn is_hand_full(&self) -> bool {
        self.hand_work >= TAPE_WORK
    }

    pub(super) fn before_act(&self) -> Before {
        Before {
            actors: self.scene.len(),
            placing: self.arena.placing_work(),
        }
    }

    /// Adds the work of an act.
    pub(super) fn count_act(&mut self, act: &Act, before: &Before) {
        let placing = self.arena.placing_work() - before.placing;
        let own = match act {
            _ if act.goes_on() => 1,
            // Names and places are compared with those of all actors.
            _ => ACT_WORK + self.scene.len() as u64 / 10,
        };
        let looks: Vec<&ActorLook> = match act.built() {
            Built::Nothing => Vec::new(),
            Built::New => self.scene.looks_from(before.actors).collect(),
            Built::Actor(id) => vec![self.look(id)],
            Built::Zone => {
                let zones = self.scene.zones().last().into_iter();
                zones.map(|zone| &zone.look).collect()
            }
        };
        let built = if looks.is_empty() {
            0
        } else {
            build_work(&looks)
        };
        self.hand_work += own + built + placing / PLACING_PER_UNIT;
    }
}

/// Number of tests of volumes and triangles per unit.
const PLACING_PER_UNIT: u64 = 10;

/// Returns the work of building bodies with these looks, each form once.
fn build_work(looks: &[&ActorLook]) -> u64 {
    let mut forms = BTreeSet::new();
    let triangles = looks.iter().map(|look| {
        let is_new = forms.insert((&look.asset.name, look.asset.scale.to_bits()));
        let triangles = look.asset.shape.mesh.triangles().len() as u64;
        if is_new { triangles } else { 0 }
    });
    let triangles: u64 = triangles.sum();
    BUILD_WORK * (1 + looks.len() as u64 / 8) + TRIANGLE_WORK * triangles
}

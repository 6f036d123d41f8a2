//! Acts in a round, and their work.
//!
//! The work is counted in units that are equal on every machine: a unit is about a microsecond. The acts of a
//! recording are limited in work, so that a stranger's file cannot keep the program busy for long. The count
//! depends on the acts alone: a solid that is already in the library costs as much here as a new one.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::act::Built;
use crate::params::{
    ACT_WORK, BODIES_KEPT_PER_UNIT, BUILD_WORK, PLACING_PER_UNIT, TAPE_WORK, TRIANGLE_WORK,
};
use crate::{Act, Round};
use dodgem_scene::arena::{Arena, HandError};
use dodgem_scene::level::scene::{Arrangement, Image, Scene};
use dodgem_scene::level::{ActorLook, Card, ZoneSpec};

/// State of a round before an act, as far as its work depends on it.
struct Before {
    actors: usize,
    placing: u64,
}

impl Round {
    /// Performs an act between two steps.
    ///
    /// # Errors
    /// [`HandError`] if it is refused; then nothing has changed.
    pub fn act(&mut self, act: &Act) -> Result<(), HandError> {
        act.check()?;
        let before = Before {
            actors: self.scene.body_count(),
            placing: self.arena.placing_work(),
        };
        act.perform(self)?;
        self.count_act(act, &before);
        if act.makes() {
            self.triggers.look_again();
            self.readouts.look_up(&self.scene, &self.arena);
            self.keep_origin();
        }
        if self.course.runs() {
            let rules = (self.rules.mode, &*self.scene);
            let (judge, course) = (&mut self.judge, &mut self.course);
            self.lesson.judge_act(act, rules, judge, course);
        }
        Ok(())
    }

    /// Returns the arena, to change the state of an actor.
    pub(crate) fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// Changes the scene together with its arena.
    pub(crate) fn edit(
        &mut self,
        change: impl FnOnce(&mut Scene, &mut Arena) -> Result<(), HandError>,
    ) -> Result<(), HandError> {
        self.triggers.look_again();
        self.readouts.look_again();
        change(Arc::make_mut(&mut self.scene), &mut self.arena)
    }

    /// Adds a zone to the scene.
    pub(crate) fn add_zone(&mut self, zone: &ZoneSpec) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.add_zone(arena, zone))?;
        self.judge.add_zone();
        Ok(())
    }

    /// Removes a zone.
    pub(crate) fn remove_zone(&mut self, zone: usize) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.remove_zone(arena, zone))?;
        self.judge.remove_zone(zone);
        self.triggers.remove_zone(zone);
        self.readouts.remove_zone(zone);
        Ok(())
    }

    /// Replaces the question and the readouts, which begin anew.
    pub(crate) fn set_card(&mut self, card: &Card) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.set_card(arena, card))?;
        self.readouts.begin(&self.scene, &self.arena);
        Ok(())
    }

    /// Replaces a zone of the scene.
    pub(crate) fn change_zone(&mut self, zone: usize, spec: &ZoneSpec) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.change_zone(arena, zone, spec))?;
        self.judge.change_zone(zone);
        Ok(())
    }

    /// Changes the scene together with its arena, and restores both if that fails midway.
    pub(crate) fn edit_or_restore(
        &mut self,
        change: impl FnOnce(&mut Scene, &mut Arena) -> Result<(), HandError>,
    ) -> Result<(), HandError> {
        let (scene, arena) = (Arc::clone(&self.scene), self.arena.snapshot());
        let done = self.edit(change);
        if done.is_err() {
            self.scene = scene;
            let restored = self.arena.restore(&arena);
            debug_assert!(restored.is_ok(), "the snapshot is of this arena");
        }
        done
    }

    /// Moves and changes actors together.
    pub(crate) fn arrange(&mut self, all: Vec<Arrangement<'_>>) -> Result<(), HandError> {
        self.edit(|scene, arena| scene.arrange(arena, all))
    }

    /// Returns the work of all acts so far.
    pub fn hand_work(&self) -> u64 {
        self.hand_work
    }

    /// Sets the work of all acts so far.
    #[cfg(test)]
    pub(crate) fn set_hand_work(&mut self, work: u64) {
        self.hand_work = work;
    }

    /// True if a recording of the round has no room for further acts.
    pub(crate) fn is_hand_full(&self) -> bool {
        self.hand_work >= TAPE_WORK
    }

    /// Arranges the images of things, with their joints.
    pub(crate) fn arrange_image(
        &mut self,
        all: Vec<Arrangement<'_>>,
        image: &Image,
    ) -> Result<(), HandError> {
        let mut joints = 0;
        self.edit_or_restore(|scene, arena| {
            joints = scene.arrange_image(arena, all, image)?;
            Ok(())
        })?;
        self.hand_work += ACT_WORK * joints as u64;
        Ok(())
    }

    /// Adds the work of an act.
    fn count_act(&mut self, act: &Act, before: &Before) {
        let placing = self.arena.placing_work() - before.placing;
        let own = match act {
            _ if act.goes_on() => 1,
            // Names and places are compared with those of all actors.
            _ => ACT_WORK * act.extent() as u64 + self.scene.body_count() as u64 / 10,
        };
        let looks: Vec<&ActorLook> = match act.built() {
            Built::Nothing | Built::Patch | Built::Trigger(_) | Built::Parts(_) => Vec::new(),
            Built::New(_) => self.scene.looks_from(before.actors).collect(),
            Built::Actors(ids) => ids.into_iter().map(|id| self.look(id)).collect(),
            Built::Zone(index) => {
                let zones = self.scene.zones();
                let zone = index.map_or(zones.last(), |index| zones.get(index));
                zone.map(|zone| &zone.look).into_iter().collect()
            }
        };
        let built = if looks.is_empty() {
            0
        } else {
            build_work(&looks)
        };
        let checked = match act.built() {
            Built::Trigger(entries) | Built::Parts(entries) => BUILD_WORK * entries as u64,
            Built::Patch => BUILD_WORK,
            // Uses of the parts are built anew, and the parts are checked even if there is none.
            _ if matches!(act, Act::FollowParts { .. }) => BUILD_WORK * act.extent() as u64,
            // The trees of all models may be built anew.
            _ if matches!(act, Act::Engine { .. }) => {
                let looks: Vec<&ActorLook> = self.scene.looks_from(0).collect();
                build_work(&looks)
            }
            // The hall is built anew, and the place of each thing is compared with it.
            _ if matches!(act, Act::Hall { .. }) => BUILD_WORK + self.scene.body_count() as u64,
            // Each thing without a material has a surface to set.
            _ if matches!(act, Act::Surface { .. }) => self.scene.body_count() as u64,
            _ => 0,
        };
        let origin = match act.makes() && self.triggers.restarts() {
            true => self.scene.body_count() as u64 / BODIES_KEPT_PER_UNIT,
            false => 0,
        };
        self.hand_work += own + built + checked + origin + placing / PLACING_PER_UNIT;
    }
}

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

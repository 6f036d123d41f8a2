//! The selection of several things: the rubber band, and the changes of a set.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::app::input::Pointer;
use crate::app::params::BAND_UNITS;
use crate::app::render::scene::CameraView;
use crate::arena::ActorId;
use crate::game::Round;

/// The effect of a press or a band on the selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Picking {
    /// It becomes the selection.
    #[default]
    Only,
    /// It is added.
    Add,
    /// It is removed.
    Remove,
}

/// A rubber band that is being drawn.
#[derive(Debug, Clone, Copy)]
pub struct Band {
    pub from: Vec2,
    pub to: Vec2,
    pub picking: Picking,
}

impl Band {
    /// Begins one at the pointer.
    pub fn begin(pointer: &Pointer) -> Band {
        Band {
            from: pointer.at,
            to: pointer.at,
            picking: match (pointer.adds, pointer.snaps) {
                (true, _) => Picking::Add,
                (false, true) => Picking::Remove,
                _ => Picking::Only,
            },
        }
    }

    /// Returns its upper left corner and its size, in units.
    pub fn area(&self) -> (Vec2, Vec2) {
        let corner = self.from.min(self.to);
        (corner, self.from.max(self.to) - corner)
    }

    /// Returns the things whose middle is inside it; hidden ones are left out.
    pub fn inside(&self, round: &Round, (view, size): (&CameraView, Vec2)) -> BTreeSet<ActorId> {
        let (corner, extent) = self.area();
        if extent.max_element() < BAND_UNITS {
            return BTreeSet::new();
        }
        let (arena, scene) = (round.arena(), round.scene());
        let all = (0..).map(ActorId).zip(arena.actors());
        let all = all.filter(|(id, actor)| !actor.is_gone() && !scene.is_hidden(*id));
        let inside = all.filter(|(_, actor)| {
            let middle = actor.model.local_aabb().center();
            let seen = view.project(actor.pose.transform_point(middle), size);
            seen.is_some_and(|(at, _)| at.cmpge(corner).all() && at.cmple(corner + extent).all())
        });
        inside.map(|(id, _)| id).collect()
    }
}

/// Changes a selection by things that were picked.
pub fn pick(selected: &mut BTreeSet<ActorId>, things: BTreeSet<ActorId>, picking: Picking) {
    match picking {
        Picking::Only => *selected = things,
        Picking::Add => selected.extend(things),
        Picking::Remove => selected.retain(|id| !things.contains(id)),
    }
}

/// Adds a thing to a selection, or removes it if it is in it.
pub fn turn(selected: &mut BTreeSet<ActorId>, id: ActorId) {
    if !selected.remove(&id) {
        selected.insert(id);
    }
}

//! The handles of the selection, of a joint and of a zone, and clicks on the symbols of joints and on zones.

use std::collections::BTreeSet;

use glam::{Quat, Vec2, Vec3};

use dodgem_collide::math::Aabb;

use crate::app::grip::HandUse;
use crate::app::handle_use::{HandleUse, Object, ways_to_faces};
use crate::app::handles::{
    Drag, Effect, Handle, Handles, distance_to, metres_per_unit, ring_radius, rotation, snapped,
};
use crate::app::input::Pointer;
use crate::app::joint_shapes;
use crate::app::panels::{Panels, patch_at};
use crate::app::params::{
    HAND_FAR, HANDLE_REACH, HANDLE_UNITS, JOINT_UNITS, MOST_JOINTS_DRAWN, PLACING_GAP,
    SNAP_FACE_NEAR, TURN_TRIES,
};
use crate::app::render::scene::CameraView;
use crate::app::state::sandbox::SandboxContext;
use crate::arena::{ActorId, HandError};
use crate::game::{Act, Displacement, Round};
use crate::level::JointSpec;

/// Returns the object that has handles: the joint or zone whose form is open, else the selection while time is
/// stopped.
pub fn object_of(panels: &Panels, does: HandUse, round: &Round) -> Option<Object> {
    if does == HandUse::None {
        return None;
    }
    let (scene, arena) = (round.scene(), round.arena());
    if let Some(index) = panels.joint().filter(|_| panels.open) {
        let joint = scene.joint_now(arena, index as usize)?;
        return Some(Object::Joint(index, Box::new(joint)));
    }
    if let Some(index) = panels.zone().filter(|_| panels.open) {
        let zone = scene.zones().get(index as usize)?;
        let bounds = zone.look.asset.model.local_aabb();
        let middle = zone.pose.transform_point(bounds.center());
        let shape = Box::new((bounds, middle));
        return Some(Object::Zone(index, Box::new(zone.spec.clone()), shape));
    }
    if let Some(index) = panels.patch().filter(|_| panels.open) {
        let patch = scene.patches().get(index as usize)?;
        return Some(Object::Patch(index, Box::new(patch.spec.clone())));
    }
    let ids = &panels.selected;
    let middle = (does == HandUse::Place)
        .then(|| round.box_around(ids))??
        .center();
    Some(Object::Things(ids.clone(), middle))
}

/// Returns the links of joints that are drawn, each with the size of its symbol in metres.
pub fn drawn_joints(round: &Round, view: &CameraView, size: Vec2) -> Vec<(u32, JointSpec, f32)> {
    let links = round.scene().joint_links(round.arena());
    let shown = links.take(MOST_JOINTS_DRAWN).map(|(index, joint)| {
        let far = joint.at.map_or(1.0, |at| at.distance(view.eye));
        (index, joint, JOINT_UNITS * metres_per_unit(view, size, far))
    });
    shown.collect()
}

/// Returns the distance along a ray at which it enters a box with a pose; None if it misses it.
fn enters(bounds: &Aabb, eye: Vec3, ray: Vec3) -> Option<f32> {
    let (mut near, mut far) = (0.0_f32, HAND_FAR);
    for axis in 0..3 {
        let ends = [bounds.min[axis], bounds.max[axis]].map(|side| (side - eye[axis]) / ray[axis]);
        if ray[axis].abs() < 1e-9 {
            let inside = (bounds.min[axis]..=bounds.max[axis]).contains(&eye[axis]);
            far = if inside { far } else { -1.0 };
            continue;
        }
        near = near.max(ends[0].min(ends[1]));
        far = far.min(ends[0].max(ends[1]));
    }
    (near <= far).then_some(near)
}

impl SandboxContext<'_> {
    /// Uses the pointer for a handle: begins, follows or ends a drag. Returns true if the press was used.
    pub(super) fn use_handles(
        &mut self,
        pointer: &Pointer,
        (view, size): (&CameraView, Vec2),
    ) -> bool {
        let now = object_of(self.panels, self.hand.does, &self.session.round);
        let ray = view.ray(pointer.at, size);
        self.hand.near = None;
        if let Some(mut used) = self.panels.handle.take() {
            let is_same = now.as_ref().is_some_and(|now| used.object.is(now));
            let below = Vec2::new(-60.0, HANDLE_UNITS + 16.0);
            let middle = used
                .handles()
                .first()
                .and_then(|handle| view.project(handle.at, size));
            used.shown_at = middle.map_or(used.shown_at, |(at, _)| at + below);
            if used.down && is_same {
                self.follow_handle(&mut used, pointer, (view.eye, ray));
                self.panels.handle = Some(used);
                return true;
            }
            // The number of a finished drag stays until something else is pressed.
            self.panels.handle =
                Some(used).filter(|_| is_same && (!pointer.pressed || pointer.covered));
        }
        let Some(object) = now.filter(|_| !pointer.covered) else {
            return false;
        };
        let handles = Handles::new(object.handles(), view, size);
        let handle = handles.under(pointer.at, view, size);
        let handle = handle.filter(|handle| !self.hides_ring(&object, handle, handles.length));
        self.hand.near = handle.filter(|_| !pointer.down || pointer.pressed);
        let handle = handle.filter(|_| pointer.pressed);
        let drag = handle.and_then(|handle| Drag::begin(handle, handles.length, view.eye, ray));
        let Some(drag) = drag else { return false };
        let (from, faces) = self.snaps_of(&object, &drag);
        self.panels.handle = Some(HandleUse {
            object,
            drag,
            value: 0.0,
            from,
            faces,
            down: true,
            moved: false,
            typed: None,
            shown_at: pointer.at,
        });
        true
    }

    /// True for a ring whose things are under the pointer and lie within it: a press there takes the things. The ring is
    /// taken beside them.
    fn hides_ring(&self, object: &Object, handle: &Handle, length: f32) -> bool {
        let Object::Things(ids, _) = object else {
            return false;
        };
        let is_over = self.hand.over.is_some_and(|(id, _)| ids.contains(&id));
        let around = self.session.round.box_around(ids);
        let reach = around.map_or(f32::INFINITY, |bounds| bounds.half_extents().length());
        handle.effect == Effect::Turn && is_over && reach < ring_radius(length)
    }

    fn follow_handle(&mut self, used: &mut HandleUse, pointer: &Pointer, (eye, ray): (Vec3, Vec3)) {
        let mut way = used.drag.follow(eye, ray);
        let effect = used.drag.handle.effect;
        if pointer.snaps {
            way = snapped(effect, way, used.from, &used.faces);
        }
        used.down = pointer.down;
        let done = self.turn_handle_to(used, way, !pointer.down);
        self.tell(done);
    }

    /// Sets the number of the handle that was used last, in metres or degrees.
    pub(super) fn set_handle(&mut self, shown: f32) {
        let Some(mut used) = self.panels.handle.take() else {
            return;
        };
        used.typed = None;
        let way = used.drag.handle.typed(shown);
        let done = self.turn_handle_to(&mut used, way, true);
        self.panels.handle = Some(used);
        self.tell(done);
    }

    /// Makes the change of a handle that great. Things move at once; joints and zones change at the end.
    fn turn_handle_to(
        &mut self,
        used: &mut HandleUse,
        way: f32,
        ends: bool,
    ) -> Result<(), HandError> {
        if let Object::Things(ids, _) = &used.object {
            let ids = ids.clone();
            return self.drag_things(used, &ids, way);
        }
        used.value = way;
        if !ends || way == 0.0 && !used.moved {
            return Ok(());
        }
        used.moved = true;
        let joint = used.joint().map(|(joint, spec)| Act::ChangeJoint {
            joint,
            spec: Box::new(spec),
        });
        let zone = || {
            used.zone().map(|(zone, spec)| Act::ChangeZone {
                zone,
                spec: Box::new(spec),
            })
        };
        let patch = || {
            used.patch().map(|(patch, spec)| Act::ChangePatch {
                patch,
                spec: Box::new(spec),
            })
        };
        let Some(act) = joint.or_else(zone).or_else(patch) else {
            return Ok(());
        };
        let done = self.session.act(act);
        if done.is_err() {
            used.value = 0.0;
        }
        self.panels.look_again();
        done
    }

    /// Moves or turns things by a handle, as far as there is room for all of them.
    fn drag_things(
        &mut self,
        used: &mut HandleUse,
        ids: &BTreeSet<ActorId>,
        way: f32,
    ) -> Result<(), HandError> {
        let Some(first) = ids.first().copied() else {
            return Ok(());
        };
        let handle = used.drag.handle;
        let place = |context: &Self| {
            context
                .session
                .round
                .arena()
                .actor(first)
                .pose
                .translation()
        };
        let mut by = way - used.value;
        let tries = if handle.effect == Effect::Turn {
            TURN_TRIES
        } else {
            1
        };
        for _ in 0..tries {
            let (way, turn) = match handle.effect {
                Effect::Turn => (Vec3::ZERO, rotation(&handle, by)),
                _ => (handle.axis * by, Quat::IDENTITY),
            };
            if by == 0.0 {
                return Ok(());
            }
            let drag = Displacement {
                way,
                turn,
                about: handle.at,
                gap: PLACING_GAP,
                slides: false,
            };
            let Some(mut act) = self.session.round.dragged(ids, &drag)? else {
                return Ok(());
            };
            if let Act::Arrange { goes_on, .. } = &mut act {
                *goes_on = used.moved;
            }
            let before = place(self);
            match self.session.act(act) {
                // A turn has no way that could be cut short, so that smaller ones are tried.
                Err(HandError::Taken(_) | HandError::Outside) => by *= 0.5,
                Err(error) => return Err(error),
                Ok(()) => {
                    used.moved = true;
                    used.value += match handle.effect {
                        Effect::Turn => by,
                        _ => (place(self) - before).dot(handle.axis),
                    };
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns the coordinate that snaps to the grid, and the ways to the faces of things nearby.
    fn snaps_of(&self, object: &Object, drag: &Drag) -> (f32, Vec<f32>) {
        let (handle, round) = (&drag.handle, &self.session.round);
        let Object::Things(ids, _) = object else {
            return (handle.at.dot(handle.axis), Vec::new());
        };
        let arena = round.arena();
        let first = ids.first().map(|id| arena.actor(*id).pose.translation());
        let from = first.unwrap_or(handle.at).dot(handle.axis);
        let Some(own) = round
            .box_around(ids)
            .filter(|_| handle.effect == Effect::Move)
        else {
            return (from, Vec::new());
        };
        let near = own.expanded(SNAP_FACE_NEAR);
        let others = (0..)
            .map(ActorId)
            .zip(arena.actors())
            .filter(|(id, actor)| !actor.is_gone() && !ids.contains(id));
        let boxes = others.filter_map(|(_, actor)| {
            let body = arena.world().body(actor.body)?;
            Some(body.shape().aabb(&body.pose())).filter(|bounds| bounds.overlaps(&near))
        });
        let ways =
            boxes.flat_map(|other| ways_to_faces(&own, &other, handle.index % 3, PLACING_GAP));
        (from, ways.collect())
    }

    /// Uses a press on the symbol of a joint, or on a zone where there is no thing. Returns true if it was used.
    pub(super) fn pick_symbol(
        &mut self,
        pointer: &Pointer,
        (view, size): (&CameraView, Vec2),
    ) -> bool {
        let picks = pointer.pressed && !pointer.covered && !pointer.adds && !pointer.snaps;
        if !picks || !self.panels.open {
            return false;
        }
        if let Some(joint) = joint_under(&self.session.round, pointer.at, (view, size)) {
            self.panels.choose_joint(joint);
            return true;
        }
        let ray = view.ray(pointer.at, size);
        let zones = (0..).zip(self.session.round.scene().zones());
        let hit = zones.filter_map(|(index, zone)| {
            let bounds = zone.look.asset.model.local_aabb();
            let eye = zone.pose.inverse_transform_point(view.eye);
            let far = enters(&bounds, eye, zone.pose.inverse_transform_vector(ray))?;
            // From within a zone everything would be a click on it.
            (far > 0.0).then_some((index, far))
        });
        let nearest = hit.min_by(|one, other| one.1.total_cmp(&other.1));
        if self.hand.over.is_some() {
            return false;
        }
        if let Some((zone, _)) = nearest {
            self.panels.choose_zone(zone);
            return true;
        }
        let floor = (ray.y < 0.0).then(|| view.eye - ray * (view.eye.y / ray.y));
        let patch = floor.and_then(|point| patch_at(&self.session.round, point));
        if let Some(patch) = patch {
            self.panels.choose_patch(patch);
        }
        patch.is_some()
    }

    /// Lets a joint hold what was pressed, if an end of it is being chosen. Returns true if the press was used.
    pub(super) fn choose_end(&mut self, over: Option<ActorId>) -> bool {
        let Some((joint, is_first)) = self.panels.end.take() else {
            return false;
        };
        let rows = self
            .session
            .round
            .scene()
            .joint_rows(self.session.round.arena());
        let Some(row) = rows.into_iter().find(|row| row.index == joint) else {
            return true;
        };
        let ends = match (is_first, over) {
            (true, None) => {
                self.panels.end = Some((joint, is_first));
                self.say(self.notices.words().end_needs);
                return true;
            }
            (true, Some(a)) => (a, row.b),
            (false, b) => (row.a, b),
        };
        let (a, b) = (ends.0.0, ends.1.map(|id| id.0));
        if self.act_or_tell(Act::Rejoin { joint, a, b }) {
            self.panels.look_again();
        }
        true
    }
}

/// Returns the joint whose symbol is under the pointer.
pub fn joint_under(round: &Round, pointer: Vec2, (view, size): (&CameraView, Vec2)) -> Option<u32> {
    let joints = drawn_joints(round, view, size);
    let near = joints.iter().filter_map(|(index, joint, metres)| {
        let lines = joint_shapes::lines(joint, *metres).into_iter();
        let far = lines.filter_map(|ends| {
            let [Some((from, _)), Some((to, _))] = ends.map(|end| view.project(end, size)) else {
                return None;
            };
            distance_to(&[from, to], pointer)
        });
        let far = far.fold(f32::INFINITY, f32::min);
        (far < HANDLE_REACH * 0.75).then_some((*index, far))
    });
    let nearest = near.min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_enters_a_box_where_it_meets_it_first() {
        let bounds = Aabb::from_center(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(enters(&bounds, Vec3::X * 5.0, Vec3::NEG_X), Some(4.0));
        assert_eq!(enters(&bounds, Vec3::X * 5.0, Vec3::X), None);
        assert_eq!(enters(&bounds, Vec3::new(5.0, 2.5, 0.0), Vec3::NEG_X), None);
        assert_eq!(enters(&bounds, Vec3::ZERO, Vec3::Z), Some(0.0));
        let askew = enters(
            &bounds,
            Vec3::new(-5.0, -5.0, 0.0),
            Vec3::new(0.6, 0.8, 0.0),
        );
        assert!((askew.unwrap() - 20.0 / 3.0).abs() < 1e-4);
    }
}

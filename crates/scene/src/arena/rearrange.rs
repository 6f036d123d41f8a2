//! Moves and changes actors, one or several together: all of it happens, or nothing.
//!
//! Actors that keep their places among each other move as one body, so only those around them are asked. Of
//! others, each is asked about every other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyDesc, BodyId, BodyKind, Groups};
use glam::Vec3;

use crate::arena::placer::{Placer, described, drag_area};
use crate::arena::room::{Laid, Others, PlacedShape};
use crate::arena::{ActorDesc, ActorId, ActorKind, HandError};
use crate::params::{PLACING_WORK, TOUCHING};

/// A change of an actor among others.
pub struct Rearranged {
    /// The actor.
    pub id: ActorId,
    /// Its new pose, where it is at rest; None if it keeps pose and velocity.
    pub pose: Option<Pose>,
    /// Its new description, if that changes. The pose in it is only where its motion is described.
    pub desc: Option<ActorDesc>,
}

/// The future state of an actor.
pub(super) struct Target {
    pub id: ActorId,
    pub body: BodyId,
    model: Arc<Model>,
    shape: Shape,
    groups: Groups,
    pub pose: Pose,
    /// True if the place must be free: pose, shape or group change.
    asks: bool,
    /// True if the shape is another one.
    pub is_new: bool,
    /// True if another cause moves it.
    changes_kind: bool,
    /// The new body and kind, with the description, if that changes.
    pub change: Option<(BodyDesc, ActorKind, ActorDesc)>,
}

impl Placer<'_> {
    pub fn target(
        &self,
        id: ActorId,
        to: Option<Pose>,
        desc: Option<ActorDesc>,
    ) -> Result<Target, HandError> {
        let old = &self.actors[id.index()];
        let body = &self.world[old.body];
        let mut target = Target {
            id,
            body: old.body,
            model: Arc::clone(&old.model),
            shape: body.shape().clone(),
            groups: body.groups(),
            pose: to.unwrap_or(old.pose),
            asks: to.is_some(),
            is_new: false,
            changes_kind: false,
            change: None,
        };
        let Some(desc) = desc else {
            return Ok(target);
        };
        if old.is_car() {
            return Err(HandError::Car(old.name.to_string()));
        }
        let model = Arc::clone(&desc.model);
        let shape = desc.solid.clone();
        let shape = shape.unwrap_or_else(|| Shape::Mesh(Arc::clone(&model)));
        let still = BodyDesc {
            drag_area: drag_area(&model.mesh().aabb()),
            ..BodyDesc::dynamic(shape, desc.pose)
        };
        let (kind, new) = described(self.surfaces, desc.thing.clone(), still);
        // A shape of unchanged size keeps its pose bit for bit.
        target.is_new = !Arc::ptr_eq(&old.model, &model)
            && old.model.mesh().vertices() != model.mesh().vertices();
        // A new group may collide with bodies that the old group passed through.
        target.asks |= target.is_new || new.groups != body.groups();
        // A prescribed motion goes through bodies that stand still, and they through it.
        target.changes_kind = std::mem::discriminant(&kind) != std::mem::discriminant(&old.kind);
        target.asks |= target.changes_kind;
        if target.is_new && to.is_none() {
            let now = body.shape().aabb(&old.pose).min.y;
            let rise = now - new.shape.aabb(&old.pose).min.y;
            let higher = old.pose.translation() + Vec3::Y * rise;
            let pose = Pose::new(old.pose.rotation(), higher);
            target.pose = pose.map_err(|_| HandError::Outside)?;
        }
        if target.is_new {
            (target.shape, target.model) = (new.shape.clone(), model);
        }
        target.groups = new.groups;
        target.change = Some((new, kind, desc));
        Ok(target)
    }

    /// Refuses places outside the arena, in bodies around the actors, or in each other.
    pub fn refuse_places(&mut self, targets: &[(Target, bool)]) -> Result<(), HandError> {
        self.placing.begin(PLACING_WORK);
        let asks = || {
            targets
                .iter()
                .map(|(target, _)| target)
                .filter(|one| one.asks)
        };
        let bounds: Vec<Aabb> = asks().map(|one| one.shape.aabb(&one.pose)).collect();
        let Some(all) = bounds.iter().copied().reduce(Aabb::union) else {
            return Ok(());
        };
        let own: BTreeSet<ActorId> = targets.iter().map(|(target, _)| target.id).collect();
        let around = AlongX::of(self, self.actors_near(&all, &own));
        let joined = self.all_joined();
        for (target, bounds) in asks().zip(&bounds) {
            let moves = self.actors[target.id.index()].pose != target.pose;
            if target.is_new || moves {
                self.refuse_outside_of(&target.model, &target.shape, &target.pose)?;
            } else if target.changes_kind {
                self.refuse_in_walls(&target.model, &target.pose)?;
            }
            let placed = PlacedShape {
                shape: &target.shape,
                passes: joined.get(&target.body).map_or(&[], Vec::as_slice),
                kind: BodyKind::Dynamic,
                groups: target.groups,
            };
            let near = around.near(bounds);
            if near.is_empty() {
                continue;
            }
            let met = self
                .room(Others::These(near))
                .overlapped(&placed, &target.pose);
            if let Some((other, _)) = met {
                return Err(HandError::Taken(
                    self.actors[other.index()].name.to_string(),
                ));
            }
        }
        match self.moves_as_one(targets) {
            true => Ok(()),
            false => self.refuse_each_other(targets, &joined),
        }
    }

    /// True if the actors keep their places among each other, with their shapes and groups.
    fn moves_as_one(&self, targets: &[(Target, bool)]) -> bool {
        let now = |target: &Target| self.actors[target.id.index()].pose;
        let Some((first, _)) = targets.first() else {
            return true;
        };
        let (from, to) = (now(first), first.pose);
        targets.iter().all(|(target, _)| {
            let is_same = !target.is_new && target.groups == self.world[target.body].groups();
            // Two points of the body and its origin tell a rotation.
            let follows = [Vec3::ZERO, Vec3::X, Vec3::Y].into_iter().all(|point| {
                let before = now(target).transform_point(point);
                let wanted = to.transform_point(from.inverse_transform_point(before));
                wanted.distance(target.pose.transform_point(point)) < TOUCHING
            });
            is_same && follows
        })
    }

    /// Refuses places at which two of the actors would overlap. They are taken in the order of their lower ends
    /// along X, so that each is asked only about those that reach as far.
    fn refuse_each_other(
        &mut self,
        targets: &[(Target, bool)],
        joined: &BTreeMap<BodyId, Vec<ActorId>>,
    ) -> Result<(), HandError> {
        let all = targets.iter().map(|(target, _)| target);
        let all = all.map(|target| (target.shape.aabb(&target.pose), target));
        let mut all: Vec<(Aabb, &Target)> = all.collect();
        all.sort_by(|(one, _), (other, _)| one.min.x.total_cmp(&other.min.x));
        let (mut laid, mut ends): (Vec<Laid>, Vec<(f32, ActorId)>) = Default::default();
        for (bounds, target) in all {
            for index in (0..ends.len()).rev() {
                if ends[index].0 < bounds.min.x {
                    laid.swap_remove(index);
                    ends.swap_remove(index);
                }
            }
            let joined = joined.get(&target.body).map_or(&[][..], Vec::as_slice);
            let before = (0..).map(ActorId).zip(&ends);
            let passes = before.filter(|(_, (_, other))| joined.contains(other));
            let placed = PlacedShape {
                shape: &target.shape,
                passes: &passes.map(|(place, _)| place).collect::<Vec<_>>(),
                kind: BodyKind::Dynamic,
                groups: target.groups,
            };
            let met = self
                .room(Others::Laid(&laid))
                .overlapped(&placed, &target.pose);
            if let Some((other, _)) = met {
                return Err(HandError::Taken(laid[other.index()].name.to_string()));
            }
            let name = Arc::clone(&self.actors[target.id.index()].name);
            laid.push(Laid::new(name, &placed, [target.pose; 2]));
            ends.push((bounds.max.x, target.id));
        }
        Ok(())
    }
}

/// Actors in the order of their lower ends along X, to find those near a box.
struct AlongX {
    ids: Vec<ActorId>,
    lows: Vec<f32>,
    /// The greatest size along X, in metres.
    widest: f32,
}

impl AlongX {
    fn of(placer: &Placer<'_>, ids: Vec<ActorId>) -> AlongX {
        let bounds = |id: ActorId| {
            let body = placer.world.body(placer.actors[id.index()].body)?;
            Some((body.shape().aabb(&body.pose()), id))
        };
        let mut all: Vec<(Aabb, ActorId)> = ids.into_iter().filter_map(bounds).collect();
        all.sort_by(|(one, _), (other, _)| one.min.x.total_cmp(&other.min.x));
        let sizes = all.iter().map(|(bounds, _)| bounds.extents().x);
        AlongX {
            widest: sizes.fold(0.0, f32::max),
            lows: all.iter().map(|(bounds, _)| bounds.min.x).collect(),
            ids: all.into_iter().map(|(_, id)| id).collect(),
        }
    }

    /// Returns the actors that can meet a box, and others.
    fn near(&self, bounds: &Aabb) -> &[ActorId] {
        let from = self
            .lows
            .partition_point(|low| *low < bounds.min.x - self.widest);
        let to = self.lows.partition_point(|low| *low <= bounds.max.x);
        &self.ids[from.min(to)..to]
    }
}

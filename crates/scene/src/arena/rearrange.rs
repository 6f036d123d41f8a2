//! Moves and changes actors, one or several together: all of it happens, or nothing.
//!
//! Actors that keep their places among each other move as one body, so only those around them are asked. Of
//! others, each is asked about every other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Model, Shape};
use dodgem_physics::{Body, BodyDesc, BodyId, BodyKind, Filter, Groups};
use glam::Vec3;

use crate::arena::place::radius_of;
use crate::arena::room::{Laid, Others, PlacedShape};
use crate::arena::{ActorDesc, ActorId, ActorKind, Arena, HandError};
use crate::params::{LIFTED, PLACING_WORK, SLIDE_STILL, SLIDES, TOUCHING};

/// A change of an actor among others.
pub struct Rearranged {
    /// The actor.
    pub id: ActorId,
    /// Its new pose, where it is at rest; None if it keeps pose and velocity.
    pub pose: Option<Pose>,
    /// Its new description, if that changes. The pose in it is only where its motion is described.
    pub desc: Option<ActorDesc>,
}

/// What an actor becomes.
struct Target {
    id: ActorId,
    body: BodyId,
    model: Arc<Model>,
    shape: Shape,
    groups: Groups,
    pose: Pose,
    /// True if the place must be free: pose, shape or group change.
    asks: bool,
    /// True if the shape is another one.
    is_new: bool,
    /// True if another cause moves it.
    changes_kind: bool,
    /// The new body and kind, with the description, if that changes.
    change: Option<(BodyDesc, ActorKind, ActorDesc)>,
}

impl Arena {
    /// Moves and changes actors. Without a new pose, the lowest point of a new shape is at the height of the
    /// old one's. A prescribed motion restarts from a new pose.
    ///
    /// # Errors
    /// [`HandError`] if an actor is gone or named twice, if a car would change, or if a place is not free;
    /// then nothing has changed.
    pub fn rearrange(&mut self, all: Vec<Rearranged>) -> Result<(), HandError> {
        let mut seen = BTreeSet::new();
        let mut targets = Vec::new();
        for one in all {
            let name = &self.present(one.id)?.name;
            if !seen.insert(one.id) {
                let twice = format!("\"{name}\" is named twice");
                return Err(HandError::Refused(twice));
            }
            targets.push((self.target(one.id, one.pose, one.desc)?, one.pose.is_some()));
        }
        self.refuse_places(&targets)?;
        let before = targets.iter().any(|(target, _)| target.change.is_some());
        let before = before.then(|| self.snapshot());
        let done = targets
            .into_iter()
            .try_for_each(|(target, moves)| self.become_it(target, moves));
        if let (Err(_), Some(before)) = (&done, before) {
            let restored = self.restore(&before);
            debug_assert!(restored.is_ok(), "the snapshot is of this arena");
        }
        done
    }

    fn target(
        &self,
        id: ActorId,
        to: Option<Pose>,
        desc: Option<ActorDesc>,
    ) -> Result<Target, HandError> {
        let old = self.present(id)?;
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
            drag_area: Arena::drag_area(&model.mesh().aabb()),
            ..BodyDesc::dynamic(shape, desc.pose)
        };
        let (kind, new) = self.described(desc.thing.clone(), still);
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
    fn refuse_places(&mut self, targets: &[(Target, bool)]) -> Result<(), HandError> {
        self.placing.begin(PLACING_WORK);
        let asks = || {
            targets
                .iter()
                .map(|(target, _)| target)
                .filter(|one| one.asks)
        };
        let all = asks().map(|one| one.shape.aabb(&one.pose));
        let Some(all) = all.reduce(|one, other| one.union(other)) else {
            return Ok(());
        };
        let own: BTreeSet<ActorId> = targets.iter().map(|(target, _)| target.id).collect();
        let around = AlongX::of(self, self.actors_near(&all, &own));
        let joined = self.all_joined();
        for target in asks() {
            let moves = self.actor(target.id).pose != target.pose;
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
            let near = around.near(&target.shape.aabb(&target.pose));
            let met = self
                .room(Others::These(near))
                .overlapped(&placed, &target.pose);
            if let Some((other, _)) = met {
                return Err(HandError::Taken(self.actor(other).name.to_string()));
            }
        }
        match self.moves_as_one(targets) {
            true => Ok(()),
            false => self.refuse_each_other(targets, &joined),
        }
    }

    /// Returns the actors whose boxes meet a box, without some.
    pub(super) fn actors_near(&self, bounds: &Aabb, without: &BTreeSet<ActorId>) -> Vec<ActorId> {
        let all = (0..).map(ActorId).zip(&self.actors);
        let near = all.filter(|(id, actor)| {
            let body = self.world.body(actor.body);
            let meets = body.is_some_and(|body| body.shape().aabb(&body.pose()).overlaps(bounds));
            meets && !without.contains(id)
        });
        near.map(|(id, _)| id).collect()
    }

    /// True if the actors keep their places among each other, with their shapes and groups.
    fn moves_as_one(&self, targets: &[(Target, bool)]) -> bool {
        let now = |target: &Target| self.actor(target.id).pose;
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
            let name = Arc::clone(&self.actor(target.id).name);
            laid.push(Laid::new(name, &placed, [target.pose; 2]));
            ends.push((bounds.max.x, target.id));
        }
        Ok(())
    }

    /// Makes an actor what it becomes; `moves` is true if it is placed at rest.
    fn become_it(&mut self, target: Target, moves: bool) -> Result<(), HandError> {
        let (id, body, pose) = (target.id, target.body, target.pose);
        let goes_on = match target.change {
            Some((new, kind, desc)) => self.redescribe(id, (new, kind, desc), target.is_new)?,
            None => true,
        };
        if moves || target.is_new {
            self.world.set_pose(body, &pose)?;
        }
        if moves {
            self.world.set_velocity(body, Vec3::ZERO, Vec3::ZERO)?;
        }
        if moves || !goes_on {
            self.start_again(id, &pose);
        }
        self.copy_state(id.index());
        if moves {
            self.actors[id.index()].previous_pose = pose;
        }
        Ok(())
    }

    /// Changes body and kind of an actor. Returns true if its prescribed motion goes on.
    fn redescribe(
        &mut self,
        id: ActorId,
        (new, kind, desc): (BodyDesc, ActorKind, ActorDesc),
        is_new: bool,
    ) -> Result<bool, HandError> {
        let body = self.present(id)?.body;
        let stands = new.kind == BodyKind::Static;
        self.world.change(body, |desc| {
            desc.kind = new.kind;
            desc.mass = new.mass;
            desc.material = new.material;
            desc.surface_velocity = new.surface_velocity;
            desc.groups = new.groups;
            if is_new {
                (desc.shape, desc.drag_area) = (new.shape, new.drag_area);
            }
        })?;
        if stands && self.hold.is_some_and(|hold| hold.actor == id) {
            self.let_go();
        }
        let mass = self.world[body].mass() as f32;
        let actor = &mut self.actors[id.index()];
        (actor.name, actor.slope, actor.mass) = (desc.name.into(), desc.slope, mass);
        if is_new {
            (actor.radius, actor.model) = (radius_of(&desc.model), desc.model);
        }
        let goes_on = match (&actor.kind, &kind) {
            (ActorKind::Moved { motion: now, .. }, ActorKind::Moved { motion, .. }) => {
                now == motion
            }
            _ => false,
        };
        if !goes_on {
            if matches!(kind, ActorKind::Moved { .. }) {
                actor.start = desc.pose;
            }
            actor.kind = kind;
        }
        Ok(goes_on)
    }

    /// Returns the distance that actors can move together along `way`, in metres, until one is `gap` away from
    /// an obstacle. A body that one touches and moves away from is no obstacle to it.
    pub fn free_way(&self, actors: &BTreeSet<ActorId>, way: Vec3, gap: f32) -> f32 {
        let own = self.bodies_of(actors);
        self.free_way_from(&own, Vec3::ZERO, way, gap).0.max(0.0)
    }

    /// Returns how actors move together by a pull along `way`, in metres: to the first obstacle, then along its surface,
    /// and along those of further ones, always `gap` away from them.
    pub fn slide(&self, actors: &BTreeSet<ActorId>, way: Vec3, gap: f32) -> Vec3 {
        let own = self.bodies_of(actors);
        let (mut by, mut left) = (Vec3::ZERO, way);
        let mut met: Vec<Vec3> = Vec::new();
        while met.len() < SLIDES && left.length() > SLIDE_STILL {
            let (free, normal) = self.free_way_from(&own, by, left, gap);
            let ahead = left.normalize_or_zero() * free.max(0.0);
            by += ahead;
            let Some(normal) = normal else {
                return by;
            };
            left -= ahead;
            left -= normal * left.dot(normal).min(0.0);
            let is_corner = met.iter().any(|one| one.dot(left) < 0.0);
            if is_corner || left.length() <= SLIDE_STILL {
                return by;
            }
            met.push(normal);
            // What lies on the surface is nearer than the gap, or overlaps it a little, and is lifted off first.
            let lift = normal * (LIFTED * (-free).max(0.0));
            let free = self.free_way_from(&own, by, lift, 0.0).0;
            by += lift.clamp_length_max(free.max(0.0));
        }
        by
    }

    /// Returns the distance that bodies which were moved by `from` can move together along `way`, and the normal of the
    /// obstacle that ends it. The distance is negative if the obstacle is nearer than the gap.
    fn free_way_from(
        &self,
        own: &BTreeSet<BodyId>,
        from: Vec3,
        way: Vec3,
        gap: f32,
    ) -> (f32, Option<Vec3>) {
        let free = own
            .iter()
            .map(|body| self.free_way_of(*body, own, (from, way), gap));
        let first = free.min_by(|one, other| one.0.total_cmp(&other.0));
        first.unwrap_or((0.0, None))
    }

    /// Returns the distance that one of some actors can move along `way`, as [`Arena::free_way`] does, without
    /// the others.
    pub fn free_way_among(
        &self,
        id: ActorId,
        actors: &BTreeSet<ActorId>,
        way: Vec3,
        gap: f32,
    ) -> f32 {
        match self.present(id) {
            Ok(actor) => {
                let way = (Vec3::ZERO, way);
                let free = self.free_way_of(actor.body, &self.bodies_of(actors), way, gap);
                free.0.max(0.0)
            }
            Err(_) => 0.0,
        }
    }

    fn bodies_of(&self, actors: &BTreeSet<ActorId>) -> BTreeSet<BodyId> {
        let actors = actors.iter().filter_map(|id| self.present(*id).ok());
        let bodies = actors.filter_map(|actor| self.world.body(actor.body));
        bodies.map(|body| body.id()).collect()
    }

    fn free_way_of(
        &self,
        body: BodyId,
        own: &BTreeSet<BodyId>,
        (from, way): (Vec3, Vec3),
        gap: f32,
    ) -> (f32, Option<Vec3>) {
        let body = &self.world[body];
        let pose = body.pose();
        let pose = Pose::new(pose.rotation(), pose.translation() + from).unwrap_or(pose);
        let mut left: Vec<BodyId> = Vec::new();
        loop {
            let is_ahead = |other: &Body| !own.contains(&other.id()) && !left.contains(&other.id());
            let filter = Filter {
                accepts: Some(&is_ahead),
                ..Filter::default()
            };
            let Some(hit) = (self.world).cast(body.shape(), &pose, way, &filter) else {
                return (way.length(), None);
            };
            // From a slight overlap, every direction that leads out is free.
            let leaves = hit.normal.dot(way) >= 0.0;
            if hit.distance > gap || !leaves {
                return (hit.distance - gap, Some(hit.normal));
            }
            left.push(hit.body);
        }
    }

    /// Returns for each body the actors that it is joined to and does not collide with: they may overlap it.
    fn all_joined(&self) -> BTreeMap<BodyId, Vec<ActorId>> {
        let mut joined: BTreeMap<BodyId, Vec<ActorId>> = BTreeMap::new();
        for joint in self.world.joints().filter(|joint| !joint.collides()) {
            let (one, Some(other)) = joint.bodies() else {
                continue;
            };
            for (body, other) in [(one, other), (other, one)] {
                let actor = self.met_of(other).actor();
                joined.entry(body).or_default().extend(actor);
            }
        }
        joined
    }

    /// Returns the actors that a body is joined to and does not collide with: they may overlap it.
    pub(super) fn joined_to(&self, body: BodyId) -> Vec<ActorId> {
        let joints = self.world.joints().filter(|joint| !joint.collides());
        let joints = joints.map(|joint| joint.bodies());
        let others = joints.filter_map(|(one, other)| match other {
            Some(other) if one == body => Some(other),
            Some(other) if other == body => Some(one),
            _ => None,
        });
        others
            .filter_map(|other| self.met_of(other).actor())
            .collect()
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
    fn of(arena: &Arena, ids: Vec<ActorId>) -> AlongX {
        let bounds = |id: ActorId| {
            let body = arena.world.body(arena.actor(id).body)?;
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

//! Room for a new body: queries whether a place is free, and at which height it would be.
//!
//! All bodies that could be in the way are asked by the same two functions: those of the arena, or those that
//! are added together with the new one and are not in the world yet.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Placed, Shape};
use dodgem_physics::{BodyKind, Groups, World};

use crate::arena::placing::Placing;
use crate::arena::{Actor, ActorId};
use crate::params::{
    BELOW_COSINE, MAX_RISE, RAISED_SKINS, RAISING_ERROR, RAISING_TRIES, RISE_STEP, TOUCHING,
};

/// Bodies that could be in the way.
#[derive(Clone, Copy)]
pub(super) enum Others<'a> {
    /// The arena's actors at the poses from the level, unless they have moved: those on top of others were
    /// raised from there.
    Written,
    /// The arena's actors at their current poses.
    Now,
    /// The arena's actors at their current poses, without this one.
    NowBut(ActorId),
    /// These of the arena's actors, at their current poses.
    These(&'a [ActorId]),
    /// Bodies that are not in the world yet; their [`ActorId`] is the index in this list.
    Laid(&'a [Laid]),
}

/// A body with its place, that is not in the world yet.
pub(super) struct Laid {
    pub name: Arc<str>,
    pub shape: Shape,
    pub kind: BodyKind,
    pub groups: Groups,
    /// Its pose before it was raised above the bodies below.
    pub written: Pose,
    /// Its pose.
    pub pose: Pose,
    /// Centre and radius of a sphere around it at `written`, in metres.
    pub ball: (Vec3, f32),
}

impl Laid {
    pub fn new(name: Arc<str>, placed: &PlacedShape<'_>, [written, pose]: [Pose; 2]) -> Laid {
        let bounds = placed.shape.aabb(&written);
        Laid {
            name,
            ball: (bounds.center(), bounds.half_extents().length()),
            shape: placed.shape.clone(),
            kind: placed.kind,
            groups: placed.groups,
            written,
            pose,
        }
    }
}

/// Reason why a place is not free.
pub(super) enum Taken {
    /// The tests used up their work before they knew.
    Unknown,
    /// A body is there.
    By {
        other: ActorId,
        name: String,
        /// Depth of the overlap, in metres; infinity if the limit of work ended the query before it was known.
        depth: f32,
        /// Rise that would free it, in metres; None if there is none.
        rise: Option<f32>,
    },
}

/// A shape to place, with the bodies that it may overlap.
pub(super) struct PlacedShape<'a> {
    pub shape: &'a Shape,
    /// Bodies that it is joined to and does not collide with.
    pub passes: &'a [ActorId],
    /// Dynamic for all that is placed by hand, because it may be set free there.
    pub kind: BodyKind,
    pub groups: Groups,
}

impl PlacedShape<'_> {
    /// True if it may meet another body. A prescribed motion goes on through bodies that nothing moves: a scene
    /// that was saved in such a moment must load.
    fn meets(&self, other: &Obstacle<'_>) -> bool {
        let kinds = [self.kind, other.kind];
        let is_moved_by_none = !kinds.contains(&BodyKind::Dynamic);
        let passes = is_moved_by_none && kinds.contains(&BodyKind::Kinematic);
        self.groups.meets(&other.groups) && !passes
    }
}

/// A body that could be in the way.
struct Obstacle<'a> {
    shape: &'a Shape,
    kind: BodyKind,
    groups: Groups,
    /// The pose that an overlap is tested at.
    at: Pose,
    /// The pose that it has.
    now: Pose,
    /// Centre and radius of a sphere around it, in metres; its distance from `at` is included in the radius.
    ball: (Vec3, f32),
}

/// The bodies of an arena, or those to add to it, with the query that tests them.
pub(super) struct Room<'a> {
    pub world: &'a World,
    pub actors: &'a [Actor],
    /// Pose of each of the level's actors as its level gives it.
    pub written: &'a [Pose],
    pub others: Others<'a>,
    pub placing: &'a mut Placing,
}

impl<'a> Room<'a> {
    fn count(&self) -> usize {
        match self.others {
            Others::Laid(laid) => laid.len(),
            Others::These(these) => these.len(),
            _ => self.actors.len(),
        }
    }

    /// Returns the id of one of the bodies.
    fn id(&self, index: usize) -> ActorId {
        match self.others {
            Others::These(these) => these[index],
            _ => ActorId(index as u32),
        }
    }

    /// Returns a body that could be in the way; None if it was removed or does not count.
    fn obstacle(&self, index: usize) -> Option<Obstacle<'a>> {
        if let Others::Laid(laid) = self.others {
            let one = &laid[index];
            return Some(Obstacle {
                shape: &one.shape,
                kind: one.kind,
                groups: one.groups,
                at: one.written,
                now: one.pose,
                ball: one.ball,
            });
        }
        let (world, actors) = (self.world, self.actors);
        let index = self.id(index).index();
        // A removed actor has no body.
        let body = world.body(actors[index].body)?;
        let now = body.pose();
        let at = match self.others {
            Others::NowBut(own) if own.index() == index => return None,
            Others::Written => {
                let start = actors[index].start.translation();
                let stands = (now.translation() - start).length() < TOUCHING;
                // An actor that has moved since is tested at its current pose.
                if stands { self.written[index] } else { now }
            }
            _ => now,
        };
        let moved = (at.translation() - now.translation()).length();
        Some(Obstacle {
            shape: body.shape(),
            kind: body.kind(),
            groups: body.groups(),
            at,
            now,
            ball: (body.center().as_vec3(), body.reach() + moved),
        })
    }

    /// Returns the name of a body that is in the way.
    fn name(&self, id: ActorId) -> String {
        match self.others {
            Others::Laid(laid) => laid[id.index()].name.to_string(),
            _ => self.actors[id.index()].name.to_string(),
        }
    }

    /// Returns the first body that a shape would overlap by more than [`TOUCHING`] at a pose, and the depth in
    /// metres.
    pub fn overlapped(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Option<(ActorId, f32)> {
        let shape = placed.shape;
        let bounds = shape.aabb(pose);
        let (middle, radius) = (bounds.center(), bounds.half_extents().length());
        for index in 0..self.count() {
            let id = self.id(index);
            let Some(other) = self.obstacle(index) else {
                continue;
            };
            let apart = (other.ball.0 - middle).length();
            let far = apart > radius + other.ball.1;
            if far || !bounds.overlaps(&other.shape.aabb(&other.at)) {
                continue;
            }
            if placed.passes.contains(&id) || !placed.meets(&other) {
                continue;
            }
            let there = Placed::new(other.shape, &other.at);
            let here = Placed::new(shape, pose);
            // A cut counts as a hit, because the shapes may overlap.
            let met = self.placing.ask(|query| query.intersect(there, here));
            if met.is_clear() {
                continue;
            }
            let depth = self
                .placing
                .ask(|query| query.deepest_contact(there, here, 0.0));
            let depth = depth
                .contact()
                .map_or(f32::INFINITY, |contact| -contact.distance as f32);
            if depth >= TOUCHING {
                return Some((id, depth));
            }
        }
        None
    }

    /// Refuses a pose at which a shape would overlap a body.
    pub fn refuse_overlap(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Result<(), Taken> {
        if self.placing.is_used_up() {
            return Err(Taken::Unknown);
        }
        let Some((other, depth)) = self.overlapped(placed, pose) else {
            return Ok(());
        };
        Err(Taken::By {
            other,
            name: self.name(other),
            depth,
            rise: self.free_rise(placed, pose),
        })
    }

    /// Returns the pose, or the first one above it at which the shape overlaps nothing; None if there is none
    /// up to `MAX_RISE`.
    pub fn free_above(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Option<Pose> {
        if self.overlapped(placed, pose).is_none() {
            return Some(*pose);
        }
        let place = pose.translation() + Vec3::Y * self.free_rise(placed, pose)?;
        Pose::new(pose.rotation(), place).ok()
    }

    /// Returns the rise at which a shape overlaps nothing, accurate to `RISE_STEP`, in metres; None if none
    /// up to `MAX_RISE` is free.
    fn free_rise(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Option<f32> {
        let mut is_free = |rise: f32| {
            let place = pose.translation() + Vec3::Y * rise;
            let higher = Pose::new(pose.rotation(), place);
            higher.is_ok_and(|pose| self.overlapped(placed, &pose).is_none())
        };
        let (mut taken, mut free) = (0.0, RISE_STEP);
        while !is_free(free) {
            (taken, free) = (free, 2.0 * free);
            if free > MAX_RISE {
                return None;
            }
        }
        while free - taken > RISE_STEP {
            let middle = 0.5 * (taken + free);
            match is_free(middle) {
                true => free = middle,
                false => taken = middle,
            }
        }
        Some(free)
    }

    /// Returns a slightly higher pose for a thing that lies on the floor or on others as written: at the
    /// distance at which bodies rest. Otherwise contacts would push up a whole tower in the first steps. Gaps
    /// to the sides are not changed.
    pub fn raised(&mut self, placed: &PlacedShape<'_>, pose: &Pose) -> Pose {
        let gap = RAISED_SKINS * self.world.settings().skin as f32;
        let mut higher = *pose;
        for _ in 0..RAISING_TRIES {
            let missing = gap - self.gap_below(placed, &higher, gap);
            let place = higher.translation() + Vec3::Y * missing.max(0.0);
            match Pose::new(higher.rotation(), place) {
                Ok(next) if missing > RAISING_ERROR * gap => higher = next,
                _ => break,
            }
        }
        higher
    }

    /// Returns the distance to the bodies below a shape, in metres, at most `most`.
    fn gap_below(&mut self, placed: &PlacedShape<'_>, pose: &Pose, most: f32) -> f32 {
        let bounds = placed.shape.aabb(pose);
        let near = bounds.expanded(most);
        let mut least = bounds.min.y.min(most);
        for index in 0..self.count() {
            let Some(other) = self.obstacle(index) else {
                continue;
            };
            let far = (other.ball.0 - bounds.center()).length();
            let raised = (other.now.translation() - other.at.translation()).length();
            if far > other.ball.1 + raised + near.half_extents().length()
                || !near.overlaps(&other.shape.aabb(&other.now))
                || placed.passes.contains(&self.id(index))
                || !placed.meets(&other)
            {
                continue;
            }
            let there = Placed::new(other.shape, &other.now);
            let here = Placed::new(placed.shape, pose);
            let contact = self
                .placing
                .ask(|query| query.deepest_contact(there, here, most));
            if let Some(contact) =
                (contact.contact()).filter(|contact| contact.normal.y as f32 > BELOW_COSINE)
            {
                least = least.min(contact.distance as f32);
            }
        }
        least
    }
}

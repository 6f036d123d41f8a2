//! The ways that actors can move together before they meet others.

use std::collections::BTreeSet;

use dodgem_collide::math::Pose;
use dodgem_physics::{Body, BodyId, Filter};
use glam::Vec3;

use crate::arena::{ActorId, Arena};
use crate::params::{LIFTED, SLIDE_STILL, SLIDES};

/// Actors that move together, and the gap that they keep to others, in metres.
pub(super) struct Group<'a> {
    arena: &'a Arena,
    bodies: BTreeSet<BodyId>,
    gap: f32,
}

impl<'a> Group<'a> {
    /// The present ones of some actors.
    pub fn of(arena: &'a Arena, actors: &BTreeSet<ActorId>, gap: f32) -> Group<'a> {
        let actors = actors.iter().filter_map(|id| arena.present(*id).ok());
        let bodies = actors.filter_map(|actor| arena.world.body(actor.body));
        Group {
            arena,
            bodies: bodies.map(Body::id).collect(),
            gap,
        }
    }

    /// See [`Arena::free_way`].
    pub fn free_way(&self, way: Vec3) -> f32 {
        self.free_way_from(Vec3::ZERO, way).0.max(0.0)
    }

    /// See [`Arena::free_way_among`].
    pub fn free_way_of(&self, body: BodyId, way: Vec3) -> f32 {
        self.way_of(body, (Vec3::ZERO, way)).0.max(0.0)
    }

    /// See [`Arena::slide`].
    pub fn slide(&self, way: Vec3) -> Vec3 {
        let (mut by, mut left) = (Vec3::ZERO, way);
        let mut met: Vec<Vec3> = Vec::new();
        while met.len() < SLIDES && left.length() > SLIDE_STILL {
            let (free, normal) = self.free_way_from(by, left);
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
            // Something that lies on the surface is nearer than the gap, or overlaps it a little, and is lifted off
            // first.
            let lift = normal * (LIFTED * (-free).max(0.0));
            let touching = Group {
                bodies: self.bodies.clone(),
                gap: 0.0,
                ..*self
            };
            let free = touching.free_way_from(by, lift).0;
            by += lift.clamp_length_max(free.max(0.0));
        }
        by
    }

    /// Returns the distance that the group, which was moved by `from`, can move along `way`, and the normal of the
    /// obstacle that ends it. The distance is negative if the obstacle is nearer than the gap.
    fn free_way_from(&self, from: Vec3, way: Vec3) -> (f32, Option<Vec3>) {
        let free = (self.bodies.iter()).map(|body| self.way_of(*body, (from, way)));
        let first = free.min_by(|one, other| one.0.total_cmp(&other.0));
        first.unwrap_or((0.0, None))
    }

    fn way_of(&self, body: BodyId, (from, way): (Vec3, Vec3)) -> (f32, Option<Vec3>) {
        let world = &self.arena.world;
        let body = &world[body];
        let pose = body.pose();
        let pose = Pose::new(pose.rotation(), pose.translation() + from).unwrap_or(pose);
        let mut left: Vec<BodyId> = Vec::new();
        loop {
            let is_ahead =
                |other: &Body| !self.bodies.contains(&other.id()) && !left.contains(&other.id());
            let filter = Filter {
                accepts: Some(&is_ahead),
                ..Filter::default()
            };
            let Some(hit) = world.cast(body.shape(), &pose, way, &filter) else {
                return (way.length(), None);
            };
            // From a slight overlap, every direction that leads out is free.
            let leaves = hit.normal.dot(way) >= 0.0;
            if hit.distance > self.gap || !leaves {
                return (hit.distance - self.gap, Some(hit.normal));
            }
            left.push(hit.body);
        }
    }
}

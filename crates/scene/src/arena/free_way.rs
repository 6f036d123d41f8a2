//! The ways that actors can move together before they meet others.

use std::collections::BTreeSet;

use dodgem_collide::math::Pose;
use dodgem_collide::{Placed, Query};
use dodgem_physics::{Body, BodyId, Filter};
use glam::Vec3;

use crate::arena::{ActorId, Arena};
use crate::params::{ALONG_SURFACE, LIFTED, SLIDE_STILL, SLIDES};

/// Actors that move together, and the gap that they keep to others, in metres.
pub(super) struct Group<'a> {
    arena: &'a Arena,
    bodies: BTreeSet<BodyId>,
    /// Pairs of bodies of which a joint lets one be in the other.
    passes: BTreeSet<(BodyId, BodyId)>,
    gap: f32,
}

impl<'a> Group<'a> {
    /// The present ones of some actors.
    pub fn of(arena: &'a Arena, actors: &BTreeSet<ActorId>, gap: f32) -> Group<'a> {
        let actors = actors.iter().filter_map(|id| arena.present(*id).ok());
        let bodies = actors.filter_map(|actor| arena.world.body(actor.body));
        let joints = arena.world.joints().filter(|joint| !joint.collides());
        let pairs = joints.filter_map(|joint| match joint.bodies() {
            (one, Some(other)) => Some([(one, other), (other, one)]),
            _ => None,
        });
        Group {
            arena,
            bodies: bodies.map(Body::id).collect(),
            passes: pairs.flatten().collect(),
            gap,
        }
    }

    /// See [`Arena::free_way`].
    pub fn free_way(&self, way: Vec3) -> f32 {
        self.free_way_from(Vec3::ZERO, way, self.gap).0.max(0.0)
    }

    /// See [`Arena::free_way_among`].
    pub fn free_way_of(&self, body: BodyId, way: Vec3) -> f32 {
        self.way_of(body, (Vec3::ZERO, way), self.gap).0.max(0.0)
    }

    /// See [`Arena::slide`].
    pub fn slide(&self, way: Vec3) -> Vec3 {
        let (mut by, mut left) = (Vec3::ZERO, way);
        let mut met: Vec<Vec3> = Vec::new();
        while met.len() < SLIDES {
            let ahead = along(left, &met);
            if ahead.length() <= SLIDE_STILL {
                return by;
            }
            let (free, normal) = self.free_way_from(by, ahead, self.gap);
            let gone = ahead.normalize_or_zero() * free.max(0.0);
            by += gone;
            let Some(normal) = normal else {
                return by;
            };
            left -= gone;
            met.push(normal);
            // Something that lies on the surface is nearer than the gap, or overlaps it a little, and is lifted off
            // first.
            let lift = normal * (LIFTED * (-free).max(0.0));
            let free = self.free_way_from(by, lift, 0.0).0;
            by += lift.clamp_length_max(free.max(0.0));
        }
        by
    }

    /// Returns the distance that the group, which was moved by `from`, can move along `way`, and the normal of the
    /// obstacle that ends it. The distance is negative if the obstacle is nearer than the gap.
    fn free_way_from(&self, from: Vec3, way: Vec3, gap: f32) -> (f32, Option<Vec3>) {
        let free = (self.bodies.iter()).map(|body| self.way_of(*body, (from, way), gap));
        let first = free.min_by(|one, other| one.0.total_cmp(&other.0));
        first.unwrap_or((0.0, None))
    }

    fn way_of(&self, body: BodyId, (from, way): (Vec3, Vec3), gap: f32) -> (f32, Option<Vec3>) {
        let world = &self.arena.world;
        let body = &world[body];
        let pose = body.pose();
        let pose = Pose::new(pose.rotation(), pose.translation() + from).unwrap_or(pose);
        let mut left: Vec<BodyId> = Vec::new();
        loop {
            let is_ahead = |other: &Body| {
                let other = other.id();
                !self.bodies.contains(&other)
                    && !self.passes.contains(&(body.id(), other))
                    && !left.contains(&other)
            };
            let filter = Filter {
                groups: body.groups(),
                accepts: Some(&is_ahead),
                ..Filter::default()
            };
            let Some(hit) = world.cast(body.shape(), &pose, way, &filter) else {
                return (way.length(), None);
            };
            let (distance, normal) = match hit.normal == Vec3::ZERO {
                true => depth(body, &pose, &world[hit.body]),
                false => (hit.distance, hit.normal),
            };
            let leaves = is_along(way, normal);
            if distance > gap + SLIDE_STILL || !leaves {
                return (distance - gap, Some(normal));
            }
            left.push(hit.body);
        }
    }
}

/// Returns the distance of a body at a pose to one that it overlaps, which is negative, and the normal along which it
/// leaves it; zeros if the overlap has no direction.
fn depth(body: &Body, pose: &Pose, other: &Body) -> (f32, Vec3) {
    let (there, here) = (other.pose(), Placed::new(body.shape(), pose));
    let there = Placed::new(other.shape(), &there);
    let deepest = Query::default().deepest_contact(there, here, 0.0);
    let contact = deepest.contact();
    contact.map_or((0.0, Vec3::ZERO), |contact| {
        (contact.distance as f32, contact.normal.as_vec3())
    })
}

/// True if a way does not lead into a surface, given by its normal.
fn is_along(way: Vec3, normal: Vec3) -> bool {
    way.dot(normal) >= -ALONG_SURFACE * way.length()
}

/// Returns the way nearest to a wanted one that leads into none of some surfaces, given by their normals: it lies on
/// one of them, or on the edge between two, or is zero.
fn along(way: Vec3, normals: &[Vec3]) -> Vec3 {
    let on_one = normals.iter().map(|normal| way.reject_from(*normal));
    let pairs = (0..normals.len()).flat_map(|index| (0..index).map(move |before| [before, index]));
    let edges = pairs.map(|pair| {
        let [one, other] = pair.map(|index| normals[index]);
        let edge = one.cross(other).normalize_or_zero();
        edge * way.dot(edge)
    });
    let ways = std::iter::once(way).chain(on_one).chain(edges);
    let free = ways.filter(|one| normals.iter().all(|normal| is_along(*one, *normal)));
    let far = |one: &Vec3| one.distance_squared(way);
    let nearest = free.min_by(|one, other| far(one).total_cmp(&far(other)));
    nearest.unwrap_or(Vec3::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_follows_surfaces_and_their_edges() {
        let way = Vec3::new(0.7, -0.1, 0.7);
        assert_eq!(along(way, &[]), way);
        assert_eq!(along(way, &[Vec3::Y]), Vec3::new(0.7, 0.0, 0.7));
        assert_eq!(along(Vec3::Y, &[Vec3::Y]), Vec3::Y, "it leads away");
        let slide = along(way, &[Vec3::Y, Vec3::NEG_X]);
        assert!(slide.distance(Vec3::Z * 0.7) < 1e-6, "{slide}");
        assert_eq!(along(way, &[Vec3::Y, Vec3::NEG_X, Vec3::NEG_Z]), Vec3::ZERO);
        // An edge that leads upwards, between two surfaces that lean back.
        let lean = [Vec3::new(-1.0, 0.0, 1.0), Vec3::new(-1.0, 0.0, -1.0)].map(Vec3::normalize);
        let climb = along(Vec3::new(1.0, 0.5, 0.0), &lean);
        assert!(climb.distance(Vec3::Y * 0.5) < 1e-6, "{climb}");
    }

    #[test]
    fn surfaces_that_lean_a_little_do_not_end_a_way_between_them() {
        let lean = 1e-4;
        let floor = Vec3::new(lean, 1.0, -lean).normalize();
        let sides = [Vec3::new(1.0, 0.0, -lean), Vec3::new(-1.0, 0.0, -lean)].map(Vec3::normalize);
        let slide = along(Vec3::new(0.3, -0.2, 1.0), &[floor, sides[0], sides[1]]);
        assert!((slide.z - 1.0).abs() < 1e-2, "{slide}");
    }
}

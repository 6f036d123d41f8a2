//! Rays through a world.

use glam::Vec3;

use crate::bodies::Bodies;
use crate::body::{Body, BodyId};
use crate::params::RAY_RADIUS;
use dodgem_collide::{Budget, Counters, Placed, Query, RayCast};

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// The distance along the ray, in metres.
    pub distance: f32,
    /// The point that it hits in the world, in metres.
    pub point: Vec3,
    /// The surface normal, out of the body, of length 1.
    pub normal: Vec3,
    /// The number of the child that it hits, for a compound; else 0.
    pub child: u32,
}

/// The bodies that rays can hit.
#[derive(Clone, Copy)]
pub(super) struct RayScene<'s> {
    pub bodies: &'s Bodies,
}

impl RayScene<'_> {
    /// The first hit of a ray among some bodies, in their order, limited to those that `admits` accepts.
    pub fn first(
        &self,
        some: impl Iterator<Item = u32>,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        admits: impl Fn(&Body) -> bool,
        query: &mut Query,
    ) -> (Option<RayHit>, Counters) {
        let is_valid = origin.is_finite() && direction.is_finite() && length.is_finite();
        let mut spent = Counters::default();
        if !is_valid || length <= 0.0 {
            return (None, spent);
        }
        query.budget = Budget::Unlimited;
        let mut first: Option<RayHit> = None;
        for index in some {
            let index = index as usize;
            let body = &self.bodies.list[index];
            let id = body.id;
            let left = first.map_or(length, |hit| hit.distance);
            let end = origin + direction * left;
            let bounds = self.bodies.motions[index].bounds.expanded(RAY_RADIUS);
            let apart = origin.max(end).cmplt(bounds.min) | origin.min(end).cmpgt(bounds.max);
            if apart.any() || body.is_vacant() || !admits(body) {
                continue;
            }
            let pose = body.pose();
            let found = query.ray(Placed::new(body.shape(), &pose), origin, direction, left);
            spent += found.cost;
            if let RayCast::Hit { time, normal, .. } = found.value {
                first = Some(RayHit {
                    body: id,
                    distance: time,
                    point: origin + direction * time,
                    normal,
                    child: found.children[0],
                });
            }
        }
        (first, spent)
    }
}

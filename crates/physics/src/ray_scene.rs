//! Rays through a world.

use glam::Vec3;

use crate::BodyId;
use crate::bodies::Bodies;
use crate::params::RAY_RADIUS;
use dodgem_collide::{Budget, Counters, Placed, Query, RayCast};

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// How far along the ray, in metres.
    pub distance: f32,
    /// Where, in the world.
    pub point: Vec3,
    /// The surface normal, out of the body, of length 1.
    pub normal: Vec3,
}

/// The bodies that rays can hit.
#[derive(Clone, Copy)]
pub(super) struct RayScene<'s> {
    pub bodies: &'s Bodies,
}

impl RayScene<'_> {
    /// See [`World::ray`](crate::World::ray); tests only some bodies, in their order.
    pub fn first(
        &self,
        some: impl Iterator<Item = u32>,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        except: Option<BodyId>,
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
            if Some(id) == except || body.is_vacant() || apart.any() {
                continue;
            }
            let pose = body.pose();
            let found = query.ray(Placed::new(body.shape(), &pose), origin, direction, left);
            spent += *query.counters();
            if let RayCast::Hit { time, normal, .. } = found {
                first = Some(RayHit {
                    body: id,
                    distance: time,
                    point: origin + direction * time,
                    normal,
                });
            }
        }
        (first, spent)
    }
}

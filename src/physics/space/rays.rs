//! Rays through a space.

use glam::Vec3;

use super::{BodyId, Space};
use crate::collision::sweep::{Sweep, SweepOptions};
use crate::collision::{Budget, Counters, RayCast, Shape, ShapeScratch, ray_cast, shape};
use crate::geometry::{Motion, Pose, Sphere};

/// What a ray meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// How far along the ray, in metres.
    pub distance: f32,
    /// Where, in the world.
    pub point: Vec3,
    /// Out of the body, of length 1.
    pub normal: Vec3,
}

/// Solids are asked with a ball of this radius instead of a ray, in metres.
const THIN: f32 = 1e-3;

impl Space {
    /// The first body that a ray meets within `length` metres from `origin` along `direction`, which
    /// has length 1; `but` is not asked. A ray that starts inside a solid does not meet it. The
    /// scratch then has the counters of all that was asked.
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        but: Option<BodyId>,
        scratch: &mut ShapeScratch,
    ) -> Option<RayHit> {
        let sound = origin.is_finite() && direction.is_finite() && length.is_finite();
        scratch.mesh.counters = Counters::default();
        if !sound || length <= 0.0 {
            return None;
        }
        let mut first: Option<RayHit> = None;
        let mut spent = Counters::default();
        for (index, body) in self.bodies.iter().enumerate() {
            let id = BodyId(index as u32);
            let left = first.map_or(length, |hit| hit.distance);
            let end = origin + direction * left;
            let bounds = self.flights[index].bounds.expanded(THIN);
            let apart = origin.max(end).cmplt(bounds.min) | origin.min(end).cmpgt(bounds.max);
            if Some(id) == but || apart.any() {
                continue;
            }
            let found = match &body.shape {
                Shape::Mesh(model) => {
                    let (pose, all) = (body.pose(), Budget::Unlimited);
                    match ray_cast(
                        model,
                        &pose,
                        origin,
                        direction,
                        left,
                        all,
                        &mut scratch.mesh,
                    ) {
                        RayCast::Hit { time, normal, .. } => Some((time, normal)),
                        RayCast::Clear | RayCast::Cut { .. } => None,
                    }
                }
                solid => ray_to_solid(solid, &body.pose(), origin, direction, left, scratch),
            };
            spent += *scratch.counters();
            if let Some((distance, normal)) = found.filter(|(distance, _)| *distance <= left) {
                first = Some(RayHit {
                    body: id,
                    distance,
                    point: origin + direction * distance,
                    normal,
                });
            }
        }
        scratch.mesh.counters = spent;
        first
    }
}

fn ray_to_solid(
    solid: &Shape,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
    length: f32,
    scratch: &mut ShapeScratch,
) -> Option<(f32, Vec3)> {
    let tip = Shape::Sphere(Sphere::new(THIN).ok()?);
    let start = Pose::from_translation(origin).ok()?;
    let fly = Motion::new(start, direction, Vec3::ZERO, Vec3::ZERO).ok()?;
    let stay = Motion::resting(*pose);
    let (options, all) = (&SweepOptions::default(), Budget::Unlimited);
    match shape::time_of_impact(solid, &stay, &tip, &fly, length, options, all, scratch) {
        Sweep::Impact { time, normal, .. } => {
            // The ball's front is ahead of the ray's end.
            let slope = (-normal.dot(direction)).max(0.05);
            Some((time + (THIN + options.target) / slope, normal))
        }
        Sweep::Clear | Sweep::Overlapping { .. } | Sweep::Cut { .. } => None,
    }
}

//! Rays through a world.

use glam::Vec3;

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::params::RAY_RADIUS;
use crate::{BodyId, World};
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

impl World {
    /// The first body that a ray hits within `length` metres from `origin` along `direction`, which
    /// has length 1; the body `except` is left out. A ray that starts inside a solid does not hit it.
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        except: Option<BodyId>,
        query: &mut Query,
    ) -> Option<RayHit> {
        let rays = RayScene {
            bodies: &self.bodies,
            motions: &self.motions,
        };
        let all = 0..self.bodies.len() as u32;
        rays.first(all, origin, direction, length, except, query).0
    }
}

/// The bodies that rays can hit.
#[derive(Clone, Copy)]
pub(super) struct RayScene<'s> {
    pub bodies: &'s [Body],
    pub motions: &'s [BodyMotion],
}

impl RayScene<'_> {
    /// See [`World::ray`]; tests only some bodies, in their order.
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
            let (id, index) = (BodyId(index), index as usize);
            let body = &self.bodies[index];
            let left = first.map_or(length, |hit| hit.distance);
            let end = origin + direction * left;
            let bounds = self.motions[index].bounds.expanded(RAY_RADIUS);
            let apart = origin.max(end).cmplt(bounds.min) | origin.min(end).cmpgt(bounds.max);
            if Some(id) == except || apart.any() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings};
    use dodgem_collide::Shape;
    use dodgem_collide::math::{Pose, yaw};
    use dodgem_collide::shape::{ConvexHull, Cuboid};

    /// A world with one body.
    fn world_with(shape: Shape, pose: Pose) -> World {
        let mut world = World::new(Settings::default()).unwrap();
        world.add(BodyDesc::fixed(shape, pose)).unwrap();
        world
    }

    #[test]
    fn a_ray_meets_a_box_its_hull_and_its_triangles_at_the_same_place() {
        let half = Vec3::new(1.0, 0.5, 2.0);
        let cuboid = Cuboid::new(half).unwrap();
        let corners: Vec<Vec3> = (0..8)
            .map(|i| half * Vec3::from_array([0, 1, 2].map(|b| (i >> b & 1) as f32 * 2.0 - 1.0)))
            .collect();
        let hull = ConvexHull::from_points(&corners).unwrap();
        let model = dodgem_collide::Model::build(
            &hull.to_mesh().unwrap(),
            &dodgem_collide::BuildOptions::default(),
        );
        let pose = Pose::new(yaw(0.4), Vec3::new(0.3, 0.2, -0.5)).unwrap();
        let spaces = [
            Shape::Cuboid(cuboid),
            Shape::Hull(hull.into()),
            Shape::Mesh(model.unwrap().into()),
        ]
        .map(|shape| world_with(shape, pose));
        let mut query = Query::default();
        let mut hits = 0;
        for i in 0..500 {
            // Directions by the golden angle, to places around the middle.
            let angle = i as f32 * 2.399_963;
            let height = 1.0 - 2.0 * (i as f32 + 0.5) / 500.0;
            let flat = (1.0 - height * height).sqrt();
            let from = Vec3::new(flat * angle.sin(), height, flat * angle.cos()) * 5.0;
            let to = Vec3::new(
                (angle * 3.0).sin(),
                (angle * 5.0).sin(),
                (angle * 7.0).sin(),
            ) * 1.5;
            let way = (to - from).normalize();
            let found = spaces
                .each_ref()
                .map(|world| world.ray(from, way, 9.0, None, &mut query));
            let [a, b, c] = found;
            assert_eq!(a.is_some(), c.is_some(), "{from} {to}");
            assert_eq!(b.is_some(), c.is_some(), "{from} {to}");
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                continue;
            };
            hits += 1;
            assert!(
                (a.distance - c.distance).abs() < 1e-4 && (b.distance - c.distance).abs() < 1e-4
            );
            assert!(a.normal.dot(c.normal) > 0.999 && b.normal.dot(c.normal) > 0.999);
            // From inside nothing is met.
            assert!(
                spaces[0]
                    .ray(pose.translation(), way, 9.0, None, &mut query)
                    .is_none()
            );
        }
        assert!(hits > 100, "{hits}");
    }
}

//! Rays through a world.

use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::params::RAY_RADIUS;
use crate::{BodyId, World};
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::Moving;
use dodgem_collide::query::shapes;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::Sphere;
use dodgem_collide::{Budget, Counters, RayCast, Shape, ShapeScratch, ray_cast};

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
    /// Afterwards the scratch memory holds the counters of all tests.
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        except: Option<BodyId>,
        scratch: &mut ShapeScratch,
    ) -> Option<RayHit> {
        let rays = RayScene {
            bodies: &self.bodies,
            motions: &self.motions,
        };
        let all = 0..self.bodies.len() as u32;
        rays.first(all, origin, direction, length, except, scratch)
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
        scratch: &mut ShapeScratch,
    ) -> Option<RayHit> {
        let is_valid = origin.is_finite() && direction.is_finite() && length.is_finite();
        scratch.mesh.counters = Counters::default();
        if !is_valid || length <= 0.0 {
            return None;
        }
        let mut first: Option<RayHit> = None;
        let mut spent = Counters::default();
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
            let found = match body.shape() {
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
                Shape::Cuboid(cuboid) => {
                    scratch.mesh.counters = one_test();
                    let half = cuboid.half_extents().as_dvec3();
                    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (axis, half.dot(axis)));
                    let faces = axes.into_iter().flat_map(|(n, d)| [(n, d), (-n, d)]);
                    ray_to_faces(faces, &body.pose(), origin, direction)
                }
                Shape::Hull(hull) => {
                    scratch.mesh.counters = one_test();
                    let faces = hull.faces().iter().filter_map(|face| {
                        let [a, b, c] = face.map(|i| hull.vertices()[i as usize].as_dvec3());
                        let normal = (b - a).cross(c - a).try_normalize()?;
                        Some((normal, normal.dot(a)))
                    });
                    ray_to_faces(faces, &body.pose(), origin, direction)
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

fn one_test() -> Counters {
    Counters {
        queries: 1,
        primitive_tests: 1,
        ..Counters::default()
    }
}

/// Where a ray enters a convex solid, given by the outward normals of its faces and their distances
/// from the origin in the solid's frame: at the last face that it passes inwards, if it has passed
/// none outwards before. Returns the distance and the normal there, in the world.
fn ray_to_faces(
    faces: impl Iterator<Item = (DVec3, f64)>,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
) -> Option<(f32, Vec3)> {
    let from = pose.inverse_transform_point(origin).as_dvec3();
    let local_direction = pose.inverse_transform_vector(direction).as_dvec3();
    let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut entered = DVec3::ZERO;
    for (normal, distance) in faces {
        let height = normal.dot(from) - distance;
        let rate = normal.dot(local_direction);
        if rate == 0.0 {
            if height > 0.0 {
                return None;
            }
            continue;
        }
        let time = -height / rate;
        if rate > 0.0 {
            leaves = leaves.min(time);
        } else if time > enters {
            (enters, entered) = (time, normal);
        }
    }
    let meets = enters >= 0.0 && enters <= leaves;
    meets.then(|| (enters as f32, pose.transform_vector(entered.as_vec3())))
}

fn ray_to_solid(
    solid: &Shape,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
    length: f32,
    scratch: &mut ShapeScratch,
) -> Option<(f32, Vec3)> {
    let tip = Shape::Sphere(Sphere::new(RAY_RADIUS).ok()?);
    let start = Pose::from_translation(origin).ok()?;
    let ball_motion = Motion::new(start, direction, Vec3::ZERO, Vec3::ZERO).ok()?;
    let solid_motion = Motion::resting(*pose);
    let (options, all) = (&SweepOptions::default(), Budget::Unlimited);
    match shapes::time_of_impact(
        Moving::new(solid, &solid_motion),
        Moving::new(&tip, &ball_motion),
        length,
        options,
        all,
        scratch,
    ) {
        Sweep::Impact { time, normal, .. } => {
            // The front of the ball touches before its centre: the ray goes on to the surface.
            let slope = (-normal.dot(direction)).max(0.05);
            Some((time + (RAY_RADIUS + options.target) / slope, normal))
        }
        Sweep::Clear | Sweep::Overlapping { .. } | Sweep::Cut { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDesc, Settings};
    use dodgem_collide::math::yaw;
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
        let mut scratch = ShapeScratch::default();
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
                .map(|world| world.ray(from, way, 9.0, None, &mut scratch));
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
                    .ray(pose.translation(), way, 9.0, None, &mut scratch)
                    .is_none()
            );
        }
        assert!(hits > 100, "{hits}");
    }
}

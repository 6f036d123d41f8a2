//! The first hit of a ray on a shape of any kind: the triangles of a mesh, the faces of a box or a hull,
//! or the surface of a round solid.

use glam::{DVec3, Vec3};

use crate::math::{Placement, Pose};
use crate::query::Placed;
use crate::query::context::QueryContext;
use crate::query::half_space::LocalPlane;
use crate::query::outcome::Decided;
use crate::query::ray::{RayCast, WorldRay, ray_cast};
use crate::query::round_ray::enter_round;
use crate::query::stage::Stage;
use crate::shape::{BoundedShape, HalfSpace, ShapeRef};

/// The first hit of a ray. A ray that starts inside a solid does not hit it.
pub(crate) fn ray_to_shape(
    placed: Placed<'_, ShapeRef<'_>>,
    ray: &WorldRay,
    context: &mut QueryContext,
) -> Decided<RayCast> {
    let pose = placed.pose;
    if let Some(model) = placed.shape.mesh() {
        let found = match ray.is_valid() {
            true => ray_cast(model, pose, ray, context),
            false => RayCast::Clear,
        };
        return Decided::by(context.deepest_stage(), found);
    }
    context.counters.primitive_tests += 1;
    context.meter.charge(1);
    let found = match ray.is_valid() {
        true => ray_to_solid(placed.shape, pose, ray),
        false => RayCast::Clear,
    };
    Decided::by(Stage::Pieces, found)
}

/// The first hit of a valid ray with a convex solid or a half-space.
fn ray_to_solid(shape: &ShapeRef<'_>, pose: &Pose, ray: &WorldRay) -> RayCast {
    let (origin, direction, max_time) = (ray.origin, ray.direction, ray.max_time);
    let shape = match shape {
        ShapeRef::Bounded(shape) => *shape,
        ShapeRef::HalfSpace(half_space) => {
            let found = ray_to_plane(half_space, pose, origin, direction);
            return ray_hit(found, origin, direction, max_time);
        }
    };
    let found = match shape {
        BoundedShape::Cuboid(cuboid) => {
            let half = cuboid.half_extents().as_dvec3();
            let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (axis, half.dot(axis)));
            let faces = axes.into_iter().flat_map(|(n, d)| [(n, d), (-n, d)]);
            ray_to_faces(faces, pose, origin, direction)
        }
        BoundedShape::Hull(hull) => {
            let faces = hull.faces().iter().filter_map(|face| {
                let [a, b, c] = face.map(|i| hull.vertices()[i as usize].as_dvec3());
                let normal = (b - a).cross(c - a).try_normalize()?;
                Some((normal, normal.dot(a)))
            });
            ray_to_faces(faces, pose, origin, direction)
        }
        round => return ray_to_round(round, pose, origin, direction, max_time),
    };
    ray_hit(found, origin, direction, max_time)
}

/// The answer for the time and the normal at which a ray enters a face, if that is soon enough.
fn ray_hit(found: Option<(f32, Vec3)>, origin: Vec3, direction: Vec3, max_time: f32) -> RayCast {
    match found {
        // A ray nearly along a face may meet it at an infinite time.
        Some((time, normal)) if time <= max_time && time.is_finite() => RayCast::Hit {
            time,
            point: origin + direction * time,
            normal,
            triangle: 0,
        },
        _ => RayCast::Clear,
    }
}

/// Returns the time at which a ray enters a convex solid, and the normal there, in the world. The solid is
/// given by the outward normals of its faces and their distances from the origin in its frame. The ray
/// enters at the last face that it passes inwards, if it has passed none outwards before.
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

/// Returns the time at which a ray enters a half-space, and the normal there, in the world. It is computed
/// in f64 because the ray's origin may be far from that of the half-space.
fn ray_to_plane(
    half_space: &HalfSpace,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
) -> Option<(f32, Vec3)> {
    let plane = LocalPlane::in_world(half_space, pose);
    let height = plane.height(origin.as_dvec3());
    let rate = plane.normal.dot(direction.as_dvec3());
    let enters = height >= 0.0 && rate < 0.0;
    enters.then(|| ((-height / rate) as f32, plane.normal.as_vec3()))
}

/// The answer for a ball, a capsule, a cylinder or a cone.
fn ray_to_round(
    solid: BoundedShape<'_>,
    pose: &Pose,
    origin: Vec3,
    direction: Vec3,
    max_time: f32,
) -> RayCast {
    let placement = Placement::from(pose);
    let to_local = placement.rotation.conjugate();
    let (origin, direction) = (origin.as_dvec3(), direction.as_dvec3());
    let from = to_local * (origin - placement.translation);
    match enter_round(solid, from, to_local * direction) {
        // Later times do not fit into the f32 of the answer.
        Some((time, normal)) if time <= f64::from(max_time.min(f32::MAX)) => RayCast::Hit {
            time: time as f32,
            point: (origin + direction * time).as_vec3(),
            normal: (placement.rotation * normal).as_vec3().normalize_or_zero(),
            triangle: 0,
        },
        _ => RayCast::Clear,
    }
}

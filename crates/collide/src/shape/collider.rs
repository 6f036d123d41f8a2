//! A shape as a part of a rigid body: with its centre of rotation, and what quick queries ask of it.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::math::Pose;
use crate::shape::proxy::ConvexProxy;
use crate::shape::{Shape, SupportMap};

/// A shape of a body that turns about a fixed point of it, made ready for the queries of a simulation:
/// with a bounding radius, its convex hull, and the half-spaces of a mesh.
///
/// Making one of a mesh compares the mesh with its hull once, which takes as long as building the model
/// or less. A clone shares that work, and so does [`Collider::sharing`].
#[derive(Clone, Debug)]
pub struct Collider {
    shape: Shape,
    local_center: Vec3,
    reach: f32,
    proxy: ConvexProxy,
}

impl Collider {
    /// The collider of a shape that turns about `local_center` (m) of its own coordinates: normally its
    /// centre of mass.
    pub fn new(shape: Shape, local_center: Vec3) -> Collider {
        Collider::sharing(shape, local_center, [])
    }

    /// The same; of a mesh it shares what one of the `others` has worked out, if that is of the same model
    /// and turns about the same point.
    pub fn sharing<'c>(
        shape: Shape,
        local_center: Vec3,
        others: impl IntoIterator<Item = &'c Collider>,
    ) -> Collider {
        let is_same = |other: &&Collider| match (&shape, &other.shape) {
            (Shape::Mesh(model), Shape::Mesh(known)) => {
                Arc::ptr_eq(model, known) && other.proxy.is_from(local_center)
            }
            _ => false,
        };
        let known = others.into_iter().find(is_same);
        let proxy = known.map_or_else(
            || ConvexProxy::new(&shape, local_center),
            |other| other.proxy.clone(),
        );
        Collider {
            reach: reach(&shape, local_center),
            proxy,
            local_center,
            shape,
        }
    }

    /// The shape.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The centre of rotation in the shape's coordinates, in metres.
    #[inline]
    pub fn local_center(&self) -> Vec3 {
        self.local_center
    }

    /// A distance from the centre of rotation that no point of the shape exceeds, in metres; infinite for a
    /// half-space.
    #[inline]
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// Whether it has an end everywhere: a half-space has no hull that could stand for it.
    #[inline]
    pub(crate) fn is_bounded(&self) -> bool {
        self.reach.is_finite()
    }

    /// The hull of a mesh or hull, about the centre of rotation; empty for other shapes.
    #[inline]
    pub(crate) fn proxy(&self) -> &ConvexProxy {
        &self.proxy
    }

    /// How far the body reaches from its centre along a direction of length 1 in its own frame, in
    /// metres: an upper bound, and hardly more than the exact value. For `near`, see
    /// [`ConvexProxy::farthest`].
    pub(crate) fn reach_along(&self, local: DVec3, near: &mut u32) -> f64 {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                point.dot(local) + solid.margin()
            }
            None => self.proxy.reach_along(local, near),
        }
    }

    /// The point of its hull that reaches farthest along a direction of length 1 in its own frame, from
    /// its centre, and the corner's number if the hull has some.
    pub(crate) fn farthest(&self, local: DVec3, near: u32) -> (u32, DVec3) {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                (0, point + local * solid.margin())
            }
            None => self.proxy.farthest(local, near),
        }
    }

    /// The shape, unless its convex proxy answers for it.
    fn as_solid(&self) -> Option<&dyn SupportMap> {
        match &self.shape {
            Shape::Sphere(sphere) => Some(sphere),
            Shape::Cuboid(cuboid) => Some(cuboid),
            Shape::Capsule(capsule) => Some(capsule),
            Shape::Cylinder(cylinder) => Some(cylinder),
            Shape::Cone(cone) => Some(cone),
            Shape::Hull(_) | Shape::Mesh(_) | Shape::HalfSpace(_) => None,
        }
    }
}

/// A distance from `center` that no point of the shape exceeds, in metres: the bounding radius.
fn reach(shape: &Shape, center: Vec3) -> f32 {
    let farthest = |points: &[Vec3]| {
        let lengths = points.iter().map(|p| p.distance(center));
        lengths.fold(0.0, f32::max)
    };
    let exact = match shape {
        Shape::Sphere(sphere) => sphere.radius() + center.length(),
        Shape::Hull(hull) => farthest(hull.vertices()),
        Shape::Mesh(model) => farthest(model.mesh().vertices()),
        Shape::Capsule(capsule) => capsule.half_length() + capsule.radius() + center.length(),
        Shape::HalfSpace(_) => f32::INFINITY,
        Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::Cone(_) => {
            let bounds = shape.aabb(&Pose::IDENTITY);
            (bounds.min - center)
                .abs()
                .max((bounds.max - center).abs())
                .length()
        }
    };
    exact * (1.0 + 4.0 * f32::EPSILON)
}

//! A shape as a part of a rigid body: with its centre of rotation, and prepared for quick queries.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::math::Pose;
use crate::shape::proxy::ConvexProxy;
use crate::shape::{Compound, Shape, SupportMap};

/// A shape of a body that turns about a fixed point of it, prepared for the queries of a simulation: with a
/// bounding radius, its convex hull, and the half-spaces of a mesh.
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

    /// The collider of a shape like [`Collider::new`]; for a mesh it shares the preparation of one of the
    /// `others` that has the same model and turns about the same point.
    pub fn sharing<'c>(
        shape: Shape,
        local_center: Vec3,
        others: impl IntoIterator<Item = &'c Collider>,
    ) -> Collider {
        let is_same = |other: &&Collider| {
            let is_known = match (shape.core(), other.core()) {
                (Shape::Mesh(one), Shape::Mesh(known)) => Arc::ptr_eq(one, known),
                (Shape::Hull(one), Shape::Hull(known)) => Arc::ptr_eq(one, known),
                (Shape::Compound(one), Shape::Compound(known)) => Arc::ptr_eq(one, known),
                _ => false,
            };
            is_known && other.proxy.is_from(local_center)
        };
        // The others are many, and a primitive has nothing to share.
        let is_prepared = matches!(
            shape.core(),
            Shape::Mesh(_) | Shape::Hull(_) | Shape::Compound(_)
        );
        let known = match is_prepared {
            true => others.into_iter().find(is_same),
            false => None,
        };
        let proxy = known.map_or_else(
            || ConvexProxy::new(shape.core(), local_center),
            |other| other.proxy.clone(),
        );
        Collider {
            reach: shape.reach_from(local_center),
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

    /// The shape that stands for it in queries: see [`Shape::core`].
    #[inline]
    pub(crate) fn core(&self) -> &Shape {
        self.shape.core()
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

    /// True if the shape is bounded: a half-space has no hull to stand for it.
    #[inline]
    pub(crate) fn is_bounded(&self) -> bool {
        self.reach.is_finite()
    }

    /// True if queries must go to its children.
    #[inline]
    pub(crate) fn is_compound(&self) -> bool {
        matches!(self.core(), Shape::Compound(_))
    }

    /// The hull of a mesh, a field or a hull, about the centre of rotation; empty for other shapes.
    #[inline]
    pub(crate) fn proxy(&self) -> &ConvexProxy {
        &self.proxy
    }

    /// The distance from the centre to the body's farthest point along a direction of length 1 in its own
    /// frame, in metres: an upper bound, and hardly more than the exact value. For `near`, see
    /// [`ConvexProxy::farthest`].
    pub(crate) fn reach_along(&self, local: DVec3, near: &mut u32) -> f64 {
        match self.hull() {
            Hull::Solid(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                point.dot(local) + solid.margin()
            }
            Hull::Compound(compound) => {
                let top;
                (*near, top) = compound.farthest(local, *near);
                (top - self.local_center.as_dvec3()).dot(local)
            }
            Hull::Proxy => self.proxy.reach_along(local, near),
        }
    }

    /// The point of its hull farthest along a direction of length 1 in its own frame, relative to its centre
    /// (m), and the corner's number if the hull has corners.
    pub(crate) fn farthest(&self, local: DVec3, near: u32) -> (u32, DVec3) {
        match self.hull() {
            Hull::Solid(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                (0, point + local * solid.margin())
            }
            Hull::Compound(compound) => {
                let (number, top) = compound.farthest(local, near);
                (number, top - self.local_center.as_dvec3())
            }
            Hull::Proxy => self.proxy.farthest(local, near),
        }
    }

    /// The source of its support points.
    fn hull(&self) -> Hull<'_> {
        match self.core() {
            Shape::Sphere(sphere) => Hull::Solid(sphere),
            Shape::Cuboid(cuboid) => Hull::Solid(cuboid),
            Shape::Capsule(capsule) => Hull::Solid(capsule),
            Shape::Cylinder(cylinder) => Hull::Solid(cylinder),
            Shape::Cone(cone) => Hull::Solid(cone),
            Shape::Compound(compound) => Hull::Compound(compound),
            _ => Hull::Proxy,
        }
    }
}

/// A source of a collider's support points.
enum Hull<'c> {
    /// A convex solid.
    Solid(&'c dyn SupportMap),
    /// The children of a compound.
    Compound(&'c Compound),
    /// The convex proxy of the collider.
    Proxy,
}

impl Shape {
    /// A distance from `center` that no point of the shape exceeds, in metres: the bounding radius.
    pub(crate) fn reach_from(&self, center: Vec3) -> f32 {
        reach(self.core(), center)
    }
}

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
        Shape::Compound(compound) => compound.reach_from(center),
        Shape::HeightField(field) => farthest(field.model().mesh().vertices()),
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

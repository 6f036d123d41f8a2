//! Shapes of every kind: convex primitives, convex hulls, half-spaces, triangle meshes, height fields and
//! compounds.
//!
//! Convex shapes are solids: an object inside one meets it. Meshes and height fields are surfaces: an object
//! wholly inside a closed mesh does not meet it. A compound behaves as its children do.
//! [`Query`](crate::Query) answers queries about any two shapes.

mod bounded_shape;
mod collider;
mod compound;
mod convex_hull;
mod convex_model;
mod half_space;
mod height_field;
mod mass_properties;
mod primitive;
pub(crate) mod proxy;
mod shape_ref;
mod support_map;
mod triangle;

use std::sync::Arc;

use glam::DVec3;

use crate::math::{Aabb, Pose};
use crate::model::Model;

pub use crate::mesh::{ConvexHull, HullError};
pub use bounded_shape::BoundedShape;
pub use collider::Collider;
pub use compound::{Child, Compound, CompoundError};
pub(crate) use convex_model::ConvexModel;
pub use half_space::{HalfSpace, HalfSpaceError};
pub use height_field::{HeightField, HeightFieldError};
pub use primitive::{Capsule, Cone, Cuboid, Cylinder, SizeError, Sphere};
pub use shape_ref::{AnyShape, ShapeRef};
pub use support_map::SupportMap;
pub(crate) use support_map::{
    corners, farthest_from_line, farthest_from_point, is_on_support_feature,
};
pub(crate) use triangle::Triangle;

/// Any shape that queries accept.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball.
    Sphere(Sphere),
    /// A box.
    Cuboid(Cuboid),
    /// A segment with a radius.
    Capsule(Capsule),
    /// A cylinder.
    Cylinder(Cylinder),
    /// A cone.
    Cone(Cone),
    /// A convex hull, shared.
    Hull(Arc<ConvexHull>),
    /// A prepared triangle mesh, shared.
    Mesh(Arc<Model>),
    /// All points below a plane.
    HalfSpace(HalfSpace),
    /// Several shapes as one, shared.
    Compound(Arc<Compound>),
    /// Ground given by its heights, shared.
    HeightField(Arc<HeightField>),
}

impl Shape {
    /// A box around the shape at a pose; conservative. The box of a half-space whose normal is along a
    /// coordinate axis ends at its plane, and everywhere else at 1e18 m. It is finite, as broad phases
    /// require, and overlaps the box of every body that the half-space may meet.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        self.borrowed().aabb(pose)
    }
}

/// The smallest box around a convex shape, rounded outwards: its limits are the support points along the six
/// axis directions.
fn convex_aabb(convex: &dyn SupportMap, pose: &Pose) -> Aabb {
    let rotation = pose.rotation().as_dquat().normalize();
    let reach = |axis: DVec3| {
        (rotation * convex.support(rotation.conjugate() * axis)).dot(axis) + convex.margin()
    };
    let high = DVec3::new(reach(DVec3::X), reach(DVec3::Y), reach(DVec3::Z));
    let low = DVec3::new(
        reach(DVec3::NEG_X),
        reach(DVec3::NEG_Y),
        reach(DVec3::NEG_Z),
    );
    let center = pose.translation().as_dvec3();
    let (min, max) = ((center - low).as_vec3(), (center + high).as_vec3());
    let rounding = 2.0 * f32::EPSILON * min.abs().max(max.abs()).max_element();
    Aabb::new(min, max).expanded(rounding)
}

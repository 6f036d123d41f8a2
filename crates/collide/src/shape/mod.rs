//! Shapes of every kind, and queries that take any two of them.
//!
//! Convex shapes are solids: what lies inside one meets it. Meshes are surfaces, as everywhere in
//! this layer: what lies wholly inside a closed mesh does not meet it.

mod convex_hull;
mod primitive;
mod support_map;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::math::{Aabb, Pose};
use crate::narrow_phase::EpaScratch;
use crate::{Counters, Model, Scratch};

pub use convex_hull::{ConvexHull, HullError};
pub use primitive::{Capsule, Cone, Cuboid, Cylinder, SizeError, Sphere};
pub use support_map::SupportMap;
pub(crate) use support_map::{corners, farthest_from_line};

pub use crate::query::contacts::contacts_of_shapes as contacts;
pub(crate) use crate::query::convex_mesh::{Traversal, TraversalEnd, visit_triangles_near};
pub use crate::query::distance::Distance;
pub use crate::query::shape_query::{
    DeepestContact, collide, contact, distance, distance_approx, within,
};
pub use crate::query::toi::shape_pair::time_of_impact;

/// Any shape that queries take.
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
    /// A triangle mesh made ready, shared.
    Mesh(Arc<Model>),
}

impl Shape {
    /// A box around the shape at a pose; conservative.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        match self.as_convex() {
            Ok(convex) => convex_aabb(convex, pose),
            Err(model) => model.aabb(pose),
        }
    }

    /// The convex shape, or the mesh.
    pub(crate) fn as_convex(&self) -> Result<&dyn SupportMap, &Model> {
        match self {
            Shape::Sphere(sphere) => Ok(sphere),
            Shape::Cuboid(cuboid) => Ok(cuboid),
            Shape::Capsule(capsule) => Ok(capsule),
            Shape::Cylinder(cylinder) => Ok(cylinder),
            Shape::Cone(cone) => Ok(cone),
            Shape::Hull(hull) => Ok(hull.as_ref()),
            Shape::Mesh(model) => Err(model),
        }
    }
}

/// The smallest box around a convex shape, rounded outwards.
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

/// Memory that shape queries use again and again, like [`Scratch`].
#[derive(Clone, Debug)]
pub struct ShapeScratch {
    /// For pairs of meshes, and the counters of the last query of any pair.
    pub mesh: Scratch,
    pub(crate) epa: EpaScratch,
    /// Nodes still to visit, with their distance bounds in metres.
    pub(crate) stack: Vec<(u32, f32)>,
    /// Of a mesh, those that a sweep comes near.
    pub(crate) triangles: Vec<Triangle>,
}

/// Memory to begin with: few walks have more nodes before them, few sweeps come near more triangles.
const NODES: usize = 256;
const TRIANGLES: usize = 128;

impl Default for ShapeScratch {
    fn default() -> Self {
        ShapeScratch {
            mesh: Scratch::default(),
            epa: EpaScratch::default(),
            stack: Vec::with_capacity(NODES),
            triangles: Vec::with_capacity(TRIANGLES),
        }
    }
}

impl ShapeScratch {
    /// What the last query did.
    pub fn counters(&self) -> &Counters {
        &self.mesh.counters
    }
}

/// A triangle as a convex shape without volume.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle(pub(crate) [DVec3; 3]);

impl Triangle {
    pub(crate) fn corners(&self) -> &[DVec3; 3] {
        &self.0
    }

    pub(crate) fn new(corners: [Vec3; 3]) -> Self {
        Triangle(corners.map(|p| p.as_dvec3()))
    }
}

impl SupportMap for Triangle {
    fn support(&self, direction: DVec3) -> DVec3 {
        let [a, b, c] = self.0.map(|p| p.dot(direction));
        if a >= b && a >= c {
            self.0[0]
        } else if b >= c {
            self.0[1]
        } else {
            self.0[2]
        }
    }

    fn center(&self) -> DVec3 {
        (self.0[0] + self.0[1] + self.0[2]) / 3.0
    }
}

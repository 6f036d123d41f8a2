//! Shapes, poses and motions: everything that has a place and a form, and nothing that collides.
//!
//! Lengths are metres, angles radians, times seconds; axes are right-handed with Y up and -Z forward.

mod aabb;
mod buckets;
mod closest;
pub mod half_edges;
mod hull;
mod mass_properties;
mod motion;
pub mod obj;
mod pose;
mod primitive;
mod screw;
mod support;
mod tri_mesh;

pub use aabb::Aabb;
pub(crate) use buckets::sorted_indices;
pub(crate) use closest::closest_on_triangle_f64;
pub use closest::{TriangleFeature, closest_of_segments, closest_on_segment, closest_on_triangle};
pub use half_edges::{Across, EdgeForm, Fold, HalfEdges};
pub use hull::{ConvexHull, HullError};
pub use mass_properties::MassProperties;
pub use motion::{Motion, Placement};
pub use obj::{ObjError, ObjModel, ObjPart};
pub use pose::{Pose, PoseError, yaw};
pub use primitive::{Capsule, Cone, Cuboid, Cylinder, SizeError, Sphere};
pub use screw::Screw;
pub use support::SupportMap;
pub(crate) use support::{corners, farthest_from_line};
pub use tri_mesh::{MeshError, TriMesh};

//! Shapes, poses and motions: everything that has a place and a form, and nothing that collides.
//!
//! Lengths are metres, angles radians, times seconds; axes are right-handed with Y up and -Z forward.

mod aabb;
mod closest;
mod motion;
pub mod obj;
mod pose;
mod tri_mesh;

pub use aabb::Aabb;
pub use closest::{TriangleFeature, closest_of_segments, closest_on_segment, closest_on_triangle};
pub use motion::Motion;
pub use obj::{ObjError, ObjModel, ObjPart};
pub use pose::{Pose, PoseError, yaw};
pub use tri_mesh::{MeshError, TriMesh};

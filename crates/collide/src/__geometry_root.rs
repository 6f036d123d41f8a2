//! Shapes, poses and motions: everything that has a place and a form, and nothing that collides.
//!
//! Lengths are metres, angles radians, times seconds; axes are right-handed with Y up and -Z forward.

pub use crate::math::aabb::Aabb;
pub(crate) use crate::math::bucket_sort::sorted_indices;
pub(crate) use crate::math::closest_points::closest_on_triangle_f64;
pub use crate::math::closest_points::{
    TriangleFeature, closest_of_segments, closest_on_segment, closest_on_triangle,
};
pub use crate::math::mass_properties::MassProperties;
pub use crate::math::motion::{Motion, Placement};
pub use crate::math::pose::{Pose, PoseError, yaw};
pub use crate::math::screw::Screw;
pub use crate::mesh::half_edges::{Across, EdgeForm, Fold, HalfEdges};
pub use crate::mesh::obj::{ObjError, ObjModel, ObjPart};
pub use crate::mesh::tri_mesh::{MeshError, TriMesh};
pub use crate::shape::convex_hull::{ConvexHull, HullError};
pub use crate::shape::primitive::{Capsule, Cone, Cuboid, Cylinder, SizeError, Sphere};
pub use crate::shape::support_map::SupportMap;
pub(crate) use crate::shape::support_map::{corners, farthest_from_line};

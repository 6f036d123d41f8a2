//! Poses, motions, boxes, mass properties, and closest points of segments and triangles.

pub(crate) mod aabb;
pub(crate) mod between;
pub(crate) mod center_frame;
pub(crate) mod closest_points;
pub(crate) mod counting_sort;
pub(crate) mod mass_properties;
pub(crate) mod motion;
pub(crate) mod placement;
pub(crate) mod pose;
pub(crate) mod relative_pose;
pub(crate) mod rounding;
pub(crate) mod screw;

pub use aabb::Aabb;
pub use between::between;
pub use center_frame::CenterFrame;
pub(crate) use closest_points::closest_on_triangle_f64;
pub use closest_points::{
    TriangleFeature, closest_of_segments, closest_on_segment, closest_on_triangle,
};
pub(crate) use counting_sort::sorted_indices;
pub use mass_properties::MassProperties;
pub use motion::{Motion, turned};
pub use placement::Placement;
pub use pose::{Pose, PoseError, turn_about, turn_between, yaw};
pub use relative_pose::Relative;
pub(crate) use rounding::round_down;
pub use screw::Screw;

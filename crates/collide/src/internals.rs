//! Parts of the library that the tests of this package compare with references of their own.

pub use crate::narrow_phase::convex_pair::{Separation, separating_slab, separation, within};
pub use crate::narrow_phase::{
    EpaScratch, PreparedTriangle, WarmStart, triangle_triangle_distance,
};
pub use crate::query::toi::closed_form::{
    MovingBox, box_box, point_capsule, point_sphere, sphere_plane, sphere_sphere, sphere_triangle,
};

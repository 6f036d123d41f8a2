//! Questions about any two [`Shape`](crate::Shape)s: convex solids and meshes in any combination.

pub use crate::query::contacts::contacts_of_shapes as contacts;
pub use crate::query::distance::Distance;
pub use crate::query::shape_query::{
    DeepestContact, collide, contact, distance, distance_approx, within,
};
pub use crate::query::toi::shape_pair::time_of_impact;

//! Every question about two shapes, and about a ray or a point and a shape.

mod among_half_spaces;
pub mod contacts;
pub(crate) mod contains;
pub(crate) mod convex_mesh;
mod convex_parts;
pub(crate) mod distance;
mod hull_pair;
pub(crate) mod intersect;
mod pair_cache;
mod placed;
pub(crate) mod ray;
pub(crate) mod scratch;
pub(crate) mod shape_query;
pub(crate) mod shape_scratch;
pub mod shapes;
mod stage;
#[cfg(test)]
mod test_bodies;
pub mod toi;
mod warm_up;

pub use contacts::{Contact, ContactQuery, ContactsEnd, contacts};
pub use contains::{Containment, contains};
pub use distance::{
    Coherence, Distance, DistanceCache, distance, distance_approx, distance_cached, within,
    within_cached,
};
pub use intersect::{
    Collision, ContactPoints, DEFAULT_POINTS, MAX_POINTS, collide, collide_points,
};
pub use pair_cache::{PairCache, SeparatingPlane};
pub use placed::{Moving, MovingCollider, Placed, PlacedCollider};
pub use ray::{RayCast, ray_cast};
pub use scratch::Scratch;
pub use shape_scratch::ShapeScratch;
pub use stage::{Stage, StageCounts, Stages};

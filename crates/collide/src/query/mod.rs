//! Every question about two shapes, and about a ray or a point and a shape.

pub mod contacts;
pub(crate) mod contains;
pub(crate) mod convex_mesh;
mod convex_parts;
pub(crate) mod distance;
pub(crate) mod intersect;
mod placed;
pub(crate) mod ray;
pub(crate) mod scratch;
pub(crate) mod shape_query;
pub(crate) mod shape_scratch;
pub mod shapes;
mod stage;
pub mod toi;

pub use contacts::{Contact, ContactsEnd, contacts};
pub use contains::{Containment, contains};
pub use distance::{
    Coherence, Distance, PairCache, distance, distance_approx, distance_cached, within,
    within_cached,
};
pub use intersect::{
    Collision, ContactPoints, DEFAULT_POINTS, MAX_POINTS, collide, collide_points,
};
pub use placed::{Moving, Placed};
pub use ray::{RayCast, ray_cast};
pub use scratch::Scratch;
pub use shape_scratch::ShapeScratch;
pub use stage::{Stage, StageCounts, Stages};

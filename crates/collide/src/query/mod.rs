//! All queries about two shapes, and about a shape and a ray or a point.

mod account;
mod among_half_spaces;
mod answer;
mod ask;
mod ask_colliders;
pub mod collider;
pub(crate) mod compound;
pub mod contacts;
pub(crate) mod contains;
pub(crate) mod context;
pub(crate) mod convex_mesh;
pub(crate) mod distance;
mod distance_options;
pub(crate) mod half_space;
mod hull_pair;
pub(crate) mod intersect;
pub(crate) mod leaf_pairs;
pub(crate) mod outcome;
pub(crate) mod pair;
pub(crate) mod pair_cache;
mod placed;
mod query_shape;
pub(crate) mod ray;
mod round_ray;
mod search_options;
pub(crate) mod shape_ray;
pub(crate) mod solid;
mod stage;
pub(crate) mod table;
#[cfg(test)]
mod test_bodies;
pub mod toi;
pub(crate) mod trace;
mod warm_up;

pub use answer::Answer;
pub use ask::Query;
pub use collider::{Crossing, SweepGuess, SweepLimits, SweepRecord, SweepTrace};
pub use contacts::{ContactPoint, ContactsEnd};
pub use contains::Containment;
pub use context::StageRange;
pub use distance::Distance;
pub use distance_options::DistanceOptions;
pub use intersect::{Collision, CommonPoints};
pub use leaf_pairs::Deepest;
pub use pair_cache::{FaceManifold, MovedOnFace, PairCache, SeparatingPlane};
pub use placed::{Moving, MovingCollider, Placed, PlacedCollider};
pub use query_shape::QueryShape;
pub use ray::RayCast;
pub use search_options::{LeafTest, SearchOptions};
pub use stage::{Stage, StageCounts, Stages};

/// Margin in metres to add to bounding boxes before a test of a ray with them, so that rounding loses no
/// body.
pub const RAY_RADIUS: f32 = crate::params::RAY_RADIUS;

//! Two colliders that a plane keeps apart on all of their paths need no sweep.
//!
//! A plane may stand still (`fixed.rs`) or turn at a constant rate (`turning.rs`). Both tests look at the gap
//! across the plane at two times of the paths. In between the gap stays above a parabola through its two
//! values, as its second derivative is bounded (`plane_turn.rs`).

mod fixed;
mod turning;

pub(crate) use fixed::{PlaneSearchResult, PlaneTest};
pub(crate) use turning::TurningPlaneResult;

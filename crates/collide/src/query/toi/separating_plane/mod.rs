//! Two colliders that a plane keeps apart on all of their paths need no sweep.
//!
//! A plane may stand still (`fixed.rs`) or turn at a constant rate (`turning.rs`). Both tests look
//! at the gap across the plane at two times of the paths. In between the gap stays above a parabola
//! through its two values, as its second derivative is bounded. A plane that stands still is one
//! that turns at the rate 0, but its bound is cheaper and finer: a body that turns about the normal
//! moves nothing along it.

mod fixed;
mod turning;

pub(crate) use fixed::{PlaneSearchResult, PlaneTest};
pub(crate) use turning::TurningPlaneResult;

/// The lowest value, at a share `x` from 0 to 1, of `first + x (last - first) - sag x (1 - x)`: what
/// a gap of second derivative up to `2 sag / T^2` is at least within a time `T`.
fn lowest_of_parabola(first: f64, last: f64, sag: f64) -> f64 {
    if sag > (last - first).abs() {
        let x = 0.5 * (1.0 - (last - first) / sag);
        first - sag * x * x
    } else {
        first.min(last)
    }
}

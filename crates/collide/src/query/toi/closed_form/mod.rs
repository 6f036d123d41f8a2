//! Times of contact in closed form: points, spheres and boxes that only translate.
//!
//! The moving point against a sphere and the moving boxes follow *Kolizja* (Collision), anonymous lecture
//! notes in Polish, lecture 4, 2016; moving spheres follow from them. All in f64. A moving sphere is a moving
//! point against the target grown by its radius: offset faces, round edges, round corners.
//!
//! Only relative motion counts: `from` is the moving centre at time 0 and `velocity` (m/s) its
//! velocity, both relative to the target. Times are in seconds, over all times from 0 on; compare
//! them with the end of a step. Touching counts.

mod boxes;
mod capsule;
mod plane;
mod sphere;
pub(crate) mod triangle;

pub use crate::query::toi::closed_form::boxes::{MovingBox, box_box};
pub use crate::query::toi::closed_form::capsule::point_capsule;
pub use crate::query::toi::closed_form::plane::sphere_plane;
pub use crate::query::toi::closed_form::sphere::{point_sphere, sphere_sphere};
pub use crate::query::toi::closed_form::triangle::sphere_triangle;

/// The times from 0 on at which `low <= position + speed t <= high`.
pub(crate) fn times_in_range(position: f64, speed: f64, low: f64, high: f64) -> Option<[f64; 2]> {
    if speed == 0.0 {
        return (low <= position && position <= high).then_some([0.0, f64::INFINITY]);
    }
    let times = [(low - position) / speed, (high - position) / speed];
    let [first, last] = [times[0].min(times[1]), times[0].max(times[1])];
    (last >= 0.0).then_some([first.max(0.0), last])
}

/// The times that are in both spans.
pub(crate) fn common_times(a: [f64; 2], b: [f64; 2]) -> Option<[f64; 2]> {
    let times = [a[0].max(b[0]), a[1].min(b[1])];
    (times[0] <= times[1]).then_some(times)
}

/// The earlier of two times, if any.
pub(crate) fn earliest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

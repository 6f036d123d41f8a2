//! Times of contact that a formula gives: points, spheres and boxes that only translate.
//!
//! Source 5's moving point against sphere, plane, triangle and box, in f64, and what follows from
//! them. All answer for the whole ray of times from 0 on; who asks about a step compares with its
//! end. Velocities are in m/s, times in seconds.

mod sphere;

pub use sphere::point_in_sphere;

//! Static tests at evenly spaced times.
//!
//! Idea: a frame is cut into n parts; at each time the bodies are tested where they are.
//!
//! When: slow bodies, and as the measure for continuous tests. Limits: a contact between two times is
//! missed (bullet through paper), and one that lasts is found late.
//!
//! Source 3, moving bodies (sampling); source 4, discrete artefacts; source 5, introduction.

use super::{Flight, Impact};
use crate::convex::gjk::{self, Variant};
use crate::convex::signed_volumes::DISTANCE;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row with the ends and the middle of a frame.
pub const ROW_2: Row = Row {
    id: "sampled-2",
    stage: Stage::Sweep,
    source: "3, moving bodies",
    paper: "",
    about: "static tests at the start, the middle and the end of a frame",
    gives: &[Gives::Time],
    limits: &[Limit::MissesBetween],
    method: Method::Sweep(|flight, work| sampled(flight, 2, work)),
};

/// The row with 32 parts.
pub const ROW_32: Row = Row {
    id: "sampled-32",
    about: "static tests at 33 times of a frame",
    method: Method::Sweep(|flight, work| sampled(flight, 32, work)),
    ..ROW_2
};

/// The first of n + 1 times at which the bodies meet.
pub fn sampled(flight: &Flight, n: u32, work: &mut Work) -> Impact {
    let boolean = Variant {
        stops_at_axis: true,
        ..DISTANCE
    };
    let meets = |time: &f64| {
        work.ops.tests += 1;
        let [a, b] = flight.at(*time);
        gjk::run([&a, &b], a.center - b.center, boolean, work).hit
    };
    let mut times = (0..=n).map(|i| f64::from(i) / f64::from(n));
    Impact::of(times.find(meets))
}

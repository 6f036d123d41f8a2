//! Conservative advancement: steps that no contact can be in.
//!
//! Idea: at a time, GJK gives the distance and the direction n of the nearest points. Along n no point of the
//! bodies comes nearer faster than (way_a - way_b).n plus, for each body, |spin x n| times its radius. The
//! distance divided by that speed is a safe step. If the speed is not positive, the bodies never meet.
//!
//! When: bodies that turn; the answer is never late. Limits: steps become small where bodies slide close by,
//! since the bound takes the worst point of each body.
//!
//! Source 4, continuous; Mirtich 1996.

use glam::DVec3;

use super::{Flight, Impact};
use crate::params::{ITERATIONS, TARGET};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "conservative-advancement",
    stage: Stage::Sweep,
    source: "4, continuous",
    paper: "Mirtich 1996",
    about: "steps of the distance over the greatest speed along its direction",
    gives: &[Gives::Time],
    limits: &[],
    method: Method::Sweep(advance),
};

/// Advances to the first contact.
pub fn advance(flight: &Flight, work: &mut Work) -> Impact {
    let target = TARGET * flight.size();
    let radii = flight.radii();
    let mut time = 0.0;
    for _ in 0..ITERATIONS {
        work.ops.tests += 1;
        let outcome = flight.distance(time, work);
        let distance = outcome.v.length();
        work.step("advance", || vec![time, distance]);
        if outcome.hit || distance <= target {
            return Impact::of(Some(time));
        }
        let speed = closing_speed(flight, radii, -outcome.v / distance);
        if speed <= 0.0 {
            return Impact::of(None);
        }
        time += distance / speed;
        if time > 1.0 {
            return Impact::of(None);
        }
    }
    Impact {
        time: Some(time),
        given_up: true,
    }
}

/// The greatest speed at which points of the bodies approach along a direction from the first to the second.
fn closing_speed(flight: &Flight, radii: [f64; 2], n: DVec3) -> f64 {
    let [a, b] = flight.motions;
    let turning = [0, 1].map(|i| flight.motions[i].spin.cross(n).length() * radii[i]);
    (a.way - b.way).dot(n) + turning[0] + turning[1]
}

//! Bilateral advancement: the time of contact from both sides.
//!
//! Idea: the nearest features at the safe time t1 give an axis, fixed in the world or to the body whose face it
//! stands on. From the end t2 of the frame, the pair of support points along it is followed back to the time at
//! which it is just apart, by bisection and false position in turns. If no other pair is nearer then, t2 is the
//! next safe time and gets new features; else that pair is followed back.
//!
//! When: few distance queries; many evaluations of points. Limits: a pair that is apart at t2 counts as apart on
//! the way, which a turning body may not keep.
//!
//! Source 4, continuous; Catto 2013 (Box2D's time of impact).

use glam::DVec3;

use super::{Flight, Impact};
use crate::convex::gjk::Outcome;
use crate::params::{HAND_OVER, ITERATIONS, TARGET};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "bilateral-advancement",
    stage: Stage::Sweep,
    source: "4, continuous",
    paper: "Catto 2013",
    about: "support points along an axis, followed back from the end of the frame",
    gives: &[Gives::Time],
    limits: &[Limit::MissesBetween],
    method: Method::Sweep(advance),
};

/// A direction from the first body to the second.
struct Axis {
    /// In the frame of the body to which it is fixed, if there is one; else in the world.
    direction: DVec3,
    /// That body.
    body: Option<usize>,
}

impl Axis {
    /// The axis of the nearest features.
    fn new(flight: &Flight, outcome: &Outcome, time: f64) -> Self {
        let normal = -outcome.v.normalize();
        // Three different corners are a face, whose normal turns with its body.
        let body = (0..2).find(|&i| {
            let mut corners: Vec<usize> = outcome.simplex.iter().map(|s| s.of[i]).collect();
            corners.sort_unstable();
            corners.dedup();
            corners.len() == 3
        });
        let direction = match body {
            Some(i) => flight.motions[i].rotation(time).conjugate() * normal,
            None => normal,
        };
        Self { direction, body }
    }

    fn at(&self, flight: &Flight, time: f64) -> DVec3 {
        match self.body {
            Some(i) => flight.motions[i].rotation(time) * self.direction,
            None => self.direction,
        }
    }

    /// The support points along the axis, and their distance along it (m).
    fn least(&self, flight: &Flight, time: f64, work: &mut Work) -> ([usize; 2], f64) {
        let axis = self.at(flight, time);
        let [a, b] = flight.at(time);
        let of = [a.support(axis, work), b.support(-axis, work)];
        (of, axis.dot(b.vertices[of[1]] - a.vertices[of[0]]))
    }

    /// The distance along the axis of two corners (m).
    fn between(&self, flight: &Flight, of: [usize; 2], time: f64, work: &mut Work) -> f64 {
        work.ops.vertices += 2;
        let [p, q] = [0, 1].map(|i| {
            let motion = &flight.motions[i];
            let own = flight.bodies[i].vertices[of[i]];
            motion.rotation(time) * own + motion.place + motion.way * time
        });
        self.at(flight, time).dot(q - p)
    }
}

fn advance(flight: &Flight, work: &mut Work) -> Impact {
    let tolerance = TARGET * flight.size();
    let target = 2.0 * tolerance;
    let mut safe = 0.0;
    for _ in 0..ITERATIONS {
        work.ops.tests += 1;
        let outcome = flight.distance(safe, work);
        work.step("advance", || vec![safe, outcome.v.length()]);
        if outcome.hit || outcome.v.length() <= target + tolerance {
            return Impact::of(Some(safe));
        }
        let axis = Axis::new(flight, &outcome, safe);
        let mut end = 1.0;
        loop {
            let (of, least) = axis.least(flight, end, work);
            if least > target + tolerance {
                return Impact::of(None);
            }
            if least > target - tolerance {
                safe = end;
                break;
            }
            let back = root([safe, end], tolerance, |time| {
                axis.between(flight, of, time, work) - target
            });
            if back <= safe || back >= end {
                return Impact::of(Some(safe));
            }
            end = back;
        }
    }
    Impact {
        time: Some(safe),
        given_up: true,
    }
}

/// A time at which a value, positive at the first end and negative at the second, is nearly 0.
fn root([mut low, mut high]: [f64; 2], tolerance: f64, mut value: impl FnMut(f64) -> f64) -> f64 {
    let (mut above, mut below) = (value(low), value(high));
    for round in 0..HAND_OVER {
        let middle = if round % 2 == 0 {
            (low + high) / 2.0
        } else {
            low + (high - low) * above / (above - below)
        };
        let found = value(middle);
        if found.abs() <= tolerance {
            return middle;
        }
        if found > 0.0 {
            (low, above) = (middle, found);
        } else {
            (high, below) = (middle, found);
        }
    }
    low
}

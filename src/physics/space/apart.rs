//! Two bodies that a plane keeps apart need no sweep.
//!
//! Let all of one body lie on one side of a plane and all of the other beyond it, `room` metres
//! away along the plane's normal `n`. A point of a body at `r` from its centre of mass moves along
//! `n` as fast as the centre does, and by its turning as fast as `n . (w x r) = (n x w) . r`, which
//! is never more than `|n x w| |r|`: a body that turns about `n` does not come nearer at all. As
//! `|r|` stays the same while it turns, this holds for the whole of a path, however far it turns.
//!
//! Where that is not enough for all of the path, it is for a part of it; there the room is measured
//! anew, a few times.
//!
//! So a car that slides and spins over a floor, or along another one, is known to stay clear for
//! the price of two support points. What this cannot tell, the sweep does.

use glam::DVec3;

use super::Space;
use super::body::Body;
use super::flight::Flight;
use crate::collision::Shape;
use crate::collision::broad::Pair;
use crate::geometry::SupportMap;

/// How often the room is measured on a path, at most, and the share of what is left of the path
/// that each time has to prove: beyond that the sweep is quicker.
const LOOKS: usize = 24;
const LEAST_PROGRESS: f64 = 0.02;

/// Bodies that begin nearer than the least distance keep this share of theirs.
const KEPT: f64 = 0.9;

impl Body {
    /// How far the body reaches from its centre of mass along a direction of length 1 in its own
    /// frame, in metres.
    pub(super) fn reach_along(&self, local: DVec3) -> f64 {
        let solid = |solid: &dyn SupportMap| {
            let point = solid.support(local) - self.local_center.as_dvec3();
            point.dot(local) + solid.margin()
        };
        match &self.shape {
            Shape::Sphere(sphere) => solid(sphere),
            Shape::Cuboid(cuboid) => solid(cuboid),
            Shape::Capsule(capsule) => solid(capsule),
            Shape::Cylinder(cylinder) => solid(cylinder),
            Shape::Cone(cone) => solid(cone),
            Shape::Hull(_) | Shape::Mesh(_) => {
                let along = |p: &DVec3| p.dot(local);
                self.outline
                    .iter()
                    .map(along)
                    .fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }
}

impl Space {
    /// Whether a plane keeps two bodies at least `least` metres apart on their paths from `start`,
    /// seconds into the step, to its end. Planes across the given directions are tried.
    pub(super) fn plane_keeps_apart(
        &self,
        pair: Pair,
        start: f64,
        least: f64,
        directions: &[DVec3],
    ) -> bool {
        let end = self.settings.step;
        let [a, b] =
            [pair.a, pair.b].map(|i| (&self.bodies[i as usize], &self.flights[i as usize]));
        let moves = |flight: &Flight| {
            if flight.moves() {
                (flight.velocity, flight.turning)
            } else {
                (DVec3::ZERO, DVec3::ZERO)
            }
        };
        let ((way_a, turning_a), (way_b, turning_b)) = (moves(a.1), moves(b.1));
        let reach = [a, b].map(|(body, _)| f64::from(body.reach));
        directions.iter().filter(|n| **n != DVec3::ZERO).any(|n| {
            let nearing = n.dot(way_a - way_b)
                + n.cross(turning_a).length() * reach[0]
                + n.cross(turning_b).length() * reach[1];
            let mut time = start;
            let mut least = least;
            for look in 0..LOOKS {
                let (at_a, at_b) = (a.1.place(a.0, time), b.1.place(b.0, time));
                let between = (at_b.0 - at_a.0).dot(*n) - least;
                let left = end - time;
                // The cheap bound first: balls around the centres.
                if between - reach[0] - reach[1] > nearing.max(0.0) * left {
                    return true;
                }
                let mut room = between
                    - a.0.reach_along(at_a.1.conjugate() * *n)
                    - b.0.reach_along(at_b.1.conjugate() * -*n);
                if look == 0 && room <= least * KEPT {
                    // They begin nearer than that: then they shall not get much nearer.
                    let apart = room + least;
                    least = apart * KEPT;
                    room = apart - least;
                }
                if room <= 0.0 {
                    return false;
                }
                if room > nearing * left {
                    return true;
                }
                let safe = room / nearing;
                if safe < LEAST_PROGRESS * left {
                    return false;
                }
                time += safe;
            }
            false
        })
    }
}

//! What a step leaves behind for the next one: bodies with sound numbers, and lower bounds of the gaps of
//! pairs.

use crate::World;
use crate::body_motion::BodyMotion;
use crate::displacement::{Displacement, approach_in_larger_frame};
use crate::params::{FARTHEST_FROM_ORIGIN, LONG_TURN};

impl World {
    /// Puts bodies back where the step began, at rest, if forces have driven their numbers out of
    /// range.
    pub(super) fn recover_lost_bodies(&mut self) {
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            if body.is_finite() && body.center.abs().max_element() < FARTHEST_FROM_ORIGIN {
                continue;
            }
            (body.center, body.rotation) = flight.start;
            body.fall_asleep();
            body.asleep = false;
            *flight = BodyMotion::resting(body.shape.aabb(&body.pose()));
            flight.start = (body.center, body.rotation);
            self.report.lost += 1;
        }
    }

    /// Records how far every body came in the step, and how much time those that wait still lack.
    pub(super) fn record_displacements(&mut self) {
        let step = self.settings.step;
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            flight.moved = if flight.fixed {
                Displacement::default()
            } else {
                let place = (body.center, body.rotation);
                Displacement::new(flight.start, place, body.reach)
            };
            if flight.waiting && !flight.fixed {
                let lacks = step - flight.time;
                body.debt += lacks;
                self.report.debt += lacks;
                self.report.waiting += 1;
            }
        }
    }

    /// Lowers what is known of the gaps of pairs by how far their bodies can have approached each
    /// other in the step.
    pub(super) fn update_gap_bounds(&mut self) {
        for near in &mut self.pairs.pairs {
            let (a, b) = (near.pair.a, near.pair.b);
            let [one, other] = [a, b].map(|i| &self.motions[i as usize]);
            if near.gap > 0.0 && !(one.fixed && other.fixed) {
                let mut approach = one.moved.approach(&other.moved);
                if one.moved.has_turned(LONG_TURN) || other.moved.has_turned(LONG_TURN) {
                    let bodies = [a, b].map(|i| &self.bodies[i as usize]);
                    let to = bodies.map(|body| (body.center, body.rotation));
                    let reach = bodies.map(|body| body.reach);
                    approach = approach.min(approach_in_larger_frame(
                        [one.start, other.start],
                        to,
                        reach,
                    ));
                }
                near.moved += approach;
            }
            if near.plane.gap > 0.0 {
                let plane = &mut near.plane;
                plane.gap -= one.moved.approach_along(&other.moved, plane.normal);
            }
        }
    }
}

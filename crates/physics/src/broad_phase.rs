//! Which pairs of bodies may come near each other in a step.

use crate::World;
use crate::body::BodyKind;
use crate::body_motion::{BodyMotion, bounds_of, path_bounds};
use dodgem_collide::broad_phase::BroadBody;

impl World {
    /// Starts every body's motion through the step and bounds what it can sweep over.
    ///
    /// The box of a moving body holds every path that it could take without getting faster, whatever
    /// direction an impact sends it. Only bodies that others make faster leave their boxes (see
    /// [`BodyMotion::listed`]).
    pub(super) fn update_swept_bounds(&mut self) {
        let step = self.settings.step;
        let margin = self.settings.margin() as f32;
        let tools = &mut self.tools;
        tools.broad_bodies.clear();
        for (body, flight) in self.bodies.iter_mut().zip(&mut self.motions) {
            let fixed = body.is_fixed();
            if fixed {
                let bounds = if flight.fixed {
                    flight.bounds
                } else {
                    body.shape().aabb(&body.pose()).expanded(margin)
                };
                *flight = BodyMotion::resting(bounds);
            } else {
                let acceleration = flight.acceleration;
                let here = bounds_of(body);
                *flight = BodyMotion::resting(here);
                flight.here = Some(here);
                (flight.acceleration, flight.force_acceleration) = (acceleration, acceleration);
                flight.fixed = false;
                if body.is_dynamic() {
                    flight.max_speed = self.settings.max_speed;
                    body.velocity = body.velocity.clamp_length_max(flight.max_speed);
                }
                let velocity = body.velocity + acceleration * step;
                let angular_velocity = body.angular_velocity();
                let path = path_bounds(body, here, velocity, angular_velocity, step);
                flight.bounds = path.expanded((velocity.length() * step) as f32 + margin);
            }
            flight.start = body.frame();
            flight.energy = body.kinetic_energy();
            tools.broad_bodies.push(BroadBody {
                bounds: flight.bounds,
                fixed,
            });
        }
    }

    /// Lists the pairs whose swept boxes overlap.
    pub(super) fn update_broad_phase(&mut self) {
        let tools = &mut self.tools;
        tools
            .broad
            .update(&tools.broad_bodies, &mut tools.broad_pairs);
    }

    /// Lets pairs come and go. A pair that the broad phase does not list leaves the cache, unless both
    /// of its bodies rest on each other: they wake together.
    pub(super) fn update_pair_cache(&mut self) {
        let bodies = &self.bodies;
        let dynamic = |i: u32| bodies[i as usize].kind == BodyKind::Dynamic;
        let fixed = |i: u32| bodies[i as usize].is_fixed();
        let listed = self.tools.broad_pairs.iter().copied();
        let listed = listed.filter(|pair| dynamic(pair.a) || dynamic(pair.b));
        let listed = listed.filter(|pair| !self.joints.keep_apart(pair.a, pair.b));
        self.pairs.refresh(listed, |near| {
            near.count > 0
                && fixed(near.pair.a)
                && fixed(near.pair.b)
                && !self.joints.keep_apart(near.pair.a, near.pair.b)
        });
        self.pairs.index(self.bodies.len());
        self.report.pairs = self.pairs.pairs.len();
    }

    /// All of the above: what tests need before they look at pairs.
    #[cfg(test)]
    pub(super) fn find_pairs(&mut self) {
        self.update_swept_bounds();
        self.update_broad_phase();
        self.update_pair_cache();
    }
}

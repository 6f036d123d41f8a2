//! Which pairs of bodies may come near each other in a step.

use crate::World;
use crate::body::BodyKind;
use crate::body_motion::{BodyMotion, bounds_of, path_bounds};
use dodgem_collide::broad_phase::BroadBody;

impl World {
    /// Lists the pairs whose bodies are near each other or may meet in this step.
    ///
    /// The boxes hold every way that a body could take without getting faster, whatever direction
    /// an impact sends it: only bodies that others make faster leave them (see
    /// [`BodyMotion::listed`]).
    pub(super) fn find_pairs(&mut self) {
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
                    body.shape.aabb(&body.pose()).expanded(margin)
                };
                *flight = BodyMotion::resting(bounds);
            } else {
                let acceleration = flight.acceleration;
                let here = bounds_of(body);
                *flight = BodyMotion::resting(here);
                flight.here = Some(here);
                (flight.acceleration, flight.force_acceleration) = (acceleration, acceleration);
                flight.fixed = false;
                let velocity = body.velocity + acceleration * step;
                let turning = body.angular_velocity();
                let way = path_bounds(body, here, velocity, turning, step);
                flight.bounds = way.expanded((velocity.length() * step) as f32 + margin);
            }
            flight.start = (body.center, body.rotation);
            flight.energy = body.kinetic_energy();
            tools.broad_bodies.push(BroadBody {
                bounds: flight.bounds,
                fixed,
            });
        }
        tools
            .broad
            .update(&tools.broad_bodies, &mut tools.broad_pairs);
        let bodies = &self.bodies;
        let dynamic = |i: u32| bodies[i as usize].kind == BodyKind::Dynamic;
        let fixed = |i: u32| bodies[i as usize].is_fixed();
        let listed = tools.broad_pairs.iter().copied();
        let listed = listed.filter(|pair| dynamic(pair.a) || dynamic(pair.b));
        self.pairs.refresh(listed, |near| {
            near.count > 0 && fixed(near.pair.a) && fixed(near.pair.b)
        });
        self.pairs.index(self.bodies.len());
        self.report.pairs = self.pairs.pairs.len();
    }
}

//! Two bodies on their paths, and where they are at a time: what all stages of a sweep that work on
//! convex proxies start from.

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::body_motion::BodyMotion;
use crate::ccd::world_view::WorldView;
use crate::manifold::hull_contacts::{GjkCache, HullPair, NearestPoints};
use crate::pair_cache::PairState;

/// A body on its path.
#[derive(Clone, Copy)]
pub(crate) struct MovingBody<'s> {
    pub body: &'s Body,
    motion: &'s BodyMotion,
    /// The angular velocity of its path, in rad/s; 0 if it does not move.
    pub turning: DVec3,
    /// The radius of its bounding ball, in metres.
    pub reach: f64,
}

/// Where two bodies are at a time of their paths.
#[derive(Clone, Copy)]
pub(crate) struct PairPlacement {
    /// Seconds from the start of the step.
    pub time: f64,
    /// The centre of mass and the rotation of each.
    pub places: [(DVec3, DQuat); 2],
}

/// Two bodies on their paths.
pub(crate) struct PairContext<'s> {
    pub both: [MovingBody<'s>; 2],
    /// Where their hulls were nearest in the last query.
    pub gjk_cache: GjkCache,
    /// The gap along the last direction that was tested, at the start, in metres: a lower bound.
    pub begin: f64,
}

impl PairContext<'_> {
    /// Where the bodies are at a time of their paths, in seconds from the start of the step.
    pub fn placement(&self, time: f64) -> PairPlacement {
        PairPlacement {
            time,
            places: self.both.map(|t| t.motion.place(t.body, time)),
        }
    }

    /// The gap of the bodies along a direction of length 1, in metres: a lower bound.
    pub fn gap(&mut self, placement: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        let [at_a, at_b] = &placement.places;
        (at_b.0 - at_a.0).dot(n)
            - a.body.reach_along(
                at_a.1.conjugate() * n,
                &mut self.gjk_cache.support_vertices[0],
            )
            - b.body.reach_along(
                at_b.1.conjugate() * -n,
                &mut self.gjk_cache.support_vertices[1],
            )
    }

    /// The gap of the bodies' bounding balls along a direction of length 1, in metres.
    pub fn bounding_ball_gap(&self, placement: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = &self.both;
        (placement.places[1].0 - placement.places[0].0).dot(n) - a.reach - b.reach
    }

    /// The nearest points of the hulls at a placement: see [`HullPair::nearest`].
    pub fn nearest(
        &mut self,
        at: &PairPlacement,
        toward: DVec3,
        enough: f64,
    ) -> Option<NearestPoints> {
        let hulls = HullPair {
            bodies: self.both.map(|t| t.body),
            places: at.places,
        };
        hulls.nearest(toward, enough, &mut self.gjk_cache)
    }
}

impl<'s> WorldView<'s> {
    /// Two bodies on their paths.
    pub(crate) fn context(&self, state: &PairState) -> PairContext<'s> {
        let both = [state.pair.a, state.pair.b].map(|i| {
            let (body, motion) = (&self.bodies[i as usize], &self.motions[i as usize]);
            let turning = if motion.moves() {
                motion.turning
            } else {
                DVec3::ZERO
            };
            MovingBody {
                body,
                motion,
                turning,
                reach: f64::from(body.reach),
            }
        });
        PairContext {
            both,
            gjk_cache: state.gjk_cache,
            begin: f64::NEG_INFINITY,
        }
    }
}

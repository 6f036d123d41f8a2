//! Two moving colliders, and their frames at a time: the input of all sweep stages that work on
//! convex proxies.

use glam::DVec3;

use crate::budget::Meter;
use crate::math::CenterFrame;
use crate::query::hull_pair::{GjkCache, HullPair, NearestPoints};
use crate::query::toi::HullsApart;
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::trace::Trace;
use crate::query::{MovingCollider, PlacedCollider, Stage};

/// The frames of two moving colliders at a time.
#[derive(Clone, Copy, Debug)]
pub struct PairPlacement {
    /// The time in seconds, on the clock of the motions.
    pub time: f64,
    /// The frame of each.
    pub frames: [CenterFrame; 2],
}

impl PairPlacement {
    /// The vector from the first one's centre to the second one's, in metres.
    pub(crate) fn between(&self) -> DVec3 {
        self.frames[1].center - self.frames[0].center
    }
}

/// Two moving colliders, by their convex proxies.
pub(crate) struct ProxyPair<'p> {
    pub both: &'p [MovingCollider<'p>; 2],
    /// The nearest features of their hulls in the last query.
    pub gjk: GjkCache,
    /// The work units that planes may use: one for each gap measured across a plane.
    pub meter: &'p mut Meter,
    /// The gap along the last direction that was tested, at the start, in metres: a lower bound.
    pub begin: f64,
    /// The time until which the hulls are known to be apart, if that is not the end.
    pub hulls_apart: Option<HullsApart>,
    /// The steps of the query, for debug views.
    pub trace: &'p mut Trace,
}

impl<'p> ProxyPair<'p> {
    /// Two colliders with the budget for planes, and the trace of the query.
    pub fn new(
        both: &'p [MovingCollider<'p>; 2],
        gjk: GjkCache,
        meter: &'p mut Meter,
        trace: &'p mut Trace,
    ) -> Self {
        ProxyPair {
            both,
            gjk,
            meter,
            begin: f64::NEG_INFINITY,
            hulls_apart: None,
            trace,
        }
    }

    /// Records an instant (s) to which a stage took the two, if there is a trace.
    pub fn note_instant(&mut self, stage: Stage, time: f64) {
        self.trace.note_instant(stage, time);
    }

    /// The frames of the two at a time, in seconds.
    pub fn placement(&self, time: f64) -> PairPlacement {
        let [a, b] = self.both;
        PairPlacement {
            time,
            frames: [a.motion.frame_at(time), b.motion.frame_at(time)],
        }
    }

    /// The two at a placement.
    pub fn placed(&self, at: &PairPlacement) -> [PlacedCollider<'p>; 2] {
        let [a, b] = self.both;
        [
            PlacedCollider::new(a.collider, at.frames[0]),
            PlacedCollider::new(b.collider, at.frames[1]),
        ]
    }

    /// The gap of the two along a direction of length 1, in metres: a lower bound. Minus infinity if the
    /// budget is spent.
    pub fn gap(&mut self, at: &PairPlacement, n: DVec3) -> f64 {
        match self.meter.take() {
            true => self.measured_gap(at, n),
            false => f64::NEG_INFINITY,
        }
    }

    /// [`ProxyPair::gap`] for a unit of the budget that was taken already.
    pub fn measured_gap(&mut self, at: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = self.placed(at);
        let [top_a, top_b] = &mut self.gjk.support_vertices;
        at.between().dot(n) - a.reach_along(n, top_a) - b.reach_along(-n, top_b)
    }

    /// Half of the bound on the second derivative of the gap across a plane, in m/s^2, without that of the
    /// centres' motion.
    pub fn bend_of_turning(&self, plane: &PlaneTurn) -> f64 {
        let [a, b] = (self.both.each_ref())
            .map(|moving| plane.bend_of_turning(moving.turning(), moving.reach()));
        a + b
    }

    /// The gap of the bounding balls along a direction of length 1, in metres.
    pub fn bounding_ball_gap(&self, at: &PairPlacement, n: DVec3) -> f64 {
        let [a, b] = self.both;
        at.between().dot(n) - a.reach() - b.reach()
    }

    /// The nearest points of the hulls at a placement: see [`HullPair::nearest`]. If the budget is spent
    /// meanwhile, the gap is that of the best direction so far.
    pub fn nearest(
        &mut self,
        at: &PairPlacement,
        toward: DVec3,
        enough: f64,
    ) -> Option<NearestPoints> {
        let hulls = HullPair {
            both: self.placed(at),
        };
        self.trace.note_measured(at.time);
        hulls.nearest(toward, enough, &mut self.gjk, (self.meter, self.trace))
    }
}

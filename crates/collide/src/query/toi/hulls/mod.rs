//! Time of impact of two colliders by conservative advancement of their convex hulls.
//!
//! As long as the hulls of two bodies are apart, so are the bodies. A plane across the line between
//! the hulls' nearest points separates them for a time, which follows from its gaps now and at later times
//! (`advance.rs`). After that time the nearest points are searched again, until the hulls are as near as the
//! target. If the features that would touch are the bodies' own and no bridge over a hollow, this is the
//! bodies' impact too, for a few GJK runs instead of a sweep of all triangles.

use glam::DVec3;

use crate::budget::Meter;
use crate::params::{
    GJK_EXACT_SHARE, HULL_GJK_SHARE, HULL_STEP_TARGET_SHARE, MAX_HULL_STEPS, MIN_HULL_GAP,
    MIN_HULL_GJK_SHARE, MIN_PROXY_TARGET,
};
use crate::query::hull_pair::{GjkCache, HullPair, HullScratch, NearestPoints};
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::plane_turn::{PlaneTurn, expected_turning};
use crate::query::toi::proxy_pair::{PairPlacement, ProxyPair};
use crate::query::toi::{DistanceThresholds, HullsApart, Sweep, round_time_down};
use crate::query::trace::{Finding, Trace};
use crate::query::{PlacedCollider, Stage};
use crate::shape::{Collider, Shape};

/// The reason why the hulls of two bodies give no time of impact.
enum HullStop {
    /// The hulls overlap, or GJK does not converge.
    Unclear,
    /// The work units are spent.
    Spent,
}

/// The hulls of two bodies at a time.
type HullInstant = Instant<Hulls>;

/// The hulls of two bodies at a placement.
#[derive(Clone, Copy, Debug)]
struct Hulls {
    at: PairPlacement,
    nearest: NearestPoints,
    /// The angular velocity at which the normal between the nearest points is expected to turn, in rad/s.
    turning: DVec3,
}

/// Two hulls on their paths.
struct HullSteps<'s, 'p> {
    pair: &'s mut ProxyPair<'p>,
    /// The velocity of the second centre relative to the first, in m/s.
    velocity: DVec3,
    /// True if the target distance was lowered because they start near each other. A search of the
    /// triangles may not begin nearer than its own target.
    is_lowered: bool,
}

impl HullSteps<'_, '_> {
    /// The nearest points of the hulls at a time (s).
    fn nearest_at(&mut self, time: f64, toward: DVec3) -> Result<HullInstant, HullStop> {
        let at = self.pair.placement(time);
        self.pair.note_instant(Stage::Convex, time);
        let nearest = self.pair.nearest(&at, toward, HULL_GJK_SHARE);
        if self.pair.meter.is_spent() {
            return Err(HullStop::Spent);
        }
        let is_converged =
            |nearest: &NearestPoints| nearest.gap >= MIN_HULL_GJK_SHARE * nearest.distance;
        let nearest = nearest.filter(is_converged).ok_or(HullStop::Unclear)?;
        let gap = nearest.gap;
        let state = Hulls {
            at,
            nearest,
            turning: DVec3::ZERO,
        };
        Ok(Instant { time, gap, state })
    }

    /// Notes that the hulls are apart until an instant.
    fn note_apart(&mut self, at: &HullInstant) {
        if !self.is_lowered {
            self.pair.hulls_apart = Some(HullsApart {
                until: at.time,
                direction: at.state.nearest.normal,
            });
        }
    }
}

impl MovingLeaves for HullSteps<'_, '_> {
    type State = Hulls;
    type Stop = HullStop;
    const MAX_STEPS: u64 = MAX_HULL_STEPS;

    fn find(&mut self, time: f64, last: &HullInstant) -> Result<HullInstant, HullStop> {
        let last_normal = last.state.nearest.normal;
        let mut found = self.nearest_at(time, last_normal)?;
        self.note_apart(&found);
        let normals = [last_normal, found.state.nearest.normal];
        found.state.turning = expected_turning(normals, time - last.time);
        Ok(found)
    }

    fn look(&mut self, from: &HullInstant, time: f64) -> Result<Look, HullStop> {
        if !self.pair.meter.take() {
            return Err(HullStop::Spent);
        }
        let Hulls {
            at: first,
            nearest,
            turning,
        } = &from.state;
        let at = self.pair.placement(time);
        let plane = PlaneTurn::ahead(nearest.normal, *turning, time - from.time);
        let gap = self.pair.measured_gap(&at, plane.normals[1]);
        let between = [first.between(), at.between()];
        let bend =
            self.pair.bend_of_turning(&plane) + plane.bend_of_centers(between, self.velocity);
        Ok(Look { gap, bend })
    }

    /// Bounds the span by the speeds of the centres and of both rotations along the direction.
    fn certain_span(&self, from: &HullInstant, clearance: f64) -> f64 {
        let normal = from.state.nearest.normal;
        let [a, b] = (self.pair.both.each_ref())
            .map(|moving| normal.cross(moving.turning()).length() * moving.reach());
        let closing = a + b - self.velocity.dot(normal);
        match closing > 0.0 {
            true => clearance / closing * (1.0 - 1e-9),
            false => f64::INFINITY,
        }
    }
}

impl ProxyPair<'_> {
    /// Advances the hulls until they are `target` metres apart, or half as far as at the start if that is
    /// less. Every gap takes a unit of the budget. `Err` if they are too near at the start, overlap, or the
    /// budget is spent.
    fn follow_hulls(
        &mut self,
        [start, end]: [f64; 2],
        target: f64,
        toward: DVec3,
    ) -> Result<Advanced<Hulls, HullStop>, HullStop> {
        let [from, to] = [start, end].map(|time| self.placement(time).between());
        let mut steps = HullSteps {
            velocity: (to - from) / (end - start).max(f64::MIN_POSITIVE),
            pair: self,
            is_lowered: false,
        };
        let first = steps.nearest_at(start, toward)?;
        steps.is_lowered = 0.5 * first.gap < target;
        let target = target.min(0.5 * first.gap);
        steps.note_apart(&first);
        if target < MIN_PROXY_TARGET {
            return Err(HullStop::Unclear);
        }
        let thresholds = DistanceThresholds {
            target,
            min_gap: HULL_STEP_TARGET_SHARE * target,
        };
        Ok(advance(&mut steps, first, end, &thresholds))
    }
}

/// The time of impact of two colliders, one of them a mesh, at a distance of `target` metres, from one
/// time of their paths (s) to another. None if their hulls do not decide.
pub(crate) fn time_of_impact(
    pair: &mut ProxyPair,
    times: [f64; 2],
    target: f64,
    toward: DVec3,
    scratch: &mut HullScratch,
) -> Option<Sweep<DVec3>> {
    let [a, b] = pair.both;
    if !hulls_can_tell([a.collider, b.collider]) {
        return None;
    }
    let start = times[0];
    let cut = |pair: &ProxyPair, time: f64| {
        Some(Sweep::Cut {
            safe_time: round_time_down(time - start),
            points: ball_border(pair, time),
        })
    };
    match pair.follow_hulls(times, target, toward) {
        Err(HullStop::Spent) => cut(pair, start),
        Ok(Advanced::Stalled {
            time,
            stop: Some(HullStop::Spent),
            ..
        }) => cut(pair, time),
        Err(HullStop::Unclear) | Ok(Advanced::Stalled { .. }) => {
            if let Some(HullsApart { until, .. }) = pair.hulls_apart {
                pair.trace
                    .note_finding(Stage::Convex, Finding::ApartUntil, until);
            }
            None
        }
        Ok(Advanced::Separated(_)) => Some(Sweep::Clear),
        Ok(Advanced::Reached(Instant {
            time,
            state: Hulls { at, nearest, .. },
            ..
        })) => {
            let hulls = HullPair {
                both: pair.placed(&at),
            };
            let support_vertices = pair.gjk.support_vertices;
            let is_known = hulls.touches_mesh_surface(&nearest, support_vertices, scratch);
            let finding = match is_known {
                true => Finding::Meet,
                false => Finding::HullIsNotMesh,
            };
            pair.trace.note_finding(Stage::Convex, finding, time);
            is_known.then(|| {
                let time = round_time_down(time - start);
                let (origin, normal) = (at.frames[0].center, nearest.normal.as_vec3());
                Sweep::impact_near(origin, time, nearest.points, normal)
            })
        }
    }
}

/// Two points of the smaller collider's bounding ball at a time (s): the nearest to the other one, and the
/// one across.
fn ball_border(pair: &ProxyPair, time: f64) -> [DVec3; 2] {
    let at = pair.placement(time);
    let [a, b] = pair.both;
    let small = usize::from(b.reach() < a.reach());
    let arm = at.between().normalize_or_zero() * pair.both[small].reach();
    let center = at.frames[small].center;
    [center + arm, center - arm]
}

/// The distance of two colliders, one of them a mesh, in metres, if their hulls decide within the budget.
pub(crate) fn gap(
    both: [PlacedCollider; 2],
    toward: DVec3,
    gjk: &mut GjkCache,
    meter: &mut Meter,
    scratch: &mut HullScratch,
) -> Option<f64> {
    if !hulls_can_tell(both.map(|placed| placed.collider)) {
        return None;
    }
    let hulls = HullPair { both };
    let nearest = hulls.nearest(toward, GJK_EXACT_SHARE, gjk, (meter, &mut Trace::default()))?;
    // A search that was cut has only a lower bound.
    if meter.is_spent() {
        return None;
    }
    let is_clear = nearest.gap > MIN_HULL_GAP.max(MIN_HULL_GJK_SHARE * nearest.distance);
    let is_known = is_clear && hulls.touches_mesh_surface(&nearest, gjk.support_vertices, scratch);
    is_known.then_some(nearest.gap)
}

/// Returns true if the hulls of two colliders, one of them a mesh, may decide when they meet.
fn hulls_can_tell(both: [&Collider; 2]) -> bool {
    let is_known = |collider: &&Collider| match collider.core() {
        Shape::Mesh(_) => !collider.proxy().hull_fidelity().is_empty(),
        Shape::Compound(_) => false,
        // A convex solid is its own hull.
        _ => true,
    };
    let is_mesh = |collider: &&Collider| matches!(collider.core(), Shape::Mesh(_));
    both.iter().all(is_known) && both.iter().any(is_mesh)
}

#[cfg(test)]
mod tests;

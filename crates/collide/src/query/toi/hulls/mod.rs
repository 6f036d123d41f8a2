//! Time of impact of two colliders by conservative advancement of their convex hulls.
//!
//! As long as the hulls of two bodies are apart, so are the bodies. A plane across the line between
//! the hulls' nearest points separates them for a while; its gaps now, at the end of the path and in
//! between tell for how long (see `separating_plane/fixed.rs`). At that time the nearest points are
//! searched again, until the hulls are as near as the target. If the features that would touch are
//! the bodies' own and no bridge over a hollow, this is the bodies' impact too, for a few GJK runs
//! instead of a sweep of all triangles.

use glam::DVec3;

use crate::budget::Meter;
use crate::params::{
    GJK_EXACT_SHARE, HULL_GJK_SHARE, HULL_STEP_MIN_SHARE, HULL_STEP_TARGET_SHARE, MAX_HULL_STEPS,
    MAX_STEP_HALVINGS, MIN_HULL_GAP, MIN_HULL_GJK_SHARE, MIN_PROXY_TARGET,
};
use crate::query::PlacedCollider;
use crate::query::hull_pair::{GjkCache, HullPair, HullScratch, NearestPoints};
use crate::query::toi::path_pair::{PairPlacement, PathPair};
use crate::query::toi::separating_plane::PlaneTest;
use crate::query::toi::{HullsApart, Sweep, round_time_down};
use crate::shape::{Collider, Shape};

/// Why the hulls of two bodies give no time of impact.
enum HullSweepFailure {
    /// The hulls overlap, or GJK or the steps do not converge.
    Unclear,
    /// The work units are spent. Until this time (s) the hulls stay apart.
    Spent(f64),
}

impl PathPair<'_> {
    /// Advances the hulls to where they come as near as `target` metres, or half as near as at the
    /// start if that is nearer. None if they never do. Every plane takes a unit of the budget.
    fn follow_hulls(
        &mut self,
        [start, end]: [f64; 2],
        mut target: f64,
        toward: DVec3,
    ) -> Result<Option<(PairPlacement, NearestPoints)>, HullSweepFailure> {
        let (mut at, last) = (self.placement(start), self.placement(end));
        let (mut toward, mut is_lowered) = (toward, false);
        for step in 0..MAX_HULL_STEPS {
            self.note_instant(at.time);
            let nearest = self.nearest(&at, toward, HULL_GJK_SHARE);
            if self.meter.is_spent() {
                return Err(HullSweepFailure::Spent(at.time));
            }
            let nearest = nearest.ok_or(HullSweepFailure::Unclear)?;
            let (n, gap) = (nearest.normal, nearest.gap);
            if gap < MIN_HULL_GJK_SHARE * nearest.distance {
                return Err(HullSweepFailure::Unclear);
            }
            if step == 0 {
                // A search of the triangles may not begin nearer than its own target.
                is_lowered = 0.5 * gap < target;
                target = target.min(0.5 * gap);
            }
            if !is_lowered {
                self.hulls_apart = Some(HullsApart {
                    until: at.time,
                    direction: n,
                });
            }
            if target < MIN_PROXY_TARGET {
                return Err(HullSweepFailure::Unclear);
            }
            if gap <= target {
                return Ok(Some((at, nearest)));
            }
            if matches!(self.test_plane(&at, &last, n, target), PlaneTest::Separates) {
                return Ok(None);
            }
            let closing = gap - self.gap(&last, n);
            let share = if closing > 0.0 {
                ((gap - HULL_STEP_TARGET_SHARE * target) / closing).min(1.0)
            } else {
                0.5
            };
            let mut span = share * (end - at.time);
            let mut next = None;
            for _ in 0..MAX_STEP_HALVINGS {
                let there = self.placement(at.time + span);
                if matches!(
                    self.test_plane(&at, &there, n, HULL_STEP_MIN_SHARE * target),
                    PlaneTest::Separates
                ) {
                    next = Some(there);
                    break;
                }
                span *= 0.5;
            }
            let next = next.filter(|next| next.time > at.time);
            let next = next.ok_or(match self.meter.is_spent() {
                true => HullSweepFailure::Spent(at.time),
                false => HullSweepFailure::Unclear,
            })?;
            (at, toward) = (next, n);
        }
        Err(HullSweepFailure::Unclear)
    }
}

/// The time of impact of two colliders, one of them a mesh, at a distance of `target` metres, from one
/// time of their paths (s) to another. None if their hulls do not tell.
pub(crate) fn time_of_impact(
    pair: &mut PathPair,
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
    match pair.follow_hulls(times, target, toward) {
        Err(HullSweepFailure::Unclear) => None,
        Err(HullSweepFailure::Spent(time)) => Some(Sweep::Cut {
            safe_time: round_time_down(time - start),
            points: ball_border(pair, time),
        }),
        Ok(None) => Some(Sweep::Clear),
        Ok(Some((at, nearest))) => {
            let hulls = HullPair {
                both: pair.placed(&at),
            };
            let support_vertices = pair.gjk.support_vertices;
            let is_known = hulls.touches_mesh_surface(&nearest, support_vertices, scratch);
            is_known.then(|| {
                let time = round_time_down(at.time - start);
                let (origin, normal) = (at.frames[0].center, nearest.normal.as_vec3());
                Sweep::impact_near(origin, time, nearest.points, normal)
            })
        }
    }
}

/// Two points of the smaller collider's bounding ball at a time (s): the nearest to the other one, and the
/// one across.
fn ball_border(pair: &PathPair, time: f64) -> [DVec3; 2] {
    let at = pair.placement(time);
    let [a, b] = pair.both;
    let small = usize::from(b.reach() < a.reach());
    let arm = at.between().normalize_or_zero() * pair.both[small].reach();
    let center = at.frames[small].center;
    [center + arm, center - arm]
}

/// The distance of two colliders, one of them a mesh, in metres, if their hulls tell within the budget.
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
    let nearest = hulls.nearest(toward, GJK_EXACT_SHARE, gjk, meter)?;
    // A search that was cut knows a lower bound alone.
    if meter.is_spent() {
        return None;
    }
    let is_clear = nearest.gap > MIN_HULL_GAP.max(MIN_HULL_GJK_SHARE * nearest.distance);
    let is_known = is_clear && hulls.touches_mesh_surface(&nearest, gjk.support_vertices, scratch);
    is_known.then_some(nearest.gap)
}

/// Whether the hulls of two colliders, one of them a mesh, may tell when they meet.
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

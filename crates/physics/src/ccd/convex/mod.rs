//! Time of impact of two bodies by conservative advancement of their convex hulls.
//!
//! As long as the hulls of two bodies are apart, so are the bodies. A plane across the line between
//! the hulls' nearest points separates them for a while; its gaps now, at the end of the path and in
//! between tell for how long (see `separating_plane/fixed.rs`). At that time the nearest points are
//! searched again, until the hulls are as near as the target. If the features that would touch are
//! the bodies' own and no bridge over a hollow, this is the bodies' impact too, for a few GJK runs
//! instead of a sweep of all triangles.

use glam::DVec3;

use crate::body::Body;
use crate::ccd::pair::PairSweep;
use crate::ccd::pair_context::{PairContext, PairPlacement};
use crate::ccd::separating_plane::PlaneTest;
use crate::manifold::hull_contacts::{HullPair, NearestPoints};
use crate::params::{
    GJK_EXACT_SHARE, HULL_GJK_SHARE, HULL_STEP_MIN_SHARE, HULL_STEP_TARGET_SHARE, MAX_HULL_STEPS,
    MAX_STEP_HALVINGS, MIN_HULL_GAP, MIN_HULL_GJK_SHARE, MIN_PROXY_TARGET,
};
use dodgem_collide::Shape;
use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::Sweep;

/// Why the hulls of two bodies give no time of impact.
enum HullSweepFailure {
    /// The hulls overlap, or GJK or the steps do not converge.
    Unclear,
    /// The work units are spent. Until this time (s) the hulls stay apart.
    Spent(f64),
}

impl PairContext<'_> {
    /// Advances the hulls to where they come as near as `target` metres, or half as near as at the
    /// start if that is nearer. None if they never do. Every step takes a unit of the budget.
    fn follow_hulls(
        &mut self,
        [start, end]: [f64; 2],
        mut target: f64,
        toward: DVec3,
        budget: &mut u64,
    ) -> Result<Option<(PairPlacement, NearestPoints)>, HullSweepFailure> {
        let (mut at, last) = (self.placement(start), self.placement(end));
        let mut toward = toward;
        for step in 0..MAX_HULL_STEPS {
            *budget = budget
                .checked_sub(1)
                .ok_or(HullSweepFailure::Spent(at.time))?;
            let nearest = self
                .nearest(&at, toward, HULL_GJK_SHARE)
                .ok_or(HullSweepFailure::Unclear)?;
            let (n, gap) = (nearest.normal, nearest.gap);
            if gap < MIN_HULL_GJK_SHARE * nearest.distance {
                return Err(HullSweepFailure::Unclear);
            }
            if step == 0 {
                target = target.min(0.5 * gap);
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
            let next = next
                .filter(|next| next.time > at.time)
                .ok_or(HullSweepFailure::Unclear)?;
            (at, toward) = (next, n);
        }
        Err(HullSweepFailure::Unclear)
    }
}

impl PairSweep<'_> {
    /// The time of impact of two bodies, one of them a mesh, at a distance of `target` metres, on
    /// their paths from `start` (s) to the step's end. None if their hulls do not tell within a
    /// budget of work units.
    pub(crate) fn toi_by_hulls(&mut self, start: f64, target: f64, budget: u64) -> Option<Sweep> {
        let bodies = self.bodies();
        if !hulls_can_tell(bodies) {
            return None;
        }
        let toward = self.toward();
        let mut context = self.view.context(self.state);
        let end = self.view.settings.step;
        let mut left = budget;
        let found = context.follow_hulls([start, end], target, toward, &mut left);
        let gjk_cache = context.gjk_cache;
        let sweep = match found {
            Err(HullSweepFailure::Unclear) => return None,
            Err(HullSweepFailure::Spent(time)) => Sweep::Cut {
                safe_time: (time - start) as f32,
            },
            Ok(None) => Sweep::Clear,
            Ok(Some((at, nearest))) => {
                let hulls = HullPair {
                    bodies,
                    places: at.places,
                };
                let memory = &mut self.shape_queries.hull_scratch;
                if !hulls.touches_mesh_surface(&nearest, gjk_cache.support_vertices, memory) {
                    return None;
                }
                let [point_a, point_b] = nearest.points.map(|p| p.as_vec3());
                Sweep::Impact {
                    time: (at.time - start) as f32,
                    point_a,
                    point_b,
                    normal: nearest.normal.as_vec3(),
                }
            }
        };
        self.state.gjk_cache = gjk_cache;
        self.shape_queries.spend(budget - left + 1);
        self.count_search();
        Some(sweep)
    }

    /// The distance of the two `time` seconds into their paths, in metres, if their hulls tell.
    pub(crate) fn gap_by_hulls(&mut self, paths: &[Motion; 2], time: f32) -> Option<f64> {
        let bodies = self.bodies();
        if !hulls_can_tell(bodies) {
            return None;
        }
        let places = [0, 1].map(|i: usize| {
            let at = paths[i].placement_at(f64::from(time));
            let center = bodies[i].local_center.as_dvec3();
            (at.point(center), at.rotation)
        });
        let (hulls, toward) = (HullPair { bodies, places }, self.toward());
        let nearest = hulls.nearest(toward, GJK_EXACT_SHARE, &mut self.state.gjk_cache)?;
        let support_vertices = self.state.gjk_cache.support_vertices;
        let memory = &mut self.shape_queries.hull_scratch;
        let is_clear = nearest.gap > MIN_HULL_GAP.max(MIN_HULL_GJK_SHARE * nearest.distance);
        let is_known = is_clear && hulls.touches_mesh_surface(&nearest, support_vertices, memory);
        is_known.then(|| {
            self.shape_queries.spend(1);
            nearest.gap
        })
    }

    /// A first direction for GJK, from the first body to the second.
    fn toward(&self) -> DVec3 {
        let [a, b] = self.bodies();
        if self.state.axis == DVec3::ZERO {
            b.center - a.center
        } else {
            self.state.axis
        }
    }
}

/// Whether the hulls of two bodies, one of them a mesh, may tell when they meet.
fn hulls_can_tell(bodies: [&Body; 2]) -> bool {
    let is_known = |body: &&Body| match body.shape {
        Shape::Mesh(_) => !body.proxy.hull_fidelity().is_empty(),
        // A convex solid is its own hull.
        _ => true,
    };
    let is_mesh = |body: &&Body| matches!(body.shape, Shape::Mesh(_));
    bodies.iter().all(is_known) && bodies.iter().any(is_mesh)
}

#[cfg(test)]
mod tests;

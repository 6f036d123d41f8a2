//! The convex stage: two moving meshes tested by their hulls, as long as a plane separates them.
//!
//! The support point of a mesh along a direction is found on its hull, or by a descent of one tree.
//! So pairs of nodes, the main cost of a sweep, are not needed. Most bodies that meet touch at the
//! place where their convex hulls do: then the whole sweep is done here.
//!
//! Let `n` be a direction fixed in the world. Along it no point has an acceleration above `|w| |n x
//! w| r'`, where `r'` is its distance from the axis of rotation. So over a time `S` its height
//! stays within `M s (S - s) / 2` of the chord between its heights at both ends. The same holds for
//! the support point, and so for the gap of two bodies: it is at least the chord of the gaps at
//! both ends, less the sum of these terms. A bound from one end has to allow for closing over all
//! of `S`; this one does not, so bodies that approach may have a gap of 0 at the end.

use glam::{DVec3, Vec3};

use crate::model::Model;
use crate::narrow_phase::gjk::{DifferenceSet, gjk};
use crate::narrow_phase::simplex::Simplex;
use crate::params;
use crate::query::account::Account;
use crate::query::distance::{BudgetSpent, SupportSearch};
use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::motion_pair::{BodyFrame, MotionPair};

/// Two meshes, and the budget of the stage.
pub(super) struct ConvexStage<'q> {
    pub models: [&'q Model; 2],
    pub motions: &'q MotionPair,
    /// No point of a body is farther from its centre of rotation, m.
    pub reach: [f64; 2],
    /// The gap that has to remain (m), with the bound of rounding.
    pub min_gap: f64,
    /// The stack of the descents that find support points.
    pub stack: &'q mut Vec<(u32, f32)>,
    pub account: Account<'q>,
}

/// A support point in the world, and its height (m) along its direction.
#[derive(Clone, Copy, Debug)]
struct SupportPoint {
    point: DVec3,
    height: f64,
}

/// The gap of two bodies along one direction.
#[derive(Clone, Copy, Debug)]
struct DirectionGap {
    /// The direction in the world from the first to the second, of length 1.
    direction: DVec3,
    /// The gap in metres; negative if they overlap along the direction.
    gap: f64,
    /// The support points of both bodies toward each other, in the world.
    points: [DVec3; 2],
}

/// The state of the pair when planes do not separate it any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchStart {
    /// They are disjoint before this time, s.
    pub safe: f64,
    /// The time at which they may touch if the gap keeps closing at its rate, s.
    pub closed: f64,
    /// The direction of the world that separated them last.
    pub toward: DVec3,
}

impl SearchStart {
    /// The start, at a time (s), of a search without the convex stage before it. `toward` is a direction of the
    /// world that is tried first; the line between the centres if none is known.
    pub(super) fn at(motions: &MotionPair, time: f64, toward: Option<DVec3>) -> Self {
        let [a, b] = motions.frames(time).map(|frame| frame.center);
        SearchStart {
            safe: time,
            closed: time,
            toward: toward.unwrap_or_else(|| (b - a).normalize_or(DVec3::Y)),
        }
    }
}

/// The result of the stage.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaneResult {
    /// A plane separates them until the end; at last with this normal.
    Separated(DVec3),
    /// No plane was found for the rest of the time.
    Undecided(SearchStart),
    Cut {
        /// They are disjoint before this time, s.
        safe: f64,
    },
}

impl ConvexStage<'_> {
    /// Advances two bodies from `begin` (s) to `end` as long as planes separate them. `toward` is a
    /// direction of the world that is tried first.
    pub(super) fn advance(&mut self, begin: f64, end: f64, toward: Option<DVec3>) -> PlaneResult {
        let mut safe = begin;
        self.advance_until_cut(&mut safe, end, toward)
            .unwrap_or(PlaneResult::Cut { safe })
    }

    fn advance_until_cut(
        &mut self,
        safe: &mut f64,
        end: f64,
        toward: Option<DVec3>,
    ) -> Result<PlaneResult, BudgetSpent> {
        let rotation_rate = self.motions.rotation_rate();
        let mut frames = self.motions.frames(*safe);
        let first = frames[1].center - frames[0].center;
        let mut current = self.find_direction(&frames, toward.unwrap_or(first))?;
        let mut longest = params::MAX_PLANE_STEP_ROTATION / rotation_rate;
        // The longest step after one that was too long.
        let mut shorter = f64::INFINITY;
        let mut closed = *safe;
        for _ in 0..params::MAX_PLANE_STEPS {
            let clearance = current.gap - self.min_gap;
            if clearance <= 0.0 {
                break;
            }
            let closing_rate = self.closing_rate(&frames, &current);
            let left = if closing_rate > 0.0 {
                clearance / closing_rate
            } else {
                f64::INFINITY
            };
            closed = *safe + left;
            let all = end - *safe;
            let mut step = left.min(longest).min(shorter).min(all);
            let mut then = self.motions.frames(*safe + step);
            let mut same = self.gap_along(&then, current.direction)?;
            if same.gap <= self.min_gap {
                let evenly = step * clearance / (current.gap - same.gap);
                let beyond = if shorter < f64::INFINITY {
                    params::PLANE_RETRY_OVERSHOOT
                } else {
                    params::PLANE_OVERSHOOT
                };
                step = step.min(beyond * evenly);
                then = self.motions.frames(*safe + step);
                same = self.gap_along(&then, current.direction)?;
            }
            let is_last = step >= all;
            if !is_last && step * rotation_rate < params::MIN_PLANE_STEP_ROTATION {
                break;
            }
            let time = if is_last { end } else { *safe + step };
            self.account.trace.note_instant(*safe);
            self.account.trace.note_instant(time);
            // The direction that separates them now may do so until then.
            let open_share = self.gap_bound([&current, &same], step).open_share();
            if open_share >= 1.0 && is_last {
                return Ok(PlaneResult::Separated(current.direction));
            }
            // Else the direction that separates them then may separate them for the rest of the time.
            let next = self.improve_direction(&then, same)?;
            if open_share >= 1.0 || self.open_share_before(&frames, &next, step)? > 1.0 - open_share
            {
                if is_last {
                    return Ok(PlaneResult::Separated(next.direction));
                }
                (*safe, frames, current) = (time, then, next);
                longest = (params::PLANE_STEP_GROWTH * step)
                    .min(params::MAX_PLANE_STEP_ROTATION / rotation_rate);
                shorter = f64::INFINITY;
                continue;
            }
            shorter = step * open_share.max(params::PLANE_RETRY_SHARE);
        }
        Ok(PlaneResult::Undecided(SearchStart {
            safe: *safe,
            closed,
            toward: current.direction,
        }))
    }

    /// True if a direction (of the world, of length 1) separates the bodies throughout a time span (s). False
    /// if the budget is spent.
    pub(super) fn stay_separated_along(
        &mut self,
        direction: DVec3,
        [begin, end]: [f64; 2],
    ) -> bool {
        let then = self.motions.frames(end);
        let Ok(last) = self.gap_along(&then, direction) else {
            return false;
        };
        let before = self.motions.frames(begin);
        (self.open_share_before(&before, &last, end - begin))
            .is_ok_and(|open_share| open_share >= 1.0)
    }

    /// The share of a `time` (s) before `last` in which its direction separates the bodies.
    fn open_share_before(
        &mut self,
        before: &[BodyFrame; 2],
        last: &DirectionGap,
        time: f64,
    ) -> Result<f64, BudgetSpent> {
        if last.gap <= self.min_gap {
            return Ok(0.0);
        }
        let first = self.gap_along(before, last.direction)?;
        Ok(self.gap_bound([last, &first], time).open_share())
    }

    /// The bound of the gap between two instants, `time` seconds apart, along one direction.
    fn gap_bound(&self, [begin, end]: [&DirectionGap; 2], time: f64) -> GapBound {
        let [a, b] = self.motions.angular_velocities();
        let curvature = |angular_velocity: DVec3, radius: f64| {
            angular_velocity.length() * begin.direction.cross(angular_velocity).length() * radius
        };
        let curvature = curvature(a, self.reach[0]) + curvature(b, self.reach[1]);
        GapBound {
            first: begin.gap - self.min_gap,
            last: end.gap - self.min_gap,
            sag: 0.5 * curvature * time * time,
        }
    }

    /// The rate at which the support points approach along the direction, m/s.
    fn closing_rate(&self, frames: &[BodyFrame; 2], current: &DirectionGap) -> f64 {
        let (velocities, angular_velocities) =
            (self.motions.velocities(), self.motions.angular_velocities());
        let rate = |body: usize| {
            let arm = current.points[body] - frames[body].center;
            current
                .direction
                .dot(velocities[body] + angular_velocities[body].cross(arm))
        };
        rate(0) - rate(1)
    }

    /// A direction along which the gap is a large share of the bodies' distance; the best one tried
    /// if they overlap. `toward` is tried first.
    fn find_direction(
        &mut self,
        frames: &[BodyFrame; 2],
        toward: DVec3,
    ) -> Result<DirectionGap, BudgetSpent> {
        let direction = toward.try_normalize().unwrap_or(DVec3::Y);
        let first = self.gap_along(frames, direction)?;
        self.improve_direction(frames, first)
    }

    /// [`ConvexStage::find_direction`] from the gap along a first direction: GJK on the bodies' support points.
    fn improve_direction(
        &mut self,
        frames: &[BodyFrame; 2],
        first: DirectionGap,
    ) -> Result<DirectionGap, BudgetSpent> {
        self.account.counters.advancement_steps += 1;
        let corner = first.points[1] - first.points[0];
        let mut simplex = Simplex::default();
        simplex.push(corner, ());
        let toward = simplex.reduce();
        let mut search = DirectionSearch {
            near: params::NEAR_PLANE_DISTANCE_SHARE * (self.reach[0] + self.reach[1]),
            stage: self,
            frames,
            best: first,
            cut: None,
        };
        if !search.is_enough(corner.length()) {
            gjk(
                &mut search,
                &mut simplex,
                toward,
                params::MAX_PLANE_DIRECTIONS,
            );
        }
        match search.cut {
            Some(cut) => Err(cut),
            None => Ok(search.best),
        }
    }

    fn gap_along(
        &mut self,
        frames: &[BodyFrame; 2],
        direction: DVec3,
    ) -> Result<DirectionGap, BudgetSpent> {
        let a = self.support_point(0, &frames[0], direction)?;
        let b = self.support_point(1, &frames[1], -direction)?;
        Ok(DirectionGap {
            direction,
            gap: -b.height - a.height,
            points: [a.point, b.point],
        })
    }

    fn support_point(
        &mut self,
        body: usize,
        frame: &BodyFrame,
        direction: DVec3,
    ) -> Result<SupportPoint, BudgetSpent> {
        let local = frame.rotation.transpose() * direction;
        let point = self.support(body, local.as_vec3())?;
        let arm = point.as_dvec3() - self.motions.local_center(body);
        let point = frame.center + frame.rotation * arm;
        Ok(SupportPoint {
            point,
            height: direction.dot(point),
        })
    }

    fn support(&mut self, body: usize, direction: Vec3) -> Result<Vec3, BudgetSpent> {
        let model = self.models[body];
        if !model.hull.is_empty() {
            if !self.account.meter.take() {
                return Err(BudgetSpent);
            }
            self.account.counters.primitive_tests += 1;
            return Ok(model.hull.farthest(direction));
        }
        let mut walk = SupportSearch {
            stack: self.stack,
            meter: self.account.meter,
            counters: self.account.counters,
        };
        let farthest = walk.farthest(model, direction, f32::NEG_INFINITY)?;
        Ok(farthest.map_or(Vec3::ZERO, |found| found.point))
    }
}

/// Two bodies on the way to a direction that separates them by a large share of their distance.
struct DirectionSearch<'d, 'q> {
    stage: &'d mut ConvexStage<'q>,
    frames: &'d [BodyFrame; 2],
    best: DirectionGap,
    /// Below this distance (m) the search needs a larger share.
    near: f64,
    cut: Option<BudgetSpent>,
}

impl DifferenceSet for DirectionSearch<'_, '_> {
    type Vertex = ();

    fn support(&mut self, toward: DVec3, _length: f64) -> Option<(DVec3, ())> {
        let direction = toward.try_normalize()?;
        match self.stage.gap_along(self.frames, direction) {
            Ok(now) => {
                if now.gap > self.best.gap {
                    self.best = now;
                }
                Some((now.points[1] - now.points[0], ()))
            }
            Err(cut) => {
                self.cut = Some(cut);
                None
            }
        }
    }

    fn is_enough(&self, upper: f64) -> bool {
        let share = if upper < self.near {
            params::NEAR_PLANE_DIRECTION_SHARE
        } else {
            params::PLANE_DIRECTION_SHARE
        };
        self.best.gap >= share * upper
    }
}

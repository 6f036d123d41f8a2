//! Two moving bodies as wholes: as long as a plane parts them, it is all that a sweep has to see.
//!
//! What reaches farthest along a direction is found by a walk down one tree, so that the front of
//! pairs of nodes, which is what a sweep spends its time on, is not needed. Most bodies that meet
//! touch where their convex hulls do: then the whole sweep is done here.
//!
//! A direction `n` is fixed over some time. No point moves along it with an acceleration above
//! `|w| |n x w| r'`, where `r'` is its distance from the axis of its turn; so along `n` it stays
//! within `M s (S - s) / 2` of the chord between where it is at the ends of a time `S`. The same is
//! true of what of a body reaches farthest, and so of the gap of two bodies: it is at least the
//! chord of the gaps at both ends, less the sum of these. Unlike a bound from one end it needs
//! not grow with `S` where the gap is small: bodies that approach touch with a gap of 0 at the end.

use glam::{DVec3, Vec3};

use crate::budget::Meter;
use crate::counters::Counters;
use crate::model::Model;
use crate::narrow_phase::signed_volumes::Simplex;
use crate::params;
use crate::query::distance::{Spent, Walk};
use crate::query::toi::kinematics::{BodyFrame, MotionPair};

/// Two bodies, and what looks at them may cost.
pub(super) struct ConvexStage<'q> {
    pub models: [&'q Model; 2],
    pub motions: &'q MotionPair,
    /// No point of them is farther from the centre of the turn, m.
    pub reach: [f64; 2],
    /// They are to be kept more than this apart (m), rounding included.
    pub min_gap: f64,
    /// The instants that are looked at, if somebody wants to know.
    pub trace: &'q mut Option<Vec<f64>>,
    pub stack: &'q mut Vec<(u32, f32)>,
    pub meter: &'q mut Meter,
    pub counters: &'q mut Counters,
}

/// What reaches farthest toward the other body, along a direction of the world.
#[derive(Clone, Copy, Debug)]
struct SupportPoint {
    point: DVec3,
    height: f64,
}

/// Two bodies along one direction.
#[derive(Clone, Copy, Debug)]
struct DirectionGap {
    /// In the world, of length 1, from the first to the second.
    direction: DVec3,
    /// How far they are apart along it, m; negative if they overlap.
    gap: f64,
    /// What of them is nearest along it.
    points: [DVec3; 2],
}

/// What is known of two bodies when planes do not part them any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchStart {
    /// They are apart before this time, s.
    pub safe: f64,
    /// When they may touch if they go on as they do then, s.
    pub closed: f64,
    /// The direction of the world that parted them last.
    pub toward: DVec3,
}

/// Until when two bodies are parted, ...
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaneResult {
    /// By this direction at last.
    Separated(DVec3),
    /// ... and what is known of them then.
    Undecided(SearchStart),
    Cut {
        /// They are apart before this time, s.
        safe: f64,
    },
}

/// A gap (m) over a time of which `x` goes from 0 to 1: at least
/// `begin (1 - x) + end x - curvature x (1 - x)`.
#[derive(Clone, Copy, Debug)]
struct GapBound {
    begin: f64,
    end: f64,
    curvature: f64,
}

impl GapBound {
    /// For which share of the time from its begin the gap is surely open.
    fn open_share(&self) -> f64 {
        if self.begin <= 0.0 {
            return 0.0;
        }
        let slope = self.end - self.begin - self.curvature;
        let discriminant = slope * slope - 4.0 * self.curvature * self.begin;
        if self.end > 0.0 && (slope >= 0.0 || discriminant < 0.0) {
            return 1.0;
        }
        // The smaller root of begin + slope x + curvature x^2.
        let first = 2.0 * self.begin / (discriminant.max(0.0).sqrt() - slope);
        if self.end > 0.0 && first > 1.0 {
            1.0
        } else {
            first.min(1.0) * (1.0 - 1e-9)
        }
    }
}

impl ConvexStage<'_> {
    /// Follows two bodies from `begin` (s) to `end` as long as planes part them. `toward` is a
    /// direction of the world that may part them.
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
    ) -> Result<PlaneResult, Spent> {
        let rotation_rate = self.motions.rotation_rate();
        let mut frames = self.motions.frames(*safe);
        let first = frames[1].center - frames[0].center;
        let mut current = self.find_direction(&frames, toward.unwrap_or(first))?;
        let mut longest = params::MAX_PLANE_STEP_ROTATION / rotation_rate;
        // What a shorter try is cut down to after one that was too long.
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
            if let Some(instants) = &mut self.trace {
                instants.extend([*safe, time]);
            }
            // The direction that parts them now may do so until then, ...
            let open_share = self.gap_bound([&current, &same], step).open_share();
            if open_share >= 1.0 && is_last {
                return Ok(PlaneResult::Separated(current.direction));
            }
            // ... or that which parts them then does from when this one does not any more.
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

    /// Whether a direction (of the world, of length 1) parts the bodies all the time from one instant
    /// (s) to another. False if the budget is spent.
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

    /// For which share of a time (s) before `last` its direction parts the bodies without a break.
    fn open_share_before(
        &mut self,
        before: &[BodyFrame; 2],
        last: &DirectionGap,
        time: f64,
    ) -> Result<f64, Spent> {
        if last.gap <= self.min_gap {
            return Ok(0.0);
        }
        let first = self.gap_along(before, last.direction)?;
        Ok(self.gap_bound([last, &first], time).open_share())
    }

    /// The gaps along one direction at two instants, `time` seconds apart.
    fn gap_bound(&self, [begin, end]: [&DirectionGap; 2], time: f64) -> GapBound {
        let [a, b] = self.motions.angular_velocities();
        let curvature = |angular_velocity: DVec3, radius: f64| {
            angular_velocity.length() * begin.direction.cross(angular_velocity).length() * radius
        };
        let curvature = curvature(a, self.reach[0]) + curvature(b, self.reach[1]);
        GapBound {
            begin: begin.gap - self.min_gap,
            end: end.gap - self.min_gap,
            curvature: 0.5 * curvature * time * time,
        }
    }

    /// How fast the nearest points approach along the direction, m/s.
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

    /// A direction along which the bodies are apart by almost their distance; the best there was if
    /// they overlap. `toward` is the first to be tried.
    fn find_direction(
        &mut self,
        frames: &[BodyFrame; 2],
        toward: DVec3,
    ) -> Result<DirectionGap, Spent> {
        let direction = toward.try_normalize().unwrap_or(DVec3::Y);
        let first = self.gap_along(frames, direction)?;
        self.improve_direction(frames, first)
    }

    /// The same from what is known along a first direction: the walk of Gilbert, Johnson and Keerthi
    /// on what the bodies reach.
    fn improve_direction(
        &mut self,
        frames: &[BodyFrame; 2],
        first: DirectionGap,
    ) -> Result<DirectionGap, Spent> {
        self.counters.advancement_steps += 1;
        let mut simplex = Simplex::default();
        let (mut best, mut current) = (first, first);
        for _ in 0..params::MAX_PLANE_DIRECTIONS {
            let corner = current.points[1] - current.points[0];
            // Else they overlap, or no corner is nearer.
            let Some(point) = simplex.take(corner) else {
                break;
            };
            let length = point.length();
            let share =
                if length < params::NEAR_PLANE_DISTANCE_SHARE * (self.reach[0] + self.reach[1]) {
                    params::NEAR_PLANE_DIRECTION_SHARE
                } else {
                    params::PLANE_DIRECTION_SHARE
                };
            if best.gap >= share * length {
                break;
            }
            let Some(direction) = point.try_normalize() else {
                break;
            };
            current = self.gap_along(frames, direction)?;
            if current.gap > best.gap {
                best = current;
            }
        }
        Ok(best)
    }

    fn gap_along(
        &mut self,
        frames: &[BodyFrame; 2],
        direction: DVec3,
    ) -> Result<DirectionGap, Spent> {
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
    ) -> Result<SupportPoint, Spent> {
        let local = frame.rotation.transpose() * direction;
        let point = self.support(body, local.as_vec3())?;
        let arm = point.as_dvec3() - self.motions.local_center(body);
        let point = frame.center + frame.rotation * arm;
        Ok(SupportPoint {
            point,
            height: direction.dot(point),
        })
    }

    fn support(&mut self, body: usize, direction: Vec3) -> Result<Vec3, Spent> {
        let model = self.models[body];
        if !model.hull.is_empty() {
            if !self.meter.take() {
                return Err(Spent);
            }
            self.counters.primitive_tests += 1;
            return Ok(model.hull.farthest(direction));
        }
        let mut walk = Walk {
            stack: self.stack,
            meter: self.meter,
            counters: self.counters,
        };
        let farthest = walk.farthest(model, direction, f32::NEG_INFINITY)?;
        Ok(farthest.map_or(Vec3::ZERO, |found| found.place))
    }
}

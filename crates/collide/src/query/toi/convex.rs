//! The convex stage: two moving meshes tested by their hulls, as long as a plane separates them.
//!
//! The support point of a mesh along a direction is found on its hull, or by a descent of one tree.
//! So pairs of nodes, the main cost of a sweep, are not needed. Most bodies that meet touch at the
//! place where their convex hulls do: then the whole sweep is done here.
//!
//! A plane across a direction separates the two for a time, which follows from its gaps now and at later times
//! (`advance.rs`); then GJK on the support points finds another direction. The stage ends once its steps are so
//! short that the search of the trees is cheaper.

use glam::{DVec3, Vec3};

use crate::model::Model;
use crate::narrow_phase::gjk::{DifferenceSet, SimplexStep, gjk};
use crate::narrow_phase::simplex::Simplex;
use crate::params;
use crate::query::account::Account;
use crate::query::distance::{BudgetSpent, SupportSearch};
use crate::query::stage::Stage;
use crate::query::toi::DistanceThresholds;
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::gap_bound::GapBound;
use crate::query::toi::motion_pair::{BodyFrame, MotionPair};
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::trace::Finding;

/// Two meshes, and the budget of the stage.
pub(super) struct ConvexStage<'q> {
    pub models: [&'q Model; 2],
    pub motions: &'q MotionPair,
    /// No point of a body is farther from its centre of rotation, m.
    pub reach: [f64; 2],
    /// The gap that has to remain (m), with the bound of rounding.
    pub min_gap: f64,
    /// The end, s.
    pub end: f64,
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

/// Two bodies at a time, separated along a direction.
type PlaneInstant = Instant<DirectionGap>;

/// The gap of two bodies along one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionGap {
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

/// The reason why the stage cannot measure a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaneStop {
    /// The budget is spent.
    Spent(BudgetSpent),
    /// The last step was so short that the tree search is cheaper.
    Short,
}

impl From<BudgetSpent> for PlaneStop {
    fn from(spent: BudgetSpent) -> Self {
        PlaneStop::Spent(spent)
    }
}

impl MovingLeaves for ConvexStage<'_> {
    type State = DirectionGap;
    type Stop = PlaneStop;
    const MAX_STEPS: u64 = params::MAX_PLANE_STEPS;

    fn find(&mut self, time: f64, last: &Instant<DirectionGap>) -> Result<PlaneInstant, PlaneStop> {
        let step = time - last.time;
        if time < self.end && step * self.motions.rotation_rate() < params::MIN_PLANE_STEP_ROTATION
        {
            return Err(PlaneStop::Short);
        }
        Ok(self.separated_at(time, last.state.direction)?)
    }

    fn look(&mut self, from: &PlaneInstant, time: f64) -> Result<Look, PlaneStop> {
        let frames = self.motions.frames(time);
        let gap = self.gap_along(&frames, from.state.direction)?.gap;
        let bend = self.bend(from.state.direction);
        Ok(Look { gap, bend })
    }
}

impl ConvexStage<'_> {
    /// Advances two bodies from `begin` (s) to the end as long as planes separate them. `toward` is a
    /// direction of the world that is tried first.
    pub(super) fn advance(&mut self, begin: f64, toward: Option<DVec3>) -> PlaneResult {
        let [a, b] = self.motions.frames(begin).map(|frame| frame.center);
        let Ok(first) = self.separated_at(begin, toward.unwrap_or(b - a)) else {
            return PlaneResult::Cut { safe: begin };
        };
        let thresholds = DistanceThresholds {
            target: self.min_gap,
            min_gap: self.min_gap,
        };
        let advanced = advance(self, first, self.end, &thresholds);
        let (finding, time) = match &advanced {
            Advanced::Separated(_) => (Finding::Apart, self.end),
            Advanced::Reached(last) => (Finding::ApartUntil, last.time),
            Advanced::Stalled { time, .. } => (Finding::ApartUntil, *time),
        };
        self.account
            .trace
            .note_finding(Stage::Convex, finding, time);
        let (safe, last) = match advanced {
            Advanced::Separated(last) => return PlaneResult::Separated(last.state.direction),
            Advanced::Stalled {
                time: safe,
                stop: Some(PlaneStop::Spent(_)),
                ..
            } => return PlaneResult::Cut { safe },
            Advanced::Reached(last) => (last.time, last),
            Advanced::Stalled { time, at, .. } => (time, at),
        };
        let clearance = last.gap - self.min_gap;
        let closing_rate = self.closing_rate(&last);
        let left = match closing_rate > 0.0 {
            _ if clearance <= 0.0 => 0.0,
            true => clearance / closing_rate,
            false => f64::INFINITY,
        };
        PlaneResult::Undecided(SearchStart {
            safe,
            closed: (last.time + left).max(safe),
            toward: last.state.direction,
        })
    }

    /// The two at a time (s), along a direction with a gap that is a large share of the bodies' distance; the best
    /// one tried if they overlap. `toward` is tried first.
    fn separated_at(&mut self, time: f64, toward: DVec3) -> Result<PlaneInstant, BudgetSpent> {
        self.account.trace.note_instant(Stage::Convex, time);
        let frames = self.motions.frames(time);
        let direction = toward.try_normalize().unwrap_or(DVec3::Y);
        let first = self.gap_along(&frames, direction)?;
        let state = self.improve_direction(&frames, first)?;
        let gap = state.gap;
        Ok(Instant { time, gap, state })
    }

    /// True if a direction (of the world, of length 1) separates the bodies throughout a time span (s). False
    /// if the budget is spent.
    pub(super) fn stay_separated_along(&mut self, direction: DVec3, span: [f64; 2]) -> bool {
        let mut gap_at = |time: f64| {
            let frames = self.motions.frames(time);
            let found = self.gap_along(&frames, direction);
            found.map_or(f64::NEG_INFINITY, |found| found.gap - self.min_gap)
        };
        let last = gap_at(span[1]);
        if last <= 0.0 {
            return false;
        }
        let first = gap_at(span[0]);
        let time = span[1] - span[0];
        let sag = self.bend(direction) * time * time;
        (GapBound { first, last, sag }).open_share() >= 1.0
    }

    /// Half of the bound on the second derivative of the gap along a direction, in m/s^2.
    fn bend(&self, direction: DVec3) -> f64 {
        let plane = PlaneTurn::fixed(direction);
        let [a, b] = self.motions.angular_velocities();
        plane.bend_of_turning(a, self.reach[0]) + plane.bend_of_turning(b, self.reach[1])
    }

    /// The rate at which the support points of an instant approach along its direction, m/s.
    fn closing_rate(&self, at: &PlaneInstant) -> f64 {
        let frames = self.motions.frames(at.time);
        let (velocities, angular_velocities) =
            (self.motions.velocities(), self.motions.angular_velocities());
        let rate = |body: usize| {
            let arm = at.state.points[body] - frames[body].center;
            (at.state.direction).dot(velocities[body] + angular_velocities[body].cross(arm))
        };
        rate(0) - rate(1)
    }

    /// Improves the gap along a first direction by GJK on the bodies' support points.
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

    fn note(&mut self, simplex: &Simplex<()>, step: &SimplexStep) {
        let differences = simplex.iter().map(|one| one.0);
        self.stage.account.trace.note_gjk(differences, step);
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

//! Repeats the sweep of a pair of bodies for the views: the one of its last impact, or a look-ahead.

use glam::{DVec3, Vec3};

use dodgem_collide::math::{CenterFrame, Motion, Pose};
use dodgem_collide::query::toi::SweepOptions;
use dodgem_collide::query::{MovingCollider, PairCache, Stage, Stages};
use dodgem_collide::query::{SweepLimits, SweepTrace};
use dodgem_collide::{Budget, Query, Shape};
use dodgem_physics::{Body, BodyId, BodyKind};

use crate::arena::nearest::nearest_points;
use crate::arena::toi_trace::ToiTrace;
use crate::arena::{ActorId, Arena, Focus, seconds_of};
use crate::params::{LOOK_AHEAD_MIN_GAP, LOOK_AHEAD_SECONDS, LOOK_AHEAD_TARGET, LOOK_AHEAD_WORK};
use crate::params::{TOI_TRACE_MIN_SPEED, TOI_TRACE_SECONDS, TOI_TRACES_DRAWN};

/// Kind of the sweep that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SweepOf {
    /// The sweep of the step in which they met.
    Step {
        /// Arena time since then, in seconds.
        age: f32,
    },
    /// A look-ahead from the current poses and velocities, independent of any step.
    Ahead,
}

/// A repeated sweep of two bodies.
#[derive(Clone, Debug)]
pub struct PairTrace {
    /// Kind of the sweep.
    pub sweep: SweepOf,
    /// The bodies, in the order in which they were swept.
    pub bodies: [BodyId; 2],
    /// Trace of the sweep.
    pub trace: SweepTrace,
    /// Trace with the tree nodes that were visited; if another stage decided before the trees, the trace of a
    /// second query with the trees alone.
    pub tree: SweepTrace,
}

impl PairTrace {
    /// True if the level's own query visited the nodes of [`PairTrace::tree`].
    pub fn tree_decided(&self) -> bool {
        !self.trace.nodes.is_empty()
    }

    /// Returns the end of the sweep, in seconds of the clock of its paths.
    pub fn end(&self) -> f64 {
        self.trace.record.safe_until()
    }

    /// Returns the distance of the two bodies at an instant of the sweep's clock in metres, and their nearest
    /// points in the world; None if they touch.
    pub(super) fn nearest(
        &self,
        bodies: [&Body; 2],
        time: f64,
        query: &mut Query,
    ) -> Option<(f64, [DVec3; 2])> {
        let frames = self
            .trace
            .record
            .motions
            .map(|motion| motion.frame_at(time));
        nearest_points(bodies.map(Body::collider), frames, query)
    }

    /// Returns the poses of the two bodies at an instant of the sweep's clock, in seconds.
    pub fn poses(&self, bodies: [&Body; 2], time: f64) -> [Pose; 2] {
        let motions = self.trace.record.motions;
        [0, 1].map(|i: usize| {
            let center = bodies[i].collider().local_center();
            motions[i].frame_at(time).pose(center)
        })
    }
}

/// Nearest points of two bodies, with the poses for which they hold.
#[derive(Clone, Copy, Debug)]
pub struct NearestAt {
    /// Distance, in metres; 0 if they touch.
    pub gap: f32,
    /// The nearest points of both, in the world.
    pub points: [Vec3; 2],
    /// Poses of the two actors.
    pub poses: [Pose; 2],
    /// The sweep at whose end this is; None for now.
    pub sweep: Option<SweepOf>,
}

/// Returns the sweeps of recent impacts, the latest first, each pair once, with their age in seconds: of
/// the focus, or of all bodies. Without a focus, slow impacts occur only if there is no faster one.
pub(super) fn recent_traces(
    arena: &Arena,
    focus: Option<Focus>,
) -> impl Iterator<Item = (&ToiTrace, f32)> {
    let traces = arena.record.traces().iter().rev().filter_map(move |trace| {
        // The arena may have gone back in time, before the step of the trace.
        let age = seconds_of(arena.steps().checked_sub(trace.step)?);
        let is_wanted = focus.is_none_or(|focus| is_of(arena, trace, focus));
        (age <= TOI_TRACE_SECONDS && is_wanted).then_some((trace, age))
    });
    let is_fast = |trace: &ToiTrace| trace.speed >= TOI_TRACE_MIN_SPEED;
    let fast_only = focus.is_none() && traces.clone().any(|(trace, _)| is_fast(trace));
    let mut seen: Vec<[BodyId; 2]> = Vec::new();
    let wanted = traces.filter(move |(trace, _)| !fast_only || is_fast(trace));
    let shown = wanted.filter(move |(trace, _)| {
        let is_first = !seen.contains(&trace.bodies);
        seen.push(trace.bodies);
        is_first
    });
    shown.take(TOI_TRACES_DRAWN)
}

pub(super) fn is_of(arena: &Arena, trace: &ToiTrace, focus: Focus) -> bool {
    let [one, other] = trace.bodies.map(|body| arena.met_of(body).actor());
    match focus {
        Focus::One(id) => [one, other].contains(&Some(id)),
        Focus::Pair([a, b]) => [(one, other), (other, one)].contains(&(Some(a), Some(b))),
    }
}

/// Repeats the sweep of a step exactly, with the stored paths, accuracy, budget, stages and cache. None
/// if one of the bodies is gone.
pub(super) fn step_trace(
    arena: &Arena,
    trace: &ToiTrace,
    age: f32,
    query: &mut Query,
) -> Option<PairTrace> {
    let [one, other] = trace.bodies.map(|id| arena.world.body(id));
    let colliders = [one?, other?].map(Body::collider);
    let found = trace.record.repeat(colliders, query);
    let tree = tree_alone(&found, colliders, query);
    Some(PairTrace {
        sweep: SweepOf::Step { age },
        bodies: trace.bodies,
        trace: found,
        tree,
    })
}

/// Sweeps two actors ahead from their current poses, at their current velocities.
pub(super) fn trace_ahead(
    arena: &Arena,
    pair: [ActorId; 2],
    query: &mut Query,
) -> Option<PairTrace> {
    let mut bodies = pair.map(|id| arena.actors.get(id.index()).map(|actor| actor.body));
    // A step sweeps the body with the lower index first.
    bodies.sort_by_key(|body| body.map(BodyId::index));
    let [Some(a), Some(b)] = bodies else {
        return None;
    };
    let [one, other] = [a, b].map(|id| arena.world.body(id));
    let bodies = [one?, other?];
    let both = bodies.map(|body| {
        let rotation = body.pose().rotation().as_dquat().normalize();
        let frame = CenterFrame::new(body.center(), rotation);
        let motion = match body.kind() == BodyKind::Static {
            true => Motion::resting_at(frame, 0.0),
            false => Motion::from_frame(frame, 0.0, body.velocity(), body.angular_velocity()),
        };
        MovingCollider::new(body.collider(), motion)
    });
    let limits = SweepLimits {
        start: 0.0,
        end: LOOK_AHEAD_SECONDS,
        min_gap: LOOK_AHEAD_MIN_GAP,
        options: SweepOptions {
            target: LOOK_AHEAD_TARGET,
        },
    };
    let mut cache = PairCache::default();
    query.set_stages(arena.settings.stages);
    query.budget = Budget::Work(LOOK_AHEAD_WORK);
    let record = query
        .after(Stage::Plane)
        .recorded_sweep(&both, &limits, &mut cache);
    query.budget = Budget::Unlimited;
    let colliders = bodies.map(Body::collider);
    let found = record.repeat(colliders, query);
    let tree = tree_alone(&found, colliders, query);
    Some(PairTrace {
        sweep: SweepOf::Ahead,
        bodies: [a, b],
        trace: found,
        tree,
    })
}

/// Returns a trace with visited tree nodes: if another stage decided, that of a second query with the trees
/// alone.
pub fn tree_alone(
    found: &SweepTrace,
    colliders: [&dodgem_collide::shape::Collider; 2],
    query: &mut Query,
) -> SweepTrace {
    let are_meshes = colliders
        .iter()
        .all(|collider| matches!(collider.shape(), Shape::Mesh(_)));
    if !found.nodes.is_empty() || !are_meshes {
        return found.clone();
    }
    let record = dodgem_collide::query::SweepRecord {
        stages: Stages::only(&[]),
        cache: PairCache::default(),
        budget: Budget::Work(LOOK_AHEAD_WORK),
        ..found.record
    };
    record.repeat(colliders, query)
}

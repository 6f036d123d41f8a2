//! A recorded sweep of two colliders: all inputs and the answer, to repeat it step by step.

use glam::DVec3;

use crate::budget::Budget;
use crate::math::Motion;
use crate::query::collider::SweepLimits;
use crate::query::context::StageRange;
use crate::query::toi::Sweep;
use crate::query::trace::{GjkStep, NodeVisit, PieceVisit, StageFinding, TraceStep};
use crate::query::{Answer, PairCache, Stages};

/// A sweep of two moving colliders ([`Query::sweep`](crate::Query::sweep)): its inputs and its answer.
///
/// It holds copies, so it does not change while the bodies move on. Only the colliders are not in it:
/// pass them to [`SweepRecord::repeat`] in the order of the sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepRecord {
    /// The motions of both, on one clock.
    pub motions: [Motion; 2],
    /// The span and the distances.
    pub limits: SweepLimits,
    /// The most that it might cost.
    pub budget: Budget,
    /// The stages that were allowed to decide.
    pub stages: Stages,
    /// The stages that this sweep ran.
    pub range: StageRange,
    /// The cache of the pair before the sweep.
    pub cache: PairCache,
    /// The answer, with points in the world.
    pub answer: Answer<Sweep<DVec3>>,
}

/// A repeated sweep and its steps, for debug views.
#[derive(Clone, Debug)]
pub struct SweepTrace {
    /// The sweep. The answer, its stage and its cost are those of the original, unless the budget is one of
    /// time.
    pub record: SweepRecord,
    /// The instants at which the stages measured the two, in rising order, in seconds on the clock of the
    /// motions, up to the time until which they are disjoint.
    pub instants: Vec<f64>,
    /// The pairs of nodes that the search of the trees visited, in that order, a pair once for each interval;
    /// none if another stage decided before, or one of the two is no mesh.
    pub nodes: Vec<NodeVisit>,
    /// The pairs of convex pieces that the search tested, in that order.
    pub pieces: Vec<PieceVisit>,
    /// All instants in the order of the stages, also those of pairs of triangles.
    pub steps: Vec<TraceStep>,
    /// The steps of GJK, where it followed the hulls.
    pub gjk: Vec<GjkStep>,
    /// The findings of the stages about the two as a whole, in order.
    pub findings: Vec<StageFinding>,
    /// The triangles of two meshes that meet: by body, the numbers of the piece and of the triangle.
    pub triangles: Option<[[u32; 2]; 2]>,
}

impl SweepRecord {
    /// The two are disjoint before this time, in seconds on the clock of the motions.
    pub fn safe_until(&self) -> f64 {
        match self.answer.value {
            Sweep::Clear => self.limits.end,
            other => self.limits.start + f64::from(other.safe_time(0.0)),
        }
    }
}

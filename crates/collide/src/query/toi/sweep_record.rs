//! A sweep of two colliders as it was asked, with its answer: enough to ask it again, step by step.

use crate::budget::Budget;
use crate::counters::Counters;
use crate::math::Path;
use crate::query::toi::path_query::{PathLimits, PathQuery};
use crate::query::toi::path_sweep::PathSweep;
use crate::query::toi::{NodeVisit, SweepOptions};
use crate::query::{MovingCollider, PairCache, Query, Stage, Stages};
use crate::shape::Collider;

/// A sweep by a [`PathQuery`]: what it was asked, and what it answered.
///
/// It holds copies, so it stays as it was while the bodies move on. Only the colliders are not in it:
/// [`SweepRecord::repeat`] has to get the same ones in the same order.
#[derive(Clone, Copy, Debug)]
pub struct SweepRecord {
    /// The paths of both, on one clock.
    pub paths: [Path; 2],
    /// Where the paths end, and how near they may lead.
    pub limits: PathLimits,
    /// From when on the two were swept, in seconds on the clock of the paths.
    pub start: f64,
    /// The accuracy.
    pub options: SweepOptions,
    /// What it might cost.
    pub budget: Budget,
    /// The stages that might decide.
    pub stages: Stages,
    /// What was known of the pair before.
    pub cache: PairCache,
    /// The answer.
    pub answer: PathSweep,
    /// The stage that decided it; `None` if it was cut.
    pub decided_by: Option<Stage>,
    /// What the search of triangles or solids did; nothing if an earlier stage decided.
    pub counters: Counters,
    /// Its work units.
    pub work: u64,
}

/// A sweep that was asked again, and how it went: for views.
#[derive(Clone, Debug)]
pub struct SweepTrace {
    /// The sweep. The answer, the stage and the counters are those of the first time, unless the budget is
    /// one of time.
    pub record: SweepRecord,
    /// The instants at which the stages looked at the two, rising, in seconds on the clock of the paths, up to
    /// the time until which they are disjoint.
    pub instants: Vec<f64>,
    /// The pairs of nodes that the search of the trees visited, in that order, a pair once for each interval;
    /// none if another stage decided before, or one of the two is no mesh.
    pub nodes: Vec<NodeVisit>,
}

impl SweepRecord {
    /// Asks the same again, and notes how it goes. It allocates: it is made for views.
    pub fn repeat(&self, colliders: [&Collider; 2], query: &mut Query) -> SweepTrace {
        let both = [0, 1].map(|i: usize| MovingCollider::new(colliders[i], self.paths[i]));
        let mut cache = self.cache;
        let context = query.context();
        let before = std::mem::replace(&mut context.stages, self.stages);
        context.trace.start();
        let mut query = PathQuery::new(&both, self.limits, &mut cache, context);
        let record = query.recorded_time_of_impact(self.start, &self.options, self.budget);
        let mut trace = context.trace.stop();
        context.stages = before;
        let safe = match record.answer {
            PathSweep::Clear => self.limits.end,
            PathSweep::Impact(impact) => self.start + f64::from(impact.time),
            PathSweep::Cut { safe_time, .. } => self.start + f64::from(safe_time),
            PathSweep::Overlapping => self.start,
        };
        let mut instants = trace.instants_before(safe);
        instants.push(safe);
        SweepTrace {
            record,
            instants,
            nodes: trace.visits,
        }
    }
}

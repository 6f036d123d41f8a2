//! A recorded sweep of two colliders: all inputs and the answer, to repeat it step by step.

use glam::{DVec3, Vec3};

use crate::budget::Budget;
use crate::coder::Coder;
use crate::counters::Counters;
use crate::math::{CenterFrame, Motion};
use crate::query::collider::SweepLimits;
use crate::query::context::StageRange;
use crate::query::toi::{Sweep, SweepOptions};
use crate::query::trace::{GjkStep, NodeVisit, PieceVisit, StageFinding, TraceStep};
use crate::query::{Answer, PairCache, Stage, Stages};

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

/// The guess of a record: what is known of the sweep from its impact and from the record before it.
#[derive(Clone, Copy, Debug)]
pub struct SweepGuess<'r> {
    /// The frames at the start of the motions.
    pub began: [CenterFrame; 2],
    /// The point of the impact, in metres, and its normal.
    pub point: Vec3,
    /// See [`SweepGuess::point`].
    pub normal: Vec3,
    /// The record before it.
    pub before: &'r SweepRecord,
}

impl SweepRecord {
    /// A record of a sweep of two motions that stay in a frame.
    pub fn of_rest(frame: CenterFrame) -> SweepRecord {
        SweepRecord {
            motions: [Motion::resting_at(frame, 0.0); 2],
            limits: SweepLimits {
                start: 0.0,
                end: 0.0,
                min_gap: 0.0,
                options: SweepOptions { target: 0.0 },
            },
            budget: Budget::Unlimited,
            stages: Stages::ALL,
            range: StageRange::default(),
            cache: PairCache::default(),
            answer: Answer {
                value: Sweep::Clear,
                cost: Counters::default(),
                decided_by: None,
                children: [0; 2],
            },
        }
    }

    /// Codes it for a compact copy: see [`crate::coder`].
    pub fn code(&mut self, coder: &mut impl Coder, guess: &SweepGuess) {
        let before = guess.before;
        let SweepRecord {
            motions,
            limits,
            budget,
            stages,
            range,
            cache,
            answer,
        } = self;
        let SweepLimits {
            start,
            end,
            min_gap,
            options: SweepOptions { target },
        } = limits;
        coder.number(start, 0.0);
        coder.number(end, before.limits.end);
        coder.number(min_gap, before.limits.min_gap);
        coder.number(target, before.limits.options.target);
        budget.code(coder, before.budget);
        stages.code(coder, before.stages);
        let StageRange { after, up_to } = range;
        Stage::code(after, coder, before.range.after);
        Stage::code(up_to, coder, before.range.up_to);
        for (motion, began) in motions.iter_mut().zip(&guess.began) {
            motion.code(coder, began, *end);
        }
        cache.code(coder);
        let Answer {
            value,
            cost,
            decided_by,
            children,
        } = answer;
        code_answer(value, coder, guess);
        cost.code(coder);
        Stage::code(decided_by, coder, before.answer.decided_by);
        for child in children {
            coder.integer(child, 0);
        }
    }

    /// The two are disjoint before this time, in seconds on the clock of the motions.
    pub fn safe_until(&self) -> f64 {
        match self.answer.value {
            Sweep::Clear => self.limits.end,
            other => self.limits.start + f64::from(other.safe_time(0.0)),
        }
    }
}

fn code_answer(value: &mut Sweep<DVec3>, coder: &mut impl Coder, guess: &SweepGuess) {
    let (place, nowhere) = (guess.point.as_dvec3(), DVec3::ZERO);
    let kinds = [
        Sweep::Impact {
            time: 0.0,
            point_a: nowhere,
            point_b: nowhere,
            normal: Vec3::ZERO,
        },
        Sweep::Overlapping { point: nowhere },
        Sweep::Cut {
            safe_time: 0.0,
            points: [nowhere; 2],
        },
    ];
    let number = |value: &Sweep<DVec3>| match value {
        Sweep::Impact { .. } => 0,
        Sweep::Overlapping { .. } => 1,
        Sweep::Cut { .. } => 2,
        Sweep::Clear => kinds.len() as u64,
    };
    let known = number(value);
    let kind = coder.word(known, 0);
    if kind != known {
        *value = kinds.get(kind as usize).copied().unwrap_or(Sweep::Clear);
    }
    match value {
        Sweep::Clear => {}
        Sweep::Impact {
            time,
            point_a,
            point_b,
            normal,
        } => {
            coder.single(time, 0.0);
            coder.vector(point_a, place);
            coder.vector(point_b, *point_a);
            coder.single(&mut normal.x, guess.normal.x);
            coder.single(&mut normal.y, guess.normal.y);
            coder.single(&mut normal.z, guess.normal.z);
        }
        Sweep::Overlapping { point } => coder.vector(point, place),
        Sweep::Cut { safe_time, points } => {
            coder.single(safe_time, 0.0);
            for point in points {
                coder.vector(point, place);
            }
        }
    }
}

//! The stages of the query that found an impact: the very sweep of the step, run again on a copy.

use dodgem_collide::math::Motion;
use dodgem_collide::query::toi::{Finding, GjkStep, NodeVisit, PieceVisit, StageFinding, Sweep};
use dodgem_collide::query::{MovingCollider, Stage, SweepRecord, SweepTrace};
use dodgem_collide::shape::Collider;
use dodgem_collide::{Budget, Query, Shape};
use dodgem_physics::{Body, BodyId};
use glam::{DQuat, DVec3, Vec3};
use serde::Serialize;

use crate::explain::moment::Moment;
use crate::params::CURVE_PARTS;
use dodgem_scene::arena::{nearest_points, tree_alone};

/// A stage of the query with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageVerdict {
    /// The stage.
    pub stage: Stage,
    /// True if the level lets it decide.
    pub allowed: bool,
    /// Its findings about the two as a whole, in order; their times are in seconds from the start of the step.
    pub findings: Vec<StageFinding>,
    /// The number of measurements that it made.
    pub steps: usize,
    /// The first and the last time at which it measured, in seconds from the start of the step.
    pub span: Option<[f64; 2]>,
    /// True if it gave the answer.
    pub decided: bool,
}

/// A node of a tree in a descent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeState {
    /// Its number; 0 is the root.
    pub node: u32,
    /// The number of its parent; the root is its own.
    pub parent: u32,
    /// True for a leaf.
    pub leaf: bool,
    /// Visited and apart from every volume that it was tested with; visited and overlapping one; or not visited.
    pub state: Visited,
}

/// The state of a node after a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Visited {
    /// It is apart from every volume that it was tested with.
    Apart,
    /// It overlaps one, so its children were tested too.
    Overlapping,
    /// The descent did not come to it.
    No,
}

/// The descent of both trees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Descent {
    /// True if the query of the step visited these nodes. Else a cheaper stage decided, and these are the nodes
    /// that the trees alone would visit.
    pub of_query: bool,
    /// The nodes of both trees, in the order of their numbers.
    pub trees: [Vec<NodeState>; 2],
    /// The tested pairs of nodes, in order, a pair once for each interval of time; times in seconds from the
    /// start of the step. The direction of the widest gap is in the frame of the first body.
    pub tests: Vec<NodeVisit>,
}

/// The two bodies at an instant of the advancement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvanceStep {
    /// The stage that measured; the last step is that of the answer.
    pub stage: Option<Stage>,
    /// The time, in seconds from the start of the step.
    pub time: f64,
    /// The distance of the two then, in metres; 0 if they touch.
    pub distance: f64,
    /// The nearest points of both in the world, in metres; None if they touch.
    pub nearest: Option<[DVec3; 2]>,
    /// The centres of mass of both, in metres.
    pub centers: [DVec3; 2],
    /// The rotations of both.
    pub rotations: [DQuat; 2],
}

/// The triangles that met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MetTriangles {
    /// The numbers of the convex pieces, by body.
    pub pieces: [u32; 2],
    /// The numbers of the triangles, by body.
    pub triangles: [u32; 2],
}

/// The query that found an impact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepStage {
    /// The stage that decided; None if the budget ended before.
    pub decided_by: Option<Stage>,
    /// The begin of the sweep, in seconds from the start of the step.
    pub begin: f64,
    /// The time that it found, in seconds from the start of the step.
    pub time: f64,
    /// The distance at which two bodies count as meeting, in metres.
    pub target: f64,
    /// The point, in metres: the middle of the two nearest points.
    pub point: Option<DVec3>,
    /// The normal from the first body to the second; None without an impact.
    pub normal: Option<Vec3>,
    /// The work that it used, in units.
    pub used: u64,
    /// The stages in their order.
    pub stages: Vec<StageVerdict>,
    /// The descent of both trees; None unless both are meshes.
    pub descent: Option<Descent>,
    /// The advancement: every instant at which a stage measured the bodies or parts of them, and the last one.
    pub advancement: Vec<AdvanceStep>,
    /// The distance of the two at evenly spread times of the sweep: seconds from the start of the step, and
    /// metres; 0 where they touch.
    pub curve: Vec<[f64; 2]>,
    /// The pairs of convex pieces that were tested.
    pub pieces: Vec<PieceVisit>,
    /// The triangles that met, of two meshes.
    pub triangles: Option<MetTriangles>,
    /// GJK's simplexes, where hulls were followed.
    pub gjk: Vec<GjkStep>,
}

impl SweepStage {
    /// Asks a recorded sweep of a step again and describes it. None if one of the bodies is gone.
    pub(super) fn of(
        moment: &Moment,
        ids: [BodyId; 2],
        record: &SweepRecord,
    ) -> Option<SweepStage> {
        let [one, other] = ids.map(|id| moment.world().body(id));
        let bodies = [one?, other?];
        Some(SweepStage::of_record(bodies.map(Body::collider), record))
    }

    /// Asks a recorded sweep of two colliders again and describes it.
    pub(super) fn of_record(colliders: [&Collider; 2], record: &SweepRecord) -> SweepStage {
        let mut query = Query::default();
        let planes = ask_planes(record, colliders, &mut query);
        let trace = record.repeat(colliders, &mut query);
        let tree = tree_alone(&trace, colliders, &mut query);
        let answer = &trace.record.answer;
        let (point, normal) = match answer.value {
            Sweep::Impact {
                point_a,
                point_b,
                normal,
                ..
            } => (Some((point_a + point_b) * 0.5), Some(normal)),
            Sweep::Overlapping { point } => (Some(point), None),
            _ => (None, None),
        };
        let safe = trace.record.safe_until();
        let mut instants: Vec<(f64, Option<Stage>)> = (planes.steps.iter().chain(&trace.steps))
            // A sweep of meshes may measure thousands of triangles, whose distances are not those of the bodies.
            .filter(|step| step.time < safe && step.stage != Stage::Triangles)
            .map(|step| (step.time, Some(step.stage)))
            .collect();
        instants.push((safe, answer.decided_by));
        instants.sort_by(|p, q| p.0.total_cmp(&q.0));
        instants.dedup_by_key(|instant| instant.0);
        let instants = instants.into_iter();
        let advancement = instants.map(|at| advance_step(record, colliders, at, &mut query));
        let advancement: Vec<AdvanceStep> = advancement.collect();
        let last = record.limits.end.max(safe);
        let curve = distances(record, colliders, [record.limits.start, last], &mut query);
        SweepStage {
            decided_by: answer.decided_by,
            begin: record.limits.start,
            time: safe,
            target: record.limits.options.target,
            point,
            normal,
            used: answer.charge(),
            stages: verdicts(&planes, &trace),
            descent: descent(colliders, &trace, &tree),
            advancement,
            curve,
            pieces: trace.pieces.clone(),
            triangles: trace.triangles.map(|[[pa, ta], [pb, tb]]| MetTriangles {
                pieces: [pa, pb],
                triangles: [ta, tb],
            }),
            gjk: planes.gjk.into_iter().chain(trace.gjk).collect(),
        }
    }
}

/// Runs the stages up to the planes, which a step runs on their own before it searches.
fn ask_planes(record: &SweepRecord, colliders: [&Collider; 2], query: &mut Query) -> SweepTrace {
    let both = [0, 1].map(|i: usize| MovingCollider::new(colliders[i], record.motions[i]));
    let mut cache = record.cache;
    query.set_stages(record.stages);
    query.budget = Budget::Unlimited;
    let planes = query.up_to(Stage::Plane);
    let planes = planes.recorded_sweep(&both, &record.limits, &mut cache);
    planes.repeat(colliders, query)
}

/// Collects the findings and the measurements of every stage.
fn verdicts(planes: &SweepTrace, trace: &SweepTrace) -> Vec<StageVerdict> {
    let of_stage = |stage: Stage| {
        let findings = planes.findings.iter().chain(&trace.findings);
        let findings: Vec<StageFinding> =
            findings.filter(|one| one.stage == stage).copied().collect();
        let steps = planes.steps.iter().chain(&trace.steps);
        let times: Vec<f64> = steps
            .filter(|one| one.stage == stage)
            .map(|one| one.time)
            .collect();
        let earliest = times.iter().copied().reduce(f64::min);
        let latest = times.iter().copied().reduce(f64::max);
        StageVerdict {
            stage,
            allowed: trace.record.stages.has(stage),
            findings,
            steps: match stage {
                Stage::Tree => trace.nodes.len(),
                Stage::Pieces => trace.pieces.len() + times.len(),
                _ => times.len(),
            },
            span: earliest.zip(latest).map(|(from, to)| [from, to]),
            decided: trace.record.answer.decided_by == Some(stage),
        }
    };
    Stage::ALL.into_iter().map(of_stage).collect()
}

/// Describes the descent of two meshes.
fn descent(colliders: [&Collider; 2], trace: &SweepTrace, tree: &SweepTrace) -> Option<Descent> {
    let nodes = |side: usize| {
        let Shape::Mesh(model) = colliders[side].shape() else {
            return None;
        };
        let parents = model.node_parents();
        let mut states: Vec<NodeState> = (0..)
            .zip(parents)
            .map(|(node, parent)| NodeState {
                node,
                parent,
                leaf: model.is_leaf(node),
                state: Visited::No,
            })
            .collect();
        for visit in &tree.nodes {
            let Some(node) = states.get_mut(visit.nodes[side] as usize) else {
                continue;
            };
            node.state = match (node.state, visit.apart) {
                (Visited::Overlapping, _) | (_, false) => Visited::Overlapping,
                (_, true) => Visited::Apart,
            };
        }
        Some(states)
    };
    Some(Descent {
        of_query: !trace.nodes.is_empty(),
        trees: [nodes(0)?, nodes(1)?],
        tests: tree.nodes.clone(),
    })
}

/// Measures the distance of the two at evenly spread times of a sweep.
fn distances(
    record: &SweepRecord,
    colliders: [&Collider; 2],
    [from, to]: [f64; 2],
    query: &mut Query,
) -> Vec<[f64; 2]> {
    let at = |part: usize| from + (to - from) * part as f64 / CURVE_PARTS as f64;
    let mut measured = |time: f64| {
        let frames = record.motions.map(|motion| motion.frame_at(time));
        nearest_points(colliders, frames, query).map_or(0.0, |found| found.0)
    };
    if !record.motions.iter().any(Motion::moves) {
        let distance = measured(from);
        return vec![[from, distance], [to, distance]];
    }
    let times = (0..=CURVE_PARTS).map(at);
    times.map(|time| [time, measured(time)]).collect()
}

/// Measures the two at an instant of a sweep.
fn advance_step(
    record: &SweepRecord,
    colliders: [&Collider; 2],
    (time, stage): (f64, Option<Stage>),
    query: &mut Query,
) -> AdvanceStep {
    let frames = record.motions.map(|motion| motion.frame_at(time));
    let measured = nearest_points(colliders, frames, query);
    AdvanceStep {
        stage,
        time,
        distance: measured.map_or(0.0, |found| found.0),
        nearest: measured.map(|found| found.1),
        centers: frames.map(|frame| frame.center),
        rotations: frames.map(|frame| frame.rotation),
    }
}

/// Returns the finding of a stage that explains most of an impact, if it made one.
pub(super) fn last_finding(verdict: &StageVerdict) -> Option<(Finding, f64)> {
    let last = verdict.findings.last()?;
    Some((last.finding, last.time))
}

/// Two motions as moving colliders.
pub(super) fn moving<'c>(
    colliders: [&'c Collider; 2],
    motions: [Motion; 2],
) -> [MovingCollider<'c>; 2] {
    [0, 1].map(|i: usize| MovingCollider::new(colliders[i], motions[i]))
}

//! The trace of a sweep, for debug views and explanations: everything that its stages looked at, in order.

use glam::{DVec3, Vec3};
use serde::Serialize;

use crate::narrow_phase::gjk::SimplexStep;
use crate::query::stage::Stage;

/// Two nodes that a search tested, for debug views: the volumes of two trees over an interval of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeVisit {
    /// The numbers of the nodes in the trees of both models; 0 is the root.
    pub nodes: [u32; 2],
    /// True if they are proved disjoint over the interval: then nothing below them is tested.
    pub apart: bool,
    /// The direction from the first to the second with the widest gap between the two volumes at the
    /// interval's end, of length 1, in the frame of the first body.
    pub direction: Vec3,
    /// That gap in metres; negative if they overlap.
    pub gap: f32,
    /// The begin and the end of the interval, in seconds on the clock of the motions.
    pub interval: [f64; 2],
}

/// Two leaves of two trees whose convex pieces a search tested over an interval of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PieceVisit {
    /// The numbers of the pieces in both models.
    pub pieces: [u32; 2],
    /// True if one direction keeps them apart throughout the interval; else they advance, triangle by triangle.
    pub apart: bool,
    /// The begin and the end of the interval, in seconds on the clock of the motions.
    pub interval: [f64; 2],
}

/// An instant at which a stage measured the two bodies, or two triangles of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraceStep {
    /// The stage that measured.
    pub stage: Stage,
    /// The time, in seconds on the clock of the motions.
    pub time: f64,
}

/// A step of GJK: the simplex in the Minkowski difference of the two hulls (the points of the second minus
/// those of the first).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GjkStep {
    /// The time at which the hulls were measured, in seconds on the clock of the motions.
    pub time: f64,
    /// The support point that the step found, in metres; None for the simplex of an earlier query, with which the
    /// search begins.
    pub support: Option<DVec3>,
    /// The lower bound of the distance that the support point proves, in metres; negative if it proves none.
    pub lower: Option<f64>,
    /// The differences that support the point nearest to the origin after the step, in metres. The last step of a
    /// search may leave them as they were, because nothing is nearer.
    pub simplex: Vec<DVec3>,
    /// The point of the simplex nearest to the origin, in metres: its length bounds the distance from above.
    pub nearest: DVec3,
}

/// A finding of one stage of a sweep about the two bodies as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Finding {
    /// They stay apart until the end of the sweep; the time of the finding is that end.
    Apart,
    /// They are apart until the time of the finding, and later stages have to go on from there.
    ApartUntil,
    /// Their hulls meet at the time of the finding, but there a hull is not the mesh.
    HullIsNotMesh,
    /// The triangles of the last impact meet again at the time of the finding.
    MeetAgain,
    /// They meet at the time of the finding.
    Meet,
    /// The stage shows nothing.
    Unknown,
}

/// A stage of a sweep with its finding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StageFinding {
    /// The stage.
    pub stage: Stage,
    /// The finding.
    pub finding: Finding,
    /// Its time, in seconds on the clock of the motions; see [`Finding`].
    pub time: f64,
}

/// The recorder of a query. It records nothing, and allocates nothing, until it is started.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    record: Option<TraceRecord>,
}

/// The steps of one query.
#[derive(Clone, Debug, Default)]
pub(crate) struct TraceRecord {
    /// The instants, in the order of the steps.
    pub steps: Vec<TraceStep>,
    /// The visits in the order of the search, a pair once for each interval.
    pub visits: Vec<NodeVisit>,
    pub pieces: Vec<PieceVisit>,
    pub gjk: Vec<GjkStep>,
    /// The instant at which GJK measures, in seconds on the clock of the motions.
    measured: f64,
    pub findings: Vec<StageFinding>,
}

/// The lengths of a record's lists at some moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TraceMark([usize; 5]);

impl Trace {
    /// Starts an empty record.
    pub fn start(&mut self) {
        self.record = Some(TraceRecord::default());
    }

    /// Stops, and returns the record; it is empty if none was started.
    pub fn stop(&mut self) -> TraceRecord {
        self.record.take().unwrap_or_default()
    }

    /// Notes with `note`, which runs only for a record.
    #[inline]
    pub fn note(&mut self, note: impl FnOnce(&mut TraceRecord)) {
        if let Some(record) = &mut self.record {
            note(record);
        }
    }

    /// Notes an instant (s) at which a stage measures the two bodies. Every loop over time calls it.
    #[inline]
    pub fn note_instant(&mut self, stage: Stage, time: f64) {
        self.note(|record| record.steps.push(TraceStep { stage, time }));
        self.note_measured(time);
    }

    /// Notes the instant (s) at which GJK measures the hulls from now on: a search for a plane looks ahead.
    #[inline]
    pub fn note_measured(&mut self, time: f64) {
        self.note(|record| record.measured = time);
    }

    /// Notes the finding of a stage, and its time (s).
    #[inline]
    pub fn note_finding(&mut self, stage: Stage, finding: Finding, time: f64) {
        self.note(|record| {
            record.findings.push(StageFinding {
                stage,
                finding,
                time,
            });
        });
    }

    /// Notes a step of GJK at the instant that is measured.
    #[inline]
    pub fn note_gjk(&mut self, simplex: impl Iterator<Item = DVec3>, step: &SimplexStep) {
        self.note(|record| {
            record.gjk.push(GjkStep {
                time: record.measured,
                support: step.support.map(|(point, _)| point),
                lower: (step.support).map(|(point, along)| point.dot(along.normalize_or_zero())),
                simplex: simplex.collect(),
                nearest: step.nearest,
            });
        });
    }

    /// The present length of the record, for [`Trace::delay`].
    pub fn mark(&self) -> TraceMark {
        self.record.as_ref().map_or_else(TraceMark::default, |one| {
            TraceMark([
                one.steps.len(),
                one.visits.len(),
                one.pieces.len(),
                one.gjk.len(),
                one.findings.len(),
            ])
        })
    }

    /// Adds `delay` (s) to all times noted after a mark: their clock began that much later.
    pub fn delay(&mut self, TraceMark(from): TraceMark, delay: f64) {
        let Some(record) = &mut self.record else {
            return;
        };
        let steps = record.steps[from[0]..].iter_mut().map(|one| &mut one.time);
        let visits = record.visits[from[1]..].iter_mut();
        let pieces = record.pieces[from[2]..].iter_mut();
        let gjk = record.gjk[from[3]..].iter_mut().map(|one| &mut one.time);
        let findings = record.findings[from[4]..]
            .iter_mut()
            .map(|one| &mut one.time);
        let intervals = visits
            .map(|one| &mut one.interval)
            .chain(pieces.map(|one| &mut one.interval));
        let all = steps.chain(gjk).chain(findings).chain(intervals.flatten());
        all.for_each(|time| *time += delay);
    }
}

impl TraceRecord {
    /// The instants before `safe` (s) at which the whole bodies were measured, rising, each once.
    pub fn instants_before(&self, safe: f64) -> Vec<f64> {
        let whole = self
            .steps
            .iter()
            .filter(|step| step.stage != Stage::Triangles);
        let mut instants: Vec<f64> = whole.map(|step| step.time).collect();
        instants.retain(|instant| *instant < safe);
        instants.sort_unstable_by(f64::total_cmp);
        instants.dedup();
        instants
    }
}

//! Why two bodies did not meet: what parted them, from when to when, how near they came and when.
//!
//! In every step both bodies have a path between known moments. The least distance on it is found by bisection:
//! a distance cannot change faster than the bodies' speeds allow, so every part of the time in which it surely
//! stays above the least one so far is dropped.

use dodgem_collide::query::toi::Sweep;
use dodgem_collide::query::{MovingCollider, PairCache, Stage, Stages, SweepLimits};
use dodgem_collide::{Budget, Query};
use dodgem_physics::{Body, BodyId};
use glam::DVec3;
use serde::Serialize;

use crate::explain::broad::{BroadStage, narrowest};
use crate::explain::moment::Moment;
use crate::explain::named::NamedBody;
use crate::explain::sweep::{measure, moving};
use crate::params::NEAR_MISS_TOLERANCE;

/// The thing that kept two bodies apart for a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum PartedBy {
    /// The boxes around their paths were apart along an axis (x, y or z), so the broad phase made them no pair.
    Boxes(char),
    /// A stage of the query showed that they stay apart.
    Stage(Stage),
    /// The sweep found that they meet, or the budget ended.
    Nothing,
}

/// A span of time in which one thing kept two bodies apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ApartSpan {
    /// Its begin, in seconds of the round's clock.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// The thing that kept them apart.
    pub by: PartedBy,
    /// The direction from the first body to the second along which they were apart at its end; None for boxes.
    pub direction: Option<DVec3>,
    /// The least distance at the ends of its steps, in metres.
    pub distance: f64,
}

/// Two bodies that did not meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NearMiss {
    /// The bodies.
    pub bodies: [NamedBody; 2],
    /// The begin and the end of the time looked at, in seconds of the round's clock.
    pub span: [f64; 2],
    /// The least distance, in metres; 0 if they touched.
    pub distance: f64,
    /// Its moment, in seconds of the round's clock.
    pub time: f64,
    /// The number of the step of that moment, from 1.
    pub step: u64,
    /// The nearest points of both then, in metres; None if they touched.
    pub nearest: Option<[DVec3; 2]>,
    /// The distance is at most this much above the least one on the paths, in metres.
    pub bound: f64,
    /// The things that kept them apart, in order.
    pub spans: Vec<ApartSpan>,
}

/// The search for the least distance of two bodies over several steps.
pub(super) struct NearMissSearch {
    ids: [BodyId; 2],
    query: Query,
    cache: PairCache,
    best: f64,
    best_time: f64,
    best_step: u64,
    nearest: Option<[DVec3; 2]>,
    spans: Vec<ApartSpan>,
    names: Option<[NamedBody; 2]>,
}

impl NearMissSearch {
    pub fn new(ids: [BodyId; 2]) -> NearMissSearch {
        NearMissSearch {
            ids,
            query: Query::default(),
            cache: PairCache::default(),
            best: f64::INFINITY,
            best_time: 0.0,
            best_step: 0,
            nearest: None,
            spans: Vec::new(),
            names: None,
        }
    }

    /// Looks at a step. Returns None if one of the bodies was not there.
    pub fn note(&mut self, moment: &Moment) -> Option<()> {
        let world = moment.world();
        let [one, other] = self.ids.map(|id| world.body(id));
        let bodies = [one?, other?];
        let colliders = bodies.map(Body::collider);
        let [first, second] = self.ids.map(|id| moment.path(id));
        let paths = [first?, second?];
        let mut times: Vec<f64> = paths.iter().flat_map(|path| path.times()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let broad = BroadStage::of(moment, self.ids)?;
        self.names = Some(self.ids.map(|id| NamedBody::of(moment.arena, id)));
        for ends in times.windows(2) {
            let ends = [ends[0], ends[1]];
            let motions = [0, 1].map(|i: usize| paths[i].motion(ends));
            let both = moving(colliders, motions);
            let part = Part {
                both,
                speed: closing_bound(&both, bodies),
                limits: SweepLimits {
                    start: ends[0],
                    end: ends[1],
                    min_gap: world.settings().least_gap(),
                    target: world.settings().target(),
                },
                stages: world.settings().stages,
            };
            let gaps = ends.map(|time| self.gap(&part, time));
            let at = self.improve(&part, ends, gaps, None);
            if let Some(time) = at {
                self.best_time = moment.begin() + time;
                self.best_step = moment.step;
                let frames = part.both.each_ref().map(|one| one.motion.frame_at(time));
                self.nearest = measure(colliders, frames, &mut self.query).map(|found| found.1);
            }
            self.note_span(moment, &broad, &part, gaps);
        }
        Some(())
    }

    /// Ends the search over the steps so far. None if there was none.
    pub fn finish(self) -> Option<NearMiss> {
        let span = [self.spans.first()?.from, self.spans.last()?.to];
        Some(NearMiss {
            bodies: self.names?,
            span,
            distance: self.best,
            time: self.best_time,
            step: self.best_step,
            nearest: self.nearest,
            bound: NEAR_MISS_TOLERANCE,
            spans: self.spans,
        })
    }

    /// Lowers the least distance to that within a part of the step, whose ends have these gaps. Returns the time
    /// of the least one, in seconds from the start of the step, if it is lower than before.
    fn improve(
        &mut self,
        part: &Part,
        [from, to]: [f64; 2],
        gaps: [f64; 2],
        mut found: Option<f64>,
    ) -> Option<f64> {
        for (time, gap) in [from, to].into_iter().zip(gaps) {
            if gap < self.best {
                (self.best, found) = (gap, Some(time));
            }
        }
        // Half of the tolerance is for rounding.
        let least = 0.5 * (gaps[0] + gaps[1] - part.speed * (to - from));
        let middle = 0.5 * (from + to);
        let is_short = middle <= from || middle >= to || to - from < SHORTEST;
        if is_short || least >= self.best - 0.5 * NEAR_MISS_TOLERANCE {
            return found;
        }
        let gap = self.gap(part, middle);
        let found = self.improve(part, [from, middle], [gaps[0], gap], found);
        self.improve(part, [middle, to], [gap, gaps[1]], found)
    }

    /// The distance at a time in seconds from the start of the step, in metres.
    fn gap(&mut self, part: &Part, time: f64) -> f64 {
        let frames = part.both.each_ref().map(|one| one.motion.frame_at(time));
        let colliders = part.both.each_ref().map(|one| one.collider);
        measure(colliders, frames, &mut self.query).map_or(0.0, |found| found.0)
    }

    /// Notes the thing that kept the two apart in a part of a step.
    fn note_span(&mut self, moment: &Moment, broad: &BroadStage, part: &Part, gaps: [f64; 2]) {
        let (by, direction) = match broad.is_pair {
            false => (PartedBy::Boxes(narrowest(broad.overlap).0), None),
            true => self.ask(part),
        };
        let [from, to] = [part.limits.start, part.limits.end].map(|time| moment.begin() + time);
        let distance = gaps[0].min(gaps[1]);
        match self.spans.last_mut().filter(|last| last.by == by) {
            Some(last) => {
                (last.to, last.direction) = (to, direction);
                last.distance = last.distance.min(distance);
            }
            None => self.spans.push(ApartSpan {
                from,
                to,
                by,
                direction,
                distance,
            }),
        }
    }

    /// Asks the stages of the level which of them keeps the two apart.
    fn ask(&mut self, part: &Part) -> (PartedBy, Option<DVec3>) {
        self.query.budget = Budget::Unlimited;
        self.query.set_stages(part.stages);
        let found = self.query.sweep(&part.both, &part.limits, &mut self.cache);
        let is_clear = matches!(found.value, Sweep::Clear);
        match found.decided_by.filter(|_| is_clear) {
            Some(stage) => {
                let known = [self.cache.plane.normal, self.cache.axis];
                let direction = known.into_iter().find(|n| *n != DVec3::ZERO);
                (PartedBy::Stage(stage), direction)
            }
            None => (PartedBy::Nothing, None),
        }
    }
}

/// Two bodies on a part of their paths through a step.
struct Part<'c> {
    both: [MovingCollider<'c>; 2],
    /// Their distance changes at most at this rate, in m/s.
    speed: f64,
    limits: SweepLimits,
    /// The stages of the level.
    stages: Stages,
}

/// Parts of a step shorter than this, in seconds, are not divided.
const SHORTEST: f64 = 1e-9;

/// Returns a bound of the rate at which the distance of two bodies changes, in m/s.
fn closing_bound(both: &[MovingCollider; 2], bodies: [&Body; 2]) -> f64 {
    let [a, b] = both.each_ref().map(|one| &one.motion);
    let turning = [0, 1].map(|i: usize| {
        let rate = both[i].motion.angular_velocity().length();
        // An unbounded body does not turn, and 0 times infinity is no number.
        match rate > 0.0 {
            true => rate * f64::from(bodies[i].reach()),
            false => 0.0,
        }
    });
    let slide = (a.linear_velocity() - b.linear_velocity()).length();
    slide + turning[0] + turning[1]
}

//! Why two bodies did not meet: what parted them, from when to when, how near they came and when.
//!
//! In every step both bodies have a path between known moments. A distance cannot change faster than the bodies'
//! speeds allow, so two measured distances bound it from below in between (Piyavskii and Shubert). The search always
//! divides the time with the lowest bound, until no bound is below the least distance so far.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use dodgem_collide::math::{CenterFrame, Motion};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{PairCache, Stage, Stages, SweepLimits};
use dodgem_collide::shape::Collider;
use dodgem_collide::{Budget, Query};
use dodgem_physics::{Body, BodyId};
use glam::DVec3;
use serde::Serialize;

use crate::explain::broad::{BroadStage, narrowest};
use crate::explain::moment::Moment;
use crate::explain::named::NamedBody;
use crate::explain::sweep::moving;
use crate::params::{NEAR_MISS_MEASURES, NEAR_MISS_TOLERANCE, SHORTEST_INTERVAL};
use dodgem_scene::arena::nearest_points;

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
    /// The distance at the ends of the steps: seconds of the round's clock, and metres.
    pub curve: Vec<[f64; 2]>,
    /// The things that kept them apart, in order.
    pub spans: Vec<ApartSpan>,
}

/// The search for the least distance of two bodies over several steps.
pub(super) struct NearMissSearch {
    ids: [BodyId; 2],
    query: Query,
    cache: PairCache,
    parts: Vec<Part>,
    intervals: BinaryHeap<Interval>,
    /// The least distance so far, in metres, with its part and the time in its step.
    best: Option<(f64, usize, f64)>,
    /// The measurements so far, without those at the ends of parts.
    measures: usize,
    curve: Vec<[f64; 2]>,
    spans: Vec<ApartSpan>,
    names: Option<[NamedBody; 2]>,
}

impl NearMissSearch {
    pub fn new(ids: [BodyId; 2]) -> NearMissSearch {
        NearMissSearch {
            ids,
            query: Query::default(),
            cache: PairCache::default(),
            parts: Vec::new(),
            intervals: BinaryHeap::new(),
            best: None,
            measures: 0,
            curve: Vec::new(),
            spans: Vec::new(),
            names: None,
        }
    }

    /// Looks at a step. Returns None if one of the bodies was not there.
    pub fn note(&mut self, moment: &Moment) -> Option<()> {
        let world = moment.world();
        let [one, other] = self.ids.map(|id| world.body(id));
        let bodies = [one?, other?];
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
            let part = Part {
                colliders: bodies.map(|body| body.collider().clone()),
                motions,
                speed: closing_bound(&motions, bodies),
                begin: moment.begin(),
                step: moment.step,
            };
            let gaps = self.end_gaps(&part, ends);
            let limits = SweepLimits {
                start: ends[0],
                end: ends[1],
                min_gap: world.settings().least_gap(),
                options: SweepOptions {
                    target: world.settings().target(),
                },
            };
            self.note_span(moment, &broad, &part, (limits, gaps));
            self.parts.push(part);
            let index = self.parts.len() - 1;
            for (time, gap) in ends.into_iter().zip(gaps) {
                self.curve.push([moment.begin() + time, gap]);
                self.improve(gap, index, time);
            }
            self.add(index, ends, gaps);
        }
        Some(())
    }

    /// Returns the distances at the ends of a part. The begin of most is the end of the one before.
    fn end_gaps(&mut self, part: &Part, [from, to]: [f64; 2]) -> [f64; 2] {
        let before = (self.parts.last()).zip(self.curve.last());
        let known = before
            .filter(|(before, [time, _])| before.frames(*time - before.begin) == part.frames(from));
        let begin = match known {
            Some((_, [_, gap])) => *gap,
            None => self.gap(part, from),
        };
        [begin, self.gap(part, to)]
    }

    /// Lowers the least distance, if the given one is lower.
    fn improve(&mut self, gap: f64, part: usize, time: f64) {
        if self.best.is_none_or(|(best, ..)| gap < best) {
            self.best = Some((gap, part, time));
        }
    }

    /// Adds the time between two measured moments of a part to the search.
    fn add(&mut self, part: usize, ends: [f64; 2], gaps: [f64; 2]) {
        let [from, to] = ends;
        let least = 0.5 * (gaps[0] + gaps[1] - self.parts[part].speed * (to - from));
        if to - from > SHORTEST_INTERVAL {
            self.intervals.push(Interval {
                least,
                part,
                ends,
                gaps,
            });
        }
    }

    /// Makes at most that many measurements. Returns true once the search is over.
    pub fn refine(&mut self, measures: usize) -> bool {
        for _ in 0..measures {
            let Some((best, ..)) = self.best else {
                return true;
            };
            // Half of the tolerance is for rounding.
            let enough = best - 0.5 * NEAR_MISS_TOLERANCE;
            let lowest = self.intervals.peek();
            if lowest.is_none_or(|lowest| lowest.least >= enough)
                || self.measures >= NEAR_MISS_MEASURES
            {
                return true;
            }
            let Some(Interval {
                part,
                ends: [from, to],
                gaps,
                ..
            }) = self.intervals.pop()
            else {
                return true;
            };
            // The place at which the lowest distance would be.
            let speed = self.parts[part].speed;
            let tilt = match speed > 0.0 {
                true => 0.5 * (gaps[0] - gaps[1]) / speed,
                false => 0.0,
            };
            let margin = 0.1 * (to - from);
            let middle = (0.5 * (from + to) + tilt).clamp(from + margin, to - margin);
            let gap = measured(&mut self.query, &self.parts[part], middle);
            self.measures += 1;
            self.improve(gap, part, middle);
            self.add(part, [from, middle], [gaps[0], gap]);
            self.add(part, [middle, to], [gap, gaps[1]]);
        }
        false
    }

    /// Ends the search over the steps so far. None if there was none.
    pub fn finish(mut self) -> Option<NearMiss> {
        let span = [self.spans.first()?.from, self.spans.last()?.to];
        let (distance, part, time) = self.best?;
        let lowest = self.intervals.peek().map_or(distance, |one| one.least);
        let part = &self.parts[part];
        let colliders = part.colliders.each_ref();
        let nearest = nearest_points(colliders, part.frames(time), &mut self.query);
        Some(NearMiss {
            bodies: self.names?,
            span,
            distance,
            time: part.begin + time,
            step: part.step,
            nearest: nearest.map(|found| found.1),
            bound: NEAR_MISS_TOLERANCE.max(distance - lowest.max(0.0)),
            curve: self.curve,
            spans: self.spans,
        })
    }

    /// The distance at a time in seconds from the start of the step, in metres.
    fn gap(&mut self, part: &Part, time: f64) -> f64 {
        measured(&mut self.query, part, time)
    }

    /// Notes the thing that kept the two apart in a part of a step.
    fn note_span(
        &mut self,
        moment: &Moment,
        broad: &BroadStage,
        part: &Part,
        (limits, gaps): (SweepLimits, [f64; 2]),
    ) {
        let (by, direction) = match broad.is_pair {
            false => (PartedBy::Boxes(narrowest(broad.overlap).0), None),
            true => self.ask(part, &limits, moment.world().settings().stages),
        };
        let [from, to] = [limits.start, limits.end].map(|time| moment.begin() + time);
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
    fn ask(
        &mut self,
        part: &Part,
        limits: &SweepLimits,
        stages: Stages,
    ) -> (PartedBy, Option<DVec3>) {
        self.query.budget = Budget::Unlimited;
        self.query.set_stages(stages);
        let both = moving(part.colliders.each_ref(), part.motions);
        let found = self.query.sweep(&both, limits, &mut self.cache);
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
struct Part {
    colliders: [Collider; 2],
    motions: [Motion; 2],
    /// Their distance changes at most at this rate, in m/s.
    speed: f64,
    /// The begin of the step, in seconds of the round's clock.
    begin: f64,
    step: u64,
}

impl Part {
    /// The frames of both at a time in seconds from the start of the step.
    fn frames(&self, time: f64) -> [CenterFrame; 2] {
        self.motions.map(|motion| motion.frame_at(time))
    }
}

/// The time between two measured moments of a part.
struct Interval {
    /// A lower bound of the distance in it, in metres.
    least: f64,
    part: usize,
    ends: [f64; 2],
    gaps: [f64; 2],
}

impl Ord for Interval {
    /// The interval with the lowest bound is the greatest, because a heap returns the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = other.least.total_cmp(&self.least);
        by_bound
            .then(other.part.cmp(&self.part))
            .then(other.ends[0].total_cmp(&self.ends[0]))
    }
}

impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Interval {}

/// Returns the distance of two bodies at a time of a part, in metres; 0 if they touch.
fn measured(query: &mut Query, part: &Part, time: f64) -> f64 {
    let colliders = part.colliders.each_ref();
    nearest_points(colliders, part.frames(time), query).map_or(0.0, |found| found.0)
}

/// Returns a bound of the rate at which the distance of two bodies changes, in m/s.
fn closing_bound([a, b]: &[Motion; 2], bodies: [&Body; 2]) -> f64 {
    let turning = [a, b].map(|motion| motion.angular_velocity().length());
    let turning = [0, 1].map(|i: usize| match turning[i] > 0.0 {
        true => turning[i] * f64::from(bodies[i].reach()),
        // An unbounded body does not turn, and 0 times infinity is no number.
        false => 0.0,
    });
    let slide = (a.linear_velocity() - b.linear_velocity()).length();
    slide + turning[0] + turning[1]
}

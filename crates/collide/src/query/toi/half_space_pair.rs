//! The time of impact of a half-space and any shape, both of which translate and rotate.
//!
//! In the frame of the half-space its plane stands still, so its rate is the half-space's (`plane_turn.rs`).
//! The height of the other shape's lowest point is the gap itself: a look ahead costs as much as a step, and
//! if nothing turns one look finds the time.

use glam::DVec3;

use crate::math::{Motion, Placement};
use crate::params::{MAX_ADVANCEMENT_STEPS, PARALLEL_PLANES_SINE};
use crate::query::context::QueryContext;
use crate::query::half_space::{HalfSpacePair, LocalPlane, LowestPoint, SearchCut};
use crate::query::outcome::Decided;
use crate::query::stage::Stage;
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::plane_turn::PlaneTurn;
use crate::query::toi::pose_rounding::PoseRounding;
use crate::query::toi::{DistanceThresholds, Sweep, SweepRequest, round_time_down, valid_duration};
use crate::shape::{BoundedShape, ShapeRef, farthest_from_point};

/// Finds the time within `duration` seconds at which a half-space and another shape reach the target
/// distance. Two half-spaces that face each other meet as soon as their planes turn against each other.
pub(crate) fn time_of_impact(
    pair: HalfSpacePair,
    motions: [&Motion; 2],
    request: &SweepRequest,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    let bounds = context.stages.has(Stage::Bounds);
    let mut descent = Descent {
        reach: reach(pair.other, pair.ordered(motions)[0]),
        motions: pair.ordered(motions),
        pair,
        context,
        measured: [None; 2],
    };
    let found = descent.sweep(request, bounds);
    let stage = match found {
        Sweep::Clear if context.counters.work() == 0 => Stage::Bounds,
        _ => context.deepest_stage(),
    };
    Decided::by(stage, found)
}

/// The size of a shape about the centre of its motion.
#[derive(Clone, Copy)]
struct Reach {
    /// No point of its core is farther away, in metres.
    core: f64,
    /// The distance by which the shape extends beyond its core, in metres.
    margin: f64,
}

fn reach(shape: ShapeRef, motion: &Motion) -> Reach {
    let center = motion.local_center().as_dvec3();
    let of_box = |corners: [DVec3; 2], margin: f64| Reach {
        core: farthest_from_point(corners, center),
        margin,
    };
    match shape {
        ShapeRef::Bounded(BoundedShape::Mesh(model)) => {
            let bounds = model.local_aabb();
            of_box([bounds.min.as_dvec3(), bounds.max.as_dvec3()], 0.0)
        }
        ShapeRef::Bounded(bounded) => bounded.as_convex().map_or(
            Reach {
                core: 0.0,
                margin: 0.0,
            },
            |convex| of_box(convex.core_box(), convex.margin()),
        ),
        // If its plane faces the other one, every point of the plane is equally low.
        ShapeRef::HalfSpace(_) => Reach {
            core: 0.0,
            margin: 0.0,
        },
    }
}

/// The two shapes at an instant.
#[derive(Clone, Copy)]
struct Heights {
    /// The placement of the other shape.
    other: Placement,
    plane: LocalPlane,
    lowest: LowestPoint,
}

/// A shape that comes down on a half-space.
struct Descent<'d> {
    pair: HalfSpacePair<'d>,
    /// The motion of the other shape, and that of the half-space.
    motions: [&'d Motion; 2],
    reach: Reach,
    context: &'d mut QueryContext,
    /// The instants that were measured last, the latest in time first: every step looks at the end again.
    measured: [Option<Instant<Heights>>; 2],
}

impl Descent<'_> {
    /// The vector from the half-space's centre to the other shape's (m), in the world at a time (s).
    fn between_centers(&self, time: f64) -> DVec3 {
        let [other, half_space] = self
            .motions
            .map(|motion| motion.start().center + motion.linear_velocity() * time);
        other - half_space
    }

    fn angular_velocities(&self) -> [DVec3; 2] {
        (self.motions).map(|motion| motion.angular_velocity())
    }

    /// Measures the height of the other shape above the plane at a time (s), unless that is known already.
    fn at(&mut self, time: f64) -> Result<Instant<Heights>, SearchCut> {
        let known = self.measured.iter().flatten();
        if let Some(known) = known.into_iter().find(|known| known.time == time) {
            return Ok(*known);
        }
        let placements = self.motions.map(|motion| motion.placement_at(time));
        let [other, half_space] = &placements;
        let plane = self.pair.plane_at(self.pair.ordered([other, half_space]));
        let lowest = plane.lowest_point(self.pair.other, self.context.traversal())?;
        self.context.trace.note_instant(Stage::Pieces, time);
        let state = Heights {
            other: placements[0],
            plane,
            lowest,
        };
        let instant = Instant {
            time,
            gap: lowest.height,
            state,
        };
        let is_latest = self.measured[0].is_none_or(|last| last.time < time);
        self.measured[usize::from(!is_latest)] = Some(instant);
        Ok(instant)
    }

    /// Half of the bound on the second derivative of heights between two times (s), in m/s^2.
    fn bend(&self, [from, to]: [f64; 2]) -> f64 {
        let [own, frame] = self.angular_velocities();
        let [of_other, of_half_space] = (self.motions).map(|motion| motion.linear_velocity());
        let start = self.motions[1].placement_at(from);
        let plane = PlaneTurn {
            rate: frame,
            normals: [start.rotation * self.pair.half_space.unit_normal(); 2],
            angle: frame.length() * (to - from),
        };
        let between = [from, to].map(|time| self.between_centers(time));
        plane.bend_of_centers(between, of_other - of_half_space)
            + plane.bend_of_turning(own, self.reach.core)
    }

    /// The times (s) between which the two may be `distance` metres apart or nearer, if the plane keeps its
    /// direction: the height of the bounding ball changes evenly.
    fn times_within(&self, distance: f64, end: f64) -> Option<[f64; 2]> {
        let [_, frame] = self.motions;
        // A half-space is in no ball: its plane may be far from its centre of rotation.
        let has_ball = matches!(self.pair.other, ShapeRef::Bounded(_));
        if !has_ball || frame.rotates() {
            return Some([0.0, end]);
        }
        let placement = frame.placement_at(0.0);
        let normal = placement.rotation * self.pair.half_space.unit_normal();
        let [first, last] = [0.0, end].map(|time| {
            let center = self.motions[0].placement_at(time);
            let center = center.point(self.motions[0].local_center().as_dvec3());
            let moved = frame.placement_at(time).translation;
            normal.dot(center - moved) - self.pair.half_space.plane_offset()
        });
        let Reach { core, margin } = self.reach;
        let level =
            distance + (core + margin) * (1.0 + 1e-12) + 1e-12 * first.abs().max(last.abs());
        let crossing = || end * ((first - level) / (first - last)).clamp(0.0, 1.0);
        match (first > level, last > level) {
            (true, true) => None,
            (true, false) => Some([crossing() * (1.0 - 1e-12), end]),
            (false, true) => Some([0.0, (crossing() * (1.0 + 1e-12)).min(end)]),
            (false, false) => Some([0.0, end]),
        }
    }

    /// The target (m), raised if the rounding of poses to f32 may be more than half of it.
    fn resolvable_target(&self, asked: f64, [from, to]: [f64; 2]) -> f64 {
        let [other, half_space] = self.motions;
        let rounding = PoseRounding::new(other, half_space);
        let own = self.reach.core + self.reach.margin;
        let arms = [other, half_space].map(|motion| motion.local_center().as_dvec3().length());
        // The contact point is on both.
        let apart = (self.between_centers(from).length()).max(self.between_centers(to).length());
        let reach = [own + arms[0], apart + own + arms[1]];
        asked.max(2.0 * rounding.over([from, to], reach))
    }

    fn sweep(&mut self, request: &SweepRequest, bounds: bool) -> Sweep {
        let end = valid_duration(request.duration);
        let window = |descent: &Self, distance: f64| match bounds {
            true => descent.times_within(distance, end),
            false => Some([0.0, end]),
        };
        let asked = request.options.target.max(0.0);
        let Some(near) = window(self, 2.0 * asked) else {
            return Sweep::Clear;
        };
        let target = self.resolvable_target(asked, near);
        let Some([early, last]) = window(self, 2.0 * target) else {
            return Sweep::Clear;
        };
        if early > 0.0 && early >= end {
            return Sweep::Clear;
        }
        let start = match self.at(early) {
            Ok(start) => start,
            Err(cut) => return self.cut(early, cut),
        };
        if start.gap <= 0.0 {
            let Heights { other, lowest, .. } = start.state;
            let point = other.point(lowest.point).as_vec3();
            return Sweep::Overlapping { point };
        }
        let thresholds = match early > 0.0 {
            true => DistanceThresholds::new(target),
            false => DistanceThresholds::from_start(target, start.gap),
        };
        if end > 0.0 && self.planes_turn_apart() {
            return self.impact(&start);
        }
        // The parabola aims at the middle between the thresholds, with margin for rounding on either side.
        let thresholds = DistanceThresholds {
            min_gap: thresholds.stop(),
            ..thresholds
        };
        match advance(self, start, last, &thresholds) {
            Advanced::Reached(at) => self.impact(&at),
            Advanced::Separated(_) => Sweep::Clear,
            Advanced::Stalled { time, at, stop } => {
                let points = [at.state.lowest.point.as_vec3(); 2];
                self.cut(time, stop.unwrap_or(SearchCut { bound: 0.0, points }))
            }
        }
    }

    /// Returns true if the other shape is a half-space whose plane does not stay parallel.
    fn planes_turn_apart(&self) -> bool {
        let ShapeRef::HalfSpace(_) = self.pair.other else {
            return false;
        };
        let [own, frame] = self.angular_velocities();
        let normal =
            self.motions[1].placement_at(0.0).rotation * self.pair.half_space.unit_normal();
        let turns =
            |spin: DVec3| normal.cross(spin).length() > PARALLEL_PLANES_SINE * spin.length();
        own != frame && (turns(own) || turns(frame))
    }

    fn impact(&self, at: &Instant<Heights>) -> Sweep {
        let Heights {
            other,
            plane,
            lowest,
        } = &at.state;
        let points = self.pair.points_at(other, lowest, plane);
        let [point_a, point_b] = points.map(|point| point.as_vec3());
        Sweep::Impact {
            time: round_time_down(at.time),
            point_a,
            point_b,
            normal: self.pair.normal_at(other, plane).as_vec3(),
        }
    }

    /// The answer of a sweep that was cut at a time (s).
    fn cut(&self, time: f64, cut: SearchCut) -> Sweep {
        let other = self.motions[0].placement_at(time);
        Sweep::Cut {
            safe_time: round_time_down(time),
            points: (cut.points).map(|point| other.point(point.as_dvec3()).as_vec3()),
        }
    }
}

impl MovingLeaves for Descent<'_> {
    type State = Heights;
    type Stop = SearchCut;
    const MAX_STEPS: u64 = MAX_ADVANCEMENT_STEPS;

    fn find(&mut self, time: f64, _: &Instant<Heights>) -> Result<Instant<Heights>, SearchCut> {
        self.context.counters.advancement_steps += 1;
        self.at(time)
    }

    fn look(&mut self, from: &Instant<Heights>, time: f64) -> Result<Look, SearchCut> {
        let gap = self.at(time)?.gap;
        let bend = self.bend([from.time, time]);
        Ok(Look { gap, bend })
    }
}

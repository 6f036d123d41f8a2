//! The time of impact of two convex shapes that translate and rotate.
//!
//! *Idea*: conservative advancement (Mirtich 1996). GJK gives a slab between the shapes. `turning_bounds`, for a
//! direction that stands still, and looks ahead along one that goes on turning as it did since the last slab
//! (`plane_turn.rs`) bound how long the two stay apart (`advance.rs`); there GJK searches again. The distance in a
//! step only needs a relative accuracy: any slab is a proof, a better one only makes a longer step. Before that the
//! bounding spheres, whose centres move straight, limit the times that matter. If nothing rotates, one ray cast
//! against the Minkowski difference replaces all steps.
//!
//! *Limits*: shapes that graze each other for long with changing features need many steps; after
//! `MAX_ADVANCEMENT_STEPS` the sweep is cut at a safe time.

use glam::DVec3;

use crate::math::Placement;
use crate::narrow_phase::WarmStart;
use crate::narrow_phase::convex_pair::{SeparatingSlab, distance_below, separating_slab};
use crate::narrow_phase::gjk_ray_cast::{CastInterval, CastResult, cast};
use crate::query::Moving;
use crate::query::account::Account;
use crate::query::context::QueryContext;
use crate::query::stage::Stage;
use crate::query::toi::advance::{Advanced, Instant, Look, MovingLeaves, advance};
use crate::query::toi::bounding_spheres::{MovingSphere, overlap_times, resolvable_target};
use crate::query::toi::closed_form::{MovingBox, box_box};
use crate::query::toi::plane_turn::{PlaneTurn, expected_turning};
use crate::query::toi::turning_bounds::{RotationBounds, safe_duration};
use crate::query::toi::{DistanceThresholds, Sweep, SweepRequest, round_time_down, valid_duration};
use crate::shape::SupportMap;
use crate::{Relative, params};

/// Times at which boxes meet are shortened by this factor, far more than the rounding of their formula.
const BOX_ROUNDING: f64 = 1.0 - 1e-9;

/// A convex shape and its motion.
pub type MovingConvex<'m> = Moving<'m, dyn SupportMap + 'm>;

/// Finds the time at which two convex solids reach the target distance.
///
/// A shape inside a solid overlaps it. `advancement_steps` and GJK searches (`primitive_tests`) are counted, and
/// gaps measured at the end of a span as `volume_tests`. If no primitive test is counted, bounds alone decided.
pub(crate) fn sweep(
    [a, b]: [MovingConvex; 2],
    request: &SweepRequest,
    context: &mut QueryContext,
) -> Sweep {
    let end = valid_duration(request.duration);
    let stages = context.stages;
    let account = context.account();
    let spheres = [a, b].map(|moving| MovingSphere::new(moving.shape, moving.motion));
    let target = resolvable_target(request.options.target, [a.motion, b.motion], &spheres, end);
    // Shapes that are far apart at the start need no exact distance there.
    let overlap = |distance: f64| match stages.has(Stage::Bounds) {
        true => overlap_times(&spheres, distance),
        false => Some([0.0, end]),
    };
    let Some([early, _]) = overlap(2.0 * target).filter(|times| times[0] < end) else {
        return Sweep::Clear;
    };
    let pair = ConvexPair::new(
        a,
        b,
        [a, b].map(|moving| RotationBounds::new(moving.shape, moving.motion)),
    );
    let mut warm = WarmStart::default();
    let mut thresholds = DistanceThresholds::from_start(target, f64::INFINITY);
    let mut start = None;
    if early == 0.0 {
        account.trace.note_instant(Stage::Pieces, 0.0);
        let mut measure = |accuracy| {
            let taken = account.meter.take();
            account.counters.primitive_tests += u64::from(taken);
            taken.then(|| pair.slab(0.0, accuracy, &mut warm))
        };
        // The accuracy of steps shows that a pair is far; one that may be near is measured exactly.
        let Some(rough) = measure(pair.accuracy(target)) else {
            return cut([a, b], 0.0);
        };
        let is_far = |slab: &Instant<Slab>| slab.gap >= 2.0 * target;
        let found = match rough.filter(is_far) {
            None => measure([0.0; 2]),
            far => Some(far),
        };
        let Some(exact) = found else {
            return cut([a, b], 0.0);
        };
        let Some(slab) = exact else {
            return pair.overlapping();
        };
        thresholds = DistanceThresholds::from_start(target, slab.state.parting.distance);
        start = Some(slab);
    }
    let gap = thresholds.stop();
    let earliest = match stages.has(Stage::ClosedForm) {
        true => pair.earliest_overlap_of_boxes(gap),
        false => Some(0.0),
    };
    let times = overlap(gap).zip(earliest);
    let Some(([first, last], bounded)) = times else {
        return Sweep::Clear;
    };
    let (begin, end) = (first.max(bounded), end.min(last));
    if begin >= end {
        return Sweep::Clear;
    }
    let start = start.filter(|_| begin == 0.0);
    match pair.advance_from(start, [begin, end], thresholds, &mut warm, account) {
        ConvexAdvance::Separated { .. } => Sweep::Clear,
        ConvexAdvance::Reached {
            time,
            frame,
            parting,
        } => impact(time, &frame, &parting),
        ConvexAdvance::Stalled { time } => cut([a, b], time),
    }
}

/// The answer of a sweep that was cut at a time (s), with two corners of the smaller shape's box near which
/// the two may meet.
pub(crate) fn cut([a, b]: [MovingConvex; 2], time: f64) -> Sweep {
    let size = |moving: MovingConvex| {
        let [low, high] = moving.shape.core_box();
        low.distance(high) + 2.0 * moving.shape.margin()
    };
    let small = if size(a) < size(b) { a } else { b };
    let placement = small.motion.placement_at(time);
    Sweep::Cut {
        safe_time: round_time_down(time),
        points: (small.shape.core_box()).map(|corner| placement.point(corner).as_vec3()),
    }
}

/// The result of advancing a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConvexAdvance {
    /// They stay farther apart until the end; this direction (in the world, from the first to the
    /// second) separated them last.
    Separated { direction: DVec3 },
    /// They reach the target distance; `parting` is given in `frame`.
    Reached {
        time: f64,
        frame: Placement,
        parting: SeparatingSlab,
    },
    /// Disjoint until then (s); the budget or the steps are used up.
    Stalled { time: f64 },
}

/// The slab between two shapes at an instant.
#[derive(Clone, Copy)]
struct Slab {
    placements: [Placement; 2],
    /// The slab in the first one's frame.
    parting: SeparatingSlab,
    /// The slab's normal in the world, from the first to the second.
    direction: DVec3,
    /// The angular velocity at which the normal is expected to turn, in rad/s.
    turning: DVec3,
    /// The normal in each shape's frame, out of the shape.
    normals: [DVec3; 2],
    /// A point of each shape's frame no farther out than its core.
    nearest: [DVec3; 2],
}

/// The reason why a pair could not be measured.
enum ConvexStop {
    /// The work units are spent.
    Spent,
    /// GJK finds no slab.
    Overlap,
}

/// Two moving convex shapes, and the values that stay constant during their motions.
pub(crate) struct ConvexPair<'m> {
    a: MovingConvex<'m>,
    b: MovingConvex<'m>,
    rotations: [RotationBounds; 2],
    /// Velocity of the first centre of rotation less that of the second, in m/s.
    closing: DVec3,
}

impl<'m> ConvexPair<'m> {
    pub(crate) fn new(
        a: MovingConvex<'m>,
        b: MovingConvex<'m>,
        rotations: [RotationBounds; 2],
    ) -> Self {
        let [va, vb] = [a, b].map(|moving| moving.motion.linear_velocity());
        ConvexPair {
            a,
            b,
            rotations,
            closing: va - vb,
        }
    }

    fn placements(&self, time: f64) -> [Placement; 2] {
        [self.a, self.b].map(|moving| moving.motion.placement_at(time))
    }

    /// True if rotation moves neither core.
    fn only_translates(&self) -> bool {
        !self.rotations.iter().any(RotationBounds::moves_core)
    }

    /// A time (s) before which the two are more than `gap` metres apart, as the boxes around their cores are;
    /// `None` if they always are, 0 if rotation moves a core.
    fn earliest_overlap_of_boxes(&self, gap: f64) -> Option<f64> {
        if !self.only_translates() {
            return Some(0.0);
        }
        let [at_a, at_b] = self.placements(0.0);
        let relative = Relative::of_placements(&at_a, &at_b);
        let [(center, half), (other_center, other_half)] = [self.a, self.b].map(|moving| {
            let [low, high] = moving.shape.core_box();
            (0.5 * (low + high), 0.5 * (high - low))
        });
        let other = MovingBox {
            half_extents: other_half,
            rotation: relative.rotation,
            from: relative.point_f64(other_center) - center,
            velocity: at_a.rotation.conjugate() * -self.closing,
        };
        let gap = gap + self.a.shape.margin() + self.b.shape.margin();
        box_box(half, &other, gap).map(|[first, _]| first * BOX_ROUNDING)
    }

    /// The accuracies of a slab, in metres and as a part of the distance, for steps to a target distance (m).
    fn accuracy(&self, target: f64) -> [f64; 2] {
        let absolute = params::CONVEX_GAP_TARGET_SHARE * target;
        [absolute, params::CONVEX_GAP_ACCURACY]
    }

    /// The slab between the two at a time (s), which is thinner than their distance by at most the larger of two
    /// accuracies: see [`ConvexPair::accuracy`]. `None` if they overlap.
    fn slab(
        &self,
        time: f64,
        [absolute, part]: [f64; 2],
        warm: &mut WarmStart,
    ) -> Option<Instant<Slab>> {
        let (a, b) = (self.a.shape, self.b.shape);
        let placements = self.placements(time);
        let relative = Relative::of_placements(&placements[0], &placements[1]);
        let parting = separating_slab(a, b, &relative, absolute, part, warm)?;
        let to_b = relative.rotation.transpose();
        let normals = [parting.normal, to_b * -parting.normal];
        let point_b = to_b * (parting.point_b - relative.translation);
        let state = Slab {
            placements,
            parting,
            direction: placements[0].rotation * parting.normal,
            turning: DVec3::ZERO,
            normals,
            nearest: [
                parting.point_a - normals[0] * a.margin(),
                point_b - normals[1] * b.margin(),
            ],
        };
        let gap = parting.gap;
        Some(Instant { time, gap, state })
    }

    /// The answer for two shapes that overlap at the start.
    fn overlapping(&self) -> Sweep {
        let [at_a, at_b] = self.placements(0.0);
        let relative = Relative::of_placements(&at_a, &at_b);
        let (a, b) = (self.a.shape, self.b.shape);
        let found = distance_below(a, b, &relative, f64::INFINITY);
        let common = found.map_or(a.center(), |found| found.point_a);
        Sweep::Overlapping {
            point: at_a.point(common).as_vec3(),
        }
    }

    /// Advances the pair over a span (s), until it reaches the target distance.
    pub(crate) fn advance(
        &self,
        span: [f64; 2],
        thresholds: DistanceThresholds,
        warm: &mut WarmStart,
        account: Account,
    ) -> ConvexAdvance {
        self.advance_from(None, span, thresholds, warm, account)
    }

    /// [`ConvexPair::advance`] from a slab at the begin of the span, if it is known.
    fn advance_from(
        &self,
        start: Option<Instant<Slab>>,
        [time, end]: [f64; 2],
        thresholds: DistanceThresholds,
        warm: &mut WarmStart,
        account: Account,
    ) -> ConvexAdvance {
        if !self.only_translates() {
            return self.advance_conservatively(start, [time, end], thresholds, warm, account);
        }
        if !account.meter.take() {
            return ConvexAdvance::Stalled { time };
        }
        account.counters.primitive_tests += 1;
        account.trace.note_instant(Stage::Pieces, time);
        let [placement, other] = self.placements(time);
        let relative = Relative::of_placements(&placement, &other);
        let span = CastInterval {
            from: time,
            end,
            target: thresholds.target,
            keep: thresholds.stop(),
        };
        let velocity = placement.rotation.conjugate() * -self.closing;
        let shapes = [self.a.shape, self.b.shape];
        let steps = &mut account.counters.advancement_steps;
        match cast(shapes, &relative, velocity, span, warm, steps) {
            CastResult::Passed { normal } => ConvexAdvance::Separated {
                direction: placement.rotation * normal,
            },
            CastResult::Near { time, parting } => ConvexAdvance::Reached {
                time,
                // The ray cast ignores the rotation of a sphere about its centre.
                frame: Placement {
                    rotation: placement.rotation,
                    translation: self.a.motion.placement_at(time).translation,
                },
                parting,
            },
            CastResult::Undecided { time } => {
                self.advance_conservatively(None, [time, end], thresholds, warm, account)
            }
        }
    }

    /// [`ConvexPair::advance`] without the ray cast.
    fn advance_conservatively(
        &self,
        start: Option<Instant<Slab>>,
        [time, end]: [f64; 2],
        thresholds: DistanceThresholds,
        warm: &mut WarmStart,
        account: Account,
    ) -> ConvexAdvance {
        let mut steps = ConvexSteps {
            pair: self,
            accuracy: self.accuracy(thresholds.target),
            warm,
            hints: [0; 2],
            reaches: None,
            account,
        };
        let reached = |at: &Instant<Slab>| ConvexAdvance::Reached {
            time: at.time,
            frame: at.state.placements[0],
            parting: at.state.parting,
        };
        let Some(start) = start.or_else(|| steps.slab_at(time).ok()) else {
            return ConvexAdvance::Stalled { time };
        };
        match advance(&mut steps, start, end, &thresholds) {
            Advanced::Reached(at) => reached(&at),
            Advanced::Separated(at) => ConvexAdvance::Separated {
                direction: at.state.direction,
            },
            // Every step ends with the shapes separated: if rounding takes the last bit of a tiny gap, the
            // instant before counts.
            Advanced::Stalled {
                at,
                stop: Some(ConvexStop::Overlap),
                ..
            } => reached(&at),
            Advanced::Stalled { time, .. } => ConvexAdvance::Stalled { time },
        }
    }
}

/// The steps of a pair that rotates.
struct ConvexSteps<'s, 'm> {
    pair: &'s ConvexPair<'m>,
    /// See [`ConvexPair::accuracy`].
    accuracy: [f64; 2],
    warm: &'s mut WarmStart,
    /// The hints of [`SupportMap::support_near`] for looks ahead.
    hints: [u32; 2],
    /// See [`SupportMap::reach_from`], once a turning plane needs it.
    reaches: Option<[f64; 2]>,
    account: Account<'s>,
}

impl ConvexSteps<'_, '_> {
    fn slab_at(&mut self, time: f64) -> Result<Instant<Slab>, ConvexStop> {
        if !self.account.meter.take() {
            return Err(ConvexStop::Spent);
        }
        self.account.counters.primitive_tests += 1;
        self.account.counters.advancement_steps += 1;
        self.account.trace.note_instant(Stage::Pieces, time);
        (self.pair.slab(time, self.accuracy, self.warm)).ok_or(ConvexStop::Overlap)
    }
}

impl ConvexSteps<'_, '_> {
    /// Half of the bound on the second derivative of the gap across a plane, in m/s^2, from a slab until the two have
    /// the `later` placements.
    fn bend_across(&mut self, plane: &PlaneTurn, slab: &Slab, later: &[Placement; 2]) -> f64 {
        let pair = self.pair;
        if plane.rate == DVec3::ZERO {
            let [a, b] = [0, 1].map(|i| pair.rotations[i].bend(slab.normals[i]));
            return a + b;
        }
        let both = [pair.a, pair.b];
        let local = both.map(|moving| moving.motion.local_center().as_dvec3());
        let reaches = *(self.reaches)
            .get_or_insert_with(|| [0, 1].map(|i: usize| both[i].shape.reach_from(local[i])));
        let centers = |at: &[Placement; 2]| at[1].point(local[1]) - at[0].point(local[0]);
        let between = [centers(&slab.placements), centers(later)];
        // Seen from the plane a body that stands still turns, too.
        let [a, b] =
            [0, 1].map(|i| plane.bend_of_turning(both[i].motion.angular_velocity(), reaches[i]));
        a + b + plane.bend_of_centers(between, -pair.closing)
    }
}

impl MovingLeaves for ConvexSteps<'_, '_> {
    type State = Slab;
    type Stop = ConvexStop;
    const MAX_STEPS: u64 = params::MAX_ADVANCEMENT_STEPS;
    const LOOK_GROWTH: f64 = params::CONVEX_LOOK_GROWTH;

    fn find(&mut self, time: f64, last: &Instant<Slab>) -> Result<Instant<Slab>, ConvexStop> {
        let mut found = self.slab_at(time)?;
        let normals = [last.state.direction, found.state.direction];
        found.state.turning = expected_turning(normals, time - last.time);
        Ok(found)
    }

    fn look(&mut self, from: &Instant<Slab>, time: f64) -> Result<Look, ConvexStop> {
        if !self.account.meter.take() {
            return Err(ConvexStop::Spent);
        }
        self.account.counters.volume_tests += 1;
        let [at_a, at_b] = self.pair.placements(time);
        let plane = PlaneTurn::ahead(from.state.direction, from.state.turning, time - from.time);
        let direction = plane.normals[1];
        let reach = |shape: &dyn SupportMap, at: &Placement, direction: DVec3, hint: &mut u32| {
            let local = at.rotation.conjugate() * direction;
            shape.support_near(local, hint).dot(local) + shape.margin()
        };
        let [hint_a, hint_b] = &mut self.hints;
        let gap = (at_b.translation - at_a.translation).dot(direction)
            - reach(self.pair.a.shape, &at_a, direction, hint_a)
            - reach(self.pair.b.shape, &at_b, -direction, hint_b);
        let bend = self.bend_across(&plane, &from.state, &[at_a, at_b]);
        Ok(Look { gap, bend })
    }

    /// Bounds the span by the speeds at which both bodies may turn into the gap.
    fn certain_span(&self, from: &Instant<Slab>, clearance: f64) -> f64 {
        let Slab {
            direction,
            normals,
            nearest,
            ..
        } = from.state;
        let advances =
            [0, 1].map(|i: usize| self.pair.rotations[i].advance_along(normals[i], nearest[i]));
        safe_duration(clearance, direction.dot(self.pair.closing), advances)
    }

    /// Only rounding makes the slab thinner than the gap that is kept.
    fn is_near(&self, at: &Instant<Slab>, thresholds: &DistanceThresholds) -> bool {
        at.state.parting.distance <= thresholds.target || at.gap <= thresholds.min_gap
    }
}

/// The impact at a time (s), for the slab `parting` in the frame of the first shape at `placement`.
pub(crate) fn impact(time: f64, placement: &Placement, parting: &SeparatingSlab) -> Sweep {
    Sweep::Impact {
        time: round_time_down(time),
        point_a: placement.point(parting.point_a).as_vec3(),
        point_b: placement.point(parting.point_b).as_vec3(),
        normal: (placement.rotation * parting.normal).as_vec3(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Motion, Pose};
    use crate::query::context::QueryContext;
    use crate::query::toi::gap_bound::GapBound;
    use crate::shape::{Capsule, Cuboid, Cylinder};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Between two looks along a normal that turns the gap stays above the parabola. Cause: a body that stands still
    /// counted as a point, though it turns, too, as seen from the plane.
    #[test]
    fn a_look_along_a_turning_normal_bounds_the_gap() {
        let mut random = Pcg32::seed_from_u64(11);
        let mut context = QueryContext::default();
        let (mut checked, mut bent) = (0, 0.0_f64);
        for case in 0..600 {
            let mut vector =
                |size: f32| Vec3::from_array([0; 3].map(|_| random.random_range(-size..size)));
            let sizes = [vector(0.3), vector(0.5)].map(|size| size.abs() + 0.01);
            let solid = |i: usize| -> Box<dyn SupportMap> {
                let Vec3 { x, y, .. } = sizes[i];
                match (case + i) % 3 {
                    _ if case % 2 == 1 && i == 1 => {
                        Box::new(Cuboid::new(Vec3::new(1.5, 0.01, 1.5)).unwrap())
                    }
                    0 => Box::new(Cuboid::new(sizes[i]).unwrap()),
                    1 => Box::new(Capsule::new(x, y).unwrap()),
                    _ => Box::new(Cylinder::new(x, y).unwrap()),
                }
            };
            let solids = [solid(0), solid(1)];
            let mut motion = |apart: Vec3, moves: f32| {
                let [tilt, velocity, spin] = [vector(3.0), vector(5.0), vector(90.0)];
                let pose = Pose::new(Quat::from_scaled_axis(tilt), apart + vector(0.2)).unwrap();
                Motion::new(pose, velocity * moves, spin * moves, vector(0.05)).unwrap()
            };
            // One flies past another one, or over a large plate that stands still.
            let motions = match case % 2 {
                0 => [motion(Vec3::ZERO, 1.0), motion(Vec3::X, 1.0)],
                _ => [motion(Vec3::ZERO, 1.0), motion(Vec3::Y * 0.3, 0.0)],
            };
            let [a, b] = [0, 1].map(|i: usize| Moving::new(&*solids[i], &motions[i]));
            let rotations = [a, b].map(|moving| RotationBounds::new(moving.shape, moving.motion));
            let pair = ConvexPair::new(a, b, rotations);
            let Some(mut from) = pair.slab(0.0, [0.0; 2], &mut WarmStart::default()) else {
                continue;
            };
            // As edges of one that spins beside one that stands do, or anyhow.
            let turning = match case % 4 < 2 {
                true => motions[0].angular_velocity(),
                false => vector(150.0).as_dvec3(),
            };
            from.state.turning = turning.reject_from_normalized(from.state.direction);
            let span = 0.9 * params::MAX_NORMAL_TURN / from.state.turning.length().max(5.0);
            let mut steps = ConvexSteps {
                pair: &pair,
                accuracy: [0.0; 2],
                warm: &mut WarmStart::default(),
                hints: [0; 2],
                reaches: None,
                account: context.account(),
            };
            let Ok(last) = steps.look(&from, span) else {
                panic!("no work is left");
            };
            let bound = GapBound {
                first: from.gap,
                last: last.gap,
                sag: last.bend * span * span,
            };
            for i in 1..40 {
                let share = f64::from(i) / 40.0;
                let Ok(there) = steps.look(&from, share * span) else {
                    panic!("no work is left");
                };
                let chord = bound.first * (1.0 - share) + bound.last * share;
                let sag = bound.sag * share * (1.0 - share);
                assert!(
                    there.gap >= chord - sag - 1e-12,
                    "{case}: {share}, {bound:?}"
                );
                bent = bent.max((chord - there.gap) / sag);
            }
            checked += 1;
        }
        // The bound is no larger than needed by orders of magnitude.
        assert!(checked > 200 && bent > 0.1, "{checked} {bent}");
    }
}

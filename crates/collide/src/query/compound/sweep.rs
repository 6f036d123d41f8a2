//! The time of impact of two shapes of which one is a compound, or both: the least of the children's.

use crate::math::Motion;
use crate::params::COMPOUND_ROUNDINGS;
use crate::query::PairCache;
use crate::query::compound::swept::{SweptBoxes, pose_rounding};
use crate::query::compound::walk::{Side, Sides, Step, Walk, WalkEnd};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::toi::bounding_spheres::{MovingSphere, overlap_times};
use crate::query::toi::{Sweep, SweepOptions, SweepRequest, round_time_down};

/// The time at which the two reach the target distance within the duration.
///
/// They are disjoint at every time before the one returned, if each child is placed by
/// [`Child::placed_by`](crate::shape::Child::placed_by) for the pose at that time. A child that was cut
/// limits that time.
pub(super) fn time_of_impact(
    both: &Sides,
    motions: [&Motion; 2],
    request: &SweepRequest,
    cache: &mut PairCache,
    context: &mut QueryContext,
) -> Decided<Sweep> {
    let sides = &both.each;
    let end = request.duration.max(0.0);
    let asked = request.options.target;
    let swept = SweptBoxes::new(sides, motions, asked.max(0.0), f64::from(end));
    let walk = Walk {
        sides: *sides,
        bound: &|boxes, limit| swept.meeting_time(boxes, limit),
    };
    let mut found = Sweep::Clear;
    let mut safe = end;
    let (ended, stage) = walk.run(end, context, |[i, j], context| {
        let span = f64::from(safe);
        let request = SweepRequest {
            duration: safe,
            options: SweepOptions {
                target: resolvable_target(sides, [i, j], motions, asked, span),
            },
            hulls_apart: None,
        };
        let motions = [
            sides[0].child_motion(i, motions[0]),
            sides[1].child_motion(j, motions[1]),
        ];
        let mut used = cache.of_children([i, j]);
        let next = both.ask([i, j], |row| {
            row.time_of_impact(motions.each_ref(), &request, &mut used, context)
        });
        let time = next.answer.safe_time(safe);
        let decides = next.answer != Sweep::Clear && (time < safe || found == Sweep::Clear);
        if decides {
            (found, safe) = (next.answer, time);
            cache.keep_children([i, j], &used);
        }
        let is_known = safe <= 0.0 && found != Sweep::Clear;
        Step {
            limit: if is_known { -1.0 } else { safe },
            decided_by: decides.then_some(next.stage),
        }
    });
    if let WalkEnd::Cut { bound } = ended
        && bound < safe
    {
        found = cut_at(bound, sides, motions);
    }
    Decided::by(stage, found)
}

/// The target distance (m) of two children, raised if it is less than [`COMPOUND_ROUNDINGS`] of their poses.
fn resolvable_target(
    sides: &[Side; 2],
    children: [u32; 2],
    motions: [&Motion; 2],
    asked: f64,
    end: f64,
) -> f64 {
    let reach = [0, 1].map(|i: usize| sides[i].child_reach(children[i]));
    let over = |end: f64| COMPOUND_ROUNDINGS * pose_rounding(sides, reach, motions, end);
    let coarse = over(end);
    if coarse <= asked {
        return asked;
    }
    // Long paths: the times after the two have passed each other do not matter.
    let spheres = [0, 1].map(|i: usize| {
        let center = motions[i].local_center().length();
        MovingSphere::with_radius(motions[i], f64::from(reach[i] + center))
    });
    let last = overlap_times(&spheres, 2.0 * coarse).map_or(0.0, |[_, last]| last.min(end));
    let is_bounded = sides.iter().all(|side| side.half_space().is_none());
    asked.max(over(if is_bounded { last } else { end }))
}

/// A sweep that was cut before it came to some of the children, which meet no earlier.
fn cut_at(time: f32, sides: &[Side; 2], motions: [&Motion; 2]) -> Sweep {
    let middle = |i: usize| {
        let middle = sides[i].bounds().center().as_dvec3();
        let at = motions[i].placement_at(f64::from(time)).point(middle);
        at.as_vec3()
    };
    Sweep::Cut {
        safe_time: round_time_down(f64::from(time)),
        points: [middle(0), middle(1)],
    }
}

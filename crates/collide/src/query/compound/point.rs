//! Queries of a ray or a point and a compound.

use glam::{DVec3, Vec3};

use crate::math::{Aabb, Placement, Pose, round_down};
use crate::params::CHILD_POSE_ROUNDING;
use crate::query::compound::walk::{Side, Step, Walk, WalkEnd};
use crate::query::contains::contains;
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::ray::WorldRay;
use crate::query::shape_ray::ray_to_shape;
use crate::query::{Containment, Placed, RayCast};
use crate::shape::{AnyShape, Compound};

/// The first hit of a ray with any of the children: see [`Query::ray`](crate::Query::ray).
pub(crate) fn ray(
    placed: Placed<'_, Compound>,
    ray: &WorldRay,
    context: &mut QueryContext,
) -> Decided<RayCast> {
    let (compound, pose) = (placed.shape, placed.pose);
    let frame = Placement::from(pose);
    let to_local = frame.rotation.conjugate();
    let from = to_local * (ray.origin.as_dvec3() - frame.translation);
    let along = to_local * ray.direction.as_dvec3();
    let is_valid = from.is_finite() && along.is_finite() && ray.max_time >= 0.0;
    let far = ray.origin.length() + pose.translation().length();
    let margin = compound.rounding(pose) + CHILD_POSE_ROUNDING * far;
    let shape = AnyShape::Compound(compound);
    let walk = Walk {
        sides: [Side::new(&shape), Side::whole(&shape)],
        bound: &|[bounds, _], _| entry_time(&bounds.expanded(margin), from, along),
    };
    let mut found = RayCast::Clear;
    let limit = if is_valid { ray.max_time } else { -1.0 };
    let mut least = limit;
    let (end, stage) = walk.run(limit, context, |[child, _], context| {
        let pose = compound.children()[child as usize].placed_by(pose);
        let shape = compound.shape_of(child);
        let ray = WorldRay {
            max_time: least,
            ..*ray
        };
        let next = ray_to_shape(Placed::new(&shape, &pose), &ray, context);
        let time = match next.answer {
            RayCast::Clear => f32::INFINITY,
            RayCast::Hit { time, .. } => time,
            RayCast::Cut { safe_time } => safe_time,
        };
        let is_first = time == least && found == RayCast::Clear && next.answer != RayCast::Clear;
        let decides = time < least || is_first;
        if decides {
            (found, least) = (next.answer, time);
        }
        Step {
            limit: least,
            decided_by: decides.then_some(next.stage),
        }
    });
    if let WalkEnd::Cut { bound } = end
        && (bound <= least)
    {
        found = RayCast::Cut { safe_time: bound };
    }
    Decided::by(stage, found)
}

/// A lower bound of the time at which a ray enters a box, in lengths of its direction; infinite if it never
/// does.
fn entry_time(bounds: &Aabb, from: DVec3, along: DVec3) -> f32 {
    let (mut first, mut last) = (0.0_f64, f64::INFINITY);
    for axis in 0..3 {
        let low = f64::from(bounds.min[axis]) - from[axis];
        let high = f64::from(bounds.max[axis]) - from[axis];
        let rate = along[axis];
        if rate == 0.0 {
            if low > 0.0 || high < 0.0 {
                return f32::INFINITY;
            }
            continue;
        }
        let (one, other) = (low / rate, high / rate);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    match first <= last {
        true => round_down(first),
        false => f32::INFINITY,
    }
}

/// Tests a point of the world: it is inside if it is inside a child. Children that are open meshes add
/// nothing, unless all are.
pub(crate) fn contains_point(
    placed: Placed<'_, Compound>,
    point: Vec3,
    context: &mut QueryContext,
) -> Decided<Containment> {
    let (compound, pose) = (placed.shape, placed.pose);
    let local = Pose::inverse_transform_point(pose, point);
    let margin = compound.rounding(pose) + CHILD_POSE_ROUNDING * point.abs().max_element();
    let is_in = |bounds: &Aabb| bounds.expanded(margin).contains(local);
    let shape = AnyShape::Compound(compound);
    let walk = Walk {
        sides: [Side::new(&shape), Side::whole(&shape)],
        bound: &|[bounds, _], _| if is_in(bounds) { 0.0 } else { f32::INFINITY },
    };
    let mut found = match compound.has_inside() {
        true => Containment::Outside,
        false => Containment::NotClosed,
    };
    let limit = if compound.has_inside() { 0.0 } else { -1.0 };
    let (end, stage) = walk.run(limit, context, |[child, _], context| {
        let pose = compound.children()[child as usize].placed_by(pose);
        let shape = compound.shape_of(child);
        let next = contains(Placed::new(&shape, &pose), point, context);
        let decides = weight(next.answer) > weight(found);
        if decides {
            found = next.answer;
        }
        let is_inside = next.answer == Containment::Inside;
        Step {
            limit: if is_inside { -1.0 } else { limit },
            decided_by: decides.then_some(next.stage),
        }
    });
    if end != WalkEnd::Done && found != Containment::Inside {
        found = Containment::Cut;
    }
    Decided::by(stage, found)
}

/// The weight of a child's answer: the heaviest one is the answer of the whole.
fn weight(found: Containment) -> u8 {
    match found {
        Containment::NotClosed => 0,
        Containment::Outside => 1,
        Containment::OnSurface => 2,
        Containment::Cut => 3,
        Containment::Inside => 4,
    }
}

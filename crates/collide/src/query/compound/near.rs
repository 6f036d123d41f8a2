//! Bounds of the distance of the boxes of two sides at their poses.

use crate::Relative;
use crate::bounding::Volume;
use crate::math::{Aabb, round_down};
use crate::params::CHILD_POSE_ROUNDING;
use crate::query::compound::walk::{PlacedPair, Step, Walk, WalkEnd};
use crate::query::context::QueryContext;
use crate::query::half_space::LocalPlane;
use crate::query::stage::Stage;
use crate::shape::HalfSpace;

/// The comparison of the boxes of two sides.
enum NearBoxes {
    /// The boxes of the second side are brought into the frame of the first.
    Boxes(<Aabb as Volume>::Frame),
    /// The side with this index has boxes; the other side is a half-space with this plane in the frame of the
    /// boxes. The last number bounds the rounding of lengths, in metres.
    AbovePlane(usize, LocalPlane, f64),
}

impl NearBoxes {
    fn new(pair: &PlacedPair) -> Self {
        let above = |i: usize, half_space: &HalfSpace| {
            let relative = Relative::new(pair.poses[i], pair.poses[1 - i]);
            let plane = LocalPlane::new(half_space, &relative);
            let reach = pair.sides.each[i].reach();
            let rounding = CHILD_POSE_ROUNDING * (pair.poses[i].translation().length() + reach);
            let rounding = f64::from(rounding) + plane.rounding(f64::from(reach));
            NearBoxes::AbovePlane(i, plane, rounding)
        };
        match pair.sides.each.map(|side| side.half_space()) {
            [Some(plane), _] => above(1, plane),
            [_, Some(plane)] => above(0, plane),
            _ => {
                let [a, b] = pair.poses;
                let far =
                    |i: usize| pair.poses[i].translation().length() + pair.sides.each[i].reach();
                let margin = CHILD_POSE_ROUNDING * (far(0) + far(1));
                NearBoxes::Boxes(Aabb::frame(&Relative::new(a, b), margin))
            }
        }
    }

    /// A lower bound of the distance of the contents of two boxes, in metres.
    fn distance(&self, [a, b]: [&Aabb; 2]) -> f32 {
        match self {
            NearBoxes::Boxes(frame) => a.distance_bound(&b.moved(frame)).max(0.0),
            NearBoxes::AbovePlane(side, plane, rounding) => {
                let bounds = [a, b][*side];
                let down = plane.normal.abs().dot(bounds.half_extents().as_dvec3());
                let height = plane.height(bounds.center().as_dvec3()) - down;
                round_down((height - rounding).max(0.0))
            }
        }
    }
}

impl PlacedPair<'_> {
    /// Visits the pairs of children that may be within a limit (m), the nearest first.
    pub fn visit_near(
        &self,
        limit: f32,
        context: &mut QueryContext,
        visit: impl FnMut([u32; 2], &mut QueryContext) -> Step,
    ) -> (WalkEnd, Stage) {
        let near = NearBoxes::new(self);
        let walk = Walk {
            sides: self.sides.each,
            bound: &|boxes, _| near.distance(boxes),
        };
        walk.run(limit, context, visit)
    }
}

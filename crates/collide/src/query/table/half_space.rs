//! A half-space and any shape that is no compound.

use crate::math::{Motion, Placement, Pose, round_down};
use crate::query::contacts::{self, ContactPoint, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::half_space::{HalfSpacePair, LocalPlane, LowestPoint, SearchCut};
use crate::query::leaf_pairs::Deepest;
use crate::query::outcome::Decided;
use crate::query::pair::{PairQueries, ProximityQueries};
use crate::query::toi::{Sweep, SweepRequest, half_space_pair};
use crate::query::{DistanceOptions, PairCache};
use crate::shape::{BoundedShape, ShapeRef};
use crate::{Collision, CommonPoints, Distance};

/// A query about a half-space and a shape at their poses.
struct HalfSpaceQuery<'q> {
    pair: HalfSpacePair<'q>,
    other: Placement,
    plane: LocalPlane,
}

impl<'q> HalfSpaceQuery<'q> {
    fn new(pair: HalfSpacePair<'q>, poses: [&Pose; 2]) -> Self {
        let placements = poses.map(Placement::from);
        let [other, _] = pair.ordered(placements);
        HalfSpaceQuery {
            pair,
            other,
            plane: pair.plane_at([&placements[0], &placements[1]]),
        }
    }

    /// Finds the other shape's lowest point; `Err` if the budget ends before.
    fn search(&self, context: &mut QueryContext) -> Result<LowestPoint, SearchCut> {
        self.plane
            .lowest_point(self.pair.other, context.traversal())
    }
}

impl ProximityQueries for HalfSpacePair<'_> {
    /// A hit reports one point: of the mesh if the other shape is one, else of the first shape.
    fn within(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        _cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        let query = HalfSpaceQuery::new(*self, poses);
        let mut points = CommonPoints::default();
        let found = match query.search(context) {
            Ok(lowest) if lowest.height <= f64::from(tolerance.max(0.0)) => {
                let is_mesh = matches!(self.other, ShapeRef::Bounded(BoundedShape::Mesh(_)));
                // A point that is inside belongs to both.
                let on_other = is_mesh || !self.is_first || lowest.height <= 0.0;
                let point = match on_other {
                    true => lowest.point,
                    false => query.plane.foot(lowest.point),
                };
                points.push(query.other.point(point).as_vec3());
                Collision::Hit { points }
            }
            Ok(_) => Collision::Clear,
            Err(cut) => {
                (cut.points.iter())
                    .for_each(|p| points.push(query.other.point(p.as_dvec3()).as_vec3()));
                Collision::Cut { points }
            }
        };
        Decided::by(context.deepest_stage(), found)
    }

    /// The distance is exact: an allowed error would not make it cheaper.
    fn distance(
        &self,
        poses: [&Pose; 2],
        _options: &DistanceOptions,
        _cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Distance> {
        let query = HalfSpaceQuery::new(*self, poses);
        let found = match query.search(context) {
            Ok(lowest) if lowest.height <= 0.0 => {
                let point = query.other.point(lowest.point).as_vec3();
                Distance::Meet { point }
            }
            Ok(lowest) => {
                let points = self.points_at(&query.other, &lowest, &query.plane);
                let [point_a, point_b] = points.map(|point| point.as_vec3());
                let rounding = query.plane.rounding(lowest.point.length());
                Distance::Apart {
                    distance: lowest.height as f32,
                    lower_bound: round_down((lowest.height - rounding).max(0.0)),
                    point_a,
                    point_b,
                }
            }
            Err(cut) => Distance::Cut {
                lower_bound: cut.bound.max(0.0),
            },
        };
        Decided::by(context.deepest_stage(), found)
    }

    /// The depth is that of the whole shape, also for a mesh. Two half-spaces that do not face each other
    /// overlap without bound and have no deepest contact.
    fn deepest_contact(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
    ) -> Decided<Deepest> {
        let query = HalfSpaceQuery::new(*self, poses);
        let found = match query.search(context) {
            Err(_) => Deepest::Cut,
            Ok(lowest) if lowest.height.is_finite() && lowest.height <= f64::from(tolerance) => {
                let points = self.points_at(&query.other, &lowest, &query.plane);
                let normal = self.normal_at(&query.other, &query.plane);
                let point = (points[0] + points[1]) * 0.5;
                Deepest::Contact(ContactPoint::at(point, normal, lowest.height))
            }
            Ok(_) => Deepest::Clear,
        };
        Decided::by(context.deepest_stage(), found)
    }
}

impl PairQueries for HalfSpacePair<'_> {
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let end = contacts::half_space_pair_contacts(*self, poses, tolerance, context, out);
        Decided::by(context.deepest_stage(), end)
    }

    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        _cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        half_space_pair::time_of_impact(*self, motions, request, context)
    }
}

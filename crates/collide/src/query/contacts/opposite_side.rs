//! The opposite side of a contact: a convex solid or a half-space, in the frame of the shape that it is compared
//! with.

use glam::DVec3;

use crate::narrow_phase::box_triangle::{BoxTriangle, box_triangle};
use crate::narrow_phase::convex_pair::{Separation, separation};
use crate::narrow_phase::{EpaScratch, WarmStart};
use crate::params::PLANE_PART;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_pair::{FeaturePair, snap_to_face};
use crate::query::contacts::feature_polygon::FeaturePolygon;
use crate::query::contacts::support_feature::shape_feature;
use crate::query::convex_mesh::{PlacedConvex, Traversal, TraversalEnd, visit_triangles_near};
use crate::query::half_space::{LocalPlane, LowestPoint};
use crate::query::solid::Solid;
use crate::shape::{BoundedShape, SupportMap, Triangle};
use crate::{Model, Relative};

/// The side of a pair that is a convex solid or a half-space. The first shape, in whose frame everything is, lies
/// against it.
pub(super) enum OppositeSide<'q> {
    /// A solid. The relative pose leads from its frame to that of the first shape.
    Solid(Solid<'q>, &'q Relative),
    /// A half-space beside a shape of this radius about its origin, in metres. The part of the plane that the
    /// shape may touch acts as the face of a box larger than the shape, so clipping leaves the features of the
    /// shape whole.
    HalfSpace(&'q LocalPlane, f64),
}

impl OppositeSide<'_> {
    /// The feature that lies against `normal`.
    pub fn feature(&self, normal: DVec3) -> FeaturePolygon {
        match self {
            OppositeSide::Solid(solid, relative) => {
                let against = relative.rotation.transpose() * -normal;
                let mut polygon = shape_feature(solid.shape, against);
                polygon.map(|p| relative.rotation * p + relative.translation);
                polygon
            }
            OppositeSide::HalfSpace(plane, radius) => plane_part(plane, *radius),
        }
    }

    /// Adds the contacts of a convex solid whose nearest or deepest points are known.
    pub fn add_contacts(
        &self,
        solid: BoundedShape,
        nearest: &Separation,
        limit: f64,
        found: &mut Vec<ContactCandidate>,
    ) {
        let features = |normal: DVec3| (shape_feature(solid, normal), self.feature(normal));
        let (mut on_a, mut on_b) = features(nearest.normal);
        let (normal, is_turned) = snap_to_face(nearest.normal, &on_a, &on_b);
        if is_turned {
            // Round shapes have other support points along the snapped normal.
            (on_a, on_b) = features(normal);
        }
        let touching = FeaturePair {
            a: &on_a,
            b: &on_b,
            normal,
            nearest,
            limit,
        };
        touching.add_contacts(|| true, |next| found.push(next));
    }

    /// Calls `visit` with the numbers of the triangles of a mesh that may be within `limit` metres, and with the
    /// nearest or deepest points of each one unless a quick test shows that it is farther away.
    pub fn visit_triangles(
        &self,
        model: &Model,
        limit: f64,
        (traversal, epa): (Traversal, &mut EpaScratch),
        visit: &mut dyn FnMut(u32, &Separation),
    ) -> TraversalEnd {
        match self {
            OppositeSide::Solid(solid, relative) => {
                let tolerance = limit as f32;
                let visit = &mut |number: u32, triangle: &Triangle| {
                    if let Some(nearest) = nearest_points(triangle, *solid, relative, limit, epa) {
                        visit(number, &nearest);
                    }
                    tolerance
                };
                let convex = PlacedConvex {
                    shape: solid.map,
                    relative,
                };
                visit_triangles_near(model, convex, tolerance, traversal, visit)
            }
            OppositeSide::HalfSpace(plane, _) => {
                plane.visit_low_pieces(model, limit, traversal, &mut |piece, work| {
                    for triangle in piece.triangle_range() {
                        if !work.meter.take() {
                            return None;
                        }
                        work.counters.primitive_tests += 1;
                        work.counters.triangle_tests += 1;
                        let corners = model.store.triangle(piece, triangle);
                        let lowest = corners.map(|point| {
                            let point = point.as_dvec3();
                            let height = plane.height(point);
                            LowestPoint { point, height }
                        });
                        let lowest =
                            (lowest.into_iter()).min_by(|p, q| p.height.total_cmp(&q.height))?;
                        visit(triangle as u32, &above_plane(&lowest, plane));
                    }
                    Some(limit)
                })
            }
        }
    }
}

/// The nearest or deepest points of a shape, given by its lowest point, and a half-space.
pub(super) fn above_plane(lowest: &LowestPoint, plane: &LocalPlane) -> Separation {
    Separation {
        distance: lowest.height,
        lower_bound: lowest.height,
        normal: -plane.normal,
        point_a: lowest.point,
        point_b: plane.foot(lowest.point),
    }
}

/// The nearest or deepest points of a triangle and a solid; `None` if a quick test shows that they are farther
/// apart than `limit` metres.
fn nearest_points(
    corners: &Triangle,
    solid: Solid<'_>,
    relative: &Relative,
    limit: f64,
    epa: &mut EpaScratch,
) -> Option<Separation> {
    let quick = match solid.shape {
        BoundedShape::Cuboid(cuboid) => {
            let half = cuboid.half_extents().as_dvec3();
            box_triangle(corners.corners(), half, relative, limit)
        }
        _ if is_beyond_plane(corners, solid.map, relative, limit) => BoxTriangle::Far,
        _ => BoxTriangle::Unknown,
    };
    match quick {
        BoxTriangle::Far => None,
        BoxTriangle::Known(nearest) => Some(nearest),
        BoxTriangle::Unknown => {
            let warm = &mut WarmStart::default();
            Some(separation(corners, solid.map, relative, warm, epa))
        }
    }
}

/// True if the plane of a triangle shows that a convex shape is farther from it than `limit` metres.
fn is_beyond_plane(
    triangle: &Triangle,
    convex: &dyn SupportMap,
    relative: &Relative,
    limit: f64,
) -> bool {
    let [a, b, c] = *triangle.corners();
    let across = (b - a).cross(c - a);
    let over = (relative.point_f64(convex.center()) - a).dot(across);
    let towards = if over > 0.0 { -across } else { across };
    let nearest = relative.point_f64(convex.support(relative.rotation.transpose() * towards));
    let height = (a - nearest).dot(towards);
    let reach = limit + convex.margin();
    height > 0.0 && height * height > reach * reach * across.length_squared()
}

/// The part of a plane that a shape of `radius` metres about its origin may touch: a square.
fn plane_part(plane: &LocalPlane, radius: f64) -> FeaturePolygon {
    let center = plane.foot(DVec3::ZERO);
    let [right, up] = {
        let (right, up) = plane.normal.any_orthonormal_pair();
        [right, up].map(|along| along * (PLANE_PART * radius))
    };
    let mut polygon = FeaturePolygon::empty();
    for (number, corner) in [right + up, up - right, -right - up, right - up]
        .into_iter()
        .enumerate()
    {
        polygon.push(center + corner, number as u32);
    }
    polygon.close();
    polygon
}

//! Contacts of a half-space and any shape.
//!
//! The half-space's feature against everything is its plane. The part of it around the other shape is a face
//! like any other: corners, edges and faces that lie against it are clipped by it as by a box's face that is
//! larger than they are, which leaves them whole.

use glam::DVec3;

use crate::math::{Placement, Pose};
use crate::model::Model;
use crate::narrow_phase::convex_pair::Separation;
use crate::params;
use crate::query::contacts::contact::{Contact, ContactCandidate, ContactsEnd};
use crate::query::contacts::convex::{OppositeSide, add_patch};
use crate::query::contacts::convex_mesh::MeshConvexSearch;
use crate::query::contacts::feature_polygon::FeaturePolygon;
use crate::query::contacts::report::{limit, report};
use crate::query::contacts::support_feature::shape_feature;
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{Traversal, TraversalEnd};
use crate::query::half_space::{HalfSpacePair, LocalPlane, LowestPoint};
use crate::shape::{BoundedShape, ShapeRef};

/// How far the part of the plane reaches that stands for it, in radii of the other shape: beyond the shape on
/// all sides.
const PLANE_PART: f64 = 4.0;

/// All contacts of a half-space and another shape at most `tolerance` metres apart. Two half-spaces that
/// face each other have one, wherever their planes are; others overlap without end and have none.
pub(crate) fn half_space_pair_contacts(
    pair: HalfSpacePair,
    poses: [&Pose; 2],
    tolerance: f32,
    context: &mut QueryContext,
    out: &mut Vec<Contact>,
) -> ContactsEnd {
    let placements = poses.map(Placement::from);
    let plane = pair.plane_at([&placements[0], &placements[1]]);
    let [pose, _] = pair.ordered(poses);
    let limit = limit(tolerance);
    let (end, size) = match pair.other {
        ShapeRef::Bounded(BoundedShape::Mesh(model)) => {
            let end = mesh_contacts(model, &plane, limit, context);
            (end, f64::from(model.reach))
        }
        other => solid_contacts(other, &plane, limit, context),
    };
    let slack = size * params::SAME_POINT_FRACTION;
    report(&mut context.contacts, pose, pair.is_first, slack, out);
    end
}

/// The contact of a shape's lowest point.
fn separation(lowest: &LowestPoint, plane: &LocalPlane) -> Separation {
    Separation {
        distance: lowest.height,
        normal: -plane.normal,
        point_a: lowest.point,
        point_b: plane.foot(lowest.point),
    }
}

/// The contacts of a convex shape, or of another half-space, and the largest coordinate that counts (m).
fn solid_contacts(
    other: ShapeRef,
    plane: &LocalPlane,
    limit: f64,
    context: &mut QueryContext,
) -> (ContactsEnd, f64) {
    context.contacts.found.clear();
    let Ok(lowest) = plane.lowest_point(other, context.traversal()) else {
        return (ContactsEnd::Cut, 0.0);
    };
    context.contacts.lower_bound = Some(lowest.height);
    let nearest = separation(&lowest, plane);
    let size = lowest.point.abs().max_element();
    if !lowest.height.is_finite() || lowest.height > limit {
        return (ContactsEnd::Done, size);
    }
    let found = &mut context.contacts.found;
    match other {
        ShapeRef::Bounded(shape) => {
            let radius = shape.as_convex().map_or(0.0, |convex| {
                let [low, high] = convex.core_box();
                low.abs().max(high.abs()).length() + convex.margin()
            });
            let (on_other, on_plane) = (
                shape_feature(shape, nearest.normal),
                plane_part(plane, radius),
            );
            let normal = nearest.normal;
            add_patch(&on_other, &on_plane, normal, Some(&nearest), limit, |c| {
                found.push(c);
            });
        }
        ShapeRef::HalfSpace(_) => found.push(ContactCandidate {
            point_a: nearest.point_a,
            point_b: nearest.point_b,
            distance: nearest.distance,
            normal: nearest.normal,
            ..ContactCandidate::default()
        }),
    }
    (ContactsEnd::Done, size)
}

/// Searches for the contacts of a mesh: every triangle that reaches down to the limit is tested.
fn mesh_contacts(
    model: &Model,
    plane: &LocalPlane,
    limit: f64,
    context: &mut QueryContext,
) -> ContactsEnd {
    let QueryContext {
        contacts,
        node_stack: stack,
        meter,
        counters,
        ..
    } = context;
    let on_plane = plane_part(plane, f64::from(model.reach) * 3.0_f64.sqrt());
    let opposite = OppositeSide::HalfSpace(&on_plane);
    let mut search = MeshConvexSearch::new(model, opposite, limit, contacts);
    let work = Traversal {
        stack,
        meter,
        counters,
    };
    let end = plane.visit_low_pieces(model, limit, work, &mut |piece, work| {
        for triangle in piece.triangle_range() {
            if !work.meter.take() {
                return None;
            }
            work.counters.primitive_tests += 1;
            work.counters.triangle_tests += 1;
            let corners = model.store.triangle(piece, triangle).map(|p| p.as_dvec3());
            let lowest = corners
                .map(|point| LowestPoint {
                    point,
                    height: plane.height(point),
                })
                .into_iter()
                .min_by(|p, q| p.height.total_cmp(&q.height))?;
            search.add_triangle(triangle as u32, &separation(&lowest, plane));
        }
        Some(limit)
    });
    context.contacts.lower_bound = Some(search.finish());
    match end {
        TraversalEnd::Done => ContactsEnd::Done,
        TraversalEnd::Cut { .. } => ContactsEnd::Cut,
    }
}

/// The part of a plane that a shape may touch which is nowhere farther than `radius` metres from its origin:
/// a square.
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

//! Contacts of two convex shapes.
//!
//! GJK and EPA give one nearest or deepest pair of points. The two support features along its
//! normal are clipped against each other, which gives the corners of the patch.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::convex_pair::Separation;
use crate::params;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_overlap::{MAX_OVERLAP, MAX_SMALL_OVERLAP, Overlap, overlap};
use crate::query::contacts::feature_polygon::{FeatureId, FeaturePolygon};
use crate::query::contacts::support_feature::{corners_feature, shape_feature};
use crate::shape::BoundedShape;

/// Adds the contacts of two features that lie against each other along `normal`. `nearest` are the
/// two shapes' nearest or deepest points, if they are to count as a contact of their own. `limit`
/// (m) is the largest distance.
pub(super) fn add_patch(
    a: &FeaturePolygon,
    b: &FeaturePolygon,
    normal: DVec3,
    nearest: Option<&Separation>,
    limit: f64,
    push: impl FnMut(ContactCandidate),
) {
    // A corner inside a flat surface is no contact; it only tells how deep the others are.
    if a.count + b.count <= MAX_SMALL_OVERLAP {
        let shared = overlap::<MAX_SMALL_OVERLAP>(a, b, normal, nearest.is_some());
        add_overlap([a, b], &shared, normal, nearest, limit, push);
    } else {
        let shared = overlap::<MAX_OVERLAP>(a, b, normal, nearest.is_some());
        add_overlap([a, b], &shared, normal, nearest, limit, push);
    }
}

/// Adds the contacts of the overlap of two features.
fn add_overlap<const N: usize>(
    [a, b]: [&FeaturePolygon; 2],
    shared: &Overlap<N>,
    normal: DVec3,
    nearest: Option<&Separation>,
    limit: f64,
    mut push: impl FnMut(ContactCandidate),
) {
    let first = shared.corners().first();
    let size = match first {
        // A point over a face, which may bulge if it is a hull's.
        Some(_) if a.count == 1 || b.count == 1 => a.size().max(b.size()),
        Some(first) => {
            let all = shared.corners().iter();
            all.fold(0.0, |size, c| c.point_a.distance(first.point_a).max(size))
        }
        None => 0.0,
    };
    let deepest = shared.corners().iter().map(|c| c.distance);
    let deepest = deepest.fold(f64::INFINITY, f64::min);
    // The points of a round shape's feature are samples: the nearest point may lie between them.
    let between =
        nearest.filter(|nearest| nearest.distance < deepest - params::EQUAL_DEPTH_FRACTION * size);
    if let Some(nearest) = between {
        push(ContactCandidate {
            point_a: nearest.point_a,
            point_b: nearest.point_b,
            distance: nearest.distance,
            normal: first.map_or(nearest.normal, |_| normal),
            feature: feature(a.whole(), b.whole()),
            ..ContactCandidate::default()
        });
        if a.count == 1 || b.count == 1 {
            return;
        }
    }
    for corner in shared.corners() {
        if corner.distance <= limit && !corner.is_inner() {
            push(ContactCandidate {
                point_a: corner.point_a,
                point_b: corner.point_b,
                distance: corner.distance,
                normal,
                feature: feature(corner.on_a, corner.on_b),
                ..ContactCandidate::default()
            });
        }
    }
}

/// The normal of the nearer face if `normal` is parallel to it up to [`params::SUPPORT_SLOPE`] (a
/// body's corner a hair beside an inner edge would otherwise slide over a bump), else `normal`; and
/// whether the normal changed so much that other features may lie against it.
pub(super) fn snap_to_face(normal: DVec3, a: &FeaturePolygon, b: &FeaturePolygon) -> (DVec3, bool) {
    let sine = |face: &DVec3| face.cross(normal).length();
    let faces = [a.normal(normal), b.normal(normal)].into_iter().flatten();
    let nearest = faces.min_by(|p, q| sine(p).total_cmp(&sine(q)));
    match nearest.filter(|face| sine(face) <= params::SUPPORT_SLOPE) {
        Some(face) => (face, sine(&face) > params::SAME_NORMAL_SINE),
        None => (normal, false),
    }
}

pub(super) fn feature(on_a: FeatureId, on_b: FeatureId) -> u64 {
    u64::from(on_a.id) << 32 | u64::from(on_b.id)
}

/// The feature of the second shape against `normal`, in the frame of the first.
pub(super) fn opposing_feature(
    shape: BoundedShape,
    relative: &Relative,
    normal: DVec3,
) -> FeaturePolygon {
    let mut polygon = shape_feature(shape, relative.rotation.transpose() * -normal);
    polygon.map(|p| relative.rotation * p + relative.translation);
    polygon
}

/// What a mesh's triangles lie against.
pub(super) enum OppositeSide<'q> {
    /// A solid, and where it is: the relative pose leads from its frame to the mesh's.
    Solid(BoundedShape<'q>, &'q Relative),
    /// A half-space: the part of its plane that the mesh may touch, in the mesh's frame.
    HalfSpace(&'q FeaturePolygon),
}

impl OppositeSide<'_> {
    /// The feature against `normal`, in the mesh's frame.
    pub fn feature(&self, normal: DVec3) -> FeaturePolygon {
        match self {
            OppositeSide::Solid(shape, relative) => opposing_feature(*shape, relative, normal),
            OppositeSide::HalfSpace(plane) => **plane,
        }
    }
}

/// Adds the contacts of two convex shapes whose nearest or deepest points are known.
pub(super) fn add_convex_contacts(
    a: BoundedShape,
    b: BoundedShape,
    relative: &Relative,
    nearest: &Separation,
    limit: f64,
    found: &mut Vec<ContactCandidate>,
) {
    let mut normal = nearest.normal;
    let (mut on_a, mut on_b) = (
        shape_feature(a, normal),
        opposing_feature(b, relative, normal),
    );
    let (face, is_turned) = snap_to_face(normal, &on_a, &on_b);
    normal = face;
    if is_turned {
        // Round shapes have other support points along it.
        (on_a, on_b) = (
            shape_feature(a, normal),
            opposing_feature(b, relative, normal),
        );
    }
    add_patch(&on_a, &on_b, normal, Some(nearest), limit, |next| {
        found.push(next);
    });
}

/// Adds the contacts of two convex bodies, given by their nearest points and by the corners of
/// both, with their numbers, that [lie against](crate::shape::is_on_support_feature) the
/// normal there. All in one frame; `limit` (m) is the largest distance.
pub(super) fn add_feature_contacts(
    a: &[(u32, DVec3)],
    b: &[(u32, DVec3)],
    nearest: &Separation,
    limit: f64,
    found: &mut Vec<ContactCandidate>,
) {
    let normal = nearest.normal;
    let (on_a, on_b) = (corners_feature(a, normal), corners_feature(b, -normal));
    add_patch(&on_a, &on_b, normal, Some(nearest), limit, |next| {
        found.push(next);
    });
}

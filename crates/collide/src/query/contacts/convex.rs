//! Contacts of two convex shapes.
//!
//! They have one nearest or deepest pair of points, by GJK and EPA; the features that lie against
//! its normal are cut with each other for the other corners of the patch.

use glam::DVec3;

use crate::Relative;
use crate::narrow_phase::convex_pair::Separation;
use crate::query::contacts::Found;
use crate::query::contacts::feature_overlap::{FEW, MOST, Overlap, overlap};
use crate::query::contacts::feature_polygon::{Outline, PARALLEL, Part};
use crate::query::contacts::support_feature::{of_corners, of_shape};
use crate::shape::Shape;

/// Corners of a patch shallower than its contact by less than this part of the size are as deep.
const AS_DEEP: f64 = 1e-6;

/// Normals at a smaller angle than this to a face's are the face's: else a body's corner a hair
/// beside an inner edge would find it leaning, and slide over a bump.
const SNAP: f64 = PARALLEL;

/// Along normals at a smaller angle than this the same features lie against each other.
const SAME: f64 = 1e-7;

/// Adds the contacts of two features that lie against each other along `normal`, around `nearest`,
/// the two shapes' nearest or deepest points, if that is to count by itself. `limit` (m) is the
/// largest distance.
pub(super) fn push_patch(
    a: &Outline,
    b: &Outline,
    normal: DVec3,
    nearest: Option<&Separation>,
    limit: f64,
    push: impl FnMut(Found),
) {
    // What ends inside a flat surface is no contact, and counts only for how deep the others are.
    if a.count + b.count <= FEW {
        let shared = overlap::<FEW>(a, b, normal, nearest.is_some());
        push_shared([a, b], &shared, normal, nearest, limit, push);
    } else {
        let shared = overlap::<MOST>(a, b, normal, nearest.is_some());
        push_shared([a, b], &shared, normal, nearest, limit, push);
    }
}

/// The same from what the two share.
fn push_shared<const N: usize>(
    [a, b]: [&Outline; 2],
    shared: &Overlap<N>,
    normal: DVec3,
    nearest: Option<&Separation>,
    limit: f64,
    mut push: impl FnMut(Found),
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
    // Of round shapes the features' points are only some of many: the nearest may be between them.
    let between = nearest.filter(|nearest| nearest.distance < deepest - AS_DEEP * size);
    if let Some(nearest) = between {
        push(Found {
            point_a: nearest.point_a,
            point_b: nearest.point_b,
            distance: nearest.distance,
            normal: first.map_or(nearest.normal, |_| normal),
            feature: feature(a.whole(), b.whole()),
            ..Found::default()
        });
        if a.count == 1 || b.count == 1 {
            return;
        }
    }
    for corner in shared.corners() {
        if corner.distance <= limit && !corner.is_inner() {
            push(Found {
                point_a: corner.point_a,
                point_b: corner.point_b,
                distance: corner.distance,
                normal,
                feature: feature(corner.on_a, corner.on_b),
                ..Found::default()
            });
        }
    }
}

/// The normal of one of the faces, if `normal` is that up to what round shapes' nearest points are
/// off by; and whether so much is between them that other features may lie against it.
pub(super) fn snapped(normal: DVec3, a: &Outline, b: &Outline) -> (DVec3, bool) {
    let turn = |face: &DVec3| face.cross(normal).length();
    let faces = [a.normal(normal), b.normal(normal)].into_iter().flatten();
    let nearest = faces.min_by(|p, q| turn(p).total_cmp(&turn(q)));
    match nearest.filter(|face| turn(face) <= SNAP) {
        Some(face) => (face, turn(&face) > SAME),
        None => (normal, false),
    }
}

pub(super) fn feature(on_a: Part, on_b: Part) -> u64 {
    u64::from(on_a.id) << 32 | u64::from(on_b.id)
}

/// The feature of the second shape against `normal`, in the frame of the first.
pub(super) fn facing(shape: &Shape, relative: &Relative, normal: DVec3) -> Outline {
    let mut outline = of_shape(shape, relative.rotation.transpose() * -normal);
    outline.map(|p| relative.rotation * p + relative.translation);
    outline
}

/// Two convex shapes, of which the nearest or deepest points are known.
pub(super) fn of_convex_pair(
    a: &Shape,
    b: &Shape,
    relative: &Relative,
    nearest: &Separation,
    limit: f64,
    found: &mut Vec<Found>,
) {
    let mut normal = nearest.normal;
    let (mut on_a, mut on_b) = (of_shape(a, normal), facing(b, relative, normal));
    let (face, is_turned) = snapped(normal, &on_a, &on_b);
    normal = face;
    if is_turned {
        // Round shapes have other points against it.
        (on_a, on_b) = (of_shape(a, normal), facing(b, relative, normal));
    }
    push_patch(&on_a, &on_b, normal, Some(nearest), limit, |next| {
        found.push(next);
    });
}

/// Adds the contacts of two convex bodies, given by their nearest points and by the corners of
/// both, with their numbers, that [lie against](crate::query::contacts::lies_against) the normal there. All in one
/// frame; `limit` (m) is the largest distance.
pub(crate) fn of_corner_pair(
    a: &[(u32, DVec3)],
    b: &[(u32, DVec3)],
    nearest: &Separation,
    limit: f64,
    found: &mut Vec<Found>,
) {
    let normal = nearest.normal;
    let (on_a, on_b) = (of_corners(a, normal), of_corners(b, -normal));
    push_patch(&on_a, &on_b, normal, Some(nearest), limit, |next| {
        found.push(next);
    });
}

//! The contacts of two support features that lie against each other.
//!
//! A convex pair has one nearest or deepest pair of points. The two support features along its normal are clipped
//! against each other, which gives the corners of the patch.

use glam::DVec3;

use crate::narrow_phase::convex_pair::Separation;
use crate::params;
use crate::params::MAX_SMALL_OVERLAP;
use crate::query::contacts::contact::ContactCandidate;
use crate::query::contacts::feature_overlap::{MAX_OVERLAP, Overlap, overlap};
use crate::query::contacts::feature_polygon::{FeatureId, FeaturePolygon};

/// Two features that lie against each other.
pub(super) struct FeaturePair<'f> {
    pub a: &'f FeaturePolygon,
    pub b: &'f FeaturePolygon,
    /// The direction from A to B, of length 1.
    pub normal: DVec3,
    /// The nearest or deepest points of the two shapes.
    pub nearest: &'f Separation,
    /// The largest distance of a contact, in metres.
    pub limit: f64,
}

impl FeaturePair<'_> {
    /// Calls `push` with the contacts of the two. `has_nearest` returns true if the nearest points count as a
    /// contact of their own; it is called only if that matters.
    pub fn add_contacts(
        &self,
        has_nearest: impl FnOnce() -> bool,
        push: impl FnMut(ContactCandidate),
    ) {
        let (a, b, normal) = (self.a, self.b, self.normal);
        if a.count + b.count <= MAX_SMALL_OVERLAP {
            let shared = overlap::<MAX_SMALL_OVERLAP>(a, b, normal);
            self.add_overlap(&shared, has_nearest, push);
        } else {
            let shared = overlap::<MAX_OVERLAP>(a, b, normal);
            self.add_overlap(&shared, has_nearest, push);
        }
    }

    fn add_overlap<const N: usize>(
        &self,
        shared: &Overlap<N>,
        has_nearest: impl FnOnce() -> bool,
        mut push: impl FnMut(ContactCandidate),
    ) {
        let (a, b) = (self.a, self.b);
        let first = shared.corners().first();
        let size = match first {
            // A point over a face, which may bulge if it is the face of a hull.
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
        let (nearest, slack) = (self.nearest, params::EQUAL_DEPTH_FRACTION * size);
        if nearest.distance < deepest - slack && has_nearest() {
            push(ContactCandidate {
                normal: first.map_or(nearest.normal, |_| self.normal),
                ..of_separation(nearest, feature(a.whole(), b.whole()))
            });
            if a.count == 1 || b.count == 1 {
                return;
            }
        }
        for corner in shared.corners() {
            // A corner inside a flat surface is no contact; it only shows the depth of the others.
            if corner.distance <= self.limit && !corner.is_inner() {
                push(ContactCandidate {
                    point_a: corner.point_a,
                    point_b: corner.point_b,
                    distance: corner.distance,
                    normal: self.normal,
                    feature: feature(corner.on_a, corner.on_b),
                    ..ContactCandidate::default()
                });
            }
        }
    }
}

/// The contact at the nearest or deepest points of two shapes.
pub(super) fn of_separation(nearest: &Separation, feature: u64) -> ContactCandidate {
    ContactCandidate {
        point_a: nearest.point_a,
        point_b: nearest.point_b,
        distance: nearest.distance,
        normal: nearest.normal,
        feature,
        ..ContactCandidate::default()
    }
}

/// The normal of the nearer face if `normal` is parallel to it up to [`params::SUPPORT_SLOPE`] (otherwise
/// a corner slightly beside an inner edge would slide over a bump), else `normal`; and true if the normal
/// changed so much that other features may lie against it.
pub(super) fn snap_to_face(normal: DVec3, a: &FeaturePolygon, b: &FeaturePolygon) -> (DVec3, bool) {
    let sine = |face: &DVec3| face.cross(normal).length();
    let faces = [a.normal(normal), b.normal(normal)].into_iter().flatten();
    let nearest = faces.min_by(|p, q| sine(p).total_cmp(&sine(q)));
    match nearest.filter(|face| sine(face) <= params::SUPPORT_SLOPE) {
        Some(face) => (face, sine(&face) > params::SAME_NORMAL_SINE),
        None => (normal, false),
    }
}

/// The name of a pair of features.
pub(super) fn feature(on_a: FeatureId, on_b: FeatureId) -> u64 {
    u64::from(on_a.id) << 32 | u64::from(on_b.id)
}

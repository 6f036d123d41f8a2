//! What the searches of all pairs of shapes share: their limits, and the report in the world.

use glam::DVec3;

use crate::Relative;
use crate::math::{Placement, Pose};
use crate::params;
use crate::query::contacts::contact::{Contact, ContactCandidate};
use crate::query::contacts::reduction::reduce;
use crate::query::contacts::scratch::ContactScratch;

/// The largest distance (m) that counts as within the tolerance: rounded up, so that touching
/// counts.
pub(super) fn limit(tolerance: f32) -> f64 {
    f64::from(tolerance.max(0.0)) * (1.0 + f64::from(f32::EPSILON))
}

/// The distance (m) below which two points count as one, by the second shape's position.
pub(super) fn slack(relative: &Relative) -> f64 {
    relative.translation.abs().max_element() * params::SAME_POINT_FRACTION
}

/// Reduces the candidates to a few per patch and puts them into `out`, in the world. `pose` is that
/// of the frame in which they were found.
pub(super) fn report(
    scratch: &mut ContactScratch,
    pose: &Pose,
    swapped: bool,
    slack: f64,
    out: &mut Vec<Contact>,
) {
    let found = &mut scratch.found;
    if found.iter().any(|f| !f.is_through_solid) {
        found.retain(|f| !f.is_through_solid);
    }
    reduce(found, slack, &mut scratch.place_order);
    let placement = Placement::from(pose);
    let world = |point: DVec3| placement.point(point).as_vec3();
    out.extend(found.iter().map(|&next| {
        let ContactCandidate {
            point_a,
            point_b,
            distance,
            normal,
            feature,
            patch,
            ..
        } = if swapped { next.swapped() } else { next };
        Contact {
            distance: distance as f32,
            normal: (placement.rotation * normal).as_vec3().normalize_or_zero(),
            point_a: world(point_a),
            point_b: world(point_b),
            patch,
            feature,
            children: [0; 2],
        }
    }));
}

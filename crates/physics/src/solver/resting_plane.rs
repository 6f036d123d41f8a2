//! Seams: contacts that are hidden by the plane on which the body lies.
//!
//! A contact is solved as a plane across its normal. A ball that rolls from one flush tile to the next is
//! near the next one's edge before it is above it, and the plane of that contact tilts towards the ball: a
//! solved contact would brake the ball and lift it off. But a body that stays above the plane of the contact
//! that holds it cannot reach a point in that plane or below. Such a contact is left out until the bodies
//! touch there; continuous collision ensures that they cannot have passed.

use glam::DVec3;

use crate::manifold::contact_point::ContactPoint;
use crate::params::{SEAM_COSINE, SEAM_LIP_SKINS, SUPPORT_COSINE};
use crate::reserve::reserve;

/// The plane of a body's nearest contact with a motionless body.
#[derive(Clone, Copy, Debug)]
struct RestingPlane {
    /// The normal away from the motionless body, of length 1.
    normal: DVec3,
    /// A point on the surface of the motionless body.
    point: DVec3,
    /// The distance from there to the body, in metres.
    distance: f64,
}

/// The planes on which bodies lie.
#[derive(Clone, Debug, Default)]
pub(super) struct RestingPlanes {
    /// The plane of each body.
    planes: Vec<Option<RestingPlane>>,
}

impl RestingPlanes {
    /// Reserves memory for this number of bodies.
    pub fn reserve(&mut self, bodies: usize) {
        reserve(&mut self.planes, bodies);
    }

    /// Removes all planes, for this number of bodies.
    pub fn clear(&mut self, bodies: usize) {
        self.planes.clear();
        self.planes.resize(bodies, None);
    }

    /// Records a contact of a body with a motionless one. The body is the second of the contact's two if
    /// `sign` is 1, and the first if it is -1.
    pub fn note(&mut self, body: u32, sign: f64, contact: &ContactPoint) {
        let plane = &mut self.planes[body as usize];
        if plane.is_none_or(|plane| contact.distance < plane.distance) {
            *plane = Some(RestingPlane {
                normal: contact.normal * sign,
                point: on_the_still(contact, sign),
                distance: contact.distance,
            });
        }
    }

    /// True if a contact, given as in [`RestingPlanes::note`], at which the bodies do not touch yet lies in
    /// the plane that holds the body, or below it.
    pub fn hides(&self, body: u32, sign: f64, contact: &ContactPoint, skin: f64) -> bool {
        if contact.distance <= skin {
            return false;
        }
        self.planes[body as usize].is_some_and(|plane| {
            let height = plane.normal.dot(on_the_still(contact, sign) - plane.point);
            let cosine = plane.normal.dot(contact.normal * sign);
            contact.distance > plane.distance
                // Other corners on the same face are no seams.
                && (SUPPORT_COSINE..SEAM_COSINE).contains(&cosine)
                && height <= SEAM_LIP_SKINS * skin
        })
    }
}

/// A contact's point on the motionless body.
fn on_the_still(contact: &ContactPoint, sign: f64) -> DVec3 {
    contact.point - contact.normal * (0.5 * sign * contact.distance)
}

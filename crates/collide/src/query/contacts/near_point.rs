//! Contact points of two colliders in the world, in f64: a simulation makes its contacts of them.

use glam::{DVec3, Vec3};

use crate::query::contacts::Contact;

/// A contact point of two colliders.
#[derive(Clone, Copy, Debug)]
pub struct NearPoint {
    /// The direction from the first to the second, of length 1.
    pub normal: DVec3,
    /// The middle between the two nearest points, in the world.
    pub point: DVec3,
    /// The distance along the normal, in metres; negative if they overlap.
    pub distance: f64,
    /// Identifies the parts of the shapes that are near, consistently from query to query.
    pub feature: u64,
    /// The numbers of the two children in contact, of compounds; 0 for other shapes.
    pub children: [u32; 2],
}

impl NearPoint {
    /// Converts a contact that was found relative to `origin`, a point of the world.
    pub(crate) fn of_contact(contact: &Contact, origin: DVec3) -> NearPoint {
        NearPoint {
            normal: contact.normal.as_dvec3(),
            point: (contact.point_a.as_dvec3() + contact.point_b.as_dvec3()) * 0.5 + origin,
            distance: f64::from(contact.distance),
            feature: contact.feature,
            children: contact.children,
        }
    }
}

impl NearPoint {
    /// The contact of two points that are apart, relative to a point of the world. None if they are one.
    pub(crate) fn between(
        points: [Vec3; 2],
        origin: DVec3,
        children: [u32; 2],
    ) -> Option<NearPoint> {
        let [a, b] = points.map(|point| point.as_dvec3());
        let normal = (b - a).try_normalize()?;
        Some(NearPoint {
            normal,
            point: (a + b) * 0.5 + origin,
            distance: a.distance(b),
            feature: 0,
            children,
        })
    }
}

//! Places where two colliders are near, in f64 and relative to no shape: what a simulation makes its contacts
//! of.

use glam::{DVec3, Vec3};

use crate::params::SUPPORT_LEVER_PER_HEIGHT;
use crate::query::contacts::Contact;

/// A contact point of two colliders.
#[derive(Clone, Copy, Debug)]
pub struct NearPoint {
    /// From the first to the second, of length 1.
    pub normal: DVec3,
    /// The middle between the two nearest points, in the world.
    pub point: DVec3,
    /// In metres along the normal; negative where they overlap.
    pub distance: f64,
    /// Identifies the parts of the shapes that are near, the same from query to query.
    pub feature: u64,
    /// The numbers of the two children in contact, of compounds; 0 for other shapes.
    pub children: [u32; 2],
}

impl NearPoint {
    /// A contact that was found relative to a point of the world.
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

/// Keeps the four points that support a body best: the nearest one, the one farthest from it, and the
/// farthest to both sides of the line between them. A point that is higher above the other body than
/// the nearest one counts as less far out: else the upper corners of a thin plate, a hair farther out
/// than the lower ones, take their places, and the plate falls through what it rests on.
pub(crate) fn reduce_to_four(points: &mut Vec<NearPoint>, normal: DVec3) {
    best_four_first(points, normal);
    points.truncate(4);
}

/// Moves those four to the front.
pub(crate) fn best_four_first(points: &mut [NearPoint], normal: DVec3) {
    if points.len() <= 4 {
        return;
    }
    let best = |of: &[NearPoint], from: usize, score: &dyn Fn(&NearPoint) -> f64| {
        let mut best = from;
        for i in from..of.len() {
            if score(&of[i]) > score(&of[best]) {
                best = i;
            }
        }
        best
    };
    let of = points;
    of.swap(0, best(of, 0, &|p| -p.distance));
    let nearest = of[0];
    let arm = |p: &NearPoint| p.point - nearest.point;
    let loss = |p: &NearPoint| SUPPORT_LEVER_PER_HEIGHT * (p.distance - nearest.distance);
    of.swap(1, best(of, 1, &|p| arm(p).length() - loss(p)));
    let across = arm(&of[1]).cross(normal).normalize_or_zero();
    of.swap(2, best(of, 2, &|p| across.dot(arm(p)) - loss(p)));
    of.swap(3, best(of, 3, &|p| -across.dot(arm(p)) - loss(p)));
}

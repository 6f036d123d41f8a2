//! The two types of a contact: the reported [`ContactPoint`], and the candidate before the reduction.

use glam::{DVec3, Vec3};

use crate::query::outcome::Outcome;

/// A place where two shapes touch or nearly touch, in the world. All queries for contacts report it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The distance along the normal, in metres; negative where the shapes overlap.
    pub distance: f64,
    /// The direction from the first shape to the second, of length 1.
    pub normal: DVec3,
    /// The middle between the points on the two shapes, in metres.
    pub point: DVec3,
    /// The number of the flat patch that the contact belongs to: 0, 1, ... in order.
    pub patch: u32,
    /// The two features in contact, the first shape's in the high half. The number identifies the
    /// contact from query to query as long as these features touch; it does not depend on poses.
    pub feature: u64,
    /// The numbers of the two children in contact, of compounds; 0 for other shapes.
    pub children: [u32; 2],
}

impl ContactPoint {
    /// A contact without a patch, a feature or children.
    pub fn at(point: DVec3, normal: DVec3, distance: f64) -> ContactPoint {
        ContactPoint {
            distance,
            normal,
            point,
            patch: 0,
            feature: 0,
            children: [0; 2],
        }
    }

    /// The point on the first shape, in the world, in metres.
    pub fn point_a(&self) -> DVec3 {
        self.point - self.normal * (0.5 * self.distance)
    }

    /// The point on the second shape, in the world, in metres.
    pub fn point_b(&self) -> DVec3 {
        self.point + self.normal * (0.5 * self.distance)
    }

    /// The contact of two points that are apart. `None` if they are one.
    pub(crate) fn between(points: [Vec3; 2]) -> Option<ContactPoint> {
        let [a, b] = points.map(|point| point.as_dvec3());
        let normal = (b - a).try_normalize()?;
        Some(ContactPoint::at((a + b) * 0.5, normal, a.distance(b)))
    }

    /// This contact in a world whose origin is at a point of this one.
    pub(crate) fn moved_by(self, origin: DVec3) -> ContactPoint {
        ContactPoint {
            point: self.point + origin,
            ..self
        }
    }

    /// Turns the contact of two shapes into one of two children of compounds: its feature number then
    /// differs, but by rare chance, from those of all other pairs of children.
    pub(crate) fn of_children(&self, children: [u32; 2]) -> ContactPoint {
        let [a, b] = children.map(|child| u64::from(child.wrapping_mul(FEATURE_SPREAD)));
        ContactPoint {
            feature: self.feature ^ (a << 32 | b),
            children,
            ..*self
        }
    }
}

/// Spreads the numbers of children over those of features: an odd number, the golden ratio's share of 2^32.
const FEATURE_SPREAD: u32 = 0x9E37_79B9;

/// The result of [`Query::contacts`](crate::Query::contacts), beside the list of contacts: a list that is empty
/// means that there are none only if the search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactsEnd {
    /// All contacts were found.
    Done,
    /// The budget ended before all contacts were found: the list has some of them, or none.
    Cut,
}

/// A contact before the reduction to a few per patch, in the frame of the first shape.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContactCandidate {
    /// The point on the first shape, in metres.
    pub point_a: DVec3,
    /// The point on the second shape, in metres.
    pub point_b: DVec3,
    /// The distance along the normal, in metres; negative where the shapes overlap.
    pub distance: f64,
    /// The direction from the first shape to the second, of length 1.
    pub normal: DVec3,
    /// The flat regions of the two surfaces that it belongs to, the first one's in the high half.
    pub region: u64,
    /// See [`ContactPoint::feature`].
    pub feature: u64,
    /// See [`ContactPoint::patch`].
    pub patch: u32,
    /// True if the normal leads through the material of a solid.
    pub is_through_solid: bool,
    /// True if another contact at its corner is the shorter way out.
    pub is_redundant: bool,
    /// True if a negative distance is confirmed: the surfaces are shown to overlap there.
    pub is_proven: bool,
}

impl ContactCandidate {
    /// This candidate with the shapes' roles exchanged.
    pub(super) fn swapped(self) -> Self {
        ContactCandidate {
            point_a: self.point_b,
            point_b: self.point_a,
            normal: -self.normal,
            region: self.region.rotate_left(32),
            feature: self.feature.rotate_left(32),
            ..self
        }
    }
}

impl Outcome for ContactsEnd {
    /// Always false: the list of contacts is empty if there are none.
    fn is_hit(&self) -> bool {
        false
    }

    fn is_cut(&self) -> bool {
        matches!(self, ContactsEnd::Cut)
    }
}

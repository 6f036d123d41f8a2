//! A mesh that is its own convex hull, as a convex shape.

use glam::{DVec3, Vec3};

use crate::model::hull_corners::HullCorners;
use crate::shape::SupportMap;

/// A model whose surface is its own convex hull, as a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConvexModel<'m> {
    pub corners: &'m HullCorners,
    /// A point inside, in metres.
    pub center: Vec3,
}

impl SupportMap for ConvexModel<'_> {
    fn support(&self, direction: DVec3) -> DVec3 {
        let start = (f64::NEG_INFINITY, DVec3::ZERO);
        let farther = |best: (f64, DVec3), place: DVec3| {
            let along = direction.dot(place);
            if along > best.0 { (along, place) } else { best }
        };
        self.corners.corners().fold(start, farther).1
    }

    fn center(&self) -> DVec3 {
        self.center.as_dvec3()
    }
}

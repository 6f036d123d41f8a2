//! A triangle as a convex shape.

use glam::{DVec3, Vec3};

use crate::shape::SupportMap;

/// A triangle as a convex shape without volume.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle(pub(crate) [DVec3; 3]);

impl Triangle {
    pub(crate) fn corners(&self) -> &[DVec3; 3] {
        &self.0
    }

    pub(crate) fn new(corners: [Vec3; 3]) -> Self {
        Triangle(corners.map(|p| p.as_dvec3()))
    }
}

impl SupportMap for Triangle {
    fn support(&self, direction: DVec3) -> DVec3 {
        let [a, b, c] = self.0.map(|p| p.dot(direction));
        if a >= b && a >= c {
            self.0[0]
        } else if b >= c {
            self.0[1]
        } else {
            self.0[2]
        }
    }

    fn center(&self) -> DVec3 {
        (self.0[0] + self.0[1] + self.0[2]) / 3.0
    }
}

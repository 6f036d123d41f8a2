//! How far a body reaches along a direction: the support function of its shape's convex hull.

use glam::DVec3;

use crate::body::Body;
use dodgem_collide::Shape;
use dodgem_collide::shape::SupportMap;

impl Body {
    /// How far the body reaches from its centre of mass along a direction of length 1 in its own
    /// frame, in metres: an upper bound, and hardly more than the exact value.
    /// For `near`, see [`ConvexProxy::farthest`](crate::proxy::convex_proxy::ConvexProxy::farthest).
    pub(crate) fn reach_along(&self, local: DVec3, near: &mut u32) -> f64 {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                point.dot(local) + solid.margin()
            }
            None => self.proxy.reach_along(local, near),
        }
    }

    /// The point of its hull that reaches farthest along a direction of length 1 in its own frame,
    /// from its centre of mass, and the corner's number if the hull has some.
    pub(crate) fn farthest(&self, local: DVec3, near: u32) -> (u32, DVec3) {
        match self.as_solid() {
            Some(solid) => {
                let point = solid.support(local) - self.local_center.as_dvec3();
                (0, point + local * solid.margin())
            }
            None => self.proxy.farthest(local, near),
        }
    }

    /// The shape, unless its convex proxy answers for it.
    fn as_solid(&self) -> Option<&dyn SupportMap> {
        match &self.shape {
            Shape::Sphere(sphere) => Some(sphere),
            Shape::Cuboid(cuboid) => Some(cuboid),
            Shape::Capsule(capsule) => Some(capsule),
            Shape::Cylinder(cylinder) => Some(cylinder),
            Shape::Cone(cone) => Some(cone),
            Shape::Hull(_) | Shape::Mesh(_) => None,
        }
    }
}

//! A child of a compound: a shape, where it stands, and what its owner calls it.

use glam::DVec3;

use crate::math::{Aabb, Motion, Placement, Pose};
use crate::shape::{AnyShape, Shape, ShapeRef};

/// One of the shapes of a [`Compound`](crate::shape::Compound).
#[derive(Clone, Debug)]
pub struct Child {
    /// Any shape but a half-space or a compound.
    pub shape: Shape,
    /// From the child's frame into the compound's.
    pub pose: Pose,
    /// A number for whoever uses the compound, such as that of a material. Queries do not look at it.
    pub tag: u32,
}

impl Child {
    /// Where the child stands if the compound is at a pose: the product of both in f64, rounded once. The
    /// compound's own pose if f32 has no such place.
    pub fn placed_by(&self, pose: &Pose) -> Pose {
        if self.pose == Pose::IDENTITY {
            return *pose;
        }
        let (outer, inner) = (Placement::from(pose), Placement::from(&self.pose));
        let rotation = (outer.rotation * inner.rotation).as_quat();
        let translation = outer.point(inner.translation).as_vec3();
        Pose::new(rotation, translation).unwrap_or(*pose)
    }

    /// How the child moves if the compound moves so: from where it stands at the start, about the same centre.
    pub(crate) fn moved_by(&self, motion: &Motion) -> Motion {
        if self.pose == Pose::IDENTITY {
            return *motion;
        }
        let start = self.placed_by(motion.start());
        let center = self.local_point(motion.local_center().as_dvec3()).as_vec3();
        let (linear, angular) = (motion.linear_velocity(), motion.angular_velocity());
        Motion::new(start, linear, angular, center).unwrap_or_else(|_| Motion::resting(start))
    }

    /// A point of the compound's frame in the child's.
    pub(crate) fn local_point(&self, point: DVec3) -> DVec3 {
        let placement = Placement::from(&self.pose);
        placement.rotation.conjugate() * (point - placement.translation)
    }

    /// A box around it in the compound's frame.
    pub(crate) fn aabb(&self) -> Aabb {
        self.shape.aabb(&self.pose)
    }

    /// The shape, borrowed.
    pub(crate) fn simple(&self) -> ShapeRef<'_> {
        match self.shape.borrowed() {
            AnyShape::Simple(shape) => shape,
            AnyShape::Compound(_) => unreachable!("`Compound::new` takes no compounds"),
        }
    }

    /// Whether its shape has an inside: open meshes have none.
    pub(super) fn has_inside(&self) -> bool {
        (self.simple().mesh()).is_none_or(|model| model.edges.is_closed())
    }
}

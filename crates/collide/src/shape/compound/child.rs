//! A child of a compound: a shape, its pose, and a tag for the compound's owner.

use glam::DVec3;

use crate::math::{Aabb, Motion, Placement, Pose};
use crate::shape::{AnyShape, Shape, ShapeRef};

/// One of the shapes of a [`Compound`](crate::shape::Compound).
#[derive(Clone, Debug)]
pub struct Child {
    /// Any shape but a half-space or a compound.
    pub shape: Shape,
    /// The pose that maps the child's frame to the compound's.
    pub pose: Pose,
    /// A number for the user of the compound, such as that of a material. Queries ignore it.
    pub tag: u32,
}

impl Child {
    /// The pose of the child if the compound is at a pose: the product of both in f64, rounded once, or the
    /// compound's own pose if f32 cannot hold the product.
    pub fn placed_by(&self, pose: &Pose) -> Pose {
        if self.pose == Pose::IDENTITY {
            return *pose;
        }
        let (outer, inner) = (Placement::from(pose), Placement::from(&self.pose));
        let rotation = (outer.rotation * inner.rotation).as_quat();
        let translation = outer.point(inner.translation).as_vec3();
        Pose::new(rotation, translation).unwrap_or(*pose)
    }

    /// The motion of the child for a motion of the compound: from its own pose at the start, about the same
    /// centre.
    pub(crate) fn moved_by(&self, motion: &Motion) -> Motion {
        if self.pose == Pose::IDENTITY {
            return *motion;
        }
        let start = self.placed_by(&motion.start_pose());
        let center = self.local_point(motion.local_center().as_dvec3()).as_vec3();
        let [linear, angular] =
            [motion.linear_velocity(), motion.angular_velocity()].map(|v| v.as_vec3());
        Motion::new(start, linear, angular, center).unwrap_or_else(|_| Motion::resting(start))
    }

    /// Maps a point of the compound's frame to the child's.
    pub(crate) fn local_point(&self, point: DVec3) -> DVec3 {
        let placement = Placement::from(&self.pose);
        placement.rotation.conjugate() * (point - placement.translation)
    }

    /// The box around it in the compound's frame.
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

    /// True if its shape has an inside: open meshes have none.
    pub(super) fn has_inside(&self) -> bool {
        (self.simple().mesh()).is_none_or(|model| model.edges.is_closed())
    }
}

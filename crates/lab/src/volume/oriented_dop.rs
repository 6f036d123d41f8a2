//! The oriented 18-DOP: the planes turn with the volume, and each volume has its own axes.
//!
//! Idea: the content's principal axes carry the 18 directions, so a slanted body gets a volume that suits it. Two
//! volumes have no common axes: the second is refitted by cones to the first one's axes and compared there, then
//! the first to the second's.
//!
//! When: slanted parts. Limits: the weights of the cones are computed for each pair of volumes, twice.
//!
//! Source 1, QuickCD; source 5, volumes; Zachmann 1998 (DOPs of any orientation).

use glam::{DMat3, DQuat, DVec3};

use super::dop::{Cones, Dop, Turned};
use super::oriented_box_fit::Fit;
use super::{BoundingVolume, Triangle};
use crate::mesh_pair::Pose;
use crate::params::TOUCH;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "dop-18-oriented",
    stage: Stage::Volume,
    source: "1, QuickCD; 5, volumes",
    paper: "Zachmann 1998",
    about: "18-DOP along the content's own axes",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&OrientedDops),
};

/// The method.
#[derive(Clone, Copy, Debug)]
pub struct OrientedDops;

/// Limits along axes that have a pose.
#[derive(Clone, Copy, Debug)]
pub struct OrientedDop {
    dop: Dop<18>,
    pose: Pose,
}

impl OrientedDop {
    fn size(&self) -> f64 {
        let limits = self
            .dop
            .0
            .iter()
            .fold(0.0_f64, |size, limit| size.max(limit.abs()));
        limits.max(self.pose.translation.abs().max_element())
    }

    /// True if an axis of this volume separates the other.
    fn parts(&self, other: &Self, cones: &Cones<18>, work: &mut Work) -> bool {
        let turned = Turned::new(cones, &self.pose.relative(&other.pose));
        let limits = turned.limits(&other.dop, work);
        let touch = TOUCH * (self.size() + other.size());
        (0..9).any(|axis| {
            work.ops.axes += 1;
            self.dop.separates(&limits, axis, touch)
        })
    }
}

impl BoundingVolume for OrientedDops {
    type Volume = OrientedDop;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> OrientedDop {
        let mut axes = Fit::HullTriangles.fit(content).axes;
        if axes.determinant() < 0.0 {
            axes.z_axis = -axes.z_axis;
        }
        let rotation = DQuat::from_mat3(&axes).normalize();
        let pose = Pose {
            rotation,
            translation: DVec3::ZERO,
        };
        let back = rotation.conjugate();
        let points = content.as_flattened().iter().map(|p| back * *p);
        OrientedDop {
            dop: Dop::around(points),
            pose,
        }
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, volume: &OrientedDop, pose: &Pose, _: &mut Work) -> OrientedDop {
        OrientedDop {
            pose: Pose {
                rotation: pose.rotation * volume.pose.rotation,
                translation: pose.point(volume.pose.translation),
            },
            ..*volume
        }
    }

    fn is_apart(&self, a: &OrientedDop, b: &OrientedDop, work: &mut Work) -> bool {
        work.ops.tests += 1;
        let cones = Cones::default();
        a.parts(b, &cones, work) || b.parts(a, &cones, work)
    }

    fn height(&self, volume: &OrientedDop, p: DVec3) -> f64 {
        let own = volume.pose.rotation.conjugate() * (p - volume.pose.translation);
        let heights = volume
            .dop
            .planes()
            .into_iter()
            .map(|plane| plane.height(own));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    fn size(&self, volume: &OrientedDop) -> f64 {
        volume.dop.volume()
    }

    fn axes(&self, volume: &OrientedDop) -> DMat3 {
        DMat3::from_quat(volume.pose.rotation)
    }

    fn numbers(&self, _: &OrientedDop) -> usize {
        22
    }
}

//! Layered: a sphere around the box.
//!
//! Idea: the spheres are compared first; only if they overlap, the boxes are.
//!
//! When: many pairs are far apart. Limits: gains at most a factor of two in the model of the source.
//!
//! Source 2, query analysis.

use glam::{DMat3, DVec3};

use super::oriented_box::{Obb, OrientedBoxes, Test};
use super::oriented_box_fit::Fit;
use super::sphere::Sphere;
use super::{BoundingVolume, Exact, Triangle};
use crate::mesh_pair::Pose;
use crate::polytope::Plane;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "layered",
    stage: Stage::Volume,
    source: "2, query analysis",
    paper: "Rasku 2003",
    about: "a sphere around the box is tried first",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&Layered(BOXES)),
};

/// The boxes within the spheres.
pub const BOXES: OrientedBoxes = OrientedBoxes {
    fit: Fit::HullTriangles,
    test: Test::Fifteen,
};

/// The method, with that of the boxes.
#[derive(Clone, Copy, Debug)]
pub struct Layered(pub OrientedBoxes);

impl BoundingVolume for Layered {
    type Volume = (Sphere, Obb);
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> (Sphere, Obb) {
        let obb = self.0.fit(content);
        let sphere = Sphere {
            center: obb.center,
            radius: obb.half.length() * (1.0 + 1e-12),
        };
        (sphere, obb)
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, volume: &(Sphere, Obb), pose: &Pose, work: &mut Work) -> (Sphere, Obb) {
        (volume.0.moved(pose), self.0.in_frame(&volume.1, pose, work))
    }

    fn is_apart(&self, a: &(Sphere, Obb), b: &(Sphere, Obb), work: &mut Work) -> bool {
        if a.0.is_apart(&b.0) {
            work.ops.tests += 1;
            return true;
        }
        self.0.is_apart(&a.1, &b.1, work)
    }

    fn height(&self, volume: &(Sphere, Obb), p: DVec3) -> f64 {
        let outside = volume.0.center.distance(p) - volume.0.radius;
        outside.max(self.0.height(&volume.1, p))
    }

    fn size(&self, volume: &(Sphere, Obb)) -> f64 {
        self.0.size(&volume.1)
    }

    fn axes(&self, volume: &(Sphere, Obb)) -> DMat3 {
        volume.1.axes
    }

    fn planes(&self, volume: &(Sphere, Obb)) -> Vec<Plane> {
        self.0.planes(&volume.1)
    }

    fn exact(&self) -> Exact {
        Exact::Planes
    }

    fn numbers(&self, _: &(Sphere, Obb)) -> usize {
        16
    }
}

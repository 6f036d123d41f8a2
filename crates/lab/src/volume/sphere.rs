//! The sphere.
//!
//! Idea: a start from two far points, enlarged by every point outside (Ritter). Rotation does not matter.
//!
//! When: the cheapest test. Limits: fits long bodies badly; up to a twentieth larger than the least sphere.
//!
//! Source 1, sphere trees; source 5, volumes; Ritter 1990.

use glam::DVec3;

use super::{BoundingVolume, Triangle};
use crate::mesh_pair::Pose;
use crate::params::TOUCH;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "sphere",
    stage: Stage::Volume,
    source: "1, sphere trees; 5, volumes",
    paper: "Ritter 1990",
    about: "a sphere, enlarged by each point outside",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&Spheres),
};

/// The method.
#[derive(Clone, Copy, Debug)]
pub struct Spheres;

/// A sphere.
#[derive(Clone, Copy, Debug)]
pub struct Sphere {
    /// The middle (m).
    pub center: DVec3,
    /// The radius (m).
    pub radius: f64,
}

impl Sphere {
    /// A small sphere around points.
    pub fn around(points: &[DVec3]) -> Self {
        let farthest = |from: DVec3| {
            let far = points
                .iter()
                .max_by(|p, q| p.distance(from).total_cmp(&q.distance(from)));
            *far.unwrap_or(&from)
        };
        let p = farthest(points[0]);
        let q = farthest(p);
        let start = Self {
            center: (p + q) / 2.0,
            radius: p.distance(q) / 2.0,
        };
        points.iter().fold(start, |sphere, &p| {
            let point = Self {
                center: p,
                radius: 0.0,
            };
            sphere.union(&point)
        })
    }

    /// The least sphere around two.
    pub fn union(&self, other: &Self) -> Self {
        let way = other.center - self.center;
        let distance = way.length();
        if distance + other.radius <= self.radius {
            return *self;
        }
        if distance + self.radius <= other.radius {
            return *other;
        }
        let radius = (distance + self.radius + other.radius) / 2.0;
        Self {
            center: self.center + way * ((radius - self.radius) / distance),
            radius,
        }
    }

    /// The sphere of a body at a pose.
    pub fn moved(&self, pose: &Pose) -> Self {
        Self {
            center: pose.point(self.center),
            ..*self
        }
    }

    /// True if the spheres are apart.
    pub fn is_apart(&self, other: &Self) -> bool {
        let reach = self.radius + other.radius;
        let size = self.center.abs().max(other.center.abs()).max_element() + reach;
        self.center.distance(other.center) > reach + TOUCH * size
    }

    /// The volume (m³).
    pub fn size(&self) -> f64 {
        self.radius.powi(3) * (4.0 / 3.0 * std::f64::consts::PI)
    }
}

impl BoundingVolume for Spheres {
    type Volume = Sphere;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> Sphere {
        Sphere::around(content.as_flattened())
    }

    fn union(&self, a: &Sphere, b: &Sphere) -> Option<Sphere> {
        Some(a.union(b))
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, sphere: &Sphere, pose: &Pose, work: &mut Work) -> Sphere {
        work.ops.updates += 1;
        sphere.moved(pose)
    }

    fn is_apart(&self, a: &Sphere, b: &Sphere, work: &mut Work) -> bool {
        work.ops.tests += 1;
        a.is_apart(b)
    }

    fn height(&self, sphere: &Sphere, p: DVec3) -> f64 {
        sphere.center.distance(p) - sphere.radius
    }

    fn size(&self, sphere: &Sphere) -> f64 {
        sphere.size()
    }

    fn numbers(&self, _: &Sphere) -> usize {
        4
    }
}

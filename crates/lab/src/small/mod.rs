//! Small methods: primitive tests, and the clearest place along a path.

use glam::DVec3;

use crate::polytope::Polytope;
use crate::small::features::{Features, Path};
use crate::work::Work;

pub mod clearest;
pub mod features;
pub mod moving;
pub mod primitives;

/// A ray: its origin (m), and its direction of any length, the unit of its times.
pub type Ray = [DVec3; 2];

/// The relation of two lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lines {
    /// They meet at these times.
    Point([f64; 2]),
    /// They are the same line.
    Coincident,
    /// They have the same direction.
    Parallel,
    /// They pass each other.
    Skew,
}

/// A primitive test. Touching counts.
#[derive(Clone, Copy, Debug)]
pub enum Primitive {
    /// The time at which a ray meets a triangle; a ray in its plane does not.
    RayTriangle(fn(Ray, [DVec3; 3], &mut Work) -> Option<f64>),
    /// The time at which a ray meets the plane of a triangle from its front.
    RayPlane(fn(Ray, [DVec3; 3], &mut Work) -> Option<f64>),
    /// The relation of two lines.
    RayRay(fn(Ray, Ray, &mut Work) -> Lines),
    /// The time at which a point on its way is in a sphere around the origin of this radius (m).
    PointSphere(fn(Ray, f64, &mut Work) -> Option<f64>),
    /// The same for two spheres on their ways, by their relative way and the sum of the radii.
    SphereSphere(fn(Ray, f64, &mut Work) -> Option<f64>),
    /// The time at which a point on its way is on a triangle.
    PointTriangle(fn(Ray, [DVec3; 3], &mut Work) -> Option<f64>),
    /// The time at which a point on its way is on a convex polygon, or on its plane if the flag is false.
    PointPolygon(fn(Ray, &[DVec3], &mut Work) -> Option<f64>, bool),
    /// The time at which a point on its way is in a box between two corners.
    PointBox(fn(Ray, [DVec3; 2], &mut Work) -> Option<f64>),
    /// The time at which features whose corners move meet.
    Features(Features, fn(&[Path; 4], &mut Work) -> Option<f64>),
    /// True if two triangles meet.
    TrianglePair(fn([DVec3; 3], [DVec3; 3], &mut Work) -> bool),
}

/// An agent that has to stand somewhere on a straight path, clear of others.
#[derive(Clone, Debug)]
pub struct PathScene {
    /// The agent, at the origin.
    pub agent: Polytope,
    /// The others.
    pub others: Vec<Polytope>,
    /// The start of the path, and the way to its end (m).
    pub path: [DVec3; 2],
}

/// A place on a path.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The part of the path, from 0 to 1.
    pub part: f64,
    /// The distance to the nearest of the others there (m).
    pub clearance: f64,
}

/// A method that finds the place with the greatest clearance.
pub type Planner = fn(&PathScene, &mut Work) -> Place;

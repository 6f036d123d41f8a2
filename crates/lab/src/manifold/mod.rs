//! Methods that find the contact points of two convex bodies whose normal and depth are known.
//!
//! Each body has a feature that faces the other: a face, an edge or a corner. The features, seen along the
//! normal, are convex polygons; their intersection is the contact area, and each of its corners is a point on
//! both bodies. Methods differ in how they find the features and how they intersect the polygons.

use glam::{DVec2, DVec3};

use crate::params::TOUCH;
use crate::polytope::{Polytope, size_of};
use crate::work::Work;

pub mod clip;
pub mod engine;
pub mod flat;
pub mod flood_fill;
pub mod gauss_samples;
pub mod growth;
pub mod one_per_frame;
pub mod shamos_hoey;

/// The direction of least overlap of two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Unit vector from the first body to the second.
    pub normal: DVec3,
    /// The overlap along it (m).
    pub depth: f64,
}

/// A contact point.
#[derive(Clone, Copy, Debug)]
pub struct ContactPoint {
    /// The point on the second body (m); the one on the first lies ahead of it by the depth along the normal.
    pub point: DVec3,
    /// The depth there (m).
    pub depth: f64,
}

/// A method that finds contact points. It may remember the pair from one question to the next.
pub trait Manifold {
    /// The contact points of two bodies that meet.
    fn points(
        &mut self,
        bodies: [&Polytope; 2],
        contact: &Contact,
        work: &mut Work,
    ) -> Vec<ContactPoint>;

    /// Forgets the pair: the next question is about other bodies.
    fn forget(&mut self) {}
}

/// A method without memory.
pub struct Stateless(pub fn([&Polytope; 2], &Contact, &mut Work) -> Vec<ContactPoint>);

impl Manifold for Stateless {
    fn points(
        &mut self,
        bodies: [&Polytope; 2],
        contact: &Contact,
        work: &mut Work,
    ) -> Vec<ContactPoint> {
        (self.0)(bodies, contact, work)
    }
}

/// Intersects two convex polygons, each counter-clockwise, of one corner or more.
pub type Intersect = fn(&[DVec2], &[DVec2], f64, &mut Work) -> Vec<DVec2>;

/// The contact points of two features, given as corners in any order: the corners of the intersection of their
/// outlines, where the bodies overlap.
pub fn of_features(
    [a, b]: [&Polytope; 2],
    features: [Vec<DVec3>; 2],
    normal: DVec3,
    intersect: Intersect,
    work: &mut Work,
) -> Vec<ContactPoint> {
    let touch = 10.0 * TOUCH * size_of(a, b);
    let frame = flat::Frame::new(normal);
    let [p, q] = features.map(|corners| flat::Outline::new(&frame, corners, touch));
    let common = intersect(&p.corners, &q.corners, touch, work);
    let points = common.into_iter().map(|at| {
        let [top, bottom] = [p.height(at), q.height(at)];
        ContactPoint {
            point: frame.point(at, bottom),
            depth: top - bottom,
        }
    });
    points.filter(|point| point.depth >= -touch).collect()
}

/// At most four points: the deepest, the one farthest from it, and on either side of their line the one that
/// spans the largest triangle.
pub fn reduced(points: &[ContactPoint], normal: DVec3) -> Vec<ContactPoint> {
    if points.len() <= 4 {
        return points.to_vec();
    }
    let best = |value: &dyn Fn(&ContactPoint) -> f64| {
        let pick = points.iter().max_by(|s, t| value(s).total_cmp(&value(t)));
        *pick.expect("there are more than four points")
    };
    let first = best(&|c| c.depth);
    let second = best(&|c| c.point.distance_squared(first.point));
    let area = |c: &ContactPoint| {
        let side = second.point - first.point;
        normal.dot(side.cross(c.point - first.point))
    };
    vec![first, second, best(&area), best(&|c| -area(c))]
}

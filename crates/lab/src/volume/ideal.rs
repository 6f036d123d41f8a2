//! The ideal volume: apart if and only if the contents are.
//!
//! Idea: the volume is its content; a test compares all triangles and counts as one. No other volume needs fewer
//! tests, so its count is the minimum against which others are held.
//!
//! When: as a measure. Limits: its test costs the product of the numbers of triangles, and counts only one.
//!
//! Source 2, query analysis; Zachmann 2002.

use glam::DVec3;

use super::{BoundingVolume, Exact, Triangle};
use crate::mesh_pair::Pose;
use crate::mesh_pair::triangle_pair::meet;
use crate::params::TOUCH;
use crate::registry::{Gives, Method, Row, Stage};
use crate::scene::boxes::Aabb;
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "ideal",
    stage: Stage::Volume,
    source: "2, query analysis",
    paper: "Zachmann 2002",
    about: "apart if and only if the contents are: the least number of tests",
    gives: &[Gives::Apart],
    limits: &[],
    method: Method::Volume(&Ideal),
};

/// The method.
#[derive(Clone, Copy, Debug)]
pub struct Ideal;

fn bounds(content: &[Triangle]) -> Aabb {
    let points = content.as_flattened();
    let start = Aabb {
        low: points[0],
        high: points[0],
    };
    let point = |p: &DVec3| Aabb { low: *p, high: *p };
    points.iter().fold(start, |all, p| all.union(&point(p)))
}

impl BoundingVolume for Ideal {
    type Volume = Vec<Triangle>;
    type Frame = Pose;

    fn fit(&self, content: &[Triangle]) -> Vec<Triangle> {
        content.to_vec()
    }

    fn union(&self, a: &Vec<Triangle>, b: &Vec<Triangle>) -> Option<Vec<Triangle>> {
        Some([&a[..], b].concat())
    }

    fn frame(&self, pose: &Pose) -> Pose {
        *pose
    }

    fn in_frame(&self, content: &Vec<Triangle>, pose: &Pose, work: &mut Work) -> Vec<Triangle> {
        work.ops.updates += 1;
        content.iter().map(|t| t.map(|p| pose.point(p))).collect()
    }

    fn is_apart(&self, a: &Vec<Triangle>, b: &Vec<Triangle>, work: &mut Work) -> bool {
        work.ops.tests += 1;
        // Only to save time: the answer is that of all pairs.
        let near = |own: &[Triangle], other: &[Triangle]| -> Vec<Triangle> {
            let mut all = bounds(other);
            let touch = 2.0 * TOUCH * all.low.abs().max(all.high.abs()).max_element();
            (all.low, all.high) = (all.low - touch, all.high + touch);
            let near = |t: &&Triangle| bounds(&[**t]).meets(&all);
            own.iter().filter(near).copied().collect()
        };
        let (a, b) = (near(a, b), near(b, a));
        !(a.iter()).any(|s| b.iter().any(|t| meet(*s, *t).is_some()))
    }

    fn height(&self, content: &Vec<Triangle>, p: DVec3) -> f64 {
        let distances = content.as_flattened().iter().map(|q| q.distance(p));
        distances.fold(f64::INFINITY, f64::min)
    }

    fn size(&self, content: &Vec<Triangle>) -> f64 {
        let bounds = bounds(content);
        (bounds.high - bounds.low).element_product()
    }

    fn exact(&self) -> Exact {
        Exact::Surfaces
    }

    fn numbers(&self, content: &Vec<Triangle>) -> usize {
        9 * content.len()
    }
}

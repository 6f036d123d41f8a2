//! The time of first overlap on all separating axes, of bodies that move straight.
//!
//! Idea: while bodies only move, their projections on an axis keep their lengths, and the distance of the projections
//! changes at a constant rate. So each axis gives one span of times, and the bodies meet in the common span. Two boxes
//! have 15 axes.
//!
//! When: boxes. Limits: translation only; all pairs of edges are axes, so bodies of many edges are slow.
//!
//! Source 5, OBB-OBB.

use glam::DVec3;

use super::{Flight, Impact};
use crate::params::TARGET;
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "moving-sat",
    stage: Stage::Sweep,
    source: "5, OBB-OBB",
    paper: "Ericson 2005",
    about: "the common span of the times at which projections overlap on each axis",
    gives: &[Gives::Time],
    limits: &[Limit::TranslationOnly],
    method: Method::Sweep(sweep),
};

fn sweep(flight: &Flight, work: &mut Work) -> Impact {
    let [a, b] = flight.at(0.0);
    let way = flight.motions[1].way - flight.motions[0].way;
    let target = TARGET * flight.size();
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in axes(&a, &b) {
        work.ops.axes += 1;
        work.ops.vertices += (a.vertices.len() + b.vertices.len()) as u64;
        let [low, high] = reach(&a, axis);
        let [from, to] = reach(&b, axis);
        // The shift of the second body along the axis at which they are near.
        let (near, far) = (low - to - target, high - from + target);
        let speed = way.dot(axis);
        if speed == 0.0 {
            if near > 0.0 || far < 0.0 {
                return Impact::of(None);
            }
            continue;
        }
        let (one, other) = (near / speed, far / speed);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
        if enters > leaves {
            return Impact::of(None);
        }
    }
    Impact::of(Some(enters))
}

/// The normals of the faces, and the directions across two edges; each of length 1 and once.
fn axes(a: &Polytope, b: &Polytope) -> Vec<DVec3> {
    let edges = [a, b].map(|body| {
        let ends = body
            .topology
            .faces
            .iter()
            .flat_map(|face| (0..face.len()).map(|i| [face[i], face[(i + 1) % face.len()]]));
        let ways = ends.filter(|[i, j]| i < j);
        ways.map(|[i, j]| body.vertices[j] - body.vertices[i])
            .collect::<Vec<DVec3>>()
    });
    let normals = [a, b].into_iter().flat_map(|body| &body.planes);
    let normals = normals.map(|plane| plane.normal);
    let across = edges[0]
        .iter()
        .flat_map(|u| edges[1].iter().map(|v| u.cross(*v)));
    let mut axes: Vec<DVec3> = Vec::new();
    for axis in normals.chain(across).filter_map(DVec3::try_normalize) {
        if axes
            .iter()
            .all(|known| known.cross(axis).length_squared() > 1e-24)
        {
            axes.push(axis);
        }
    }
    axes
}

fn reach(body: &Polytope, axis: DVec3) -> [f64; 2] {
    let along = body.vertices.iter().map(|vertex| axis.dot(*vertex));
    along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
        [low.min(x), high.max(x)]
    })
}

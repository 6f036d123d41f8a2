//! Features by flood fill over the edges of the hull, from the support vertex.
//!
//! Idea: the support vertex belongs to the feature; so does each neighbour of a member that lies within a
//! tolerance of its height.
//!
//! When: hulls of many corners whose support vertex is known from the frame before. Limits: as `manifold-growth`.
//!
//! Source 4, manifolds.

use glam::DVec3;

use super::{Contact, ContactPoint, Manifold, Stateless, flat, of_features};
use crate::params::FLAT;
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "manifold-flood-fill",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "",
    about: "corners reached from the support vertex without going deeper, clipped",
    gives: &[Gives::Contacts],
    limits: &[],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

fn points([a, b]: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let n = contact.normal;
    let depth = FLAT * size_of(a, b);
    let features = [filled(a, n, depth, work), filled(b, -n, depth, work)];
    of_features([a, b], features, n, flat::clip, work)
}

fn filled(body: &Polytope, way: DVec3, depth: f64, work: &mut Work) -> Vec<DVec3> {
    let top = body.climb(way, 0, work);
    let least = body.vertices[top].dot(way) - depth;
    let mut members = vec![top];
    let mut at = 0;
    while at < members.len() {
        let around = &body.topology.neighbours[members[at]];
        work.ops.vertices += around.len() as u64;
        for &i in around {
            if body.vertices[i].dot(way) >= least && !members.contains(&i) {
                members.push(i);
            }
        }
        at += 1;
    }
    members.into_iter().map(|i| body.vertices[i]).collect()
}

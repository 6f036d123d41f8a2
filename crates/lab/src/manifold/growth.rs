//! Features by brute force: all corners that lie no deeper than the farthest one.
//!
//! Idea: the height of every corner along the normal; those within a tolerance of the greatest are the feature.
//!
//! When: bodies of few corners, and as the measure for cleverer searches. Limits: looks at all corners; the
//! tolerance decides if a slanted face counts.
//!
//! Source 4, manifolds (features within an angle of the supporting planes).

use glam::DVec3;

use super::{Contact, ContactPoint, Manifold, Stateless, flat, of_features};
use crate::params::FLAT;
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "manifold-growth",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "",
    about: "all corners at the height of the farthest, clipped",
    gives: &[Gives::Contacts],
    limits: &[],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

fn points(bodies: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let features = features(bodies, contact.normal, work);
    of_features(bodies, features, contact.normal, flat::clip, work)
}

/// The corners of both features.
pub fn features([a, b]: [&Polytope; 2], normal: DVec3, work: &mut Work) -> [Vec<DVec3>; 2] {
    let depth = FLAT * size_of(a, b);
    [(a, normal), (b, -normal)].map(|(body, way)| {
        let top = body.vertices[body.support(way, work)].dot(way);
        work.ops.vertices += body.vertices.len() as u64;
        let corners = body.vertices.iter().copied();
        corners.filter(|v| v.dot(way) >= top - depth).collect()
    })
}

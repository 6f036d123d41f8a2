//! Features by samples of the Gauss map around the normal.
//!
//! Idea: on the Gauss map a corner is a region. Support vertices for the normal, tilted a little to eight sides,
//! are the corners whose regions meet near it: those of the feature.
//!
//! When: shapes that only know their support function. Limits: a blunt corner of a face has a narrow region that
//! the samples may pass over, and then the points cover a part of the area, or none.
//!
//! Source 4, manifolds (Gauss map); Bullet's perturbation of the normal.

use glam::DVec3;

use super::flat::Frame;
use super::{Contact, ContactPoint, Manifold, Stateless, flat, of_features};
use crate::params::FLAT;
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "manifold-gauss-samples",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "Coumans 2010",
    about: "support vertices for the normal tilted to eight sides, clipped",
    gives: &[Gives::Contacts],
    limits: &[Limit::MissesBluntCorners],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

/// The tilt (tangent of an angle): small enough that no judged face next to the feature is nearer.
const TILT: f64 = 1e-6;

/// Eight sides, without trigonometry.
const SIDES: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [-1.0, 1.0],
    [-1.0, 0.0],
    [-1.0, -1.0],
    [0.0, -1.0],
    [1.0, -1.0],
];

fn points([a, b]: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let n = contact.normal;
    let depth = FLAT * size_of(a, b);
    let features = [(a, n), (b, -n)].map(|(body, way)| {
        let frame = Frame::new(way);
        let mut found = vec![body.support(way, work)];
        let top = body.vertices[found[0]].dot(way);
        for side in SIDES {
            let tilted: DVec3 = way + frame.point(glam::DVec2::from_array(side) * TILT, 0.0);
            let i = body.support(tilted, work);
            if body.vertices[i].dot(way) >= top - depth && !found.contains(&i) {
                found.push(i);
            }
        }
        found.into_iter().map(|i| body.vertices[i]).collect()
    });
    of_features([a, b], features, n, flat::clip, work)
}

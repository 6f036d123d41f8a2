//! A manifold in one frame by clipping: the engine's method in plain form.
//!
//! Idea: of the faces at each body's support vertex, take the one that faces the other body most. The outline of
//! the one, seen along the normal, is clipped by the edges of the other's. Corners where the bodies overlap are
//! contacts. `manifold-reduced` keeps four: the deepest, and those that span the largest area.
//!
//! When: always, for boxes and hulls with merged faces. Limits: a face split into triangles gives the contacts of
//! one triangle; four points cover a part of the area.
//!
//! Source 4, manifolds (whole in one frame); Gregorius 2015.

use glam::DVec3;

use super::{Contact, ContactPoint, Manifold, Stateless, flat, of_features, reduced};
use crate::params::FLAT;
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row with all points.
pub const ROW: Row = Row {
    id: "manifold-clip",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "Gregorius 2015",
    about: "the faces that face each other, clipped in the plane of the contact",
    gives: &[Gives::Contacts],
    limits: &[],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

/// The row with at most four points.
pub const ROW_REDUCED: Row = Row {
    id: "manifold-reduced",
    about: "manifold-clip, reduced to four points",
    limits: &[Limit::CoversPart],
    method: Method::Manifold(|| {
        Box::new(Stateless(|bodies, contact, work| {
            reduced(&points(bodies, contact, work), contact.normal)
        })) as Box<dyn Manifold>
    }),
    ..ROW
};

fn points(bodies: [&Polytope; 2], contact: &Contact, work: &mut Work) -> Vec<ContactPoint> {
    let n = contact.normal;
    let features = [face(bodies[0], n, work), face(bodies[1], -n, work)];
    of_features(bodies, features, n, flat::clip, work)
}

/// The corners of a face at the support vertex: the one with most of the corners that lie as far, since two may
/// span an edge in contact, and among these the one that faces the direction most.
fn face(body: &Polytope, direction: DVec3, work: &mut Work) -> Vec<DVec3> {
    let top = body.support(direction, work);
    let height = |i: usize| body.vertices[i].dot(direction);
    let around = &body.topology.neighbours[top];
    let depth = FLAT * size_of(body, body);
    let mut level: Vec<usize> = around.clone();
    level.retain(|&i| height(i) >= height(top) - depth);
    let faces = &body.topology.vertex_faces[top];
    work.ops.vertices += around.len() as u64;
    work.ops.axes += faces.len() as u64;
    let rank = |f: usize| {
        let corners = &body.topology.faces[f];
        let count = level.iter().filter(|i| corners.contains(i)).count();
        (count, body.planes[f].normal.dot(direction))
    };
    let best = faces.iter().copied().max_by(|&f, &g| {
        let (f, g) = (rank(f), rank(g));
        f.0.cmp(&g.0).then(f.1.total_cmp(&g.1))
    });
    let face = &body.topology.faces[best.expect("a vertex has faces")];
    face.iter().map(|&i| body.vertices[i]).collect()
}

//! One contact point a frame, with skins, and the points of earlier frames.
//!
//! Idea: each body has a skin. The cores are pulled apart along the normal, so that GJK's nearest points are the
//! contact of this frame. It joins the points of earlier frames, which are kept in coordinates of the bodies; one
//! whose two ends have moved apart along the normal or across it is dropped. Of more than four, four are kept.
//!
//! When: any shape with a support function; no feature is needed. Limits: a body that lands flat has one point in
//! its first frame and turns about it; the manifold is whole after three or four frames.
//!
//! Source 4, manifolds (incremental, skin radii); Coumans 2010.

use glam::{DMat3, DVec3};

use super::{Contact, ContactPoint, Manifold, reduced};
use crate::convex::gjk;
use crate::convex::signed_volumes::{DISTANCE, nearest};
use crate::polytope::{Polytope, size_of};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "manifold-one-per-frame",
    stage: Stage::Manifold,
    source: "4, manifolds",
    paper: "Coumans 2010",
    about: "GJK's nearest points between skins; points of earlier frames stay while they hold",
    gives: &[Gives::Contacts],
    limits: &[Limit::CoversPart],
    method: Method::Manifold(|| Box::new(OnePerFrame::default())),
};

/// The thickness of a skin, relative to the size. A thinner one lets GJK end on the border of the cores.
const SKIN: f64 = 0.05;

/// The distance that the two ends of a point may move apart, relative to the size.
const DRIFT: f64 = 0.02;

/// Four corners of a body that span a volume: they carry points from frame to frame.
#[derive(Clone, Copy)]
struct Anchor([usize; 4]);

impl Anchor {
    fn new(body: &Polytope) -> Self {
        let face = &body.topology.faces[0];
        let deepest = (0..body.vertices.len()).min_by(|&i, &j| {
            let height = |i: usize| body.planes[0].height(body.vertices[i]);
            height(i).total_cmp(&height(j))
        });
        Self([deepest.unwrap_or(0), face[0], face[1], face[2]])
    }

    fn frame(self, body: &Polytope) -> (DVec3, DMat3) {
        let [o, a, b, c] = self.0.map(|i| body.vertices[i]);
        (o, DMat3::from_cols(a - o, b - o, c - o))
    }
}

/// The points of earlier frames, in coordinates of the two anchors.
#[derive(Default)]
struct OnePerFrame {
    anchors: Option<[Anchor; 2]>,
    points: Vec<[DVec3; 2]>,
}

impl Manifold for OnePerFrame {
    fn points(
        &mut self,
        bodies: [&Polytope; 2],
        contact: &Contact,
        work: &mut Work,
    ) -> Vec<ContactPoint> {
        let size = size_of(bodies[0], bodies[1]);
        let n = contact.normal;
        let anchors = *self.anchors.get_or_insert_with(|| bodies.map(Anchor::new));
        let frames = [0, 1].map(|i| anchors[i].frame(bodies[i]));
        let world = |ends: &[DVec3; 2]| [0, 1].map(|i| frames[i].0 + frames[i].1 * ends[i]);
        self.points.retain(|ends| {
            let [p, q] = world(ends);
            let apart = n.dot(q - p);
            apart <= DRIFT * size && (q - p - n * apart).length() <= DRIFT * size
        });
        let newest = nearest_between_skins(bodies, contact, 2.0 * SKIN * size, work);
        let is_new = |ends: &[DVec3; 2]| world(ends)[1].distance(newest[1]) > DRIFT * size;
        if self.points.iter().all(is_new) {
            let own = [0, 1].map(|i| frames[i].1.inverse() * (newest[i] - frames[i].0));
            self.points.push(own);
        }
        let all: Vec<ContactPoint> = self
            .points
            .iter()
            .map(|ends| {
                let [p, q] = world(ends);
                let depth = n.dot(p - q);
                ContactPoint { point: q, depth }
            })
            .collect();
        if all.len() <= 4 {
            return all;
        }
        let kept = reduced(&all, n);
        let is_kept = |ends: &[DVec3; 2]| kept.iter().any(|c| c.point == world(ends)[1]);
        self.points.retain(is_kept);
        kept
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The nearest points of the cores, once the second body is pulled out to a gap (m).
fn nearest_between_skins(
    [a, b]: [&Polytope; 2],
    contact: &Contact,
    gap: f64,
    work: &mut Work,
) -> [DVec3; 2] {
    let shift = contact.normal * (contact.depth + gap);
    let pulled = b.moved(glam::DQuat::IDENTITY, shift);
    let outcome = gjk::run([a, &pulled], -contact.normal, DISTANCE, work);
    let points: Vec<DVec3> = outcome.simplex.iter().map(|s| s.p).collect();
    let weights = nearest(&points).weights;
    let mut ends = [DVec3::ZERO, -shift];
    for (corner, weight) in outcome.simplex.iter().zip(weights) {
        ends[0] += a.vertices[corner.of[0]] * weight;
        ends[1] += pulled.vertices[corner.of[1]] * weight;
    }
    ends
}

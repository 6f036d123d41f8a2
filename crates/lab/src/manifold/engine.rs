//! The engine itself, as a row set apart: `Query::contacts` of two hulls.
//!
//! It finds its own normal, computes in f32 and keeps at most four points of a flat patch.

use dodgem_collide::math::Pose;
use dodgem_collide::{Budget, PairCache, Placed, Query};

use super::{Contact, ContactPoint, Manifold, Stateless};
use crate::convex::engine::hull;
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "engine-manifold",
    stage: Stage::Manifold,
    source: "the engine",
    paper: "",
    about: "Query::contacts of two hulls",
    gives: &[Gives::Contacts],
    limits: &[Limit::SinglePrecision, Limit::CoversPart, Limit::OwnNormal],
    method: Method::Manifold(|| Box::new(Stateless(points)) as Box<dyn Manifold>),
};

fn points(bodies: [&Polytope; 2], _: &Contact, _: &mut Work) -> Vec<ContactPoint> {
    let [Some(a), Some(b)] = &bodies.map(hull) else {
        return Vec::new();
    };
    let pose = Pose::IDENTITY;
    let mut query = Query::new(Budget::Unlimited);
    let mut found = Vec::new();
    let tolerance = bodies.map(|body| body.vertices[0].abs().max_element());
    let tolerance = 1e-5 * tolerance[0].max(tolerance[1]) as f32;
    let placed = [a, b].map(|shape| Placed::new(shape, &pose));
    let [a, b] = placed;
    query.contacts(a, b, tolerance, &mut PairCache::default(), &mut found);
    let point = |c: &dodgem_collide::ContactPoint| ContactPoint {
        point: c.point_b(),
        depth: -c.distance,
    };
    found.iter().map(point).collect()
}

//! The engine itself, as a row set apart: `Query::distance` of two hulls in `dodgem-collide`.
//!
//! It computes in f32 with the hulls' own frames, so its band of undecided gaps is wider. Its answers say if the
//! engine agrees with the truth; its cost is not comparable with the plain rows, and no operations are counted.

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::ConvexHull;
use dodgem_collide::shape::Shape;
use dodgem_collide::{Budget, Distance, DistanceOptions, PairCache, Placed, Query};

use super::{Answer, ConvexPair, Stateless};
use crate::polytope::Polytope;
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "engine-convex",
    stage: Stage::ConvexPair,
    source: "the engine",
    paper: "",
    about: "Query::distance of two hulls",
    gives: &[Gives::Hit, Gives::Distance],
    limits: &[Limit::SinglePrecision],
    method: Method::ConvexPair(|| Box::new(Stateless(ask)) as Box<dyn ConvexPair>),
};

fn ask(a: &Polytope, b: &Polytope, _work: &mut Work) -> Answer {
    let (Some(a), Some(b)) = (hull(a), hull(b)) else {
        return Answer {
            given_up: true,
            ..Answer::hit(true)
        };
    };
    let pose = Pose::IDENTITY;
    let mut query = Query::new(Budget::Unlimited);
    let (a, b) = (Placed::new(&a, &pose), Placed::new(&b, &pose));
    match *query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default()) {
        Distance::Apart { distance, .. } => Answer {
            distance: Some(f64::from(distance)),
            ..Answer::hit(false)
        },
        _ => Answer::hit(true),
    }
}

/// The engine's hull of a body; `None` if it refuses the corners.
pub fn hull(body: &Polytope) -> Option<Shape> {
    let points: Vec<_> = body.vertices.iter().map(|v| v.as_vec3()).collect();
    let hull = ConvexHull::from_points(&points).ok()?;
    Some(Shape::Hull(Arc::new(hull)))
}

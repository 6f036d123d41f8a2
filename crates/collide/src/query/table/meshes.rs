//! Two triangle meshes: the descent of both trees.

use crate::math::{Motion, Pose};
use crate::params::DEFAULT_POINTS;
use crate::query::contacts::{ContactPoint, ContactsEnd, mesh_contacts};
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{PlacedConvex, TraversalEnd, visit_triangles_near};
use crate::query::intersect;
use crate::query::leaf_pairs::{self, LeafPair, LeafPairs};
use crate::query::outcome::Decided;
use crate::query::pair::{PairQueries, ProximityQueries};
use crate::query::search_options::SearchOptions;
use crate::query::toi::{Sweep, SweepRequest, mesh_mesh};
use crate::query::{
    Collision, Deepest, Distance, DistanceOptions, Moving, PairCache, Placed, distance,
};
use crate::shape::Triangle;
use crate::{Model, Relative};

pub(super) struct TwoMeshes<'s> {
    pub models: [&'s Model; 2],
}

impl TwoMeshes<'_> {
    fn placed<'p>(&'p self, poses: [&'p Pose; 2]) -> [Placed<'p, Model>; 2] {
        [0, 1].map(|i: usize| Placed::new(self.models[i], poses[i]))
    }
}

/// The triangles of two meshes, for the deepest contact.
struct AllTriangles<'s> {
    models: [&'s Model; 2],
}

impl LeafPairs for AllTriangles<'_> {
    /// The triangles of the second mesh descend the tree of the first one by one.
    fn visit(
        &self,
        poses: [&Pose; 2],
        mut limit: f32,
        context: &mut QueryContext,
        visit: &mut dyn FnMut(LeafPair) -> f32,
    ) -> TraversalEnd {
        let [first, second] = self.models;
        let relative = &Relative::new(poses[0], poses[1]);
        for piece in &second.store.pieces {
            for triangle in piece.triangle_range() {
                let second = &Triangle::new(second.store.triangle(piece, triangle));
                let convex = PlacedConvex {
                    shape: second,
                    relative,
                };
                let walk = context.traversal();
                let end = visit_triangles_near(first, convex, limit, walk, &mut |_, first| {
                    limit = visit(LeafPair {
                        first,
                        second,
                        relative,
                    });
                    limit
                });
                match end {
                    // The triangles not yet visited may be anywhere.
                    TraversalEnd::Cut { points, .. } => {
                        return TraversalEnd::Cut { bound: 0.0, points };
                    }
                    TraversalEnd::Done if limit < 0.0 => return TraversalEnd::Done,
                    TraversalEnd::Done => {}
                }
            }
        }
        TraversalEnd::Done
    }
}

impl ProximityQueries for TwoMeshes<'_> {
    fn intersect(
        &self,
        poses: [&Pose; 2],
        max_points: usize,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        let [a, b] = self.placed(poses);
        let options = context.search;
        intersect::collide_points(a, b, max_points, options, context)
    }

    fn within(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        let [a, b] = self.placed(poses);
        if tolerance <= 0.0 || tolerance.is_nan() {
            let options = SearchOptions::default();
            return intersect::collide_points(a, b, DEFAULT_POINTS, options, context);
        }
        let memory = cache.map(|cache| &mut cache.distance);
        distance::within(a, b, tolerance, memory, context)
    }

    fn distance(
        &self,
        poses: [&Pose; 2],
        options: &DistanceOptions,
        cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Distance> {
        let [a, b] = self.placed(poses);
        let memory = cache.map(|cache| &mut cache.distance);
        distance::distance(a, b, options, memory, context)
    }

    fn deepest_contact(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
    ) -> Decided<Deepest> {
        let models = self.models;
        leaf_pairs::deepest_contact(&AllTriangles { models }, poses, tolerance, context)
    }
}

impl PairQueries for TwoMeshes<'_> {
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let [a, b] = self.placed(poses);
        mesh_contacts(a, b, tolerance, context, out)
    }

    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        let [a, b] = [0, 1].map(|i: usize| Moving::new(self.models[i], motions[i]));
        mesh_mesh::time_of_impact(a, b, request, &mut cache.sweep, context)
    }
}

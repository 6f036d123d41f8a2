//! A mesh and a convex solid.

use crate::Relative;
use crate::math::{Motion, Pose};
use crate::query::contacts::{ContactPoint, ContactsEnd, mesh_convex_contacts};
use crate::query::context::QueryContext;
use crate::query::convex_mesh::{PlacedConvex, TraversalEnd, visit_triangles_near};
use crate::query::leaf_pairs::{LeafPair, LeafPairs};
use crate::query::outcome::Decided;
use crate::query::pair::PairQueries;
use crate::query::solid::MeshConvexPair;
use crate::query::stage::Stage;
use crate::query::toi::{Sweep, SweepRequest, mesh_solid};
use crate::query::{Moving, PairCache};

impl LeafPairs for MeshConvexPair<'_> {
    fn frame_of(&self) -> usize {
        usize::from(self.is_swapped)
    }

    fn visit(
        &self,
        poses: [&Pose; 2],
        limit: f32,
        context: &mut QueryContext,
        visit: &mut dyn FnMut(LeafPair) -> f32,
    ) -> TraversalEnd {
        let [pose, solid_pose] = self.ordered(poses);
        let relative = &Relative::new(pose, solid_pose);
        let second = self.solid.map;
        let convex = PlacedConvex {
            shape: second,
            relative,
        };
        let walk = context.traversal();
        visit_triangles_near(self.mesh, convex, limit, walk, &mut |_, first| {
            visit(LeafPair {
                first,
                second,
                relative,
            })
        })
    }
}

impl PairQueries for MeshConvexPair<'_> {
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let end = mesh_convex_contacts(self, poses, tolerance, context, out);
        let stage = context.deepest_stage();
        Decided::by(stage, end)
    }

    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        _cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        let [of_mesh, of_solid] = self.ordered(motions);
        let has_formula = context.stages.has(Stage::ClosedForm) && !of_mesh.rotates();
        let radius = (self.solid.straight_sphere_radius(of_solid)).filter(|_| has_formula);
        let mesh = Moving::new(self.mesh, of_mesh);
        let solid = Moving::new(self.solid.map, of_solid);
        let found = mesh_solid::time_of_impact(mesh, solid, radius, request, context);
        match self.is_swapped {
            true => found.map(Sweep::swapped),
            false => found,
        }
    }
}

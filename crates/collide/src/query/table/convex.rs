//! Two convex solids: trees of one leaf each.

use crate::Relative;
use crate::math::{Motion, Pose};
use crate::query::contacts::{ContactPoint, ContactsEnd, convex_contacts};
use crate::query::context::QueryContext;
use crate::query::convex_mesh::TraversalEnd;
use crate::query::leaf_pairs::{LeafPair, LeafPairs};
use crate::query::outcome::Decided;
use crate::query::pair::PairQueries;
use crate::query::solid::Solid;
use crate::query::stage::Stage;
use crate::query::toi::{Sweep, SweepRequest, convex_pair, swept_spheres};
use crate::query::{Moving, PairCache};

pub(super) struct TwoSolids<'s> {
    pub solids: [Solid<'s>; 2],
}

impl LeafPairs for TwoSolids<'_> {
    fn visit(
        &self,
        poses: [&Pose; 2],
        _limit: f32,
        context: &mut QueryContext,
        visit: &mut dyn FnMut(LeafPair) -> f32,
    ) -> TraversalEnd {
        let [first, second] = self.solids.map(|solid| solid.map);
        let relative = &Relative::new(poses[0], poses[1]);
        if !context.meter.take() {
            let center = first.center().as_vec3();
            let points = [center, relative.point(second.center().as_vec3()).as_vec3()];
            return TraversalEnd::Cut { bound: 0.0, points };
        }
        context.counters.primitive_tests += 1;
        visit(LeafPair {
            first,
            second,
            relative,
        });
        TraversalEnd::Done
    }
}

impl PairQueries for TwoSolids<'_> {
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd> {
        let end = convex_contacts(self.solids, poses, tolerance, context, out);
        // A solid is a tree of one leaf.
        Decided::by(Stage::Pieces, end)
    }

    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        _cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep> {
        let radius = |i: usize| self.solids[i].straight_sphere_radius(motions[i]);
        if context.stages.has(Stage::ClosedForm)
            && let (Some(first), Some(second)) = (radius(0), radius(1))
            && context.meter.take()
        {
            context.counters.primitive_tests += 1;
            let radii = [first, second];
            let found = swept_spheres::time_of_impact(motions, radii, request);
            return Decided::by(Stage::ClosedForm, found);
        }
        let pair = [0, 1].map(|i: usize| Moving::new(self.solids[i].map, motions[i]));
        let found = convex_pair::sweep(pair, request, context);
        let stage = match found {
            Sweep::Clear if context.counters.primitive_tests == 0 => Stage::Bounds,
            // A solid is a tree of one leaf.
            _ => Stage::Pieces,
        };
        Decided::by(stage, found)
    }
}

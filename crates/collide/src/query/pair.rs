//! The queries about two shapes of known kinds.

use crate::math::{Motion, Pose};
use crate::query::contacts::{ContactPoint, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::leaf_pairs::{self, LeafPairs};
use crate::query::outcome::Decided;
use crate::query::toi::{Sweep, SweepRequest};
use crate::query::{Collision, Deepest, Distance, DistanceOptions, PairCache};

/// The queries about two shapes at their poses, which are in the order of the query. Shapes whose pairs of
/// leaves can be visited need no more than that: see [`LeafPairs`].
pub(crate) trait ProximityQueries {
    /// See [`Query::intersect_at`](crate::Query::intersect_at). Only meshes report several points.
    fn intersect(
        &self,
        poses: [&Pose; 2],
        _max_points: usize,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        self.within(poses, 0.0, None, context)
    }

    /// See [`Query::within`](crate::Query::within).
    fn within(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Collision>;

    /// See [`Query::distance`](crate::Query::distance).
    fn distance(
        &self,
        poses: [&Pose; 2],
        options: &DistanceOptions,
        cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Distance>;

    /// See [`Query::deepest_contact`](crate::Query::deepest_contact).
    fn deepest_contact(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
    ) -> Decided<Deepest>;
}

impl<P: LeafPairs> ProximityQueries for P {
    fn within(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        _cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Collision> {
        leaf_pairs::within(self, poses, tolerance, context)
    }

    fn distance(
        &self,
        poses: [&Pose; 2],
        options: &DistanceOptions,
        _cache: Option<&mut PairCache>,
        context: &mut QueryContext,
    ) -> Decided<Distance> {
        leaf_pairs::distance(self, poses, options, context)
    }

    fn deepest_contact(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
    ) -> Decided<Deepest> {
        leaf_pairs::deepest_contact(self, poses, tolerance, context)
    }
}

/// A row of the table: all queries about two shapes of known kinds. Poses and motions are in the order of the
/// query.
pub(crate) trait PairQueries: ProximityQueries {
    /// See [`Query::contacts`](crate::Query::contacts). `out` is empty at first.
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<ContactPoint>,
    ) -> Decided<ContactsEnd>;

    /// See [`Query::time_of_impact`](crate::Query::time_of_impact).
    fn time_of_impact(
        &self,
        motions: [&Motion; 2],
        request: &SweepRequest,
        cache: &mut PairCache,
        context: &mut QueryContext,
    ) -> Decided<Sweep>;
}

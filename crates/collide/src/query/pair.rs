//! The queries about two shapes of known kinds.

use crate::math::{Motion, Pose};
use crate::query::contacts::{Contact, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::outcome::Decided;
use crate::query::toi::{Sweep, SweepRequest};
use crate::query::{Collision, Deepest, Distance, DistanceOptions, PairCache};

/// A row of the table: the queries about two shapes of known kinds. Poses and motions are in the order of
/// the query.
pub(crate) trait PairQueries {
    /// See [`Query::intersect_at`](crate::Query::intersect_at).
    fn intersect(
        &self,
        poses: [&Pose; 2],
        max_points: usize,
        context: &mut QueryContext,
    ) -> Decided<Collision>;

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

    /// See [`Query::contacts`](crate::Query::contacts). `out` is empty at first.
    fn contacts(
        &self,
        poses: [&Pose; 2],
        tolerance: f32,
        context: &mut QueryContext,
        out: &mut Vec<Contact>,
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

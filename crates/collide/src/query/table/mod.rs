//! The table of kinds times kinds: which algorithms answer questions about two shapes.
//!
//! | | convex | mesh | half-space | compound |
//! |---|---|---|---|---|
//! | convex | [`ConvexPair`] | [`MeshConvexPair`] | [`HalfSpacePair`] | [`CompoundPair`] |
//! | mesh | | [`MeshPair`] | [`HalfSpacePair`] | [`CompoundPair`] |
//! | half-space | | | [`HalfSpacePair`] | [`CompoundPair`] |
//! | compound | | | | [`CompoundPair`] |
//!
//! A height field is a mesh. [`with_pair`] is the only place that looks at two kinds at once; every row
//! implements [`PairQueries`]. A new kind of shape is a new row.

mod convex;
mod mesh_convex;
mod meshes;

use crate::math::{Motion, Pose};
use crate::query::compound::CompoundPair;
use crate::query::contacts::{Contact, ContactsEnd};
use crate::query::context::QueryContext;
use crate::query::half_space::HalfSpacePair;
use crate::query::outcome::Decided;
use crate::query::table::convex::ConvexPair;
pub(crate) use crate::query::table::mesh_convex::MeshConvexPair;
use crate::query::table::meshes::MeshPair;
use crate::query::toi::{Sweep, SweepRequest};
use crate::query::{Collision, Deepest, Distance, DistanceOptions, PairCache};
use crate::shape::{AnyShape, BoundedShape, ShapeRef, SupportMap};

/// A convex solid.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'s> {
    pub shape: BoundedShape<'s>,
    pub map: &'s dyn SupportMap,
}

/// A row of the table: the questions about two shapes of known kinds. Poses and motions are in the order of
/// the question.
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

/// Asks the row of the table for two shapes.
#[inline]
pub(crate) fn with_pair<R>(
    [a, b]: [AnyShape<'_>; 2],
    ask: impl FnOnce(&dyn PairQueries) -> R,
) -> R {
    let half_space = |half_space, other, is_first| HalfSpacePair {
        half_space,
        other,
        is_first,
    };
    let (p, q) = match (a, b) {
        (AnyShape::Simple(p), AnyShape::Simple(q)) => (p, q),
        _ => return ask(&CompoundPair::new(&a, &b)),
    };
    let (p, q) = match (p, q) {
        (ShapeRef::Bounded(p), ShapeRef::Bounded(q)) => (p, q),
        (other, ShapeRef::HalfSpace(plane)) => return ask(&half_space(plane, other, false)),
        (ShapeRef::HalfSpace(plane), other) => return ask(&half_space(plane, other, true)),
    };
    let mixed = |mesh, shape, map, is_swapped| MeshConvexPair {
        mesh,
        solid: Solid { shape, map },
        is_swapped,
    };
    match (p.as_convex(), q.as_convex()) {
        (Ok(first), Ok(second)) => ask(&ConvexPair {
            solids: [
                Solid {
                    shape: p,
                    map: first,
                },
                Solid {
                    shape: q,
                    map: second,
                },
            ],
        }),
        (Err(mesh), Ok(map)) => ask(&mixed(mesh, q, map, false)),
        (Ok(map), Err(mesh)) => ask(&mixed(mesh, p, map, true)),
        (Err(first), Err(second)) => ask(&MeshPair {
            models: [first, second],
        }),
    }
}

//! The table of algorithms for two shapes, by the kind of each.
//!
//! | | convex | mesh | half-space | compound |
//! |---|---|---|---|---|
//! | convex | [`TwoSolids`] | [`MeshConvexPair`] | [`HalfSpacePair`] | [`CompoundPair`] |
//! | mesh | | [`TwoMeshes`] | [`HalfSpacePair`] | [`CompoundPair`] |
//! | half-space | | | [`HalfSpacePair`] | [`CompoundPair`] |
//! | compound | | | | [`CompoundPair`] |
//!
//! A height field is a mesh. [`with_pair`] is the only place that looks at two kinds at once; every row
//! implements [`PairQueries`]. A new kind of shape is a new row. A row whose pairs of convex leaves can be visited
//! ([`LeafPairs`](crate::query::leaf_pairs::LeafPairs)) states only its contacts and its time of impact.

mod convex;
mod half_space;
mod mesh_convex;
mod meshes;

use crate::Model;
use crate::query::compound::CompoundPair;
use crate::query::half_space::HalfSpacePair;
use crate::query::pair::PairQueries;
use crate::query::solid::{MeshConvexPair, Solid};
use crate::query::table::convex::TwoSolids;
use crate::query::table::meshes::TwoMeshes;
use crate::shape::{AnyShape, HalfSpace, ShapeRef};

/// A shape that is no compound, by its kind.
enum Kind<'s> {
    Convex(Solid<'s>),
    Mesh(&'s Model),
    HalfSpace(&'s HalfSpace),
}

impl<'s> Kind<'s> {
    #[inline]
    fn of(shape: ShapeRef<'s>) -> Self {
        match shape {
            ShapeRef::HalfSpace(half_space) => Kind::HalfSpace(half_space),
            ShapeRef::Bounded(shape) => match shape.as_convex() {
                Ok(map) => Kind::Convex(Solid { shape, map }),
                Err(model) => Kind::Mesh(model),
            },
        }
    }
}

/// Calls `ask` with the row of the table for two shapes.
#[inline]
pub(crate) fn with_pair<R>(
    [a, b]: [AnyShape<'_>; 2],
    ask: impl FnOnce(&dyn PairQueries) -> R,
) -> R {
    let (AnyShape::Simple(p), AnyShape::Simple(q)) = (a, b) else {
        return ask(&CompoundPair::new([&a, &b], with_children));
    };
    let beside = |half_space, other, is_first| HalfSpacePair {
        half_space,
        other,
        is_first,
    };
    let mixed = |mesh, solid, is_swapped| MeshConvexPair {
        mesh,
        solid,
        is_swapped,
    };
    match (Kind::of(p), Kind::of(q)) {
        (_, Kind::HalfSpace(plane)) => ask(&beside(plane, p, false)),
        (Kind::HalfSpace(plane), _) => ask(&beside(plane, q, true)),
        (Kind::Convex(first), Kind::Convex(second)) => ask(&TwoSolids {
            solids: [first, second],
        }),
        (Kind::Mesh(mesh), Kind::Convex(solid)) => ask(&mixed(mesh, solid, false)),
        (Kind::Convex(solid), Kind::Mesh(mesh)) => ask(&mixed(mesh, solid, true)),
        (Kind::Mesh(first), Kind::Mesh(second)) => ask(&TwoMeshes {
            models: [first, second],
        }),
    }
}

/// The table as a function that a compound takes, to ask about two children.
fn with_children(shapes: [ShapeRef<'_>; 2], ask: &mut dyn FnMut(&dyn PairQueries)) {
    with_pair(shapes.map(AnyShape::Simple), ask);
}

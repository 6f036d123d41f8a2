//! Substitutes for a shape in quick queries: the corners of its convex hull, a record of the hull features
//! that are a mesh's own, and the half-spaces of a large mesh.

mod convex_proxy;
mod coverage;
mod half_space_set;
mod hull_adjacency;
mod hull_fidelity;

pub(crate) use convex_proxy::ConvexProxy;
#[cfg(test)]
pub(crate) use half_space_set::HalfSpaces;
pub(crate) use half_space_set::{MeshHalfSpace, NearHalfSpaces};

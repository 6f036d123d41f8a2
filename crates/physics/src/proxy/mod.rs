//! Proxies of a body's shape for quick queries: its convex hull, or the half-spaces of a large mesh.

pub(crate) mod body_among_half_spaces;
pub(crate) mod body_support;
pub(crate) mod convex_proxy;
pub(crate) mod coverage;
pub(crate) mod half_space_set;
pub(crate) mod hull_adjacency;
pub(crate) mod hull_fidelity;

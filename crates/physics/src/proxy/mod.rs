//! What stands for a body's shape in quick questions: its convex hull, or the flat walls of a room.

pub(crate) mod body_support;
pub(crate) mod convex_proxy;
pub(crate) mod coverage;
pub(crate) mod half_space_set;
pub(crate) mod hull_adjacency;
pub(crate) mod hull_fidelity;

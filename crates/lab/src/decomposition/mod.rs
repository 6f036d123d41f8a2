//! Surfaces decomposed into convex pieces, and the system that asks five questions about them (SWIFT++).

pub mod pieces;
pub mod swift;

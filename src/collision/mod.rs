//! Collision queries.

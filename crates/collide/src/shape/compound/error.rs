//! The reasons why shapes do not form a compound.

use crate::params::MAX_CHILDREN;
use crate::shape::SizeError;

/// The reason why shapes do not form a compound. Children are identified by their numbers, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompoundError {
    /// There are no children, or too many.
    #[error("a compound of {0} children; it must have 1 to {most}", most = MAX_CHILDREN)]
    Count(usize),
    /// A child is a half-space.
    #[error("child {0} is a half-space; only shapes that have an end may be children")]
    HalfSpace(usize),
    /// A child is a compound.
    #[error("child {0} is a compound; give its children instead, at their poses in the whole")]
    Compound(usize),
    /// A child lies too far from the origin.
    #[error("child {0} reaches farther than {most:e} m from the origin", most = CompoundError::FARTHEST)]
    TooFar(usize),
}

impl CompoundError {
    /// The largest coordinate of a child, in metres.
    pub const FARTHEST: f32 = SizeError::MOST;
}

//! Ways in which the entries of a scene are written.

use dodgem_collide::math::Pose;

/// Way in which an entry of the file's list of things is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate {
    /// Unchanged.
    Same,
    /// Unchanged except for the phase of its motion, in seconds.
    Later(f32),
    /// A use of a part that rests unchanged at another pose.
    Moved(Pose),
    /// Split into separate bodies.
    Apart,
}

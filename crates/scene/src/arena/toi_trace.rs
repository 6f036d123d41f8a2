//! Stored data of an impact, from which its sweep can be repeated for the views.

use dodgem_collide::query::SweepRecord;
use dodgem_physics::BodyId;

/// An impact of two actors, or of an actor and a wall, that a sweep found.
#[derive(Clone, Debug)]
pub(super) struct ToiTrace {
    /// Step of the impact.
    pub step: u64,
    /// The two bodies, in the order of the sweep.
    pub bodies: [BodyId; 2],
    /// Record of the sweep, with all its inputs.
    pub record: SweepRecord,
    /// Closing speed along the normal, in m/s.
    pub speed: f32,
}

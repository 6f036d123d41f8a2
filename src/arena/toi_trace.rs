//! What is remembered of an impact, to draw its sweep again.

use dodgem_collide::query::toi::SweepRecord;
use dodgem_physics::BodyId;

/// An impact of two actors, or of an actor and a wall, that a sweep found.
#[derive(Clone, Debug)]
pub(super) struct ToiTrace {
    /// The step in which it was.
    pub step: u64,
    /// Their bodies.
    pub bodies: [BodyId; 2],
    /// The sweep as it was asked.
    pub record: SweepRecord,
    /// How fast they approached along the normal, in m/s.
    pub speed: f32,
}

//! What is remembered of an impact, to draw its sweep again.

use dodgem_collide::math::Motion;
use dodgem_physics::BodyId;

/// An impact of two actors, or of an actor and a wall.
#[derive(Clone, Debug)]
pub(super) struct ToiTrace {
    /// The step in which it was.
    pub step: u64,
    /// Their bodies.
    pub bodies: [BodyId; 2],
    /// The motions on which they met.
    pub motions: [Motion; 2],
    /// From the start of the motions to the impact, in seconds.
    pub duration: f32,
    /// How fast they approached along the normal, in m/s.
    pub speed: f32,
}

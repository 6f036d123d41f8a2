//! The thing in the hand, and the reasons why the hand refuses an action.
//!
//! The pull is a joint of the world (a spring of limited force between a point of the body and a point in the
//! air). It therefore obeys the solver and is part of every snapshot. All other actions happen between two
//! steps, and an action that would put one thing into another is refused.

use dodgem_physics::{BodyError, JointError, JointId};
use glam::Vec3;

use crate::arena::{ActorId, ArenaError};

/// State of the hand while it holds an actor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The actor.
    pub actor: ActorId,
    /// Grabbed point, in the actor's own axes, in metres.
    pub point: Vec3,
    /// Point of the scene that the hand pulls it to, in metres.
    pub target: Vec3,
    pub(super) joint: JointId,
}

/// Reason why the hand refuses an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// The actor does not exist, or it was removed.
    #[error("that thing is no longer there")]
    Gone,
    /// The hand is empty.
    #[error("the hand holds nothing")]
    Empty,
    /// No force moves the actor.
    #[error("\"{0}\" is fixed: free it to move it")]
    Fixed(String),
    /// The actor is a car of the round.
    #[error("\"{0}\" is a car of the round and stays in it")]
    Car(String),
    /// The place is not free.
    #[error("\"{0}\" is in the way there")]
    Taken(String),
    /// The place is outside the arena.
    #[error("that place is outside the arena")]
    Outside,
    /// The arena is full.
    #[error("there are {0} things already, the most that is allowed")]
    Full(usize),
    /// A number is not finite.
    #[error("a number in it is not finite")]
    NotFinite,
    /// The arena refuses the thing.
    #[error("{0}")]
    Refused(String),
    /// The world refuses the body.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The world refuses the joint.
    #[error(transparent)]
    Joint(#[from] JointError),
}

impl From<ArenaError> for HandError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Overlaps { name, .. } => HandError::Taken(name),
            ArenaError::OutsideArena { .. }
            | ArenaError::AboveCeiling { .. }
            | ArenaError::BelowFloor { .. } => HandError::Outside,
            other => HandError::Refused(other.to_string()),
        }
    }
}

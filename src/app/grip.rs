//! The state of the hand at the pointer.

use glam::Vec3;

use crate::app::handles::Handle;
use crate::app::params::{HAND_TURN_PIXELS, SNAP_TURN};
use crate::app::selection::Band;
use crate::arena::ActorId;

/// The use of the hand on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HandUse {
    /// The hand is not used.
    #[default]
    None,
    /// While time runs, it pulls.
    Pull,
    /// While time is stopped, it places without a force.
    Place,
}

/// The state of the hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hand {
    /// True if the player switched it on in a round with a score.
    pub wanted: bool,
    /// Its current use.
    pub does: HandUse,
    /// True once the pointer moved or pressed in this use: before that, the thing under it is not marked.
    pub moves: bool,
    /// The actor under the pointer, and the point on it.
    pub over: Option<(ActorId, Vec3)>,
    /// The grabbed body.
    pub grip: Option<Grip>,
    /// The handle under the pointer.
    pub near: Option<Handle>,
    /// The rubber band, while it is drawn.
    pub band: Option<Band>,
    /// The time for which the throw key has been held, in seconds.
    pub charge: Option<f32>,
    /// The rotation that does not fill a whole step yet, in radians.
    turn_left: Vec3,
}

impl Hand {
    /// Returns the whole steps of rotation, in radians, for a pointer movement in units about each axis.
    pub fn snapped(&mut self, turned: Vec3) -> Vec3 {
        self.turn_left += turned * HAND_TURN_PIXELS;
        let steps = (self.turn_left / SNAP_TURN).trunc();
        self.turn_left -= steps * SNAP_TURN;
        steps * SNAP_TURN
    }
}

/// A body grabbed by the pointer.
#[derive(Debug, Clone, Copy)]
pub struct Grip {
    pub actor: ActorId,
    /// The distance from the eye, in metres.
    pub far: f32,
    /// From the grabbed point to the actor's origin, in metres.
    pub to_origin: Vec3,
    /// The point towards which it pulls.
    pub target: Vec3,
    /// True while the body is being turned.
    pub turns: bool,
    /// True once it was moved: further moves continue that act.
    pub moved: bool,
}

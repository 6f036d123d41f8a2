//! Acts: what a hand does to a round between two of its steps.
//!
//! An act is an input of the step that it comes before, as controls are: a recording holds it, and it is done
//! again, or refused again, when the recording is played.

use dodgem_collide::math::Pose;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::arena::{ActorDesc, ActorId, HandError, ThingDesc, ThingMoves};
use crate::game::Round;
use crate::level::{ActorLook, limits, thrown_ball};
use crate::params::{THROWN_KILOGRAMS, THROWN_SPEED};
use dodgem_physics::Mass;

/// Something that a hand does. Places are those of the scene, in metres; an actor is given by its index in
/// [`Arena::actors`](crate::arena::Arena::actors).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// It takes hold of an actor at a point.
    Take {
        /// The actor.
        actor: u32,
        /// The point.
        at: Vec3,
    },
    /// It pulls what it holds to a point.
    Pull {
        /// The point.
        target: Vec3,
    },
    /// It turns what it holds.
    Turn {
        /// In rad/s about the axes of the scene.
        spin: Vec3,
    },
    /// It lets go.
    LetGo,
    /// It places an actor somewhere, at rest.
    Place {
        /// The actor.
        actor: u32,
        /// Its origin.
        place: Vec3,
        /// Its rotation.
        turn: Quat,
    },
    /// It makes an actor stand still, or sets one free that does.
    Freeze {
        /// The actor.
        actor: u32,
    },
    /// It takes an actor out.
    Remove {
        /// The actor.
        actor: u32,
    },
    /// It puts a copy of an actor somewhere.
    Copy {
        /// The actor.
        actor: u32,
        /// The origin of the copy.
        place: Vec3,
        /// Its rotation.
        turn: Quat,
    },
    /// It throws a ball.
    Throw {
        /// From there.
        from: Vec3,
        /// In m/s.
        velocity: Vec3,
    },
}

impl Round {
    /// Does something between two steps.
    ///
    /// # Errors
    /// [`HandError`] if it cannot be; then nothing has changed.
    pub fn act(&mut self, act: &Act) -> Result<(), HandError> {
        let pose = |turn: Quat, place: Vec3| {
            // A rotation from a stranger's file may be of any length.
            let turn = turn.is_finite().then(|| turn.normalize());
            let turn = turn.ok_or(HandError::NotFinite)?;
            Pose::new(turn, place).map_err(|_| HandError::NotFinite)
        };
        let arena = &mut self.arena;
        match *act {
            Act::Take { actor, at } => arena.take(ActorId(actor), at),
            Act::Pull { target } => arena.pull(target),
            Act::Turn { spin } => arena.turn(spin),
            Act::LetGo => {
                arena.let_go();
                Ok(())
            }
            Act::Place { actor, place, turn } => arena.place(ActorId(actor), &pose(turn, place)?),
            Act::Freeze { actor } => arena.freeze(ActorId(actor)),
            Act::Remove { actor } => arena.remove(ActorId(actor)),
            Act::Copy { actor, place, turn } => {
                let pose = pose(turn, place)?;
                arena.copy(ActorId(actor), &pose, limits::BODIES)?;
                let look = self.look(ActorId(actor)).clone();
                self.looks.push(look);
                Ok(())
            }
            Act::Throw { from, velocity } => self.throw(from, velocity),
        }
    }

    fn throw(&mut self, from: Vec3, velocity: Vec3) -> Result<(), HandError> {
        if !velocity.is_finite() {
            return Err(HandError::NotFinite);
        }
        let ball = thrown_ball().map_err(HandError::Refused)?;
        let number = self.arena.actors().len();
        let desc = ActorDesc {
            name: format!("ball {number}"),
            model: ball.asset.model.clone(),
            solid: Some(ball.shape.clone()),
            pose: Pose::from_translation(from).map_err(|_| HandError::NotFinite)?,
            car: None,
            passes: Vec::new(),
            thing: ThingDesc {
                moves: ThingMoves::Freely(Mass::Kilograms(THROWN_KILOGRAMS)),
                ..ThingDesc::default()
            },
            velocity: velocity.clamp_length_max(*THROWN_SPEED.end()),
            slope: false,
        };
        self.arena.add_by_hand(desc, limits::BODIES)?;
        self.looks.push(ActorLook {
            asset: ball.asset.clone(),
            paint: None,
        });
        Ok(())
    }
}

//! Acts: changes by hand to a round between two of its steps.
//!
//! An act is an input of the step that follows it, as controls are: a recording contains it, and playback
//! repeats it, with the same result or refusal.

use std::collections::BTreeSet;
use std::sync::Arc;

use dodgem_collide::math::Pose;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::arena::{ActorDesc, ActorId, HandError, ThingDesc, ThingMoves};
use crate::game::Round;
use crate::level::{
    ActorLook, CarSpec, Deed, JointSpec, Solid, ThingSpec, ZoneSpec, limits, thrown_ball,
};
use crate::params::{THROWN_KILOGRAMS, THROWN_RADIUS, THROWN_SPEED};
use dodgem_physics::Mass;

/// An action of the hand. Places are in scene coordinates, in metres; an actor is identified by its index in
/// [`Arena::actors`](crate::arena::Arena::actors).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// Grabs an actor at a point.
    Take {
        /// The actor.
        actor: u32,
        /// The grabbed point.
        at: Vec3,
    },
    /// Pulls the held actor to a point.
    Pull {
        /// The point.
        target: Vec3,
    },
    /// Turns the held actor.
    Turn {
        /// Angular velocity about the axes of the scene, in rad/s.
        spin: Vec3,
    },
    /// Releases the held actor.
    LetGo,
    /// Places an actor somewhere, at rest.
    Place {
        /// The actor.
        actor: u32,
        /// New place of its origin.
        place: Vec3,
        /// New rotation.
        turn: Quat,
    },
    /// Makes a movable actor stand still, or sets a fixed one free.
    Freeze {
        /// The actor.
        actor: u32,
    },
    /// Removes an actor.
    Remove {
        /// The actor.
        actor: u32,
    },
    /// Adds a copy of an actor.
    Copy {
        /// The actor.
        actor: u32,
        /// Origin of the copy.
        place: Vec3,
        /// Rotation of the copy.
        turn: Quat,
    },
    /// Throws a ball.
    Throw {
        /// Start of the ball.
        from: Vec3,
        /// Velocity, in m/s.
        velocity: Vec3,
    },
    /// Adds a thing, above its place if the place is not free.
    Add {
        /// The thing, in the form of a level.
        #[serde(with = "as_text")]
        thing: Box<ThingSpec>,
    },
    /// Turns an actor into another thing; it keeps its pose and velocity.
    Change {
        /// The actor.
        actor: u32,
        /// The new thing, in the form of a level; its place and motion values are ignored.
        #[serde(with = "as_text")]
        thing: Box<ThingSpec>,
    },
    /// Sets the velocity of an actor.
    Speed {
        /// The actor.
        actor: u32,
        /// Velocity, in m/s.
        velocity: Vec3,
        /// Angular velocity, in rad/s.
        spin: Vec3,
    },
    /// Sets gravity and air.
    Surroundings {
        /// Gravity downwards, in m/s^2.
        gravity: f32,
        /// Density of the air, in kg/m^3.
        air: f32,
        /// Velocity of the air, in m/s.
        wind: Vec3,
    },
    /// Joins an actor to another one, or to the world.
    Join {
        /// The actor.
        a: u32,
        /// The other actor; None for the world.
        b: Option<u32>,
        /// The joint, in the form of a level; the names that it joins are ignored.
        #[serde(with = "as_text")]
        joint: Box<JointSpec>,
    },
    /// Removes all joints of an actor.
    Cut {
        /// The actor.
        actor: u32,
    },
    /// Adds a car, above its place if the place is not free.
    AddCar {
        /// The car, in the form of a level.
        #[serde(with = "as_text")]
        car: Box<CarSpec>,
    },
    /// Adds a zone.
    AddZone {
        /// The zone, in the form of a level.
        #[serde(with = "as_text")]
        zone: Box<ZoneSpec>,
    },
    /// Removes a zone.
    RemoveZone {
        /// Its index in [`Arena::zones`](crate::arena::Arena::zones).
        zone: u32,
    },
    /// Sets restitution and friction of cars and of things without a material.
    Surface {
        /// Restitution: ratio of separating to closing speed, 0 to 1.
        restitution: f32,
        /// Coefficient of friction.
        friction: f32,
    },
    /// Not by the hand: the player did something on screen that a lesson asks for and that no step shows.
    Did {
        /// The deed.
        deed: Deed,
    },
}

impl Act {
    /// True if it continues a hold or changes nothing: such an act has no undo step of its own.
    pub fn goes_on(&self) -> bool {
        matches!(
            self,
            Act::Pull { .. } | Act::Turn { .. } | Act::LetGo | Act::Did { .. }
        )
    }

    /// True if it changes the scene in a way worth saving: all acts except throws and those that continue a
    /// hold.
    pub fn makes(&self) -> bool {
        !self.goes_on() && !matches!(self, Act::Throw { .. })
    }

    /// True if it builds a body, which takes time.
    pub fn builds(&self) -> bool {
        matches!(
            self,
            Act::Add { .. } | Act::Change { .. } | Act::AddCar { .. } | Act::AddZone { .. }
        )
    }
}

/// Serializes parts of a level as level text, because the binary form of recordings cannot omit fields.
mod as_text {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::level::{said, say};

    pub fn serialize<T: Serialize, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        let text = say(value).map_err(S::Error::custom)?;
        to.serialize_str(&text)
    }

    pub fn deserialize<'de, T: DeserializeOwned, D>(from: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
    {
        let text = <&str>::deserialize(from)?;
        said(text).map_err(D::Error::custom)
    }
}

impl Round {
    /// Performs an act between two steps.
    ///
    /// # Errors
    /// [`HandError`] if it is refused; then nothing has changed.
    pub fn act(&mut self, act: &Act) -> Result<(), HandError> {
        act.check()?;
        let before = self.before_act();
        self.do_act(act)?;
        self.count_act(act, &before);
        self.judge_act(act);
        Ok(())
    }

    fn do_act(&mut self, act: &Act) -> Result<(), HandError> {
        let pose = |turn: Quat, place: Vec3| {
            let turn = turn.normalize();
            Pose::new(turn, place).map_err(|_| HandError::NotFinite)
        };
        let arena = &mut self.arena;
        match act {
            Act::Add { thing } => return self.add(thing),
            Act::Change { actor, thing } => return self.change(ActorId(*actor), thing),
            Act::Join { a, b, joint } => {
                return self.join(ActorId(*a), b.map(ActorId), joint);
            }
            Act::AddCar { car } => return self.add_car(car),
            Act::AddZone { zone } => return self.add_zone(zone),
            _ => {}
        }
        match *act {
            Act::Add { .. }
            | Act::Change { .. }
            | Act::Join { .. }
            | Act::AddCar { .. }
            | Act::AddZone { .. }
            | Act::Did { .. } => Ok(()),
            Act::RemoveZone { zone } => self.remove_zone(zone as usize),
            Act::Surface {
                restitution,
                friction,
            } => arena.set_surface(restitution, friction),
            Act::Speed {
                actor,
                velocity,
                spin,
            } => arena.set_speed(ActorId(actor), velocity, spin),
            Act::Surroundings { gravity, air, wind } => arena.set_surroundings(gravity, air, wind),
            Act::Cut { actor } => arena.cut(ActorId(actor)).map(|_| ()),
            Act::Take { actor, at } => arena.take(ActorId(actor), at),
            Act::Pull { target } => arena.pull(target),
            Act::Turn { spin } => arena.turn(spin),
            Act::LetGo => {
                arena.let_go();
                Ok(())
            }
            Act::Place { actor, place, turn } => arena.place(ActorId(actor), &pose(turn, place)?),
            Act::Freeze { actor } => arena.freeze(ActorId(actor)),
            Act::Remove { actor } => self.remove(ActorId(actor)),
            Act::Copy { actor, place, turn } => {
                let pose = pose(turn, place)?;
                if let Some(car) = self.car_of(ActorId(actor)) {
                    return self.copy_car(car, &pose);
                }
                let arena = &mut self.arena;
                arena.copy(ActorId(actor), &pose, limits::BODIES)?;
                let copy = ActorId(self.looks.len() as u32);
                let name = self.free_name(&self.arena.actor(ActorId(actor)).name);
                self.arena.rename(copy, &name);
                let look = self.look(ActorId(actor)).clone();
                self.looks.push(look);
                Arc::make_mut(&mut self.edits).copy(copy, ActorId(actor));
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
        let spec = ThingSpec {
            name: self.free_name("ball"),
            solid: Some(Solid::Ball {
                radius: THROWN_RADIUS,
            }),
            mass: Some(THROWN_KILOGRAMS),
            ..ThingSpec::default()
        };
        let desc = ActorDesc {
            name: spec.name.clone(),
            model: ball.asset.model.clone(),
            solid: Some(ball.shape.clone()),
            pose: Pose::from_translation(from).map_err(|_| HandError::NotFinite)?,
            exact: true,
            car: None,
            passes: Vec::new(),
            thing: ThingDesc {
                moves: ThingMoves::Freely(Mass::Kilograms(THROWN_KILOGRAMS)),
                ..ThingDesc::default()
            },
            velocity: velocity.clamp_length_max(*THROWN_SPEED.end()),
            spin: Vec3::ZERO,
            slope: false,
        };
        let id = self.arena.add_by_hand(desc, limits::BODIES)?;
        self.looks.push(ActorLook::new(ball.asset.clone(), None));
        Arc::make_mut(&mut self.edits).set(id, spec);
        Ok(())
    }

    /// Returns a name that no actor has: `wanted`, or its stem with the first free number.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let taken: BTreeSet<&str> = self.arena.actors().iter().map(|one| &*one.name).collect();
        if !taken.contains(wanted) {
            return wanted.to_owned();
        }
        let stem = wanted
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end();
        let stem = if stem.is_empty() { wanted } else { stem };
        let numbers = (2..).map(|number: u32| format!("{stem} {number}"));
        let free = numbers.into_iter().find(|name| !taken.contains(&name[..]));
        free.unwrap_or_default()
    }
}

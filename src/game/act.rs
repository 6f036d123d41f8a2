//! Acts: what a hand does to a round between two of its steps.
//!
//! An act is an input of the step that it comes before, as controls are: a recording holds it, and it is done
//! again, or refused again, when the recording is played.

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

/// Something that a hand does. Places are those of the scene, in metres; an actor is given by its index in
/// [`Arena::actors`](crate::arena::Arena::actors).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// It puts a thing into the scene, or above its place if something else is there.
    Add {
        /// The thing, as a level says it.
        #[serde(with = "as_text")]
        thing: Box<ThingSpec>,
    },
    /// It makes an actor another thing, where it is and as it moves.
    Change {
        /// The actor.
        actor: u32,
        /// What it is from now on, as a level says it; of no meaning are its place and how it moves.
        #[serde(with = "as_text")]
        thing: Box<ThingSpec>,
    },
    /// It sets an actor in motion.
    Speed {
        /// The actor.
        actor: u32,
        /// In m/s.
        velocity: Vec3,
        /// In rad/s.
        spin: Vec3,
    },
    /// It sets what is around all things.
    Surroundings {
        /// The pull downwards, in m/s^2.
        gravity: f32,
        /// The density of the air, in kg/m^3.
        air: f32,
        /// Its velocity, in m/s.
        wind: Vec3,
    },
    /// It joins an actor to another one, or to the world.
    Join {
        /// The actor.
        a: u32,
        /// The other one.
        b: Option<u32>,
        /// The joint, as a level says it; of no meaning is what it joins.
        #[serde(with = "as_text")]
        joint: Box<JointSpec>,
    },
    /// It cuts all joints of an actor.
    Cut {
        /// The actor.
        actor: u32,
    },
    /// It puts a car into the scene, or above its place if something else is there.
    AddCar {
        /// The car, as a level says it.
        #[serde(with = "as_text")]
        car: Box<CarSpec>,
    },
    /// It puts a zone into the scene.
    AddZone {
        /// The zone, as a level says it.
        #[serde(with = "as_text")]
        zone: Box<ZoneSpec>,
    },
    /// It takes a zone out.
    RemoveZone {
        /// Its index in [`Arena::zones`](crate::arena::Arena::zones).
        zone: u32,
    },
    /// It sets how cars, and things without a material, bounce and rub.
    Surface {
        /// The share of the closing speed that comes back, 0 to 1.
        restitution: f32,
        /// The coefficient of friction.
        friction: f32,
    },
    /// No hand, but the person at the screen did what a lesson asks for and no step shows.
    Did {
        /// What.
        deed: Deed,
    },
}

impl Act {
    /// True if it goes on with what is held, or changes nothing: none of these is taken back by itself.
    pub fn goes_on(&self) -> bool {
        matches!(
            self,
            Act::Pull { .. } | Act::Turn { .. } | Act::LetGo | Act::Did { .. }
        )
    }

    /// True if it makes the scene one that a person may want to keep: all but throwing, and what goes on.
    pub fn makes(&self) -> bool {
        !self.goes_on() && !matches!(self, Act::Throw { .. })
    }

    /// True if a body is made for it, so that it takes time.
    pub fn builds(&self) -> bool {
        matches!(
            self,
            Act::Add { .. } | Act::Change { .. } | Act::AddCar { .. } | Act::AddZone { .. }
        )
    }
}

/// What a level says, as the text of a level: the form of recordings leaves no field out.
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
    /// Does something between two steps.
    ///
    /// # Errors
    /// [`HandError`] if it cannot be; then nothing has changed.
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

    /// A name that no actor has: this one, or with the first number that is free.
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

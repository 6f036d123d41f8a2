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
    ActorLook, JointSpec, PlacedArena, Solid, Surroundings, ThingSpec, check_joint, join, limits,
    single_thing, thrown_ball,
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
}

impl Act {
    /// True if it goes on with what is held: such acts come in numbers.
    pub fn goes_on(&self) -> bool {
        matches!(self, Act::Pull { .. } | Act::Turn { .. } | Act::LetGo)
    }

    /// True if a body is made for it, so that it takes time.
    pub fn builds(&self) -> bool {
        matches!(self, Act::Add { .. } | Act::Change { .. })
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
        let pose = |turn: Quat, place: Vec3| {
            // A rotation from a stranger's file may be of any length.
            let turn = turn.is_finite().then(|| turn.normalize());
            let turn = turn.ok_or(HandError::NotFinite)?;
            Pose::new(turn, place).map_err(|_| HandError::NotFinite)
        };
        let arena = &mut self.arena;
        match act {
            Act::Add { thing } => return self.add(thing),
            Act::Change { actor, thing } => return self.change(ActorId(*actor), thing),
            Act::Join { a, b, joint } => {
                return self.join(ActorId(*a), b.map(ActorId), joint);
            }
            _ => {}
        }
        match *act {
            Act::Add { .. } | Act::Change { .. } | Act::Join { .. } => Ok(()),
            Act::Speed {
                actor,
                velocity,
                spin,
            } => arena.set_speed(ActorId(actor), velocity, spin),
            Act::Surroundings { gravity, air, wind } => self.surround(gravity, air, wind),
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
            Act::Remove { actor } => arena.remove(ActorId(actor)),
            Act::Copy { actor, place, turn } => {
                let pose = pose(turn, place)?;
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
            slope: false,
        };
        let id = self.arena.add_by_hand(desc, limits::BODIES)?;
        self.looks.push(ActorLook {
            asset: ball.asset.clone(),
            paint: None,
        });
        Arc::make_mut(&mut self.edits).set(id, spec);
        Ok(())
    }

    fn add(&mut self, thing: &ThingSpec) -> Result<(), HandError> {
        let most = limits::BODIES;
        if self.arena.actors().len() >= most {
            return Err(HandError::Full(most));
        }
        let wanted = match thing.name.is_empty() {
            true => thing.solid.as_ref().map_or("thing", Solid::word),
            false => &thing.name,
        };
        let mut spec = thing.clone();
        spec.name = self.free_name(wanted);
        let PlacedArena { arena, looks, .. } =
            single_thing(&self.level, &spec).map_err(HandError::Refused)?;
        let id = self.arena.adopt(&arena, most)?;
        self.looks.extend(looks);
        Arc::make_mut(&mut self.edits).set(id, spec);
        Ok(())
    }

    fn change(&mut self, id: ActorId, thing: &ThingSpec) -> Result<(), HandError> {
        if !self.arena.is_present(id) {
            return Err(HandError::Gone);
        }
        let mut spec = thing.clone();
        let same_name = *self.arena.actor(id).name == *spec.name;
        if !same_name {
            spec.name = self.free_name(if spec.name.is_empty() {
                "thing"
            } else {
                &spec.name
            });
        }
        // Where there is room for it: it stays where it is.
        let alone = ThingSpec {
            at: Some(Vec3::ZERO),
            center: None,
            heading: 0.0,
            tilt: 0.0,
            roll: 0.0,
            phase: 0.0,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            asleep: false,
            group: String::new(),
            ..spec.clone()
        };
        let PlacedArena { arena, looks, .. } =
            single_thing(&self.level, &alone).map_err(HandError::Refused)?;
        self.arena.redescribe(id, &arena)?;
        if let Some(look) = looks.into_iter().next() {
            self.looks[id.index()] = look;
        }
        Arc::make_mut(&mut self.edits).set(id, spec);
        Ok(())
    }

    fn join(&mut self, a: ActorId, b: Option<ActorId>, joint: &JointSpec) -> Result<(), HandError> {
        if !self.arena.is_present(a) || !b.is_none_or(|b| self.arena.is_present(b)) {
            return Err(HandError::Gone);
        }
        if self.arena.joints().count() >= limits::JOINTS {
            return Err(HandError::Refused(format!(
                "there are {} joints already, and more there cannot be",
                limits::JOINTS
            )));
        }
        check_joint(joint, b.is_none()).map_err(HandError::Refused)?;
        let id = join(&mut self.arena, joint, a, b).map_err(HandError::Refused)?;
        let edits = Arc::make_mut(&mut self.edits);
        edits.joints.push((id, Arc::new(joint.clone())));
        Ok(())
    }

    fn surround(&mut self, gravity: f32, air: f32, wind: Vec3) -> Result<(), HandError> {
        let around = Surroundings { gravity, air, wind };
        let wrong = around.bounds().into_iter().find(|bound| !bound.holds());
        if let Some(wrong) = wrong {
            let (name, range) = (wrong.field.join("."), wrong.range);
            return Err(HandError::Refused(format!(
                "{name} is {}; it must be between {} and {}",
                wrong.value,
                range.start(),
                range.end()
            )));
        }
        self.arena.set_surroundings(gravity, air, wind)
    }

    /// A name that no actor has: this one, or with the first number that is free.
    fn free_name(&self, wanted: &str) -> String {
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

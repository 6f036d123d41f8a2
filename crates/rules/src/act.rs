//! Acts: changes by hand to a round between two of its steps.
//!
//! An act is an input of the step that follows it, as controls are: a recording contains it, and playback
//! repeats it, with the same result or refusal. `act_table.rs` has one row for each kind of act.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use dodgem_scene::arena::{ActorId, HandError, within_bounds};
use dodgem_scene::level::scene::Image;
use dodgem_scene::level::{
    CarSpec, Card, Clip, Deed, EngineRules, GraphSpec, HallRules, JointSpec, PartSpec, PatchSpec,
    Then, ThingSpec, TriggerKey, TriggerSpec, ZoneSpec,
};

/// An action of the hand. Places are in scene coordinates, in metres; an actor is identified by its index in
/// [`Arena::actors`](dodgem_scene::arena::Arena::actors). A recording stores the index of a kind, so new kinds come last.
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
        /// Its index in [`Arena::zones`](dodgem_scene::arena::Arena::zones).
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
    /// Moves and changes actors together: all of it happens, or nothing.
    Arrange {
        /// The actors, each with what changes.
        things: Vec<Arranged>,
        /// True if it continues the last one, a drag of the same actors: both are one step of the history.
        goes_on: bool,
    },
    /// Makes actors stand still, or sets them free.
    FreezeAll {
        /// The actors.
        actors: Vec<u32>,
        /// True to make them stand still.
        frozen: bool,
    },
    /// Removes actors.
    RemoveAll {
        /// The actors.
        actors: Vec<u32>,
    },
    /// Draws actors faintly and lets the hand reach through them, or shows them again.
    Hide {
        /// The actors.
        actors: Vec<u32>,
        /// True to hide them.
        hidden: bool,
    },
    /// Adds things with their joints, above their places if one is not free.
    Paste {
        /// The things and joints, in the form of a level.
        #[serde(with = "as_text")]
        clip: Box<Clip>,
    },
    /// Adds a trigger as the last one.
    AddTrigger {
        /// The trigger, in the form of a level.
        #[serde(with = "as_text")]
        trigger: Box<TriggerSpec>,
    },
    /// Replaces a trigger, which begins anew.
    ChangeTrigger {
        /// Its index in [`Scene::triggers`](dodgem_scene::level::Scene::triggers).
        index: u32,
        /// The new trigger, in the form of a level.
        #[serde(with = "as_text")]
        trigger: Box<TriggerSpec>,
    },
    /// Removes a trigger.
    RemoveTrigger {
        /// Its index in [`Scene::triggers`](dodgem_scene::level::Scene::triggers).
        index: u32,
    },
    /// Not by the hand: a player presses or releases a key of triggers.
    Press {
        /// The key.
        key: TriggerKey,
        /// True if it is pressed.
        down: bool,
    },
    /// Changes a joint in the present poses.
    ChangeJoint {
        /// Its index in the scene: see [`JointRow`](dodgem_scene::level::scene::JointRow).
        joint: u32,
        /// The new joint, in the form of a level; the names that it joins are ignored, and without anchors or
        /// a length it keeps those that it has.
        #[serde(with = "as_text")]
        spec: Box<JointSpec>,
    },
    /// Removes a joint, with all links of a chain.
    RemoveJoint {
        /// Its index in the scene.
        joint: u32,
    },
    /// Replaces a zone.
    ChangeZone {
        /// Its index in [`Arena::zones`](dodgem_scene::arena::Arena::zones).
        zone: u32,
        /// The new zone, in the form of a level.
        #[serde(with = "as_text")]
        spec: Box<ZoneSpec>,
    },
    /// Sets the direction of gravity.
    Down {
        /// The direction, of any length.
        direction: Vec3,
    },
    /// Arranges actors that are the image of themselves; their joints follow.
    Image {
        /// The actors, each with what changes.
        things: Vec<Arranged>,
        /// The map of which they are the image.
        image: Image,
    },
    /// Takes parts into the scene, those with known names in place of the known ones; no use changes.
    TakeParts {
        /// The parts, in the form of a level.
        #[serde(with = "as_text")]
        parts: Vec<PartSpec>,
    },
    /// Takes parts into the scene, and makes all their uses anew where they are.
    FollowParts {
        /// The parts, in the form of a level.
        #[serde(with = "as_text")]
        parts: Vec<PartSpec>,
    },
    /// Replaces the graphs.
    Graphs {
        /// The graphs, in the form of a level.
        #[serde(with = "as_text")]
        graphs: Vec<GraphSpec>,
    },
    /// Changes the rules of the engine.
    Engine {
        /// The rules, in the form of a level.
        #[serde(with = "as_text")]
        rules: Box<EngineRules>,
    },
    /// Replaces the question of the scene with its readouts.
    Ask {
        /// The question and the readouts, in the form of a level.
        #[serde(with = "as_text")]
        card: Box<Card>,
    },
    /// Lets a joint hold other actors, in the present poses.
    Rejoin {
        /// Its index in the scene.
        joint: u32,
        /// The actor.
        a: u32,
        /// The other actor; None for the world.
        b: Option<u32>,
    },
    /// Adds a patch of floor.
    AddPatch {
        /// The patch, in the form of a level.
        #[serde(with = "as_text")]
        patch: Box<PatchSpec>,
    },
    /// Replaces a patch of floor.
    ChangePatch {
        /// Its index in [`Scene::patches`](dodgem_scene::level::Scene::patches).
        patch: u32,
        /// The new patch, in the form of a level.
        #[serde(with = "as_text")]
        spec: Box<PatchSpec>,
    },
    /// Removes a patch of floor.
    RemovePatch {
        /// Its index in [`Scene::patches`](dodgem_scene::level::Scene::patches).
        patch: u32,
    },
    /// Changes floor, walls, ceiling and looks of the hall.
    Hall {
        /// The hall, in the form of a level.
        #[serde(with = "as_text")]
        rules: Box<HallRules>,
    },
    /// Not by the hand: the player answers the question of the current task.
    Answer {
        /// Index of the choice.
        choice: u32,
    },
}

/// A change of an actor among others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arranged {
    /// The actor.
    pub actor: u32,
    /// Place of its origin and rotation, if it moves; it is at rest there.
    pub pose: Option<(Vec3, Quat)>,
    /// The new thing, in the form of a level, if it changes; its place and motion values are ignored.
    #[serde(with = "as_text")]
    pub thing: Option<Box<ThingSpec>>,
}

/// Effect of an act on the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It continues a hold or changes nothing.
    GoesOn,
    /// It changes the scene, but not in a way worth saving.
    Passes,
    /// It changes the scene in a way worth saving.
    Makes,
}

/// Forms that an act builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Built {
    /// None.
    Nothing,
    /// The bodies that it adds, of this many entries.
    New(usize),
    /// The bodies of actors.
    Actors(Vec<ActorId>),
    /// A zone by its index; None for the last one.
    Zone(Option<usize>),
    /// A patch of floor.
    Patch,
    /// Parts that are checked, of this many entries in all.
    Parts(usize),
    /// A trigger, and what its effects build when it is checked: this many entries in all.
    Trigger(usize),
}

impl Act {
    /// True if it continues a hold or changes nothing: such an act has no undo step of its own.
    pub fn goes_on(&self) -> bool {
        self.effect() == Effect::GoesOn
    }

    /// True if it changes the scene in a way worth saving: all acts except throws and those that continue a
    /// hold.
    pub fn makes(&self) -> bool {
        self.effect() == Effect::Makes
    }

    /// Returns the number of entries of a level that it builds, which takes time.
    pub fn builds(&self) -> usize {
        match self.built() {
            Built::Nothing => 0,
            Built::New(entries) | Built::Trigger(entries) | Built::Parts(entries) => entries,
            Built::Actors(actors) => actors.len(),
            Built::Zone(_) | Built::Patch => 1,
        }
    }

    /// True if it can give the first player something to drive: a car, or a joint with a motor.
    pub(super) fn gives_control(&self) -> bool {
        let driven = |joints: &[JointSpec]| joints.iter().any(JointSpec::is_driven);
        match self {
            Act::AddCar { .. } => true,
            Act::Join { joint, .. } => joint.is_driven(),
            Act::ChangeJoint { spec, .. } => spec.is_driven(),
            Act::Paste { clip } => driven(&clip.joints),
            Act::TakeParts { parts } | Act::FollowParts { parts } => {
                parts.iter().any(|part| driven(&part.joints))
            }
            Act::AddTrigger { trigger } | Act::ChangeTrigger { trigger, .. } => {
                let makes =
                    |effect: &Then| matches!(effect, Then::Join { joint } if joint.is_driven());
                trigger.then.iter().any(makes)
            }
            _ => false,
        }
    }

    /// Returns the number of actors that it names.
    pub(super) fn extent(&self) -> usize {
        match self {
            Act::Arrange { things, .. } | Act::Image { things, .. } => things.len(),
            Act::FreezeAll { actors, .. }
            | Act::RemoveAll { actors }
            | Act::Hide { actors, .. } => actors.len(),
            Act::FollowParts { parts } => content(parts),
            _ => 1,
        }
    }

    /// Refuses an act with a number out of range.
    ///
    /// # Errors
    /// [`HandError`] with the number and its range.
    pub fn check(&self) -> Result<(), HandError> {
        let bounds = self.bounds();
        match bounds.iter().all(|bound| bound.value.is_finite()) {
            true => Ok(within_bounds(bounds)?),
            false => Err(HandError::NotFinite),
        }
    }
}

/// Returns the number of entries of parts.
pub(super) fn content(parts: &[PartSpec]) -> usize {
    let entries = parts
        .iter()
        .map(|part| part.things.len() + part.joints.len());
    entries.sum::<usize>().max(1)
}

/// Serializes parts of a level as level text, because the binary form of recordings cannot omit fields.
mod as_text {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use dodgem_scene::level::{said, say};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_of_older_builds_keep_the_meaning_of_their_acts() {
        let deed = Deed::Boost { seconds: 1.0 };
        let first = |act| postcard::to_allocvec(&act).unwrap()[0];
        assert_eq!(first(Act::LetGo), 3);
        assert_eq!(first(Act::RemoveZone { zone: 0 }), 17);
        assert_eq!(first(Act::Did { deed }), 19);
        assert_eq!(first(Act::RemoveTrigger { index: 0 }), 27);
        assert_eq!(first(Act::RemoveJoint { joint: 0 }), 30);
        let direction = Vec3::X;
        assert_eq!(first(Act::Down { direction }), 32);
        let (joint, a, b) = (0, 0, None);
        assert_eq!(first(Act::Rejoin { joint, a, b }), 39);
        assert_eq!(first(Act::RemovePatch { patch: 0 }), 42);
        let level: dodgem_scene::level::Level = dodgem_scene::level::said("(name: \"T\")").unwrap();
        let rules = Box::new(HallRules::of(&level));
        assert_eq!(first(Act::Hall { rules }), 43);
        assert_eq!(first(Act::Answer { choice: 0 }), 44);
    }
}

//! The cars and things of an arena.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyId, BodyKind, Mass, MaterialId};

use crate::arena::{Bound, Car, CarSettings, Motion};
use crate::params::CAR_MASS;

/// Identifier of an actor: its index in [`Arena::actors`](crate::arena::Arena::actors).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// Returns the index in the list of actors.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Description of an actor to add to an arena.
#[derive(Clone, Debug)]
pub struct ActorDesc {
    /// Name for messages and signs.
    pub name: String,
    /// Its triangles.
    pub model: Arc<Model>,
    /// Shape that collides in place of the triangles, if they approximate a solid.
    pub solid: Option<Shape>,
    /// Initial pose.
    pub pose: Pose,
    /// True if it starts exactly at `pose`; otherwise it is raised until it rests on the bodies below it.
    pub exact: bool,
    /// Drive settings, if it is a car.
    pub car: Option<CarDesc>,
    /// Settings of a thing, if it is not a car.
    pub thing: ThingDesc,
    /// Initial velocity of the centre of mass, in m/s.
    pub velocity: Vec3,
    /// Initial angular velocity, in rad/s.
    pub spin: Vec3,
    /// Actors that it may overlap, because it is joined to them and they do not collide.
    pub passes: Vec<ActorId>,
    /// True if cars can drive onto it along its -Z.
    pub slope: bool,
}

impl ActorDesc {
    /// Returns the kind of its body.
    pub(super) fn body_kind(&self) -> BodyKind {
        match self.thing.moves {
            _ if self.car.is_some() => BodyKind::Dynamic,
            ThingMoves::Never => BodyKind::Static,
            ThingMoves::Freely(_) => BodyKind::Dynamic,
            ThingMoves::Along { .. } => BodyKind::Kinematic,
        }
    }
}

/// Settings that a thing has and a car does not have.
#[derive(Clone, Debug, Default)]
pub struct ThingDesc {
    /// Cause of its movement.
    pub moves: ThingMoves,
    /// Its material; None means the material of cars, along which cars slide if the thing is fixed.
    pub material: Option<MaterialId>,
    /// The velocity of its surface along its own axes, in m/s.
    pub belt: Vec3,
    /// Collision group: things with the same number pass through each other.
    pub group: Option<u32>,
    /// True if it sleeps until something touches it.
    pub asleep: bool,
}

/// Cause of a thing's movement.
#[derive(Clone, Debug, Default)]
pub enum ThingMoves {
    /// It stands still.
    #[default]
    Never,
    /// Forces, contacts and gravity move it.
    Freely(Mass),
    /// It follows a prescribed motion and pushes the things in its path.
    Along {
        /// The motion.
        motion: Motion,
        /// Pivot of the rotation, in the scene, in metres.
        pivot: Vec3,
        /// Position along the motion at the start, in seconds.
        phase: f32,
    },
}

/// Settings that make an actor a car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarDesc {
    /// Its mass, in kg.
    pub mass: f32,
    /// Height of the rubber ring above the origin, in metres; the centre of mass has this height too.
    pub ring: f32,
    /// Drive settings.
    pub settings: CarSettings,
}

impl CarDesc {
    /// Returns every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![Bound::new(&["mass"], self.mass, CAR_MASS)];
        bounds.extend(self.settings.bounds());
        bounds
    }
}

/// Kind of an actor, with the state of that kind.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a snapshot copies the state of all cars without allocating, which boxes would prevent"
)]
pub enum ActorKind {
    /// It never moves.
    Fixed,
    /// Forces move it.
    Loose,
    /// It follows a prescribed motion.
    Moved {
        /// The motion.
        motion: Arc<Motion>,
        /// Pivot of the rotation, in the scene, in metres.
        pivot: Vec3,
        /// Position along the motion when the arena's time began, in seconds.
        phase: f64,
    },
    /// A car.
    Car(Car),
    /// It was removed: only its place in the list remains, so that other ids stay valid.
    Gone,
}

/// A car or a thing, in its state at the end of the last step.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Name for messages and signs.
    pub name: Arc<str>,
    /// Its body in the arena's world.
    pub body: BodyId,
    /// Its triangles.
    pub model: Arc<Model>,
    /// Current pose.
    pub pose: Pose,
    /// Pose one step ago: drawing interpolates from it to `pose`.
    pub previous_pose: Pose,
    /// Initial pose; for a prescribed motion, the pose where the motion begins.
    pub start: Pose,
    /// The velocity of its centre of mass, in m/s.
    pub velocity: Vec3,
    /// Its angular velocity, in rad/s.
    pub angular_velocity: Vec3,
    /// Mass in kg; 0 if no force moves it.
    pub mass: f32,
    /// Largest horizontal distance of a vertex from the origin, in metres.
    pub radius: f32,
    /// True if cars can drive onto it along its -Z.
    pub slope: bool,
    /// Fingerprint of its triangles and its initial pose: a snapshot recognises its arena by it.
    pub(super) print: u64,
    /// Total time by which it lags behind the arena's time, in seconds: it waited in steps where its share of
    /// events or budget ran out.
    pub debt: f64,
    /// Its kind.
    pub kind: ActorKind,
}

impl Actor {
    /// True if it never moves.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, ActorKind::Fixed)
    }

    /// True if it was removed from the arena.
    pub fn is_gone(&self) -> bool {
        matches!(self.kind, ActorKind::Gone)
    }

    /// Returns its car, if it is one.
    pub fn car(&self) -> Option<&Car> {
        match &self.kind {
            ActorKind::Car(car) => Some(car),
            _ => None,
        }
    }

    /// True if it is a car.
    pub fn is_car(&self) -> bool {
        self.car().is_some()
    }

    /// Returns its forward direction, a unit vector.
    pub fn forward(&self) -> Vec3 {
        self.pose.transform_vector(Vec3::NEG_Z)
    }

    /// Returns its upward direction, a unit vector.
    pub fn up(&self) -> Vec3 {
        self.pose.transform_vector(Vec3::Y)
    }
}

/// Returns all actors of a list that were not removed.
pub(super) fn present_in(actors: &[Actor]) -> impl Iterator<Item = (ActorId, &Actor)> {
    let all = (0..).map(ActorId).zip(actors);
    all.filter(|(_, actor)| !actor.is_gone())
}

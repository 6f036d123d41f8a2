//! The cars and things of an arena.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_physics::{BodyId, Mass, MaterialId};

use crate::arena::{Bound, Car, CarSettings, Motion};
use crate::params::CAR_MASS;

/// Which actor of an arena: its index in [`Arena::actors`](crate::arena::Arena::actors).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The index in the list of actors.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What to add to an arena.
#[derive(Clone, Debug)]
pub struct ActorDesc {
    /// A name for messages and signs.
    pub name: String,
    /// Its triangles.
    pub model: Arc<Model>,
    /// What collides in place of the triangles, if they are those of a solid.
    pub solid: Option<Shape>,
    /// Where it starts.
    pub pose: Pose,
    /// It starts exactly there; else it is raised to where bodies rest on what is below it.
    pub exact: bool,
    /// How it is driven, if it is a car.
    pub car: Option<CarDesc>,
    /// How it moves, if it is no car.
    pub thing: ThingDesc,
    /// The velocity of its centre of mass at the start, in m/s.
    pub velocity: Vec3,
    /// Its angular velocity at the start, in rad/s.
    pub spin: Vec3,
    /// Those that it may overlap: it is joined to them, and they do not collide.
    pub passes: Vec<ActorId>,
    /// Whether cars can drive onto it along its -Z.
    pub slope: bool,
}

/// What a thing has that a car has not.
#[derive(Clone, Debug, Default)]
pub struct ThingDesc {
    /// What moves it.
    pub moves: ThingMoves,
    /// Its material; that of cars if none.
    pub material: Option<MaterialId>,
    /// The velocity of its surface along its own axes, in m/s.
    pub belt: Vec3,
    /// Things with the same number pass through each other.
    pub group: Option<u32>,
    /// True if it sleeps until something meets it.
    pub asleep: bool,
}

/// What moves a thing.
#[derive(Clone, Debug, Default)]
pub enum ThingMoves {
    /// Nothing.
    #[default]
    Never,
    /// Whatever meets it, and gravity.
    Freely(Mass),
    /// It goes its way, and pushes what is there.
    Along {
        /// The way.
        motion: Motion,
        /// The place in the scene about which it turns.
        pivot: Vec3,
        /// How far on its way it is at the start, in seconds.
        phase: f32,
    },
}

/// What makes an actor a car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarDesc {
    /// Its mass, in kg.
    pub mass: f32,
    /// How high over its origin the rubber ring is, in metres: there its weight is too.
    pub ring: f32,
    /// How it drives.
    pub settings: CarSettings,
}

impl CarDesc {
    /// Every number with its range.
    pub fn bounds(&self) -> Vec<Bound> {
        let mut bounds = vec![Bound::new(&["mass"], self.mass, CAR_MASS)];
        bounds.extend(self.settings.bounds());
        bounds
    }
}

/// What an actor can do.
#[derive(Clone, Debug)]
pub enum ActorKind {
    /// It never moves.
    Fixed,
    /// Forces move it.
    Loose,
    /// It goes its way.
    Moved {
        /// The way.
        motion: Arc<Motion>,
        /// The place in the scene about which it turns.
        pivot: Vec3,
        /// How far on its way it was when the arena's time began, in seconds.
        phase: f64,
    },
    /// It drives.
    Car(Car),
    /// It was taken out: nothing but its place in the list is left.
    Gone,
}

/// A car or a thing, as of the end of the last step.
#[derive(Clone, Debug)]
pub struct Actor {
    /// A name for messages and signs.
    pub name: Arc<str>,
    /// Its body in the arena's world.
    pub body: BodyId,
    /// Its triangles.
    pub model: Arc<Model>,
    /// Where it is.
    pub pose: Pose,
    /// Where it was one step ago: drawing goes from there to `pose`.
    pub previous_pose: Pose,
    /// Where it started; of what goes its way, where that begins.
    pub start: Pose,
    /// The velocity of its centre of mass, in m/s.
    pub velocity: Vec3,
    /// Its angular velocity, in rad/s.
    pub angular_velocity: Vec3,
    /// Its mass in kg; 0 if no force moves it.
    pub mass: f32,
    /// No corner is farther from its origin in the floor plane than this, in metres.
    pub radius: f32,
    /// Whether cars can drive onto it along its -Z.
    pub slope: bool,
    /// A fingerprint of its triangles and its start, by which a snapshot knows its arena.
    pub(super) print: u64,
    /// The seconds by which it is behind the arena's time, over its life: it waited where its share
    /// of events or of the budget ended.
    pub debt: f64,
    /// What it can do.
    pub kind: ActorKind,
}

impl Actor {
    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, ActorKind::Fixed)
    }

    /// True if it was taken out of the arena.
    pub fn is_gone(&self) -> bool {
        matches!(self.kind, ActorKind::Gone)
    }

    /// The car that it is, if it is one.
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

    /// The direction in which its front looks, a unit vector.
    pub fn forward(&self) -> Vec3 {
        self.pose.transform_vector(Vec3::NEG_Z)
    }

    /// The direction of its roof, a unit vector.
    pub fn up(&self) -> Vec3 {
        self.pose.transform_vector(Vec3::Y)
    }
}

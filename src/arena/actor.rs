//! The cars and obstacles of an arena.

use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_physics::BodyId;

use crate::arena::{Bound, Car, CarSettings};
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
    /// How it is driven; `None` makes it a fixed obstacle.
    pub car: Option<CarDesc>,
    /// Whether cars can drive onto it along its -Z.
    pub slope: bool,
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
    /// It drives.
    Car(Car),
}

/// A car or an obstacle, as of the end of the last step.
#[derive(Clone, Debug)]
pub struct Actor {
    /// A name for messages and signs.
    pub name: String,
    /// Its body in the arena's world.
    pub body: BodyId,
    /// Its triangles.
    pub model: Arc<Model>,
    /// Where it is.
    pub pose: Pose,
    /// Where it was one step ago: drawing goes from there to `pose`.
    pub previous_pose: Pose,
    /// Where it started.
    pub start: Pose,
    /// The velocity of its centre of mass, in m/s.
    pub velocity: Vec3,
    /// Its angular velocity, in rad/s.
    pub angular_velocity: Vec3,
    /// Its mass in kg; 0 if it is fixed.
    pub mass: f32,
    /// No corner is farther from its origin in the floor plane than this, in metres.
    pub radius: f32,
    /// Whether cars can drive onto it along its -Z.
    pub slope: bool,
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

    /// The car that it is, unless it is fixed.
    pub fn car(&self) -> Option<&Car> {
        match &self.kind {
            ActorKind::Fixed => None,
            ActorKind::Car(car) => Some(car),
        }
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

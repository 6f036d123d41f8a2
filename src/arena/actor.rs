//! The things in a world.

use std::sync::Arc;

use glam::Vec3;

use crate::arena::{Car, CarSettings};
use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};

/// Which body of a world: its index in [`Arena::bodies`](crate::arena::World::bodies).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The index in the list of bodies.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What to add to a world.
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

/// What makes a body a car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarDesc {
    /// Its mass, in kg.
    pub mass: f32,
    /// How high over its origin the rubber ring is, in metres: there its weight is too.
    pub ring: f32,
    /// How it drives.
    pub settings: CarSettings,
}

/// What a body can do.
#[derive(Clone, Debug)]
pub enum ActorKind {
    /// It never moves.
    Fixed,
    /// It drives.
    Car(Car),
}

/// A body of a world, as of the end of the last step.
#[derive(Clone, Debug)]
pub struct Actor {
    /// A name for messages and signs.
    pub name: String,
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
    /// The seconds by which it is behind the world's time, over its life: it waited where its share
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

    /// Its vehicle, unless it is fixed.
    pub fn vehicle(&self) -> Option<&Car> {
        match &self.kind {
            ActorKind::Fixed => None,
            ActorKind::Car(vehicle) => Some(vehicle),
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

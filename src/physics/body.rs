//! The things in a world.

use std::sync::Arc;

use glam::Vec3;

use super::{Footprint, Vehicle, VehicleSettings};
use crate::collision::Model;
use crate::geometry::Pose;

/// Which body of a world: its index in [`World::bodies`](super::World::bodies).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

impl BodyId {
    /// The index in the list of bodies.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What to add to a world.
#[derive(Clone, Debug)]
pub struct BodyDesc {
    /// A name for messages and signs.
    pub name: String,
    /// Its shape, for collision and for its footprint.
    pub model: Arc<Model>,
    /// Where it starts: upright, so turned about +Y only.
    pub pose: Pose,
    /// Its mass in kg; of no effect for a fixed body.
    pub mass: f32,
    /// How it is driven; `None` makes it a fixed obstacle.
    pub vehicle: Option<VehicleSettings>,
    /// Whose pairs are tested first: the lowest number. Equal numbers go by the order of adding.
    pub rank: u32,
}

/// What a body can do.
#[derive(Clone, Debug)]
pub enum BodyKind {
    /// It never moves.
    Fixed,
    /// It drives.
    Vehicle(Vehicle),
}

/// A body of a world.
#[derive(Clone, Debug)]
pub struct Body {
    /// A name for messages and signs.
    pub name: String,
    /// Its shape.
    pub model: Arc<Model>,
    /// Where it is.
    pub pose: Pose,
    /// Where it was one step ago: drawing goes from there to `pose`.
    pub previous_pose: Pose,
    /// The velocity of its origin in m/s, in the floor plane.
    pub velocity: Vec3,
    /// Its angular velocity in rad/s, about +Y.
    pub angular_velocity: Vec3,
    /// Its mass in kg.
    pub mass: f32,
    /// What it covers of the floor.
    pub footprint: Footprint,
    /// What it can do.
    pub kind: BodyKind,
    pub(super) rank: u32,
}

impl Body {
    /// Whether it never moves.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, BodyKind::Fixed)
    }

    /// Its vehicle, unless it is fixed.
    pub fn vehicle(&self) -> Option<&Vehicle> {
        match &self.kind {
            BodyKind::Fixed => None,
            BodyKind::Vehicle(vehicle) => Some(vehicle),
        }
    }

    /// The direction in which its front looks, a unit vector in the floor plane.
    pub fn forward(&self) -> Vec3 {
        self.pose.transform_vector(Vec3::NEG_Z)
    }

    /// 1 / mass, or 0 for a fixed body, in 1/kg.
    pub fn inverse_mass(&self) -> f32 {
        if self.is_fixed() {
            0.0
        } else {
            1.0 / self.mass
        }
    }

    /// 1 / moment of inertia about the vertical axis, or 0 for a fixed body, in 1/(kg m2).
    pub fn inverse_inertia(&self) -> f32 {
        self.inverse_mass() / self.footprint.inertia_per_mass()
    }

    /// The velocity of the body's material at a point of the world, in m/s.
    pub fn velocity_at(&self, point: Vec3) -> Vec3 {
        let arm = point - self.pose.translation();
        let planar = self.velocity + self.angular_velocity.cross(arm);
        Vec3::new(planar.x, 0.0, planar.z)
    }

    /// Applies an impulse (N s, in the floor plane) at a point of the world.
    pub fn push(&mut self, impulse: Vec3, point: Vec3) {
        let arm = point - self.pose.translation();
        self.velocity += impulse * self.inverse_mass();
        self.angular_velocity.y += arm.cross(impulse).y * self.inverse_inertia();
    }
}

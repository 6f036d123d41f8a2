//! Descriptions of bodies to add to a [`World`](crate::World).

use std::sync::Arc;

use glam::Vec3;

use crate::body::BodyKind;
use crate::groups::Groups;
use crate::material::MaterialId;
use dodgem_collide::Shape;
use dodgem_collide::math::{MassProperties, Pose};
use dodgem_collide::shape::HullError;

/// The mass of a dynamic body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// The density in kg/m^3, constant throughout the shape.
    Density(f32),
    /// The mass in kilograms, spread evenly over the shape.
    Kilograms(f32),
    /// The given mass properties, independent of the shape: for bodies whose mass is not spread evenly.
    Exactly(MassProperties),
}

/// The axes along and about which a dynamic body cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LockedAxes {
    /// True for the axes x, y and z of the world along which it cannot move.
    pub translation: [bool; 3],
    /// True for its own axes x, y and z about which it cannot turn.
    pub rotation: [bool; 3],
}

impl LockedAxes {
    /// The body keeps its orientation.
    pub const ROTATION: LockedAxes = LockedAxes {
        translation: [false; 3],
        rotation: [true; 3],
    };

    /// The body stays in a plane of x and y, and turns about z only: for two-dimensional worlds. Its own z
    /// must be that of the world.
    pub const PLANAR: LockedAxes = LockedAxes {
        translation: [false, false, true],
        rotation: [true, true, false],
    };
}

/// The description of a body to add.
#[derive(Clone, Debug)]
pub struct BodyDesc {
    /// Its shape. Meshes are surfaces: other bodies may be inside a closed one.
    pub shape: Shape,
    /// The cause of its motion.
    pub kind: BodyKind,
    /// Its pose in the world.
    pub pose: Pose,
    /// The velocity of its centre of mass, in m/s. Static bodies have none.
    pub velocity: Vec3,
    /// The angular velocity, in rad/s. Static bodies have none.
    pub angular_velocity: Vec3,
    /// Its mass, if it is dynamic. The volume of an open mesh is that of its hull.
    pub mass: Mass,
    /// Its material.
    pub material: MaterialId,
    /// The materials of a compound's children, by their tags. Children with other tags have the body's
    /// material.
    pub child_materials: Arc<[MaterialId]>,
    /// The axes along and about which it does not move, if it is dynamic.
    pub locked: LockedAxes,
    /// Drag coefficient times frontal area, in m^2.
    pub drag_area: f32,
    /// The shares of its velocity and of its spin that it loses in a second, in 1/s, independent of the air.
    pub damping: [f32; 2],
    /// Its highest speed, in m/s; see [`Settings::max_speed`](crate::Settings::max_speed) for the limit of
    /// all bodies.
    pub max_speed: f32,
    /// True if it collides by impulses, even if [`Settings::rule`](crate::Settings::rule) is a
    /// [custom](crate::ImpactRule::Custom) one.
    pub by_impulse: bool,
    /// The factor of gravity for this body; a negative one lets it rise.
    pub gravity_scale: f32,
    /// The groups of bodies that it may meet.
    pub groups: Groups,
    /// True if it stops nothing and is stopped by nothing.
    pub sensor: bool,
    /// The velocity of its surface along its own axes, in m/s: that of a conveyor belt.
    pub surface_velocity: Vec3,
    /// The angular velocity of its surface about its own axes, in rad/s: that of a turntable.
    pub surface_spin: Vec3,
    /// A number for the user. Nothing depends on it.
    pub user_data: u64,
    /// True if it may fall asleep when it rests.
    pub may_sleep: bool,
    /// True if it is added asleep, at rest until something wakes it.
    pub asleep: bool,
}

impl BodyDesc {
    /// A body that never moves.
    pub fn fixed(shape: Shape, pose: Pose) -> Self {
        BodyDesc {
            kind: BodyKind::Static,
            ..BodyDesc::dynamic(shape, pose)
        }
    }

    /// A body at rest, of 1000 kg/m^3, without drag.
    pub fn dynamic(shape: Shape, pose: Pose) -> Self {
        BodyDesc {
            shape,
            kind: BodyKind::Dynamic,
            pose,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass: Mass::Density(1000.0),
            material: MaterialId::default(),
            child_materials: Arc::default(),
            locked: LockedAxes::default(),
            drag_area: 0.0,
            damping: [0.0; 2],
            max_speed: f32::INFINITY,
            by_impulse: false,
            gravity_scale: 1.0,
            groups: Groups::default(),
            sensor: false,
            surface_velocity: Vec3::ZERO,
            surface_spin: Vec3::ZERO,
            user_data: 0,
            may_sleep: true,
            asleep: false,
        }
    }
}

/// The reason why a description is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// A mass or density that is not a number above 0, or leaves the range of f32.
    #[error("a mass or density of {0}; it must be a number above 0")]
    Mass(f32),
    /// A number that is not finite.
    #[error("the {0} is not a finite number")]
    NotFinite(&'static str),
    /// The identifier has no body, or the body was removed.
    #[error("there is no such body, or no longer")]
    Unknown,
    /// The identifier has no material, or the material was removed.
    #[error("there is no such material, or no longer")]
    UnknownMaterial,
    /// The world has issued all identifiers.
    #[error("the world has no identifiers left: it had more than four billion bodies")]
    NoIdLeft,
    /// A half-space that is not static: it has no mass, and a rotation would move its far points without
    /// bound.
    #[error("a half-space has no end: only a static body can have this shape")]
    Unbounded,
    /// The shape has no inside to carry mass.
    #[error("the shape can carry no mass: {0}")]
    NoVolume(#[from] HullError),
}

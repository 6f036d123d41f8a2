//! Descriptions of bodies to add to a [`World`](crate::World).

use glam::Vec3;

use crate::body::BodyKind;
use crate::groups::Groups;
use crate::material::MaterialId;
use dodgem_collide::Shape;
use dodgem_collide::math::{MassProperties, Pose};
use dodgem_collide::shape::HullError;

/// How heavy a dynamic body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// In kg/m^3, everywhere in the shape.
    Density(f32),
    /// In kilograms, spread evenly over the shape.
    Kilograms(f32),
    /// Given mass properties, whatever the shape: for bodies whose mass is not spread evenly.
    Exactly(MassProperties),
}

/// The description of a body to add.
#[derive(Clone, Debug)]
pub struct BodyDesc {
    /// Its shape. Meshes are surfaces: other bodies may be inside a closed one.
    pub shape: Shape,
    /// What moves it.
    pub kind: BodyKind,
    /// Where it is.
    pub pose: Pose,
    /// The velocity of its centre of mass, in m/s. Static bodies have none.
    pub velocity: Vec3,
    /// The angular velocity, in rad/s. Static bodies have none.
    pub angular_velocity: Vec3,
    /// Its mass, if it is dynamic. The volume of an open mesh is that of its hull.
    pub mass: Mass,
    /// Its material.
    pub material: MaterialId,
    /// Drag coefficient times frontal area, in m^2.
    pub drag_area: f32,
    /// The shares of its velocity and of its spin that it loses in a second, in 1/s, wherever it is.
    pub damping: [f32; 2],
    /// Multiplies gravity for this body; negative lets it rise.
    pub gravity_scale: f32,
    /// Who it may meet.
    pub groups: Groups,
    /// It stops nothing and is stopped by nothing.
    pub sensor: bool,
    /// The velocity of its surface along its own axes, in m/s: that of a conveyor belt.
    pub surface_velocity: Vec3,
    /// The velocity at which its surface turns about its own axes, in rad/s: that of a turntable.
    pub surface_spin: Vec3,
    /// A number of the user's own. Nothing depends on it.
    pub user_data: u64,
    /// Whether it may fall asleep when it rests.
    pub may_sleep: bool,
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
            drag_area: 0.0,
            damping: [0.0; 2],
            gravity_scale: 1.0,
            groups: Groups::default(),
            sensor: false,
            surface_velocity: Vec3::ZERO,
            surface_spin: Vec3::ZERO,
            user_data: 0,
            may_sleep: true,
        }
    }
}

/// Why a description is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// A mass or density that is not a number above 0, or leaves the range of f32.
    #[error("a mass or density of {0}; it must be a number above 0")]
    Mass(f32),
    /// A number that is not finite.
    #[error("the {0} is not a finite number")]
    NotFinite(&'static str),
    /// There is no body of this identifier, or no longer.
    #[error("there is no such body, or no longer")]
    Unknown,
    /// There is no material of this identifier, or no longer.
    #[error("there is no such material, or no longer")]
    UnknownMaterial,
    /// The world has given away all identifiers.
    #[error("the world has no identifiers left: it had more than four billion bodies")]
    NoIdLeft,
    /// A half-space that is to move: it has no mass, and a turn would move it beyond all bounds.
    #[error("a half-space has no end: only a static body can have this shape")]
    Unbounded,
    /// The shape has no inside to carry mass.
    #[error("the shape can carry no mass: {0}")]
    NoVolume(#[from] HullError),
}

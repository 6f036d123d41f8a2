//! Reasons why an arena refuses an actor, a number or a place.

use dodgem_physics::{BodyError, MaterialError, SettingsError};

use crate::vehicle::VehicleError;

use crate::arena::{ActorId, Bound, HallError};

/// Reason why an arena cannot be built, or an actor cannot be added to it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArenaError {
    /// The settings of the world or of its broad phase are out of range.
    #[error(transparent)]
    World(#[from] SettingsError),
    /// The border cannot form a hall.
    #[error(transparent)]
    Border(#[from] HallError),
    /// The actor cannot form a body.
    #[error(transparent)]
    Actor(#[from] BodyError),
    /// A number is out of its range.
    #[error("{field} is {value}; it must be between {least} and {most}")]
    OutOfRange {
        /// Path to the number, with dots between the names.
        field: String,
        /// The invalid value.
        value: f32,
        /// Smallest valid value.
        least: f32,
        /// Largest valid value.
        most: f32,
    },
    /// The settings of the vehicle are out of range.
    #[error(transparent)]
    Vehicle(#[from] VehicleError),
    /// No identifier is left for a material.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// The actor extends beyond the border.
    #[error("it reaches {depth:.2} m outside the arena")]
    OutsideArena {
        /// Largest distance beyond it, in metres.
        depth: f32,
    },
    /// The actor extends through the ceiling.
    #[error("it reaches {depth:.2} m through the ceiling")]
    AboveCeiling {
        /// Largest distance through it, in metres.
        depth: f32,
    },
    /// The actor extends into the floor.
    #[error("it reaches {depth:.3} m into the floor")]
    BelowFloor {
        /// Largest depth, in metres.
        depth: f32,
    },
    /// Too many actors are close together: the overlap tests used up their work.
    #[error("too many things stand close to each other to tell which overlap; move them apart")]
    Crowded,
    /// The actor overlaps one that was added before.
    #[error("it overlaps \"{name}\"{}{}", by(*depth), free(*rise))]
    Overlaps {
        /// The other actor.
        other: ActorId,
        /// Its name.
        name: String,
        /// Depth of the overlap, in metres; infinity if the limit of work ended the query before it was
        /// known.
        depth: f32,
        /// Rise that would free it, in metres; None if there is none.
        rise: Option<f32>,
    },
}

fn by(depth: f32) -> String {
    match depth.is_finite() {
        true => format!(" by {depth:.3} m"),
        false => String::new(),
    }
}

fn free(rise: Option<f32>) -> String {
    match rise {
        Some(rise) => format!("; {rise:.2} m higher it would be free"),
        None => String::new(),
    }
}

/// Refuses the first number that is out of its range.
pub fn within_bounds(bounds: Vec<Bound>) -> Result<(), ArenaError> {
    let Some(wrong) = bounds.into_iter().find(|bound| !bound.holds()) else {
        return Ok(());
    };
    Err(ArenaError::OutOfRange {
        field: wrong.field.join("."),
        value: wrong.value,
        least: *wrong.range.start(),
        most: *wrong.range.end(),
    })
}

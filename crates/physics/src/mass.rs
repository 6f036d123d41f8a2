//! The mass properties of bodies.

use crate::body_desc::{BodyError, Mass};
use dodgem_collide::Shape;
use dodgem_collide::math::MassProperties;

/// The mass properties of a shape, about its centre of mass in the body's frame.
///
/// # Errors
/// [`BodyError`] if the mass is not a number above 0, or the shape has no volume to carry it.
pub(super) fn mass_properties(shape: &Shape, mass: Mass) -> Result<MassProperties, BodyError> {
    let given = match mass {
        Mass::Density(given) | Mass::Kilograms(given) => given,
        Mass::Exactly(given) => given.mass,
    };
    if !(given > 0.0 && given.is_finite()) {
        return Err(BodyError::Mass(given));
    }
    let density = match mass {
        Mass::Density(density) => density,
        Mass::Kilograms(_) => 1.0,
        Mass::Exactly(given) if given.center_of_mass.is_finite() => return Ok(given),
        Mass::Exactly(_) => return Err(BodyError::NotFinite("centre of mass")),
    };
    let found = MassProperties::of_shape(shape, density)?.ok_or(BodyError::Unbounded)?;
    if !(found.mass > 0.0 && found.mass.is_finite()) {
        return Err(BodyError::Mass(given));
    }
    Ok(match mass {
        Mass::Kilograms(kilograms) => found.with_mass(kilograms),
        Mass::Density(_) | Mass::Exactly(_) => found,
    })
}

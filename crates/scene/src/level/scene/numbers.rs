//! Rounds numbers and angles to the precision that a person would write.

use glam::{Quat, Vec3};

use dodgem_collide::math::{Pose, yaw};

use crate::level::solid::{pitch, roll};
use crate::params::{KEPT_PLACE, KEPT_TURN};

/// True if two poses are equal at the precision of a file.
pub(crate) fn is_near(one: &Pose, other: &Pose) -> bool {
    let turn = one.rotation() * other.rotation().conjugate();
    let angle = 2.0 * Vec3::new(turn.x, turn.y, turn.z).length();
    one.translation().distance(other.translation()) < KEPT_PLACE && angle < KEPT_TURN
}

/// Rounds a number to decimal places.
pub(crate) fn even(value: f64, places: i32) -> f32 {
    let tenth = 10_f64.powi(places);
    // Adding zero removes the sign of a negative zero.
    ((value * tenth).round() / tenth + 0.0) as f32
}

/// Returns heading, tilt and roll of a rotation, in degrees to the thousandth.
pub fn angles(turn: Quat) -> [f32; 3] {
    let [x, y, z, w] = turn.to_array().map(f64::from);
    let length = (x * x + y * y + z * z + w * w).sqrt();
    let [x, y, z, w] = [x, y, z, w].map(|part| part / length);
    // The required columns of the rotation; -Z is the front.
    let (xx, xy, xz) = (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y + w * z),
        2.0 * (x * z - w * y),
    );
    let yy = 1.0 - 2.0 * (x * x + z * z);
    let (zx, zy, zz) = (
        2.0 * (x * z + w * y),
        2.0 * (y * z - w * x),
        1.0 - 2.0 * (x * x + y * y),
    );
    let level = libm::hypot(zx, zz);
    let tilt = libm::atan2(-zy, level);
    let (heading, lean) = match level > 1e-6 {
        true => (libm::atan2(zx, zz), -libm::atan2(xy, yy)),
        // When it points straight up or down, heading and roll have the same axis.
        false => (libm::atan2(-xz, xx), 0.0),
    };
    [heading, tilt, lean].map(|angle| even(angle.to_degrees(), 3))
}

/// Returns the rotation of a thing with a heading, a tilt and a roll, in degrees.
pub fn rotation([heading, tilt, lean]: [f32; 3]) -> Quat {
    yaw(heading.to_radians()) * pitch(tilt.to_radians()) * roll(lean.to_radians())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dodgem_collide::math::yaw;

    #[test]
    fn angles_lead_back_to_the_rotation() {
        let about = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians());
        for heading in [-170.0, -90.0, 0.0, 33.0, 180.0] {
            for tilt in [-90.0, -60.0, 0.0, 0.01, 89.999, 90.0] {
                for lean in [-120.0, 0.0, 45.0] {
                    let turn = |[heading, tilt, lean]: [f32; 3]| {
                        yaw(heading.to_radians()) * about(Vec3::X, tilt) * about(Vec3::NEG_Z, lean)
                    };
                    let wanted = turn([heading, tilt, lean]);
                    let found = turn(angles(wanted));
                    let apart = (wanted * found.conjugate()).xyz().length() * 2.0;
                    assert!(
                        apart.to_degrees() < 0.003,
                        "{heading} {tilt} {lean}: {apart}"
                    );
                }
            }
        }
        assert_eq!(angles(yaw(0.5)), [28.648, 0.0, 0.0]);
    }
}

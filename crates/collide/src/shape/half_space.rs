//! A half-space: all points below a plane.

use glam::{DVec3, Vec3};

use crate::math::{Aabb, Placement, Pose};
use crate::params::{UNBOUNDED_EXTENT, UNIT_NORMAL_TOLERANCE};
use crate::shape::SizeError;

/// The reason why a normal and an offset do not form a half-space.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HalfSpaceError {
    /// The normal is not of length 1, or is NaN.
    #[error("the normal {0} is {len} long; it must be of length 1", len = .0.length())]
    Normal(Vec3),
    /// The offset (m) is too large, or is NaN.
    #[error("the offset is {0} m; it must be a number of at most {most:e} m either way",
        most = SizeError::MOST)]
    Offset(f32),
}

/// All points on one side of a plane and on the plane itself: those with `normal . p <= offset`. An unbounded
/// solid floor or wall.
///
/// Queries take it like any other shape. Two half-spaces meet unless their planes are parallel, up to the
/// rounding of rotations, and face each other across a gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    normal: Vec3,
    offset: f32,
}

impl HalfSpace {
    /// The half-space below the plane `normal . p = offset`. The normal is of length 1 and leads out of the
    /// half-space; the offset is the plane's distance (m) from the origin along it.
    ///
    /// # Errors
    /// [`HalfSpaceError`] for a normal that is not of length 1 up to rounding, or an offset beyond
    /// [`SizeError::MOST`].
    pub fn new(normal: Vec3, offset: f32) -> Result<Self, HalfSpaceError> {
        let length = normal.as_dvec3().length();
        // NaN is outside of every range.
        if !((1.0 - UNIT_NORMAL_TOLERANCE)..=(1.0 + UNIT_NORMAL_TOLERANCE)).contains(&length) {
            return Err(HalfSpaceError::Normal(normal));
        }
        if offset.is_nan() || offset.abs() > SizeError::MOST {
            return Err(HalfSpaceError::Offset(offset));
        }
        Ok(HalfSpace { normal, offset })
    }

    /// The direction out of the half-space, of length 1 up to rounding, exactly as it was given.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// The plane's distance from the origin along the normal, in metres; negative if the origin is outside.
    pub fn offset(&self) -> f32 {
        self.offset
    }

    /// The normal, of length 1 in f64.
    #[inline]
    pub(crate) fn unit_normal(&self) -> DVec3 {
        self.normal.as_dvec3().normalize()
    }

    /// The offset in f64, in metres.
    #[inline]
    pub(crate) fn plane_offset(&self) -> f64 {
        f64::from(self.offset)
    }

    /// The box around the half-space at a pose. If the normal is along a coordinate axis, the box ends at the
    /// plane on that side; all its other sides are at `params::UNBOUNDED_EXTENT`, far beyond all other
    /// shapes.
    pub(crate) fn aabb(&self, pose: &Pose) -> Aabb {
        let placement = Placement::from(pose);
        let normal = placement.rotation * self.unit_normal();
        // A tilted plane, however slight the tilt, reaches any height far away.
        let is_across_axis = normal.to_array().into_iter().filter(|n| *n != 0.0).count() == 1;
        let height = normal.dot(placement.translation) + self.plane_offset();
        let top = height as f32 + 2.0 * f32::EPSILON * height.abs() as f32;
        // A plane beyond the box's range is clamped to it.
        let top = top.clamp(-UNBOUNDED_EXTENT, UNBOUNDED_EXTENT);
        let end = |along: f64| match is_across_axis && along > 0.0 {
            true => top,
            false => UNBOUNDED_EXTENT,
        };
        let normal = normal.to_array();
        Aabb::new(
            Vec3::from_array(normal.map(|along| -end(-along))),
            Vec3::from_array(normal.map(end)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn normals_have_length_1_and_offsets_are_numbers() {
        for bad in [Vec3::ZERO, Vec3::splat(1.0), Vec3::X * 0.99, Vec3::NAN] {
            let refused = HalfSpace::new(bad, 0.0);
            assert!(
                matches!(refused, Err(HalfSpaceError::Normal(_))),
                "{refused:?}"
            );
        }
        for bad in [f32::NAN, f32::INFINITY, -2e8] {
            let refused = HalfSpace::new(Vec3::Y, bad);
            assert!(
                matches!(refused, Err(HalfSpaceError::Offset(_))),
                "{refused:?}"
            );
        }
        let message = HalfSpace::new(Vec3::X * 2.0, 0.0).unwrap_err().to_string();
        assert!(message.contains("is 2 long"), "{message}");
        let half_space = HalfSpace::new(Vec3::new(0.6, 0.8, 0.0), -3.0).unwrap();
        assert_eq!(half_space.normal(), Vec3::new(0.6, 0.8, 0.0));
        assert_eq!(half_space.offset(), -3.0);
        assert!((half_space.unit_normal().length() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn its_box_ends_at_a_plane_across_an_axis_and_nowhere_else() {
        let floor = HalfSpace::new(Vec3::Y, 0.5).unwrap();
        let raised = Pose::from_translation(Vec3::new(7.0, 2.0, 0.0)).unwrap();
        let bounds = floor.aabb(&raised);
        assert!((2.5..2.500_001).contains(&bounds.max.y), "{bounds:?}");
        let end = UNBOUNDED_EXTENT;
        assert_eq!(bounds.min, Vec3::splat(-end));
        assert_eq!([bounds.max.x, bounds.max.z], [end; 2]);
        // A wall that faces -x.
        let wall = HalfSpace::new(Vec3::NEG_X, -3.0).unwrap();
        let bounds = wall.aabb(&Pose::IDENTITY);
        assert!((2.999_999..=3.0).contains(&bounds.min.x), "{bounds:?}");
        assert_eq!(bounds.max, Vec3::splat(end));
        // The box is valid wherever the plane is.
        for height in [-1e30, 1e30, 3.4e38] {
            let pose = Pose::from_translation(Vec3::Y * height).unwrap();
            for normal in [Vec3::Y, Vec3::NEG_Y] {
                let Aabb { min, max } = HalfSpace::new(normal, 1e8).unwrap().aabb(&pose);
                assert!(min.cmple(max).all() && min.is_finite() && max.is_finite());
            }
        }
        // A slope, however slight, reaches any height.
        let slope = Pose::new(Quat::from_rotation_z(1e-3), Vec3::ZERO).unwrap();
        assert_eq!(floor.aabb(&slope).max, Vec3::splat(end));
    }
}

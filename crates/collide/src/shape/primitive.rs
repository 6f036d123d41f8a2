//! Convex primitives: sphere, cuboid, capsule, cylinder and cone, centred at the origin, the long
//! ones along Y.
//!
//! Their sizes are checked at construction, so that queries need not check them.

use glam::{DVec3, Vec3};

use crate::math::Aabb;
use crate::shape::SupportMap;
use crate::shape::support_map::farthest_from_line;

/// The reason why a size is refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the {what} is {value} m; it must be a number above {least:e} and at most {most:e} m",
    least = SizeError::LEAST, most = SizeError::MOST)]
pub struct SizeError {
    /// The name of the size that is out of range: `radius`, `half height` or similar.
    pub what: &'static str,
    /// The value that was given, in metres.
    pub value: f32,
}

impl SizeError {
    /// The limit in metres that a size must exceed: the cube of a smaller one would leave f32.
    pub const LEAST: f32 = 1e-9;
    /// The largest size, in metres.
    pub const MOST: f32 = 1e8;

    fn check(what: &'static str, value: f32) -> Result<f32, SizeError> {
        if value > Self::LEAST && value <= Self::MOST {
            Ok(value)
        } else {
            Err(SizeError { what, value })
        }
    }
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    radius: f32,
}

impl Default for Sphere {
    /// The ball of radius 1 m.
    fn default() -> Self {
        Sphere { radius: 1.0 }
    }
}

impl Sphere {
    /// A ball of this radius in metres.
    ///
    /// # Errors
    /// [`SizeError`] for a radius out of range.
    pub fn new(radius: f32) -> Result<Self, SizeError> {
        let radius = SizeError::check("radius", radius)?;
        Ok(Sphere { radius })
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The box around it.
    pub fn aabb(&self) -> Aabb {
        Aabb::from_center(Vec3::ZERO, Vec3::splat(self.radius))
    }
}

impl SupportMap for Sphere {
    fn support(&self, _direction: DVec3) -> DVec3 {
        DVec3::ZERO
    }

    fn core_box(&self) -> [DVec3; 2] {
        [DVec3::ZERO; 2]
    }

    fn margin(&self) -> f64 {
        f64::from(self.radius)
    }
}

/// A box with faces across the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    half_extents: Vec3,
}

impl Cuboid {
    /// A box with these half edge lengths in metres.
    ///
    /// # Errors
    /// [`SizeError`] for a half edge length out of range.
    pub fn new(half_extents: Vec3) -> Result<Self, SizeError> {
        SizeError::check("half extent along x", half_extents.x)?;
        SizeError::check("half extent along y", half_extents.y)?;
        SizeError::check("half extent along z", half_extents.z)?;
        Ok(Cuboid { half_extents })
    }

    /// Half the edge lengths, in metres.
    pub fn half_extents(&self) -> Vec3 {
        self.half_extents
    }

    /// The box itself.
    pub fn aabb(&self) -> Aabb {
        Aabb::from_center(Vec3::ZERO, self.half_extents)
    }
}

impl SupportMap for Cuboid {
    fn support(&self, direction: DVec3) -> DVec3 {
        let half = self.half_extents.as_dvec3();
        let toward = |d: f64, h: f64| if d < 0.0 { -h } else { h };
        DVec3::new(
            toward(direction.x, half.x),
            toward(direction.y, half.y),
            toward(direction.z, half.z),
        )
    }

    fn core_box(&self) -> [DVec3; 2] {
        let half = self.half_extents.as_dvec3();
        [-half, half]
    }
}

/// All points within a radius of a segment along Y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    half_length: f32,
    radius: f32,
}

impl Capsule {
    /// A capsule around the segment from `-half_length` to `half_length` on the Y axis; with its
    /// caps it is `2 (half_length + radius)` metres long.
    ///
    /// # Errors
    /// [`SizeError`] for a length or radius out of range.
    pub fn new(half_length: f32, radius: f32) -> Result<Self, SizeError> {
        Ok(Capsule {
            half_length: SizeError::check("half length", half_length)?,
            radius: SizeError::check("radius", radius)?,
        })
    }

    /// Half the length of the segment between the caps' centres, in metres.
    pub fn half_length(&self) -> f32 {
        self.half_length
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The box around it.
    pub fn aabb(&self) -> Aabb {
        let half = Vec3::splat(self.radius) + Vec3::Y * self.half_length;
        Aabb::from_center(Vec3::ZERO, half)
    }
}

impl SupportMap for Capsule {
    fn support(&self, direction: DVec3) -> DVec3 {
        let end = f64::from(self.half_length);
        DVec3::Y * if direction.y < 0.0 { -end } else { end }
    }

    fn core_box(&self) -> [DVec3; 2] {
        let end = DVec3::Y * f64::from(self.half_length);
        [-end, end]
    }

    fn margin(&self) -> f64 {
        f64::from(self.radius)
    }
}

/// The sizes of a solid of revolution about Y.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HeightRadius {
    half_height: f32,
    radius: f32,
}

impl HeightRadius {
    fn new(half_height: f32, radius: f32) -> Result<Self, SizeError> {
        Ok(HeightRadius {
            half_height: SizeError::check("half height", half_height)?,
            radius: SizeError::check("radius", radius)?,
        })
    }

    fn aabb(&self) -> Aabb {
        let half = Vec3::new(self.radius, self.half_height, self.radius);
        Aabb::from_center(Vec3::ZERO, half)
    }

    fn core_box(&self) -> [DVec3; 2] {
        let (height, radius) = self.sizes();
        let half = DVec3::new(radius, height, radius);
        [-half, half]
    }

    /// The half height and the radius.
    fn sizes(&self) -> (f64, f64) {
        (f64::from(self.half_height), f64::from(self.radius))
    }
}

/// A cylinder along Y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder(HeightRadius);

impl Cylinder {
    /// A cylinder from `-half_height` to `half_height` on the Y axis.
    ///
    /// # Errors
    /// [`SizeError`] for a height or radius out of range.
    pub fn new(half_height: f32, radius: f32) -> Result<Self, SizeError> {
        HeightRadius::new(half_height, radius).map(Cylinder)
    }

    /// Half the height, in metres.
    pub fn half_height(&self) -> f32 {
        self.0.half_height
    }

    /// The radius, in metres.
    pub fn radius(&self) -> f32 {
        self.0.radius
    }

    /// The box around it.
    pub fn aabb(&self) -> Aabb {
        self.0.aabb()
    }
}

impl SupportMap for Cylinder {
    fn support(&self, direction: DVec3) -> DVec3 {
        let (height, radius) = self.0.sizes();
        disc_support(direction, radius)
            + DVec3::Y * if direction.y < 0.0 { -height } else { height }
    }

    fn core_box(&self) -> [DVec3; 2] {
        self.0.core_box()
    }

    fn reach_around(&self, point: DVec3, axis: DVec3) -> f64 {
        let (height, radius) = self.0.sizes();
        let discs = [height, -height].map(|height| disc_reach(height, radius, point, axis));
        discs[0].max(discs[1])
    }
}

/// A cone along Y with its apex up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone(HeightRadius);

impl Cone {
    /// A cone with its apex at `half_height` and its base of this radius at `-half_height` on the
    /// Y axis.
    ///
    /// # Errors
    /// [`SizeError`] for a height or radius out of range.
    pub fn new(half_height: f32, radius: f32) -> Result<Self, SizeError> {
        HeightRadius::new(half_height, radius).map(Cone)
    }

    /// Half the height, in metres.
    pub fn half_height(&self) -> f32 {
        self.0.half_height
    }

    /// The radius of the base, in metres.
    pub fn radius(&self) -> f32 {
        self.0.radius
    }

    /// The box around it.
    pub fn aabb(&self) -> Aabb {
        self.0.aabb()
    }
}

impl SupportMap for Cone {
    fn support(&self, direction: DVec3) -> DVec3 {
        let (height, radius) = self.0.sizes();
        let apex = DVec3::Y * height;
        let base = disc_support(direction, radius) - apex;
        if apex.dot(direction) >= base.dot(direction) {
            apex
        } else {
            base
        }
    }

    fn core_box(&self) -> [DVec3; 2] {
        self.0.core_box()
    }

    fn reach_around(&self, point: DVec3, axis: DVec3) -> f64 {
        let (height, radius) = self.0.sizes();
        let apex = farthest_from_line([DVec3::Y * height], point, axis);
        apex.max(disc_reach(-height, radius, point, axis))
    }
}

/// An upper bound of the distance of a disc's points from a line. The disc is perpendicular to Y
/// and centred on it. The bound is exact if the line is the Y axis or crosses it at a right angle.
fn disc_reach(height: f64, radius: f64, point: DVec3, axis: DVec3) -> f64 {
    let middle = DVec3::Y * height - point;
    let from_line = middle.cross(axis).length() + radius;
    // No point is farther from the line than from `point`, which is on the line.
    let level = (middle.x * middle.x + middle.z * middle.z).sqrt() + radius;
    from_line.min((level * level + middle.y * middle.y).sqrt())
}

/// The support point along `direction` of a disc perpendicular to Y; its centre if the direction is
/// along Y.
fn disc_support(direction: DVec3, radius: f64) -> DVec3 {
    let level = (direction.x * direction.x + direction.z * direction.z).sqrt();
    if level > 0.0 {
        let scale = radius / level;
        DVec3::new(direction.x * scale, 0.0, direction.z * scale)
    } else {
        DVec3::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_are_none_make_no_shape() {
        for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-12] {
            assert!(Sphere::new(bad).is_err(), "{bad}");
            assert!(Cuboid::new(Vec3::new(1.0, bad, 1.0)).is_err(), "{bad}");
            assert!(Capsule::new(bad, 1.0).is_err() && Capsule::new(1.0, bad).is_err());
            assert!(Cylinder::new(bad, 1.0).is_err() && Cylinder::new(1.0, bad).is_err());
            assert!(Cone::new(bad, 1.0).is_err() && Cone::new(1.0, bad).is_err());
        }
        let message = Sphere::new(-1.0).unwrap_err().to_string();
        assert!(message.starts_with("the radius is -1 m"), "{message}");
    }

    #[test]
    fn supports_are_the_farthest_points() {
        let slanted = DVec3::new(3.0, 1.0, 4.0);
        let cylinder = Cylinder::new(2.0, 5.0).unwrap();
        assert_eq!(cylinder.support(slanted), DVec3::new(3.0, 2.0, 4.0));
        assert_eq!(cylinder.support(DVec3::NEG_Y), DVec3::new(0.0, -2.0, 0.0));
        let cone = Cone::new(2.0, 5.0).unwrap();
        assert_eq!(cone.support(slanted), DVec3::new(3.0, -2.0, 4.0));
        assert_eq!(
            cone.support(DVec3::new(0.0, 2.0, 0.1)),
            DVec3::new(0.0, 2.0, 0.0)
        );
        let cuboid = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap();
        assert_eq!(cuboid.support(-slanted), DVec3::new(-1.0, -2.0, -3.0));
    }
}

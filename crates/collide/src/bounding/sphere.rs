//! The sphere as a tree's volume: the cheapest to transform, and the loosest fit.

use glam::{Mat3, Vec3};
use wide::f32x4;

use crate::bounding::Volume;
use crate::math::Aabb;
use crate::math::relative_pose::Relative;
use crate::params::OUTLINE_SEGMENTS;

/// A bounding sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere {
    /// The centre, in metres.
    pub center: Vec3,
    /// The radius, in metres.
    pub radius: f32,
}

/// Transforms a sphere of the second frame into the first.
#[derive(Clone, Debug)]
pub struct SphereFrame {
    rotation: Mat3,
    translation: Vec3,
    margin: f32,
}

/// Makes a computed radius safe against the rounding of its square root and differences.
const ROUND_UP: f32 = 1.0 + 8.0 * f32::EPSILON;

impl BoundingSphere {
    /// The sphere with a centre (m) and the squared distance (m^2) of the farthest point from it.
    fn through(center: Vec3, squared: f32) -> Self {
        // The centre's own rounding shifts every distance by as much.
        let rounding = center.abs().max_element() * (4.0 * f32::EPSILON);
        BoundingSphere {
            center,
            radius: squared.sqrt() * ROUND_UP + rounding,
        }
    }
}

impl Volume for BoundingSphere {
    type Frame = SphereFrame;

    const NAME: &'static str = "sphere";

    fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        let bounds = Aabb::from_points(points.clone());
        let center = bounds.center();
        let squared = points
            .map(|point| point.distance_squared(center))
            .fold(0.0, f32::max);
        BoundingSphere::through(center, squared)
    }

    fn around_blocks(blocks: &[[[f32; 4]; 3]]) -> Self {
        let center = Aabb::around_blocks(blocks).center();
        let mut squared = f32x4::ZERO;
        for block in blocks {
            let along = |axis: usize| f32x4::new(block[axis]) - f32x4::splat(center[axis]);
            let (x, y, z) = (along(0), along(1), along(2));
            squared = squared.fast_max(x * x + y * y + z * z);
        }
        let squared = squared.to_array().into_iter().fold(0.0, f32::max);
        BoundingSphere::through(center, squared)
    }

    fn union(&self, other: &Self) -> Self {
        let offset = other.center - self.center;
        let distance = offset.length();
        if distance + other.radius <= self.radius {
            return *self;
        }
        if distance + self.radius <= other.radius {
            return *other;
        }
        let radius = 0.5 * (distance + self.radius + other.radius);
        let center = if distance > 0.0 {
            self.center + offset * ((radius - self.radius) / distance)
        } else {
            self.center
        };
        let rounding = center.abs().max_element() * (8.0 * f32::EPSILON);
        BoundingSphere {
            center,
            radius: radius * ROUND_UP + rounding,
        }
    }

    fn frame(relative: &Relative, margin: f32) -> SphereFrame {
        SphereFrame {
            rotation: relative.rotation_f32,
            translation: relative.translation_f32,
            margin,
        }
    }

    fn moved(&self, frame: &SphereFrame) -> Self {
        BoundingSphere {
            center: frame.rotation * self.center + frame.translation,
            radius: self.radius + frame.margin,
        }
    }

    #[inline]
    fn clearance(&self, other: &Self) -> f32 {
        let reach = (self.radius + other.radius) * ROUND_UP;
        self.center.distance_squared(other.center) - reach * reach
    }

    fn distance_bound(&self, other: &Self) -> f32 {
        let distance = self.center.distance(other.center);
        distance * (1.0 - 4.0 * f32::EPSILON) - (self.radius + other.radius) * ROUND_UP
    }

    fn grown(&self, margin: f32) -> Self {
        BoundingSphere {
            center: self.center,
            radius: self.radius + margin,
        }
    }

    fn size(&self) -> f32 {
        self.radius
    }

    fn volume(&self) -> f32 {
        4.0 / 3.0 * std::f32::consts::PI * self.radius * self.radius * self.radius
    }

    #[inline(always)]
    fn box_limits(&self) -> (f32x4, f32x4) {
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 0.0]);
        // The limits are rounded, perhaps by more than the radius.
        let radius = self.radius * ROUND_UP + self.center.abs().max_element() * f32::EPSILON;
        let radius = Vec3::splat(radius);
        (lanes(self.center - radius), lanes(self.center + radius))
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn border_points(&self) -> [Vec3; 2] {
        let offset = Vec3::new(self.radius, 0.0, 0.0);
        [self.center - offset, self.center + offset]
    }

    fn outline(&self, line: &mut dyn FnMut(Vec3, Vec3)) {
        for (u, v) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
            let on_circle = |index: usize| {
                let angle = index as f32 * (std::f32::consts::TAU / OUTLINE_SEGMENTS as f32);
                self.center + (u * libm::cosf(angle) + v * libm::sinf(angle)) * self.radius
            };
            for index in 0..OUTLINE_SEGMENTS {
                line(on_circle(index), on_circle(index + 1));
            }
        }
    }
}

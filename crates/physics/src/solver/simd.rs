//! Vectors and matrices of four lanes, for four computations at a time.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use glam::DVec3;
use wide::f32x4;

/// Four vectors, one in each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vec3x4 {
    pub x: f32x4,
    pub y: f32x4,
    pub z: f32x4,
}

impl Vec3x4 {
    /// The four vectors as separate values, each with a fourth number.
    #[inline(always)]
    pub fn with_fourth(self, fourth: f32x4) -> [f32x4; 4] {
        f32x4::transpose([self.x, self.y, self.z, fourth])
    }

    /// The vector of a lane.
    pub fn lane(self, lane: usize) -> DVec3 {
        let [x, y, z] = [self.x, self.y, self.z].map(|part| f64::from(part.to_array()[lane]));
        DVec3::new(x, y, z)
    }

    #[inline(always)]
    pub fn dot(self, other: Vec3x4) -> f32x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn cross(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// Two unit vectors perpendicular to each unit vector and to each other.
    ///
    /// Source: Duff et al., "Building an orthonormal basis, revisited", JCGT 6 (2017).
    pub fn tangents(self) -> [Vec3x4; 2] {
        let Vec3x4 { x, y, z } = self;
        let one = f32x4::ONE;
        let sign = one | (z & f32x4::splat(-0.0));
        let a = -one / (sign + z);
        let b = x * y * a;
        let first = Vec3x4 {
            x: one + sign * x * x * a,
            y: sign * b,
            z: -sign * x,
        };
        let second = Vec3x4 {
            x: b,
            y: sign + y * y * a,
            z: -y,
        };
        [first, second]
    }
}

impl Add for Vec3x4 {
    type Output = Vec3x4;

    #[inline(always)]
    fn add(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl Sub for Vec3x4 {
    type Output = Vec3x4;

    #[inline(always)]
    fn sub(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

impl Neg for Vec3x4 {
    type Output = Vec3x4;

    #[inline(always)]
    fn neg(self) -> Vec3x4 {
        Vec3x4 {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}

impl Mul<f32x4> for Vec3x4 {
    type Output = Vec3x4;

    #[inline(always)]
    fn mul(self, factors: f32x4) -> Vec3x4 {
        Vec3x4 {
            x: self.x * factors,
            y: self.y * factors,
            z: self.z * factors,
        }
    }
}

impl AddAssign for Vec3x4 {
    #[inline(always)]
    fn add_assign(&mut self, other: Vec3x4) {
        *self = *self + other;
    }
}

impl SubAssign for Vec3x4 {
    #[inline(always)]
    fn sub_assign(&mut self, other: Vec3x4) {
        *self = *self - other;
    }
}

/// Four matrices, by columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mat3x4(pub [Vec3x4; 3]);

impl Mat3x4 {
    /// The transposed matrices times the vectors.
    #[inline(always)]
    pub fn transposed_times(&self, vectors: Vec3x4) -> Vec3x4 {
        let [x, y, z] = self.0.map(|column| column.dot(vectors));
        Vec3x4 { x, y, z }
    }
}

/// The inverse of each number above 0, and 0 for all others.
#[inline(always)]
pub(super) fn inverse_or_zero(x: f32x4) -> f32x4 {
    (f32x4::ONE / x) & x.simd_gt(f32x4::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(rows: [[f32; 4]; 3]) -> Vec3x4 {
        let [x, y, z] = rows.map(f32x4::from);
        Vec3x4 { x, y, z }
    }

    use glam::Vec3;

    fn lane(v: Vec3x4, i: usize) -> Vec3 {
        v.lane(i).as_vec3()
    }

    #[test]
    fn lanes_do_what_single_vectors_do() {
        let u = [
            [1.0, -2.0, 0.5, 0.0],
            [3.0, 0.25, -1.0, 0.0],
            [2.0, 1.0, 4.0, -1.0],
        ];
        let v = [
            [0.5, 1.0, 2.0, 3.0],
            [-1.0, 4.0, 0.0, 1.0],
            [2.0, -3.0, 1.0, 0.5],
        ];
        let (a, b) = (vectors(u), vectors(v));
        for i in 0..4 {
            let (p, q) = (lane(a, i), lane(b, i));
            assert_eq!(a.dot(b).to_array()[i], p.dot(q));
            assert_eq!(lane(a.cross(b), i), p.cross(q));
            let columns = Mat3x4([a, b, a + b]);
            let product = Vec3::new(p.dot(q), q.dot(q), (p + q).dot(q));
            assert_eq!(lane(columns.transposed_times(b), i), product);
        }
    }

    #[test]
    fn what_lies_across_is_a_frame() {
        for n in [Vec3::X, Vec3::Y, -Vec3::Z, Vec3::new(0.6, -0.48, 0.64)] {
            let rows = n.to_array().map(|part| [part; 4]);
            let normal = vectors(rows);
            let [first, second] = normal.tangents().map(|v| lane(v, 2));
            assert!(first.cross(second).distance(n) < 1e-6, "{n}");
            assert!(first.dot(n).abs() < 1e-6 && second.dot(n).abs() < 1e-6);
        }
    }

    #[test]
    fn nothing_has_no_inverse() {
        let found = inverse_or_zero(f32x4::from([0.0, 2.0, -1.0, 0.25]));
        assert_eq!(found.to_array(), [0.0, 0.5, 0.0, 4.0]);
    }
}

//! The corners of a body's convex hull, for questions of how far it reaches.
//!
//! Most of what a step asks about bodies that are near each other is how far one of them reaches
//! along a direction, several times for every pair. All corners are looked at, four at once in f32:
//! for the hundred corners of a car that is quicker than a walk from corner to corner, and no
//! rounding of the hull can lead it astray.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use wide::f32x4;

/// Four corners: their x, y and z.
type Block = [[f32; 4]; 3];

/// A coordinate and the sum of three products in f32 are off by at most this share of the reach.
const ROUNDING: f64 = 6.0 * f32::EPSILON as f64;

/// The corners of the hull of a mesh or hull, from the centre of mass; none for other shapes.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    corners: Arc<[DVec3]>,
    /// The same in f32; spare lanes repeat the last corner.
    blocks: Arc<[Block]>,
    /// How far a height in f32 may be off, in metres.
    rounding: f64,
}

impl Outline {
    /// From the corners, as seen from the centre of mass.
    pub fn new(corners: impl Iterator<Item = DVec3>) -> Outline {
        let corners: Arc<[DVec3]> = corners.collect();
        let last = corners.len().saturating_sub(1);
        let blocks = (0..corners.len()).step_by(4).map(|first| {
            let four: [Vec3; 4] =
                std::array::from_fn(|lane| corners[(first + lane).min(last)].as_vec3());
            [0, 1, 2].map(|axis| four.map(|corner| corner[axis]))
        });
        let reach = corners.iter().map(|corner| corner.length());
        Outline {
            blocks: blocks.collect(),
            rounding: reach.fold(0.0, f64::max) * ROUNDING,
            corners,
        }
    }

    /// How far the corners reach along a direction of length 1, in metres: at least what is so, and
    /// hardly more.
    pub fn reach_along(&self, direction: DVec3) -> f64 {
        let [x, y, z] = direction.as_vec3().to_array().map(f32x4::splat);
        let mut most = f32x4::splat(f32::NEG_INFINITY);
        for block in &*self.blocks {
            let [px, py, pz] = block.map(f32x4::new);
            most = most.fast_max(px * x + py * y + pz * z);
        }
        let most = most
            .to_array()
            .into_iter()
            .fold(f32::NEG_INFINITY, f32::max);
        f64::from(most) + self.rounding
    }

    /// The corner that reaches farthest along a direction of length 1, as far as f32 can tell.
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        let [x, y, z] = direction.as_vec3().to_array().map(f32x4::splat);
        let mut most = f32x4::splat(f32::NEG_INFINITY);
        let mut places = [f32x4::ZERO; 3];
        for block in &*self.blocks {
            let block = block.map(f32x4::new);
            let [px, py, pz] = block;
            let along = px * x + py * y + pz * z;
            let farther = along.simd_gt(most);
            most = farther.select(along, most);
            for (place, lanes) in places.iter_mut().zip(block) {
                *place = farther.select(lanes, *place);
            }
        }
        let most = most.to_array();
        let best = (1..4).fold(
            0,
            |best, lane| if most[lane] > most[best] { lane } else { best },
        );
        Vec3::from_array(places.map(|lanes| lanes.to_array()[best])).as_dvec3()
    }

    /// Visits the corners that may be lower than `limit` metres along a direction of length 1, with
    /// their numbers. Returns a bound on how low the others are.
    pub fn visit_below(
        &self,
        direction: DVec3,
        limit: f64,
        mut visit: impl FnMut(usize, DVec3),
    ) -> f64 {
        let [x, y, z] = direction.as_vec3().to_array().map(f32x4::splat);
        // Rounded up, by more than the cast may take away.
        let bar = ((limit + self.rounding) as f32).next_up();
        let mut lowest = f32::INFINITY;
        for (number, block) in self.blocks.iter().enumerate() {
            let [px, py, pz] = block.map(f32x4::new);
            let along = px * x + py * y + pz * z;
            let heights = along.to_array();
            if along.simd_gt(f32x4::splat(bar)).all() {
                lowest = heights.into_iter().fold(lowest, f32::min);
                continue;
            }
            for (lane, height) in heights.into_iter().enumerate() {
                let index = 4 * number + lane;
                if height > bar {
                    lowest = lowest.min(height);
                } else if let Some(corner) = self.corners.get(index) {
                    visit(index, *corner);
                }
            }
        }
        f64::from(lowest) - self.rounding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    #[test]
    fn what_f32_says_is_never_less_than_what_is_so_and_hardly_more() {
        let mut random = Pcg32::seed_from_u64(3);
        for case in 0..400 {
            let size = 10.0_f64.powi(case % 7 - 3);
            let mut number = || random.random_range(-1.0..1.0);
            let corners: Vec<DVec3> = (0..1 + case % 23)
                .map(|_| size * DVec3::new(number(), number(), number()))
                .collect();
            let n = DVec3::new(number(), number(), number()).normalize();
            let outline = Outline::new(corners.iter().copied());
            let heights = || corners.iter().map(|p| p.dot(n));
            let most = heights().fold(f64::NEG_INFINITY, f64::max);
            let said = outline.reach_along(n);
            assert!(said >= most && said < most + 4e-6 * size, "{said} {most}");
            let farthest = outline.farthest(n).dot(n);
            assert!((farthest - most).abs() < 4e-6 * size);
            let limit = most - 0.7 * size;
            let mut below = vec![false; corners.len()];
            let others = outline.visit_below(n, limit, |index, corner| {
                assert_eq!(corner, corners[index]);
                assert!(!std::mem::replace(&mut below[index], true));
            });
            for (height, below) in heights().zip(below) {
                assert!(below || height > limit && height >= others);
            }
        }
    }
}

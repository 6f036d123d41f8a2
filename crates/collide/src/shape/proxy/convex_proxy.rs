//! The corners of a shape's convex hull, for support queries.
//!
//! Most queries of a step about near bodies need the farthest point along a direction, several times for
//! every pair. Hill climbing from corner to corner finds it; the climb is short if it starts at the answer of
//! the last step. Queries for many corners visit all, four at once in f32.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use wide::f32x4;

use crate::params::MAX_LYING_SLOPE;
use crate::shape::proxy::half_space_set::HalfSpaces;
use crate::shape::proxy::hull_adjacency::{CornerLists, lying_candidates};
use crate::shape::proxy::hull_fidelity::HullFidelity;
use crate::shape::{ConvexHull, Shape, is_on_support_feature};

/// Four corners: their x, y and z.
type CornerBlock = [[f32; 4]; 3];

/// The error, as a share of the reach, of a height from f32 coordinates and three products in f32.
const ROUNDING: f64 = 6.0 * f32::EPSILON as f64;

/// The corners of the convex hull of a mesh or hull, relative to the centre of mass; none for other
/// shapes. Bodies of one shape share them.
#[derive(Clone, Debug)]
pub(crate) struct ConvexProxy(Arc<ProxyData>);

#[derive(Debug)]
struct ProxyData {
    /// The centre of mass in the shape's coordinates.
    center: Vec3,
    corners: Box<[DVec3]>,
    /// The corners in f32; spare lanes repeat the last corner.
    blocks: Box<[CornerBlock]>,
    /// The neighbours of each corner; empty if the corners are not those of a hull.
    neighbours: CornerLists,
    /// For each corner, the corners (itself included) that may lie on the supporting plane of a direction
    /// along which it is the farthest. Empty for hulls of too many corners.
    lying_candidates: CornerLists,
    /// A bound of the error of a height in f32, in metres.
    rounding: f64,
    /// The parts of the hull that are the mesh itself.
    hull_fidelity: HullFidelity,
    /// The half-spaces of the mesh.
    half_spaces: HalfSpaces,
}

impl ConvexProxy {
    /// The proxy of a shape with this centre of mass, in the shape's coordinates.
    pub fn new(shape: &Shape, center: Vec3) -> ConvexProxy {
        let from_center = |points: &[Vec3]| {
            let points = points.iter().map(|p| p.as_dvec3() - center.as_dvec3());
            ProxyData::new(points, center)
        };
        let of_hull = |hull: &ConvexHull, hull_fidelity| {
            let all = 0..hull.vertices().len();
            let corners = from_center(hull.vertices());
            ProxyData {
                neighbours: CornerLists::of(all.map(|corner| hull.neighbours(corner))),
                lying_candidates: lying_candidates(hull, &corners.corners),
                hull_fidelity,
                ..corners
            }
        };
        ConvexProxy(Arc::new(match shape {
            Shape::Hull(hull) => of_hull(hull, HullFidelity::default()),
            Shape::Mesh(model) => {
                let mesh = model.mesh();
                let mut used = vec![false; mesh.vertices().len()];
                for corner in mesh.triangles().iter().flatten() {
                    used[*corner as usize] = true;
                }
                let all = mesh.vertices().iter().zip(used);
                let all: Vec<Vec3> = all.filter(|(_, used)| *used).map(|(p, _)| *p).collect();
                match ConvexHull::from_points(&all) {
                    Ok(hull) => ProxyData {
                        half_spaces: HalfSpaces::new(mesh),
                        ..of_hull(&hull, HullFidelity::new(&hull, mesh))
                    },
                    // A flat mesh has no hull: every vertex is a corner.
                    Err(_) => ProxyData {
                        half_spaces: HalfSpaces::new(mesh),
                        ..from_center(&all)
                    },
                }
            }
            _ => from_center(&[]),
        }))
    }

    /// True if [`ConvexProxy::new`] would make the same proxy for this centre of mass and the shape of this
    /// proxy.
    pub fn is_from(&self, center: Vec3) -> bool {
        self.0.center == center
    }

    /// A corner of the hull by its number; `None` if there is no hull.
    pub fn corner(&self, number: u32) -> Option<DVec3> {
        let is_hull = !self.0.neighbours.is_empty();
        is_hull.then(|| self.0.corners.get(number as usize).copied())?
    }

    /// A bound of the error of heights in f32, in metres.
    pub fn rounding(&self) -> f64 {
        self.0.rounding
    }

    /// The half-spaces of the mesh.
    pub fn half_spaces(&self) -> &HalfSpaces {
        &self.0.half_spaces
    }

    /// The parts of the hull that are the mesh itself.
    pub fn hull_fidelity(&self) -> &HullFidelity {
        &self.0.hull_fidelity
    }

    /// The distance to the farthest corner along a direction of length 1, in metres: an upper bound, and
    /// hardly more than the exact value. For `near`, see [`ConvexProxy::farthest`].
    pub fn reach_along(&self, direction: DVec3, near: &mut u32) -> f64 {
        let (top, place) = self.farthest(direction, *near);
        *near = top;
        let exact = place.dot(direction);
        if self.0.neighbours.is_empty() {
            exact + self.0.rounding
        } else {
            exact
        }
    }

    /// The number of the corner farthest along a direction of length 1, and the corner itself.
    ///
    /// `near` is the number of a corner that may be close to it, such as the last answer: hill climbing along
    /// the edges starts there. On a hull, whose faces are exactly convex, a corner higher than all its
    /// neighbours is the highest. Without a hull all corners are compared in f32.
    pub fn farthest(&self, direction: DVec3, near: u32) -> (u32, DVec3) {
        let ProxyData {
            corners,
            neighbours,
            ..
        } = &*self.0;
        if neighbours.is_empty() {
            return self.farthest_of_all(direction);
        }
        let mut top = near as usize;
        top = if top < corners.len() { top } else { 0 };
        let mut height = corners[top].dot(direction);
        loop {
            let here = top;
            for &next in neighbours.of_corner(here) {
                let other = corners[next as usize].dot(direction);
                if other > height {
                    (top, height) = (next as usize, other);
                }
            }
            if top == here {
                return (top as u32, corners[top]);
            }
        }
    }

    fn farthest_of_all(&self, direction: DVec3) -> (u32, DVec3) {
        let [x, y, z] = direction.as_vec3().to_array().map(f32x4::splat);
        let mut most = f32x4::splat(f32::NEG_INFINITY);
        // Block numbers are small enough for f32.
        let (mut best, mut number) = (f32x4::ZERO, f32x4::ZERO);
        for block in &*self.0.blocks {
            let [px, py, pz] = block.map(f32x4::new);
            let along = px * x + py * y + pz * z;
            best = along.simd_gt(most).select(number, best);
            most = most.fast_max(along);
            number += f32x4::ONE;
        }
        let most = most.to_array();
        let mut lane = 0;
        for other in 1..4 {
            lane = if most[other] > most[lane] {
                other
            } else {
                lane
            };
        }
        let corners = &self.0.corners;
        let index = (4 * best.to_array()[lane] as usize + lane).min(corners.len() - 1);
        (index as u32, corners[index])
    }

    /// Appends the corners that [lie against](is_on_support_feature) a direction of length 1 together with
    /// the farthest corner, whose number is `top`. Returns false if there are more than `most`.
    pub fn lying_against(
        &self,
        direction: DVec3,
        top: u32,
        most: usize,
        out: &mut Vec<(u32, DVec3)>,
    ) -> bool {
        let (corners, lying_candidates) = (&self.0.corners, &self.0.lying_candidates);
        let number = top as usize;
        let top = corners[number];
        if !lying_candidates.is_empty() {
            for &index in lying_candidates.of_corner(number) {
                let corner = corners[index as usize];
                if is_on_support_feature(top, corner, direction) {
                    if out.len() == most {
                        return false;
                    }
                    out.push((index, corner));
                }
            }
            return true;
        }
        let normal = direction.as_vec3().to_array().map(f32x4::splat);
        let highest = top.as_vec3().to_array().map(f32x4::splat);
        // A corner that passes the f64 test also passes this f32 test.
        let rounding = f32x4::splat((4.0 * self.0.rounding) as f32);
        for (number, block) in self.0.blocks.iter().enumerate() {
            let [x, y, z] = [0, 1, 2].map(|axis| highest[axis] - f32x4::new(block[axis]));
            let back = x * normal[0] + y * normal[1] + z * normal[2] - rounding;
            let slope = (x * x + y * y + z * z) * f32x4::splat(MAX_LYING_SLOPE * MAX_LYING_SLOPE);
            let lies = back.simd_le(f32x4::ZERO) | (back * back).simd_le(slope);
            for lane in (0..4).filter(|lane| lies.to_bitmask() >> lane & 1 != 0) {
                let index = 4 * number + lane;
                if let Some(&corner) = corners.get(index)
                    && is_on_support_feature(top, corner, direction)
                {
                    if out.len() == most {
                        return false;
                    }
                    out.push((index as u32, corner));
                }
            }
        }
        true
    }

    /// Visits the corners that may be lower than `limit` metres along a direction of length 1, with their
    /// numbers. Returns a lower bound of the heights of the others.
    pub fn visit_below(
        &self,
        direction: DVec3,
        limit: f64,
        mut visit: impl FnMut(usize, DVec3),
    ) -> f64 {
        let [x, y, z] = direction.as_vec3().to_array().map(f32x4::splat);
        // Rounded up by more than the cast may remove.
        let bar = ((limit + self.0.rounding) as f32).next_up();
        let mut lowest = f32::INFINITY;
        for (number, block) in self.0.blocks.iter().enumerate() {
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
                } else if let Some(corner) = self.0.corners.get(index) {
                    visit(index, *corner);
                }
            }
        }
        f64::from(lowest) - self.0.rounding
    }
}

impl ProxyData {
    fn new(corners: impl Iterator<Item = DVec3>, center: Vec3) -> ProxyData {
        let corners: Box<[DVec3]> = corners.collect();
        let last = corners.len().saturating_sub(1);
        let blocks = (0..corners.len()).step_by(4).map(|first| {
            let four: [Vec3; 4] =
                std::array::from_fn(|lane| corners[(first + lane).min(last)].as_vec3());
            [0, 1, 2].map(|axis| four.map(|corner| corner[axis]))
        });
        let reach = corners.iter().map(|corner| corner.length());
        ProxyData {
            center,
            blocks: blocks.collect(),
            neighbours: CornerLists::default(),
            lying_candidates: CornerLists::default(),
            rounding: reach.fold(0.0, f64::max) * ROUNDING,
            corners,
            hull_fidelity: HullFidelity::default(),
            half_spaces: HalfSpaces::default(),
        }
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
            let proxy = ConvexProxy(Arc::new(ProxyData::new(
                corners.iter().copied(),
                Vec3::ZERO,
            )));
            let heights = || corners.iter().map(|p| p.dot(n));
            let most = heights().fold(f64::NEG_INFINITY, f64::max);
            let said = proxy.reach_along(n, &mut 0);
            assert!(said >= most && said < most + 4e-6 * size, "{said} {most}");
            let (top, farthest) = proxy.farthest(n, 0);
            assert!((farthest.dot(n) - most).abs() < 4e-6 * size);
            assert_eq!(farthest, corners[top as usize]);
            let mut lying = Vec::new();
            assert!(proxy.lying_against(n, top, 99, &mut lying));
            let all = (0_u32..).zip(corners.iter().copied());
            let all: Vec<_> = all
                .filter(|(_, p)| is_on_support_feature(farthest, *p, n))
                .collect();
            assert_eq!(lying, all);
            assert!(!proxy.lying_against(n, top, all.len() - 1, &mut Vec::new()));
            let limit = most - 0.7 * size;
            let mut below = vec![false; corners.len()];
            let others = proxy.visit_below(n, limit, |index, corner| {
                assert_eq!(corner, corners[index]);
                assert!(!std::mem::replace(&mut below[index], true));
            });
            for (height, below) in heights().zip(below) {
                assert!(below || height > limit && height >= others);
            }
        }
    }

    #[test]
    fn up_the_edges_of_a_hull_is_the_farthest_corner_wherever_one_begins() {
        let mut random = Pcg32::seed_from_u64(4);
        for _ in 0..40 {
            let mut number = || random.random_range(-1.0_f32..1.0);
            // Points on a grid give many corners in one plane, and edges of equal height.
            let mut place = || (4.0 * Vec3::new(number(), number(), number())).round();
            let points: Vec<Vec3> = (0..60).map(|_| place()).collect();
            let hull = ConvexHull::from_points(&points).unwrap();
            let proxy = ConvexProxy::new(&Shape::Hull(hull.clone().into()), Vec3::ONE);
            for _ in 0..20 {
                let n = place().as_dvec3().try_normalize().unwrap_or(DVec3::Y);
                let heights = hull.vertices().iter();
                let heights = heights.map(|p| (p.as_dvec3() - DVec3::ONE).dot(n));
                let most = heights.fold(f64::NEG_INFINITY, f64::max);
                for near in [0, 3, 1000] {
                    let (top, corner) = proxy.farthest(n, near);
                    assert!((corner.dot(n) - most).abs() < 1e-12);
                    let known = hull.vertices()[top as usize].as_dvec3() - DVec3::ONE;
                    assert_eq!(known, corner);
                    let mut lying = Vec::new();
                    assert!(proxy.lying_against(n, top, 99, &mut lying));
                    let all = (0_u32..).zip(proxy.0.corners.iter().copied());
                    let all: Vec<_> = all
                        .filter(|(_, p)| is_on_support_feature(corner, *p, n))
                        .collect();
                    assert_eq!(lying, all);
                }
            }
        }
    }
}

//! Polygons cut into triangles: as a fan if that covers exactly the polygon, else by clipping ears.
//!
//! *Idea* (Meisters, "Polygons have ears", 1975): a corner is an ear if the triangle of it and its neighbours
//! turns as the polygon does and no other corner lies in it. Every simple polygon has two. Cutting one off
//! can only make or unmake ears at its two neighbours. The polygon is seen along its normal, in f64, and all
//! signs are exact. Outlines with holes that a double edge joins to the border are cut as well.
//!
//! *Limits*: n corners, r of them reflex, take about n r tests; the caller's limit may end the search
//! earlier.

use glam::{DVec3, Vec3};
use robust::{Coord, orient2d};

use crate::params::FLAT_POLYGON;

/// The reason why a polygon is not cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutError {
    /// Seen along its normal, it crosses itself.
    Crosses,
    /// Cutting it takes more tests than are left.
    TooMuch,
}

/// Cuts polygons; its memory is reused.
#[derive(Debug, Default)]
pub(super) struct PolygonCutter {
    points: Vec<Coord<f64>>,
    /// For each corner, the corners before and after it that are not cut off.
    before: Vec<u32>,
    after: Vec<u32>,
    /// Corners that may lie in an ear: those at which the outline does not turn as the polygon does.
    reflex: Vec<u32>,
    /// Corners found to be ears, to be cut off.
    ears: Vec<u32>,
    is_ear: Vec<bool>,
}

impl PolygonCutter {
    /// Appends triangles that cover a polygon to `out`, as numbers of its corners, which are at least three.
    /// `tests` is the number of tests left for this polygon and further ones.
    pub fn cut(
        &mut self,
        corners: &[Vec3],
        tests: &mut u64,
        out: &mut Vec<[u32; 3]>,
    ) -> Result<(), CutError> {
        let count = corners.len() as u32;
        let is_fan = count == 3 || is_thin(corners) || {
            self.project(corners)?;
            (1..count - 1).all(|i| self.turn([0, i, i + 1]) >= 0.0)
        };
        if is_fan {
            out.extend((1..count - 1).map(|i| [0, i, i + 1]));
            return Ok(());
        }
        self.clip_ears(count, tests, out)
    }

    /// Projects the corners along the normal, so that the outline is counter-clockwise.
    fn project(&mut self, corners: &[Vec3]) -> Result<(), CutError> {
        let first = corners[0].as_dvec3();
        let arm = |i: usize| corners[i].as_dvec3() - first;
        let pairs = 1..corners.len() - 1;
        let normal: DVec3 = pairs.map(|i| arm(i).cross(arm(i + 1))).sum();
        let normal = normal.try_normalize().ok_or(CutError::Crosses)?;
        let (right, up) = normal.any_orthonormal_pair();
        self.points.clear();
        self.points.extend((0..corners.len()).map(|i| Coord {
            x: arm(i).dot(right),
            y: arm(i).dot(up),
        }));
        Ok(())
    }

    /// Positive if three corners turn to the left, 0 if they are in a line.
    fn turn(&self, corners: [u32; 3]) -> f64 {
        let [a, b, c] = corners.map(|corner| self.points[corner as usize]);
        orient2d(a, b, c)
    }

    fn neighbours(&self, corner: u32) -> [u32; 2] {
        [self.before[corner as usize], self.after[corner as usize]]
    }

    fn clip_ears(
        &mut self,
        count: u32,
        tests: &mut u64,
        out: &mut Vec<[u32; 3]>,
    ) -> Result<(), CutError> {
        self.before.clear();
        self.before
            .extend((0..count).map(|i| (i + count - 1) % count));
        self.after.clear();
        self.after.extend((0..count).map(|i| (i + 1) % count));
        self.is_ear.clear();
        self.is_ear.resize(count as usize, false);
        self.reflex.clear();
        for corner in 0..count {
            if self.turn_at(corner) <= 0.0 {
                self.reflex.push(corner);
            }
        }
        self.ears.clear();
        for corner in 0..count {
            self.update(corner, tests)?;
        }
        let (mut left, mut last) = (count, 0);
        while left > 3 {
            let Some(ear) = self.ears.pop() else {
                // Corners in a line, and outlines that return along themselves, cover no area.
                let flat = self.ring(last).find(|&corner| self.turn_at(corner) == 0.0);
                let flat = flat.ok_or(CutError::Crosses)?;
                (last, left) = (self.remove(flat, tests)?, left - 1);
                // The removed corner may have kept any of the others from being an ear.
                let mut corner = last;
                for _ in 0..left {
                    self.update(corner, tests)?;
                    corner = self.after[corner as usize];
                }
                continue;
            };
            if !self.is_ear[ear as usize] {
                continue;
            }
            let [before, after] = self.neighbours(ear);
            out.push([before, ear, after]);
            (last, left) = (self.remove(ear, tests)?, left - 1);
        }
        let [before, after] = self.neighbours(last);
        match self.turn([before, last, after]) {
            turn if turn > 0.0 => out.push([before, last, after]),
            turn if turn < 0.0 => return Err(CutError::Crosses),
            _ => {}
        }
        Ok(())
    }

    fn turn_at(&self, corner: u32) -> f64 {
        let [before, after] = self.neighbours(corner);
        self.turn([before, corner, after])
    }

    /// The corners that are not cut off, starting from `from`.
    fn ring(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let all = std::iter::successors(Some(from), |&at| Some(self.after[at as usize]));
        let next = all.skip(1).take_while(move |&at| at != from);
        std::iter::once(from).chain(next)
    }

    /// Removes a corner from the ring. Returns one of the remaining corners.
    fn remove(&mut self, corner: u32, tests: &mut u64) -> Result<u32, CutError> {
        let [before, after] = self.neighbours(corner);
        self.after[before as usize] = after;
        self.before[after as usize] = before;
        self.is_ear[corner as usize] = false;
        let gone = [before, corner, after];
        self.reflex.retain(|reflex| !gone.contains(reflex));
        for neighbour in [before, after] {
            if self.turn_at(neighbour) <= 0.0 {
                self.reflex.push(neighbour);
            }
        }
        *tests = tests.saturating_sub(self.reflex.len() as u64);
        self.update(before, tests)?;
        self.update(after, tests)?;
        Ok(after)
    }

    /// Determines if a corner is an ear.
    fn update(&mut self, corner: u32, tests: &mut u64) -> Result<(), CutError> {
        let spent = 1 + self.reflex.len() as u64;
        *tests = tests.checked_sub(spent).ok_or(CutError::TooMuch)?;
        let [before, after] = self.neighbours(corner);
        let ear = [before, corner, after];
        let is_ear = self.turn(ear) > 0.0
            && !(self.reflex.iter()).any(|&other| self.lies_in(other, ear, tests));
        if is_ear && !std::mem::replace(&mut self.is_ear[corner as usize], true) {
            self.ears.push(corner);
        }
        self.is_ear[corner as usize] = is_ear;
        Ok(())
    }

    /// True if a corner keeps a triangle of three others from being an ear.
    fn lies_in(&self, corner: u32, ear: [u32; 3], tests: &mut u64) -> bool {
        if ear.contains(&corner) {
            return false;
        }
        let point = self.points[corner as usize];
        let [a, b, c] = ear.map(|i| self.points[i as usize]);
        let beyond = |get: fn(Coord<f64>) -> f64| {
            let (p, a, b, c) = (get(point), get(a), get(b), get(c));
            p < a.min(b).min(c) || p > a.max(b).max(c)
        };
        if beyond(|p| p.x) || beyond(|p| p.y) {
            return false;
        }
        // Exact signs take longer than comparisons, so they count as more tests.
        *tests = tests.saturating_sub(8);
        let sides = [[a, b], [b, c], [c, a]];
        if sides.iter().any(|[p, q]| orient2d(*p, *q, point) < 0.0) {
            return false;
        }
        // The point is a corner of the triangle: it counts if the outline leads from there into the triangle.
        let is_there = |i: &usize| self.points[ear[*i] as usize] == point;
        let Some(at) = (0..3).find(is_there) else {
            return true;
        };
        let (to, from) = (sides[at], sides[(at + 2) % 3]);
        self.neighbours(corner).into_iter().any(|next| {
            let next = self.points[next as usize];
            orient2d(to[0], to[1], next) > 0.0 && orient2d(from[0], from[1], next) > 0.0
        })
    }
}

/// True if all corners lie nearly in a line: then no triangle of them covers much.
fn is_thin(corners: &[Vec3]) -> bool {
    let first = corners[0].as_dvec3();
    let arms = || corners.iter().map(|corner| corner.as_dvec3() - first);
    let farthest = arms().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
    let along = farthest.unwrap_or_default();
    let most = FLAT_POLYGON * along.length_squared();
    arms().all(|arm| arm.cross(along).length() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn cut(corners: &[Vec3]) -> Result<Vec<[u32; 3]>, CutError> {
        let mut out = Vec::new();
        let (mut cutter, mut tests) = (PolygonCutter::default(), u64::MAX);
        cutter.cut(corners, &mut tests, &mut out).map(|()| out)
    }

    fn flat(corners: &[[f32; 2]]) -> Vec<Vec3> {
        corners
            .iter()
            .map(|[x, y]| Vec3::new(*x, *y, 0.0))
            .collect()
    }

    /// The number of triangles that cover a point of the plane z = 0, and the winding number of the outline
    /// there.
    fn covered(corners: &[Vec3], triangles: &[[u32; 3]], at: [f32; 2]) -> (i32, i32) {
        let at = DVec3::new(f64::from(at[0]), f64::from(at[1]), 0.0);
        let winding = |outline: &[DVec3]| {
            (0..outline.len())
                .map(|i| {
                    let (p, q) = (outline[i], outline[(i + 1) % outline.len()]);
                    let side = (q - p).cross(at - p).z;
                    i32::from(p.y <= at.y && q.y > at.y && side > 0.0)
                        - i32::from(p.y > at.y && q.y <= at.y && side < 0.0)
                })
                .sum::<i32>()
        };
        let all: Vec<DVec3> = corners.iter().map(|corner| corner.as_dvec3()).collect();
        let sum = triangles
            .iter()
            .map(|t| winding(&t.map(|i| all[i as usize])));
        (sum.sum(), winding(&all))
    }

    #[test]
    fn random_outlines_are_covered_once_and_nothing_beside_them() {
        let mut random = Pcg32::seed_from_u64(7);
        for case in 0..400 {
            let count = random.random_range(4..60);
            // A star around the origin, counter-clockwise.
            let corners: Vec<Vec3> = (0..count)
                .map(|i| {
                    let angle = std::f32::consts::TAU * i as f32 / count as f32;
                    let away = random.random_range(0.2..1.0_f32);
                    Vec3::new(away * angle.cos(), away * angle.sin(), 0.0)
                })
                .collect();
            let turn = Quat::from_scaled_axis(Vec3::new(0.3, 1.0, 0.2) * case as f32);
            let turned: Vec<Vec3> = corners.iter().map(|corner| turn * *corner).collect();
            let triangles = cut(&turned).unwrap();
            assert!(triangles.len() <= corners.len() - 2);
            for _ in 0..60 {
                let at = [0; 2].map(|_| random.random_range(-1.0..1.0_f32));
                let (found, right) = covered(&corners, &triangles, at);
                assert_eq!(found, right, "{case}: {at:?}");
            }
        }
    }

    #[test]
    fn a_ring_whose_hole_is_joined_by_a_double_edge_keeps_its_hole() {
        let outer = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let inner = [[1.0, 1.0], [1.0, 3.0], [3.0, 3.0], [3.0, 1.0]];
        let mut corners: Vec<[f32; 2]> = outer.to_vec();
        corners.push(outer[0]);
        corners.extend(inner);
        corners.push(inner[0]);
        for first in 0..corners.len() {
            corners.rotate_left(1);
            let corners = flat(&corners);
            let triangles = cut(&corners).unwrap();
            for i in 0..64 {
                let at = [i % 8, i / 8].map(|n| 0.26 + 0.5 * n as f32);
                let (found, right) = covered(&corners, &triangles, at);
                assert_eq!(found, right, "{first}: {at:?}");
            }
        }
    }

    #[test]
    fn a_spiral_of_four_thousand_corners_is_cut_within_a_bound() {
        let arm = |i: u32, wide: f32| {
            let angle = 0.05 * i as f32;
            let away = 1.0 + 0.05 * angle + wide;
            [away * angle.cos(), away * angle.sin()]
        };
        let outer = (0..2000).map(|i| arm(i, 0.15));
        let inner = (0..2000).rev().map(|i| arm(i, 0.0));
        let corners: Vec<[f32; 2]> = outer.chain(inner).collect();
        let corners = flat(&corners);
        let (mut cutter, mut out) = (PolygonCutter::default(), Vec::new());
        let mut tests = 1 << 26;
        cutter.cut(&corners, &mut tests, &mut out).unwrap();
        assert_eq!(out.len(), 3998);
        let mut few = 1000;
        let cut = cutter.cut(&corners, &mut few, &mut out);
        assert_eq!(cut, Err(CutError::TooMuch));
    }

    #[test]
    fn outlines_that_cross_themselves_are_refused_and_thin_ones_are_not() {
        let bow = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(cut(&bow), Err(CutError::Crosses));
        let uneven = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 3.0]]);
        assert_eq!(cut(&uneven), Err(CutError::Crosses));
        let line = [0.0, 1.0, 0.5, 2.0].map(|x| Vec3::new(x, 0.3 * x, 0.1));
        assert_eq!(cut(&line).unwrap().len(), 2);
        assert_eq!(cut(&[Vec3::ONE; 5]).unwrap().len(), 3);
    }
}

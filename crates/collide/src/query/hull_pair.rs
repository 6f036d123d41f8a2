//! The convex hulls of two colliders: their nearest points by GJK, and whether these are the meshes' own.
//!
//! Two meshes whose hulls are apart are nearest where the hulls are, unless a hull bridges a hollow
//! there. So the hulls' nearest features are found first. If the corners that lie against the
//! direction between the hulls are a corner, an edge or a face of the mesh itself, on both sides, the
//! hulls answer for the meshes.
//!
//! Source of GJK: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, *A fast procedure for computing the
//! distance between complex objects in three-dimensional space*, 1988.

use glam::DVec3;

use crate::narrow_phase::signed_volumes::nearest;
use crate::params::{MAX_FEATURE_CORNERS, MAX_GJK_ITERATIONS, MAX_PATCH_CORNERS};
use crate::query::PlacedCollider;
use crate::query::contacts::ContactCandidate;
use crate::shape::Shape;

/// The hulls of two colliders.
pub(crate) struct HullPair<'c> {
    pub both: [PlacedCollider<'c>; 2],
}

/// The nearest points of two hulls, relative to the first collider's centre.
#[derive(Clone, Copy, Debug)]
pub struct NearestPoints {
    /// A direction of length 1 from the first to the second, and the gap along it, in metres.
    pub normal: DVec3,
    pub gap: f64,
    /// The points and their distance: at least the gap, and hardly more once GJK has converged.
    pub points: [DVec3; 2],
    pub distance: f64,
}

/// A corner of each hull, and their numbers.
#[derive(Clone, Copy, Default)]
struct SimplexVertex {
    on: [DVec3; 2],
    indices: [u32; 2],
}

/// What GJK starts from the next time for the same two hulls: the support corners, and the simplex of
/// the nearest points, by numbers. Wherever the hulls move, these stay corners of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GjkCache {
    pub support_vertices: [u32; 2],
    simplex: [[u32; 2]; 3],
    count: u8,
}

/// A simplex of one to four differences of corners. All of them count for its point nearest to the
/// origin.
#[derive(Default)]
struct HullSimplex {
    differences: [DVec3; 4],
    vertices: [SimplexVertex; 4],
    weights: [f64; 4],
    count: usize,
}

impl HullSimplex {
    /// Whether a difference is one of its vertices.
    fn holds(&self, difference: DVec3) -> bool {
        self.differences[..self.count].contains(&difference)
    }

    /// Adds a vertex.
    fn push(&mut self, vertex: SimplexVertex) {
        self.differences[self.count] = vertex.on[1] - vertex.on[0];
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    /// Returns the point nearest to the origin and drops the vertices that do not count for it.
    fn reduce(&mut self) -> DVec3 {
        let found = nearest(&self.differences, self.count);
        let all = std::mem::take(&mut self.count);
        for i in 0..all {
            if found.weights[i] > 0.0 {
                if self.count < i {
                    self.differences[self.count] = self.differences[i];
                    self.vertices[self.count] = self.vertices[i];
                }
                self.weights[self.count] = found.weights[i];
                self.count += 1;
            }
        }
        found.point
    }

    /// The nearest points of the two hulls so far.
    fn points(&self) -> [DVec3; 2] {
        let mut points = [DVec3::ZERO; 2];
        for (vertex, weight) in self.vertices[..self.count].iter().zip(self.weights) {
            for (point, on) in points.iter_mut().zip(vertex.on) {
                *point += on * weight;
            }
        }
        points
    }
}

impl HullPair<'_> {
    /// The nearest points by GJK, until the gap along a direction is the share `enough` of their
    /// distance. `toward` is the first direction, unless the cache holds a simplex. None if the hulls
    /// overlap, or if no direction separates them.
    pub fn nearest(
        &self,
        mut toward: DVec3,
        enough: f64,
        gjk_cache: &mut GjkCache,
    ) -> Option<NearestPoints> {
        let [first, second] = &self.both;
        let between = second.frame.center - first.frame.center;
        let vertex = |indices: [u32; 2], [a, b]: [DVec3; 2]| SimplexVertex {
            on: [a, between + b],
            indices,
        };
        let mut simplex = HullSimplex::default();
        let support_vertices = &mut gjk_cache.support_vertices;
        for indices in &gjk_cache.simplex[..usize::from(gjk_cache.count)] {
            let [a, b] = [0, 1].map(|i| self.both[i].collider.proxy().corner(indices[i]));
            if let (Some(a), Some(b)) = (a, b) {
                let places = [first.frame.rotation * a, second.frame.rotation * b];
                simplex.push(vertex(*indices, places));
            }
        }
        if simplex.count > 0 {
            toward = simplex.reduce();
        }
        gjk_cache.count = 0;
        let mut best: Option<(f64, DVec3, [u32; 2])> = None;
        for _ in 0..MAX_GJK_ITERATIONS {
            let length = toward.length();
            let n = toward / length;
            if !n.is_finite() {
                return None;
            }
            let on_a = first.farthest(n, support_vertices[0]);
            let on_b = second.farthest(-n, support_vertices[1]);
            *support_vertices = [on_a.0, on_b.0];
            let next = vertex(*support_vertices, [on_a.1, on_b.1]);
            let difference = next.on[1] - next.on[0];
            let gap = difference.dot(n);
            if gap > best.map_or(0.0, |best| best.0) {
                best = Some((gap, n, *support_vertices));
            }
            // `toward` is a difference of two points, with a length that counts, only once the simplex
            // has a vertex.
            let is_enough = simplex.count > 0 && best.is_some_and(|best| best.0 >= enough * length);
            if is_enough || simplex.holds(difference) {
                break;
            }
            simplex.push(next);
            toward = simplex.reduce();
            if simplex.count == 4 {
                return None;
            }
        }
        let (gap, normal, of_best) = best?;
        *support_vertices = of_best;
        for (kept, vertex) in gjk_cache
            .simplex
            .iter_mut()
            .zip(&simplex.vertices[..simplex.count])
        {
            *kept = vertex.indices;
            gjk_cache.count += 1;
        }
        let points = simplex.points();
        Some(NearestPoints {
            normal,
            gap,
            points,
            distance: points[0].distance(points[1]),
        })
    }

    /// Whether the nearest features of the hulls are the meshes' own, and no bridge of a hull. Writes
    /// the corners of the features to the scratch memory, in the colliders' frames.
    pub fn touches_mesh_surface(
        &self,
        nearest: &NearestPoints,
        support_vertices: [u32; 2],
        memory: &mut HullScratch,
    ) -> bool {
        let all = self.both.iter().zip(support_vertices);
        let mut signs = [1.0, -1.0].into_iter();
        all.zip(&mut memory.feature_corners)
            .all(|((placed, top), feature_corners)| {
                feature_corners.clear();
                let turn = placed.frame.rotation.conjugate();
                let local = turn * nearest.normal * signs.next().unwrap_or(1.0);
                let proxy = placed.collider.proxy();
                let mut lie =
                    || proxy.lying_against(local, top, MAX_FEATURE_CORNERS, feature_corners);
                match placed.collider.shape() {
                    Shape::Mesh(_) => lie() && proxy.hull_fidelity().has_feature(feature_corners),
                    Shape::Hull(_) => {
                        // A convex solid is its own hull, however many corners lie there.
                        lie();
                        true
                    }
                    _ => true,
                }
            })
    }
}

/// Scratch memory for queries of hulls.
#[derive(Clone, Debug)]
pub(crate) struct HullScratch {
    /// By collider: the corners, with their numbers, of the feature that [`HullPair::touches_mesh_surface`]
    /// looked at.
    pub feature_corners: [Vec<(u32, DVec3)>; 2],
    pub found: Vec<ContactCandidate>,
}

impl Default for HullScratch {
    fn default() -> Self {
        HullScratch {
            feature_corners: [0, 1].map(|_| Vec::with_capacity(MAX_FEATURE_CORNERS)),
            found: Vec::with_capacity(2 * MAX_PATCH_CORNERS),
        }
    }
}

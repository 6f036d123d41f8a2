//! The convex hulls of two colliders: their nearest points by GJK, and a test that these are the meshes' own.
//!
//! Two meshes whose hulls are apart are nearest at the nearest points of the hulls, unless a hull
//! bridges a hollow there. So the hulls' nearest features are found first. If the corners that lie
//! against the direction between the hulls are a corner, an edge or a face of the mesh itself, on both
//! sides, the distance of the hulls is that of the meshes.

use glam::DVec3;

use crate::budget::Meter;
use crate::coder::Coder;
use crate::narrow_phase::gjk::{DifferenceSet, GjkEnd, SimplexStep, gjk};
use crate::narrow_phase::simplex::Simplex;
use crate::params::{MAX_FEATURE_CORNERS, MAX_GJK_ITERATIONS};
use crate::query::PlacedCollider;
use crate::query::trace::Trace;
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

/// The start of GJK for the next query of a pair of hulls: the support corners, and the simplex of the
/// nearest points, by numbers. They stay corners of the hulls however these move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GjkCache {
    pub support_vertices: [u32; 2],
    simplex: [[u32; 2]; 3],
    count: u8,
}

impl GjkCache {
    /// Codes it for a compact copy.
    pub fn code(&mut self, coder: &mut impl Coder) {
        let GjkCache {
            support_vertices,
            simplex,
            count,
        } = self;
        *count = coder.word((*count).into(), 0) as u8;
        let [first, second] = &mut *support_vertices;
        coder.integer(first, 0);
        coder.integer(second, 0);
        for [one, other] in simplex {
            coder.integer(one, *first);
            coder.integer(other, *second);
        }
    }

    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.support_vertices == [0; 2] && self.simplex == [[0; 2]; 3]
    }
}

/// Two hulls on the way to their nearest points.
struct HullSearch<'h, 'c> {
    both: &'h [PlacedCollider<'c>; 2],
    /// The vector from the first centre to the second, in metres.
    between: DVec3,
    /// The share of the distance that a gap has to be.
    enough: f64,
    support_vertices: &'h mut [u32; 2],
    meter: &'h mut Meter,
    trace: &'h mut Trace,
    /// The largest gap so far (m), its direction, and the support corners.
    best: Option<(f64, DVec3, [u32; 2])>,
}

impl HullSearch<'_, '_> {
    fn vertex(&self, indices: [u32; 2], [a, b]: [DVec3; 2]) -> (DVec3, SimplexVertex) {
        let on = [a, self.between + b];
        (on[1] - on[0], SimplexVertex { on, indices })
    }
}

impl DifferenceSet for HullSearch<'_, '_> {
    type Vertex = SimplexVertex;

    #[inline]
    fn support(&mut self, toward: DVec3, length: f64) -> Option<(DVec3, SimplexVertex)> {
        let n = toward / length;
        if !n.is_finite() || !self.meter.take() {
            return None;
        }
        let [first, second] = self.both;
        let on_a = first.farthest(n, self.support_vertices[0]);
        let on_b = second.farthest(-n, self.support_vertices[1]);
        *self.support_vertices = [on_a.0, on_b.0];
        let next = self.vertex([on_a.0, on_b.0], [on_a.1, on_b.1]);
        let gap = next.0.dot(n);
        if gap > self.best.map_or(0.0, |best| best.0) {
            self.best = Some((gap, n, *self.support_vertices));
        }
        Some(next)
    }

    #[inline]
    fn note(&mut self, simplex: &Simplex<SimplexVertex>, step: &SimplexStep) {
        let differences = simplex.iter().map(|one| one.0);
        self.trace.note_gjk(differences, step);
    }

    #[inline]
    fn is_enough(&self, upper: f64) -> bool {
        (self.best).is_some_and(|best| best.0 >= self.enough * upper)
    }
}

impl HullPair<'_> {
    /// The nearest points by GJK, until the gap along a direction is the share `enough` of their
    /// distance. `toward` is the first direction, unless the cache holds a simplex. Each direction is a
    /// test of a plane. None if the hulls overlap, or if no direction separates them.
    pub fn nearest(
        &self,
        mut toward: DVec3,
        enough: f64,
        gjk_cache: &mut GjkCache,
        (meter, trace): (&mut Meter, &mut Trace),
    ) -> Option<NearestPoints> {
        let [first, second] = &self.both;
        let mut search = HullSearch {
            both: &self.both,
            between: second.frame.center - first.frame.center,
            enough,
            support_vertices: &mut gjk_cache.support_vertices,
            meter,
            trace,
            best: None,
        };
        let mut simplex = Simplex::default();
        for indices in &gjk_cache.simplex[..usize::from(gjk_cache.count)] {
            let [a, b] = [0, 1].map(|i| self.both[i].collider.proxy().corner(indices[i]));
            if let (Some(a), Some(b)) = (a, b) {
                let places = [first.frame.rotation * a, second.frame.rotation * b];
                let (difference, vertex) = search.vertex(*indices, places);
                simplex.push(difference, vertex);
            }
        }
        if simplex.count() > 0 {
            toward = simplex.reduce();
            let (support, nearest) = (None, toward);
            search.note(&simplex, &SimplexStep { support, nearest });
        }
        gjk_cache.count = 0;
        let ended = gjk(&mut search, &mut simplex, toward, MAX_GJK_ITERATIONS);
        let (GjkEnd::Apart(_), Some((gap, normal, of_best))) = (ended, search.best) else {
            return None;
        };
        gjk_cache.support_vertices = of_best;
        let mut points = [DVec3::ZERO; 2];
        for (kept, (_, vertex, weight)) in gjk_cache.simplex.iter_mut().zip(simplex.iter()) {
            *kept = vertex.indices;
            gjk_cache.count += 1;
            for (point, on) in points.iter_mut().zip(vertex.on) {
                *point += on * weight;
            }
        }
        Some(NearestPoints {
            normal,
            gap,
            points,
            distance: points[0].distance(points[1]),
        })
    }

    /// Returns true if the nearest features of the hulls are the meshes' own, and no bridge of a hull.
    /// Writes the corners of the features to the scratch memory, in the colliders' frames.
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
                match placed.collider.core() {
                    Shape::Mesh(_) => lie() && proxy.hull_fidelity().has_feature(feature_corners),
                    Shape::Hull(_) => {
                        // A convex solid is its own hull, for any number of corners.
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
}

impl Default for HullScratch {
    fn default() -> Self {
        HullScratch {
            feature_corners: [0, 1].map(|_| Vec::with_capacity(MAX_FEATURE_CORNERS)),
        }
    }
}

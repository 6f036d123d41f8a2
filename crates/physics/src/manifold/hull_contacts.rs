//! The convex hulls of two bodies: their nearest points by GJK, and the contacts of meshes there.
//!
//! Two meshes whose hulls are apart are nearest where the hulls are, unless a hull bridges a hollow
//! there. So the hulls' nearest features are found first. If the corners that lie against the
//! direction between the hulls are a corner, an edge or a face of the mesh itself, on both sides,
//! their contacts are those of the meshes, for a tenth of the cost of a search over all triangles.
//! A bridge, or hulls that overlap, take the search.
//!
//! Source of GJK: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, *A fast procedure for computing the
//! distance between complex objects in three-dimensional space*, 1988.

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::manifold::face_contacts::reduce_to_four;
use crate::manifold::point::NearPoint;
use crate::params::{
    GJK_EXACT_SHARE, MAX_FEATURE_CORNERS, MAX_GJK_ITERATIONS, MAX_PATCH_CORNERS, MIN_GAP_ROUNDINGS,
};
use dodgem_collide::Shape;
use dodgem_collide::narrow_phase::convex_pair::Separation;
use dodgem_collide::narrow_phase::signed_volumes::nearest;
use dodgem_collide::query::contacts::{ContactCandidate, add_feature_contacts};

/// Two bodies at places of the world, given by their centres of mass and rotations.
pub(crate) struct HullPair<'b> {
    pub bodies: [&'b Body; 2],
    pub places: [(DVec3, DQuat); 2],
}

/// The nearest points of two hulls, relative to the first body's centre of mass.
pub(crate) struct NearestPoints {
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
        let between = self.places[1].0 - self.places[0].0;
        let turns = self.places.map(|place| place.1);
        let vertex = |indices: [u32; 2], on: [DVec3; 2]| {
            let on = [turns[0] * on[0], between + turns[1] * on[1]];
            SimplexVertex { on, indices }
        };
        let mut simplex = HullSimplex::default();
        let support_vertices = &mut gjk_cache.support_vertices;
        for indices in &gjk_cache.simplex[..usize::from(gjk_cache.count)] {
            let [a, b] = [0, 1].map(|i| self.bodies[i].proxy.corner(indices[i]));
            if let (Some(a), Some(b)) = (a, b) {
                simplex.push(vertex(*indices, [a, b]));
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
            let [a, b] = self.bodies;
            let on_a = a.farthest(turns[0].conjugate() * n, support_vertices[0]);
            let on_b = b.farthest(turns[1].conjugate() * -n, support_vertices[1]);
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
}

impl HullPair<'_> {
    /// Whether the nearest features of the hulls are the bodies' own, and no bridge of a hull. Writes
    /// the corners of the features to the scratch memory, in the bodies' frames.
    pub fn touches_mesh_surface(
        &self,
        nearest: &NearestPoints,
        support_vertices: [u32; 2],
        memory: &mut HullScratch,
    ) -> bool {
        let all = self.bodies.iter().zip(self.places).zip(support_vertices);
        let mut signs = [1.0, -1.0].into_iter();
        all.zip(&mut memory.feature_corners)
            .all(|(((body, place), top), feature_corners)| {
                feature_corners.clear();
                let local = place.1.conjugate() * nearest.normal * signs.next().unwrap_or(1.0);
                match body.shape {
                    Shape::Mesh(_) => {
                        body.proxy
                            .lying_against(local, top, MAX_FEATURE_CORNERS, feature_corners)
                            && body.proxy.hull_fidelity().has_feature(feature_corners)
                    }
                    _ => true,
                }
            })
    }
}

/// Scratch memory for the contacts of hulls.
#[derive(Clone, Debug)]
pub(crate) struct HullScratch {
    feature_corners: [Vec<(u32, DVec3)>; 2],
    found: Vec<ContactCandidate>,
}

impl Default for HullScratch {
    fn default() -> Self {
        HullScratch {
            feature_corners: [0, 1].map(|_| Vec::with_capacity(MAX_FEATURE_CORNERS)),
            found: Vec::with_capacity(2 * MAX_PATCH_CORNERS),
        }
    }
}

/// Finds the contacts of two meshes within a tolerance (m) where their hulls are nearest. `toward` is
/// GJK's first direction, unless the cache holds a simplex. Returns a lower bound of the bodies'
/// distance, in metres; none if only a search can tell.
pub(crate) fn hull_contacts(
    a: &Body,
    b: &Body,
    tolerance: f64,
    toward: DVec3,
    gjk_cache: &mut GjkCache,
    memory: &mut HullScratch,
    out: &mut Vec<NearPoint>,
) -> Option<f64> {
    out.clear();
    let bodies = [a, b];
    let is_known = |body: &&Body| !body.proxy.hull_fidelity().is_empty();
    if !bodies.iter().all(is_known) {
        return None;
    }
    let pair = HullPair {
        bodies,
        places: bodies.map(|body| (body.center, body.rotation)),
    };
    let toward = if toward == DVec3::ZERO {
        b.center - a.center
    } else {
        toward
    };
    let nearest = pair.nearest(toward, GJK_EXACT_SHARE, gjk_cache)?;
    let rounding = a.proxy.rounding() + b.proxy.rounding();
    let lower_bound = nearest.gap - rounding;
    if lower_bound > tolerance {
        return Some(lower_bound);
    }
    if lower_bound < MIN_GAP_ROUNDINGS * rounding {
        return None;
    }
    let is_small = |feature_corners: &Vec<(u32, DVec3)>| feature_corners.len() <= MAX_PATCH_CORNERS;
    if !pair.touches_mesh_surface(&nearest, gjk_cache.support_vertices, memory)
        || !memory.feature_corners.iter().all(is_small)
    {
        return None;
    }
    for (i, feature_corners) in memory.feature_corners.iter_mut().enumerate() {
        let place = pair.places[i].0 - a.center;
        for (_, corner) in feature_corners {
            *corner = place + bodies[i].rotation * *corner;
        }
    }
    let separation = Separation {
        distance: nearest.distance,
        normal: nearest.normal,
        point_a: nearest.points[0],
        point_b: nearest.points[1],
    };
    let HullScratch {
        feature_corners,
        found,
    } = memory;
    found.clear();
    add_feature_contacts(
        &feature_corners[0],
        &feature_corners[1],
        &separation,
        tolerance,
        found,
    );
    out.extend(found.iter().map(|found| NearPoint {
        normal: found.normal,
        point: a.center + (found.point_a + found.point_b) * 0.5,
        distance: found.distance,
        feature: found.feature,
    }));
    let first = out.first()?;
    let normal = first.normal;
    reduce_to_four(out, normal);
    Some(lower_bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BodyDesc;
    use dodgem_collide::math::Pose;
    use dodgem_collide::mesh::obj;
    use dodgem_collide::query::shapes;
    use dodgem_collide::shape::Sphere;
    use dodgem_collide::{Budget, BuildOptions, Model, Placed, ShapeScratch};
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn far(scratch: &mut ShapeScratch, a: (&Shape, &Pose), b: (&Shape, &Pose)) -> f64 {
        let found = shapes::distance(
            Placed::new(a.0, a.1),
            Placed::new(b.0, b.1),
            Budget::Unlimited,
            scratch,
        );
        f64::from(found.distance().expect("no budget"))
    }

    /// Cars side by side in all orientations: where hulls decide, the contacts are as near as the meshes
    /// are, and on both of them.
    #[test]
    fn contacts_of_hulls_are_those_of_the_meshes() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../assets/models/bumper_car.obj"
        );
        let mesh = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
        let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
        let car = Shape::Mesh(model.into());
        let mut random = Pcg32::seed_from_u64(11);
        let mut scratch = ShapeScratch::default();
        let (mut memory, mut out) = (HullScratch::default(), Vec::new());
        let mut first = Body::new(BodyDesc::dynamic(car.clone(), Pose::IDENTITY), &[]).unwrap();
        let mut second = first.clone();
        let (mut known, mut patches) = (0, 0);
        for case in 0..600 {
            let mut number = |size: f32| random.random_range(-size..size);
            let tilt = if case % 3 == 0 { 1.0 } else { 0.003 };
            let mut turn = || Quat::from_xyzw(number(tilt), number(1.0), number(tilt), number(1.0));
            let [at_a, at_b] = [turn(), turn()].map(Quat::normalize);
            let towards = Vec3::new(number(1.0), number(0.02), number(1.0)).normalize();
            first.place(&Pose::new(at_a, Vec3::ZERO).unwrap());
            // From afar on to a small gap.
            let (mut way, mut gap) = (3.0, 1.0);
            let wanted = f64::from(0.5 * number(0.02).abs()) + 1e-4;
            for _ in 0..40 {
                second.place(&Pose::new(at_b, towards * way).unwrap());
                let poses = [&first, &second].map(Body::pose);
                gap = far(&mut scratch, (&car, &poses[0]), (&car, &poses[1]));
                way -= (gap - wanted) as f32;
                if (gap - wanted).abs() < 1e-6 {
                    break;
                }
            }
            let start = second.center - first.center;
            let found = {
                let gjk_cache = &mut GjkCache::default();
                hull_contacts(
                    &first,
                    &second,
                    0.01,
                    start,
                    gjk_cache,
                    &mut memory,
                    &mut out,
                )
            };
            let Some(lower_bound) = found else { continue };
            known += 1;
            assert!(lower_bound <= gap + 2e-6, "{case}: {lower_bound} for {gap}");
            if out.is_empty() {
                assert!(lower_bound > 0.01);
                continue;
            }
            patches += usize::from(out.len() > 1);
            let nearest = out.iter().map(|p| p.distance).fold(f64::INFINITY, f64::min);
            assert!((nearest - gap).abs() < 1e-5, "{case}: {nearest} for {gap}");
            for at in &out {
                assert!(at.distance <= 0.01 + 1e-9 && at.normal.is_normalized());
                for (body, sign) in [(&first, -0.5), (&second, 0.5)] {
                    let place = (at.point + at.normal * (sign * at.distance)).as_vec3();
                    let dot = Shape::Sphere(Sphere::new(1e-6).unwrap());
                    let pose = Pose::from_translation(place).unwrap();
                    let off = far(&mut scratch, (&body.shape, &body.pose()), (&dot, &pose));
                    // Edges at a small angle count as parallel.
                    assert!(off < 4e-3, "{case}: {off} beside the mesh");
                }
            }
        }
        assert!(known > 400 && patches > 200, "{known} and {patches}");
    }
}

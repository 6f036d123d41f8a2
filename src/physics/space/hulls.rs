//! The hulls of two bodies: the walk to their nearest points, and the contacts of meshes there.
//!
//! Two meshes whose hulls are apart are nearest where the hulls are, unless a hull bridges a hollow
//! just there. So what the hulls touch each other with is looked at first: if the corners that lie
//! against the direction between them are a corner, an edge or a face of the mesh itself, on both
//! sides, their contacts are the meshes', for a tenth of what a search over all triangles costs. A
//! bridge, hulls that overlap, or bodies that have met elsewhere ([`Near::rough`]) take the search.
//!
//! [`Near::rough`]: super::pairs::Near::rough

use glam::{DQuat, DVec3};

use super::body::Body;
use super::faces::keep_four;
use super::narrow::NearPoint;
use crate::collision::Shape;
use crate::collision::contacts::{Found, of_corner_pair};
use crate::collision::narrow::convex::Separation;
use crate::collision::narrow::signed_volumes::nearest;

/// Steps of the walk at most: hulls of a hundred corners take three to six.
const MOST_STEPS: usize = 24;

/// A direction along which hulls are apart by this share of their distance is the best, as far as
/// supports in f32 can tell.
const EXACT: f64 = 1.0 - 1e-6;

/// So many corners lying against a direction are too many for a patch.
const MOST_LYING: usize = 12;

/// Hulls nearer than this many times what their corners may be off by have no direction to trust.
const LEAST_GAP: f64 = 16.0;

/// Two bodies at places of the world, given by their centres of mass and rotations.
pub(super) struct HullPair<'b> {
    pub bodies: [&'b Body; 2],
    pub places: [(DVec3, DQuat); 2],
}

/// The nearest points of two hulls, as seen from the first body's centre of mass.
pub(super) struct NearestPoints {
    /// A direction of length 1 from the first to the second, and how far apart they are along it,
    /// in metres.
    pub normal: DVec3,
    pub gap: f64,
    /// The points and their distance: at least the gap, and hardly more at the walk's end.
    pub points: [DVec3; 2],
    pub distance: f64,
    /// The numbers of the corners that reach farthest along the normal; of shapes without an
    /// outline 0.
    pub tops: [u32; 2],
}

/// A difference of two corners, and the corners.
#[derive(Clone, Copy, Default)]
struct Vertex {
    difference: DVec3,
    on: [DVec3; 2],
}

impl HullPair<'_> {
    /// Walks to the nearest points (Gilbert, Johnson and Keerthi) until a direction shows the share
    /// `enough` of their distance; `toward` is the first one. None if the hulls overlap, or if no
    /// direction parts them.
    pub fn nearest(&self, mut toward: DVec3, enough: f64) -> Option<NearestPoints> {
        let between = self.places[1].0 - self.places[0].0;
        let turns = self.places.map(|place| place.1);
        let mut simplex = [Vertex::default(); 4];
        let mut count = 0;
        let mut weights = [0.0; 4];
        let mut best: Option<(f64, DVec3, [u32; 2])> = None;
        for step in 0..MOST_STEPS {
            let length = toward.length();
            let n = toward / length;
            if !n.is_finite() {
                return None;
            }
            let [a, b] = self.bodies;
            let on_a = a.farthest(turns[0].conjugate() * n);
            let on_b = b.farthest(turns[1].conjugate() * -n);
            let on = [turns[0] * on_a.1, between + turns[1] * on_b.1];
            let difference = on[1] - on[0];
            let gap = difference.dot(n);
            if gap > best.map_or(0.0, |best| best.0) {
                best = Some((gap, n, [on_a.0, on_b.0]));
            }
            // The length of `toward` is that of a difference of two points only once there is one.
            let is_enough = step > 0 && best.is_some_and(|best| best.0 >= enough * length);
            let known = simplex[..count].iter();
            if is_enough || known.clone().any(|v| v.difference == difference) {
                break;
            }
            simplex[count] = Vertex { difference, on };
            count += 1;
            let found = nearest(&simplex.map(|v| v.difference), count);
            let all = std::mem::take(&mut count);
            for i in 0..all {
                if found.weights[i] > 0.0 {
                    (simplex[count], weights[count]) = (simplex[i], found.weights[i]);
                    count += 1;
                }
            }
            if count == 4 {
                return None;
            }
            toward = found.point;
        }
        let (gap, normal, tops) = best?;
        let mut points = [DVec3::ZERO; 2];
        for (vertex, weight) in simplex[..count].iter().zip(weights) {
            for (point, on) in points.iter_mut().zip(vertex.on) {
                *point += on * weight;
            }
        }
        Some(NearestPoints {
            normal,
            gap,
            points,
            distance: points[0].distance(points[1]),
            tops,
        })
    }
}

/// Memory of the contacts of hulls.
#[derive(Clone, Debug, Default)]
pub(super) struct HullMemory {
    lying: [Vec<(u32, DVec3)>; 2],
    found: Vec<Found>,
}

/// Looks for the contacts of two meshes within a tolerance (m) where their hulls are nearest; from
/// `toward` on. Returns a distance that the bodies have at least, in metres; none if it takes a
/// search.
pub(super) fn over_hulls(
    a: &Body,
    b: &Body,
    tolerance: f64,
    toward: DVec3,
    memory: &mut HullMemory,
    out: &mut Vec<NearPoint>,
) -> Option<f64> {
    out.clear();
    let bodies = [a, b];
    let is_mesh = |body: &&Body| matches!(body.shape, Shape::Mesh(_));
    if !bodies.iter().all(is_mesh) || bodies.iter().any(|body| body.outline.surface().is_empty()) {
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
    let nearest = pair.nearest(toward, EXACT)?;
    let rounding = a.outline.rounding() + b.outline.rounding();
    let least = nearest.gap - rounding;
    if least > tolerance {
        return Some(least);
    }
    if least < LEAST_GAP * rounding {
        return None;
    }
    let normal = (nearest.points[1] - nearest.points[0]) / nearest.distance;
    for (i, lying) in memory.lying.iter_mut().enumerate() {
        lying.clear();
        let (body, sign) = (bodies[i], [1.0, -1.0][i]);
        let local = body.rotation.conjugate() * (normal * sign);
        let (outline, top) = (&body.outline, nearest.tops[i]);
        if !outline.lying_against(local, top, MOST_LYING, lying) || !outline.surface().holds(lying)
        {
            return None;
        }
        let place = pair.places[i].0 - a.center;
        for (_, corner) in lying {
            *corner = place + body.rotation * *corner;
        }
    }
    let separation = Separation {
        distance: nearest.distance,
        normal,
        point_a: nearest.points[0],
        point_b: nearest.points[1],
    };
    let HullMemory { lying, found } = memory;
    found.clear();
    of_corner_pair(&lying[0], &lying[1], &separation, tolerance, found);
    out.extend(found.iter().map(|found| NearPoint {
        normal: found.normal,
        point: a.center + (found.point_a + found.point_b) * 0.5,
        distance: found.distance,
        feature: found.feature,
    }));
    let first = out.first()?;
    let normal = first.normal;
    keep_four(out, normal);
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::{Budget, BuildOptions, Model, ShapeScratch, shape};
    use crate::geometry::{Pose, Sphere, obj};
    use crate::physics::space::BodyDesc;
    use glam::{Quat, Vec3};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn far(scratch: &mut ShapeScratch, a: (&Shape, &Pose), b: (&Shape, &Pose)) -> f64 {
        let found = shape::distance(a.0, a.1, b.0, b.1, Budget::Unlimited, scratch);
        f64::from(found.lower_bound())
    }

    /// Cars side by side in all ways: where hulls decide, the contacts are as near as the meshes,
    /// and on both of them.
    #[test]
    fn contacts_of_hulls_are_those_of_the_meshes() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/bumper_car.obj");
        let mesh = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
        let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
        let car = Shape::Mesh(model.into());
        let mut random = Pcg32::seed_from_u64(11);
        let mut scratch = ShapeScratch::default();
        let (mut memory, mut out) = (HullMemory::default(), Vec::new());
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
            let found = over_hulls(&first, &second, 0.01, start, &mut memory, &mut out);
            let Some(least) = found else { continue };
            known += 1;
            assert!(least <= gap + 2e-6, "{case}: {least} for {gap}");
            if out.is_empty() {
                assert!(least > 0.01);
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

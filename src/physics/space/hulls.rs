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

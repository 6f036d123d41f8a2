//! Judges a kind of volume: volumes contain their contents, bodies that meet are never called apart, and an
//! exact test agrees with a slow reference.

use std::fmt::Debug;

use dodgem_oracle::exact::Relation;
use glam::DVec3;
use rand_pcg::Pcg32;

use super::{BoundingVolume, Exact, Triangle, corners_of};
use crate::judge::Score;
use crate::mesh_pair::Pose;
use crate::params::UNDECIDED;
use crate::polytope::{Plane, Polytope, size_of};
use crate::scene::convex::Case;
use crate::scene::rng;
use crate::scene::solids::{in_cube, turn};
use crate::work::Work;

/// A kind of volume behind one type, for the registry.
pub trait AnyVolume: Debug + Sync {
    /// The score on pairs of convex bodies, each brought into a frame of its own.
    fn judge(&self, cases: &[Case]) -> Score;
}

/// The surface of a convex body.
pub fn surface(body: &Polytope) -> Vec<Triangle> {
    let fan = |face: &Vec<usize>| {
        let corner = |i: usize| body.vertices[face[i]];
        (1..face.len() - 1)
            .map(|i| [corner(0), corner(i), corner(i + 1)])
            .collect::<Vec<_>>()
    };
    body.topology.faces.iter().flat_map(fan).collect()
}

/// A body's surface in a frame of its own, and the body's pose.
fn posed(rng: &mut Pcg32, body: &Polytope, size: f64) -> (Vec<Triangle>, Pose) {
    let pose = Pose {
        rotation: turn(3.0 * in_cube(rng)),
        translation: size * in_cube(rng),
    };
    let own = |p: DVec3| pose.rotation.conjugate() * (p - pose.translation);
    let content = surface(body).into_iter().map(|t| t.map(own)).collect();
    (content, pose)
}

impl<M: BoundingVolume> AnyVolume for M {
    fn judge(&self, cases: &[Case]) -> Score {
        let mut rng = rng(17);
        let mut score = Score::default();
        for case in cases {
            let size = size_of(&case.a, &case.b);
            let (content_a, pose_a) = posed(&mut rng, &case.a, size);
            let (content_b, pose_b) = posed(&mut rng, &case.b, size);
            let (a, b) = (self.fit(&content_a), self.fit(&content_b));
            let relative = pose_a.relative(&pose_b);
            let mut work = Work::default();
            let moved = self.in_frame(&b, &self.frame(&relative), &mut work);
            let is_apart = self.is_apart(&a, &moved, &mut work);
            score.asked += 1;
            score.ops.add(&work.ops);
            let outside = |volume: &M::Volume, content: &[Triangle], pose: Option<&Pose>| {
                let points = content.as_flattened().iter();
                let points = points.map(|p| pose.map_or(*p, |pose| pose.point(*p)));
                points.map(|p| self.height(volume, p)).fold(0.0, f64::max)
            };
            let overhang = outside(&a, &content_a, None)
                .max(outside(&b, &content_b, None))
                .max(outside(&moved, &content_b, Some(&relative)));
            score.error = score.error.max(overhang / size);
            count(self, &mut score, case, is_apart, [&a, &moved]);
        }
        score
    }
}

/// The truth about two volumes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Apart,
    Meet,
    /// Too near to tell, or without a reference.
    Unknown,
}

/// Counts one answer.
fn count<M: BoundingVolume>(
    method: &M,
    score: &mut Score,
    case: &Case,
    is_apart: bool,
    volumes: [&M::Volume; 2],
) {
    let band = UNDECIDED * size_of(&case.a, &case.b);
    let truth = truth(method, case, volumes);
    let surfaces = method.exact() == Exact::Surfaces;
    match case.relation {
        // One body within the other: their surfaces are apart.
        Relation::Overlapping if surfaces && truth == Truth::Apart => {}
        Relation::Overlapping if is_apart && case.gap > -band => score.within_band += 1,
        Relation::Overlapping => score.missed += u64::from(is_apart),
        Relation::Touching => score.touching_missed += u64::from(is_apart),
        Relation::Apart => score.loose += u64::from(!is_apart),
    }
    match truth {
        Truth::Apart => score.false_hits += u64::from(!is_apart),
        Truth::Meet if case.relation == Relation::Apart => score.missed += u64::from(is_apart),
        Truth::Meet | Truth::Unknown => {}
    }
}

/// The truth about two volumes by the reference of their kind.
fn truth<M: BoundingVolume>(method: &M, case: &Case, [a, b]: [&M::Volume; 2]) -> Truth {
    let size = size_of(&case.a, &case.b);
    let band = UNDECIDED * size;
    match method.exact() {
        Exact::No => Truth::Unknown,
        Exact::Planes => of_planes(&[method.planes(a), method.planes(b)].concat(), size),
        Exact::Hulls if case.relation == Relation::Apart && case.distance > band => Truth::Apart,
        Exact::Surfaces if case.relation != Relation::Touching => {
            let [a, b] = [&case.a, &case.b].map(surface);
            let distance = dodgem_oracle::mesh::distance(&a, &b).distance;
            if distance > band {
                Truth::Apart
            } else {
                Truth::Unknown
            }
        }
        _ => Truth::Unknown,
    }
}

/// Half-spaces have a common point if some point on three of their planes is in all of them. Planes moved inwards
/// and outwards by a hair give the cases that rounding decides.
fn of_planes(planes: &[Plane], size: f64) -> Truth {
    let meet = |by: f64| {
        let moved = planes.iter().map(|plane| Plane {
            offset: plane.offset + by * size,
            ..*plane
        });
        let moved: Vec<Plane> = moved.collect();
        corners_of(&moved, 1e-12 * size).next().is_some()
    };
    if meet(-1e-9) {
        Truth::Meet
    } else if meet(1e-9) {
        Truth::Unknown
    } else {
        Truth::Apart
    }
}

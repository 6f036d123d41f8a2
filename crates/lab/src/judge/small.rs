//! Judges primitive tests and planners.

use dodgem_oracle::convex as reference;

use super::Score;
use crate::polytope::Polytope;
use crate::scene::convex::triangles;
use crate::scene::small::features::{FeatureCase, cases as feature_cases, distance};
use crate::scene::small::{ExactLines, LatticeCase, agent_at};
use crate::small::features::{Path, at};
use crate::small::{Lines, PathScene, Planner, Primitive, clearest};
use crate::work::Work;

/// Asks a primitive test about triangles and rays with integer corners.
pub fn primitives(test: Primitive, cases: &[LatticeCase]) -> Score {
    let mut score = Score::default();
    if let Primitive::Features(kind, meet) = test {
        return features(meet, &feature_cases(kind, cases.len(), 67));
    }
    for case in cases {
        let [s, t] = case.triangles();
        let [ray, other] = [s, t].map(|[origin, end, _]| [origin, end - origin]);
        let mut work = Work::default();
        let exact = case.time_to_plane().filter(|[time, _]| *time >= 0);
        match test {
            Primitive::RayTriangle(meet) => {
                let exact = exact.filter(|_| case.line_hits());
                score.add_time(exact, meet(ray, t, &mut work));
            }
            Primitive::RayPlane(meet) => {
                score.add_time(exact.filter(|_| case.faces()), meet(ray, t, &mut work));
            }
            Primitive::RayRay(relation) => {
                let found = relation(ray, other, &mut work);
                let kind = match found {
                    Lines::Point([u, v]) => {
                        let [p, q] = [(ray, u), (other, v)].map(|(r, time)| r[0] + r[1] * time);
                        score.error = score.error.max(p.distance(q) / p.length().max(1.0));
                        ExactLines::Point
                    }
                    Lines::Coincident => ExactLines::Coincident,
                    Lines::Parallel => ExactLines::Parallel,
                    Lines::Skew => ExactLines::Skew,
                };
                score.false_hits += u64::from(kind != case.lines());
            }
            Primitive::PointSphere(meet) => {
                let (ray, radius) = case.about_sphere(false);
                score.add_first(case.time_in_sphere(false), meet(ray, radius, &mut work));
            }
            Primitive::SphereSphere(meet) => {
                let (ray, radius) = case.about_sphere(true);
                score.add_first(case.time_in_sphere(true), meet(ray, radius, &mut work));
            }
            Primitive::PointTriangle(meet) => {
                let exact = within(exact).filter(|_| case.line_hits());
                score.add_time(exact, meet(ray, t, &mut work));
            }
            Primitive::PointPolygon(meet, bounded) => {
                let corners = [t[0], t[1], t[1] + t[2] - t[0], t[2]];
                let exact = within(exact).filter(|_| !bounded || case.line_hits_parallelogram());
                score.add_time(exact, meet(ray, &corners, &mut work));
            }
            Primitive::PointBox(meet) => {
                let corners = [t[0].min(t[1]), t[0].max(t[1])];
                score.add_time(case.time_in_box(), meet(ray, corners, &mut work));
            }
            Primitive::Features(..) => {}
            Primitive::TrianglePair(meet) => {
                let (exact, found) = (case.meet(), meet(s, t, &mut work));
                score.missed += u64::from(exact && !found);
                score.false_hits += u64::from(!exact && found);
            }
        }
        score.asked += 1;
        score.ops.add(&work.ops);
    }
    score
}

/// The distance (m) below which features are near, and the rounding of a time.
const NEAR: f64 = 1e-5;
const ROUNDING: f64 = 1e-9;

/// Asks about features whose corners move. A contact that is known must be found in time; a time that is found must be
/// one at which the features are near, and not before they come near.
fn features(meet: fn(&[Path; 4], &mut Work) -> Option<f64>, cases: &[FeatureCase]) -> Score {
    let mut score = Score::default();
    for case in cases {
        let mut work = Work::default();
        let found = meet(&case.paths, &mut work);
        score.asked += 1;
        score.ops.add(&work.ops);
        score.worst_iterations = score.worst_iterations.max(work.ops.iterations);
        let late = |known: f64| found.is_none_or(|time| time > known + ROUNDING);
        score.missed += u64::from(case.contact.is_some_and(late));
        let Some(time) = found else { continue };
        let apart = distance(case.kind, at(&case.paths, time));
        let early = case.near(NEAR).is_none_or(|near| time < near - ROUNDING);
        score.false_hits += u64::from(apart > NEAR || early);
    }
    score
}

/// A time up to 1.
fn within(time: Option<[i128; 2]>) -> Option<[i128; 2]> {
    time.filter(|[n, d]| n <= d)
}

impl Score {
    /// Compares with a time whose existence is exact.
    fn add_first(&mut self, exact: Option<f64>, found: Option<f64>) {
        match (exact, found) {
            (Some(exact), Some(time)) => self.error = self.error.max((time - exact).abs()),
            (Some(_), None) => self.missed += 1,
            (None, Some(_)) => self.false_hits += 1,
            (None, None) => {}
        }
    }

    fn add_time(&mut self, exact: Option<[i128; 2]>, found: Option<f64>) {
        match (exact, found) {
            (Some([n, d]), Some(time)) => {
                let exact = n as f64 / d as f64;
                self.error = self.error.max((time - exact).abs() / exact.max(1.0));
            }
            (Some(_), None) => self.missed += 1,
            (None, Some(_)) => self.false_hits += 1,
            (None, None) => {}
        }
    }
}

/// Asks a planner about all paths. Its clearance must be that of its place, by all pairs of triangles, and no
/// sample of the path may be clearer by more than the planner's error.
pub fn planners(plan: Planner, scenes: &[PathScene]) -> Score {
    const SAMPLES: u32 = 50;
    let mut score = Score::default();
    for scene in scenes {
        let mut work = Work::default();
        let found = plan(scene, &mut work);
        score.asked += 1;
        score.ops.add(&work.ops);
        let length = scene.path[1].length();
        let error = (clearance(scene, found.part) - found.clearance).abs() / length;
        score.error = score.error.max(error);
        let most = found.clearance + (clearest::ERROR + 1e-9) * length;
        let mut parts = (0..=SAMPLES).map(|i| f64::from(i) / f64::from(SAMPLES));
        // Two corners are at least as far apart as the bodies: most samples need no more.
        let beats = |part: f64| corners_apart(scene, part) > most && clearance(scene, part) > most;
        score.missed += u64::from(parts.any(beats));
    }
    score
}

fn clearance(scene: &PathScene, part: f64) -> f64 {
    let agent = agent_at(scene, part);
    let distance = |other: &Polytope| reference::distance(&triangles(&agent), &triangles(other));
    let distances = scene.others.iter().map(|other| distance(other).distance);
    distances.fold(f64::INFINITY, f64::min)
}

/// The least distance of a corner of the agent from one of the others (m).
fn corners_apart(scene: &PathScene, part: f64) -> f64 {
    let agent = agent_at(scene, part);
    let others = scene.others.iter().flat_map(|other| &other.vertices);
    let distances = others.flat_map(|q| agent.vertices.iter().map(|p| p.distance(*q)));
    distances.fold(f64::INFINITY, f64::min)
}

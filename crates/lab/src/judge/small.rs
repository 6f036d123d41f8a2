//! Judges primitive tests and planners.

use dodgem_oracle::convex as reference;

use super::Score;
use crate::polytope::Polytope;
use crate::scene::convex::triangles;
use crate::scene::small::{ExactLines, LatticeCase, agent_at};
use crate::small::{Lines, PathScene, Planner, Primitive, clearest};
use crate::work::Work;

/// Asks a primitive test about triangles and rays with integer corners.
pub fn primitives(test: Primitive, cases: &[LatticeCase]) -> Score {
    let mut score = Score::default();
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

impl Score {
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

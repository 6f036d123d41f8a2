//! The GJK ray cast: GJK against a point that moves along a ray.
//!
//! Idea: shifting the second body by x makes the bodies touch if x lies on A - B. The point x starts at the
//! origin and moves along the relative way. GJK finds the point of A - B nearest to x; as soon as a support plane
//! is found with x beyond it, x jumps along the ray to that plane, and the simplex is kept.
//!
//! When: shapes with only a support function. Limits: translation only; bodies that slide close by may need many
//! rounds.
//!
//! Source 4, continuous; source 3 (by title); van den Bergen 2004.

use glam::DVec3;

use super::{Flight, Impact};
use crate::convex::minkowski::support;
use crate::convex::signed_volumes::nearest;
use crate::params::{ITERATIONS, TARGET};
use crate::registry::{Gives, Limit, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "gjk-ray-cast",
    stage: Stage::Sweep,
    source: "4, continuous",
    paper: "van den Bergen 2004",
    about: "GJK against a point that jumps along the relative way to each support plane",
    gives: &[Gives::Time],
    limits: &[Limit::TranslationOnly],
    method: Method::Sweep(cast),
};

fn cast(flight: &Flight, work: &mut Work) -> Impact {
    let [a, b] = flight.at(0.0);
    let target = TARGET * flight.size();
    let way = flight.motions[1].way - flight.motions[0].way;
    let mut time = 0.0;
    let mut corners: Vec<DVec3> = Vec::new();
    // From the nearest point of A - B to x.
    let mut v = b.center - a.center;
    for _ in 0..ITERATIONS {
        let p = support(&a, &b, v, work).p;
        let w = way * time - p;
        work.step("ray", || vec![time, v.length()]);
        if v.dot(w) > 0.0 {
            if v.dot(way) >= 0.0 {
                return Impact::of(None);
            }
            time -= v.dot(w) / v.dot(way);
            if time > 1.0 {
                return Impact::of(None);
            }
        }
        if !corners.contains(&p) {
            corners.push(p);
        }
        let x = way * time;
        let seen: Vec<DVec3> = corners.iter().map(|c| *c - x).collect();
        let found = nearest(&seen);
        v = -found.v;
        let mut weights = found.weights.iter();
        corners.retain(|_| weights.next().is_some_and(|weight| *weight > 0.0));
        if corners.len() == 4 || v.length() <= target {
            return Impact::of(Some(time));
        }
    }
    Impact {
        time: Some(time),
        given_up: true,
    }
}

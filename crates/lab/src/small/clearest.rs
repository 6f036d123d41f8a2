//! The clearest place along a path, by distances.
//!
//! Idea: the clearance changes by at most the way moved. So a part of the path whose middle has the clearance c can
//! have at most c plus half its length. The part with the highest such bound is halved first, until no bound
//! exceeds the best clearance found.
//!
//! When: to place an agent clear of others. Limits: one straight path, no turn; overlapping counts as 0.
//!
//! Source 5, introduction (planning).

use glam::DQuat;

use super::{PathScene, Place};
use crate::convex::gjk;
use crate::convex::signed_volumes::DISTANCE;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "clearest-place",
    stage: Stage::Planning,
    source: "5, introduction",
    paper: "",
    about: "halves the part of a path that may be clearest",
    gives: &[Gives::Distance],
    limits: &[],
    method: Method::Planning(clearest),
};

/// The part of the path's length up to which a place may be less clear than the clearest.
pub const ERROR: f64 = 1e-4;

fn clearest(scene: &PathScene, work: &mut Work) -> Place {
    let length = scene.path[1].length();
    let middle = |part: f64, work: &mut Work| Place {
        part,
        clearance: clearance(scene, part, work),
    };
    let mut best = middle(0.5, work);
    // The middle of a part, its bound and half its size.
    let mut parts = vec![(best.clearance + length / 2.0, 0.5, 0.5)];
    while let Some(highest) = (0..parts.len()).max_by(|&i, &j| parts[i].0.total_cmp(&parts[j].0)) {
        let (bound, at, half) = parts.swap_remove(highest);
        if bound <= best.clearance + ERROR * length {
            break;
        }
        for part in [at - half / 2.0, at + half / 2.0] {
            let place = middle(part, work);
            if place.clearance > best.clearance {
                best = place;
            }
            parts.push((place.clearance + length * half / 2.0, part, half / 2.0));
        }
    }
    best
}

/// The distance to the nearest of the others (m).
fn clearance(scene: &PathScene, part: f64, work: &mut Work) -> f64 {
    work.step("place", || vec![part]);
    let agent = scene
        .agent
        .moved(DQuat::IDENTITY, scene.path[0] + scene.path[1] * part);
    let distances = scene.others.iter().map(|other| {
        work.ops.tests += 1;
        let outcome = gjk::run([&agent, other], agent.center - other.center, DISTANCE, work);
        if outcome.hit { 0.0 } else { outcome.v.length() }
    });
    distances.fold(f64::INFINITY, f64::min)
}

//! Chung-Wang: a separating vector, improved by reflection, with its end for bodies that meet.
//!
//! Idea: with p the vertex of A farthest along s and q the vertex of B farthest against it, s separates if
//! p.s < q.s. If not, every separating vector w has r.w > 0 for r = (q - p)/|q - p|, so s is reflected:
//! s - 2 (r.s) r. All r are kept; when they fit in no hemisphere, no vector separates: a hit. The test keeps one
//! vector w of the remaining cone; a new r that excludes w leaves only vectors in its plane to look at, where
//! each older r gives a half-plane, and two bounds ra and rb remain.
//!
//! When: coherent bodies: the vector of the last frame is tried first. Limits: the r's of touching bodies leave a
//! cone without inside, so the search would not end; then, when an r repeats and when w fails as well, GJK
//! decides, and it is counted. The printed proof of convergence is wrong (r.w may be 0); "apart" is said only
//! where p.s < q.s is confirmed (fix). In the source bodies at distance 0 count as apart (fix).
//!
//! Source 3, Chung-Wang; source 1, Q-COLLIDE; Chung, Wang 1996.

use glam::DVec3;

use super::minkowski::support;
use super::sat::Search;
use super::{Answer, ConvexPair, hand_over};
use crate::params::HAND_OVER;
use crate::polytope::Polytope;
use crate::registry::{Gives, Method, Row, Stage};
use crate::work::Work;

/// The row of the registry.
pub const ROW: Row = Row {
    id: "chung-wang",
    stage: Stage::ConvexPair,
    source: "3, Chung-Wang; 1, Q-COLLIDE",
    paper: "Chung, Wang 1996",
    about: "a vector is reflected until it separates, or the differences fit in no hemisphere",
    gives: &[Gives::Hit],
    limits: &[],
    method: Method::ConvexPair(|| Box::new(ChungWang::default())),
};

/// Sine of an angle below which directions count as equal, so that rounding makes no hit.
const ANGLE: f64 = 1e-12;

/// The vector of the last frame.
#[derive(Default)]
struct ChungWang {
    vector: Option<DVec3>,
}

impl ConvexPair for ChungWang {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        let search = Search::new(a, b);
        let between = (b.center - a.center).normalize_or(DVec3::X);
        let mut s = self.vector.unwrap_or(between);
        let mut cone = Cone::default();
        let mut tries_middle = false;
        for _ in 0..HAND_OVER {
            let difference = support(a, b, s, work).p;
            work.step("vector", || vec![s.x, s.y, s.z]);
            if search.separates(-difference.dot(s)) {
                self.vector = Some(s);
                return Answer::hit(false);
            }
            // The bodies share a vertex.
            let Some(r) = (-difference).try_normalize() else {
                return Answer::hit(true);
            };
            let repeats = cone
                .limits
                .iter()
                .any(|known| known.distance_squared(r) < ANGLE * ANGLE);
            if repeats && tries_middle {
                break;
            }
            match cone.limit(r) {
                Left::Nothing => return Answer::hit(true),
                Left::Thin => break,
                Left::Some => {}
            }
            tries_middle = repeats;
            s = if repeats {
                cone.middle
            } else {
                (s - r * (2.0 * r.dot(s))).normalize()
            };
        }
        let answer = hand_over(a, b, work);
        if answer.hit {
            self.vector = None;
        }
        answer
    }

    fn forget(&mut self) {
        self.vector = None;
    }
}

/// The vectors that are still possible: r.w >= 0 for every r.
#[derive(Default)]
struct Cone {
    limits: Vec<DVec3>,
    /// One of them.
    middle: DVec3,
}

/// The size of a cone after another limit.
enum Left {
    /// Vectors remain.
    Some,
    /// None remain: the limits fit in no hemisphere.
    Nothing,
    /// Too few to tell from rounding.
    Thin,
}

impl Cone {
    fn limit(&mut self, r: DVec3) -> Left {
        self.limits.push(r);
        if self.limits.len() == 1 {
            self.middle = r;
            return Left::Some;
        }
        if r.dot(self.middle) > ANGLE {
            return Left::Some;
        }
        // The rest of the cone, if any, has a border in the plane of r.
        let x = r.any_orthonormal_vector();
        let y = r.cross(x);
        let mut bounds: Option<[DVec3; 2]> = None;
        for known in &self.limits[..self.limits.len() - 1] {
            let flat = x * known.dot(x) + y * known.dot(y);
            if flat.length() <= ANGLE {
                // Parallel to r: the same limit, or its opposite, which leaves only the plane.
                if known.dot(r) < 0.0 {
                    return Left::Thin;
                }
                continue;
            }
            let inside = flat.normalize();
            let side = r.cross(inside);
            // The half-plane runs from the direction -side to side, counter-clockwise over `inside`.
            let [from, to] = match bounds {
                None => [-side, side],
                Some([from, to]) => {
                    let (from_in, to_in) = (from.dot(inside), to.dot(inside));
                    if from_in.abs() <= ANGLE && to_in.abs() <= ANGLE {
                        return Left::Thin;
                    }
                    match (from_in >= -ANGLE, to_in >= -ANGLE) {
                        (true, true) => [from, to],
                        (true, false) => [from, side],
                        (false, true) => [-side, to],
                        (false, false) => return Left::Nothing,
                    }
                }
            };
            if r.dot(from.cross(to)).abs() <= ANGLE && from.dot(to) > 0.0 {
                return Left::Thin;
            }
            bounds = Some([from, to]);
        }
        let Some([from, to]) = bounds else {
            return Left::Thin;
        };
        let sum = from + to;
        // Opposite bounds leave a half-plane; its middle is a quarter turn from either.
        let border = if sum.length() <= ANGLE {
            r.cross(from)
        } else {
            sum
        };
        let border = border.normalize();
        // A little towards the new limit, if the others allow it: r.w may be 0 at the border.
        self.middle = border;
        let room = self
            .limits
            .iter()
            .map(|l| l.dot(border))
            .filter(|d| *d > ANGLE);
        let room = room.fold(1.0, f64::min);
        let inner = (border + r * (room / 2.0)).normalize();
        if self.limits.iter().all(|l| l.dot(inner) > 0.0) {
            self.middle = inner;
        }
        Left::Some
    }
}

//! Methods for two convex bodies. Touching counts as a hit in all of them.

use glam::DVec3;

use crate::polytope::Polytope;
use crate::work::Work;

pub mod baraff;
pub mod cameron;
pub mod chung_wang;
pub mod engine;
pub mod enhanced_gjk;
pub mod epa;
pub mod face_by_face;
pub mod gjk;
pub mod gjk_boolean;
pub mod inside_edge;
pub mod isa_gjk;
pub mod johnson;
pub mod minkowski;
pub mod minkowski_hull;
pub mod mpr;
pub mod sat;
pub mod sat_all_pairs;
pub mod sat_faces;
pub mod sat_gauss_map;
pub mod signed_volumes;
pub mod v_clip;
pub mod vertices_inside;
pub mod z_buffer;

/// The answer about two bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// True if the bodies meet.
    pub hit: bool,
    /// Their distance if they are apart and the method finds it (m).
    pub distance: Option<f64>,
    /// Lower and upper bound of the penetration depth, if the method finds them (m).
    pub depth: Option<[f64; 2]>,
    /// The direction in which the second body leaves the first one soonest.
    pub normal: Option<DVec3>,
    /// True if the method ran out of rounds: the answer is a guess.
    pub given_up: bool,
}

impl Answer {
    /// An answer without distances: the bodies meet or not.
    pub fn hit(hit: bool) -> Self {
        Self {
            hit,
            ..Self::default()
        }
    }

    /// The answer of a GJK that went on to the distance.
    pub fn of_gjk(outcome: &gjk::Outcome) -> Self {
        Self {
            distance: (!outcome.hit).then(|| outcome.v.length()),
            given_up: outcome.given_up,
            ..Self::hit(outcome.hit)
        }
    }
}

/// A method for two convex bodies. It may remember the pair from one question to the next.
pub trait ConvexPair {
    /// Answers about two bodies in world coordinates.
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer;

    /// Forgets the pair: the next question is about other bodies.
    fn forget(&mut self) {}
}

/// A method without memory.
pub struct Stateless(pub fn(&Polytope, &Polytope, &mut Work) -> Answer);

impl ConvexPair for Stateless {
    fn ask(&mut self, a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
        (self.0)(a, b, work)
    }
}

/// Lets GJK answer where a method without its own way out has none; counted, so that tables show it.
pub fn hand_over(a: &Polytope, b: &Polytope, work: &mut Work) -> Answer {
    work.ops.handed_over += 1;
    let first = a.center - b.center;
    Answer::of_gjk(&gjk::run([a, b], first, signed_volumes::DISTANCE, work))
}

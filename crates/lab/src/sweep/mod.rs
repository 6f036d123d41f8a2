//! Methods that find the first contact of two moving convex bodies within a frame, from time 0 to 1.

use glam::{DQuat, DVec3};

use crate::convex::gjk::{self, Outcome};
use crate::convex::signed_volumes::DISTANCE;
use crate::polytope::Polytope;
use crate::scene::solids::turn;
use crate::work::Work;

pub mod advancement;
pub mod bilateral;
pub mod engine;
pub mod moving_sat;
pub mod ray_cast;
pub mod sampled;

/// The motion of a body in a frame, with constant velocities. It turns about the origin of its own frame.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The rotation at the start.
    pub start: DQuat,
    /// The rotation vector (rad a frame).
    pub spin: DVec3,
    /// The place at the start (m).
    pub place: DVec3,
    /// The way (m a frame).
    pub way: DVec3,
}

impl Motion {
    /// The body at a time.
    pub fn at(&self, body: &Polytope, time: f64) -> Polytope {
        body.moved(self.rotation(time), self.place + self.way * time)
    }

    /// The rotation at a time.
    pub fn rotation(&self, time: f64) -> DQuat {
        turn(self.spin * time) * self.start
    }

    /// True if the body does not turn.
    pub fn is_straight(&self) -> bool {
        self.spin == DVec3::ZERO
    }
}

/// Two bodies, each in its own frame, and their motions.
#[derive(Clone, Copy, Debug)]
pub struct Flight<'a> {
    /// The bodies.
    pub bodies: [&'a Polytope; 2],
    /// The motions.
    pub motions: [Motion; 2],
}

impl Flight<'_> {
    /// The bodies at a time.
    pub fn at(&self, time: f64) -> [Polytope; 2] {
        [0, 1].map(|i| self.motions[i].at(self.bodies[i], time))
    }

    /// The largest distance of a corner from the centre of its body's rotation, for each body (m).
    pub fn radii(&self) -> [f64; 2] {
        self.bodies
            .map(|body| body.vertices.iter().map(|v| v.length()).fold(0.0, f64::max))
    }

    /// The size of the pair, to which tolerances are relative (m).
    pub fn size(&self) -> f64 {
        self.radii().into_iter().fold(0.0, f64::max)
    }

    /// A bound of the change of their distance in a frame (m).
    pub fn speed(&self) -> f64 {
        let [a, b] = self.motions;
        let turning: f64 = (self.motions.iter().zip(self.radii()))
            .map(|(m, radius)| m.spin.length() * radius)
            .sum();
        (a.way - b.way).length() + turning
    }

    /// GJK at a time.
    fn distance(&self, time: f64, work: &mut Work) -> Outcome {
        let [a, b] = self.at(time);
        gjk::run([&a, &b], a.center - b.center, DISTANCE, work)
    }
}

/// The answer of a sweep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Impact {
    /// The time of the first contact; `None` if there is none.
    pub time: Option<f64>,
    /// True if the method ran out of rounds.
    pub given_up: bool,
}

impl Impact {
    /// A contact at a time, or none.
    pub fn of(time: Option<f64>) -> Self {
        Self {
            time,
            given_up: false,
        }
    }
}

/// A method that finds the first contact.
pub type Sweep = fn(&Flight, &mut Work) -> Impact;

//! Boxes that move, frame by frame. Coordinates are multiples of 1/64, so boxes often touch exactly and nothing
//! is rounded.

use glam::DVec3;
use rand::RngExt;
use rand_pcg::Pcg32;
use serde::Serialize;

use super::rng;

/// An axis-aligned box (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The least corner.
    pub low: DVec3,
    /// The greatest corner.
    pub high: DVec3,
}

impl Aabb {
    /// The box of a centre and half extents.
    pub fn around(center: DVec3, half: DVec3) -> Self {
        Self {
            low: center - half,
            high: center + half,
        }
    }

    /// True if the boxes have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// True if the other box lies within this one.
    pub fn holds(&self, other: &Self) -> bool {
        self.low.cmple(other.low).all() && other.high.cmple(self.high).all()
    }

    /// The least box around both.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The middle (m).
    pub fn center(&self) -> DVec3 {
        (self.low + self.high) / 2.0
    }

    /// The surface (m²), the cost of a node of a box tree.
    pub fn surface(&self) -> f64 {
        let s = self.high - self.low;
        2.0 * (s.x * s.y + s.y * s.z + s.z * s.x)
    }
}

/// The movement of a crowd (experiment 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Small random moves of all bodies.
    Brownian,
    /// All bodies fall through the world.
    FreeFall,
    /// Bodies fall, and rest on the floor in a crowd.
    Gravity,
    /// Every tenth body appears or goes in each frame.
    ComeAndGo,
    /// One body is as large as half the world.
    OneHuge,
    /// A world so small that most intervals overlap on every axis.
    Crowded,
}

impl Movement {
    /// All of them.
    pub const ALL: [Movement; 6] = [
        Movement::Brownian,
        Movement::FreeFall,
        Movement::Gravity,
        Movement::ComeAndGo,
        Movement::OneHuge,
        Movement::Crowded,
    ];
}

/// The space in which a crowd moves. Bodies may leave it; methods must find their pairs all the same.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// The space (m).
    pub bounds: Aabb,
    /// The side of a cell that holds all bodies but a huge one (m).
    pub cell: f64,
}

/// Boxes over some frames; `None` where a body is absent.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// The movement.
    pub movement: Movement,
    /// The space.
    pub world: World,
    /// The boxes in each frame.
    pub frames: Vec<Vec<Option<Aabb>>>,
}

struct Body {
    center: DVec3,
    half: DVec3,
    velocity: DVec3,
}

/// The nearest multiple of 1/64.
fn on_lattice(v: DVec3) -> DVec3 {
    (v * 64.0).round() / 64.0
}

fn within(rng: &mut Pcg32, low: f64, high: f64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(low..=high)))
}

/// A crowd of a number of bodies over some frames.
pub fn crowd(movement: Movement, count: usize, frames: usize, seed: u64) -> Crowd {
    let mut rng = rng(seed);
    // The side of a cube with about eight times the bodies' volume; a crowded one has half of that.
    let side = 2.0 * libm::cbrt(count as f64).ceil();
    let side = if movement == Movement::Crowded {
        side / 2.0
    } else {
        side
    };
    let half = side / 2.0;
    let mut bodies: Vec<Body> = (0..count)
        .map(|_| Body {
            center: within(&mut rng, -half, half),
            half: within(&mut rng, 0.125, 0.75),
            velocity: within(&mut rng, -0.25, 0.25),
        })
        .collect();
    if movement == Movement::OneHuge {
        bodies[count / 2].half = DVec3::splat(half / 2.0);
    }
    let mut present = vec![true; count];
    let frames = (0..frames).map(|_| {
        for (body, present) in bodies.iter_mut().zip(&mut present) {
            body.advance(movement, half, &mut rng);
            if movement == Movement::ComeAndGo && rng.random_bool(0.1) {
                *present = !*present;
            }
        }
        let boxes = bodies.iter().zip(&present).map(|(body, present)| {
            let (center, half) = (on_lattice(body.center), on_lattice(body.half));
            present.then(|| Aabb::around(center, half))
        });
        boxes.collect()
    });
    Crowd {
        movement,
        frames: frames.collect(),
        world: World {
            bounds: Aabb::around(DVec3::ZERO, DVec3::splat(half)),
            cell: 1.5625,
        },
    }
}

impl Body {
    fn advance(&mut self, movement: Movement, half: f64, rng: &mut Pcg32) {
        match movement {
            Movement::Brownian | Movement::ComeAndGo | Movement::Crowded | Movement::OneHuge => {
                self.center += within(rng, -0.0625, 0.0625);
            }
            Movement::FreeFall => {
                self.velocity.y -= 0.03125;
                self.center += self.velocity;
            }
            Movement::Gravity => {
                self.velocity.y -= 0.03125;
                self.center += self.velocity;
                if self.center.y < self.half.y - half {
                    self.center.y = self.half.y - half;
                    self.velocity = DVec3::ZERO;
                }
            }
        }
    }
}

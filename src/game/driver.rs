//! Computer drivers: chase, bump, get unstuck, look for the next one.

use glam::Vec3;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::arena::{ActorId, Arena};
use crate::game::tactics::{around_obstacles, away_from_walls, bearing, intercept};
use crate::level::Style;
use dodgem_physics::{Controls, STEP_SECONDS};

/// A driver that wants to move but is slower than this is stuck, in m/s.
const STUCK_SPEED: f32 = 0.35;

/// How long a driver pushes before it reverses, in seconds.
const STUCK_SECONDS: f32 = 0.6;

/// Within this distance a drifter goes for another car, in metres.
const DRIFTER_SIGHT: f32 = 5.0;

/// The driver of one car.
#[derive(Clone, Debug)]
pub struct Driver {
    style: Style,
    car: usize,
    random: Pcg32,
    goal: Goal,
    /// When to look for another goal, in seconds from now.
    patience: f32,
    /// For how long the car has been stuck, in seconds.
    stuck: f32,
    /// For how long it still backs off, in seconds, and with what steering.
    backing: f32,
    backing_steer: f32,
    /// Whether it will spend boost on this goal.
    eager: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    None,
    Car(usize),
    Place(Vec3),
}

/// What drivers see.
pub(super) struct Scene<'a> {
    pub arena: &'a Arena,
    /// The bodies of the cars.
    pub cars: &'a [ActorId],
    /// Which cars people drive.
    pub is_human: &'a [bool],
    /// Whether two cars touched in the last step.
    pub touched: &'a dyn Fn(usize, usize) -> bool,
}

impl Driver {
    /// A driver for the car with this index, with random numbers of its own.
    pub fn new(style: Style, car: usize, seed: u64) -> Self {
        Driver {
            style,
            car,
            random: Pcg32::new(seed, car as u64),
            goal: Goal::None,
            patience: 0.0,
            stuck: 0.0,
            backing: 0.0,
            backing_steer: 0.0,
            eager: false,
        }
    }

    /// What to do in the next step.
    pub(super) fn control(&mut self, scene: &Scene<'_>) -> Controls {
        let me = scene.arena.body(scene.cars[self.car]);
        self.notice_bump(scene);
        self.patience -= STEP_SECONDS;
        if self.patience <= 0.0 {
            self.choose_goal(scene);
        }
        if self.backing > 0.0 {
            self.backing -= STEP_SECONDS;
            return Controls {
                throttle: -1.0,
                steer: self.backing_steer,
                ..Controls::default()
            };
        }
        self.stuck = if me.velocity.length() < STUCK_SPEED {
            self.stuck + STEP_SECONDS
        } else {
            0.0
        };
        if self.stuck > STUCK_SECONDS {
            self.back_off(0.5, 1.0);
        }
        let aim = match self.goal {
            Goal::Car(other) => intercept(me, scene.arena.body(scene.cars[other])),
            Goal::Place(place) => place,
            Goal::None => Vec3::ZERO,
        };
        let aim = around_obstacles(scene.arena, me, aim);
        let aim = away_from_walls(scene.arena.border(), me, aim);
        let angle = bearing(me, aim);
        let distance = (aim - me.pose.translation()).length();
        Controls {
            // Behind it, a bumper car pivots quicker with half the throttle than it circles.
            throttle: if angle.abs() > 1.2 { 0.5 } else { 1.0 },
            steer: (angle * 2.0).clamp(-1.0, 1.0),
            brake: false,
            boost: self.eager && angle.abs() < 0.2 && (2.0..8.0).contains(&distance),
        }
    }

    /// After a bump with its goal it backs off a little and looks for the next.
    fn notice_bump(&mut self, scene: &Scene<'_>) {
        let Goal::Car(other) = self.goal else { return };
        if (scene.touched)(self.car, other) && self.backing <= 0.0 {
            self.patience = 0.0;
            if self.chance() < 0.5 {
                self.back_off(0.3, 0.7);
            }
        }
    }

    fn back_off(&mut self, shortest: f32, longest: f32) {
        self.stuck = 0.0;
        self.backing = shortest + (longest - shortest) * self.chance();
        self.backing_steer = if self.chance() < 0.5 { -0.8 } else { 0.8 };
    }

    fn choose_goal(&mut self, scene: &Scene<'_>) {
        self.patience = 2.5 + 3.0 * self.chance();
        self.eager = self.chance() < 0.5;
        let roll = self.chance();
        let others = |wanted: &dyn Fn(usize) -> bool| -> Option<usize> {
            let of_kind = || (0..scene.cars.len()).filter(|car| *car != self.car && wanted(*car));
            let count = of_kind().count();
            of_kind().nth((roll * count as f32) as usize)
        };
        let place = |car: usize| scene.arena.body(scene.cars[car]).pose.translation();
        self.goal = match self.style {
            Style::Chaser => others(&|_| true).map_or(Goal::None, Goal::Car),
            Style::Hunter => others(&|car| scene.is_human[car])
                .or_else(|| others(&|_| true))
                .map_or(Goal::None, Goal::Car),
            Style::Drifter => {
                let here = place(self.car);
                let near = others(&|car| place(car).distance(here) < DRIFTER_SIGHT);
                near.map_or_else(|| Goal::Place(self.random_place(scene)), Goal::Car)
            }
        };
        if let Goal::Place(_) = self.goal {
            // A drifter looks round more often than a chaser gives up.
            self.patience *= 0.5;
        }
    }

    fn random_place(&mut self, scene: &Scene<'_>) -> Vec3 {
        let half = scene.arena.border().half_extents() * 0.75;
        let (x, z) = (self.chance() * 2.0 - 1.0, self.chance() * 2.0 - 1.0);
        Vec3::new(x * half.x, 0.0, z * half.y)
    }

    /// A random number from 0 up to 1, of 24 bits, so that it is exact in f32.
    fn chance(&mut self) -> f32 {
        (self.random.next_u32() >> 8) as f32 / (1 << 24) as f32
    }
}

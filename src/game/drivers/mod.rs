//! Computer drivers: chase, bump, get unstuck, look for the next one.

mod difficulty;
mod pilot;
mod tactics;

use glam::Vec3;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use dodgem_physics::{Controls, STEP_SECONDS};

use crate::arena::{ActorId, Arena};
use crate::game::drivers::tactics::{around_obstacles, away_from_walls, bearing, intercept};
use crate::level::Style;
use crate::params::{
    BOOST_ANGLE, BOOST_CHANCE, BOOST_DISTANCE, BUMP_RETREAT_CHANCE, BUMP_RETREAT_SECONDS,
    DRIFTER_FLOOR_SHARE, DRIFTER_PATIENCE, DRIFTER_SIGHT, GOAL_EXTRA_SECONDS, GOAL_SECONDS,
    PIVOT_ANGLE, PIVOT_THROTTLE, RETREAT_STEER, STEER_GAIN, STUCK_SECONDS, STUCK_SPEED,
    UNSTICK_SECONDS,
};

/// The driver of one car.
#[derive(Clone, Debug)]
pub struct Driver {
    style: Style,
    car: usize,
    random: Pcg32,
    goal: DriverGoal,
    /// When to look for another goal, in seconds from now.
    goal_left: f32,
    /// For how long the car has been stuck, in seconds.
    stuck: f32,
    /// For how long it still reverses, in seconds, and with what steering.
    reverse_left: f32,
    reverse_steer: f32,
    /// Whether it will spend boost on this goal.
    boosts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum DriverGoal {
    None,
    Car(usize),
    Place(Vec3),
}

/// What drivers see.
pub(super) struct DriverView<'a> {
    pub arena: &'a Arena,
    /// The actors of the cars.
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
            goal: DriverGoal::None,
            goal_left: 0.0,
            stuck: 0.0,
            reverse_left: 0.0,
            reverse_steer: 0.0,
            boosts: false,
        }
    }

    /// What to do in the next step.
    pub(super) fn controls(&mut self, view: &DriverView<'_>) -> Controls {
        let me = view.arena.actor(view.cars[self.car]);
        self.notice_bump(view);
        self.goal_left -= STEP_SECONDS;
        if self.goal_left <= 0.0 {
            self.choose_goal(view);
        }
        if self.reverse_left > 0.0 {
            self.reverse_left -= STEP_SECONDS;
            return Controls {
                throttle: -1.0,
                steer: self.reverse_steer,
                ..Controls::default()
            };
        }
        self.stuck = if me.velocity.length() < STUCK_SPEED {
            self.stuck + STEP_SECONDS
        } else {
            0.0
        };
        if self.stuck > STUCK_SECONDS {
            self.back_off(UNSTICK_SECONDS);
        }
        let aim = match self.goal {
            DriverGoal::Car(other) => intercept(me, view.arena.actor(view.cars[other])),
            DriverGoal::Place(place) => place,
            DriverGoal::None => Vec3::ZERO,
        };
        let aim = around_obstacles(view.arena, me, aim);
        let aim = away_from_walls(view.arena.border(), me, aim);
        let angle = bearing(me, aim);
        let distance = (aim - me.pose.translation()).length();
        Controls {
            throttle: if angle.abs() > PIVOT_ANGLE {
                PIVOT_THROTTLE
            } else {
                1.0
            },
            steer: (angle * STEER_GAIN).clamp(-1.0, 1.0),
            brake: false,
            boost: self.boosts
                && angle.abs() < BOOST_ANGLE
                && (BOOST_DISTANCE.0..BOOST_DISTANCE.1).contains(&distance),
        }
    }

    /// After a bump with its goal the driver looks for the next one, and may reverse a little.
    fn notice_bump(&mut self, view: &DriverView<'_>) {
        let DriverGoal::Car(other) = self.goal else {
            return;
        };
        if (view.touched)(self.car, other) && self.reverse_left <= 0.0 {
            self.goal_left = 0.0;
            if self.chance() < BUMP_RETREAT_CHANCE {
                self.back_off(BUMP_RETREAT_SECONDS);
            }
        }
    }

    fn back_off(&mut self, (shortest, longest): (f32, f32)) {
        self.stuck = 0.0;
        self.reverse_left = shortest + (longest - shortest) * self.chance();
        self.reverse_steer = if self.chance() < 0.5 {
            -RETREAT_STEER
        } else {
            RETREAT_STEER
        };
    }

    fn choose_goal(&mut self, view: &DriverView<'_>) {
        self.goal_left = GOAL_SECONDS + GOAL_EXTRA_SECONDS * self.chance();
        self.boosts = self.chance() < BOOST_CHANCE;
        let roll = self.chance();
        let others = |wanted: &dyn Fn(usize) -> bool| -> Option<usize> {
            let of_kind = || (0..view.cars.len()).filter(|car| *car != self.car && wanted(*car));
            let count = of_kind().count();
            of_kind().nth((roll * count as f32) as usize)
        };
        let place = |car: usize| view.arena.actor(view.cars[car]).pose.translation();
        self.goal = match self.style {
            Style::Chaser => others(&|_| true).map_or(DriverGoal::None, DriverGoal::Car),
            Style::Hunter => others(&|car| view.is_human[car])
                .or_else(|| others(&|_| true))
                .map_or(DriverGoal::None, DriverGoal::Car),
            Style::Drifter => {
                let here = place(self.car);
                let near = others(&|car| place(car).distance(here) < DRIFTER_SIGHT);
                near.map_or_else(
                    || DriverGoal::Place(self.random_place(view)),
                    DriverGoal::Car,
                )
            }
        };
        if let DriverGoal::Place(_) = self.goal {
            // A drifter looks round more often than a chaser gives up.
            self.goal_left *= DRIFTER_PATIENCE;
        }
    }

    fn random_place(&mut self, view: &DriverView<'_>) -> Vec3 {
        let half = view.arena.border().half_extents() * DRIFTER_FLOOR_SHARE;
        let (x, z) = (self.chance() * 2.0 - 1.0, self.chance() * 2.0 - 1.0);
        Vec3::new(x * half.x, 0.0, z * half.y)
    }

    /// A random number from 0 up to 1, of 24 bits, so that it is exact in f32.
    fn chance(&mut self) -> f32 {
        (self.random.next_u32() >> 8) as f32 / (1 << 24) as f32
    }
}

pub use crate::game::drivers::difficulty::Difficulty;
pub use crate::game::drivers::pilot::{Pilot, PilotKind};

//! Visual effects on cars: a hit freezes the picture of its cars for a moment and dents the rubber ring, and
//! a driver reacts. None of this affects the simulation.

pub mod figure;
pub mod plate;
mod rider;

use glam::{Mat4, Vec3, Vec4};

use dodgem_collide::math::Pose;

pub use crate::app::drawn::rider::Rider;
use crate::app::params::{
    CAUGHT_UP_SECONDS, DAMPING, DENT, FREEZE_SECONDS, HARD_HIT, HARDEST_HIT, HARDEST_LANDING, SINK,
    SPRING,
};
use crate::arena::{Actor, Arena};

/// A frozen picture of a car.
#[derive(Debug, Clone, Copy)]
struct Freeze {
    pose: Pose,
    age: f32,
    /// The times in seconds at which the freeze ends and at which the car has caught up.
    still: f32,
    over: f32,
}

/// The drawing state of a car.
#[derive(Debug, Clone, Default)]
struct DrawnCar {
    freeze: Option<Freeze>,
    /// The direction of the last dent in the car's axes, its depth in metres and its speed in m/s.
    dent: Vec3,
    depth: f32,
    swing: f32,
    /// The sinking of the body onto its wheels after a landing, in metres, and its rate in m/s.
    sunk: f32,
    sinking: f32,
    rider: Rider,
}

/// The drawing state of all cars, by actor index.
#[derive(Debug, Clone)]
pub struct DrawnCars {
    list: Vec<DrawnCar>,
    /// Factor on the duration of freezes: 1 is normal, 0 is none.
    pub freeze: f32,
}

impl Default for DrawnCars {
    fn default() -> Self {
        Self::new(0)
    }
}

impl DrawnCars {
    /// Creates the state of cars to which nothing has happened.
    pub fn new(actors: usize) -> Self {
        Self {
            list: vec![DrawnCar::default(); actors],
            freeze: 1.0,
        }
    }

    /// Resets the state for another round with that many actors.
    pub fn begin_again(&mut self, actors: usize) {
        self.list = vec![DrawnCar::default(); actors];
    }

    /// Applies a hit on an actor at a point with a speed in m/s. A hit by a car freezes the picture; a hit on
    /// a wall only dents.
    pub fn hit(&mut self, index: usize, actor: &Actor, point: Vec3, speed: f32, by_car: bool) {
        let Some(car) = self.list.get_mut(index) else {
            return;
        };
        let local = actor.pose.inverse_transform_point(point);
        let flat = Vec3::new(local.x, 0.0, local.z).normalize_or_zero();
        let hard = ((speed - 0.8) / HARDEST_HIT).clamp(0.0, 1.0);
        if flat != Vec3::ZERO && DENT * hard > car.depth {
            (car.dent, car.depth, car.swing) = (flat, DENT * hard, 0.0);
        }
        car.rider.hit(flat, hard);
        if by_car && speed >= HARD_HIT && car.freeze.is_none() && self.freeze > 0.0 {
            let share = ((speed - HARD_HIT) / (HARDEST_HIT - HARD_HIT)).clamp(0.0, 1.0);
            let still = self.freeze * FREEZE_SECONDS * (0.5 + 0.5 * share);
            car.freeze = Some(Freeze {
                pose: actor.pose,
                age: 0.0,
                still,
                over: CAUGHT_UP_SECONDS * still / FREEZE_SECONDS,
            });
        }
    }

    /// Applies a landing at a vertical speed in m/s: body and driver keep moving down for a moment.
    pub fn land(&mut self, index: usize, speed: f32) {
        if let Some(car) = self.list.get_mut(index) {
            // The initial rate from which the spring sinks about to this depth.
            let depth = SINK * (speed / HARDEST_LANDING).clamp(0.0, 1.0);
            car.sinking = car.sinking.max(depth * SPRING * 1.25);
            car.rider.land((speed / HARDEST_LANDING).clamp(0.0, 1.0));
        }
    }

    /// Advances by a frame of that many seconds.
    pub fn update(&mut self, arena: &Arena, seconds: f32) {
        let actors = arena.actors();
        // The hand may have added actors.
        self.list.resize_with(actors.len(), DrawnCar::default);
        for (car, actor) in self.list.iter_mut().zip(actors) {
            if !actor.is_car() {
                continue;
            }
            if let Some(freeze) = &mut car.freeze {
                freeze.age += seconds;
                if freeze.age >= freeze.over {
                    car.freeze = None;
                }
            }
            // A damped spring in small steps, so that it is independent of the frame rate.
            let steps = (seconds * 240.0).ceil().clamp(1.0, 60.0);
            let part = seconds.min(0.25) / steps;
            for _ in 0..steps as u32 {
                car.swing -= (SPRING * SPRING * car.depth + 2.0 * DAMPING * car.swing) * part;
                car.depth += car.swing * part;
                car.sinking -= (SPRING * SPRING * car.sunk + 2.0 * DAMPING * car.sinking) * part;
                car.sunk += car.sinking * part;
            }
            car.rider.update(actor, actors, seconds);
        }
    }

    /// Returns the pose at which a car is drawn; `now` is its true pose.
    pub fn pose(&self, index: usize, now: Pose) -> Pose {
        match self.list.get(index).and_then(|car| car.freeze) {
            Some(freeze) if freeze.age <= freeze.still => freeze.pose,
            Some(freeze) => {
                let share = (freeze.age - freeze.still) / (freeze.over - freeze.still).max(1e-3);
                let share = share.clamp(0.0, 1.0);
                freeze
                    .pose
                    .interpolate(&now, share * share * (3.0 - 2.0 * share))
            }
            None => now,
        }
    }

    /// Returns the deformations of a car's rubber ring and of its body, in the car's axes. The hit side stays
    /// in place and everything behind it moves closer. `half` is half the size of the car.
    pub fn squash(&self, index: usize, half: Vec3) -> [Mat4; 2] {
        let soft = |car: &&DrawnCar| car.depth.abs().max(car.sunk.abs()) > 1e-4;
        let Some(car) = self.list.get(index).filter(soft) else {
            return [Mat4::IDENTITY; 2];
        };
        // The lower edge stays on the floor.
        let low = |share: f32| {
            let high = 1.0 - share * car.sunk / (2.0 * half.y).max(0.1);
            Mat4::from_scale(Vec3::new(1.0, high, 1.0))
        };
        let along = |share: f32, keep: f32| {
            let out = car.dent;
            let line = Mat4::from_cols(
                (out * out.x).extend(0.0),
                Vec3::ZERO.extend(0.0),
                (out * out.z).extend(0.0),
                Vec4::ZERO,
            );
            let scale = Mat4::IDENTITY + line * -share;
            Mat4::from_translation(out * keep) * scale
        };
        let depth = car.depth;
        let radius = car.dent.abs().dot(half);
        let share = depth / (2.0 * radius).max(0.1);
        // The ring's dented side stays in place; the body is compressed less.
        [
            along(share, depth * 0.5) * low(0.5),
            along(share * 0.4, depth * 0.5) * low(1.0),
        ]
    }

    /// Returns the driver of a car.
    pub fn rider(&self, index: usize) -> Option<&Rider> {
        self.list.get(index).map(|car| &car.rider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Round, RoundOptions};
    use crate::level::{Library, load};

    fn round() -> Round {
        let library = Library::new(Vec::new());
        let level = load(&library, "classic").unwrap();
        Round::with_options(&level, &library, RoundOptions::default()).unwrap()
    }

    fn moved(pose: &Pose, by: Vec3) -> Pose {
        Pose::new(pose.rotation(), pose.translation() + by).unwrap()
    }

    #[test]
    fn a_blow_holds_the_picture_which_catches_up_in_time_and_a_touch_does_not() {
        let round = round();
        let actor = round.arena().actor(round.cars()[0].actor);
        let index = round.cars()[0].actor.index();
        let later = moved(&actor.pose, Vec3::X * 0.4);
        let point = actor.pose.transform_point(Vec3::new(0.0, 0.3, -0.95));
        for (speed, holds) in [(2.0, false), (12.0, true)] {
            let mut drawn = DrawnCars::new(round.arena().actors().len());
            drawn.hit(index, actor, point, speed, true);
            let seen = drawn.pose(index, later).translation();
            assert_eq!(seen == actor.pose.translation(), holds, "{speed} m/s");
            let mut before = -1.0;
            for _ in 0..15 {
                drawn.update(round.arena(), 0.008);
                let x = drawn.pose(index, later).translation().x;
                assert!(x >= before - 1e-5, "never backwards");
                before = x;
            }
            assert_eq!(drawn.pose(index, later), later, "after 120 ms it is there");
        }
        // A shorter freeze or none, by the player's setting.
        let seen_after = |freeze: f32, seconds: f32| {
            let mut drawn = DrawnCars {
                freeze,
                ..DrawnCars::new(round.arena().actors().len())
            };
            drawn.hit(index, actor, point, 12.0, true);
            drawn.update(round.arena(), seconds);
            drawn.pose(index, later)
        };
        assert_eq!(seen_after(0.0, 0.0), later);
        let still = FREEZE_SECONDS * 0.6;
        assert_eq!(seen_after(1.0, still), actor.pose);
        assert!(seen_after(0.5, still) != actor.pose);
    }

    #[test]
    fn the_dented_side_of_the_ring_stays_and_the_other_comes_nearer_and_all_swings_out() {
        let round = round();
        let car = round.cars()[0].actor;
        let (actor, index) = (round.arena().actor(car), car.index());
        let point = actor.pose.transform_point(Vec3::new(0.0, 0.3, -0.95));
        let half = Vec3::new(0.6, 1.1, 0.95);
        let mut drawn = DrawnCars::new(round.arena().actors().len());
        drawn.hit(index, actor, point, 10.0, false);
        let [ring, _] = drawn.squash(index, half);
        let front = ring.transform_point3(Vec3::new(0.0, 0.3, -0.95));
        let back = ring.transform_point3(Vec3::new(0.0, 0.3, 0.95));
        assert!((front.z + 0.95).abs() < 1e-3, "{front}");
        assert!(back.z < 0.95 - 0.05, "{back}");
        for _ in 0..120 {
            drawn.update(round.arena(), 0.016);
        }
        let rest = drawn.squash(index, half)[0].transform_point3(Vec3::Z);
        assert!(rest.distance(Vec3::Z) < 2e-3, "{rest}");
    }
}

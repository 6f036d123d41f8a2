//! What a hit gives in [`Mode::Points`](crate::game::Mode::Points).

use serde::Serialize;

use crate::game::Difficulty;
use crate::game::rules::feat::Side;
use crate::params::{
    FULL_POWER, FULL_POWER_SECONDS, LOST_SHARE, MOST_REPEATS, POINTS_SCALE, REAR_FACTOR,
    SIDE_FACTOR,
};

/// What a run-up of some seconds, at speed and without a touch, makes of the next hit: a factor from 1 up.
pub fn power(seconds: f32) -> f32 {
    1.0 + (FULL_POWER - 1.0) * (seconds / FULL_POWER_SECONDS).min(1.0)
}

/// How long the run-up was that has that power, in seconds; of more than the full one as of that.
pub fn run_up_of(power: f32) -> f32 {
    (power - 1.0) / (FULL_POWER - 1.0) * FULL_POWER_SECONDS
}

/// What a hit into a side of a car is multiplied with.
pub fn side_factor(hit: Side) -> f32 {
    match hit {
        Side::Front => 1.0,
        Side::Flank => SIDE_FACTOR,
        Side::Rear => REAR_FACTOR,
    }
}

/// What share of a hit's points who was hit in the side or rear loses: nothing against easy drivers, so that who
/// learns keeps what was won.
pub fn lost_share(difficulty: Difficulty) -> f32 {
    match difficulty {
        Difficulty::Easy => 0.0,
        Difficulty::Medium | Difficulty::Hard => LOST_SHARE,
    }
}

/// What a hit gave, factor by factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Gain {
    /// What it gave.
    pub points: u32,
    /// How fast the car drove into the other one, in m/s: its share of the speed of the hit.
    pub speed: f32,
    /// The factor of its run-up.
    pub power: f32,
    /// The factor of the side that it hit.
    pub side: f32,
    /// How often the two had just met before: each halves it.
    pub repeats: u32,
    /// Whether it counts double, as the end is near.
    pub double: bool,
}

/// What so many crashes of the same two cars in a row make of the next one.
pub fn halved(repeats: u32) -> f32 {
    1.0 / (1u32 << repeats.min(MOST_REPEATS)) as f32
}

impl Gain {
    /// How it came to its points, factor by factor; factors of 1 are left out.
    pub fn words(&self) -> String {
        let mut words = format!("{:.1} m/s", self.speed);
        if self.power >= SHOWN_POWER {
            words += &format!(" x power {:.1}", self.power);
        }
        if self.side > 1.0 {
            let name = if self.side < REAR_FACTOR {
                "side"
            } else {
                "rear"
            };
            words += &format!(" x {name} {}", self.side);
        }
        if self.repeats > 0 {
            words += &format!(" x again 1/{}", 1u64 << self.repeats.min(MOST_REPEATS));
        }
        if self.double {
            words += " x end 2";
        }
        format!("{words} = {}", self.points)
    }
}

/// A power that is less is shown as 1.0, and left out.
const SHOWN_POWER: f32 = 1.05;

/// The points of a car for a hit that it drove, by its own speed in m/s, the factor of its run-up, the side of the
/// other car that it hit, how often the same two cars have just met, and whether the end is near.
///
/// A run-up pays, as it is a factor; the same pair again and again gives less each time, so that pushing does not.
pub fn award(speed: f32, power: f32, hit: Side, repeats: u32, double: bool) -> Gain {
    let side = side_factor(hit);
    let doubled = if double { 2.0 } else { 1.0 };
    let points = POINTS_SCALE * speed * power * side * halved(repeats) * doubled;
    Gain {
        // Finite and not negative, and far below what a u32 holds.
        points: points.round() as u32,
        speed,
        power,
        side,
        repeats,
        double,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_by_hand() {
        let points =
            |speed, power, hit, repeats, double| award(speed, power, hit, repeats, double).points;
        assert_eq!(points(6.0, 1.0, Side::Front, 0, false), 6);
        assert_eq!(points(6.0, 4.0, Side::Front, 0, false), 24);
        assert_eq!(points(6.0, 4.0, Side::Flank, 0, false), 36);
        assert_eq!(points(6.0, 4.0, Side::Rear, 0, false), 48);
        assert_eq!(points(6.0, 4.0, Side::Rear, 2, false), 12);
        assert_eq!(points(6.0, 4.0, Side::Rear, 2, true), 24);
        assert_eq!(points(6.0, 4.0, Side::Front, u32::MAX, false), 0);
    }

    #[test]
    fn a_run_up_makes_the_most_of_a_hit_after_a_second_and_a_half() {
        assert_eq!(power(0.0), 1.0);
        assert_eq!(power(0.75), 4.5);
        assert_eq!((power(1.5), power(20.0)), (8.0, 8.0));
        assert_eq!(run_up_of(power(0.75)), 0.75);
    }

    #[test]
    fn the_sum_on_the_screen_says_what_was_multiplied() {
        let words = |power, hit, repeats, double| award(9.5, power, hit, repeats, double).words();
        assert_eq!(words(1.0, Side::Front, 0, false), "9.5 m/s = 10");
        let side = words(8.0, Side::Flank, 1, false);
        assert_eq!(side, "9.5 m/s x power 8.0 x side 1.5 x again 1/2 = 57");
        let rear = words(2.0, Side::Rear, 0, true);
        assert_eq!(rear, "9.5 m/s x power 2.0 x rear 2 x end 2 = 76");
    }
}

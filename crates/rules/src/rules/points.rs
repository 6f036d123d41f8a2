//! Points for a hit in [`Mode::Points`](crate::Mode::Points).

use serde::Serialize;

use crate::Difficulty;
use crate::params::{
    FULL_POWER, FULL_POWER_SECONDS, LOST_SHARE, MOST_REPEATS, POINTS_SCALE, REAR_FACTOR,
    SHOWN_POWER, SIDE_FACTOR,
};
use crate::rules::feat::Side;

/// Returns the factor, at least 1, of a run-up on the next hit; a run-up is time at speed without a touch, in
/// seconds.
pub fn power(seconds: f32) -> f32 {
    1.0 + (FULL_POWER - 1.0) * (seconds / FULL_POWER_SECONDS).min(1.0)
}

/// Returns the duration of the run-up that has this factor, in seconds, at most that of the full factor.
pub fn run_up_of(power: f32) -> f32 {
    (power - 1.0) / (FULL_POWER - 1.0) * FULL_POWER_SECONDS
}

/// Returns the factor of the side of a car that was hit.
pub fn side_factor(hit: Side) -> f32 {
    match hit {
        Side::Front => 1.0,
        Side::Flank => SIDE_FACTOR,
        Side::Rear => REAR_FACTOR,
    }
}

/// Returns the fraction of a hit's points that a car hit in the side or rear loses: nothing against easy
/// drivers, so that beginners keep their points.
pub fn lost_share(difficulty: Difficulty) -> f32 {
    match difficulty {
        Difficulty::Easy => 0.0,
        Difficulty::Medium | Difficulty::Hard => LOST_SHARE,
    }
}

/// Points of a hit, with their factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Gain {
    /// Points.
    pub points: u32,
    /// Speed of the car into the other one, in m/s: its share of the closing speed.
    pub speed: f32,
    /// Factor of its run-up.
    pub power: f32,
    /// Factor of the side that it hit.
    pub side: f32,
    /// Number of recent crashes between the two before; each halves the points.
    pub repeats: u32,
    /// True if it counts double, because the end is near.
    pub double: bool,
}

/// Returns the factor for a number of consecutive crashes between two cars.
pub fn halved(repeats: u32) -> f32 {
    1.0 / (1u32 << repeats.min(MOST_REPEATS)) as f32
}

/// A factor of a hit's points that is shown with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GainFactor {
    /// The run-up.
    Power(f32),
    /// A hit into the side of the other car.
    Side(f32),
    /// A hit into its rear.
    Rear(f32),
    /// Earlier crashes between the two: the points are divided by this.
    Again(u64),
    /// The last seconds count double.
    End,
}

impl Gain {
    /// Returns the factors of its points; those of 1 are left out.
    pub fn factors(&self) -> Vec<GainFactor> {
        let power = (self.power >= SHOWN_POWER).then_some(GainFactor::Power(self.power));
        let side = match self.side {
            one if one <= 1.0 => None,
            side if side < REAR_FACTOR => Some(GainFactor::Side(side)),
            rear => Some(GainFactor::Rear(rear)),
        };
        let divisor = 1u64 << self.repeats.min(MOST_REPEATS);
        let again = (self.repeats > 0).then_some(GainFactor::Again(divisor));
        let end = self.double.then_some(GainFactor::End);
        [power, side, again, end].into_iter().flatten().collect()
    }
}

/// Returns the points of a hit, from the car's own speed in m/s, the factor of its run-up, the side of the
/// other car, the number of recent crashes between the two, and true near the end of the round.
///
/// The run-up is a factor so that it is worth taking. Repeats are worth less, so that pushing one car is not.
pub fn award(speed: f32, power: f32, hit: Side, repeats: u32, double: bool) -> Gain {
    let side = side_factor(hit);
    let doubled = if double { 2.0 } else { 1.0 };
    let points = POINTS_SCALE * speed * power * side * halved(repeats) * doubled;
    Gain {
        // Finite, not negative, and far below the maximum of u32.
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
    fn the_factors_of_a_hit_are_those_that_were_multiplied() {
        use GainFactor::{Again, End, Power, Rear, Side as Flank};
        let factors =
            |power, hit, repeats, double| award(9.5, power, hit, repeats, double).factors();
        assert_eq!(factors(1.0, Side::Front, 0, false), []);
        let side = factors(8.0, Side::Flank, 1, false);
        assert_eq!(side, [Power(8.0), Flank(1.5), Again(2)]);
        let rear = factors(2.0, Side::Rear, 0, true);
        assert_eq!(rear, [Power(2.0), Rear(2.0), End]);
    }
}

//! What a round counts.

use glam::Vec3;
use serde::Serialize;

/// A counted crash of two cars: what a sign in the window shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crash {
    /// The round's time, countdown included, in seconds.
    pub time: f32,
    /// Where, in metres.
    pub point: Vec3,
    /// One car, as an index in the level's list of cars.
    pub a: usize,
    /// The other car.
    pub b: usize,
    /// How fast they met, in m/s.
    pub strength: f32,
    /// The change of momentum, in N s.
    pub impulse: f32,
}

impl Crash {
    /// Whether a car was part of it.
    pub fn involves(&self, car: usize) -> bool {
        self.a == car || self.b == car
    }
}

/// One line of the table of results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarScore {
    /// The car's name.
    pub name: String,
    /// The person's slot, from 0, if a person drives it.
    pub slot: Option<usize>,
    /// How often it crashed.
    pub crashes: u32,
    /// The speed of its hardest crash, in m/s.
    pub hardest: f32,
}

/// The result of a round, so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// The crashes of the first player's car: what counts.
    pub crashes: u32,
    /// The first player's car, as an index in `cars`.
    pub player: usize,
    /// All cars, as in the level.
    pub cars: Vec<CarScore>,
}

impl Score {
    pub(super) fn count(&mut self, crash: &Crash) {
        for car in [crash.a, crash.b] {
            if let Some(score) = self.cars.get_mut(car) {
                score.crashes += 1;
                score.hardest = score.hardest.max(crash.strength);
            }
        }
        self.crashes = self.cars.get(self.player).map_or(0, |car| car.crashes);
    }

    /// The cars by their number of crashes, most first; equal ones in the level's order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cars.len()).collect();
        order.sort_by_key(|car| std::cmp::Reverse(self.cars[*car].crashes));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(cars: usize) -> Score {
        Score {
            player: 1,
            cars: (0..cars)
                .map(|index| CarScore {
                    name: format!("Car {index}"),
                    slot: None,
                    crashes: 0,
                    hardest: 0.0,
                })
                .collect(),
            ..Score::default()
        }
    }

    fn crash(a: usize, b: usize, strength: f32) -> Crash {
        Crash {
            time: 0.0,
            point: Vec3::ZERO,
            a,
            b,
            strength,
            impulse: 0.0,
        }
    }

    #[test]
    fn a_crash_counts_for_both_cars_and_only_the_players_for_the_result() {
        let mut score = score(4);
        score.count(&crash(0, 1, 2.0));
        score.count(&crash(2, 3, 5.0));
        score.count(&crash(1, 2, 3.0));
        assert_eq!(score.crashes, 2);
        let counts: Vec<u32> = score.cars.iter().map(|car| car.crashes).collect();
        assert_eq!(counts, [1, 2, 2, 1]);
        assert_eq!(score.cars[2].hardest, 5.0);
        assert_eq!(score.ranking(), [1, 2, 0, 3]);
    }
}

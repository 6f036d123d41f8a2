//! Result table of a round: the tally and place of each car.

use std::cmp::Reverse;

use glam::Vec3;
use serde::Serialize;

use crate::Team;
use crate::rules::{Feat, Gain};

/// A counted crash of two cars, as the window announces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crash {
    /// Time of the round, including the countdown, in seconds.
    pub time: f32,
    /// Point of impact, in metres.
    pub point: Vec3,
    /// One car, as an index in the level's list of cars.
    pub a: usize,
    /// The other car.
    pub b: usize,
    /// Closing speed, in m/s.
    pub strength: f32,
    /// Change of momentum, in N s.
    pub impulse: f32,
    /// Share of each of the two, 0 to 1: see [`is_credited`](crate::is_credited).
    pub shares: [f32; 2],
    /// Points of each of the two, in the round's mode.
    pub gains: [Gain; 2],
    /// Points that each of the two lost.
    pub losses: [u32; 2],
    /// Kind of the crash.
    pub feat: Feat,
}

impl Crash {
    /// True if a car was part of it.
    pub fn involves(&self, car: usize) -> bool {
        self.a == car || self.b == car
    }

    /// Returns a car's share of it, 0 to 1.
    pub fn share_of(&self, car: usize) -> f32 {
        self.of(self.shares, car)
    }

    /// Returns a car's points for it.
    pub fn gain_of(&self, car: usize) -> Gain {
        self.of(self.gains, car)
    }

    /// Returns the points that a car lost by it.
    pub fn loss_of(&self, car: usize) -> u32 {
        self.of(self.losses, car)
    }

    fn of<T: Default>(&self, [a, b]: [T; 2], car: usize) -> T {
        match car {
            car if car == self.a => a,
            car if car == self.b => b,
            _ => T::default(),
        }
    }
}

/// A fall of a car over the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// Time of the round, including the countdown, in seconds.
    pub time: f32,
    /// Position of the car, in metres.
    pub point: Vec3,
    /// The car, as an index in the level's list of cars.
    pub car: usize,
    /// Car that gets the credit, if it hit this one shortly before.
    pub by: Option<usize>,
    /// True if the car has no life left.
    pub out: bool,
}

/// Tally of a car.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Total in the round's mode.
    pub total: u32,
    /// Number of crashes that it is credited with.
    pub crashes: u32,
    /// Speed of the hardest of them, in m/s.
    pub hardest: f32,
    /// Points of its best hit, in modes with points.
    pub best: u32,
    /// Points that it lost by hits of others.
    pub lost: u32,
    /// Number of its hits with points into sides and rears.
    pub sides: u32,
    /// Number of its falls.
    pub falls: u32,
    /// Time of its last fall, in seconds after the start; None if it has a life left.
    pub out_at: Option<f32>,
}

/// A row of the result table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CarScore {
    /// Name of the car.
    pub name: String,
    /// Slot of the player, from 0, if a person drives it.
    pub slot: Option<usize>,
    /// Its team, in a round of teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// Its tally.
    #[serde(flatten)]
    pub tally: Tally,
}

/// Result of a round so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Total of the first player's car in the round's mode.
    pub total: u32,
    /// Place of that car, from 1.
    pub place: usize,
    /// That car, as an index in `cars`.
    pub player: usize,
    /// All cars, in the level's order.
    pub cars: Vec<CarScore>,
}

impl Score {
    /// Records that a car drove into another one at a speed in m/s.
    pub(super) fn count_hit(&mut self, car: usize, speed: f32) {
        if let Some(score) = self.cars.get_mut(car) {
            score.tally.crashes += 1;
            score.tally.hardest = score.tally.hardest.max(speed);
        }
    }

    /// Gives a car the points of a hit.
    pub(super) fn give_hit(&mut self, car: usize, gain: &Gain) {
        if let Some(score) = self.cars.get_mut(car) {
            score.tally.best = score.tally.best.max(gain.points);
            score.tally.sides += u32::from(gain.side > 1.0 && gain.points > 0);
        }
        self.give(car, gain.points);
    }

    /// Adds points to a car.
    pub(super) fn give(&mut self, car: usize, gain: u32) {
        if let Some(score) = self.cars.get_mut(car) {
            score.tally.total = score.tally.total.saturating_add(gain);
        }
        self.place_player();
    }

    /// Takes points from a car, at most its total; returns their number.
    pub(super) fn take(&mut self, car: usize, loss: u32) -> u32 {
        let Some(score) = self.cars.get_mut(car) else {
            return 0;
        };
        let taken = loss.min(score.tally.total);
        score.tally.total -= taken;
        score.tally.lost += taken;
        self.place_player();
        taken
    }

    /// Records a fall; `out_at` is the time in seconds after the start, if it cost the last life.
    pub(super) fn count_fall(&mut self, car: usize, out_at: Option<f32>) {
        if let Some(score) = self.cars.get_mut(car) {
            score.tally.falls += 1;
            score.tally.out_at = out_at;
        }
        self.place_player();
    }

    /// Updates the total and the place of the player.
    pub(super) fn place_player(&mut self) {
        self.total = (self.cars.get(self.player)).map_or(0, |car| car.tally.total);
        self.place = self.place_of(self.player);
    }

    /// Returns the totals of the teams, in the order of [`Team::ALL`]; None without teams.
    pub fn team_totals(&self) -> Option<[u32; 2]> {
        let has_teams = self.cars.iter().any(|car| car.team.is_some());
        let of = |team| {
            let cars = self.cars.iter().filter(|car| car.team == Some(team));
            cars.fold(0, |sum: u32, car| sum.saturating_add(car.tally.total))
        };
        has_teams.then(|| Team::ALL.map(of))
    }

    /// Returns the place of a car, from 1; equal cars share one.
    pub fn place_of(&self, car: usize) -> usize {
        let rank = |index: usize| self.cars.get(index).map(|score| rank(&score.tally));
        let better = (0..self.cars.len()).filter(|other| rank(*other) < rank(car));
        1 + better.count()
    }

    /// Returns the cars, the best first; equal ones in the level's order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cars.len()).collect();
        order.sort_by_key(|car| rank(&self.cars[*car].tally));
        order
    }
}

/// Sort key, less is better: a larger total, then a later exit or none, then fewer falls.
fn rank(tally: &Tally) -> (Reverse<u32>, Reverse<u32>, u32) {
    // The bits of non-negative floats are in the order of their values.
    let stood = tally.out_at.map_or(u32::MAX, f32::to_bits);
    (Reverse(tally.total), Reverse(stood), tally.falls)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(totals: &[u32]) -> Score {
        let mut score = Score {
            player: 1,
            cars: (totals.iter().enumerate())
                .map(|(index, total)| CarScore {
                    name: format!("Car {index}"),
                    slot: None,
                    team: None,
                    tally: Tally {
                        total: *total,
                        ..Tally::default()
                    },
                })
                .collect(),
            ..Score::default()
        };
        score.place_player();
        score
    }

    #[test]
    fn equal_cars_share_a_place_and_the_next_one_counts_them_both() {
        let score = score(&[7, 5, 5, 2]);
        let places: Vec<usize> = (0..4).map(|car| score.place_of(car)).collect();
        assert_eq!(places, [1, 2, 2, 4]);
        assert_eq!((score.total, score.place), (5, 2));
        assert_eq!(score.ranking(), [0, 1, 2, 3]);
    }

    #[test]
    fn of_equal_totals_who_stands_is_before_who_fell_and_later_before_earlier() {
        let mut score = score(&[1, 1, 1, 0]);
        score.count_fall(0, Some(10.0));
        score.count_fall(1, Some(20.0));
        assert_eq!(score.ranking(), [2, 1, 0, 3]);
        assert_eq!(score.place, 2);
        score.give(1, 1);
        assert_eq!((score.ranking()[0], score.place, score.total), (1, 1, 2));
    }

    #[test]
    fn of_equal_totals_of_cars_that_stand_who_fell_less_often_is_before() {
        let mut score = score(&[1, 1, 1]);
        score.count_fall(0, None);
        score.count_fall(0, None);
        score.count_fall(1, None);
        assert_eq!(score.ranking(), [2, 1, 0]);
    }

    #[test]
    fn a_hit_is_counted_with_its_speed_for_who_drove_it() {
        let mut score = score(&[0, 0]);
        score.count_hit(1, 4.0);
        score.count_hit(1, 3.0);
        let tally = score.cars[1].tally;
        assert_eq!((tally.crashes, tally.hardest), (2, 4.0));
        assert_eq!(score.cars[0].tally.crashes, 0);
    }
}

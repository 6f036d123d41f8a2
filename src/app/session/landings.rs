//! Detects cars that land after a flight, for sounds and effects.

use crate::app::params::{LEAST_FLIGHT_STEPS, LEAST_LANDING_SPEED};
use crate::game::Round;

/// A landing of a car.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landing {
    /// Index of the car in the round's list.
    pub car: usize,
    /// Speed of the fall, m/s.
    pub speed: f32,
}

/// The flights of a round's cars.
#[derive(Debug, Clone, Default)]
pub struct Flights {
    /// Per car: the number of steps in the air, and the speed of its fall in m/s.
    list: Vec<(u32, f32)>,
}

impl Flights {
    /// Updates the flights after a step; returns the landings in it.
    pub fn step<'a>(&'a mut self, round: &'a Round) -> impl Iterator<Item = Landing> + 'a {
        self.list.resize(round.cars().len(), (0, 0.0));
        let cars = self.list.iter_mut().zip(round.cars()).enumerate();
        cars.filter_map(|(index, (flight, car))| {
            let actor = round.arena().actor(car.actor);
            let flies = actor.car().is_some_and(|car| car.wheels_down == 0);
            // A car on its side also has no wheel down, but it does not fall.
            let falls = -actor.velocity.y;
            if flies {
                *flight = (flight.0 + 1, falls);
                return None;
            }
            let (steps, speed) = std::mem::take(flight);
            let landed = steps >= LEAST_FLIGHT_STEPS && speed >= LEAST_LANDING_SPEED;
            landed.then_some(Landing { car: index, speed })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Pilot, PilotKind, RoundOptions, RoundPhase};
    use crate::level::{Library, Style, load};

    fn landings(name: &str) -> Vec<Landing> {
        let library = Library::new(Vec::new());
        let level = load(&library, name).unwrap();
        let mut round = Round::with_options(&level, &library, RoundOptions::default()).unwrap();
        let mut pilot = Pilot::new(PilotKind::Computer(Style::Chaser), &round, 0).unwrap();
        let (mut flights, mut all) = (Flights::default(), Vec::new());
        while round.phase() != RoundPhase::Over {
            let controls = pilot.controls(&round);
            round.step(&[controls]);
            all.extend(flights.step(&round));
        }
        all
    }

    #[test]
    fn cars_land_from_ramps_as_fast_as_they_fall_and_nobody_lands_on_the_flat() {
        let found = landings("jump");
        assert!(found.len() > 4, "{}", found.len());
        // A fall from two metres ends at 6.3 m/s.
        assert!(found.iter().all(|one| one.speed < 8.0), "{found:?}");
        let flat = landings("classic");
        assert!(flat.len() < 4, "{flat:?}");
    }
}

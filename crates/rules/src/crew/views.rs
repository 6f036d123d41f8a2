//! The cars at the start of a round, their drivers and their rows in the table.

use std::sync::Arc;

use crate::crew::{CarView, drives_by_hand, first_player};
use crate::drivers::Driver;
use crate::team::teams;
use crate::{CarScore, Difficulty, Score, Tally, Team};
use dodgem_scene::arena::ActorId;
use dodgem_scene::level::{DriverSpec, Level, Paint, Style};

/// Returns the cars of a level at the start of a round.
pub fn starting_cars(
    level: &Level,
    actors: &[ActorId],
    humans: usize,
    in_teams: bool,
) -> Vec<CarView> {
    let slots = slots(level, humans);
    let teams = in_teams.then(|| teams(&slots));
    let cars = actors.iter().enumerate();
    let cars = cars.map(|(index, actor)| {
        let team = teams.as_ref().map(|teams| teams[index]);
        let own = Paint::parse(&level.cars[index].paint).unwrap_or(Paint::of_place(index));
        CarView {
            actor: *actor,
            name: level.car_name(index),
            paint: team.map_or(own, Team::paint),
            number: index + 1,
            slot: slots[index],
            team,
            spec: Arc::new(level.cars[index].clone()),
            by_hand: false,
            renamed: false,
        }
    });
    cars.collect()
}

/// Gives the first player's slot to the first added player car, if no person drives one of the level's cars.
pub fn seat_by_hand(cars: &mut [CarView]) {
    let own = cars.iter().any(|car| !car.by_hand && car.slot.is_some());
    if own || drives_by_hand(cars) {
        return;
    }
    let mut free = cars.iter_mut().filter(|car| car.by_hand);
    if let Some(car) = free.find(|car| car.spec.driver == DriverSpec::Player) {
        car.slot = Some(0);
    }
}

/// Returns the slot of each car: the first `humans` player cars of the level have one.
fn slots(level: &Level, humans: usize) -> Vec<Option<usize>> {
    let mut slots = vec![None; level.cars.len()];
    for (slot, car) in level.seats().take(humans).enumerate() {
        slots[car] = Some(slot);
    }
    slots
}

/// Creates the computer's driver of a car.
pub fn driver_of(car: &CarView, index: usize, difficulty: Difficulty, seed: u64) -> Driver {
    let style = match car.spec.driver {
        DriverSpec::Player => Style::Chaser,
        DriverSpec::Computer(style) => style,
    };
    Driver::new(style, difficulty, index, seed)
}

/// Returns the table at the start of a round.
pub fn score_of(cars: &[CarView]) -> Score {
    let line = |car: &CarView| CarScore {
        name: car.name.clone(),
        slot: car.slot,
        team: car.team,
        tally: Tally::default(),
    };
    let mut score = Score {
        player: player_of(cars),
        cars: cars.iter().map(line).collect(),
        ..Score::default()
    };
    score.place_player();
    score
}

/// Returns the index of the first player's car: an added car that a person drives, otherwise the level's
/// first player car.
fn player_of(cars: &[CarView]) -> usize {
    let mut seats = cars.iter();
    let by_hand = seats.position(|car| car.by_hand && car.slot == Some(0));
    by_hand.unwrap_or_else(|| first_player(cars))
}

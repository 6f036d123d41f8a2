//! Liveliness of a round: spread, speed and crowding of its cars.

use glam::{Vec2, Vec3};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde::Serialize;

use crate::Round;
use crate::params::{CROWD_NEIGHBOURS, CROWD_RADIUS, SPREAD_DRAWS};
use dodgem_scene::arena::{Actor, Border};

/// Liveliness of a round at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Flow {
    /// Median distance of the cars from their mean place, in metres.
    pub spread: f32,
    /// Mean speed of the computer's cars relative to their top speeds; boost can raise it above 1.
    pub speed: f32,
    /// Fraction of the computer's cars that have two or more neighbours within 2.2 m.
    pub crowded: f32,
}

impl Flow {
    /// Measures a round now, without cars that are out. Cars that a person drives count as neighbours and for
    /// the spread; speed and crowding are those of the computer's cars.
    pub fn of(round: &Round) -> Flow {
        let cars = round.cars().iter().enumerate();
        let all: Vec<(&Actor, bool)> = cars
            .filter(|(index, _)| round.stands(*index))
            .map(|(_, car)| (round.arena().actor(car.actor), car.slot.is_none()))
            .collect();
        let places: Vec<Vec2> = all.iter().map(|(actor, _)| floor_place(actor)).collect();
        let computers = all.iter().filter(|(_, computer)| *computer).count().max(1);
        let mut flow = Flow {
            spread: spread(&places),
            ..Flow::default()
        };
        for ((actor, computer), place) in all.iter().zip(&places) {
            let Some(car) = actor.car().filter(|_| *computer) else {
                continue;
            };
            let flat = Vec3::new(actor.velocity.x, 0.0, actor.velocity.z);
            flow.speed += flat.length() / car.settings.top_speed;
            let near = |other: &&Vec2| other.distance(*place) < CROWD_RADIUS;
            // The car itself is among them.
            if places.iter().filter(near).count() > CROWD_NEIGHBOURS {
                flow.crowded += 1.0;
            }
        }
        flow.speed /= computers as f32;
        flow.crowded /= computers as f32;
        flow
    }

    /// Returns the mean spread of cars at random places within a border, in metres.
    pub fn spread_at_random(border: &Border, cars: usize) -> f32 {
        let mut random = Pcg32::new(0, 0);
        let mut number = || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
        let half = border.half_extents();
        let mut places = Vec::with_capacity(cars);
        let mut sum = 0.0;
        for _ in 0..SPREAD_DRAWS {
            places.clear();
            while places.len() < cars {
                let place = Vec2::new(number(), number()) * half;
                if border.clearance(Vec3::new(place.x, 0.0, place.y)) > 0.0 {
                    places.push(place);
                }
            }
            sum += spread(&places);
        }
        sum / SPREAD_DRAWS as f32
    }
}

fn floor_place(actor: &Actor) -> Vec2 {
    let place = actor.pose.translation();
    Vec2::new(place.x, place.z)
}

/// Returns the median distance from the mean place, in metres; 0 for no places.
fn spread(places: &[Vec2]) -> f32 {
    if places.is_empty() {
        return 0.0;
    }
    let middle = places.iter().sum::<Vec2>() / places.len() as f32;
    let mut distances: Vec<f32> = places.iter().map(|p| p.distance(middle)).collect();
    distances.sort_by(f32::total_cmp);
    let half = distances.len() / 2;
    match distances.len() % 2 {
        0 => (distances[half - 1] + distances[half]) * 0.5,
        _ => distances[half],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_the_median_distance_from_the_mean_place() {
        let at = |x: f32| Vec2::new(x, 0.0);
        assert_eq!(spread(&[]), 0.0);
        assert_eq!(spread(&[at(3.0)]), 0.0);
        // The middle is 3: distances 3, 2 and 5.
        assert_eq!(spread(&[at(0.0), at(1.0), at(8.0)]), 3.0);
        // The middle is 3: distances 3, 2, 1 and 4.
        assert_eq!(spread(&[at(0.0), at(1.0), at(4.0), at(7.0)]), 2.5);
    }

    #[test]
    fn many_random_places_in_a_disc_are_at_its_half_area_in_the_median() {
        let disc = Border::Round { radius: 10.0 };
        let spread = Flow::spread_at_random(&disc, 60);
        let half_area = 10.0 / 2.0_f32.sqrt();
        assert!((spread - half_area).abs() < 0.2, "{spread}");
        assert!(Flow::spread_at_random(&disc, 4) < spread);
    }
}

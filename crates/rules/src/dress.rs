//! Appearance of a car that differs from its level: a player's own name, colour and number.

use serde::{Deserialize, Serialize};

use crate::params::{MOST_LETTERS, MOST_NUMBER};
use dodgem_scene::level::Paint;

/// Appearance of a car. Empty values keep the level's appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dress {
    /// Name; empty keeps the level's.
    pub name: String,
    /// Colour as `#rrggbb`; empty keeps the level's.
    pub paint: String,
    /// Number on the plates, from 1; 0 keeps the level's.
    pub number: u8,
}

impl Dress {
    /// Returns it within its bounds: only letters that can be drawn, not too many, and a valid colour.
    pub fn within_bounds(self) -> Self {
        let name = self.name.chars();
        let name = name.filter(|letter| letter.is_alphanumeric() || "-_. ".contains(*letter));
        let name: String = name.take(MOST_LETTERS).collect();
        Dress {
            name: name.trim().to_owned(),
            paint: Paint::parse(&self.paint).map_or(String::new(), |_| self.paint),
            number: self.number.min(MOST_NUMBER),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Round;
    use dodgem_scene::arena::Controls;
    use dodgem_scene::level::{self, Library};

    #[test]
    fn a_dress_is_of_the_picture_and_not_of_the_round() {
        let library = Library::new(Vec::new());
        let level = level::load(&library, "classic").unwrap();
        let round = || Round::new(&level, &library, 3).unwrap();
        let (mut plain, mut dressed) = (round(), round());
        let own = Dress {
            name: "Ägidius the 1st of all".to_owned(),
            paint: "#102030".to_owned(),
            number: 77,
        };
        dressed.dress(0, &own);
        let full = Controls {
            throttle: 1.0,
            ..Controls::default()
        };
        for _ in 0..600 {
            plain.step(&[full]);
            dressed.step(&[full]);
        }
        assert_eq!(plain.arena().state_hash(), dressed.arena().state_hash());
        let car = &dressed.cars()[0];
        assert_eq!((&*car.name, car.number), ("Ägidius the 1s", 77));
        assert_eq!(car.paint, Paint::parse("#102030").unwrap());
        assert_eq!(dressed.score().cars[0].name, car.name);
        // A missing index changes nothing, and the other cars stay as they were.
        dressed.dress(99, &own);
        assert_eq!(
            (&*dressed.cars()[1].name, dressed.cars()[1].number),
            (&*plain.cars()[1].name, 2)
        );
    }

    #[test]
    fn no_two_cars_have_one_number() {
        let library = Library::new(Vec::new());
        let level = level::load(&library, "stadium").unwrap();
        let mut round = Round::new(&level, &library, 3).unwrap();
        for (car, number) in [(0, 7), (3, 7), (3, 4), (5, 1)] {
            let dress = Dress {
                number,
                ..Dress::default()
            };
            round.dress(car, &dress);
            assert_eq!(round.cars()[car].number, usize::from(number));
        }
        let mut numbers: Vec<usize> = round.cars().iter().map(|car| car.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 20);
    }

    #[test]
    fn what_is_left_out_or_makes_no_sense_is_as_the_level_says() {
        let library = Library::new(Vec::new());
        let level = level::load(&library, "classic").unwrap();
        let mut round = Round::new(&level, &library, 3).unwrap();
        let before = round.cars()[0].clone();
        round.dress(0, &Dress::default());
        let strange = Dress {
            name: " \n/// ".to_owned(),
            paint: "red".to_owned(),
            number: 0,
        };
        round.dress(0, &strange);
        let after = &round.cars()[0];
        assert_eq!(
            (&after.name, after.paint, after.number),
            (&before.name, before.paint, before.number)
        );
        let large = Dress {
            number: 255,
            ..Dress::default()
        };
        assert_eq!(large.within_bounds().number, MOST_NUMBER);
    }
}

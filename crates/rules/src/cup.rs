//! Cups: four rounds in four levels among six entrants, with a table.

use serde::{Deserialize, Serialize};

use crate::params::{CUP_POINTS, CUP_ROUNDS};
use crate::{Difficulty, Dress, Round};
use dodgem_scene::params::limits;

/// Number of entrants in a cup.
pub const ENTRANTS: usize = CUP_POINTS.len();
/// A cup that can be played.
#[derive(Debug)]
pub struct CupSpec {
    /// Name of the cup.
    pub name: &'static str,
    /// Description of the cup.
    pub about: &'static str,
    /// Names of its levels, in the order of the rounds.
    pub levels: [&'static str; CUP_ROUNDS],
}

/// All cups, the easiest first.
pub const CUPS: [CupSpec; 3] = [
    CupSpec {
        name: "Fairground Cup",
        about: "Points in four places: run up, hit sides, guard your back.",
        levels: ["stadium", "carousel", "sardines", "yard"],
    },
    CupSpec {
        name: "Thin Ice Cup",
        about: "Slippery floors, ramps and edges: stay on, and hit hard.",
        levels: ["ice", "jump", "sumo", "knockout"],
    },
    CupSpec {
        name: "Wild Cup",
        about: "A crossing, a hill, a ball and sixty-four cars.",
        levels: ["eight", "hill", "football", "demolition"],
    },
];

/// Rivals of the players in every round of a cup: name, colour and number on the plates.
const RIVALS: [(&str, &str, u8); ENTRANTS - 1] = [
    ("Bianca", "#2f6fd0", 2),
    ("Carlo", "#e8b020", 3),
    ("Dora", "#35a05a", 4),
    ("Emil", "#8c4bc0", 5),
    ("Fatima", "#e8762c", 6),
];

/// An entrant of a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// The player in this slot.
    Person(usize),
    /// A rival that the computer drives, by its index in the list.
    Rival(usize),
}

/// State of a cup that has begun; it is saved between rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupRun {
    /// Difficulty of the rivals.
    pub difficulty: Difficulty,
    /// Number of players.
    pub people: usize,
    /// Seed of the first round; each further round adds 1.
    pub seed: u64,
    /// True if one round may still be repeated.
    pub second_chance: bool,
    /// Points of each finished round by entrant: players first, by their slots, then the rivals.
    rounds: Vec<[u32; ENTRANTS]>,
}

impl CupRun {
    /// Begins a cup for a number of players.
    pub fn new(difficulty: Difficulty, people: usize, seed: u64) -> Self {
        CupRun {
            difficulty,
            people: people.clamp(1, limits::PLAYERS),
            seed,
            second_chance: true,
            rounds: Vec::new(),
        }
    }

    /// True if a game can have written it: a file may contain anything.
    pub fn is_sound(&self) -> bool {
        let given = |round: &[u32; ENTRANTS]| round.iter().all(|points| *points <= CUP_POINTS[0]);
        (1..=limits::PLAYERS).contains(&self.people)
            && self.rounds.len() <= CUP_ROUNDS
            && self.rounds.iter().all(given)
    }

    /// Returns the points of each finished round, by entrant.
    pub fn rounds(&self) -> &[[u32; ENTRANTS]] {
        &self.rounds
    }

    /// True if all rounds are finished.
    pub fn is_over(&self) -> bool {
        self.rounds.len() >= CUP_ROUNDS
    }

    /// Returns the index of the next round, from 0; that of the last one once all are finished.
    pub fn next_round(&self) -> usize {
        self.rounds.len().min(CUP_ROUNDS - 1)
    }

    /// Returns the seed of a round.
    pub fn seed_of(&self, round: usize) -> u64 {
        self.seed.wrapping_add(round as u64)
    }

    /// Returns the entrants, in the order of the points lists.
    pub fn entrants(&self) -> [Entrant; ENTRANTS] {
        std::array::from_fn(|index| match index < self.people {
            true => Entrant::Person(index),
            false => Entrant::Rival(index - self.people),
        })
    }

    /// Returns the car of each entrant in a round; None for a player without a car in this level.
    pub fn cars(&self, round: &Round) -> [Option<usize>; ENTRANTS] {
        let cars = || round.cars().iter().enumerate();
        let computers = || cars().filter(|(_, car)| car.slot.is_none());
        self.entrants()
            .map(|entrant| match entrant {
                Entrant::Person(slot) => cars().find(|(_, car)| car.slot == Some(slot)),
                Entrant::Rival(rival) => computers().nth(rival),
            })
            .map(|found| found.map(|(car, _)| car))
    }

    /// Gives the rivals' cars their names, colours and numbers. Call it before the players' cars are dressed,
    /// whose choices take precedence.
    pub fn dress(&self, round: &mut Round) {
        for (entrant, car) in self.entrants().into_iter().zip(self.cars(round)) {
            if let (Entrant::Rival(rival), Some(car)) = (entrant, car) {
                round.dress(car, &rival_dress(rival));
            }
        }
    }

    /// Returns the places of the entrants in a round, among themselves, from 1; equal results share the
    /// better place.
    pub fn places(&self, round: &Round) -> [usize; ENTRANTS] {
        let (score, cars) = (round.score(), self.cars(round));
        let all = cars.map(|car| car.map(|car| score.place_of(car)));
        all.map(|own| match own {
            Some(own) => 1 + all.iter().flatten().filter(|other| **other < own).count(),
            None => ENTRANTS,
        })
    }

    /// Returns the place of a car among the entrants in a round; None if it is not one of theirs.
    pub fn place_of(&self, round: &Round, car: usize) -> Option<usize> {
        let entrant = self.cars(round).iter().position(|one| *one == Some(car))?;
        Some(self.places(round)[entrant])
    }

    /// Records a finished round. Players get no points if `counts` is false, because the round was slowed
    /// down or rewound.
    pub fn note(&mut self, round: &Round, counts: bool) {
        if self.is_over() {
            return;
        }
        let (entrants, cars) = (self.entrants(), self.cars(round));
        let points = self.places(round).map(|place| CUP_POINTS[place - 1]);
        self.rounds.push(std::array::from_fn(|index| {
            let is_rival = matches!(entrants[index], Entrant::Rival(_));
            let given = cars[index].is_some() && (counts || is_rival);
            if given { points[index] } else { 0 }
        }));
    }

    /// Removes the last round so that it can be repeated. Returns false if the second chance is used or no
    /// round is finished.
    pub fn take_back(&mut self) -> bool {
        let takes = self.second_chance && self.rounds.pop().is_some();
        self.second_chance &= !takes;
        takes
    }

    /// Uses the second chance to restart an unfinished round. Returns false if it is used already.
    pub fn begin_again(&mut self) -> bool {
        std::mem::replace(&mut self.second_chance, false)
    }

    /// Returns the total points of each entrant.
    pub fn sums(&self) -> [u32; ENTRANTS] {
        std::array::from_fn(|index| self.rounds.iter().map(|round| round[index]).sum())
    }

    /// Returns the entrants in the order of the table, each with its place from 1: ordered by total, then by
    /// their best single rounds.
    pub fn table(&self) -> Vec<(usize, usize)> {
        let sums = self.sums();
        let key = |entrant: usize| {
            let mut rounds: Vec<u32> = self.rounds.iter().map(|round| round[entrant]).collect();
            rounds.sort_unstable_by(|a, b| b.cmp(a));
            (sums[entrant], rounds)
        };
        let mut order: Vec<usize> = (0..ENTRANTS).collect();
        order.sort_by_key(|entrant| std::cmp::Reverse(key(*entrant)));
        let place =
            |entrant: usize| 1 + order.iter().filter(|one| key(**one) > key(entrant)).count();
        order
            .iter()
            .map(|entrant| (*entrant, place(*entrant)))
            .collect()
    }

    /// Returns the place and total of the best player.
    pub fn best_person(&self) -> (usize, u32) {
        let sums = self.sums();
        let table = self.table();
        let found = table.iter().find(|(entrant, _)| *entrant < self.people);
        found.map_or((ENTRANTS, 0), |(entrant, place)| (*place, sums[*entrant]))
    }
}

/// Returns the name, colour and number of a rival.
pub fn rival_dress(rival: usize) -> Dress {
    let (name, paint, number) = RIVALS[rival.min(RIVALS.len() - 1)];
    Dress {
        name: name.to_owned(),
        paint: paint.to_owned(),
        number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RoundOptions;
    use dodgem_scene::level::{self, Library};

    fn run_of(rounds: &[[u32; ENTRANTS]]) -> CupRun {
        CupRun {
            rounds: rounds.to_vec(),
            ..CupRun::new(Difficulty::Medium, 1, 9)
        }
    }

    #[test]
    fn every_level_of_a_cup_is_one_of_the_game_and_has_room_for_all() {
        let library = Library::new(Vec::new());
        for name in CUPS.iter().flat_map(|cup| cup.levels) {
            let level = level::load(&library, name).unwrap();
            assert!(level.cars.len() >= ENTRANTS, "{name}");
            let options = RoundOptions::default();
            let mut round = Round::with_options(&level, &library, options).unwrap();
            let run = CupRun::new(Difficulty::Medium, 1, 1);
            run.dress(&mut round);
            let cars = run.cars(&round);
            assert!(cars.iter().all(Option::is_some), "{name}");
            for (car, (rival, _, number)) in cars[1..].iter().flatten().zip(RIVALS) {
                let car = &round.cars()[*car];
                assert_eq!((&*car.name, car.number), (rival, usize::from(number)));
            }
        }
    }

    #[test]
    fn the_table_counts_sums_then_the_better_rounds() {
        let run = run_of(&[[10, 7, 5, 3, 2, 1], [1, 5, 7, 10, 2, 3]]);
        // Totals 11, 12, 12, 13, 4, 4: the second and third have equal rounds, the last two do not.
        assert_eq!(run.sums(), [11, 12, 12, 13, 4, 4]);
        assert_eq!(
            run.table(),
            [(3, 1), (1, 2), (2, 2), (0, 4), (5, 5), (4, 6)]
        );
        assert_eq!(run.best_person(), (4, 11));
    }

    #[test]
    fn there_is_one_second_chance() {
        let mut run = run_of(&[]);
        assert!(!run.take_back(), "nothing is over");
        assert!(run.second_chance);
        let mut run = run_of(&[[10, 7, 5, 3, 2, 1]]);
        assert!(run.take_back() && run.rounds().is_empty());
        let mut run = CupRun {
            second_chance: false,
            ..run_of(&[[10, 7, 5, 3, 2, 1]])
        };
        assert!(!run.take_back() && run.rounds().len() == 1);
        assert!(!run.begin_again());
        let mut run = run_of(&[]);
        assert!(run.begin_again() && !run.begin_again());
    }

    #[test]
    fn places_are_among_those_who_take_part_and_are_worth_points() {
        let library = Library::new(Vec::new());
        let level = level::load(&library, "stadium").unwrap();
        let options = RoundOptions {
            countdown: 0.0,
            duration: Some(6.0),
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).unwrap();
        for _ in 0..720 {
            round.step(&[]);
        }
        let mut run = CupRun::new(Difficulty::Medium, 1, 1);
        let (cars, places) = (run.cars(&round).map(Option::unwrap), run.places(&round));
        let total = |index: usize| round.score().cars[cars[index]].tally.total;
        assert!((0..ENTRANTS).any(|index| total(index) > 0));
        for a in 0..ENTRANTS {
            let better = (0..ENTRANTS)
                .filter(|b| round.score().place_of(cars[*b]) < round.score().place_of(cars[a]));
            assert_eq!(places[a], 1 + better.count());
            assert_eq!(run.place_of(&round, cars[a]), Some(places[a]));
            assert!((0..ENTRANTS).all(|b| total(b) <= total(a) || places[b] < places[a]));
        }
        let others = (0..round.cars().len()).filter(|car| !cars.contains(car));
        assert!(
            others
                .map(|car| run.place_of(&round, car))
                .all(|place| place.is_none())
        );
        run.note(&round, true);
        assert_eq!(run.rounds()[0], places.map(|place| CUP_POINTS[place - 1]));
        run.note(&round, false);
        assert_eq!(run.rounds()[1][0], 0, "it was slowed down");
        assert_eq!(run.rounds()[1][1..], run.rounds()[0][1..]);
        (0..9).for_each(|_| run.note(&round, true));
        assert!(run.is_over() && run.rounds().len() == CUP_ROUNDS && run.is_sound());
    }

    #[test]
    fn people_without_a_car_get_nothing_and_files_may_say_anything() {
        let library = Library::new(Vec::new());
        let level = level::load(&library, "sumo").unwrap();
        let options = RoundOptions {
            humans: 1,
            ..RoundOptions::default()
        };
        let round = Round::with_options(&level, &library, options).unwrap();
        let mut run = CupRun::new(Difficulty::Medium, 4, 1);
        run.note(&round, true);
        assert_eq!(run.rounds()[0][1..4], [0, 0, 0]);
        let text = serde_json::to_string(&run).unwrap();
        assert_eq!(serde_json::from_str::<CupRun>(&text).unwrap(), run);
        for wrong in [
            CupRun {
                people: 0,
                ..run.clone()
            },
            CupRun {
                people: 5,
                ..run.clone()
            },
            CupRun {
                rounds: vec![[1; ENTRANTS]; 5],
                ..run.clone()
            },
            CupRun {
                rounds: vec![[11; ENTRANTS]],
                ..run
            },
        ] {
            assert!(!wrong.is_sound());
        }
    }
}

//! Cups: four rounds in four levels among the same six, and a table.

use serde::{Deserialize, Serialize};

use crate::game::{Difficulty, Dress, Round};
use crate::level::limits;
use crate::params::CUP_POINTS;

/// How many take part in a cup.
pub const ENTRANTS: usize = CUP_POINTS.len();
/// How many rounds a cup has.
pub const CUP_ROUNDS: usize = 4;

/// A cup that can be played.
#[derive(Debug)]
pub struct CupSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is like.
    pub about: &'static str,
    /// The names of its levels, in the order of the rounds.
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

/// Those who drive against the people at the screen, in every round of a cup, with their colours.
const RIVALS: [(&str, &str, u8); ENTRANTS - 1] = [
    ("Bianca", "#2f6fd0", 2),
    ("Carlo", "#e8b020", 3),
    ("Dora", "#35a05a", 4),
    ("Emil", "#8c4bc0", 5),
    ("Fatima", "#e8762c", 6),
];

/// One who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// The person in that slot.
    Person(usize),
    /// A rival that the computer drives, by its place in the list of them.
    Rival(usize),
}

/// A cup that has been begun. It is kept as it is between its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupRun {
    /// How well the rivals drive.
    pub difficulty: Difficulty,
    /// How many people take part.
    pub people: usize,
    /// The seed of the first round; each further one counts one up.
    pub seed: u64,
    /// Whether a round may still be driven again.
    pub second_chance: bool,
    /// What each round that is over gave each entrant: people first, by their slots, then the rivals.
    rounds: Vec<[u32; ENTRANTS]>,
}

impl CupRun {
    /// A cup that begins, for so many people.
    pub fn new(difficulty: Difficulty, people: usize, seed: u64) -> Self {
        CupRun {
            difficulty,
            people: people.clamp(1, limits::PLAYERS),
            seed,
            second_chance: true,
            rounds: Vec::new(),
        }
    }

    /// Whether it can have been played: what a file says may be anything.
    pub fn is_sound(&self) -> bool {
        let given = |round: &[u32; ENTRANTS]| round.iter().all(|points| *points <= CUP_POINTS[0]);
        (1..=limits::PLAYERS).contains(&self.people)
            && self.rounds.len() <= CUP_ROUNDS
            && self.rounds.iter().all(given)
    }

    /// What each round that is over gave, by entrant.
    pub fn rounds(&self) -> &[[u32; ENTRANTS]] {
        &self.rounds
    }

    /// Whether all rounds are over.
    pub fn is_over(&self) -> bool {
        self.rounds.len() >= CUP_ROUNDS
    }

    /// The number of the round that is next, from 0; the last one's once all are over.
    pub fn next_round(&self) -> usize {
        self.rounds.len().min(CUP_ROUNDS - 1)
    }

    /// The seed of that round.
    pub fn seed_of(&self, round: usize) -> u64 {
        self.seed.wrapping_add(round as u64)
    }

    /// Who takes part, in the order of the points.
    pub fn entrants(&self) -> [Entrant; ENTRANTS] {
        std::array::from_fn(|index| match index < self.people {
            true => Entrant::Person(index),
            false => Entrant::Rival(index - self.people),
        })
    }

    /// The car of each entrant in a round; none for a person whom the level has no car for.
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

    /// Dresses the rivals' cars, so that they are the same in every round. Call it before people's cars are dressed.
    pub fn dress(&self, round: &mut Round) {
        for (entrant, car) in self.entrants().into_iter().zip(self.cars(round)) {
            if let (Entrant::Rival(rival), Some(car)) = (entrant, car) {
                round.dress(car, &rival_dress(rival));
            }
        }
    }

    /// The places of the entrants in a round, among themselves, from 1; equal results share the better place.
    pub fn places(&self, round: &Round) -> [usize; ENTRANTS] {
        let (score, cars) = (round.score(), self.cars(round));
        let all = cars.map(|car| car.map(|car| score.place_of(car)));
        all.map(|own| match own {
            Some(own) => 1 + all.iter().flatten().filter(|other| **other < own).count(),
            None => ENTRANTS,
        })
    }

    /// Notes a round that is over. People get nothing for one that `counts` not: it was slowed down or gone back in.
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

    /// Takes the last round back, to be driven again. False if the second chance is gone, or nothing is over yet.
    pub fn take_back(&mut self) -> bool {
        let takes = self.second_chance && self.rounds.pop().is_some();
        self.second_chance &= !takes;
        takes
    }

    /// Begins a round again that is not over. False if the second chance is gone.
    pub fn begin_again(&mut self) -> bool {
        std::mem::replace(&mut self.second_chance, false)
    }

    /// The sum of each entrant.
    pub fn sums(&self) -> [u32; ENTRANTS] {
        std::array::from_fn(|index| self.rounds.iter().map(|round| round[index]).sum())
    }

    /// The entrants as the table stands, each with its place from 1: by the sum, then by the better single rounds.
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

    /// The best person's place and sum.
    pub fn best_person(&self) -> (usize, u32) {
        let sums = self.sums();
        let table = self.table();
        let found = table.iter().find(|(entrant, _)| *entrant < self.people);
        found.map_or((ENTRANTS, 0), |(entrant, place)| (*place, sums[*entrant]))
    }
}

/// How a rival is called and looks.
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
    use crate::game::RoundOptions;
    use crate::level::{self, Library};

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
        // 11, 12, 12, 13, 4, 4: the second and the third have the same rounds, the last two not.
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
            assert!((0..ENTRANTS).all(|b| total(b) <= total(a) || places[b] < places[a]));
        }
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

//! Stored results of cups and of rounds of the day.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cup::{CUPS, CupRun, ENTRANTS};
use crate::params::KEPT_DAYS;
use crate::{Day, Difficulty};

/// Best result of a player at this screen in a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CupResult {
    /// Place, from 1.
    pub place: usize,
    /// Points of all rounds.
    pub points: u32,
}

/// Best round of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayResult {
    /// Fingerprint of the level: see [`fingerprint`](dodgem_scene::level::Level::fingerprint).
    pub level: String,
    /// Total reached in it.
    pub total: u32,
}

/// Unfinished cups, the best results of finished cups, and the best rounds of the last days.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Contests {
    /// Keyed by the cup's name.
    runs: BTreeMap<String, CupRun>,
    /// Keyed by the cup's name and the difficulty.
    cups: BTreeMap<String, BTreeMap<Difficulty, CupResult>>,
    /// Keyed by the day's number.
    days: BTreeMap<u32, DayResult>,
}

impl Contests {
    /// Returns the saved state of a cup.
    pub fn run(&self, cup: &str) -> Option<&CupRun> {
        self.runs.get(cup)
    }

    /// Saves a cup's state; its result counts once all rounds are over.
    pub fn keep_run(&mut self, cup: &str, run: &CupRun) {
        if run.is_over() {
            let (place, points) = run.best_person();
            let result = CupResult { place, points };
            self.keep_result(cup, run.difficulty, result);
        }
        self.runs.insert(cup.to_owned(), run.clone());
    }

    /// Returns the best result of a cup at a difficulty: the better place, then more points.
    pub fn result(&self, cup: &str, difficulty: Difficulty) -> Option<CupResult> {
        self.cups.get(cup)?.get(&difficulty).copied()
    }

    fn keep_result(&mut self, cup: &str, difficulty: Difficulty, result: CupResult) {
        let best = self.cups.entry(cup.to_owned()).or_default();
        let kept = best.entry(difficulty).or_insert(result);
        if (result.place, std::cmp::Reverse(result.points))
            < (kept.place, std::cmp::Reverse(kept.points))
        {
            *kept = result;
        }
    }

    /// Returns the best total of a day, if the level has not changed since.
    pub fn day(&self, day: Day, level: &str) -> Option<u32> {
        let kept = self.days.get(&day.0)?;
        (kept.level == level).then_some(kept.total)
    }

    /// Returns the best rounds of the days, the latest first.
    pub fn days(&self) -> impl Iterator<Item = (Day, &DayResult)> {
        self.days.iter().rev().map(|(day, kept)| (Day(*day), kept))
    }

    /// Stores a round of the day; returns true if it is that day's best.
    pub fn keep_day(&mut self, day: Day, level: &str, total: u32) -> bool {
        let is_best = self.day(day, level).is_none_or(|best| total > best);
        if is_best {
            let level = level.to_owned();
            self.days.insert(day.0, DayResult { level, total });
        }
        while self.days.len() > KEPT_DAYS {
            self.days.pop_first();
        }
        is_best
    }

    /// Takes over better results from a file. Cups that are unfinished here keep their state.
    pub(super) fn merge(&mut self, saved: Contests) {
        for (cup, results) in saved.cups {
            for (difficulty, result) in results {
                self.keep_result(&cup, difficulty, result);
            }
        }
        for (cup, run) in saved.runs {
            self.runs.entry(cup).or_insert(run);
        }
        for (day, kept) in saved.days {
            self.keep_day(Day(day), &kept.level, kept.total);
        }
    }

    /// Removes entries that no game can have written.
    pub(super) fn sound(mut self) -> Self {
        let known = |cup: &String| CUPS.iter().any(|spec| spec.name == cup);
        self.runs.retain(|cup, run| known(cup) && run.is_sound());
        self.cups.retain(|cup, results| {
            results.retain(|_, result| (1..=ENTRANTS).contains(&result.place));
            known(cup)
        });
        while self.days.len() > KEPT_DAYS {
            self.days.pop_first();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_place_counts_then_more_points() {
        let mut contests = Contests::default();
        let result = |place, points| CupResult { place, points };
        let (cup, difficulty) = ("Wild Cup", Difficulty::Hard);
        for (new, best) in [
            (result(3, 20), result(3, 20)),
            (result(4, 30), result(3, 20)),
            (result(3, 21), result(3, 21)),
            (result(1, 19), result(1, 19)),
        ] {
            contests.keep_result(cup, difficulty, new);
            assert_eq!(contests.result(cup, difficulty), Some(best));
        }
        assert_eq!(contests.result(cup, Difficulty::Easy), None);
    }

    #[test]
    fn a_day_keeps_its_best_and_old_days_go() {
        let mut contests = Contests::default();
        assert!(
            contests.keep_day(Day(100), "a", 0),
            "the first one is the best"
        );
        assert!(!contests.keep_day(Day(100), "a", 0));
        assert!(contests.keep_day(Day(100), "a", 7) && !contests.keep_day(Day(100), "a", 6));
        assert_eq!(contests.day(Day(100), "a"), Some(7));
        // The level has changed, so the results cannot be compared.
        assert_eq!(contests.day(Day(100), "b"), None);
        for day in 0..200 {
            contests.keep_day(Day(200 + day), "a", 1);
        }
        assert_eq!(contests.days().count(), KEPT_DAYS);
        assert_eq!(contests.days().next().map(|(day, _)| day), Some(Day(399)));
        assert_eq!(contests.day(Day(100), "a"), None);
    }

    #[test]
    fn two_games_keep_the_better_of_both() {
        let run = CupRun::new(Difficulty::Easy, 1, 3);
        let (mut here, mut saved) = (Contests::default(), Contests::default());
        here.keep_day(Day(5), "a", 9);
        here.keep_run("Wild Cup", &run);
        saved.keep_day(Day(5), "a", 11);
        saved.keep_day(Day(6), "a", 1);
        saved.keep_result(
            "Wild Cup",
            Difficulty::Easy,
            CupResult {
                place: 2,
                points: 20,
            },
        );
        here.merge(saved);
        assert_eq!(
            (here.day(Day(5), "a"), here.day(Day(6), "a")),
            (Some(11), Some(1))
        );
        assert!(
            here.run("Wild Cup").is_some() && here.result("Wild Cup", Difficulty::Easy).is_some()
        );
        // Cups from the file are kept, and cups that are unfinished here keep their state.
        let mut other = Contests::default();
        other.keep_run("Wild Cup", &CupRun::new(Difficulty::Hard, 2, 4));
        other.keep_run("Thin Ice Cup", &run);
        here.merge(other);
        assert_eq!(here.run("Wild Cup"), Some(&run));
        assert_eq!(here.run("Thin Ice Cup"), Some(&run));
    }

    #[test]
    fn what_no_game_wrote_is_left_out() {
        let text = r#"{"runs": {"Wild Cup": {"difficulty": "Medium", "people": 9, "seed": 1, "second_chance": true,
            "rounds": []}, "No Cup": {"difficulty": "Medium", "people": 1, "seed": 1, "second_chance": true, "rounds": []}},
            "cups": {"Wild Cup": {"Medium": {"place": 0, "points": 3}, "Hard": {"place": 2, "points": 3}}}, "days": {}}"#;
        let contests = serde_json::from_str::<Contests>(text).unwrap().sound();
        assert!(contests.run("Wild Cup").is_none() && contests.run("No Cup").is_none());
        assert_eq!(contests.result("Wild Cup", Difficulty::Medium), None);
        assert!(contests.result("Wild Cup", Difficulty::Hard).is_some());
    }
}

//! The round of the day: each date has one level and one seed for everybody.

use std::fmt::{self, Display};

use time::Date;

use crate::params::DAY_SECONDS;
use crate::{Difficulty, RoundOptions};

/// The levels, used in turn.
const LEVELS: [&str; 9] = [
    "classic", "stadium", "ice", "yard", "sardines", "eight", "jump", "carousel", "hill",
];

/// Julian day of 1 January 1970, the first day of the count.
const EPOCH: i32 = 2_440_588;

/// A calendar day in UTC, counted from 1 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub u32);

impl Day {
    /// Returns the day of a time in seconds since the start of 1970.
    pub fn of_seconds(seconds: u64) -> Day {
        Day(u32::try_from(seconds / DAY_SECONDS).unwrap_or(u32::MAX))
    }

    /// Returns today by this machine's clock.
    pub fn today() -> Day {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Day::of_seconds(since.map_or(0, |since| since.as_secs()))
    }

    /// Returns the level of its round.
    pub fn level(self) -> &'static str {
        LEVELS[self.0 as usize % LEVELS.len()]
    }

    /// Returns the options of its round, which are equal for everybody.
    pub fn options(self) -> RoundOptions {
        RoundOptions {
            seed: u64::from(self.0),
            humans: 1,
            difficulty: Difficulty::Medium,
            ..RoundOptions::default()
        }
    }
}

impl Display for Day {
    /// Writes the date like `2026-11-25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let julian = i32::try_from(self.0).ok();
        let julian = julian.and_then(|days| days.checked_add(EPOCH));
        match julian.and_then(|day| Date::from_julian_day(day).ok()) {
            Some(date) => write!(f, "{date}"),
            // Beyond the last date of the calendar library.
            None => write!(f, "day {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dodgem_scene::level::{self, Library};

    #[test]
    fn days_have_dates() {
        assert_eq!(Day(0).to_string(), "1970-01-01");
        // 2000 was a leap year: 30 years, 7 leap days before it, and 31 + 29 days.
        assert_eq!(Day(30 * 365 + 7 + 60).to_string(), "2000-03-01");
        assert_eq!(Day::of_seconds(86_399), Day(0));
        assert_eq!(Day::of_seconds(86_400), Day(1));
        assert_eq!(Day(u32::MAX).to_string(), "day 4294967295");
        assert_eq!(Day::of_seconds(u64::MAX), Day(u32::MAX));
    }

    #[test]
    fn every_level_of_the_days_is_one_of_the_game_and_days_differ() {
        let library = Library::new(Vec::new());
        for name in LEVELS {
            assert!(level::load(&library, name).is_ok(), "{name}");
        }
        assert_ne!(Day(20_000).level(), Day(20_001).level());
        assert_ne!(Day(20_000).options().seed, Day(20_009).options().seed);
        assert_eq!(Day(20_000).level(), Day(20_009).level());
    }
}

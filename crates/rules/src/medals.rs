//! Medals of a round.

use crate::Score;
use dodgem_scene::level::{MedalSpec, MedalTask};

/// A medal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Medal {
    /// Third class.
    Bronze,
    /// Second class.
    Silver,
    /// First class.
    Gold,
}

impl Medal {
    /// Returns the medal for a total.
    pub fn of(spec: &MedalSpec, total: u32) -> Option<Medal> {
        let all = [
            (Medal::Gold, spec.gold),
            (Medal::Silver, spec.silver),
            (Medal::Bronze, spec.bronze),
        ];
        let won = all.into_iter().find(|(_, wanted)| total >= *wanted);
        won.map(|(medal, _)| medal)
    }

    /// Returns its word on screen.
    pub fn word(self) -> &'static str {
        match self {
            Medal::Bronze => "bronze",
            Medal::Silver => "silver",
            Medal::Gold => "gold",
        }
    }

    /// Returns the next better medal with its total; None above gold.
    pub fn next(spec: &MedalSpec, total: u32) -> Option<(Medal, u32)> {
        let all = [
            (Medal::Bronze, spec.bronze),
            (Medal::Silver, spec.silver),
            (Medal::Gold, spec.gold),
        ];
        all.into_iter().find(|(_, wanted)| total < *wanted)
    }
}

/// True if the player of a finished round has completed the task of the fourth medal. At least one crash is
/// required.
pub fn is_task_done(task: &MedalTask, score: &Score) -> bool {
    let Some(car) = score.cars.get(score.player) else {
        return false;
    };
    let tally = &car.tally;
    let done = match *task {
        MedalTask::Hit { points } => tally.best >= points,
        MedalTask::Fast { speed } => tally.hardest >= speed,
        MedalTask::Sides { count } => tally.sides >= count,
        MedalTask::Steady => tally.falls == 0,
        MedalTask::First => score.place == 1,
    };
    done && tally.crashes > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CarScore, Tally};
    use dodgem_scene::level::Mode;

    const SPEC: MedalSpec = MedalSpec {
        mode: Mode::Points,
        bronze: 10,
        silver: 20,
        gold: 30,
        task: Some(MedalTask::Sides { count: 2 }),
    };

    #[test]
    fn a_total_wins_the_best_medal_that_it_reaches() {
        let won = [9, 10, 19, 20, 30, 99].map(|total| Medal::of(&SPEC, total));
        let (b, s, g) = (Medal::Bronze, Medal::Silver, Medal::Gold);
        assert_eq!(won, [None, Some(b), Some(b), Some(s), Some(g), Some(g)]);
        assert_eq!(Medal::next(&SPEC, 10), Some((s, 20)));
        assert_eq!(Medal::next(&SPEC, 30), None);
    }

    #[test]
    fn a_task_is_done_by_who_did_it_and_drove_into_somebody() {
        let score = |tally: Tally| Score {
            cars: vec![CarScore {
                name: String::new(),
                slot: Some(0),
                team: None,
                tally,
            }],
            place: 1,
            ..Score::default()
        };
        let hit = Tally {
            crashes: 3,
            sides: 2,
            best: 40,
            hardest: 9.0,
            ..Tally::default()
        };
        let done = |task| is_task_done(&task, &score(hit));
        assert!(done(MedalTask::Sides { count: 2 }) && !done(MedalTask::Sides { count: 3 }));
        assert!(done(MedalTask::Hit { points: 40 }) && !done(MedalTask::Hit { points: 41 }));
        assert!(done(MedalTask::Fast { speed: 9.0 }) && !done(MedalTask::Fast { speed: 9.1 }));
        assert!(done(MedalTask::Steady) && done(MedalTask::First));
        let fell = Tally { falls: 1, ..hit };
        assert!(!is_task_done(&MedalTask::Steady, &score(fell)));
        assert!(!is_task_done(&MedalTask::First, &score(Tally::default())));
    }
}

//! The next rounds, the contest to which they belong, and the best results.

use crate::app::session::Session;
use crate::app::words::{Words, fill};
use crate::game::{
    BestKey, BestScores, CUPS, CupRun, CupSpec, Day, Difficulty, RoundOptions, RoundPhase,
};
use crate::level::Mode;
use dodgem_rules::params::CUP_ROUNDS;
use std::fmt::Display;

/// The contest to which the played rounds belong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contest {
    /// The daily round.
    Day {
        day: Day,
        /// True if the finished round is the day's best.
        is_best: bool,
    },
    /// A cup, by its index in [`CUPS`].
    Cup { cup: usize, run: CupRun },
}

impl Contest {
    /// Returns the contest's name and progress for the players.
    pub fn name(&self, words: &Words) -> String {
        match self {
            Contest::Day { day, .. } => fill(words.play.day, &[("day", day)]),
            Contest::Cup { cup, run } => {
                let round = run.next_round() + 1;
                let parts: [(&str, &dyn Display); 3] = [
                    ("cup", &CUPS[*cup].name),
                    ("round", &round),
                    ("rounds", &CUP_ROUNDS),
                ];
                fill(words.play.cup, &parts)
            }
        }
    }
}

/// The rank of a round's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A new best result.
    Best {
        /// The previous best total.
        before: Option<u32>,
    },
    /// Not the best; the best total, if there is one.
    Behind(Option<u32>),
    /// The round continues a recording, so it counts for no best result.
    TakenOver {
        /// The number of steps before the take-over.
        at: u64,
    },
    /// Time was slowed, sped up or stepped by hand, so the round counts for no best result.
    Altered,
}

/// The options of the next rounds, their contest, and the best results.
pub struct Rounds {
    pub best: Option<BestScores>,
    /// The finished round to return to after its recording was watched.
    pub(super) finished: Option<Box<Session>>,
    /// The cup or daily round being played.
    pub contest: Option<Contest>,
    /// The computer's skill, from the next round on.
    pub difficulty: Difficulty,
    /// The mode of the next rounds; `None` for the level's own.
    pub mode: Option<Mode>,
    /// True if the next round has two teams, where the level permits it.
    pub teams: bool,
    /// The seed of the next round.
    pub next_seed: u64,
    /// The level on the title screen when the list of recordings was opened.
    pub listed_from: Option<String>,
}

impl Rounds {
    /// Creates the options of the first round.
    pub(super) fn new(best: Option<BestScores>, difficulty: Difficulty, seed: u64) -> Self {
        Rounds {
            best,
            finished: None,
            contest: None,
            difficulty,
            mode: None,
            teams: false,
            next_seed: seed,
            listed_from: None,
        }
    }

    /// Resets mode and teams, so that the next round follows its level.
    pub fn as_meant(&mut self) {
        (self.mode, self.teams) = (None, false);
    }

    /// Returns the options of the next round for that many players at this screen, in the level's own mode.
    pub(super) fn options(&self, humans: usize) -> RoundOptions {
        RoundOptions {
            seed: self.next_seed,
            humans,
            difficulty: self.difficulty,
            ..RoundOptions::default()
        }
    }

    /// Returns the saved state of a cup, if it has rounds left.
    pub fn cup_under_way(&self, cup: &CupSpec) -> Option<&CupRun> {
        let run = self.best.as_ref()?.contests().run(cup.name)?;
        (!run.is_over()).then_some(run)
    }

    /// True while a cup's round is running, which would count as it stands if the player left it.
    pub fn is_in_cup_round(&self, session: &Session) -> bool {
        session.playing
            && matches!(self.contest, Some(Contest::Cup { .. }))
            && matches!(session.round.phase(), RoundPhase::Running { .. })
            && !session.is_of_recording()
    }

    /// True if a restart of the round would use up the cup's second chance.
    pub fn takes_second_chance(&self, session: &Session) -> bool {
        let begun = !matches!(session.round.phase(), RoundPhase::Countdown { .. });
        matches!(&self.contest, Some(Contest::Cup { run, .. }) if begun && run.second_chance)
    }

    /// Returns the best total of the current level, mode and difficulty.
    pub fn best_total(&self, session: &Session) -> Option<u32> {
        Some(self.best.as_ref()?.best(&best_key(session))?.total)
    }

    /// Returns the best result of the level under the rules of an earlier version, in words.
    pub fn old_words(&self, session: &Session, words: &Words) -> Option<String> {
        let best = self.best.as_ref()?;
        let (mode, total) = match best.earlier_best(&best_key(session)) {
            Some(earlier) => (session.round.mode(), earlier.total),
            None => (Mode::Crashes, best.old_best(&session.source)?.crashes),
        };
        let unit = words.unit(mode, total);
        let text = words.result.earlier_rules;
        Some(fill(text, &[("total", &total), ("unit", &unit)]))
    }

    /// True if there are no results on this machine, so that the player may be new.
    pub fn is_new_player(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.is_empty())
    }

    /// Returns to the finished round whose recording was watched. Returns false if there is none.
    pub fn go_back_to_result(&mut self, session: &mut Session) -> bool {
        let Some(finished) = self.finished.take() else {
            return false;
        };
        *session = *finished;
        session.playing = true;
        session.clock.settle();
        true
    }
}

/// Returns the key of the results with which the round is compared.
pub(super) fn best_key(session: &Session) -> BestKey {
    BestKey {
        level: session.fingerprint.clone(),
        mode: session.round.mode(),
        difficulty: session.round.options().difficulty,
    }
}

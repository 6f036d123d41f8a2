//! Contests: cups and daily rounds, from start to saved result.

use crate::app::screens::Play;
use crate::app::state::AppState;
use crate::game::{CUP_ROUNDS, CUPS, CupRun, CupSpec, Day, RoundOptions, RoundPhase};

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
    pub fn name(&self) -> String {
        match self {
            Contest::Day { day, .. } => format!("round of the day, {day}"),
            Contest::Cup { cup, run } => {
                let round = run.next_round() + 1;
                format!("{}, round {round} of {CUP_ROUNDS}", CUPS[*cup].name)
            }
        }
    }
}

impl AppState {
    /// Begins today's round.
    pub fn begin_day(&mut self) {
        let day = Day::today();
        self.choose_round(day.level(), day.options());
        let is_best = false;
        self.rounds.contest = Some(Contest::Day { day, is_best });
    }

    /// Returns the saved state of a cup, if it has rounds left.
    pub fn cup_under_way(&self, cup: &CupSpec) -> Option<&CupRun> {
        let run = self.rounds.best.as_ref()?.contests().run(cup.name)?;
        (!run.is_over()).then_some(run)
    }

    /// Begins the next round of a cup, either the one under way or a new one.
    pub fn begin_cup(&mut self, cup: usize) {
        let people = self.players.seats.count();
        let under_way = self.cup_under_way(&CUPS[cup]).cloned();
        if let Some(run) = under_way.as_ref().filter(|run| run.people != people) {
            let who = match run.people {
                1 => "one player".to_owned(),
                people => format!("{people} players"),
            };
            self.notices.say(format!(
                "this cup was begun by {who}, and {people} are here"
            ));
            return;
        }
        let fresh = || CupRun::new(self.rounds.difficulty, people, self.rounds.next_seed);
        let run = under_way.unwrap_or_else(fresh);
        self.begin_round_of(cup, run);
    }

    /// Begins a cup anew and discards its earlier state.
    pub fn begin_cup_anew(&mut self, cup: usize) {
        let run = CupRun::new(
            self.rounds.difficulty,
            self.players.seats.count(),
            self.rounds.next_seed,
        );
        self.begin_round_of(cup, run);
    }

    /// Continues the current cup.
    pub fn begin_next_round(&mut self) {
        if let Some(Contest::Cup { cup, run }) = self.rounds.contest.clone()
            && !run.is_over()
        {
            self.begin_round_of(cup, run);
        }
    }

    fn begin_round_of(&mut self, cup: usize, run: CupRun) {
        let round = run.next_round();
        let options = RoundOptions {
            seed: run.seed_of(round),
            humans: run.people,
            difficulty: run.difficulty,
            ..RoundOptions::default()
        };
        self.choose_round(CUPS[cup].levels[round], options);
        self.rounds.contest = Some(Contest::Cup { cup, run });
        self.keep_contest();
    }

    fn choose_round(&mut self, source: &str, options: RoundOptions) {
        self.as_meant();
        self.begin_with(source, options, Box::new(Play));
    }

    /// Sets the look of the round's cars: a cup's rivals, and the players' cars by their settings.
    pub(super) fn dress_cars(&mut self) {
        let round = &mut self.session.round;
        if let Some(Contest::Cup { run, .. }) = &self.rounds.contest {
            run.dress(round);
        }
        let slots = round.cars().iter().enumerate();
        let slots: Vec<(usize, usize)> = slots
            .filter_map(|(car, view)| Some((car, view.slot?)))
            .collect();
        for (car, slot) in slots {
            if let Some(dress) = self.settings.cars.get(slot) {
                round.dress(car, dress);
            }
        }
    }

    /// True while a cup's round is running, which would count as it stands if the player left it.
    pub fn is_in_cup_round(&self) -> bool {
        self.session.playing
            && matches!(self.rounds.contest, Some(Contest::Cup { .. }))
            && matches!(self.session.round.phase(), RoundPhase::Running { .. })
            && !self.session.is_of_recording()
    }

    /// True if a restart of the round would use up the cup's second chance.
    pub fn takes_second_chance(&self) -> bool {
        let begun = !matches!(self.session.round.phase(), RoundPhase::Countdown { .. });
        matches!(&self.rounds.contest, Some(Contest::Cup { run, .. }) if begun && run.second_chance)
    }

    /// Returns true if the round may be restarted, and shows the cost: after its start, a cup's second
    /// chance.
    pub(super) fn may_restart(&mut self) -> bool {
        let phase = self.session.round.phase();
        let Some(Contest::Cup { run, .. }) = &mut self.rounds.contest else {
            return true;
        };
        let may = match phase {
            RoundPhase::Countdown { .. } => true,
            RoundPhase::Running { .. } => run.begin_again(),
            RoundPhase::Over => run.take_back(),
        };
        let said = match (may, phase) {
            (_, RoundPhase::Countdown { .. }) => return true,
            (true, _) => "second chance used: this round restarts",
            (false, _) => "there is no second chance left in this cup",
        };
        self.notices.say(said);
        if may {
            self.keep_contest();
        }
        may
    }

    /// Records a round of the contest that is over or was left. If `counts` is false, the players get
    /// nothing.
    pub(super) fn note_contest(&mut self, counts: bool) {
        let round = &self.session.round;
        match &mut self.rounds.contest {
            Some(Contest::Cup { run, .. }) => run.note(round, counts),
            Some(Contest::Day { day, is_best }) => {
                let (total, level) = (round.score().total, &self.session.fingerprint);
                let contests = self.rounds.best.as_mut().map(|best| best.contests_mut());
                *is_best = counts
                    && contests.is_some_and(|contests| contests.keep_day(*day, level, total));
            }
            None => return,
        }
        self.keep_contest();
    }

    /// Ends the contest when the player returns to the title or quits: a running cup round counts as it
    /// stands.
    pub fn leave_contest(&mut self) {
        if self.is_in_cup_round() {
            self.note_contest(!self.session.is_altered());
            self.notices
                .say("the round that you left counts as it stood");
        }
        self.rounds.contest = None;
    }

    /// Saves the contest's state, and shows the error if that fails.
    fn keep_contest(&mut self) {
        let Some(best) = &mut self.rounds.best else {
            return;
        };
        if let Some(Contest::Cup { cup, run }) = &self.rounds.contest {
            best.contests_mut().keep_run(CUPS[*cup].name, run);
        }
        if let Err(error) = best.save() {
            self.notices.say(error.to_string());
        }
    }

    /// Returns the best total of a daily round, if its level is unchanged.
    pub fn day_best(&self, day: Day) -> Option<u32> {
        let contests = self.rounds.best.as_ref()?.contests();
        let known = self.files.levels.entries().iter();
        let level = known
            .filter(|entry| entry.source == day.level())
            .map(|entry| &entry.fingerprint);
        level.filter_map(|level| contests.day(day, level)).next()
    }
}

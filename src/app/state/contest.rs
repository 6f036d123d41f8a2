//! Contests: cups and daily rounds, from start to saved result.

use std::sync::Arc;

use crate::app::input::Seats;
use crate::app::level_list::LevelList;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::files::Files;
use crate::app::state::loading::{Loaded, Purpose};
use crate::app::state::messages::Goal;
use crate::app::state::notices::Notices;
use crate::app::state::rounds::{Contest, Rounds};
use crate::app::words::fill;
use crate::game::{CUPS, CupRun, Day, Round, RoundOptions, RoundPhase};

/// Begins today's round.
pub fn begin_day(rounds: &mut Rounds, files: &mut Files) {
    let day = Day::today();
    rounds.as_meant();
    files.begin_with(day.level(), day.options(), Goal::Play);
    let is_best = false;
    rounds.contest = Some(Contest::Day { day, is_best });
}

/// Begins the next round of a cup, either the one under way or a new one.
pub fn begin_cup(
    rounds: &mut Rounds,
    files: &mut Files,
    seats: &Seats,
    notices: &mut Notices,
    cup: usize,
) {
    let people = seats.count();
    let under_way = rounds.cup_under_way(&CUPS[cup]).cloned();
    if let Some(run) = under_way.as_ref().filter(|run| run.people != people) {
        let words = notices.language.words();
        let (who, here) = (words.people(run.people), words.people(people));
        let text = words.notices.cup_of_others;
        notices.say(fill(text, &[("who", &who), ("here", &here)]));
        return;
    }
    let fresh = || CupRun::new(rounds.difficulty, people, rounds.next_seed);
    let run = under_way.unwrap_or_else(fresh);
    begin_round_of(rounds, files, notices, cup, run);
}

/// Begins a cup anew and discards its earlier state.
pub fn begin_cup_anew(
    rounds: &mut Rounds,
    files: &mut Files,
    seats: &Seats,
    notices: &mut Notices,
    cup: usize,
) {
    let run = CupRun::new(rounds.difficulty, seats.count(), rounds.next_seed);
    begin_round_of(rounds, files, notices, cup, run);
}

/// Continues the current cup.
pub fn begin_next_round(rounds: &mut Rounds, files: &mut Files, notices: &mut Notices) {
    if let Some(Contest::Cup { cup, run }) = rounds.contest.clone()
        && !run.is_over()
    {
        begin_round_of(rounds, files, notices, cup, run);
    }
}

fn begin_round_of(
    rounds: &mut Rounds,
    files: &mut Files,
    notices: &mut Notices,
    cup: usize,
    run: CupRun,
) {
    let round = run.next_round();
    let options = RoundOptions {
        seed: run.seed_of(round),
        humans: run.people,
        difficulty: run.difficulty,
        ..RoundOptions::default()
    };
    rounds.as_meant();
    files.begin_with(CUPS[cup].levels[round], options, Goal::Play);
    rounds.contest = Some(Contest::Cup { cup, run });
    keep_contest(rounds, notices);
}

/// Sets the look of the round's cars: a cup's rivals, and the players' cars by their settings.
pub(super) fn dress_cars(session: &mut Session, contest: Option<&Contest>, settings: &AppSettings) {
    let round = &mut session.round;
    if let Some(Contest::Cup { run, .. }) = contest {
        run.dress(round);
    }
    let slots = round.cars().iter().enumerate();
    let slots: Vec<(usize, usize)> = slots
        .filter_map(|(car, view)| Some((car, view.slot?)))
        .collect();
    for (car, slot) in slots {
        if let Some(dress) = settings.cars.get(slot) {
            round.dress(car, dress);
        }
    }
}

/// Restarts the level. Returns false if that is not possible now.
pub fn restart(
    files: &mut Files,
    session: &Session,
    rounds: &mut Rounds,
    notices: &mut Notices,
) -> bool {
    // A reload restarts the round anyway.
    if files.is_reloading() {
        return true;
    }
    if !may_restart(rounds, session, notices) {
        return false;
    }
    let seed = match rounds.contest {
        Some(_) => session.seed(),
        None => rounds.next_seed,
    };
    let options = session.options_with_seed(seed);
    let library = Arc::clone(session.library(&files.library));
    let level = session.file_level.clone();
    let name = level.name.clone();
    files.load(&name, Purpose::Restart(options), None, move || {
        let round = Round::with_options(&level, &library, options)?;
        Ok(Loaded::Round(Box::new(round)))
    });
    true
}

/// Returns true if the round may be restarted, and shows the cost: after its start, a cup's second chance.
fn may_restart(rounds: &mut Rounds, session: &Session, notices: &mut Notices) -> bool {
    let phase = session.round.phase();
    let Some(Contest::Cup { run, .. }) = &mut rounds.contest else {
        return true;
    };
    let may = match phase {
        RoundPhase::Countdown { .. } => true,
        RoundPhase::Running { .. } => run.begin_again(),
        RoundPhase::Over => run.take_back(),
    };
    let said = match (may, phase) {
        (_, RoundPhase::Countdown { .. }) => return true,
        (true, _) => notices.words().chance_used,
        (false, _) => notices.words().no_chance,
    };
    notices.say(said);
    if may {
        keep_contest(rounds, notices);
    }
    may
}

/// Records a round of the contest that is over or was left. If `counts` is false, the players get nothing.
pub(super) fn note_contest(
    rounds: &mut Rounds,
    session: &Session,
    notices: &mut Notices,
    counts: bool,
) {
    let round = &session.round;
    match &mut rounds.contest {
        Some(Contest::Cup { run, .. }) => run.note(round, counts),
        Some(Contest::Day { day, is_best }) => {
            let (total, level) = (round.score().total, &session.fingerprint);
            let contests = rounds.best.as_mut().map(|best| best.contests_mut());
            *is_best =
                counts && contests.is_some_and(|contests| contests.keep_day(*day, level, total));
        }
        None => return,
    }
    keep_contest(rounds, notices);
}

/// Ends the contest when the player returns to the title or quits: a running cup round counts as it stands.
pub fn leave_contest(rounds: &mut Rounds, session: &Session, notices: &mut Notices) {
    if rounds.is_in_cup_round(session) {
        note_contest(rounds, session, notices, !session.is_altered());
        notices.say(notices.words().round_counts);
    }
    rounds.contest = None;
}

/// Saves the contest's state, and shows the error if that fails.
fn keep_contest(rounds: &mut Rounds, notices: &mut Notices) {
    let Some(best) = &mut rounds.best else { return };
    if let Some(Contest::Cup { cup, run }) = &rounds.contest {
        best.contests_mut().keep_run(CUPS[*cup].name, run);
    }
    if let Err(error) = best.save() {
        notices.say(error.to_string());
    }
}

/// Returns the best total of a daily round, if its level is unchanged.
pub fn day_best(rounds: &Rounds, levels: &LevelList, day: Day) -> Option<u32> {
    let contests = rounds.best.as_ref()?.contests();
    let known = levels.entries().iter();
    let level = known
        .filter(|entry| entry.source == day.level())
        .map(|entry| &entry.fingerprint);
    level.filter_map(|level| contests.day(day, level)).next()
}

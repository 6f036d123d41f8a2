//! Recordings of the round on screen: kept, taken over, and shown as ghosts.

use std::sync::Arc;
use std::time::Duration;

use crate::app::input::Command;
use crate::app::key_names::KeyNames;
use crate::app::params::{LOADING_GRACE, WHEEL_SECONDS};
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::display::Display;
use crate::app::state::files::Files;
use crate::app::state::lesson;
use crate::app::state::notices::Notices;
use crate::app::state::players::Players;
use crate::app::state::rounds::best_key;
use crate::app::tapes;
use crate::app::task::Task;
use crate::app::words::fill;
use crate::console;
use crate::game::RoundPhase;
use crate::game::tape::{NoWheel, Player};
use crate::level::{Library, Mode};

/// Starts recording the round that has just begun.
pub(super) fn record_round(session: &mut Session, library: &Arc<Library>) {
    session.record(library);
}

/// Saves the recording of the round so far, and shows its path. Later ones of the same scene stand below it in the
/// list.
pub fn keep_recording(session: &mut Session, notices: &mut Notices) {
    let words = notices.words();
    let said = match session.keep_recording(tapes::keep) {
        Some(None) => words.nothing_kept.to_owned(),
        Some(Some(Ok(path))) => fill(words.kept, &[("path", &path.display())]),
        Some(Some(Err(error))) => error.to_string(),
        None => words.not_recorded.to_owned(),
    };
    console::warn(&said);
    notices.say(said);
}

/// Holds a round that was just taken over, so that the players find their keys; a countdown gives them time enough.
pub fn wait_for_players(players: &mut Players, session: &Session) {
    let counts = matches!(session.round.phase(), RoundPhase::Countdown { .. });
    players.wait = if counts { 0.0 } else { WHEEL_SECONDS };
}

/// True while a round is held still, so that players find their keys: a lesson until one of them drives, a taken-over
/// round for a short time at most.
pub fn waits(
    players: &mut Players,
    session: &Session,
    settings: &AppSettings,
    seconds: f32,
) -> bool {
    let driven = players.somebody_drives(session, settings);
    players.wait = if driven {
        0.0
    } else {
        (players.wait - seconds).max(0.0)
    };
    players.wait > 0.0 || !driven && lesson::awaits_driver(session)
}

/// Loads the best round of the level as a ghost, if ghosts are on and there is one; it starts with the round.
pub fn show_ghost(display: &Display, session: &mut Session, files: &mut Files) {
    session.set_ghost(None);
    // After a take-over, the ghost is the original recording.
    let (origin, key) = (session.origin().cloned(), best_key(session));
    // A recording that can no longer be played gives no ghost.
    let goes_on = origin.is_some();
    let read = move || {
        let mut player = Player::new(origin.or_else(|| tapes::best(&key))?).ok()?;
        if goes_on {
            player.go_on();
        }
        Some(player)
    };
    files.ghost_task = display.ghost.then(|| Task::new(read));
    ghost_arrived(session, files, LOADING_GRACE);
}

/// Begins to show the unchanged run as a ghost: the round as it goes on from this moment without further changes.
/// A press more ends it.
pub fn turn_unchanged_run(
    session: &mut Session,
    files: &mut Files,
    notices: &mut Notices,
    keys: KeyNames<'_>,
) {
    if session.has_unchanged_run() || files.ghost_task.is_some() {
        session.set_ghost(None);
        files.ghost_task = None;
        return notices.say(notices.words().run_gone);
    }
    if !session.round.arena().is_repeatable() {
        return notices.say(notices.language.words().no_wheel(&NoWheel::Timed));
    }
    let Some(copy) = session.copy() else {
        return notices.say(notices.words().no_unchanged);
    };
    let end = session.round.steps();
    // The ways on from here stand below it in the list of recordings, unless it cannot be written.
    let kept = match session.is_kept() {
        true => None,
        false => session.keep_recording(tapes::keep).flatten(),
    };
    files.ghost_task = Some(Task::new(move || {
        let mut unchanged = copy.open().ok()?;
        unchanged.seek(end);
        unchanged.go_on();
        Some(unchanged)
    }));
    notices.say(match kept {
        Some(Err(error)) => fill(notices.words().run_not_kept, &[("error", &error)]),
        _ => {
            let key = keys.shown(Command::KeepRound);
            fill(notices.words().run_shown, &[("key", &key)])
        }
    });
}

/// Shows the ghost once it is read; waits at most `longest`.
pub fn ghost_arrived(session: &mut Session, files: &mut Files, longest: Duration) {
    let read = files.ghost_task.as_mut();
    if let Some(ghost) = read.and_then(|task| task.take_within(longest)) {
        files.ghost_task = None;
        session.set_ghost(ghost);
    }
}

/// Switches the ghost on or off.
pub fn change_ghost(
    display: &mut Display,
    session: &mut Session,
    files: &mut Files,
    notices: &mut Notices,
    keys: KeyNames<'_>,
) {
    if session.playing && session.guide().is_none() && session.round.mode() == Mode::Free {
        return turn_unchanged_run(session, files, notices, keys);
    }
    display.ghost = !display.ghost;
    if session.guide().is_none() && session.playing {
        show_ghost(display, session, files);
    }
    let shown = session.ghost().is_some() || files.ghost_task.is_some();
    let words = notices.words();
    let said = match (display.ghost, shown || !session.playing) {
        (true, true) if session.guide().is_some() => words.ghost_next,
        (true, true) if session.origin().is_some() => words.ghost_recorded,
        (true, true) => words.ghost_best,
        (true, false) => words.no_ghost,
        (false, _) => words.ghost_off,
    };
    notices.say(said);
}

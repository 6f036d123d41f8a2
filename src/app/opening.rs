//! Opening what the player brings: a file dropped on the window, or a moment of a round named at the start.

use std::ffi::OsStr;
use std::path::Path;

use crate::app::AppOptions;
use crate::app::state::{Arrival, Goal, keeping};
use crate::game::tape::Tape;
use crate::platform::{Host, HostEvent};

/// Opens the files that the player brought since the last frame, unless a question or an explanation `waits` for the
/// player. Returns true if the game was hidden meanwhile.
pub fn follow(host: &mut Host, arrival: &mut Arrival<'_>, waits: bool) -> bool {
    let mut hidden = false;
    for event in host.events() {
        match event {
            HostEvent::Hidden => hidden = true,
            HostEvent::Opened(path) => open(arrival, &path, waits),
        }
    }
    hidden
}

/// Plays a level file or shows a recording. Both are checked as if they had been named at the start.
fn open(arrival: &mut Arrival<'_>, path: &Path, waits: bool) {
    let Arrival {
        players,
        session,
        rounds,
        notices,
        files,
        ..
    } = arrival;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if waits {
        notices.say(format!("close this first, then open {name}"));
        return;
    }
    if keeping::has_unsaved_scene(session) || rounds.is_in_cup_round(session) {
        notices.say(format!("leave this round first, then open {name}"));
        return;
    }
    if path.extension() == Some(OsStr::new("tape")) {
        let file = path.to_owned();
        let read = Box::new(move || Ok((Tape::read(&file)?, None)));
        files.show_recording(&name, read, Goal::Replay);
        return;
    }
    match path.to_str() {
        Some(source) => files.begin(rounds, players.seats.count(), source),
        None => notices.say(format!("the name of {name} is not text")),
    }
}

/// Prepares the first round as the options say: its views, and the moment at which it pauses. Until then nobody
/// drives the players' cars.
pub fn at(arrival: &mut Arrival<'_>, options: &AppOptions, first: Option<Goal>) -> Option<Goal> {
    if !options.views.is_empty() {
        arrival.display.views = options.views;
    }
    if first.is_none() || options.at <= 0.0 {
        return first;
    }
    arrival.session.skip(options.at, &mut []);
    Some(Goal::Pause)
}

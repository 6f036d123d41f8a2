//! Opening what the player brings: a file dropped on the window, or a moment of a round named at the start.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use dodgem_physics::STEP_SECONDS;
use macroquad::miniquad::window::clipboard_get;

use crate::app::link::Brought;
use crate::app::session::Session;
use crate::app::state::{Arrival, Goal, Moment, Notices, Rounds, keeping};
use crate::app::words::fill;
use crate::app::{AppError, AppOptions};
use crate::game::seconds_of;
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
    if let Some(first) = hindrance(session, rounds, notices, waits) {
        notices.say(fill(first, &[("name", &name)]));
        return;
    }
    if path.extension() == Some(OsStr::new("tape")) {
        let file = path.to_owned();
        let read = Box::new(move || Ok((Tape::read(&file)?, None)));
        files.show_recording(&name, read, Goal::Replay(None));
        return;
    }
    match path.to_str() {
        Some(source) => files.begin(rounds, players.seats.count(), source),
        None => notices.say(fill(notices.words().name_no_text, &[("name", &name)])),
    }
}

/// The text that asks for an act before `{name}` is opened, so that nothing is lost.
fn hindrance(
    session: &Session,
    rounds: &Rounds,
    notices: &Notices,
    waits: bool,
) -> Option<&'static str> {
    let words = notices.words();
    if waits {
        return Some(words.close_first);
    }
    let is_kept = keeping::has_unsaved_scene(session) || rounds.is_in_cup_round(session);
    is_kept.then_some(words.leave_first)
}

/// Plays the level whose text is in the clipboard. It is checked as a file is.
pub fn paste(arrival: &mut Arrival<'_>, waits: bool) {
    let first = hindrance(arrival.session, arrival.rounds, arrival.notices, waits);
    if let Some(first) = first {
        return (arrival.notices).say(fill(first, &[("name", &"pasted.ron")]));
    }
    let text = clipboard_get().unwrap_or_default();
    if text.trim().is_empty() {
        return arrival.notices.say(arrival.notices.words().no_text);
    }
    match arrival.files.pass_on("pasted.ron", &text) {
        Ok(path) => open(arrival, Path::new(&path), waits),
        Err(error) => arrival.notices.say(error.to_string()),
    }
}

/// Begins to load the scene or the recording of a link.
///
/// # Errors
/// [`AppError::File`] if the scene has no place on disk.
pub fn begin_brought(arrival: &mut Arrival<'_>, options: &AppOptions) -> Result<(), AppError> {
    let (files, humans) = (&mut arrival.files, arrival.players.seats.count());
    match &options.brought {
        Some(Brought::Recording(tape)) => {
            let tape = (**tape).clone();
            let read = Box::new(move || Ok((tape, None)));
            let goal = Goal::Replay(moment(options));
            files.show_recording(arrival.notices.words().brought, read, goal);
        }
        Some(Brought::Scene(text)) => {
            let source = files.pass_on("scene.ron", text)?;
            files.begin(arrival.rounds, humans, &source);
        }
        None => {}
    }
    Ok(())
}

/// The moment at which a recording pauses, as the options say; `None` for its beginning.
pub fn moment(options: &AppOptions) -> Option<Moment> {
    let step = (f64::from(options.at) / f64::from(STEP_SECONDS)).round() as u64;
    let why = options.why;
    (step > 0 || why).then_some(Moment { step, why })
}

/// Prepares the first round as the options say: its views, and the moment at which it pauses. Until then nobody
/// drives the players' cars.
pub fn at(arrival: &mut Arrival<'_>, options: &AppOptions, first: Goal) -> Goal {
    if !options.views.is_empty() {
        arrival.display.views = options.views;
    }
    let (Goal::Play, Some(Moment { step, why })) = (&first, moment(options)) else {
        return first;
    };
    let begin = Instant::now();
    let patience = options.patience.unwrap_or(Duration::MAX);
    while arrival.session.round.steps() < step && begin.elapsed() < patience {
        arrival.session.skip(STEP_SECONDS, &mut []);
    }
    if arrival.session.round.steps() < step {
        let here = seconds_of(arrival.session.round.steps());
        let wanted = options.at;
        let said = format!("paused at {here:.1} s: going on to {wanted:.1} s would take too long");
        arrival.notices.say(said);
    }
    match why {
        true => Goal::PauseToExplain,
        false => Goal::Pause,
    }
}

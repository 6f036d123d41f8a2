//! Lessons: the tasks that only the window can observe, and the level after a lesson.

use crate::app::level_list::LevelList;
use crate::app::params::LESSON_WAIT_STEPS;
use crate::app::session::Session;
use crate::app::state::display::Display;
use crate::app::state::notices::Notices;
use crate::arena::View;
use crate::game::{Act, RoundPhase};
use crate::level::{Deed, LevelFolder, Mode};

/// Reports the current task as done if it concerns the window and the player has done it.
pub fn tell_deeds(session: &mut Session, display: &mut Display, notices: &mut Notices) {
    let rewound = session.take_rewound();
    if !session.playing || !matches!(session.round.phase(), RoundPhase::Running { .. }) {
        return;
    }
    let Some(task) = session.round.task() else {
        return;
    };
    let done = match &task.deed {
        Deed::View(view) => display.views.has(*view),
        Deed::Magnify => display.magnifies && display.views.focus.is_some(),
        Deed::Rewind => rewound,
        Deed::Wheel => session.taken_at().is_some(),
        _ => false,
    };
    if done {
        let deed = task.deed.clone();
        if let Deed::View(view) = deed {
            // The views of the tasks before would hide this one.
            let others = View::ALL.into_iter().filter(|other| *other != view);
            others.for_each(|other| display.views.set(other, false));
        }
        // This fails only if the recording is full.
        if let Err(error) = session.act(Act::Did { deed }) {
            notices.say(error.to_string());
        }
    }
}

/// True while a lesson that begins with driving waits for its player: as soon as the countdown is over, so that reading
/// the first task takes no time.
pub fn awaits_driver(session: &Session) -> bool {
    let round = &session.round;
    let begins = matches!(round.phase(), RoundPhase::Running { .. })
        && round.running_steps() < LESSON_WAIT_STEPS;
    let first = round.level().tasks.first();
    session.playing
        && begins
        && round.mode() == Mode::Lesson
        && first.is_some_and(|task| task.deed.is_driven())
}

/// Returns the answers to choose from, if the round waits for one.
pub fn choices(session: &Session) -> Option<&[String]> {
    let runs = matches!(session.round.phase(), RoundPhase::Running { .. });
    match &session.round.task()?.deed {
        Deed::Answer { choices, .. } if session.playing && runs => Some(choices),
        _ => None,
    }
}

/// Gives the selected answer. After the right one the views of its question are put away.
pub fn answer(session: &mut Session, display: &mut Display, notices: &mut Notices) {
    let done = session.round.tasks_done();
    let choice = session.choice as u32;
    // This fails only if the recording is full.
    if let Err(error) = session.act(Act::Answer { choice }) {
        notices.say(error.to_string());
    }
    if session.round.tasks_done() > done {
        session.choice = 0;
        (View::ALL.into_iter()).for_each(|view| display.views.set(view, false));
    }
}

/// Returns the level after a completed lesson: the next lesson, or the first round of the game after the
/// last one. `None` if this is no lesson of the school or it is not completed.
pub fn after_lesson(session: &Session, levels: &LevelList) -> Option<String> {
    if !session.round.is_lesson_done() {
        return None;
    }
    let entries = levels.entries();
    let here = entries
        .iter()
        .position(|entry| entry.source == session.source)?;
    let (folder, next) = (entries[here].folder, entries.get(here + 1));
    let game = entries
        .iter()
        .find(|entry| entry.folder == LevelFolder::Game);
    match next.filter(|next| next.folder == folder) {
        _ if folder != LevelFolder::School => None,
        Some(next) => Some(next.source.clone()),
        None => game.map(|entry| entry.source.clone()),
    }
}

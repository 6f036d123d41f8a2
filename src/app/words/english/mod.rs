//! The texts in English, a file for each subject.

mod looking;
mod menus;
mod notices;
mod rounds;
mod settings;

use crate::app::input::meaning_of;
use crate::app::words::table::Words;
use crate::game::explain::SummaryWords;

pub(super) const WORDS: Words = Words {
    common: menus::COMMON,
    title: menus::TITLE,
    pause: menus::PAUSE,
    result: rounds::RESULT,
    settings: settings::SETTINGS,
    cups: menus::CUPS,
    recordings: menus::RECORDINGS,
    leaving: menus::LEAVING,
    round: rounds::ROUND,
    hints: rounds::HINTS,
    lesson: rounds::LESSON,
    notices: notices::NOTICES,
    replay: looking::REPLAY,
    looking: looking::LOOKING,
    help: looking::HELP,
    meaning: meaning_of,
    ordinal,
    summary: SummaryWords::ENGLISH,
};

/// A place as an ordinal number: 1st, 2nd, 3rd, 4th.
fn ordinal(place: usize) -> String {
    let ending = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

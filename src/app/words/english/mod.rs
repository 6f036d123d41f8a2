//! The texts in English, a file for each subject.

mod hand;
mod looking;
mod menus;
mod notices;
mod numbers;
mod panels;
mod rounds;
mod settings;
mod why;

use crate::app::input::meaning_of;
use crate::app::words::table::Words;
use crate::game::explain::ExplainWords;
use crate::game::{ActWords, DriverWords};
use crate::view_words::ViewWords;

pub(super) const WORDS: Words = Words {
    common: menus::COMMON,
    keys: menus::KEYS,
    buttons: menus::BUTTONS,
    times: menus::TIMES,
    saving: menus::SAVING,
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
    why: why::WHY,
    probe: why::PROBE,
    legend: numbers::LEGEND,
    numbers: numbers::NUMBERS,
    play: hand::PLAY,
    touch: hand::TOUCH,
    building: hand::BUILDING,
    refusals: hand::REFUSALS,
    build: panels::BUILD,
    thing: panels::THING,
    surroundings: panels::SURROUNDINGS,
    joints: panels::JOINTS,
    triggers: panels::TRIGGERS,
    plots: panels::PLOTS,
    meaning: meaning_of,
    ordinal,
    views: &ViewWords::ENGLISH,
    explain: ExplainWords::ENGLISH,
    acts: ActWords::ENGLISH,
    driving: DriverWords::ENGLISH,
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

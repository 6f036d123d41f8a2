//! Leaving a round before its end, to the title, out of the game or by a restart. A question comes first if the
//! player would lose a round of a cup or an unsaved scene.

use crate::app::input::Command;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::{Leaving, Next, Order, Question, Rounds, Saving, keeping};
use crate::app::words::{LeavingWords, Words};
use crate::platform::IN_BROWSER;

/// The key to quit with its word, `before` in front; empty in a browser, where the page is closed instead.
pub fn quit_word(settings: &AppSettings, before: &str) -> String {
    match IN_BROWSER {
        true => String::new(),
        false => {
            let word = settings.words().common.quit;
            format!(
                "{before}{} {word}",
                settings.key_names().shown(Command::Quit)
            )
        }
    }
}

/// Leaves the round, after a question if something would be lost.
pub fn leave(session: &Session, rounds: &Rounds, words: &Words, to: Leaving) -> Next {
    let words = &words.leaving;
    if keeping::has_unsaved_scene(session) {
        return unsaved(words, to).into();
    }
    if !rounds.is_in_cup_round(session) {
        return to.next();
    }
    Question::new(words.cup, words.cup_about, words.drive_on)
        .answer(words.leave, to.next())
        .back(Next::Do(Order::Resume))
        .into()
}

/// Asks whether to save an unsaved scene, then leaves.
fn unsaved(words: &LeavingWords, to: Leaving) -> Question {
    let save = Order::Save(Saving {
        then: Some(to),
        ..Saving::default()
    });
    Question::new(words.unsaved, words.unsaved_about, words.stay)
        .answer(words.save, Next::Do(save))
        .answer(words.give_up, Next::Do(Order::GiveSceneUp(to)))
}

/// Restarts the round; in a cup a question about the second chance comes first.
pub fn restart(session: &Session, rounds: &Rounds, words: &Words) -> Next {
    let words = &words.leaving;
    let restart = Next::Do(Order::Restart);
    if !rounds.takes_second_chance(session) {
        return restart;
    }
    let question = Question::new(words.chance, words.chance_about, words.keep_round);
    question.answer(words.restart, restart).into()
}

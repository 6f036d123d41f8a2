//! Leaving a round before its end, to the title, out of the game or by a restart. A question comes first if the
//! player would lose a round of a cup or an unsaved scene.

use crate::app::input::Command;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::{Leaving, Next, Order, Question, Rounds, Saving, keeping};
use crate::platform::IN_BROWSER;

/// The key to quit with its word, `before` in front; empty in a browser, where the page is closed instead.
pub fn quit_word(settings: &AppSettings, before: &str) -> String {
    match IN_BROWSER {
        true => String::new(),
        false => {
            let word = settings.words().common.quit;
            format!("{before}{} {word}", settings.keys.shown(Command::Quit))
        }
    }
}

/// Leaves the round, after a question if something would be lost.
pub fn leave(session: &Session, rounds: &Rounds, to: Leaving) -> Next {
    if keeping::has_unsaved_scene(session) {
        return unsaved(to).into();
    }
    if !rounds.is_in_cup_round(session) {
        return to.next();
    }
    let about = "This round counts as it stands now; you can go on with the next one at any time.";
    Question::new("Leave the cup?", about, "Drive on")
        .answer("Leave", to.next())
        .back(Next::Do(Order::Resume))
        .into()
}

/// Asks whether to save an unsaved scene, then leaves.
fn unsaved(to: Leaving) -> Question {
    let about = "Your changes to this scene are not saved yet.";
    let save = Order::Save(Saving {
        then: Some(to),
        ..Saving::default()
    });
    Question::new("Save the scene before you leave?", about, "Stay")
        .answer("Save and leave", Next::Do(save))
        .answer("Leave without saving", Next::Do(Order::GiveSceneUp(to)))
}

/// Restarts the round; in a cup it first asks whether to use the second chance.
pub fn restart(session: &Session, rounds: &Rounds) -> Next {
    let restart = Next::Do(Order::Restart);
    if !rounds.takes_second_chance(session) {
        return restart;
    }
    let about = "The round restarts, and its result so far is lost. A cup has one second chance.";
    let question = Question::new(
        "Use the second chance of this cup?",
        about,
        "Keep this round",
    );
    question.answer("Restart the round", restart).into()
}

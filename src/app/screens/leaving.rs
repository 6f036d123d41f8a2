//! Leaving a round before its end, to the title, out of the game or by a restart. A question comes first if the
//! player would lose a round of a cup or an unsaved scene.

use std::time::Duration;

use crate::app::input::Command;
use crate::app::screens::question::Question;
use crate::app::screens::{Next, Play, Title};
use crate::app::settings::AppSettings;
use crate::app::state::{AppState, Saving};
use crate::platform::IN_BROWSER;

/// Longest time that closing the window waits for an unsaved scene to be written.
const CLOSING: Duration = Duration::from_secs(3);

/// Goes to the title.
pub fn to_title(state: &mut AppState) -> Next {
    leave(state, |state| Next::Go(Box::new(Title::new(state))))
}

/// The key to quit with its word, `before` in front; empty in a browser, where the page is closed instead.
pub fn quit_word(settings: &AppSettings, before: &str) -> String {
    match IN_BROWSER {
        true => String::new(),
        false => format!("{before}{} quit", settings.keys.shown(Command::Quit)),
    }
}

/// Ends the game.
pub fn quit(state: &mut AppState) -> Next {
    leave(state, |_| Next::Quit)
}

fn leave(state: &mut AppState, go: fn(&mut AppState) -> Next) -> Next {
    if state.has_unsaved_scene() {
        return Next::Ask(unsaved(go));
    }
    if !state.is_in_cup_round() {
        return go(state);
    }
    let about = "This round counts as it stands now; you can go on with the next one at any time.";
    let question = Question::new("Leave the cup?", about, "Drive on");
    Next::Ask(question.answer("Leave", go))
}

/// Asks whether to save an unsaved scene, then leaves.
fn unsaved(go: fn(&mut AppState) -> Next) -> Question {
    let about = "Your changes to this scene are not saved yet.";
    Question::new("Save the scene before you leave?", about, "Stay")
        .answer("Save and leave", move |state| {
            state.save_scene(Saving {
                then: go,
                ..Saving::default()
            })
        })
        .answer("Leave without saving", move |state| {
            state.give_scene_up();
            go(state)
        })
}

/// Handles closing the window: keeps an unsaved scene at once, and asks before it would be lost.
pub fn close(state: &mut AppState) -> Next {
    if !state.has_unsaved_scene() {
        return Next::Quit;
    }
    state.keep_scene_now(CLOSING);
    quit(state)
}

/// Restarts the round; in a cup it first asks whether to use the second chance.
pub fn restart(state: &mut AppState) -> Next {
    if !state.takes_second_chance() {
        return begin_again(state);
    }
    let about = "The round restarts, and its result so far is lost. A cup has one second chance.";
    let question = Question::new(
        "Use the second chance of this cup?",
        about,
        "Keep this round",
    );
    Next::Ask(question.answer("Restart the round", begin_again))
}

fn begin_again(state: &mut AppState) -> Next {
    match state.restart() {
        true => {
            state.session.clock.settle();
            state.play_camera();
            Next::Go(Box::new(Play))
        }
        false => Next::Stay,
    }
}

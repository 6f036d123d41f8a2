//! Ways out of a round before its end: back to the title, out of the game, or once more from its beginning. What that
//! costs in a cup is asked first.

use crate::app::screens::question::Question;
use crate::app::screens::{Next, Play, Title};
use crate::app::state::AppState;

/// Goes to the title.
pub fn to_title(state: &mut AppState) -> Next {
    leave(state, |state| Next::Go(Box::new(Title::new(state))))
}

/// Ends the game.
pub fn quit(state: &mut AppState) -> Next {
    leave(state, |_| Next::Quit)
}

fn leave(state: &mut AppState, go: fn(&mut AppState) -> Next) -> Next {
    if !state.is_in_cup_round() {
        return go(state);
    }
    let about =
        "This round counts as it stands now; the cup goes on from the next one when you like.";
    let answers = ["leaves", "drives on"];
    Next::Ask(Question::new("Leave the cup?", about, answers, go))
}

/// Begins the round again.
pub fn restart(state: &mut AppState) -> Next {
    if !state.takes_second_chance() {
        return begin_again(state);
    }
    let about =
        "The round begins anew, and what you did in it is gone. A cup has one second chance.";
    let answers = ["begins anew", "leaves it as it is"];
    let text = "Use the second chance of this cup?";
    Next::Ask(Question::new(text, about, answers, begin_again))
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

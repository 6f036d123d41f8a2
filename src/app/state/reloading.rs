//! Reads the current level's file again; the running scene then follows it or restarts.

use std::sync::Arc;

use crate::app::session::Session;
use crate::app::state::files::Files;
use crate::app::state::loading::{Purpose, load_level};
use crate::app::state::notices::Notices;
use crate::app::state::rounds::Rounds;
use crate::app::watch::Watch;

/// Reads the level file again; if it is broken, the last valid level continues.
pub fn reload(files: &mut Files, session: &Session, rounds: &Rounds, notices: &mut Notices) {
    // A recording has its own level, and a load that the player waits for comes first.
    let has_file = !(session.source.is_empty() || session.is_in_no_file);
    let has_file = has_file && !session.is_of_recording();
    if !has_file || files.is_waiting() {
        return;
    }
    if rounds.contest.is_some() {
        notices.say(notices.words().no_reload);
        return;
    }
    files.watch = Watch::new(&files.library, &session.source);
    files.library.forget_models();
    let library = Arc::clone(&files.library);
    let source = session.source.clone();
    let options = session.options_with_seed(session.seed());
    let name = session.level.name.clone();
    files.load(&name, Purpose::Reload, None, move || {
        load_level(&library, &source, options)
    });
}

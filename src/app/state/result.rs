//! The result of a finished round: recorded, and compared with the best one.

use crate::app::level_list::LevelList;
use crate::app::session::Session;
use crate::app::state::contest::note_contest;
use crate::app::state::notices::Notices;
use crate::app::state::rounds::{Rounds, Verdict, best_key};
use crate::app::tapes;
use crate::game::{BestResult, is_task_done};
use crate::level::{Library, Mode};

/// Records the result of a finished round, if it counts.
pub fn record(
    session: &Session,
    rounds: &mut Rounds,
    levels: &mut LevelList,
    library: &Library,
    notices: &mut Notices,
) -> Verdict {
    if session.round.mode() == Mode::Lesson {
        // The list shows the next lesson, even if the title screen was never open.
        levels.look(library, false);
    }
    let before = rounds.best_total(session);
    let result = BestResult {
        total: session.round.score().total,
        seed: session.seed(),
    };
    let tape = session.recording();
    if let Some(Err(error)) = tape.as_ref().map(tapes::keep) {
        notices.say(error.to_string());
    }
    note_contest(rounds, session, notices, !session.is_altered());
    let taken = session.taken_at();
    if let Some(at) = taken.filter(|_| !session.may_interfere()) {
        return Verdict::TakenOver { at };
    }
    if session.is_altered() {
        return Verdict::Altered;
    }
    let key = best_key(session);
    let round = &session.round;
    let spec = round.level().medals_of(round.mode());
    let task = spec.and_then(|spec| spec.task);
    let did_task = task.is_some_and(|task| is_task_done(&task, round.score()));
    let Some(best) = &mut rounds.best else {
        return Verdict::Behind(before);
    };
    let new_task = did_task && best.record_task(&key);
    if !best.record(&key, result) {
        if new_task && let Err(error) = best.save() {
            notices.say(error.to_string());
        }
        return Verdict::Behind(before);
    }
    let saved = best.save();
    // Another running game may have saved a better result.
    let now = best.best(&key);
    if let Err(error) = saved {
        notices.say(error.to_string());
    }
    if now == Some(result) {
        if let Some(Err(error)) = tape.map(|tape| tapes::keep_best(&tape, &key)) {
            notices.say(error.to_string());
        }
        Verdict::Best { before }
    } else {
        Verdict::Behind(now.map(|best| best.total))
    }
}

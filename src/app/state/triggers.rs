//! The keys of triggers, and what triggers have to tell.

use crate::app::input::Devices;
use crate::app::session::Session;
use crate::app::state::notices::Notices;
use crate::game::Act;

/// Passes presses and releases of the keys that fire triggers to the round.
pub(super) fn press_trigger_keys(session: &mut Session, devices: &Devices, notices: &mut Notices) {
    if !session.playing {
        return;
    }
    let keys = session.round.trigger_keys();
    let changed: Vec<Act> = keys
        .filter_map(|(key, held)| {
            let down = devices.is_held(key.name());
            (down != held).then_some(Act::Press { key, down })
        })
        .collect();
    for act in changed {
        // A full recording takes no more keys.
        notices.tell(session.act(act));
    }
}

/// Shows a new trouble with triggers once.
pub(super) fn tell_trigger_trouble(session: &Session, notices: &mut Notices) {
    let trouble = session.round.trigger_trouble();
    if notices.told_trouble != trouble {
        if let Some(text) = &trouble {
            notices.say(text.clone());
        }
        notices.told_trouble = trouble;
    }
}

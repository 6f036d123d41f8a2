//! The keys of triggers, and what triggers have to tell.

use crate::app::state::AppState;
use crate::game::Act;

impl AppState {
    /// Passes presses and releases of the keys that fire triggers to the round.
    pub(super) fn press_trigger_keys(&mut self) {
        if !self.session.playing {
            return;
        }
        let keys = self.session.round.trigger_keys();
        let changed: Vec<Act> = keys
            .filter_map(|(key, held)| {
                let down = self.players.devices.is_held(key.name());
                (down != held).then_some(Act::Press { key, down })
            })
            .collect();
        for act in changed {
            // A full recording takes no more keys.
            let pressed = self.session.act(act);
            self.tell(pressed);
        }
    }

    /// Shows a new trouble with triggers once.
    pub(super) fn tell_trigger_trouble(&mut self) {
        let trouble = self.session.round.trigger_trouble();
        if self.notices.told_trouble != trouble {
            if let Some(text) = &trouble {
                self.notices.say(text.clone());
            }
            self.notices.told_trouble = trouble;
        }
    }
}

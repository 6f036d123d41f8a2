//! Hints for players who seem not to know a control.

use crate::app::params::NEED_MOST;
use crate::app::state::AppState;

impl AppState {
    /// Shows each local player a due hint, unless hints are off or it was shown often enough.
    pub(super) fn tell_needs(&mut self) {
        if !self.session.playing || !self.settings.hints {
            return;
        }
        let mut new = false;
        for sight in self.session.all_sights() {
            let Some(need) = sight.needs.due() else {
                continue;
            };
            let times = self.settings.hinted.entry(need).or_default();
            let shows = *times < NEED_MOST;
            sight.needs.tell(need, shows);
            if shows {
                *times += 1;
                new = true;
            }
        }
        if new {
            self.keep_settings();
        }
    }
}

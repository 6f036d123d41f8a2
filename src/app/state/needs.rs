//! Hints for players who seem not to know a control.

use crate::app::params::NEED_MOST;
use crate::app::session::Session;
use crate::app::settings::AppSettings;
use crate::app::state::notices::Notices;
use crate::app::state::settings_panel::keep_settings;

/// Shows each local player a due hint, unless hints are off or it was shown often enough.
pub(super) fn tell_needs(session: &mut Session, settings: &mut AppSettings, notices: &mut Notices) {
    if !session.playing || !settings.hints {
        return;
    }
    let mut new = false;
    for sight in session.all_sights() {
        let Some(need) = sight.needs.due() else {
            continue;
        };
        let times = settings.hinted.entry(need).or_default();
        let shows = *times < NEED_MOST;
        sight.needs.tell(need, shows);
        if shows {
            *times += 1;
            new = true;
        }
    }
    if new {
        keep_settings(settings, notices);
    }
}

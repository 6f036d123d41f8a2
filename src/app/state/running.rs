//! Advances the round on screen: by a frame, or by a single step.

use crate::app::input::Presses;
use crate::app::session::{Happening, Session};
use crate::app::state::cameras::change_cameras;
use crate::app::state::context::ScreenContext;
use crate::app::state::needs::tell_needs;
use crate::app::state::notices::Notices;
use crate::app::state::recording::waits;
use crate::app::state::result::record;
use crate::app::state::rounds::Verdict;
use crate::app::state::triggers::{press_trigger_keys, tell_trigger_trouble};
use crate::app::words::fill;

impl ScreenContext<'_> {
    /// Advances the round by a frame with the players' controls.
    pub fn run(&mut self, seconds: f64) -> Vec<Happening> {
        let controls = self.players.controls(self.session, self.settings);
        press_trigger_keys(self.session, &self.players.devices, self.notices);
        let before = self.session.round.steps();
        self.players.look_back(self.session, self.settings);
        let happenings = self.session.advance(seconds, &controls);
        self.count_steps(before);
        self.hear(&happenings);
        tell_needs(self.session, self.settings, self.notices);
        tell_trigger_trouble(self.session, self.notices);
        happenings
    }

    /// Advances the paused round by one step.
    pub fn single_step(&mut self) -> Vec<Happening> {
        let controls = self.players.controls(self.session, self.settings);
        press_trigger_keys(self.session, &self.players.devices, self.notices);
        let before = self.session.round.steps();
        let happenings = self.session.single_step(&controls);
        self.count_steps(before);
        self.hear(&happenings);
        happenings
    }

    /// Records the result of the finished round.
    pub fn record(&mut self) -> Verdict {
        record(
            self.session,
            self.rounds,
            self.levels,
            self.library,
            self.notices,
        )
    }

    /// True while a round is held still, for that many further seconds if it was taken over.
    pub fn waits(&mut self, seconds: f32) -> bool {
        waits(self.players, self.session, self.settings, seconds)
    }

    /// Switches the camera of each player who asked for it. Returns true if any did.
    pub fn change_cameras(&mut self, presses: &Presses) -> bool {
        change_cameras(
            self.session,
            self.display,
            &self.players.seats,
            self.settings,
            self.notices,
            presses,
        )
    }

    fn count_steps(&mut self, before: u64) {
        let made = self.session.round.steps() - before;
        if made > 0 {
            self.players.devices.stepped();
        }
        if self.session.playing {
            self.report.steps += made;
        }
    }

    fn hear(&mut self, happenings: &[Happening]) {
        (self.media).hear(happenings, self.session, self.players, self.notices);
    }
}

/// Makes time run faster (1) or slower (-1), and shows the speed.
pub fn change_speed(session: &mut Session, notices: &mut Notices, direction: i32) {
    session.clock.change_speed(direction);
    let speed = session.clock.speed();
    notices.say(fill(notices.words().speed, &[("speed", &speed)]));
}

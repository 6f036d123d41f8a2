//! Measurements of a session's last steps, for the numbers and the views that are on.

use crate::app::params::{HEAT_FOLLOWS, LEAST_HOTTEST};
use crate::app::session::Session;
use crate::arena::{ActorId, Arena, View, Views};
use crate::monitor::{History, StepRow, now};

/// Measures the last seconds at all times, so that a panel that is opened in a pause shows them, and the cost of
/// each body only while that is shown.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The numbers of the last ten seconds.
    pub history: History,
    /// Cost of each body in work units per step, smoothed over the last steps.
    pub heat: Vec<f32>,
    watches: bool,
}

impl Monitor {
    /// Records the numbers of a step.
    pub fn note(&mut self, arena: &Arena) {
        self.history.push(StepRow::of(arena));
        if !self.watches {
            return;
        }
        // A new body starts with its first cost.
        let ids = (0..arena.actors().len() as u32).map(ActorId);
        for (index, id) in ids.enumerate() {
            let cost = arena.cost_of(id).used as f32;
            match self.heat.get_mut(index) {
                Some(heat) => *heat += (cost - *heat) * HEAT_FOLLOWS,
                None => self.heat.push(cost),
            }
        }
    }

    /// Goes on after a jump in time: the steps before the present one are kept.
    pub fn jump(&mut self, arena: &Arena) {
        self.heat.clear();
        self.note(arena);
    }

    /// Discards all measurements.
    pub fn clear(&mut self) {
        self.history.clear();
        self.heat.clear();
    }
}

impl Session {
    /// The cost drawn as the hottest, in work units: that of the most expensive body, but at least `LEAST_HOTTEST`.
    pub fn hottest(&self) -> f32 {
        self.monitor
            .heat
            .iter()
            .copied()
            .fold(LEAST_HOTTEST, f32::max)
    }

    /// Measures for these views, and for the panel of numbers if `numbers` is set; stops all other measuring.
    pub fn look_with(&mut self, views: &Views, numbers: bool) {
        let watches = numbers || views.has(View::Budget);
        if watches != self.monitor.watches {
            self.monitor.watches = watches;
            self.monitor.jump(self.round.arena());
        }
        self.round.set_clock(Some(now));
        self.round.remember_touches(views.has(View::Contacts));
    }
}

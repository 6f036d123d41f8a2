//! Measurements of a session's last steps, for the numbers and the views that are on.

use crate::app::params::{HEAT_FOLLOWS, LEAST_HOTTEST};
use crate::app::session::Session;
use crate::arena::{ActorId, Arena, View, Views};
use crate::monitor::{History, StepRow, now};

/// Measures only while the result is shown.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The numbers of the last ten seconds, while they are shown.
    pub history: History,
    /// Cost of each body in work units per step, smoothed over the last steps.
    pub heat: Vec<f32>,
    watches: bool,
}

impl Monitor {
    /// Records the numbers of a step.
    pub fn note(&mut self, arena: &Arena) {
        if !self.watches {
            return;
        }
        self.history.push(StepRow::of(arena));
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

    /// Restarts the measurements after a jump in time, from the last step.
    pub fn jump(&mut self, arena: &Arena) {
        self.clear();
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
        self.round.set_clock(watches.then_some(now as _));
        self.round.remember_touches(views.has(View::Contacts));
    }
}

//! The numbers of the last steps of a session, and what is measured for the views that are on.

use crate::app::params::{HEAT_FOLLOWS, LEAST_HOTTEST};
use crate::app::session::Session;
use crate::arena::{ActorId, Arena, View, Views};
use crate::monitor::{History, StepRow, now};

/// Measures what somebody looks at, and nothing else.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The numbers of the last ten seconds, while they are looked at.
    pub history: History,
    /// What each body cost in work units, smoothed over the last steps.
    pub heat: Vec<f32>,
    watches: bool,
}

impl Monitor {
    /// Notes the numbers of a step.
    pub fn note(&mut self, arena: &Arena) {
        if !self.watches {
            return;
        }
        self.history.push(StepRow::of(arena));
        self.heat.resize(arena.actors().len(), 0.0);
        for (id, heat) in (0..).map(ActorId).zip(&mut self.heat) {
            *heat += (arena.cost_of(id).used as f32 - *heat) * HEAT_FOLLOWS;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.history.clear();
        self.heat.clear();
    }
}

impl Session {
    /// The cost that is drawn as the hottest, in work units: that of the dearest body, and some at least.
    pub fn hottest(&self) -> f32 {
        self.monitor
            .heat
            .iter()
            .copied()
            .fold(LEAST_HOTTEST, f32::max)
    }

    /// Measures from now on what these views show, and all numbers if they are looked at.
    pub fn look_with(&mut self, views: &Views, numbers: bool) {
        let watches = numbers || views.has(View::Budget);
        if watches != self.monitor.watches {
            self.monitor.watches = watches;
            self.monitor.clear();
        }
        self.round.set_clock(watches.then_some(now as _));
        self.round.remember_touches(views.has(View::Contacts));
    }
}

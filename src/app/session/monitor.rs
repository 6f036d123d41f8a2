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
        // Of a body that is new its first cost is all that is known.
        let ids = (0..arena.actors().len() as u32).map(ActorId);
        for (index, id) in ids.enumerate() {
            let cost = arena.cost_of(id).used as f32;
            match self.heat.get_mut(index) {
                Some(heat) => *heat += (cost - *heat) * HEAT_FOLLOWS,
                None => self.heat.push(cost),
            }
        }
    }

    /// The round is at another moment: of the steps before it only the last one is known.
    pub fn jump(&mut self, arena: &Arena) {
        self.clear();
        self.note(arena);
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
            self.monitor.jump(self.round.arena());
        }
        self.round.set_clock(watches.then_some(now as _));
        self.round.remember_touches(views.has(View::Contacts));
    }
}

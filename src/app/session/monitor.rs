//! Measurements of a session's last steps, for the numbers and the views that are on.

use crate::app::params::{HEAT_FOLLOWS, LEAST_HOTTEST};
use crate::app::session::Session;
use crate::arena::{ActorId, Arena, HandError, View, Views};
use crate::game::Act;
use crate::level::{GraphSpec, Mode};
use crate::monitor::{CostBeside, History, Plots, StepRow, now};

/// Measures the last seconds at all times, so that a panel that is opened in a pause shows them, and the cost of
/// each body only while that is shown.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The numbers of the last ten seconds.
    pub history: History,
    /// Cost of each body in work units per step, smoothed over the last steps.
    pub heat: Vec<f32>,
    watches: bool,
    /// The cost before and after the last change of the engine.
    pub cost: Option<CostBeside>,
    /// The quantities of the graphs.
    pub plots: Plots,
}

impl Monitor {
    /// Records the numbers of a step.
    pub fn note(&mut self, arena: &Arena) {
        let row = StepRow::of(arena);
        self.history.push(row);
        if let Some(cost) = &mut self.cost {
            cost.push(row);
        }
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

    /// Compares the cost of the steps so far with that of the next ones.
    pub fn compare(&mut self) {
        self.cost = Some(CostBeside::begin(&self.history));
    }

    /// Goes on after a jump in time: the steps before the present one are kept.
    pub fn jump(&mut self, arena: &Arena) {
        self.cost = None;
        self.heat.clear();
        self.note(arena);
    }

    /// Discards all measurements.
    pub fn clear(&mut self) {
        self.history.clear();
        self.cost = None;
        self.heat.clear();
    }
}

impl Session {
    /// Shows graphs. In free play they belong to the scene; else only the screen has them, and the round stays as
    /// it is.
    ///
    /// # Errors
    /// [`HandError`] if one is invalid.
    pub fn set_graphs(&mut self, graphs: Vec<GraphSpec>) -> Result<(), HandError> {
        let is_free = self.round.mode() == Mode::Free;
        if is_free && self.playing && self.guide().is_none() {
            self.act(Act::Graphs { graphs })?;
        } else {
            let mut scene = self.round.scene().clone();
            scene.set_graphs(self.round.arena(), &graphs)?;
            self.monitor.plots.set(graphs);
        }
        self.note_plots(true);
        Ok(())
    }

    /// Samples the quantities of the graphs at the present moment; later samples stay if `keeps_later` is set.
    pub(super) fn note_plots(&mut self, keeps_later: bool) {
        let knows_future = keeps_later || self.guide().is_some();
        self.monitor.plots.note(&self.round, knows_future);
    }

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
        self.round.remember_contacts(views.has(View::Contacts));
    }
}

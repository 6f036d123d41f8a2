//! Triggers of a round: which events of a step fire which trigger, and the state that this depends on.
//!
//! A step fires triggers after it was counted. First all events of the step are collected; then the triggers
//! fire in the order of their list, and one that fires several times does so in the order of the actors. An
//! effect is seen by the next step, also that on a counter, so each step fires a trigger a bounded number of
//! times. At most [`TRIGGER_FIRINGS`] firings count in a second of the round; the others are dropped.
//!
//! Counters, timers, keys and the actors in zones are state: they are part of snapshots and of the hash of the
//! round. [`Plan`] is derived from the list of triggers and the names in the scene.

mod plan;
mod state;
mod watch;

use std::sync::Arc;

use dodgem_physics::StateHasher;

use crate::crew::CarView;
use crate::triggers::plan::Plan;
use dodgem_scene::arena::{Arena, InZone};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Then, TriggerKey, in_braces};
use dodgem_scene::params::TRIGGER_FIRINGS;

pub(super) use crate::triggers::state::{Origin, Said, TriggerState};
pub(super) use crate::triggers::watch::{Firing, Watched};

/// The triggers of a round.
pub(super) struct Triggers {
    plan: Plan,
    state: TriggerState,
    /// Firings of this step: scratch memory.
    firings: Vec<Firing>,
    /// True if names in the scene may have changed since the plan was made.
    is_stale: bool,
    /// The first effect that was refused, for the screen.
    refused: Option<String>,
}

impl Triggers {
    /// Creates the triggers of a scene at the start of its round.
    pub fn new(scene: &Scene) -> Triggers {
        let plan = Plan::new(scene);
        let mut state = TriggerState::default();
        state.begin(&plan, 0);
        Triggers {
            plan,
            state,
            firings: Vec::new(),
            is_stale: true,
            refused: None,
        }
    }

    /// True if there are no triggers.
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty()
    }

    /// True if a trigger restarts the scene, so that its origin is needed.
    pub fn restarts(&self) -> bool {
        self.plan.restarts
    }

    /// Sets the state to which a restart returns.
    pub fn set_origin(&mut self, scene: &Arc<Scene>, arena: &Arena, cars: &Arc<Vec<CarView>>) {
        self.state.origin = Some(Arc::new(Origin {
            scene: Arc::clone(scene),
            arena: arena.snapshot(),
            cars: Arc::clone(cars),
        }));
    }

    /// Returns the state to which a restart returns.
    pub fn origin(&self) -> Option<&Arc<Origin>> {
        self.state.origin.as_ref()
    }

    /// Begins anew after a restart, in a step of the running round.
    pub fn begin_again(&mut self, step: u64) {
        self.state.begin(&self.plan, step);
        self.is_stale = true;
    }

    /// Notes that names in the scene may have changed.
    pub fn look_again(&mut self) {
        self.is_stale = true;
    }

    /// Notes that the list of triggers has changed: `kept` returns the former index of each trigger that
    /// stays, and the others begin in this step of the running round.
    pub fn take(&mut self, scene: &Scene, step: u64, kept: impl Fn(usize) -> Option<usize>) {
        let plan = Plan::new(scene);
        self.state.follow(&self.plan, &plan, step, kept);
        self.plan = plan;
        self.is_stale = true;
    }

    /// Forgets a zone that was removed.
    pub fn remove_zone(&mut self, zone: usize) {
        let inside = &mut self.state.inside;
        inside.retain(|one| one.zone != zone);
        for InZone { zone: index, .. } in inside {
            *index -= usize::from(*index > zone);
        }
    }

    /// Presses or releases a key, which takes effect in the next step. Returns false if the key is in that state already.
    pub fn press(&mut self, key: TriggerKey, down: bool) -> bool {
        self.state.press(key, down)
    }

    /// True while a key is held.
    pub fn holds(&self, key: TriggerKey) -> bool {
        self.state.holds(key)
    }

    /// Returns the keys that fire triggers.
    pub fn keys(&self) -> impl Iterator<Item = TriggerKey> {
        let keys = TriggerKey::ALL.iter().copied();
        keys.filter(|key| self.plan.uses(*key))
    }

    /// Returns the counters with their numbers, in the order of their first use.
    pub fn counters(&self) -> impl Iterator<Item = (&str, i32)> {
        let names = self.plan.counters.iter().map(|name| &**name);
        names.zip(self.state.counts.iter().copied())
    }

    /// Returns the text of the last [`Say`](dodgem_scene::level::Then::Say) while it is shown in a step of the
    /// running round.
    pub fn said(&self, scene: &Scene, step: u64) -> Option<String> {
        let said = self.state.said.filter(|said| step < said.until)?;
        let effect = scene.triggers().get(said.trigger)?.then.get(said.effect)?;
        let Then::Say { text, .. } = effect else {
            return None;
        };
        let mut shown = text.clone();
        let named: Vec<&str> = in_braces(text).collect();
        for (name, count) in self.counters().filter(|(name, _)| named.contains(name)) {
            shown = shown.replace(&format!("{{{name}}}"), &count.to_string());
        }
        Some(shown)
    }

    /// True if the limit of firings was reached.
    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    /// Returns the reason for which an effect was refused first.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Notes that an effect was refused.
    pub fn note_refused(&mut self, scene: &Scene, trigger: usize, why: String) {
        if self.refused.is_none() {
            let name = match scene.triggers().get(trigger) {
                Some(one) if !one.name.is_empty() => one.name.clone(),
                _ => format!("trigger {}", trigger + 1),
            };
            self.refused = Some(format!("{name}: {why}"));
        }
    }

    /// Shows a text until a step of the running round.
    pub fn say(&mut self, said: Said) {
        self.state.said = Some(said);
    }

    /// Adds to a counter.
    pub fn count(&mut self, counter: &str, add: i32) {
        if let Some(index) = self.plan.counter(counter) {
            let count = &mut self.state.counts[index];
            *count = count.saturating_add(add);
            self.state.is_counted = true;
        }
    }

    /// Finds the triggers that fire in a step. Returns the list, to be given back by [`Triggers::rest`].
    pub fn fired(&mut self, watched: &Watched<'_>) -> Vec<Firing> {
        if std::mem::take(&mut self.is_stale) {
            self.plan.find_names(watched.scene, watched.arena);
        }
        let mut firings = std::mem::take(&mut self.firings);
        watch::collect(&self.plan, &mut self.state, watched, &mut firings);
        firings
    }

    /// Returns true if one more firing counts in this step of the running round.
    pub fn counts(&mut self, firing: Firing, step: u64) -> bool {
        let second = step / 120;
        let state = &mut self.state;
        if state.second != second {
            (state.second, state.in_second) = (second, 0);
        }
        let each = &mut state.each[firing.trigger];
        if self.plan.is_once(firing.trigger) && each.has_fired {
            return false;
        }
        if state.in_second >= TRIGGER_FIRINGS {
            state.is_over = true;
            return false;
        }
        state.in_second += 1;
        each.has_fired = true;
        true
    }

    /// Takes the memory of the firings back.
    pub fn rest(&mut self, mut firings: Vec<Firing>) {
        firings.clear();
        self.firings = firings;
    }

    /// Adds the state that the next step depends on to a hash.
    pub fn hash(&self, hasher: &mut StateHasher) {
        self.state.hash(hasher);
    }

    /// Copies the state into a snapshot, whose memory it reuses.
    pub fn snapshot_into(&self, snapshot: &mut TriggerState) {
        snapshot.copy_from(&self.state);
    }

    /// Restores a snapshot of triggers in a scene, which is that of the snapshot.
    pub fn restore(&mut self, snapshot: &TriggerState, scene: &Scene) {
        if !self.plan.is_of(scene) {
            self.plan = Plan::new(scene);
        }
        self.state.copy_from(snapshot);
        self.is_stale = true;
    }
}

//! The state of triggers between two steps.

use std::sync::Arc;

use dodgem_physics::StateHasher;

use crate::crew::CarView;
use crate::triggers::plan::Plan;
use dodgem_scene::arena::{ArenaSnapshot, InZone};
use dodgem_scene::level::TriggerKey;
use dodgem_scene::level::scene::Scene;

/// The state to which a restart returns.
pub(crate) struct Origin {
    pub scene: Arc<Scene>,
    pub arena: ArenaSnapshot,
    /// A trigger may remove a car that was added by hand.
    pub cars: Arc<Vec<CarView>>,
}

/// The state of one trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Each {
    /// Step of the running round in which a timer fires next; the largest number for none.
    pub due: u64,
    /// True if it has fired.
    pub has_fired: bool,
    /// True while its contact presses or its counter is reached: it fires when this begins.
    pub is_on: bool,
}

/// A text on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Said {
    /// Index of the trigger, and of its effect.
    pub trigger: usize,
    pub effect: usize,
    /// First step of the running round in which it is gone.
    pub until: u64,
}

/// The state of all triggers.
#[derive(Default)]
pub(crate) struct TriggerState {
    pub(super) counts: Vec<i32>,
    pub(super) each: Vec<Each>,
    /// The first step in which a timer fires.
    pub(super) next_due: u64,
    /// The actors in zones at the end of the last step, and true once they are known.
    pub(super) inside: Vec<InZone>,
    pub(super) knows_inside: bool,
    /// The keys that are held, a bit each.
    held: u16,
    /// Keys that were pressed or released since the last step, in order.
    pub(super) pressed: Vec<(TriggerKey, bool)>,
    /// True if a counter may have changed since the last step.
    pub(super) is_counted: bool,
    /// True if a contact pressed in the last step.
    pub(super) is_pressing: bool,
    /// Second of the running round, and the firings in it.
    pub(super) second: u64,
    pub(super) in_second: u32,
    pub(super) is_over: bool,
    pub(super) said: Option<Said>,
    pub(super) origin: Option<Arc<Origin>>,
}

impl Clone for TriggerState {
    fn clone(&self) -> Self {
        let mut copy = TriggerState::default();
        copy.copy_from(self);
        copy
    }
}

impl TriggerState {
    /// Copies another state and keeps its own memory.
    pub fn copy_from(&mut self, other: &TriggerState) {
        let TriggerState {
            counts,
            each,
            next_due,
            inside,
            knows_inside,
            held,
            pressed,
            is_counted,
            is_pressing,
            second,
            in_second,
            is_over,
            said,
            origin,
        } = other;
        self.counts.clone_from(counts);
        self.each.clone_from(each);
        self.inside.clone_from(inside);
        self.pressed.clone_from(pressed);
        self.origin.clone_from(origin);
        (self.next_due, self.knows_inside, self.held) = (*next_due, *knows_inside, *held);
        (self.is_counted, self.is_pressing) = (*is_counted, *is_pressing);
        (self.second, self.in_second, self.is_over) = (*second, *in_second, *is_over);
        self.said = *said;
    }

    /// Returns the size in memory beyond that of the struct, in bytes. The origin is shared.
    pub fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        of(&self.counts) + of(&self.each) + of(&self.inside) + of(&self.pressed)
    }

    /// Begins all triggers in a step of the running round: counters are 0, timers start, and the actors in
    /// zones are those found next. Keys, texts, the origin and the limit of firings go on.
    pub fn begin(&mut self, plan: &Plan, step: u64) {
        self.counts.clear();
        self.counts.resize(plan.counters.len(), 0);
        self.each.clear();
        self.each.resize(plan.len(), Each::default());
        self.start_timers(plan, step, |_| true);
        self.inside.clear();
        self.knows_inside = false;
        self.is_counted = true;
        self.is_pressing = false;
    }

    /// Starts the chosen timers in a step of the running round.
    fn start_timers(&mut self, plan: &Plan, step: u64, chosen: impl Fn(usize) -> bool) {
        for (index, each) in self.each.iter_mut().enumerate() {
            if chosen(index) {
                each.due = u64::MAX;
            }
        }
        for (trigger, interval, _) in &plan.timers {
            if chosen(*trigger) {
                self.each[*trigger].due = step + interval;
            }
        }
        self.find_next_due(plan);
    }

    /// Finds the first step in which a timer fires.
    pub fn find_next_due(&mut self, plan: &Plan) {
        let due = plan
            .timers
            .iter()
            .map(|(trigger, ..)| self.each[*trigger].due);
        self.next_due = due.min().unwrap_or(u64::MAX);
    }

    /// Follows a change of the list: see [`Triggers::take`](super::Triggers::take).
    pub fn follow(
        &mut self,
        before: &Plan,
        now: &Plan,
        step: u64,
        kept: impl Fn(usize) -> Option<usize>,
    ) {
        let counts = now.counters.iter();
        let counts = counts.map(|name| before.counter(name).map_or(0, |old| self.counts[old]));
        self.counts = counts.collect();
        let each = (0..now.len()).map(|index| kept(index).map(|old| self.each[old]));
        self.each = each.map(Option::unwrap_or_default).collect();
        self.start_timers(now, step, |index| kept(index).is_none());
        if now.zones.is_empty() {
            // Nothing looks at the zones from now on, so that this would become false.
            self.inside.clear();
            self.knows_inside = false;
        }
        self.said = None;
        self.is_counted = true;
    }

    /// Presses or releases a key; returns false if it is in that state already.
    pub fn press(&mut self, key: TriggerKey, down: bool) -> bool {
        if self.holds(key) == down {
            return false;
        }
        self.held ^= bit(key);
        self.pressed.push((key, down));
        true
    }

    pub fn holds(&self, key: TriggerKey) -> bool {
        self.held & bit(key) > 0
    }

    /// Adds the state to a hash. The origin is left out: it is an earlier state of the same round.
    pub fn hash(&self, hasher: &mut StateHasher) {
        for count in &self.counts {
            hasher.integer(u64::from(count.cast_unsigned()));
        }
        for each in &self.each {
            hasher.integer(each.due);
            hasher.bytes(&[u8::from(each.has_fired), u8::from(each.is_on)]);
        }
        for InZone { zone, actor } in &self.inside {
            hasher.integer(*zone as u64);
            hasher.integer(u64::from(actor.0));
        }
        for (key, down) in &self.pressed {
            hasher.bytes(&[*key as u8, u8::from(*down)]);
        }
        hasher.integer(u64::from(self.held));
        hasher.integer(self.second);
        hasher.integer(u64::from(self.in_second));
        let flags = [
            self.knows_inside,
            self.is_counted,
            self.is_pressing,
            self.is_over,
        ];
        hasher.bytes(&flags.map(u8::from));
        if let Some(said) = self.said {
            hasher.integer(said.trigger as u64);
            hasher.integer(said.effect as u64);
            hasher.integer(said.until);
        }
    }
}

fn bit(key: TriggerKey) -> u16 {
    1 << key as u16
}

/// Each key has a bit of its own.
const _: () = assert!(TriggerKey::ALL.len() <= 16);

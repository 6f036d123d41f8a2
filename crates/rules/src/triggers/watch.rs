//! Finds the events of a step that fire triggers.

use crate::crew::Crew;
use crate::triggers::plan::Plan;
use crate::triggers::state::{Each, TriggerState};
use dodgem_scene::arena::{ActorId, Arena, ContactForce, InZone};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{When, Who, is_meant};
use dodgem_scene::params::TRIGGER_FIRINGS;

/// A trigger that fires in this step, by its index, and the actor that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Firing {
    pub trigger: usize,
    pub by: Option<ActorId>,
}

/// The parts of a round in which triggers find their events.
pub(crate) struct Watched<'a> {
    pub scene: &'a Scene,
    pub arena: &'a Arena,
    pub crew: &'a Crew,
    /// The number of steps for which the round has run.
    pub step: u64,
}

/// The most firings of a step that matter: all that can count, and one more, which shows that there are others.
const MOST: usize = TRIGGER_FIRINGS as usize + 1;

/// The firings of a step so far.
struct Fired<'a> {
    plan: &'a Plan,
    each: &'a [Each],
    firings: &'a mut Vec<Firing>,
}

impl<'a> Fired<'a> {
    fn of(plan: &'a Plan, each: &'a [Each], firings: &'a mut Vec<Firing>) -> Fired<'a> {
        Fired {
            plan,
            each,
            firings,
        }
    }

    /// Adds a firing, unless it cannot count: as events of a step fire in the order of the triggers, only the
    /// first ones in that order can, and one firing of a trigger that fires once.
    fn add(&mut self, firing: Firing) {
        let Firing { trigger, .. } = firing;
        if self.plan.is_once(trigger) {
            let mut others = self.firings.iter();
            if self.each[trigger].has_fired || others.any(|one| one.trigger == trigger) {
                return;
            }
        }
        self.firings.push(firing);
        if self.firings.len() >= 2 * MOST {
            self.firings.sort_by_key(|firing| firing.trigger);
            self.firings.truncate(MOST);
        }
    }
}

/// Collects the triggers that fire in a step, in the order of their list.
pub(super) fn collect(
    plan: &Plan,
    state: &mut TriggerState,
    watched: &Watched<'_>,
    firings: &mut Vec<Firing>,
) {
    if !plan.zones.is_empty() {
        zones(plan, state, watched, firings);
    }
    if !plan.contacts.is_empty() {
        contacts(plan, state, watched.arena, firings);
    }
    if !plan.breaks.is_empty() {
        breaks(watched, &mut Fired::of(plan, &state.each, firings));
    }
    if state.next_due <= watched.step {
        timers(plan, state, watched.step, firings);
    }
    if std::mem::take(&mut state.is_counted) {
        counters(plan, state, firings);
    }
    let mut fired = Fired::of(plan, &state.each, firings);
    for (key, down) in state.pressed.drain(..) {
        for trigger in &plan.keys {
            if matches!(plan.when(*trigger), When::Key { key: own, up } if *own == key && *up != down)
            {
                fired.add(Firing {
                    trigger: *trigger,
                    by: None,
                });
            }
        }
    }
    // Events of one trigger keep their order.
    firings.sort_by_key(|firing| firing.trigger);
}

/// Compares the actors in zones with those of the last step.
fn zones(plan: &Plan, state: &mut TriggerState, watched: &Watched<'_>, firings: &mut Vec<Firing>) {
    let now = watched.arena.in_zones();
    if state.knows_inside && now == state.inside {
        return;
    }
    if state.knows_inside {
        let mut fired = Fired::of(plan, &state.each, firings);
        moves([&state.inside, now], watched, &mut fired);
    }
    state.inside.clear();
    state.inside.extend_from_slice(now);
    state.knows_inside = true;
}

/// Fires the triggers on all actors that are in only one of two lists, before and now. Both are sorted.
fn moves([before, now]: [&[InZone]; 2], watched: &Watched<'_>, fired: &mut Fired<'_>) {
    let key = |one: &InZone| (one.zone, one.actor);
    let (mut old, mut new) = (before.iter().peekable(), now.iter().peekable());
    loop {
        let (event, enters) = match (old.peek(), new.peek()) {
            (Some(was), Some(is)) if key(was) == key(is) => {
                old.next();
                new.next();
                continue;
            }
            (Some(was), Some(is)) if key(was) < key(is) => (old.next(), false),
            (Some(_), None) => (old.next(), false),
            (_, Some(_)) => (new.next(), true),
            (None, None) => return,
        };
        if let Some(event) = event {
            moved(*event, enters, watched, fired);
        }
    }
}

/// Fires the triggers on an actor that enters or leaves a zone.
fn moved(
    InZone { zone, actor }: InZone,
    enters: bool,
    watched: &Watched<'_>,
    fired: &mut Fired<'_>,
) {
    let Some(there) = watched.scene.zones().get(zone) else {
        return;
    };
    let plan = fired.plan;
    for trigger in &plan.zones {
        let (name, who) = match plan.when(*trigger) {
            When::Enters { zone, who } if enters => (zone, who),
            When::Leaves { zone, who } if !enters => (zone, who),
            _ => continue,
        };
        if *name == there.spec.name && is_who(who, actor, watched) {
            fired.add(Firing {
                trigger: *trigger,
                by: Some(actor),
            });
        }
    }
}

fn is_who(who: &Who, id: ActorId, watched: &Watched<'_>) -> bool {
    let Some(actor) = watched.arena.actors().get(id.index()) else {
        return false;
    };
    match who {
        Who::Any => true,
        Who::Car => watched.crew.car_of(id).is_some(),
        Who::Player => {
            let car = watched.crew.car_of(id);
            car.is_some_and(|car| watched.crew.cars()[car].slot.is_some())
        }
        Who::Thing => watched.crew.car_of(id).is_none(),
        Who::Named { name } => is_meant(name, &actor.name),
    }
}

/// Fires the triggers whose contact begins to press.
fn contacts(plan: &Plan, state: &mut TriggerState, arena: &Arena, firings: &mut Vec<Firing>) {
    let idle = arena.stats().contacts == 0 && arena.events().is_empty();
    if idle && !state.is_pressing {
        // Sleeping bodies press as they did before.
        return;
    }
    let first = firings.len();
    arena.contact_forces(plan.least_force, |ContactForce { a, met, force }| {
        for watch in plan.contacts.iter().filter(|watch| force > watch.force) {
            let by = watch.cause(a, met);
            let trigger = watch.trigger;
            if by.is_some() && !firings[first..].iter().any(|one| one.trigger == trigger) {
                firings.push(Firing { trigger, by });
            }
        }
    });
    let presses = firings.len() > first;
    if !presses && !state.is_pressing {
        return;
    }
    state.is_pressing = presses;
    for watch in &plan.contacts {
        let each = &mut state.each[watch.trigger];
        let at = firings[first..]
            .iter()
            .position(|one| one.trigger == watch.trigger);
        if let Some(at) = at.filter(|_| each.is_on) {
            // It has pressed since an earlier step.
            firings.remove(first + at);
        }
        each.is_on = at.is_some();
    }
}

/// Fires the triggers on joints that broke.
fn breaks(watched: &Watched<'_>, fired: &mut Fired<'_>) {
    let plan = fired.plan;
    for broken in watched.arena.broken() {
        for trigger in &plan.breaks {
            let When::Breaks { joint } = plan.when(*trigger) else {
                continue;
            };
            let mut called = watched.scene.joints_called(joint);
            if called.any(|joint| joint.ids.contains(&broken)) {
                fired.add(Firing {
                    trigger: *trigger,
                    by: None,
                });
            }
        }
    }
}

/// Fires the timers that are due.
fn timers(plan: &Plan, state: &mut TriggerState, step: u64, firings: &mut Vec<Firing>) {
    for (trigger, interval, repeats) in &plan.timers {
        let due = &mut state.each[*trigger].due;
        if *due <= step {
            *due = match repeats {
                true => *due + interval,
                false => u64::MAX,
            };
            firings.push(Firing {
                trigger: *trigger,
                by: None,
            });
        }
    }
    state.find_next_due(plan);
}

/// Fires the triggers whose counter has risen to its number.
fn counters(plan: &Plan, state: &mut TriggerState, firings: &mut Vec<Firing>) {
    for (trigger, counter, number) in &plan.reached {
        let is_reached = state.counts[*counter] >= *number;
        let each = &mut state.each[*trigger];
        if is_reached && !each.is_on {
            firings.push(Firing {
                trigger: *trigger,
                by: None,
            });
        }
        each.is_on = is_reached;
    }
}

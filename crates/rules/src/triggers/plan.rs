//! The triggers of a scene by the kind of their events, so that a step only looks at those whose event may
//! have happened.

use std::sync::Arc;

use dodgem_scene::arena::{ActorId, Arena, Met};
use dodgem_scene::level::scene::Scene;
use dodgem_scene::level::{Then, TriggerKey, TriggerSpec, When, is_meant};

/// A set of actors by their index.
#[derive(Clone, Debug, Default)]
struct ActorSet {
    bits: Vec<u64>,
}

impl ActorSet {
    fn of(arena: &Arena, name: &str) -> ActorSet {
        let actors = arena.actors();
        let mut bits = vec![0; actors.len().div_ceil(64)];
        for (index, actor) in actors.iter().enumerate() {
            if is_meant(name, &actor.name) {
                bits[index / 64] |= 1 << (index % 64);
            }
        }
        ActorSet { bits }
    }

    fn has(&self, id: ActorId) -> bool {
        let word = self.bits.get(id.index() / 64).copied().unwrap_or(0);
        word >> (id.index() % 64) & 1 > 0
    }
}

/// A trigger on the force of a contact.
#[derive(Clone, Debug)]
pub(crate) struct ContactWatch {
    pub trigger: usize,
    pub force: f32,
    a: ActorSet,
    /// None for anything.
    b: Option<ActorSet>,
}

impl ContactWatch {
    /// Returns the actor of a pair that counts as the cause, if the trigger means the pair.
    pub fn cause(&self, a: ActorId, met: Met) -> Option<ActorId> {
        let matches = |one: ActorId, other: Option<ActorId>| {
            let fits = |set: &ActorSet| other.is_some_and(|other| set.has(other));
            self.a.has(one) && self.b.as_ref().is_none_or(fits)
        };
        let other = met.actor();
        if matches(a, other) {
            return Some(a);
        }
        other.filter(|other| matches(*other, Some(a)))
    }
}

/// The triggers of a scene, by index.
pub(crate) struct Plan {
    specs: Arc<Vec<TriggerSpec>>,
    /// Triggers on zones, on joints and on keys.
    pub zones: Vec<usize>,
    pub breaks: Vec<usize>,
    pub keys: Vec<usize>,
    pub contacts: Vec<ContactWatch>,
    /// The least force that a trigger waits for, in N.
    pub least_force: f32,
    /// Triggers on counters, each with its counter and the number that it waits for.
    pub reached: Vec<(usize, usize, i32)>,
    /// Triggers on time, each with its interval in steps and true if it repeats.
    pub timers: Vec<(usize, u64, bool)>,
    /// Names of all counters.
    pub counters: Vec<Arc<str>>,
    /// True if a trigger restarts the scene.
    pub restarts: bool,
}

/// Returns a time in steps, at least one.
fn steps(seconds: f32) -> u64 {
    ((f64::from(seconds) * 120.0).round() as u64).max(1)
}

impl Plan {
    pub fn new(scene: &Scene) -> Plan {
        let specs = Arc::clone(scene.triggers());
        let mut plan = Plan {
            zones: Vec::new(),
            breaks: Vec::new(),
            keys: Vec::new(),
            contacts: Vec::new(),
            least_force: f32::INFINITY,
            reached: Vec::new(),
            timers: Vec::new(),
            counters: Vec::new(),
            restarts: false,
            specs: Arc::clone(&specs),
        };
        for effect in specs.iter().flat_map(|spec| &spec.then) {
            match effect {
                Then::Count { counter, .. } => {
                    plan.counter_of(counter);
                }
                Then::Restart => plan.restarts = true,
                _ => {}
            }
        }
        for (trigger, spec) in specs.iter().enumerate() {
            match &spec.when {
                When::Enters { .. } | When::Leaves { .. } => plan.zones.push(trigger),
                When::Breaks { .. } => plan.breaks.push(trigger),
                When::Key { .. } => plan.keys.push(trigger),
                When::Contact { force, .. } => {
                    plan.least_force = plan.least_force.min(*force);
                    plan.contacts.push(ContactWatch {
                        trigger,
                        force: *force,
                        a: ActorSet::default(),
                        b: None,
                    });
                }
                When::Counter { counter, reaches } => {
                    let counter = plan.counter_of(counter);
                    plan.reached.push((trigger, counter, *reaches));
                }
                When::After { seconds } => plan.timers.push((trigger, steps(*seconds), false)),
                When::Every { seconds } => plan.timers.push((trigger, steps(*seconds), true)),
            }
        }
        plan
    }

    /// Returns the index of a counter, which is new if it is not known.
    fn counter_of(&mut self, name: &str) -> usize {
        self.counter(name).unwrap_or_else(|| {
            self.counters.push(name.into());
            self.counters.len() - 1
        })
    }

    /// Returns the index of a counter.
    pub fn counter(&self, name: &str) -> Option<usize> {
        self.counters.iter().position(|one| **one == *name)
    }

    /// True if it is the plan of the triggers of a scene.
    pub fn is_of(&self, scene: &Scene) -> bool {
        Arc::ptr_eq(&self.specs, scene.triggers())
    }

    pub fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }

    /// Returns the number of triggers.
    pub fn len(&self) -> usize {
        self.specs.len()
    }

    /// Returns the event of a trigger.
    pub fn when(&self, trigger: usize) -> &When {
        &self.specs[trigger].when
    }

    /// True if only the first event of a trigger counts.
    pub fn is_once(&self, trigger: usize) -> bool {
        self.specs[trigger].once
    }

    /// True if a key fires a trigger.
    pub fn uses(&self, wanted: TriggerKey) -> bool {
        let mut keys = self.keys.iter();
        keys.any(|trigger| matches!(self.when(*trigger), When::Key { key, .. } if *key == wanted))
    }

    /// Finds the actors that the triggers on contacts name.
    pub fn find_names(&mut self, scene: &Scene, arena: &Arena) {
        debug_assert!(self.is_of(scene), "each change of the list makes a plan");
        for watch in &mut self.contacts {
            if let When::Contact { a, b, .. } = &self.specs[watch.trigger].when {
                watch.a = ActorSet::of(arena, a);
                watch.b = (!b.is_empty()).then(|| ActorSet::of(arena, b));
            }
        }
    }
}

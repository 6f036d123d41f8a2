//! Checks of triggers: their numbers and texts by themselves, and the names in them against a scene.

use crate::arena::Arena;
use crate::level::check::findings::{Finding, Findings, element, field, key};
use crate::level::outline::Key;
use crate::level::scene::Scene;
use crate::level::suggest::closest;
use crate::level::trigger::is_meant;
use crate::level::{JointSpec, Level, Then, TriggerSpec, When, Who};
use crate::params::TRIGGER_FIRINGS;
use crate::params::limits;

/// Checks the numbers and texts of all triggers.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if findings.is_long("triggers", level.triggers.len(), limits::LIST) {
        return;
    }
    for (index, trigger) in level.triggers.iter().enumerate() {
        let path = element("triggers", index);
        findings.text(field(path.clone(), "name"), &trigger.name, limits::NAME);
        let when = field(path.clone(), "when");
        findings.bounds(&when, trigger.when.bounds());
        let then = field(path, "then");
        if trigger.then.is_empty() {
            let message = "it does nothing; give it effects, such as `[Restart]`";
            findings.add(then.clone(), message.to_owned());
        } else if trigger.then.len() > limits::EFFECTS {
            let (count, most) = (trigger.then.len(), limits::EFFECTS);
            let message = format!("there are {count} effects; at most {most}");
            findings.add(then.clone(), message);
        }
        for (number, effect) in trigger.then.iter().enumerate() {
            let mut path = then.clone();
            path.push(Key::Index(number));
            one(&path, effect, findings);
        }
    }
    rates(level, findings);
}

/// Checks an effect.
fn one(path: &[Key<'static>], effect: &Then, findings: &mut Findings) {
    findings.bounds(path, effect.bounds());
    let at = |name: &'static str| field(path.to_vec(), name);
    match effect {
        Then::Say { text, .. } if text.trim().is_empty() => {
            findings.add(at("text"), "the text is empty".to_owned());
        }
        Then::Say { text, .. } => findings.text(at("text"), text, limits::TASK_WORDS),
        Then::Count { counter, .. } if counter.is_empty() => {
            let message = "the counter has no name; nothing could refer to it";
            findings.add(at("counter"), message.to_owned());
        }
        Then::Count { counter, .. } => findings.text(at("counter"), counter, limits::NAME),
        Then::Join { joint } => {
            if joint.name.is_empty() {
                let message = "it has no name; give it one, so that it is made only once";
                findings.add(field(at("joint"), "name"), message.to_owned());
            }
            super::joints::of_effect(&at("joint"), joint, findings);
        }
        _ => {}
    }
}

/// Reports timers that alone exceed the allowed rate of firings.
fn rates(level: &Level, findings: &mut Findings) {
    let mut sum = 0.0;
    for (index, trigger) in level.triggers.iter().enumerate() {
        let When::Every { seconds } = trigger.when else {
            continue;
        };
        // Other times are out of range and told as such.
        let is_time = seconds > 0.0;
        if trigger.once || !is_time {
            continue;
        }
        sum += 120.0 / (f64::from(seconds) * 120.0).round().max(1.0);
        if sum > f64::from(TRIGGER_FIRINGS) {
            let message = format!(
                "the timers up to this one fire {sum:.0} times a second; at most {TRIGGER_FIRINGS} firings count"
            );
            let path = field(field(element("triggers", index), "when"), "seconds");
            findings.add(path, message);
            return;
        }
    }
}

/// Things, cars, zones and joints that triggers can refer to, by name.
#[derive(Clone)]
pub struct Named<'a> {
    pub things: Vec<&'a str>,
    pub zones: Vec<&'a str>,
    pub joints: Vec<(String, &'a JointSpec)>,
}

/// The names that triggers can refer to.
pub struct Nameable<'a> {
    scene: &'a Scene,
    arena: &'a Arena,
    named: Named<'a>,
    triggers: &'a [TriggerSpec],
}

impl<'a> Nameable<'a> {
    /// Returns the names of a scene that has these triggers.
    pub fn of(scene: &'a Scene, arena: &'a Arena, triggers: &'a [TriggerSpec]) -> Self {
        let present = arena.actors().iter().filter(|actor| !actor.is_gone());
        let zones = scene.zones().iter();
        let named = Named {
            things: present.map(|actor| &*actor.name).collect(),
            zones: zones.map(|zone| &zone.spec.name[..]).collect(),
            joints: scene.named_joints().collect(),
        };
        Nameable::among(scene, arena, named, triggers)
    }

    /// Returns the names of a scene that has these triggers, and of whose content only this is there.
    pub fn among(
        scene: &'a Scene,
        arena: &'a Arena,
        named: Named<'a>,
        triggers: &'a [TriggerSpec],
    ) -> Self {
        Nameable {
            scene,
            arena,
            named,
            triggers,
        }
    }

    fn effects(&self) -> impl Iterator<Item = &'a Then> + Clone {
        self.triggers.iter().flat_map(|trigger| &trigger.then)
    }

    /// Returns the first fault of a trigger.
    pub fn fault(&self, trigger: &TriggerSpec) -> Option<String> {
        let first = self.faults(trigger).into_iter().next();
        first.map(|finding| finding.message)
    }

    /// Returns all faults of a trigger, with paths within it.
    pub(in crate::level) fn faults(&self, trigger: &TriggerSpec) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut tell = |path: Vec<Key<'static>>, message: Option<String>| {
            found.extend(message.map(|message| Finding { path, message }));
        };
        let when = |name: &'static str| vec![key("when"), key(name)];
        match &trigger.when {
            When::Enters { zone, who } | When::Leaves { zone, who } => {
                tell(when("zone"), self.zone(zone));
                if let Who::Named { name } = who {
                    tell(field(when("who"), "name"), self.thing(name));
                }
            }
            When::Contact { a, b, .. } => {
                tell(when("a"), self.thing(a));
                let other = (!b.is_empty()).then(|| self.thing(b));
                tell(when("b"), other.flatten());
            }
            When::Breaks { joint } => tell(when("joint"), self.joint(joint)),
            When::Counter { counter, .. } => tell(when("counter"), self.counter(counter)),
            When::After { .. } | When::Every { .. } | When::Key { .. } => {}
        }
        // The search for a similar name takes long, so names beyond the limits are not looked up.
        for (number, effect) in trigger.then.iter().enumerate().take(limits::EFFECTS) {
            let path = |name: &'static str| vec![key("then"), Key::Index(number), key(name)];
            match effect {
                Then::Motor { joint, .. } => {
                    tell(path("joint"), self.joint(joint).or(self.motor(joint)));
                }
                Then::LetGo { joint } => tell(path("joint"), self.joint(joint)),
                Then::Join { joint } => {
                    tell(field(path("joint"), "a"), self.one_thing(&joint.a));
                    let other = (!joint.b.is_empty()).then(|| self.one_thing(&joint.b));
                    tell(field(path("joint"), "b"), other.flatten());
                }
                Then::Add { thing } => {
                    tell(path("thing"), self.scene.refusal_of(thing));
                }
                Then::Remove { thing } | Then::Push { thing, .. } => {
                    let fault = match (thing.is_empty(), trigger.when.has_cause()) {
                        (true, true) => None,
                        (true, false) => Some(NO_CAUSE.to_owned()),
                        (false, _) => self.thing(thing),
                    };
                    tell(path("thing"), fault);
                }
                Then::Wind {
                    velocity,
                    air: None,
                } if *velocity != glam::Vec3::ZERO && self.arena.settings().air == 0.0 => {
                    let message = "wind needs air; give it a density, such as `air: 1.2`";
                    tell(path("velocity"), Some(message.to_owned()));
                }
                Then::Say { text, .. } => {
                    for name in in_braces(text) {
                        tell(path("text"), self.counter(name));
                    }
                }
                Then::Wind { .. }
                | Then::Gravity { .. }
                | Then::Count { .. }
                | Then::Score { .. }
                | Then::Restart => {}
            }
        }
        found
    }

    pub(super) fn zone(&self, name: &str) -> Option<String> {
        unknown("zone", name, self.named.zones.iter().copied())
    }

    /// Returns the fault of a name that has to mean things or cars, one or several.
    pub(super) fn thing(&self, name: &str) -> Option<String> {
        let names = self.named.things.iter().copied();
        let added = self.effects().filter_map(|effect| match effect {
            Then::Add { thing } => Some(&thing.name[..]),
            _ => None,
        });
        let added = added.filter(|name| !name.is_empty());
        let mut all = names.clone().chain(added.clone());
        let is_known = all.any(|one| is_meant(name, one));
        // The things that a trigger adds again are numbered.
        if !name.is_empty() && (is_known || added.clone().any(|one| is_meant(one, name))) {
            return None;
        }
        let several = names.clone().map(stem);
        unknown("thing", name, names.chain(several).chain(added))
    }

    /// Returns the fault of a name that has to mean one thing.
    pub(super) fn one_thing(&self, name: &str) -> Option<String> {
        let mut names = self.named.things.iter().copied();
        let fault = unknown("thing", name, names.clone())?;
        match names.find(|one| !name.is_empty() && is_meant(name, one)) {
            Some(first) => Some(format!(
                "there are several of {name:?}; name one of them, such as {first:?}"
            )),
            None => Some(fault),
        }
    }

    pub(super) fn joint(&self, name: &str) -> Option<String> {
        let joined = self.effects().filter_map(|effect| match effect {
            Then::Join { joint } => Some(&joint.name[..]),
            _ => None,
        });
        let known = self.named.joints.iter().map(|(name, _)| &name[..]);
        unknown("joint", name, known.chain(joined))
    }

    /// Returns the joint of a name that the scene itself has.
    pub(super) fn joint_called(&self, name: &str) -> Option<&'a JointSpec> {
        let mut own = self.named.joints.iter();
        own.find(|(one, _)| one == name).map(|(_, spec)| *spec)
    }

    /// Returns the reason why a trigger cannot drive a joint.
    fn motor(&self, name: &str) -> Option<String> {
        let joined = self.effects().filter_map(|effect| match effect {
            Then::Join { joint } if joint.name == name => Some(&**joint),
            _ => None,
        });
        let own = self.named.joints.iter().filter(|(one, _)| one == name);
        let mut specs = own.map(|(_, spec)| *spec).chain(joined);
        specs.find_map(|spec| match spec.motor {
            None => Some(format!(
                "the joint {name:?} has no motor; give it one, such as `motor: (speed: 0.0, force: 1000.0)`"
            )),
            Some(motor) if motor.by.is_some() => Some(format!(
                "the player's controls drive the motor of {name:?}; take its `by` out"
            )),
            Some(_) => None,
        })
    }

    pub(super) fn counter(&self, name: &str) -> Option<String> {
        let counted = self.effects().filter_map(|effect| match effect {
            Then::Count { counter, .. } => Some(&counter[..]),
            _ => None,
        });
        match unknown("counter", name, counted.clone()) {
            Some(message) if message.contains("did you mean") => Some(message),
            Some(_) => Some(format!(
                "nothing counts {name:?}; add a trigger with `Count(counter: {name:?})`"
            )),
            None => None,
        }
    }
}

const NO_CAUSE: &str = "no car or thing fires this trigger; name the `thing`";

/// Returns the name of a copy without its number.
fn stem(name: &str) -> &str {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.strip_suffix(' ').unwrap_or(name)
}

/// Returns the texts in braces.
pub fn in_braces(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}').map(|(name, _)| name))
}

/// Returns the fault of a name that is not among the known ones.
pub(super) fn unknown<'n>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
) -> Option<String> {
    if !name.is_empty() && known.clone().any(|one| one == name) {
        return None;
    }
    let named = known.filter(|one| !one.is_empty());
    Some(match closest(name, named) {
        Some(near) => format!("there is no {what} {name:?}; did you mean {near:?}?"),
        None => format!("there is no {what} {name:?}"),
    })
}

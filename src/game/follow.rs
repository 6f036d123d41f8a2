//! Following a level file: converts the changes of a saved file into acts on the running scene.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::arena::Response;
use crate::game::kept::{alone, angles};
use crate::game::{Act, Round};
use crate::level::{Expansion, Level, Library, PlacedThing, ThingSpec, ZoneSpec, expand};

impl Round {
    /// Returns the acts that turn the scene of `before` into that of `after`, two versions of its file.
    /// Things are identified by name, those without one by their index. None if more changed than a running
    /// scene allows.
    pub fn followed(&self, before: &Level, after: &Level, library: &Library) -> Option<Vec<Act>> {
        if rest(before) != rest(after) {
            return None;
        }
        let bodies = |level| {
            expand(level, library, &self.level.engine.build_options(), &|_| {
                true
            })
        };
        let (old, new): (Expansion<'_>, Expansion<'_>) = (bodies(before), bodies(after));
        if joints(&old) != joints(&new) {
            return None;
        }
        let mut acts = Vec::new();
        let around = after.surroundings();
        if before.surroundings() != around {
            acts.push(Act::Surroundings {
                gravity: around.gravity,
                air: around.air,
                wind: around.wind,
            });
        }
        if let Response::Impulse {
            restitution,
            friction,
        } = after.response
            && before.response != after.response
        {
            acts.push(Act::Surface {
                restitution,
                friction,
            });
        }
        self.follow_zones(before, after, &mut acts);
        let (was, is) = (by_name(&old), by_name(&new));
        let gone = was.keys().filter(|name| !is.contains_key(*name));
        for name in gone {
            acts.extend(self.named(name).map(|actor| Act::Remove { actor }));
        }
        for placed in &new.things {
            match was.get(&placed.name[..]) {
                Some(old) => self.change_to(old, placed, &mut acts),
                None => acts.push(Act::Add {
                    thing: Box::new(written(placed)),
                }),
            }
        }
        Some(acts)
    }

    /// Adds the acts that remove old zones and add new ones.
    fn follow_zones(&self, before: &Level, after: &Level, acts: &mut Vec<Act>) {
        let gone = |zone: &&ZoneSpec| !after.zones.contains(zone);
        let here = self.zones_said();
        let gone = before.zones.iter().filter(gone);
        let gone = gone.filter_map(|zone| here.iter().position(|one| one == zone));
        let mut gone: Vec<u32> = gone.map(|index| index as u32).collect();
        // Later zones first, so that the indices stay valid.
        gone.sort_unstable_by(|one, other| other.cmp(one));
        gone.dedup();
        acts.extend(gone.into_iter().map(|zone| Act::RemoveZone { zone }));
        let new = after
            .zones
            .iter()
            .filter(|zone| !before.zones.contains(zone));
        acts.extend(new.map(|zone| Act::AddZone {
            zone: Box::new(zone.clone()),
        }));
    }

    /// Returns the actor with a name.
    pub(super) fn named(&self, name: &str) -> Option<u32> {
        let mut actors = self.arena.actors().iter();
        let index = actors.position(|actor| !actor.is_gone() && *actor.name == *name)?;
        Some(index as u32)
    }

    /// Adds the acts that change a body to its new version.
    fn change_to(&self, old: &PlacedThing<'_>, new: &PlacedThing<'_>, acts: &mut Vec<Act>) {
        // The hand may have removed it.
        let Some(actor) = self.named(&new.name) else {
            return;
        };
        if alone(old) != alone(new) {
            let thing = Box::new(alone(new));
            acts.push(Act::Change { actor, thing });
        }
        if (old.turn, old.place) != (new.turn, new.place) {
            acts.push(Act::Place {
                actor,
                place: new.place,
                turn: new.turn,
            });
        }
        if (old.velocity, old.spin) != (new.velocity, new.spin) {
            acts.push(Act::Speed {
                actor,
                velocity: new.velocity,
                spin: new.spin,
            });
        }
    }
}

fn by_name<'e, 'a>(all: &'e Expansion<'a>) -> BTreeMap<&'e str, &'e PlacedThing<'a>> {
    let things = all.things.iter();
    things.map(|placed| (&placed.name[..], placed)).collect()
}

/// Returns the parts of a level that cannot change while it runs.
fn rest(level: &Level) -> Level {
    Level {
        description: String::new(),
        gravity: 0.0,
        air: 0.0,
        wind: Vec3::ZERO,
        response: match level.response {
            Response::Impulse { .. } => Response::default(),
            classic => classic,
        },
        things: Vec::new(),
        joints: Vec::new(),
        zones: Vec::new(),
        ..level.clone()
    }
}

/// Returns the comparable content of all joints.
fn joints(all: &Expansion<'_>) -> Vec<impl PartialEq + use<>> {
    let joint = |one: &crate::level::PlacedJoint<'_>| {
        let names = [one.a.clone(), one.b.clone(), one.chain.clone()];
        (one.spec.clone(), names, one.at, one.to, one.axis)
    };
    all.joints.iter().map(joint).collect()
}

/// Returns a body as a single thing at its place in the level.
fn written(placed: &PlacedThing<'_>) -> ThingSpec {
    let [heading, tilt, roll] = angles(placed.turn);
    ThingSpec {
        center: Some(placed.origin()),
        heading,
        tilt,
        roll,
        velocity: placed.velocity,
        spin: placed.spin * (180.0 / std::f32::consts::PI),
        phase: placed.spec.phase,
        asleep: placed.spec.asleep,
        ..alone(placed)
    }
}

//! Following a level file: the acts that make the changes of a saved file to the running scene.

use crate::{Act, Round};
use dodgem_scene::arena::ActorId;
use dodgem_scene::level::scene::{Difference, ThingDifference, named};
use dodgem_scene::level::{Level, Library, PatchSpec, TriggerSpec, ZoneSpec};

/// Returns the acts that turn the scene of `before` into that of `after`, two versions of its file.
/// Things are identified by name, those without one by their index. None if more changed than a running
/// scene allows.
pub(crate) fn followed(
    round: &Round,
    before: &Level,
    after: &Level,
    library: &Library,
) -> Option<Vec<Act>> {
    let difference = Difference::between(before, after, library)?;
    let mut acts = Vec::new();
    acts.extend(difference.surroundings.map(|around| Act::Surroundings {
        gravity: around.gravity,
        air: around.air,
        wind: around.wind,
    }));
    let down = difference.down;
    acts.extend(down.map(|direction| Act::Down { direction }));
    acts.extend(difference.engine.map(|rules| Act::Engine {
        rules: Box::new(rules),
    }));
    let surface = difference.surface;
    acts.extend(surface.map(|[restitution, friction]| Act::Surface {
        restitution,
        friction,
    }));
    // A ceiling comes down after what is above it has gone.
    let now = round.scene().hall_rules().ceiling;
    let (lower, hall) = match difference.hall {
        Some(rules) if rules.ceiling < now => (Some(rules), None),
        hall => (None, hall),
    };
    let hall_act = |rules| Act::Hall {
        rules: Box::new(rules),
    };
    acts.extend(hall.map(hall_act));
    let zones = zones_of(round, &difference.zones_gone).into_iter();
    acts.extend(zones.map(|zone| Act::RemoveZone { zone }));
    let patches = patches_of(round, &difference.patches_gone).into_iter();
    acts.extend(patches.map(|patch| Act::RemovePatch { patch }));
    for name in &difference.gone {
        let actor = named(round.arena(), name);
        acts.extend(actor.map(|ActorId(actor)| Act::Remove { actor }));
    }
    let triggers = triggers_of(round, &difference.triggers_gone).into_iter();
    acts.extend(triggers.map(|index| Act::RemoveTrigger { index }));
    for thing in difference.things {
        follow_thing(round, thing, &mut acts);
    }
    acts.extend(lower.map(hall_act));
    let patches = difference.patches_new.into_iter();
    acts.extend(patches.map(|patch| Act::AddPatch {
        patch: Box::new(patch),
    }));
    // After the things, because a goal names one.
    let zones = difference.zones_new.into_iter();
    acts.extend(zones.map(|zone| Act::AddZone {
        zone: Box::new(zone),
    }));
    let triggers = difference.triggers_new.into_iter();
    acts.extend(triggers.map(|trigger| Act::AddTrigger {
        trigger: Box::new(trigger),
    }));
    acts.extend(difference.graphs.map(|graphs| Act::Graphs { graphs }));
    // After everything that its readouts refer to.
    let card = difference.card;
    acts.extend(card.map(|card| Act::Ask {
        card: Box::new(card),
    }));
    Some(acts)
}

/// Returns the indices of zones, later ones first, so that each stays valid while those before it are
/// removed.
fn zones_of(round: &Round, zones: &[ZoneSpec]) -> Vec<u32> {
    let here = (0..).zip(round.scene().zones());
    let found = here.filter(|(_, zone)| zones.contains(&zone.spec));
    let mut found: Vec<u32> = found.map(|(index, _)| index).collect();
    found.reverse();
    found
}

/// Returns the indices of patches, later ones first.
fn patches_of(round: &Round, patches: &[PatchSpec]) -> Vec<u32> {
    let here = (0..).zip(round.scene().patches());
    let found = here.filter(|(_, patch)| patches.contains(&patch.spec));
    let mut found: Vec<u32> = found.map(|(index, _)| index).collect();
    found.reverse();
    found
}

/// Returns the indices of triggers, later ones first. Of equal ones the last are meant.
fn triggers_of(round: &Round, triggers: &[TriggerSpec]) -> Vec<u32> {
    let mut wanted = triggers.to_vec();
    let mut found = Vec::new();
    for (index, trigger) in round.scene().triggers().iter().enumerate().rev() {
        if let Some(at) = wanted.iter().position(|one| one == trigger) {
            wanted.swap_remove(at);
            found.push(index as u32);
        }
    }
    found
}

/// Adds the acts that make the changes of one thing.
fn follow_thing(round: &Round, thing: ThingDifference, acts: &mut Vec<Act>) {
    let (name, thing, pose, motion) = match thing {
        ThingDifference::New(thing) => return acts.push(Act::Add { thing }),
        ThingDifference::Changed {
            name,
            thing,
            pose,
            motion,
        } => (name, thing, pose, motion),
    };
    // The hand may have removed it.
    let Some(ActorId(actor)) = named(round.arena(), &name) else {
        return;
    };
    acts.extend(thing.map(|thing| Act::Change { actor, thing }));
    acts.extend(pose.map(|(place, turn)| Act::Place { actor, place, turn }));
    acts.extend(motion.map(|(velocity, spin)| Act::Speed {
        actor,
        velocity,
        spin,
    }));
}

//! Things, zones and joints that the hand adds or changes; an added thing may have copies or parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use crate::arena::{ActorId, HandError, ZoneEffect};
use crate::game::Round;
use crate::game::kept::alone;
use crate::level::{
    ActorLook, Expansion, JointSpec, Level, PlacedArena, Solid, ThingSpec, ZoneSpec, built_hall,
    check_joint, expand, groups_of, hall_of_thing, join, join_expanded, limits, single_zone,
};
use crate::params::ADDING_TRIES;

impl Round {
    pub(super) fn add(&mut self, thing: &ThingSpec) -> Result<(), HandError> {
        let wanted = match (&thing.name[..], &thing.part[..]) {
            ("", "") => thing.solid.as_ref().map_or("thing", Solid::word),
            ("", part) => part,
            (name, _) => name,
        };
        let many = thing.copies.is_some() || !thing.part.is_empty();
        let mut spec = ThingSpec {
            name: match many {
                true => self.free_stem(wanted),
                false => self.free_name(wanted),
            },
            ..thing.clone()
        };
        let groups = self.groups_with(thing)?;
        // Group numbers are those of the scene: first the level's groups, then those added by hand.
        let built = |round: &Round, spec: &ThingSpec| {
            let hall = hall_of_thing(&round.level, spec);
            let placed = built_hall(&hall, &round.models, &groups).map_err(HandError::Refused)?;
            Ok::<_, HandError>((hall, placed))
        };
        let (mut hall, mut placed) = built(self, &spec)?;
        if self.arena.actors().len() + placed.arena.actors().len() > limits::BODIES {
            return Err(HandError::Full(limits::BODIES));
        }
        // All copies and parts rise together.
        for tries in 0.. {
            let rise = self.arena.rise_of_all(&placed.arena)?;
            if rise == 0.0 {
                break;
            }
            if tries == ADDING_TRIES {
                return Err(HandError::Outside);
            }
            match (&mut spec.at, &mut spec.center) {
                (Some(at), _) => at.y += rise,
                (None, Some(center)) => center.y += rise,
                (None, None) => spec.at = Some(Vec3::Y * rise),
            }
            (hall, placed) = built(self, &spec)?;
        }
        self.adopt(&hall, placed)?;
        self.note_groups(&groups);
        Ok(())
    }

    /// Takes over all things of a hall, with their joints.
    fn adopt(&mut self, hall: &Level, placed: PlacedArena) -> Result<(), HandError> {
        let options = hall.engine.build_options();
        let models = &self.models;
        let expanded: Expansion<'_> = expand(hall, models, &options, &|_| true);
        if self.arena.joints().count() + placed.joints.len() > limits::JOINTS {
            return Err(too_many_joints());
        }
        let ids = self.arena.adopt_all(&placed.arena)?;
        let looks: Vec<ActorLook> = placed
            .looks
            .into_iter()
            .map(|look| self.known(look))
            .collect();
        self.looks.extend(looks);
        let edits = Arc::make_mut(&mut self.edits);
        let mut names = BTreeMap::new();
        for (id, thing) in ids.into_iter().zip(&expanded.things) {
            names.insert(thing.name.clone(), id);
            edits.set(id, alone(thing));
        }
        // The joints were already created in the hall, so they are valid.
        let joints = join_expanded(&mut self.arena, &expanded, &names);
        let joints = joints.map_err(HandError::Refused)?;
        let joints = joints.into_iter().map(|(id, spec)| (id, Arc::new(spec)));
        edits.joints.extend(joints);
        for thing in expanded.things.iter().filter(|thing| thing.spec.asleep) {
            if let Some(id) = names.get(&thing.name) {
                self.arena.fall_asleep(*id);
            }
        }
        Ok(())
    }

    pub(super) fn change(&mut self, id: ActorId, thing: &ThingSpec) -> Result<(), HandError> {
        if !self.arena.is_present(id) {
            return Err(HandError::Gone);
        }
        let several = [
            ("part", !thing.part.is_empty()),
            ("copies", thing.copies.is_some()),
        ];
        if let Some((name, _)) = several.into_iter().find(|(_, said)| *said) {
            return Err(HandError::Refused(format!(
                "an existing thing cannot get `{name}`"
            )));
        }
        let mut spec = thing.clone();
        let same_name = *self.arena.actor(id).name == *spec.name;
        if !same_name {
            spec.name = self.free_name(if spec.name.is_empty() {
                "thing"
            } else {
                &spec.name
            });
        }
        // The thing is built at the origin, where there is room; the actor keeps its pose.
        let single = ThingSpec {
            at: Some(Vec3::ZERO),
            center: None,
            heading: 0.0,
            tilt: 0.0,
            roll: 0.0,
            phase: 0.0,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            asleep: false,
            ..spec.clone()
        };
        let single = ThingSpec {
            // The name of a thing in a part contains a slash, which other things must not have.
            name: match same_name {
                true => spec.name.replace('/', " "),
                false => spec.name.clone(),
            },
            ..single
        };
        let groups = self.groups_with(&spec)?;
        let hall = hall_of_thing(&self.level, &single);
        let built = built_hall(&hall, &self.models, &groups);
        let PlacedArena { arena, looks, .. } = built.map_err(HandError::Refused)?;
        self.arena.redescribe(id, &arena)?;
        self.arena.rename(id, &spec.name);
        if let Some(look) = looks.into_iter().next() {
            self.looks[id.index()] = self.known(look);
        }
        self.note_groups(&groups);
        Arc::make_mut(&mut self.edits).set(id, spec);
        Ok(())
    }

    /// Returns the look with the model of an equal look in the scene, if there is one, so that each model is
    /// stored once.
    pub(super) fn known(&self, look: ActorLook) -> ActorLook {
        let same = |known: &&ActorLook| {
            (&known.asset.name, known.asset.scale) == (&look.asset.name, look.asset.scale)
        };
        match self.looks.iter().find(same) {
            Some(known) => ActorLook {
                asset: Arc::clone(&known.asset),
                ..look
            },
            None => look,
        }
    }

    /// Returns the number of each group, including the group of a thing.
    fn groups_with(&self, thing: &ThingSpec) -> Result<BTreeMap<String, u32>, HandError> {
        let mut groups = groups_of(&self.level);
        let by_hand = self.edits.groups.iter().chain([&thing.group]);
        for name in by_hand.filter(|name| !name.is_empty()) {
            let next = groups.len() as u32;
            groups.entry(name.clone()).or_insert(next);
        }
        match groups.len() > limits::GROUPS {
            true => Err(HandError::Refused(format!(
                "there are {} groups already, the most that is allowed",
                limits::GROUPS
            ))),
            false => Ok(groups),
        }
    }

    /// Stores the groups that were added by hand, in the order of their numbers.
    fn note_groups(&mut self, groups: &BTreeMap<String, u32>) {
        let own = groups_of(&self.level).len();
        if groups.len() == own + self.edits.groups.len() {
            return;
        }
        let mut names: Vec<(&u32, &String)> = groups.iter().map(|(name, id)| (id, name)).collect();
        names.sort_unstable();
        let by_hand = names.into_iter().skip(own).map(|(_, name)| name.clone());
        Arc::make_mut(&mut self.edits).groups = by_hand.collect();
    }

    /// Returns a name that is not the stem of any copy or part in the scene: `wanted`, or with a number
    /// added.
    fn free_stem(&self, wanted: &str) -> String {
        let taken: BTreeSet<&str> = self.arena.actors().iter().map(|one| &*one.name).collect();
        let free = |stem: &str| {
            let first = taken
                .range(stem..)
                .take_while(|name| name.starts_with(stem));
            let mut rest = first.map(|name| &name[stem.len()..]);
            !rest.any(|rest| rest.is_empty() || rest.starts_with(['/', ' ']))
        };
        if free(wanted) {
            return wanted.to_owned();
        }
        let others = (2..).map(|number: u32| format!("{wanted}_{number}"));
        let found = others.into_iter().find(|name| free(name));
        found.unwrap_or_default()
    }

    /// Adds a zone to the scene.
    pub(super) fn add_zone(&mut self, zone: &ZoneSpec) -> Result<(), HandError> {
        if self.zones.len() >= limits::LIST {
            let most = limits::LIST;
            let full = format!("there are {most} zones already, the most that is allowed");
            return Err(HandError::Refused(full));
        }
        let mut alone = zone.clone();
        let mut goal = None;
        if let ZoneEffect::Goal { thing, points } = &zone.effect {
            let actor = self.named(thing).ok_or(HandError::Gone)?;
            goal = Some(ActorId(actor));
            // The zone is built alone, without the thing of its goal.
            alone.effect = ZoneEffect::Score { points: *points };
        }
        let made = single_zone(&self.level, &self.models, &alone);
        let PlacedArena { arena, zones, .. } = made.map_err(HandError::Refused)?;
        self.arena.adopt_zones(&arena, &zone.effect, goal);
        Arc::make_mut(&mut self.zones).extend(zones);
        self.goal_touches.resize(self.zones.len(), None);
        self.edited_zones().push(zone.clone());
        Ok(())
    }

    /// Removes a zone.
    pub(super) fn remove_zone(&mut self, zone: usize) -> Result<(), HandError> {
        if zone >= self.zones.len() {
            return Err(HandError::Gone);
        }
        self.arena.remove_zone(zone);
        Arc::make_mut(&mut self.zones).remove(zone);
        self.goal_touches.remove(zone);
        self.edited_zones().remove(zone);
        Ok(())
    }

    fn edited_zones(&mut self) -> &mut Vec<ZoneSpec> {
        let edits = Arc::make_mut(&mut self.edits);
        let own = || self.level.zones.clone();
        edits.zones.get_or_insert_with(own)
    }

    /// Returns the zones in the form of a level.
    pub fn zones_said(&self) -> &[ZoneSpec] {
        self.edits.zones.as_deref().unwrap_or(&self.level.zones)
    }

    /// Joins an actor to another one or to the world.
    pub(super) fn join(
        &mut self,
        a: ActorId,
        b: Option<ActorId>,
        joint: &JointSpec,
    ) -> Result<(), HandError> {
        if !self.arena.is_present(a) || !b.is_none_or(|b| self.arena.is_present(b)) {
            return Err(HandError::Gone);
        }
        if self.arena.joints().count() >= limits::JOINTS {
            return Err(too_many_joints());
        }
        check_joint(joint, b.is_none()).map_err(HandError::Refused)?;
        let joined = join(&mut self.arena, joint, a, b);
        let id = joined.map_err(HandError::Refused)?;
        let edits = Arc::make_mut(&mut self.edits);
        edits.joints.push((id, Arc::new(joint.clone())));
        Ok(())
    }
}

fn too_many_joints() -> HandError {
    HandError::Refused(format!(
        "there are {} joints already, the most that is allowed",
        limits::JOINTS
    ))
}

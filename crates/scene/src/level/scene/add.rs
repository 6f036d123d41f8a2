//! Adds things, copies, balls and joints to a scene.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec3};

use dodgem_collide::math::Pose;
use dodgem_physics::Mass;

use crate::arena::{ActorDesc, ActorId, Arena, Group, HandError, ThingDesc, ThingMoves};
use crate::level::scene::names::{Names, free_name, with_free_names};
use crate::level::scene::{Scene, SceneBody};
use crate::level::{
    ActorLook, CarSpec, Clip, Expansion, JoinedThings, JointSpec, Level, NamedThings, SceneJoint,
    SceneThing, Solid, SpecPlace, ThingSpec, add_joint, car_desc, check_joint, expand, first_fault,
    join, joint_count, thing_desc, thrown_ball,
};
use crate::params::limits;
use crate::params::{ADDING_TRIES, THROWN_KILOGRAMS, THROWN_RADIUS, THROWN_SPEED};

/// Things that have found their places among each other but are not in the arena yet.
struct Laid {
    expanded: Expansion,
    group: Group,
    looks: Vec<ActorLook>,
}

/// Numbers of the groups by name.
type Groups = Arc<BTreeMap<String, u32>>;

impl Scene {
    /// Adds things, with their copies or the content of their parts, and joints between them. If a place is
    /// not free, all of it rises until it is. Things get free names, and the joints follow them.
    ///
    /// # Errors
    /// [`HandError`] if a thing or a joint is invalid, or there is no room; then nothing has changed.
    pub fn add(&mut self, arena: &mut Arena, clip: &Clip) -> Result<(), HandError> {
        self.add_named(arena, clip, &mut Names::of(arena))
    }

    /// Adds things as [`Scene::add`] does, with names that are free in a list.
    pub(super) fn add_named(
        &mut self,
        arena: &mut Arena,
        clip: &Clip,
        names: &mut Names,
    ) -> Result<(), HandError> {
        let mut groups = Arc::clone(&self.groups);
        for thing in &clip.things {
            groups = Self::groups_with(groups, &thing.group)?;
        }
        let mut clip = with_free_names(clip, names);
        let mut hall = self.hall_of(&clip)?;
        // A trigger can try this again and again, so that bodies without room are not even laid out.
        if arena.actors().len() + hall.count_things() > limits::BODIES {
            return Err(HandError::Full(limits::BODIES));
        }
        let mut laid = self.laid(arena, &hall, &groups)?;
        for tries in 0.. {
            let rise = arena.rise_of(&laid.group)?;
            if rise == 0.0 {
                break;
            }
            if tries == ADDING_TRIES {
                return Err(HandError::Outside);
            }
            clip.move_by(Vec3::Y * rise);
            hall.things.clone_from(&clip.things);
            hall.joints.clone_from(&clip.joints);
            laid = self.laid(arena, &hall, &groups)?;
        }
        refuse_joints(arena, laid.joints())?;
        // A single body is added or refused as a whole; of several, some may have been added.
        let before = (laid.group.len() + laid.joints() > 1).then(|| arena.snapshot());
        let settled = settle(arena, laid);
        let (bodies, joints) = settled.inspect_err(|_| {
            if let Some(before) = &before {
                let restored = arena.restore(before);
                debug_assert!(restored.is_ok(), "the snapshot is of this arena");
            }
        })?;
        self.take_bodies(bodies, joints, &clip);
        self.groups = groups;
        Ok(())
    }

    /// Takes bodies and joints that are in the arena; a use of a part becomes an entry.
    fn take_bodies(&mut self, bodies: Vec<SceneBody>, joints: Vec<SceneJoint>, clip: &Clip) {
        let mut entries = BTreeMap::new();
        for (index, thing) in clip.things.iter().enumerate() {
            if !thing.part.is_empty() {
                entries.insert(index, self.entries.len());
                Arc::make_mut(&mut self.entries).push(thing.clone());
            }
        }
        for body in bodies {
            let of = body.thing.as_ref().map(|thing| thing.of);
            self.bodies.push(SceneBody {
                look: self.known(body.look.clone()),
                entry: of.and_then(|of| entries.get(&of).copied()),
                ..body
            });
        }
        self.joints.extend(joints.into_iter().map(|joint| {
            let of = joint.of.and_then(|of| entries.get(&of).copied());
            SceneJoint {
                of,
                by_hand: of.is_none(),
                ..joint
            }
        }));
    }

    /// Returns a hall with only these things and joints, if they are valid there.
    pub(super) fn hall_of(&self, clip: &Clip) -> Result<Level, HandError> {
        let hall = Level {
            things: clip.things.clone(),
            joints: clip.joints.clone(),
            ..(*self.frame).clone()
        };
        first_fault(&hall, &self.models).map_or(Ok(hall), |fault| Err(HandError::Refused(fault)))
    }

    /// Lays out the things of a hall.
    fn laid(
        &mut self,
        arena: &mut Arena,
        hall: &Level,
        groups: &Groups,
    ) -> Result<Laid, HandError> {
        let expanded = self.expanded(hall)?;
        self.add_surfaces(arena, &expanded.things)?;
        let joined = JoinedThings::of(&expanded);
        let mut names = BTreeMap::new();
        let (mut descs, mut looks) = (Vec::new(), Vec::new());
        for (id, thing) in (0..).map(ActorId).zip(&expanded.things) {
            let described = thing_desc(thing, &self.materials, groups);
            let (desc, look) = described.map_err(HandError::Refused)?;
            let partners = joined.of_thing(&thing.name);
            let passes = partners.filter_map(|name| names.get(name)).copied();
            descs.push(ActorDesc {
                passes: passes.collect(),
                ..desc
            });
            looks.push(look);
            if names.insert(thing.name.clone(), id).is_some() {
                let twice = format!("the name {:?} is given twice", thing.name);
                return Err(HandError::Refused(twice));
            }
        }
        let group = arena.lay(descs);
        Ok(Laid {
            group: group.map_err(|error| HandError::Refused(error.to_string()))?,
            expanded,
            looks,
        })
    }

    /// Expands the things of a hall.
    pub(super) fn expanded(&self, hall: &Level) -> Result<Expansion, HandError> {
        let options = hall.engine.build_options();
        let expanded = expand(hall, &self.models, &options, &|_| true);
        match expanded.refused.first() {
            Some((_, why)) => Err(HandError::Refused(why.clone())),
            None => Ok(expanded),
        }
    }

    /// Adds a copy of a thing at a pose, above it if the place is not free.
    ///
    /// # Errors
    /// [`HandError`] as in [`Arena::copy`].
    pub fn copy(&mut self, arena: &mut Arena, id: ActorId, pose: &Pose) -> Result<(), HandError> {
        let copy = arena.copy(id, pose, limits::BODIES)?;
        let name = free_name(arena, &arena.actor(id).name);
        arena.rename(copy, &name);
        let body = &self.bodies[id.index()];
        let named = |thing: &Arc<SceneThing>| {
            let thing = (**thing).clone();
            Arc::new(SceneThing { name, ..thing })
        };
        let body = SceneBody {
            thing: body.thing.as_ref().map(named),
            entry: None,
            ..body.clone()
        };
        self.bodies.push(body);
        Ok(())
    }

    /// Throws a ball from a place with a velocity, in m/s.
    ///
    /// # Errors
    /// [`HandError`] if a number is not finite, or the place is not free.
    pub fn throw(
        &mut self,
        arena: &mut Arena,
        from: Vec3,
        velocity: Vec3,
    ) -> Result<(), HandError> {
        if !velocity.is_finite() {
            return Err(HandError::NotFinite);
        }
        let ball = thrown_ball().map_err(HandError::Refused)?;
        let moves = ThingMoves::Freely(Mass::Kilograms(THROWN_KILOGRAMS));
        let desc = ActorDesc {
            name: free_name(arena, "ball"),
            model: Arc::clone(&ball.asset.model),
            solid: Some(ball.shape.clone()),
            pose: Pose::from_translation(from).map_err(|_| HandError::NotFinite)?,
            exact: true,
            car: None,
            passes: Vec::new(),
            thing: ThingDesc {
                moves,
                ..ThingDesc::default()
            },
            velocity: velocity.clamp_length_max(*THROWN_SPEED.end()),
            spin: Vec3::ZERO,
            slope: false,
        };
        let name = desc.name.clone();
        let velocity = desc.velocity;
        arena.add_by_hand(desc, limits::BODIES)?;
        let spec = ThingSpec {
            solid: Some(Solid::Ball {
                radius: THROWN_RADIUS,
            }),
            mass: Some(THROWN_KILOGRAMS),
            ..ThingSpec::default()
        };
        let thing = SceneThing {
            spec: Arc::new(spec),
            source: SpecPlace::FIRST,
            of: 0,
            chain: name.clone(),
            name,
            shape: Arc::clone(ball),
            turn: Quat::IDENTITY,
            place: from,
            velocity,
            spin: Vec3::ZERO,
            motion: None,
        };
        let look = ActorLook::new(Arc::clone(&ball.asset), None);
        self.bodies.push(SceneBody::thing(thing, look));
        Ok(())
    }

    /// Returns a car as an actor, with its look.
    ///
    /// # Errors
    /// Its first fault.
    pub fn car(&self, car: &CarSpec) -> Result<(ActorDesc, ActorLook), String> {
        let hall = Level {
            cars: vec![car.clone()],
            ..(*self.frame).clone()
        };
        match first_fault(&hall, &self.models) {
            Some(fault) => Err(fault),
            None => car_desc(&hall, &self.models, car, car.name.clone()),
        }
    }

    /// Adds the look of a car that was added to the arena.
    pub fn add_car(&mut self, look: ActorLook) {
        let look = self.known(look);
        self.bodies.push(SceneBody::car(look));
    }

    /// Joins an actor to another one or to the world.
    ///
    /// # Errors
    /// [`HandError`] if an actor is gone, or the joint is impossible.
    pub fn join(
        &mut self,
        arena: &mut Arena,
        a: ActorId,
        b: Option<ActorId>,
        joint: &JointSpec,
    ) -> Result<(), HandError> {
        if !arena.is_present(a) || !b.is_none_or(|b| arena.is_present(b)) {
            return Err(HandError::Gone);
        }
        refuse_joints(arena, 1)?;
        check_joint(joint, b.is_none()).map_err(HandError::Refused)?;
        let joined = join(arena, joint, a, b);
        self.joints.push(joined.map_err(HandError::Refused)?);
        Ok(())
    }

    /// Returns the look with the model of an equal look in the scene, if there is one, so that each model is
    /// stored once.
    pub(super) fn known(&self, look: ActorLook) -> ActorLook {
        let known = self.looks_from(0).find(|known| look.has_model_of(known));
        match known {
            Some(known) => look.with_model_of(known),
            None => look,
        }
    }

    /// Returns the number of each group, including this one.
    pub(super) fn groups_with(mut groups: Groups, group: &str) -> Result<Groups, HandError> {
        if group.is_empty() || groups.contains_key(group) {
            return Ok(groups);
        }
        if groups.len() >= limits::GROUPS {
            return Err(HandError::Refused(format!(
                "there are {} groups already, the most that is allowed",
                limits::GROUPS
            )));
        }
        let next = groups.len() as u32;
        Arc::make_mut(&mut groups).insert(group.to_owned(), next);
        Ok(groups)
    }
}

impl Laid {
    /// Returns the number of joints, with every joint of a chain.
    fn joints(&self) -> usize {
        let joints = self.expanded.joints.iter();
        joints.map(|joint| joint_count(&self.expanded, joint)).sum()
    }
}

/// Adds things with their joints to the arena, and returns them as content of a scene.
fn settle(arena: &mut Arena, laid: Laid) -> Result<(Vec<SceneBody>, Vec<SceneJoint>), HandError> {
    let Laid {
        expanded,
        group,
        looks,
    } = laid;
    let ids = arena.add_group(group)?;
    let names = expanded.things.iter().map(|thing| thing.name.clone());
    let ids: BTreeMap<String, ActorId> = names.zip(ids).collect();
    let named = NamedThings {
        ids: &ids,
        is_whole: true,
    };
    let mut joints = Vec::new();
    for joint in expanded.joints {
        let added = add_joint(arena, &expanded.things, &joint, &named);
        let added = added.map_err(|why| HandError::Refused(why.unwrap_or_default()))?;
        joints.push(SceneJoint {
            ids: added,
            by_hand: true,
            ..joint
        });
    }
    // Adding joints has woken their bodies.
    for thing in expanded.things.iter().filter(|thing| thing.spec.asleep) {
        if let Some(id) = ids.get(&thing.name) {
            arena.fall_asleep(*id);
        }
    }
    let bodies = expanded.things.into_iter().zip(looks);
    let bodies = bodies.map(|(thing, look)| SceneBody::thing(thing, look));
    Ok((bodies.collect(), joints))
}

/// Refuses further joints if there would be too many.
fn refuse_joints(arena: &Arena, further: usize) -> Result<(), HandError> {
    if arena.joints().count() + further <= limits::JOINTS {
        return Ok(());
    }
    Err(HandError::Refused(format!(
        "there are {} joints already, the most that is allowed",
        limits::JOINTS
    )))
}

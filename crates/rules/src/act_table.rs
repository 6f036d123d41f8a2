//! The table of acts: for each kind its effect, the bodies that it builds, the valid ranges of its numbers, and
//! the change that it makes.
//!
//! Three things need no column, because they are the same for every kind. An act is written to a recording
//! and read back by the serialization of [`Act`]. It is undone by restoring the snapshot before it and
//! repeating the earlier acts. It is refused without any change, by the ranges here or by the scene.
//!
//! The ranges are those that the hand on screen can reach. Recordings come from strangers, so an act outside
//! of them is refused when a file is read, and by [`Round::act`]. Things, cars, zones and joints in an act are
//! in the form of a level and are checked like a level's when they are built.

use dodgem_collide::math::Pose;
use glam::{Quat, Vec3};

use crate::act::{Arranged, Built, Effect, content};
use crate::params::{HAND_REACH, RANGE_ROUNDING};
use crate::{Act, Round};
use dodgem_scene::arena::{ActorId, Bound, HandError, Response};
use dodgem_scene::level::scene::{Arrangement, Image};
use dodgem_scene::level::{Clip, GraphSpec, Surroundings, Then, TriggerSpec, TriplePaths, triple};
use dodgem_scene::params::limits;
use dodgem_scene::params::{HAND_SPEED, THROWN_SPEED};

const AT: TriplePaths = [&["at", "x"], &["at", "y"], &["at", "z"]];
const TARGET: TriplePaths = [&["target", "x"], &["target", "y"], &["target", "z"]];
const PLACE: TriplePaths = [&["place", "x"], &["place", "y"], &["place", "z"]];
const FROM: TriplePaths = [&["from", "x"], &["from", "y"], &["from", "z"]];
const VELOCITY: TriplePaths = [&["velocity", "x"], &["velocity", "y"], &["velocity", "z"]];
const DIRECTION: TriplePaths = [
    &["direction", "x"],
    &["direction", "y"],
    &["direction", "z"],
];
const SPIN: TriplePaths = [&["spin", "x"], &["spin", "y"], &["spin", "z"]];

/// Returns the number of entries of a level that a trigger consists of: itself, and what its effects make.
fn entries(trigger: &TriggerSpec) -> usize {
    let makes = |effect: &&Then| matches!(effect, Then::Add { .. } | Then::Join { .. });
    1 + trigger.then.iter().filter(makes).count()
}

/// Returns the number of curves of graphs, and at least 1.
fn curves(graphs: &[GraphSpec]) -> usize {
    let curves: usize = graphs.iter().map(|graph| graph.quantities().count()).sum();
    curves.max(1)
}

/// The ranges of an act without numbers, or with numbers only in level text.
const NONE: Vec<Bound> = Vec::new();

macro_rules! table_of_acts {
    ($(
        $act:pat => $effect:ident, $built:expr, $bounds:expr, |$round:ident| $perform:expr;
    )*) => {
        // A row names the parts of its act once, and some columns do not use them.
        #[allow(unused_variables)]
        impl Act {
            /// Returns its effect on the scene.
            pub(super) fn effect(&self) -> Effect {
                match self { $( $act => Effect::$effect, )* }
            }

            /// Returns the forms that it builds.
            pub(super) fn built(&self) -> Built {
                match self { $( $act => $built, )* }
            }

            /// Returns the numbers of the act with their ranges.
            pub fn bounds(&self) -> Vec<Bound> {
                match self { $( $act => $bounds, )* }
            }

            /// Performs the act.
            ///
            /// # Errors
            /// [`HandError`] if it is refused; then nothing has changed.
            pub(super) fn perform(&self, round: &mut Round) -> Result<(), HandError> {
                match self { $( $act => { let $round = round; $perform } )* }
            }
        }
    };
}

table_of_acts! {
    Act::Take { actor, at } => Makes, Built::Nothing, places(&AT, *at),
        |round| round.arena_mut().take(ActorId(*actor), *at);
    Act::Pull { target } => GoesOn, Built::Nothing, places(&TARGET, *target),
        |round| round.arena_mut().pull(*target);
    Act::Turn { spin } => GoesOn, Built::Nothing, spins(*spin),
        |round| round.arena_mut().turn(*spin);
    Act::LetGo => GoesOn, Built::Nothing, NONE,
        |round| { round.arena_mut().let_go(); Ok(()) };
    Act::Place { actor, place, turn } => Makes, Built::Nothing, placing(*place, *turn),
        |round| round.arrange(vec![(ActorId(*actor), Some(pose(*place, *turn)?), None)]);
    Act::Freeze { actor } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.freeze(arena, ActorId(*actor)));
    Act::Remove { actor } => Makes, Built::Nothing, NONE,
        |round| round.remove(ActorId(*actor));
    Act::Copy { actor, place, turn } => Makes, Built::Nothing, placing(*place, *turn),
        |round| round.copy(ActorId(*actor), &pose(*place, *turn)?);
    Act::Throw { from, velocity } => Passes, Built::Nothing, throwing(*from, *velocity),
        |round| round.edit(|scene, arena| scene.throw(arena, *from, *velocity));
    Act::Add { thing } => Makes, Built::New(1), NONE,
        |round| round.edit(|scene, arena| scene.add(arena, &Clip::one((**thing).clone())));
    Act::Change { actor, thing } => Makes, Built::Actors(vec![ActorId(*actor)]), NONE,
        |round| round.arrange(vec![(ActorId(*actor), None, Some(thing))]);
    Act::Speed { actor, velocity, spin } => Makes, Built::Nothing, speeds(*velocity, *spin),
        |round| round.arena_mut().set_speed(ActorId(*actor), *velocity, *spin);
    Act::Surroundings { gravity, air, wind } => Makes, Built::Nothing,
        Surroundings { gravity: *gravity, air: *air, wind: *wind }.bounds(),
        |round| round.arena_mut().set_surroundings(*gravity, *air, *wind);
    Act::Join { a, b, joint } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.join(arena, ActorId(*a), b.map(ActorId), joint));
    Act::Cut { actor } => Makes, Built::Nothing, NONE,
        |round| round.arena_mut().cut(ActorId(*actor)).map(|_| ());
    Act::AddCar { car } => Makes, Built::New(1), NONE,
        |round| round.add_car(car);
    Act::AddZone { zone } => Makes, Built::Zone(None), NONE,
        |round| round.add_zone(zone);
    Act::RemoveZone { zone } => Makes, Built::Nothing, NONE,
        |round| round.remove_zone(*zone as usize);
    Act::Surface { restitution, friction } => Makes, Built::Nothing,
        Response::Impulse { restitution: *restitution, friction: *friction }.bounds(),
        |round| round.edit(|scene, arena| scene.set_surface(arena, *restitution, *friction));
    Act::Arrange { things, goes_on } => Makes, Built::Actors(changed(things)), arranging(things),
        |round| round.arrange(arrangements(things)?);
    Act::FreezeAll { actors, frozen } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.freeze_all(arena, &ids(actors), *frozen));
    Act::RemoveAll { actors } => Makes, Built::Nothing, NONE,
        |round| round.remove_all(&ids(actors));
    Act::Hide { actors, hidden } => Passes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.hide(arena, &ids(actors), *hidden));
    Act::Paste { clip } => Makes, Built::New(clip.things.len() + clip.joints.len()), NONE,
        |round| round.edit(|scene, arena| scene.add(arena, clip));
    Act::Did { deed } => GoesOn, Built::Nothing, NONE,
        |_round| Ok(());
    Act::Answer { choice } => GoesOn, Built::Nothing, NONE,
        |_round| Ok(());
    Act::AddTrigger { trigger } => Makes, Built::Trigger(entries(trigger)), NONE,
        |round| round.add_trigger(trigger);
    Act::ChangeTrigger { index, trigger } => Makes, Built::Trigger(entries(trigger)), NONE,
        |round| round.change_trigger(*index as usize, trigger);
    Act::RemoveTrigger { index } => Makes, Built::Nothing, NONE,
        |round| round.remove_trigger(*index as usize);
    Act::ChangeJoint { joint, spec } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.change_joint(arena, *joint as usize, spec));
    Act::Rejoin { joint, a, b } => Makes, Built::Nothing, NONE,
        |round| {
            let ends = (ActorId(*a), b.map(ActorId));
            round.edit(|scene, arena| scene.rejoin(arena, *joint as usize, ends))
        };
    Act::RemoveJoint { joint } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.remove_joint(arena, *joint as usize));
    Act::ChangeZone { zone, spec } => Makes, Built::Zone(Some(*zone as usize)), NONE,
        |round| round.change_zone(*zone as usize, spec);
    Act::AddPatch { patch } => Makes, Built::Patch, NONE,
        |round| round.edit(|scene, arena| scene.add_patch(arena, patch));
    Act::ChangePatch { patch, spec } => Makes, Built::Patch, NONE,
        |round| round.edit(|scene, arena| scene.change_patch(arena, *patch as usize, spec));
    Act::RemovePatch { patch } => Makes, Built::Nothing, NONE,
        |round| round.edit(|scene, arena| scene.remove_patch(arena, *patch as usize));
    Act::Down { direction } => Makes, Built::Nothing, triple(&DIRECTION, *direction, 1.0).to_vec(),
        |round| round.arena_mut().set_down(*direction);
    Act::Image { things, image } => Makes, Built::Actors(changed(things)), imaging(things, image),
        |round| {
            let all = arrangements(things)?;
            round.arrange_image(all, image)
        };
    Act::TakeParts { parts } => Makes, Built::Parts(content(parts)), NONE,
        |round| round.edit(|scene, _| scene.take_parts(parts));
    Act::FollowParts { parts } => Makes, Built::New(content(parts)), NONE,
        |round| round.edit_or_restore(|scene, arena| scene.follow_parts(arena, parts));
    Act::Engine { rules } => Makes, Built::Nothing, NONE,
        |round| round.edit_or_restore(|scene, arena| scene.set_engine(arena, rules));
    Act::Hall { rules } => Makes, Built::Nothing, NONE,
        |round| round.edit_or_restore(|scene, arena| scene.set_hall(arena, rules));
    Act::Graphs { graphs } => Makes, Built::Trigger(curves(graphs)), NONE,
        |round| round.edit(|scene, arena| scene.set_graphs(arena, graphs));
    Act::Ask { card } => Makes, Built::Trigger(card.readouts.len().max(1)), NONE,
        |round| round.set_card(card);
    Act::Press { key, down } => GoesOn, Built::Nothing, NONE,
        |round| round.press(*key, *down);
}

fn places(paths: &TriplePaths, place: Vec3) -> Vec<Bound> {
    triple(paths, place, HAND_REACH).to_vec()
}

/// Returns the bounds of an angular velocity, in rad/s.
fn spins(spin: Vec3) -> Vec<Bound> {
    triple(&SPIN, spin, limits::SPIN.to_radians()).to_vec()
}

fn speeds(velocity: Vec3, spin: Vec3) -> Vec<Bound> {
    let mut bounds = triple(&VELOCITY, velocity, HAND_SPEED).to_vec();
    bounds.extend(spins(spin));
    bounds
}

fn throwing(from: Vec3, velocity: Vec3) -> Vec<Bound> {
    let most = *THROWN_SPEED.end() * (1.0 + RANGE_ROUNDING);
    let mut bounds = places(&FROM, from);
    bounds.extend(triple(&VELOCITY, velocity, most));
    bounds
}

/// Returns the bounds of a place and a rotation: a quaternion of length 1.
fn placing(place: Vec3, turn: Quat) -> Vec<Bound> {
    let mut bounds = places(&PLACE, place);
    let range = 1.0 - RANGE_ROUNDING..=1.0 + RANGE_ROUNDING;
    bounds.push(Bound::new(&["turn", "length"], turn.length(), range));
    bounds
}

/// Returns the bounds of all new poses.
fn arranging(things: &[Arranged]) -> Vec<Bound> {
    let poses = things.iter().filter_map(|one| one.pose);
    poses
        .flat_map(|(place, turn)| placing(place, turn))
        .collect()
}

fn imaging(things: &[Arranged], image: &Image) -> Vec<Bound> {
    let mut bounds = arranging(things);
    bounds.extend(image.bounds(HAND_REACH));
    bounds
}

fn changed(things: &[Arranged]) -> Vec<ActorId> {
    let changed = things.iter().filter(|one| one.thing.is_some());
    changed.map(|one| ActorId(one.actor)).collect()
}

fn arrangements(things: &[Arranged]) -> Result<Vec<Arrangement<'_>>, HandError> {
    let poses = things.iter().map(|one| {
        let pose = one.pose.map(|(place, turn)| pose(place, turn));
        pose.transpose()
    });
    let all = things.iter().zip(poses);
    all.map(|(one, pose)| Ok((ActorId(one.actor), pose?, one.thing.as_deref())))
        .collect()
}

fn ids(actors: &[u32]) -> Vec<ActorId> {
    actors.iter().map(|actor| ActorId(*actor)).collect()
}

fn pose(place: Vec3, turn: Quat) -> Result<Pose, HandError> {
    Pose::new(turn.normalize(), place).map_err(|_| HandError::NotFinite)
}

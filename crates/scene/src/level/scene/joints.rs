//! Changes and removes joints of a scene, and reads them in their present state.

use glam::Vec3;

use dodgem_physics::{JointId, JointKind};

use crate::arena::{ActorId, Arena, HandError};
use crate::level::scene::Scene;
use crate::level::scene::numbers::even;
use crate::level::scene::triggers::joint_name;
use crate::level::{JointSpec, SceneJoint, check_joint, join};
use crate::params::limits;

/// Actors that a joint joins: one, and another or the world.
pub(super) type Ends = (ActorId, Option<ActorId>);

/// A link of a joint in its present state: its identifier, the actors that it joins, and its specification.
pub(super) type Link = (JointId, Ends, JointSpec);

/// A joint of a scene, as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRow {
    /// Its index in the scene.
    pub index: u32,
    /// Name by which triggers call it.
    pub name: String,
    /// Actors that it joins; for a chain, those of its first link.
    pub a: ActorId,
    /// None for the world.
    pub b: Option<ActorId>,
    /// Number of its links that hold: more than 1 only for a chain.
    pub links: usize,
}

impl Scene {
    /// Returns the joints that hold, in the order of their indices.
    pub fn joint_rows(&self, arena: &Arena) -> Vec<JointRow> {
        let joints = (0..).zip(&self.joints);
        let rows = joints.filter_map(|(index, joint)| {
            let mut ends = joint.ids.iter().filter_map(|id| ends_of(arena, *id));
            let (a, b) = ends.next()?;
            Some(JointRow {
                index,
                name: joint_name(&joint.spec, index as usize),
                a,
                b,
                links: 1 + ends.count(),
            })
        });
        rows.collect()
    }

    /// Returns the links of all joints that hold in the present state, each with the index of its joint.
    pub fn joint_links<'a>(
        &'a self,
        arena: &'a Arena,
    ) -> impl Iterator<Item = (u32, JointSpec)> + use<'a> {
        let joints = (0..).zip(&self.joints);
        joints.flat_map(move |(index, joint)| {
            let links = joint.ids.iter();
            let now = move |id: &JointId| joint_state(arena, *id, &joint.spec);
            links.filter_map(now).map(move |spec| (index, spec))
        })
    }

    /// Returns a joint by its index, as it would be written in the present state: anchors, axis, limits and
    /// the angle of a motor belong to the present poses. Of a chain it is the first link that holds, without
    /// anchors. None if none holds. The names of the actors are left out.
    pub fn joint_now(&self, arena: &Arena, index: usize) -> Option<JointSpec> {
        let joint = self.joints.get(index)?;
        let mut links = joint.ids.iter();
        let now = links.find_map(|id| joint_state(arena, *id, &joint.spec))?;
        Some(match joint.ids.len() {
            1 => now,
            _ => JointSpec {
                at: None,
                to: None,
                ..now
            },
        })
    }

    /// Changes a joint by its index, in the present poses. Where the new joint has no anchors or length, they
    /// stay; all links of a chain change. The names of the actors are ignored.
    ///
    /// # Errors
    /// [`HandError`] if the joint is gone or the new one is impossible; then nothing has changed.
    pub fn change_joint(
        &mut self,
        arena: &mut Arena,
        index: usize,
        joint: &JointSpec,
    ) -> Result<(), HandError> {
        let old = self.joints.get(index).ok_or(HandError::Gone)?;
        let mut links = Vec::new();
        for id in &old.ids {
            if let (Some(now), Some(ends)) =
                (joint_state(arena, *id, &old.spec), ends_of(arena, *id))
            {
                check_joint(joint, ends.1.is_none()).map_err(HandError::Refused)?;
                links.push((*id, ends, completed(joint, now, old.ids.len() == 1)));
            }
        }
        if links.is_empty() {
            return Err(HandError::Gone);
        }
        if joint.collide {
            let ids: Vec<JointId> = links.iter().map(|(id, ..)| *id).collect();
            arena.refuse_parting(&ids)?;
        }
        self.replace_joint(arena, index, links)
    }

    /// Lets a joint hold other actors, in the present poses. Its anchors stay where they are.
    ///
    /// # Errors
    /// [`HandError`] if the joint or an actor is gone, if it is a chain, if it would hold one actor twice, or if
    /// only it lets two bodies be inside each other; then nothing has changed.
    pub fn rejoin(
        &mut self,
        arena: &mut Arena,
        index: usize,
        (a, b): (ActorId, Option<ActorId>),
    ) -> Result<(), HandError> {
        let joint = self.joints.get(index).ok_or(HandError::Gone)?;
        if !arena.is_present(a) || !b.is_none_or(|b| arena.is_present(b)) {
            return Err(HandError::Gone);
        }
        if b == Some(a) {
            let once = "a joint cannot hold a thing to itself";
            return Err(HandError::Refused(once.to_owned()));
        }
        let [id] = joint.ids[..] else {
            let chain = "the ends of a chain cannot be chosen";
            return Err(HandError::Refused(chain.to_owned()));
        };
        let now = joint_state(arena, id, &joint.spec).ok_or(HandError::Gone)?;
        check_joint(&now, b.is_none()).map_err(HandError::Refused)?;
        arena.refuse_parting(&[id])?;
        self.replace_joint(arena, index, vec![(id, (a, b), now)])
    }

    /// Removes a joint by its index, with all links of a chain.
    ///
    /// # Errors
    /// [`HandError`] if it does not hold, or if only it lets two bodies be inside each other.
    pub fn remove_joint(&mut self, arena: &mut Arena, index: usize) -> Result<(), HandError> {
        let joint = self.joints.get(index).ok_or(HandError::Gone)?;
        let held = joint
            .ids
            .iter()
            .filter(|id| arena.world().joint(**id).is_some());
        let held: Vec<JointId> = held.copied().collect();
        if held.is_empty() {
            return Err(HandError::Gone);
        }
        arena.refuse_parting(&held)?;
        held.iter().for_each(|id| arena.remove_joint(*id));
        Ok(())
    }

    /// Replaces the links of a joint by others between the same actors. Further links are joints of their own
    /// with its name, because each has its own state.
    ///
    /// # Errors
    /// [`HandError`] if one is impossible; then nothing has changed.
    pub(super) fn replace_joint(
        &mut self,
        arena: &mut Arena,
        index: usize,
        links: Vec<Link>,
    ) -> Result<(), HandError> {
        let before = (links.len() > 1).then(|| arena.snapshot());
        let mut added: Vec<SceneJoint> = Vec::new();
        for (_, (a, b), spec) in &links {
            match join(arena, spec, *a, *b) {
                Ok(joint) => added.push(joint),
                Err(why) => {
                    if let Some(before) = &before {
                        let restored = arena.restore(before);
                        debug_assert!(restored.is_ok(), "the snapshot is of this arena");
                    }
                    return Err(HandError::Refused(why));
                }
            }
        }
        // A part that has lost a joint is no longer as its text says.
        let of_part = self.joints[index].of.is_some() && !self.joints[index].by_hand;
        for (id, (a, b), _) in links {
            let (was_a, was_b) = ends_of(arena, id).unwrap_or((a, b));
            arena.remove_joint(id);
            let ends = [Some(a), b, Some(was_a), was_b].into_iter().flatten();
            for end in ends.filter(|_| of_part) {
                self.bodies[end.index()].is_changed = true;
            }
        }
        let name = joint_name(&self.joints[index].spec, index);
        let mut added = added.into_iter();
        if let Some(first) = added.next() {
            self.joints[index] = first;
        }
        self.joints.extend(added.map(|joint| {
            SceneJoint {
                spec: JointSpec {
                    name: name.clone(),
                    ..(*joint.spec).clone()
                }
                .into(),
                ..joint
            }
        }));
        Ok(())
    }

    /// Returns the joints that hold at least one of some actors: the index of each, and its links in the
    /// present state.
    pub(super) fn joints_at(
        &self,
        arena: &Arena,
        is_one: impl Fn(ActorId) -> bool,
    ) -> Vec<(usize, Vec<Link>)> {
        let joints = self.joints.iter().enumerate();
        let held = joints.filter_map(|(index, joint)| {
            let links = joint.ids.iter().filter_map(|id| {
                let ends = ends_of(arena, *id)?;
                Some((*id, ends, joint_state(arena, *id, &joint.spec)?))
            });
            let links: Vec<_> = links.collect();
            let mut ends = links.iter().map(|(_, ends, _)| ends);
            ends.any(|(a, b)| is_one(*a) || b.is_some_and(&is_one))
                .then_some((index, links))
        });
        held.collect()
    }
}

/// Returns the actors that a joint of the arena joins; None if it is gone.
fn ends_of(arena: &Arena, id: JointId) -> Option<Ends> {
    let (body, other) = arena.world().joint(id)?.bodies();
    let other = match other {
        Some(other) => Some(arena.actor_of(other)?),
        None => None,
    };
    Some((arena.actor_of(body)?, other))
}

/// Returns a changed joint with the anchors and the length of the present one where it says none; one of
/// several links keeps its own anchors.
fn completed(joint: &JointSpec, now: JointSpec, is_single: bool) -> JointSpec {
    let mut kind = joint.kind;
    if let Some(length) = kind.length_mut() {
        *length = length.or(now.kind.length().flatten());
    }
    let said = |anchor: Option<Vec3>| anchor.filter(|_| is_single);
    let to = match joint.has_length() {
        true => said(joint.to).or(now.to),
        false => None,
    };
    JointSpec {
        kind,
        a: String::new(),
        b: String::new(),
        chain: String::new(),
        at: said(joint.at).or(now.at),
        to,
        ..joint.clone()
    }
}

/// Returns a joint of the arena in its present state, without the names of what it joins; None if it is gone.
pub(super) fn joint_state(arena: &Arena, id: JointId, written: &JointSpec) -> Option<JointSpec> {
    let world = arena.world();
    let joint = world.joint(id)?;
    let (on_body, on_other) = world.joint_anchors(id)?;
    let place = |v: Vec3| Vec3::from(v.to_array().map(|x| even(f64::from(x), 5)));
    let axis = world.joint_axis(id).map(place).unwrap_or(Vec3::Y);
    // A spring rests at its length, and a rope or rod is limited by it.
    let long = match (joint.spring(), joint.limits()) {
        (Some(spring), _) => Some(spring.rest),
        (None, limits) => limits.map(|[_, most]| most),
    };
    let mut kind = written.kind;
    if let Some(length) = kind.length_mut() {
        *length = long.map(|long| even(f64::from(long), 4));
    }
    if let Some(own) = kind.axis_mut() {
        *own = axis;
    }
    // Joint coordinates are relative to the initial state, which is now the current one.
    let gone = world.joint_position(id).unwrap_or(0.0);
    let slides = joint.kind() == JointKind::Slider;
    let places = if slides { 4 } else { 3 };
    let unit = |value: f64| match slides {
        true => even(value, places),
        false => even(value.to_degrees(), places),
    };
    // Taking off whole turns rounds anew, and a file that is saved twice has to stay the same.
    let without = |value: f32, turns: f32| in_range(even(f64::from(value - turns), places));
    let turns = slides || joint.kind() == JointKind::Hinge;
    let limits = joint.limits().filter(|_| turns);
    let limits = limits.map(|two| two.map(|value| unit(f64::from(value) - gone)));
    // Of limits on both sides the nearer one is exact.
    let nearer = limits.map(|[low, high]| if low.abs() < high.abs() { low } else { high });
    let over = nearer.map_or(0.0, |nearer| turns_over(nearer, slides));
    let limits = limits.map(|two| two.map(|value| without(value, over)).into());
    let mut motor = written.motor;
    if let Some(angle) = motor.as_mut().and_then(|motor| motor.angle.as_mut()) {
        let now = even(f64::from(*angle) - f64::from(unit(gone)), places) - over;
        *angle = without(now, turns_over(now, slides));
    }
    let has_length = written.has_length();
    Some(JointSpec {
        kind,
        a: String::new(),
        b: String::new(),
        chain: String::new(),
        at: Some(place(on_body)),
        to: has_length.then(|| place(on_other)),
        limits,
        motor,
        ..written.clone()
    })
}

/// Returns the whole turns that take an angle of a hinge out of the range of a file, in degrees: a hinge counts its
/// turns without end. A slider has none.
fn turns_over(angle: f32, slides: bool) -> f32 {
    match slides || angle.abs() <= limits::JOINT {
        true => 0.0,
        false => angle - angle % 360.0,
    }
}

fn in_range(value: f32) -> f32 {
    value.clamp(-limits::JOINT, limits::JOINT)
}

//! Acts on several actors together: each is one act, and keeps their places among each other where it can.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};

use dodgem_collide::math::{Aabb, Pose, turn_about};

use crate::params::TOGETHER_GAP;
use crate::{Act, Arranged, Round};
use dodgem_scene::arena::{Actor, ActorId, HandError};
use dodgem_scene::level::scene::Image;
use dodgem_scene::level::{Axis, ThingSpec};

/// A movement of actors together by hand: see [`Round::dragged`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Displacement {
    /// The wanted movement, in metres.
    pub way: Vec3,
    /// A rotation, which is not cut short.
    pub turn: Quat,
    /// The centre of the rotation.
    pub about: Vec3,
    /// The distance to keep to obstacles, in metres.
    pub gap: f32,
    /// True if it goes on along the surface of an obstacle; otherwise it ends there.
    pub slides: bool,
}

/// A change of several actors.
#[derive(Clone, Debug, PartialEq)]
pub enum Together {
    /// Moves them, in metres.
    Move(Vec3),
    /// Turns them about an axis through their middle, by an angle in degrees.
    Turn {
        /// The axis, of the scene.
        axis: Axis,
        /// The angle, in degrees.
        degrees: f32,
    },
    /// Makes them larger or smaller, about the middle of their lower side, with the gaps between them.
    Scale(f32),
    /// Mirrors them across a plane through their middle that is normal to an axis.
    Mirror(Axis),
    /// Puts one side of all, or the middle, into one plane normal to an axis.
    Align(Axis, Side),
    /// Spreads them along an axis with equal gaps; the outer ones stay.
    Distribute(Axis),
    /// Lets each down until it stands on something.
    Drop,
    /// Sets their colour, as in a level.
    Paint(String),
    /// Sets their material, by its name.
    Material(String),
    /// Makes them pass through each other, under the name of a group; none if it is empty.
    Group(String),
}

/// A side of a box along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side with the smaller coordinate.
    Low,
    /// The middle.
    Middle,
    /// The side with the larger coordinate.
    High,
}

/// An actor with its box in the scene.
pub(crate) struct Member<'a> {
    id: ActorId,
    actor: &'a Actor,
    pub(crate) bounds: Aabb,
}

impl Together {
    /// Returns the act that makes the change.
    ///
    /// # Errors
    /// [`HandError`] if there is no actor, or if a pose leaves the range of f32. The act itself may be refused
    /// too.
    pub fn act(&self, round: &Round, ids: &BTreeSet<ActorId>) -> Result<Act, HandError> {
        let members = members(round, ids);
        let all = members.iter().map(|member| member.bounds);
        let all = all.reduce(Aabb::union).ok_or(HandError::Gone)?;
        let things = match self {
            Together::Move(by) => moved(&members, |_, pose| shifted(pose, *by))?,
            Together::Turn { axis, degrees } => {
                let turn = turn_about(direction(*axis), degrees.to_radians());
                let middle = all.center();
                moved(&members, |_, pose| {
                    let place = middle + turn * (pose.translation() - middle);
                    pose_of((turn * pose.rotation()).normalize(), place)
                })?
            }
            Together::Scale(factor) => {
                let (about, factor) = (all.center().with_y(all.min.y), *factor);
                let things = scaled(round, &members, about, factor)?;
                let image = Image::Scale { about, factor };
                return Ok(Act::Image { things, image });
            }
            Together::Mirror(axis) => {
                let (through, axis) = (all.center(), *axis);
                let things = mirrored(round, &members, through, axis)?;
                let image = Image::Mirror { through, axis };
                return Ok(Act::Image { things, image });
            }
            Together::Align(axis, side) => moved(&members, |member, pose| {
                let (to, from) = (
                    side_of(&all, *axis, *side),
                    side_of(&member.bounds, *axis, *side),
                );
                shifted(pose, direction(*axis) * (to - from))
            })?,
            Together::Distribute(axis) => distributed(members, *axis)?,
            Together::Drop => dropped(round, members, ids)?,
            Together::Paint(paint) => changed(round, &members, |thing| {
                thing.paint.clone_from(paint);
            }),
            Together::Material(material) => changed(round, &members, |thing| {
                thing.material.clone_from(material);
            }),
            Together::Group(group) => changed(round, &members, |thing| {
                thing.group.clone_from(group);
            }),
        };
        let goes_on = false;
        Ok(Act::Arrange { things, goes_on })
    }
}

pub(crate) fn members<'a>(round: &'a Round, ids: &BTreeSet<ActorId>) -> Vec<Member<'a>> {
    let arena = round.arena();
    let present = ids.iter().filter(|id| arena.is_present(**id));
    let member = |id: &ActorId| {
        let actor = arena.actor(*id);
        let body = arena.world().body(actor.body)?;
        let bounds = body.shape().aabb(&body.pose());
        Some(Member {
            id: *id,
            actor,
            bounds,
        })
    };
    present.filter_map(member).collect()
}

pub(crate) fn pose_of(turn: Quat, place: Vec3) -> Result<Pose, HandError> {
    Pose::new(turn, place).map_err(|_| HandError::Outside)
}

fn shifted(pose: &Pose, by: Vec3) -> Result<Pose, HandError> {
    pose_of(pose.rotation(), pose.translation() + by)
}

pub(crate) fn moved(
    members: &[Member<'_>],
    pose: impl Fn(&Member<'_>, &Pose) -> Result<Pose, HandError>,
) -> Result<Vec<Arranged>, HandError> {
    let all = members.iter().map(|member| {
        let to = pose(member, &member.actor.pose)?;
        Ok(placed(member.id, &to, None))
    });
    all.collect()
}

fn placed(id: ActorId, pose: &Pose, thing: Option<ThingSpec>) -> Arranged {
    Arranged {
        actor: id.0,
        pose: Some((pose.translation(), pose.rotation())),
        thing: thing.map(Box::new),
    }
}

/// Changes all things; cars have no specification to change.
fn changed(
    round: &Round,
    members: &[Member<'_>],
    change: impl Fn(&mut ThingSpec),
) -> Vec<Arranged> {
    let all = members.iter().filter_map(|member| {
        let mut thing = round.scene().thing(member.id)?;
        change(&mut thing);
        Some(Arranged {
            actor: member.id.0,
            pose: None,
            thing: Some(Box::new(thing)),
        })
    });
    all.collect()
}

fn scaled(
    round: &Round,
    members: &[Member<'_>],
    base: Vec3,
    factor: f32,
) -> Result<Vec<Arranged>, HandError> {
    let mut things = Vec::new();
    for member in members {
        let Some(mut thing) = round.scene().thing(member.id) else {
            return Err(HandError::Car(member.actor.name.to_string()));
        };
        thing.resize(factor);
        let pose = &member.actor.pose;
        let place = base + (pose.translation() - base) * factor;
        let to = pose_of(pose.rotation(), place)?;
        things.push(placed(member.id, &to, Some(thing)));
    }
    Ok(things)
}

fn mirrored(
    round: &Round,
    members: &[Member<'_>],
    middle: Vec3,
    axis: Axis,
) -> Result<Vec<Arranged>, HandError> {
    let normal = direction(axis);
    let across = |v: Vec3| v - 2.0 * v.dot(normal) * normal;
    let mut things = Vec::new();
    for member in members {
        let pose = &member.actor.pose;
        // The mirror image of a turned thing is its own image across its middle, turned the other way.
        let turn = pose.rotation();
        let [right, up] = [-across(turn * Vec3::X), across(turn * Vec3::Y)];
        let back = right.cross(up);
        let turn = Quat::from_mat3(&glam::Mat3::from_cols(right, up, back)).normalize();
        let place = middle + across(pose.translation() - middle);
        let thing = round.scene().thing(member.id);
        let thing = thing.and_then(|thing| {
            let mut image = thing.clone();
            image.mirror(normal);
            (image != thing).then_some(image)
        });
        things.push(placed(member.id, &pose_of(turn, place)?, thing));
    }
    Ok(things)
}

fn distributed(mut members: Vec<Member<'_>>, axis: Axis) -> Result<Vec<Arranged>, HandError> {
    let along = |v: Vec3| v.dot(direction(axis));
    let low = |member: &Member<'_>| along(member.bounds.min);
    members.sort_by(|one, other| {
        let order = low(one).total_cmp(&low(other));
        order.then(one.id.cmp(&other.id))
    });
    let sizes = members.iter().map(|member| along(member.bounds.extents()));
    let full: f32 = sizes.sum();
    let ends = members.iter().map(|member| along(member.bounds.max));
    let end = ends.fold(f32::NEG_INFINITY, f32::max);
    let begin = members.first().map_or(0.0, low);
    let gap = (end - begin - full) / (members.len().max(2) - 1) as f32;
    let mut next = begin;
    let mut things = Vec::new();
    for member in &members {
        let by = direction(axis) * (next - low(member));
        things.push(placed(member.id, &shifted(&member.actor.pose, by)?, None));
        next += along(member.bounds.extents()) + gap;
    }
    Ok(things)
}

/// Lets each thing down, the lowest first. A thing lands on what is below it, or on the box of one that was let
/// down before.
fn dropped(
    round: &Round,
    mut members: Vec<Member<'_>>,
    ids: &BTreeSet<ActorId>,
) -> Result<Vec<Arranged>, HandError> {
    let arena = round.arena();
    members.sort_by(|one, other| {
        let order = one.bounds.min.y.total_cmp(&other.bounds.min.y);
        order.then(one.id.cmp(&other.id))
    });
    let mut down: Vec<Aabb> = Vec::new();
    let mut things = Vec::new();
    for member in &members {
        let bounds = member.bounds;
        let way = Vec3::NEG_Y * (bounds.min.y - TOGETHER_GAP).max(0.0);
        let mut fall = arena
            .free_way_among(member.id, ids, way, TOGETHER_GAP)
            .min(way.length());
        for other in &down {
            let beside = |axis: usize| {
                other.max[axis] <= bounds.min[axis] || other.min[axis] >= bounds.max[axis]
            };
            if !beside(0) && !beside(2) && other.max.y <= bounds.min.y {
                fall = fall.min((bounds.min.y - other.max.y - TOGETHER_GAP).max(0.0));
            }
        }
        let by = Vec3::NEG_Y * fall;
        down.push(Aabb::from_center(
            bounds.center() + by,
            bounds.half_extents(),
        ));
        things.push(placed(member.id, &shifted(&member.actor.pose, by)?, None));
    }
    Ok(things)
}

fn direction(axis: Axis) -> Vec3 {
    match axis {
        Axis::X => Vec3::X,
        Axis::Y => Vec3::Y,
        Axis::Z => Vec3::Z,
    }
}

fn side_of(bounds: &Aabb, axis: Axis, side: Side) -> f32 {
    let along = |v: Vec3| v.dot(direction(axis));
    match side {
        Side::Low => along(bounds.min),
        Side::Middle => along(bounds.center()),
        Side::High => along(bounds.max),
    }
}

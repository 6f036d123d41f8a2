//! Zones: volumes with an effect on the actors inside. Scoring effects are only reported to the round; forces
//! act at the end of each step, so that nothing but the state of the step decides them.

use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Placed, Shape};
use dodgem_physics::World;

use crate::arena::placing::Placing;
use crate::arena::{Actor, ActorId, ActorKind};

/// Effect of a zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ZoneEffect {
    /// A car that is alone in it gets points.
    Score {
        /// Points per second.
        points: u32,
    },
    /// A car in it accelerates forward.
    Boost {
        /// Acceleration, in m/s^2.
        acceleration: f32,
    },
    /// An actor in it gets this velocity.
    Launch {
        /// Velocity along the axes of the scene, in m/s.
        velocity: Vec3,
    },
    /// An actor that enters moves to another place with its velocity, unless a crowd is there.
    Teleport {
        /// New place of its origin, in metres.
        to: Vec3,
    },
    /// A car that enters is out, like a car that fell over the edge.
    Out,
    /// Gravity differs from the rest of the scene.
    Gravity {
        /// Acceleration along the axes of the scene, in m/s^2.
        pull: Vec3,
    },
    /// A thing that enters counts for the car that touched it last, and returns to its start.
    Goal {
        /// The name of the thing.
        thing: String,
        /// Points per goal.
        points: u32,
    },
    /// No effect; a task may refer to it.
    Gate,
}

/// A zone of an arena.
#[derive(Clone, Debug)]
pub struct Zone {
    shape: Shape,
    pose: Pose,
    bounds: Aabb,
    /// Effect on actors inside.
    pub effect: ZoneEffect,
    /// The thing of a goal.
    pub goal: Option<ActorId>,
}

impl Zone {
    /// Creates a zone.
    pub(super) fn new(shape: Shape, pose: Pose, effect: ZoneEffect, goal: Option<ActorId>) -> Zone {
        Zone {
            bounds: shape.aabb(&pose),
            shape,
            pose,
            effect,
            goal,
        }
    }
}

/// An actor in a zone, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InZone {
    /// The zone's index.
    pub zone: usize,
    /// The actor.
    pub actor: ActorId,
}

/// The zones of an arena, and the actors in them.
#[derive(Debug, Default)]
pub(super) struct Zones {
    list: Arc<Vec<Zone>>,
    /// The actors that were in zones at the end of the last step.
    inside: Vec<InZone>,
    /// Actors that zones act on, with their boxes: scratch memory of a step.
    guests: Vec<(ActorId, Aabb)>,
}

impl Zones {
    /// Returns all zones, shared with the snapshots.
    pub fn list(&self) -> &Arc<Vec<Zone>> {
        &self.list
    }

    /// Returns the actors that were in zones at the end of the last step, zone by zone.
    pub fn inside(&self) -> &[InZone] {
        &self.inside
    }

    /// Restores the zones of a snapshot; the actors inside are found anew in each step.
    pub fn restore(&mut self, list: &Arc<Vec<Zone>>) {
        self.list.clone_from(list);
        // A zone that was added later is gone.
        self.inside.retain(|one| one.zone < list.len());
    }

    /// Adds a zone as the last one.
    pub fn add(&mut self, zone: Zone) {
        Arc::make_mut(&mut self.list).push(zone);
    }

    /// Removes a zone by its index; an unknown index is ignored.
    pub fn remove(&mut self, zone: usize) {
        if zone < self.list.len() {
            Arc::make_mut(&mut self.list).remove(zone);
            // The indices of later zones have changed.
            self.inside.clear();
        }
    }

    /// Puts the last zone in the place of another one; an unknown index is ignored.
    pub fn replace_by_last(&mut self, zone: usize) {
        if zone < self.list.len() {
            Arc::make_mut(&mut self.list).swap_remove(zone);
            self.inside.clear();
        }
    }

    /// Finds the actors in zones.
    pub fn find(&mut self, world: &World, actors: &[Actor], placing: &mut Placing) {
        self.inside.clear();
        self.guests.clear();
        if self.list.is_empty() {
            return;
        }
        for (index, actor) in actors.iter().enumerate() {
            if matches!(actor.kind, ActorKind::Loose | ActorKind::Car(_)) {
                let bounds = world[actor.body].shape().aabb(&actor.pose);
                self.guests.push((ActorId(index as u32), bounds));
            }
        }
        for (zone, there) in self.list.iter().enumerate() {
            for (id, bounds) in &self.guests {
                if !there.bounds.overlaps(bounds) {
                    continue;
                }
                let actor = &actors[id.index()];
                let own = Placed::new(world[actor.body].shape(), &actor.pose);
                let zone_shape = Placed::new(&there.shape, &there.pose);
                let found = placing.ask(|query| query.intersect(zone_shape, own));
                // A cut counts as a hit.
                if !found.is_clear() {
                    self.inside.push(InZone { zone, actor: *id });
                }
            }
        }
    }
}

//! Zones: volumes with an effect on the actors inside. Scoring effects are only reported to the round; forces
//! act at the end of each step, so that nothing but the state of the step decides them.

use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Placed, Shape};
use dodgem_physics::STEP_SECONDS;

use crate::arena::{ActorId, ActorKind, Arena};
use crate::params::TELEPORT_CROWD;

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

/// An actor in a zone, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InZone {
    /// The zone's index.
    pub zone: usize,
    /// The actor.
    pub actor: ActorId,
}

impl Arena {
    /// Adds a zone.
    pub fn add_zone(
        &mut self,
        shape: Shape,
        pose: Pose,
        effect: ZoneEffect,
        goal: Option<ActorId>,
    ) {
        Arc::make_mut(&mut self.zones).push(Zone {
            bounds: shape.aabb(&pose),
            shape,
            pose,
            effect,
            goal,
        });
    }

    /// Removes a zone by its index; an unknown index is ignored.
    pub fn remove_zone(&mut self, zone: usize) {
        if zone < self.zones.len() {
            Arc::make_mut(&mut self.zones).remove(zone);
            // The indices of later zones have changed.
            self.in_zones.clear();
        }
    }

    /// Returns all zones.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// Returns the actors that were in zones at the end of the last step, zone by zone.
    pub fn in_zones(&self) -> &[InZone] {
        &self.in_zones
    }

    /// Finds the actors in zones and applies the effects.
    pub(super) fn apply_zones(&mut self) {
        self.find_in_zones();
        for index in 0..self.in_zones.len() {
            let InZone { zone, actor } = self.in_zones[index];
            let body = &self.world[self.actor(actor).body];
            let (velocity, spin) = (body.velocity().as_vec3(), body.angular_velocity().as_vec3());
            let forward = self.actor(actor).forward();
            let is_car = self.actor(actor).is_car();
            let gravity = self.world.settings().gravity;
            let next = match &self.zones[zone].effect {
                ZoneEffect::Boost { acceleration } if is_car => {
                    velocity + forward * (acceleration * STEP_SECONDS)
                }
                ZoneEffect::Gravity { pull } => velocity + (*pull - gravity) * STEP_SECONDS,
                ZoneEffect::Launch { velocity } => *velocity,
                ZoneEffect::Teleport { to } => {
                    self.teleport(actor, *to);
                    continue;
                }
                _ => continue,
            };
            self.set_motion(self.actor(actor).body, next, spin);
            self.copy_state(actor.index());
        }
    }

    fn find_in_zones(&mut self) {
        self.in_zones.clear();
        self.zone_guests.clear();
        if self.zones.is_empty() {
            return;
        }
        for (index, actor) in self.actors.iter().enumerate() {
            if matches!(actor.kind, ActorKind::Loose | ActorKind::Car(_)) {
                let bounds = self.world[actor.body].shape().aabb(&actor.pose);
                self.zone_guests.push((ActorId(index as u32), bounds));
            }
        }
        for (zone, there) in self.zones.iter().enumerate() {
            for (id, bounds) in &self.zone_guests {
                if !there.bounds.overlaps(bounds) {
                    continue;
                }
                let actor = &self.actors[id.index()];
                let own = Placed::new(self.world[actor.body].shape(), &actor.pose);
                let zone_shape = Placed::new(&there.shape, &there.pose);
                let (query, placing) = (&mut self.query, &mut self.placing);
                let found = placing.ask(query, |query| query.intersect(zone_shape, own));
                // A cut counts as a hit.
                if !found.is_clear() {
                    self.in_zones.push(InZone { zone, actor: *id });
                }
            }
        }
    }

    /// Moves an actor to another place with its velocity. It stays while a crowd is there, because otherwise
    /// any number of actors could pile up in one place.
    fn teleport(&mut self, id: ActorId, to: Vec3) {
        let actor = self.actor(id);
        let (body, rotation) = (actor.body, actor.pose.rotation());
        // The checks of a level ensure finite numbers.
        let Ok(pose) = Pose::new(rotation, to) else {
            return;
        };
        if self.is_crowded(id, &pose) {
            return;
        }
        let moved = self.world.set_pose(body, &pose);
        debug_assert!(moved.is_ok(), "an actor keeps its body");
        self.copy_state(id.index());
        self.actors[id.index()].previous_pose = pose;
    }

    /// True if `TELEPORT_CROWD` other movable actors are near the pose.
    fn is_crowded(&self, id: ActorId, pose: &Pose) -> bool {
        let shape = self.world[self.actor(id).body].shape();
        let bounds = shape.aabb(pose);
        let (middle, radius) = (bounds.center(), bounds.half_extents().length());
        let is_there = |index: usize| {
            let actor = &self.actors[index];
            let moves = matches!(actor.kind, ActorKind::Loose | ActorKind::Car(_));
            if index == id.index() || !moves {
                return false;
            }
            let other = &self.world[actor.body];
            let apart = (other.center().as_vec3() - middle).length();
            apart <= radius + other.reach() && bounds.overlaps(&other.shape().aabb(&other.pose()))
        };
        let there = (0..self.actors.len()).filter(|index| is_there(*index));
        there.take(TELEPORT_CROWD).count() == TELEPORT_CROWD
    }
}

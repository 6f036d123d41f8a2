//! Places in which something happens to what comes in. What counts for a round is told to it; what acts on
//! bodies acts at the end of each step, so nothing but the step's own state decides it.

use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use dodgem_collide::math::{Aabb, Pose};
use dodgem_collide::{Placed, Shape};
use dodgem_physics::STEP_SECONDS;

use crate::arena::{ActorId, ActorKind, Arena};
use crate::params::TELEPORT_CROWD;

/// What a zone does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ZoneEffect {
    /// A car that is alone in it gets points.
    Score {
        /// How many, each second.
        points: u32,
    },
    /// A car in it goes faster ahead.
    Boost {
        /// Its acceleration, in m/s^2.
        acceleration: f32,
    },
    /// What is in it has a velocity.
    Launch {
        /// In m/s, along the axes of the scene.
        velocity: Vec3,
    },
    /// Puts what comes in to another place, as fast as before, unless a crowd is there.
    Teleport {
        /// The place of its origin.
        to: Vec3,
    },
    /// A car that comes in is out, as one that fell off the edge.
    Out,
    /// Another gravity.
    Gravity {
        /// In m/s^2, along the axes of the scene.
        pull: Vec3,
    },
    /// A thing that comes in counts for the car that touched it last, and goes back to its start.
    Goal {
        /// The name of the thing.
        thing: String,
        /// What it counts.
        points: u32,
    },
    /// Nothing: a task may ask for it.
    Gate,
}

/// A zone of an arena.
#[derive(Clone, Debug)]
pub struct Zone {
    shape: Shape,
    pose: Pose,
    bounds: Aabb,
    /// What it does.
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

    /// Takes over the only zone of another arena, with that effect.
    pub fn adopt_zones(&mut self, from: &Arena, effect: &ZoneEffect, goal: Option<ActorId>) {
        let zones = from.zones.iter().map(|zone| Zone {
            effect: effect.clone(),
            goal,
            ..zone.clone()
        });
        Arc::make_mut(&mut self.zones).extend(zones);
    }

    /// Takes a zone out, by its index.
    pub fn remove_zone(&mut self, zone: usize) {
        if zone < self.zones.len() {
            Arc::make_mut(&mut self.zones).remove(zone);
            // Those behind it have other numbers.
            self.in_zones.clear();
        }
    }

    /// The zones.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The cars and things that were in zones at the end of the last step, zone by zone.
    pub fn in_zones(&self) -> &[InZone] {
        &self.in_zones
    }

    /// Finds what is in zones, and lets these act.
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

    /// Puts an actor somewhere else, as fast as it is. As long as a crowd is there it stays where it is: any number would
    /// come to be in one place.
    fn teleport(&mut self, id: ActorId, to: Vec3) {
        let actor = self.actor(id);
        let (body, rotation) = (actor.body, actor.pose.rotation());
        // The numbers of levels are finite.
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

    /// Whether so many others are where an actor would be that there is no room for it.
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

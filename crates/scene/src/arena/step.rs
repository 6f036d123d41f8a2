//! One step of an arena: applies controls, steps the world, and reports in terms of actors.

use glam::{DVec3, Vec3};

use dodgem_collide::math::Pose;
use dodgem_collide::schedule::Viewer;
use dodgem_physics::{BodyId, BodyKind, Forces, STEP_SECONDS};

use crate::arena::room::{Others, PlacedShape};
use crate::arena::{Actor, ActorId, ActorKind, Arena, ArenaSettings, Controls, InZone, ZoneEffect};
use crate::params::{
    CUT_VELOCITY_KEPT, MAX_ANGULAR_SPEED, OUTSIDE_MARGIN, RESPAWN_RISE, RESPAWN_TRIES,
    STEP_PLACING_WORK, TELEPORT_CROWD, VIEWER_BEHIND, VIEWER_HEIGHT,
};

impl Arena {
    /// Advances the arena by [`STEP_SECONDS`]. `controls[i]` drives actor `i`; other actors than cars ignore
    /// theirs, and cars without controls coast.
    pub fn step(&mut self, controls: &[Controls]) {
        let begin = self.world.time();
        self.placing.begin(STEP_PLACING_WORK);
        self.take_controls(controls);
        let viewers: [Viewer; 4] = std::array::from_fn(|i| {
            let actor = self.watchers.get(i).or(self.watchers.first());
            viewer(actor.map(|id| self.actor(*id)))
        });
        let watchers = self.watchers.len().min(viewers.len());
        self.world.set_viewers(&viewers[..watchers]);
        self.move_along();
        let has_cars = (self.actors.iter()).any(|actor| matches!(actor.kind, ActorKind::Car(_)));
        match has_cars {
            true => (self.world).step_with(|forces| push_cars(&mut self.actors, forces)),
            false => self.world.step(),
        };
        let (actors, budget) = (self.actors.len(), self.settings.budget);
        (self.record).note_step(&self.world, &self.owners, begin, (actors, budget));
        for index in 0..self.actors.len() {
            let actor = &mut self.actors[index];
            actor.previous_pose = actor.pose;
            match actor.kind {
                ActorKind::Fixed | ActorKind::Gone => {}
                ActorKind::Loose | ActorKind::Moved { .. } => self.copy_state(index),
                ActorKind::Car(_) => {
                    self.damp_if_cut(index);
                    self.limit_spin(index);
                    self.copy_state(index);
                    self.put_back_if_outside(index);
                }
            }
        }
        self.apply_zones();
    }

    fn take_controls(&mut self, controls: &[Controls]) {
        for (index, actor) in self.actors.iter_mut().enumerate() {
            let controls = controls.get(index).copied().unwrap_or_default();
            if let ActorKind::Car(car) = &mut actor.kind {
                let wanted = car.drive(controls, STEP_SECONDS);
                if car.vehicle.drive(wanted) {
                    let woken = self.world.wake(actor.body);
                    debug_assert!(woken.is_ok(), "an actor keeps its body");
                }
            }
        }
    }

    /// Sets the velocities of things with a prescribed motion so that they reach their next pose at the end
    /// of the step. A thing that waited stays delayed: its own time excludes the wait.
    fn move_along(&mut self) {
        let step = f64::from(STEP_SECONDS);
        for index in 0..self.actors.len() {
            let actor = &self.actors[index];
            let ActorKind::Moved {
                motion,
                pivot,
                phase,
            } = &actor.kind
            else {
                continue;
            };
            let id = self.body_id(ActorId(index as u32));
            let body = &self.world[id];
            let own_time = self.world.time() - body.debt() + phase;
            let next = motion.pose(&actor.start, *pivot, own_time + step);
            let now = body.pose();
            let velocity = (next.translation() - now.translation()) / STEP_SECONDS;
            let turn = next.rotation() * now.rotation().conjugate();
            // Take the shorter rotation.
            let turn = if turn.w < 0.0 { -turn } else { turn };
            let axis = Vec3::new(turn.x, turn.y, turn.z);
            let angle = 2.0 * libm::atan2f(axis.length(), turn.w);
            let spin = axis.normalize_or_zero() * (angle / STEP_SECONDS);
            self.set_motion(id, velocity, spin);
        }
    }

    /// Copies an actor's state from its body.
    pub(super) fn copy_state(&mut self, index: usize) {
        let Some(body) = self.world.body(self.actors[index].body) else {
            return;
        };
        let actor = &mut self.actors[index];
        actor.pose = body.pose();
        actor.debt = body.debt();
        actor.velocity = body.velocity().as_vec3();
        actor.angular_velocity = body.angular_velocity().as_vec3();
        if let ActorKind::Car(car) = &mut actor.kind {
            car.wheels_down = car.vehicle.wheels_down();
        }
    }

    /// Reduces the speed of an actor that the budget kept in place. Otherwise it would gather speed while it
    /// cannot move, could no longer turn back, and would shoot off when released.
    fn damp_if_cut(&mut self, index: usize) {
        let body = &self.world[self.actors[index].body];
        let waited = body.debt() - self.actors[index].debt;
        if self.record.stats().cuts > 0 && waited > 0.5 * f64::from(STEP_SECONDS) {
            let damped = |v: DVec3| (v * CUT_VELOCITY_KEPT).as_vec3();
            let (velocity, spin) = (damped(body.velocity()), damped(body.angular_velocity()));
            let id = self.body_id(ActorId(index as u32));
            self.set_motion(id, velocity, spin);
        }
    }

    /// Limits the angular speed of an actor to the maximum of the game.
    fn limit_spin(&mut self, index: usize) {
        let body = &self.world[self.actors[index].body];
        let (velocity, spin) = (body.velocity().as_vec3(), body.angular_velocity().as_vec3());
        let limited_spin = spin.clamp_length_max(MAX_ANGULAR_SPEED);
        if body.kind() == BodyKind::Dynamic && limited_spin != spin {
            let id = self.body_id(ActorId(index as u32));
            self.set_motion(id, velocity, limited_spin);
        }
    }

    /// Sets the velocities of an actor's body.
    pub(super) fn set_motion(&mut self, id: BodyId, velocity: Vec3, spin: Vec3) {
        let set = self.world.set_velocity(id, velocity, spin);
        debug_assert!(
            set.is_ok(),
            "an actor keeps its body, whose numbers are finite"
        );
    }

    /// Puts an actor outside the hall back to its start; the hall should make this impossible.
    fn put_back_if_outside(&mut self, index: usize) {
        let place = self.actors[index].pose.translation();
        let ArenaSettings {
            border,
            edge,
            heights,
            ..
        } = &self.settings;
        let (low, high) = (heights.ground(*edge), heights.ceiling);
        let inside = (low - OUTSIDE_MARGIN..high + OUTSIDE_MARGIN).contains(&place.y)
            && border.walls(*edge).clearance(place) > -OUTSIDE_MARGIN;
        if !inside {
            self.put_back(ActorId(index as u32));
        }
    }

    /// Puts an actor back to its start, at rest, or above it if the place is not free.
    pub fn put_back(&mut self, id: ActorId) {
        let body = self.body_id(id);
        let start = self.actor(id).start;
        let shape = self.world[body].shape().clone();
        let (kind, groups) = (self.world[body].kind(), self.world[body].groups());
        let mut pose = start;
        for floor in 0..RESPAWN_TRIES {
            let up = Vec3::Y * (RESPAWN_RISE * floor as f32);
            // A start within the hall plus a few metres is a valid pose.
            pose = Pose::new(start.rotation(), start.translation() + up).unwrap_or(start);
            let placed = PlacedShape {
                shape: &shape,
                passes: &[],
                kind,
                groups,
            };
            if self
                .placer()
                .room(Others::NowBut(id))
                .overlapped(&placed, &pose)
                .is_none()
            {
                break;
            }
        }
        let moved = self.world.set_pose(body, &pose);
        debug_assert!(moved.is_ok(), "an actor keeps its body");
        self.set_motion(body, Vec3::ZERO, Vec3::ZERO);
        self.copy_state(id.index());
        self.actors[id.index()].previous_pose = pose;
        self.record.note_put_back(id);
    }

    /// Finds the actors in zones and applies the effects.
    pub(super) fn apply_zones(&mut self) {
        (self.zones).find(&self.world, &self.actors, &mut self.placing);
        for index in 0..self.zones.inside().len() {
            let InZone { zone, actor } = self.zones.inside()[index];
            let body = &self.world[self.actor(actor).body];
            let (velocity, spin) = (body.velocity().as_vec3(), body.angular_velocity().as_vec3());
            let forward = self.actor(actor).forward();
            let is_car = self.actor(actor).is_car();
            let gravity = self.world.settings().gravity;
            let next = match &self.zones.list()[zone].effect {
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

/// Turns the controls of all cars into forces, and helps those that hang or lie.
fn push_cars(actors: &mut [Actor], forces: &mut Forces) {
    for actor in actors {
        if let ActorKind::Car(car) = &mut actor.kind {
            let (vehicle, recovery) = (&mut car.vehicle, &mut car.recovery);
            // An actor keeps its body, so the body exists.
            let pushed = vehicle.apply_forces(forces);
            let helped = pushed.and_then(|()| recovery.help(forces, vehicle, &car.controls));
            debug_assert!(helped.is_ok(), "an actor keeps its body");
        }
    }
}

/// Returns the camera behind an actor; without an actor, one at the centre of the floor.
fn viewer(actor: Option<&Actor>) -> Viewer {
    let Some(actor) = actor else {
        return Viewer {
            eye: Vec3::ZERO,
            forward: Vec3::NEG_Z,
        };
    };
    let forward = actor.forward();
    let flat = Vec3::new(forward.x, 0.0, forward.z).normalize_or_zero();
    Viewer {
        eye: actor.pose.translation() - flat * VIEWER_BEHIND + Vec3::Y * VIEWER_HEIGHT,
        forward: flat,
    }
}

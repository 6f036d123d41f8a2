//! The motion of a body within one step.

use glam::{DQuat, DVec3};

use crate::body::{Body, BodyKind};
use crate::displacement::Displacement;
use crate::params::{
    LOOSE_BOUNDS_CHORD, MAX_TURN_CORRECTIONS, MAX_TURNS_PER_STEP, MIN_ENERGY_TURN,
};
use crate::turn_rate::TurnRate;
use dodgem_collide::math::{Aabb, CenterFrame, Motion, turned};

/// The kind of motion that a body has in the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MotionState {
    /// It does not move in this step.
    Resting,
    /// It moves on a path of its own.
    Free,
    /// It moves with others for the rest of the step: see `ccd/contact_clusters.rs`.
    InCluster,
    /// It stays at its place until the next step, from the time that its path has reached.
    Waiting {
        /// True if it moved with a cluster before.
        was_in_cluster: bool,
    },
}

/// The path of a body in a step, from the time that it has reached.
///
/// The state in `Body` is that at `time`. From there the centre moves with `velocity` and the body turns with
/// `turning`, both constant, until its next event.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPath {
    /// The time that it has reached, in seconds from the start of the step.
    pub time: f64,
    /// The velocity, in m/s. In free fall it is that of the middle of the rest of the step, so that a thrown
    /// body ends exactly on its parabola.
    pub velocity: DVec3,
    /// The angular velocity, in rad/s.
    pub turning: DVec3,
    /// The time from which `velocity` holds, in seconds from the start of the step.
    pub since: f64,
    /// The time at which the turning must be planned again, in seconds from the start of the step.
    pub turn_end: f64,
    /// The number of changes of the path; events of older paths are void.
    pub generation: u32,
    /// The time (s) and the frame at its end, if they were computed.
    end: Option<(f64, CenterFrame)>,
}

/// The accelerations of a body in a step, in m/s^2 and rad/s^2.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepForces {
    /// The acceleration by all forces of this step.
    pub all: DVec3,
    /// The part of it that still acts during the step.
    pub acting: DVec3,
    /// The linear and angular accelerations whose effect over the whole step was added to the body's velocity
    /// at once.
    pub given: (DVec3, DVec3),
}

/// The turning of a body on a path that an impact or the solver has chosen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DirectTurn {
    /// True if the path has the body's present angular velocity instead of the mean one of free rotation: the
    /// solver or an impact has made sure that with it the body separates from its contacts.
    pub keeps_spin: bool,
    /// For a direct path that separates from one contact only: the contact's point relative to the centre of
    /// mass, crossed with its normal. A change of the turning across it does not move the contact. Otherwise
    /// 0.
    pub contact_lever: DVec3,
    /// True if the joints have computed the end of the path: the body turns steadily to it.
    pub follows_joints: bool,
    /// True if the angular momentum of a direct path shrinks by the energy that turning would gain.
    energy_bounded: bool,
}

/// Velocities that are added to a path but are not part of the body's own velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PathPush {
    /// Linear and angular velocities, until the next event, that separate bodies nearer than the skin, in m/s
    /// and rad/s.
    pub velocities: (DVec3, DVec3),
    /// The part of the linear velocity that an impact or a cluster added, in m/s.
    pub opening: DVec3,
}

/// The kinetic energy of a body in a step, in joules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EnergyAccount {
    /// The energy at the start of the step, plus the energy from impacts and falling.
    pub own: f64,
    /// The energy that the solver and the forces of the program added.
    pub gain: f64,
}

/// The contacts of a body at the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContactState {
    /// True if the solver has a contact of the body.
    pub touching: bool,
    /// The number of freely moving bodies that it touches or nearly touches.
    pub crowd: u32,
    /// True if joints hold it.
    pub held: bool,
    /// True if joints hold it to other movable bodies, which share its impacts.
    pub in_chain: bool,
    /// True if a motor or spring of a joint drives it against its contacts.
    pub driven: bool,
}

/// The motion of a body through one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyMotion {
    pub state: MotionState,
    pub path: BodyPath,
    /// The highest speed of its paths, in m/s.
    pub max_speed: f64,
    pub forces: StepForces,
    pub turn: DirectTurn,
    pub push: PathPush,
    pub energy: EnergyAccount,
    pub contact: ContactState,
    /// The most parts into which its turning in the step is divided.
    pub most_turns: f64,
    /// The number of impacts of the body in this step.
    pub events: u32,
    /// A box around the rest of the path.
    pub bounds: Aabb,
    /// A box around the body at its current place, if one was computed.
    pub here: Option<Aabb>,
    /// True if the box around the path lies inside the one that the broad phase received.
    pub listed: bool,
    /// The frame of the body at the start of the step.
    pub start: CenterFrame,
    /// The displacement by the step, valid after the step.
    pub moved: Displacement,
}

impl BodyPath {
    /// Sets these velocities (m/s, rad/s) until the end of the step.
    pub fn lead(&mut self, velocity: DVec3, turning: DVec3) {
        (self.velocity, self.turning, self.turn_end) = (velocity, turning, f64::INFINITY);
        self.change();
    }

    /// Marks the path as changed.
    pub(super) fn change(&mut self) {
        self.generation += 1;
        self.end = None;
    }
}

impl BodyMotion {
    /// The motion of a body that does not move.
    pub fn resting(bounds: Aabb) -> BodyMotion {
        BodyMotion {
            state: MotionState::Resting,
            path: BodyPath {
                time: 0.0,
                velocity: DVec3::ZERO,
                turning: DVec3::ZERO,
                since: 0.0,
                turn_end: f64::INFINITY,
                generation: 0,
                end: None,
            },
            max_speed: f64::INFINITY,
            forces: StepForces::default(),
            turn: DirectTurn::default(),
            push: PathPush::default(),
            energy: EnergyAccount::default(),
            contact: ContactState::default(),
            most_turns: MAX_TURNS_PER_STEP,
            events: 0,
            bounds,
            here: None,
            listed: true,
            start: NOWHERE,
            moved: Displacement::default(),
        }
    }

    /// True if it does not move in this step.
    #[inline]
    pub fn is_resting(&self) -> bool {
        self.state == MotionState::Resting
    }

    /// True if it stays at its place until the next step.
    pub fn is_waiting(&self) -> bool {
        matches!(self.state, MotionState::Waiting { .. })
    }

    /// True if it still follows a path, even one with zero velocity.
    #[inline]
    pub fn is_under_way(&self) -> bool {
        matches!(self.state, MotionState::Free | MotionState::InCluster)
    }

    /// True if it moves with a cluster, or did before it had to wait.
    pub fn joined_cluster(&self) -> bool {
        matches!(
            self.state,
            MotionState::InCluster
                | MotionState::Waiting {
                    was_in_cluster: true
                }
        )
    }

    /// True if the body moves on its path.
    #[inline]
    pub fn moves(&self) -> bool {
        self.is_under_way()
            && (self.path.velocity != DVec3::ZERO || self.path.turning != DVec3::ZERO)
    }

    /// The velocity of the body's matter at a point of the world on its path, in m/s.
    pub fn velocity_at(&self, body: &Body, point: DVec3) -> DVec3 {
        if self.moves() {
            self.path.velocity + self.path.turning.cross(point - body.center)
        } else {
            DVec3::ZERO
        }
    }

    /// Moves the body along its path to `time` (s).
    pub fn advance(&mut self, body: &mut Body, time: f64) {
        let span = time - self.path.time;
        if !self.is_under_way() || span <= 0.0 {
            return;
        }
        let CenterFrame { center, rotation } = self.frame_at(body, time);
        self.path.time = time;
        self.here = None;
        body.center = center;
        if self.turn.keeps_spin && self.turn.energy_bounded && !body.inertia.is_isotropic {
            // The path's turning is not that of free rotation, and must not gain energy.
            let spin = |rotation| body.inertia.twice_energy(rotation, body.angular_momentum);
            let (before, after) = (spin(body.rotation), spin(rotation));
            if after > before {
                body.angular_momentum *= (before / after).sqrt();
            }
        }
        body.rotation = rotation;
        // A push upwards takes its potential energy from the body's kinetic energy.
        let lift = -body.mass * self.forces.all.dot(self.push.opening) * span;
        if lift > 0.0 {
            let energy = body.kinetic_energy();
            body.slow_to(energy - lift, energy);
        }
        let before = body.velocity.length_squared();
        body.velocity += self.forces.acting * span;
        self.energy.own += 0.5 * body.mass * (body.velocity.length_squared() - before);
    }

    /// Corrects the speed of a body that meets something on its way, so that it fits the end of the way.
    ///
    /// In free fall the straight path of a step has both of its ends on the parabola, and lies below it
    /// between them. At a place on the path the body would have the speed of the parabola at that time, which
    /// is too low for a place so far below its start: each bounce would cost up to `g dt^2 / 8` of height. So
    /// the speed along the force becomes the one that follows from the force's work on the way.
    pub fn settle_speed(&mut self, body: &mut Body) {
        let size = self.forces.acting.length();
        if self.state != MotionState::Free || size == 0.0 || !body.is_dynamic() {
            return;
        }
        let along = self.forces.acting / size;
        let gone = self.path.time - self.path.since;
        let speed = body.velocity.dot(along);
        let first = speed - size * gone;
        let mean = (self.path.velocity - self.push.velocities.0).dot(along);
        let settled = (first * first + 2.0 * size * mean * gone).max(0.0).sqrt();
        body.velocity += along * (settled.copysign(mean) - speed);
        self.energy.own += 0.5 * body.mass * (settled * settled - speed * speed);
    }

    /// The path as a motion for queries, on the clock of the step.
    pub fn on_path(&self, body: &Body) -> Motion {
        let (start, time) = (body.frame(), self.path.time);
        if !self.moves() {
            return Motion::resting_at(start, time);
        }
        let path = Motion::from_frame(start, time, self.path.velocity, self.path.turning);
        match self.path.end {
            Some((time, frame)) => path.with_known(time, frame),
            None => path,
        }
    }

    /// The frame of the body at a time (s) of the path.
    pub fn frame_at(&self, body: &Body, time: f64) -> CenterFrame {
        self.on_path(body).frame_at(time)
    }

    /// Plans the rest of the step from the body's state at the path's time.
    pub fn plan(&mut self, body: &Body, end: f64) {
        let left = end - self.path.time;
        let wanted = body.velocity + self.forces.acting * (0.5 * left) + self.push.velocities.0;
        self.path.velocity = wanted.clamp_length_max(self.max_speed);
        self.path.since = self.path.time;
        self.plan_turn(body, end);
    }

    /// Plans only the turning: for free rotation its mean angular velocity, for a direct path the
    /// present one.
    pub fn plan_turn(&mut self, body: &Body, end: f64) {
        self.path.change();
        let left = end - self.path.time;
        if self.state == MotionState::InCluster {
            self.path.turn_end = f64::INFINITY;
            return;
        }
        if body.kind != BodyKind::Dynamic {
            (self.path.turning, self.path.turn_end) = (body.angular_velocity, f64::INFINITY);
            return;
        }
        if self.turn.follows_joints {
            let spin = (body.inertia).angular_velocity(body.rotation, body.angular_momentum);
            (self.path.turning, self.path.turn_end) =
                (self.push.velocities.1 + spin, f64::INFINITY);
            self.turn.energy_bounded = false;
            return;
        }
        let rate = TurnRate::of(body, body.rotation, end / self.most_turns);
        let span = rate.longest.min(left);
        self.path.turn_end = if rate.longest < left {
            self.path.time + span
        } else {
            f64::INFINITY
        };
        let (rotation, momentum) = (body.rotation, body.angular_momentum);
        self.path.turning = self.push.velocities.1
            + if self.turn.keeps_spin {
                body.inertia.angular_velocity(rotation, momentum) * rate.share
            } else {
                rate.mean_turning(body, rotation, span)
            };
        if self.turn.keeps_spin {
            self.turn.energy_bounded =
                self.turn.contact_lever == DVec3::ZERO || !self.turn_without_gain(body, span);
        }
    }

    /// Changes the turning of a direct path that would gain energy, so that it does not; the contact with the
    /// path's lever moves as before. Returns false if that is not possible.
    ///
    /// An additional rotation `d` changes the energy by `d . (w x L)`, with angular velocity `w` and angular
    /// momentum `L`. The smallest such `d` across the lever that removes the gain is applied.
    fn turn_without_gain(&mut self, body: &Body, span: f64) -> bool {
        let angle = self.path.turning.length() * span;
        if body.inertia.is_isotropic || angle < MIN_ENERGY_TURN {
            return true;
        }
        let momentum = body.angular_momentum;
        let spin = |rotation| body.inertia.angular_velocity(rotation, momentum);
        let before = 0.5 * momentum.dot(spin(body.rotation));
        for _ in 0..MAX_TURN_CORRECTIONS {
            let after = spin(turned(body.rotation, self.path.turning, span));
            let gain = 0.5 * momentum.dot(after) - before;
            if gain <= 1e-9 * before {
                return true;
            }
            let slope = after.cross(momentum);
            let lever = self.turn.contact_lever.normalize();
            let across = slope - lever * slope.dot(lever) * lever.dot(lever).recip();
            let size = across.length_squared();
            if size <= 0.01 * slope.length_squared() {
                return false;
            }
            self.path.turning -= across * (gain / (size * span));
        }
        true
    }

    /// Stops the body at its place for the rest of the step.
    pub fn wait(&mut self, body: &mut Body, end: f64) {
        self.state = MotionState::Waiting {
            was_in_cluster: self.state == MotionState::InCluster,
        };
        self.keep_earned_energy(body, end);
        self.forces.acting = DVec3::ZERO;
        self.path.lead(DVec3::ZERO, DVec3::ZERO);
    }

    /// Removes the energy that a body was given for a path of its own but does not use, because from now on
    /// it waits or moves with others.
    ///
    /// Forces do no work on a body that does not move. So of the energy that forces and contacts gave it for
    /// the whole step it keeps only the share of the step in which it has moved. Without this rule a body
    /// that waits again and again would fall faster and faster without moving, and one that is jammed in a
    /// heap would push its neighbours for ever. Without forces the gain came from other bodies, and it keeps
    /// all of it.
    pub fn keep_earned_energy(&mut self, body: &mut Body, end: f64) {
        if self.forces.all != DVec3::ZERO {
            let most = self.energy.own + self.energy.gain.max(0.0) * (self.path.time / end);
            body.slow_to(most, body.kinetic_energy());
        }
    }

    /// Ends a step of `step` seconds: records the body's displacement. If the body had to wait, returns the
    /// time that it still lacks, in seconds.
    pub fn end_step(&mut self, body: &Body, step: f64) -> Option<f64> {
        self.moved = if self.is_resting() {
            Displacement::default()
        } else {
            Displacement::new(self.start, body.frame(), body.reach())
        };
        let waits = matches!(self.state, MotionState::Waiting { .. });
        waits.then_some(step - self.path.time)
    }

    /// Computes the end of the path from its time to `end` (s), and the box around the path.
    pub fn update_bounds(&mut self, body: &Body, end: f64) {
        let there = self.frame_at(body, end);
        self.path.end = Some((end, there));
        let angle = if self.moves() {
            self.path.turning.length() * (end - self.path.time)
        } else {
            0.0
        };
        let here = *self.here.get_or_insert_with(|| bounds_of(body));
        self.bounds = bounds_to(body, here, there.center, || there.rotation, angle);
    }
}

/// A placeholder for a frame that is not known yet.
const NOWHERE: CenterFrame = CenterFrame {
    center: DVec3::ZERO,
    rotation: DQuat::IDENTITY,
};

/// A box around a body at its current place.
pub(super) fn bounds_of(body: &Body) -> Aabb {
    body.shape().aabb(&body.pose())
}

/// A box around the path of a body in a box `here` for `span` seconds.
pub(super) fn path_bounds(
    body: &Body,
    here: Aabb,
    velocity: DVec3,
    turning: DVec3,
    span: f64,
) -> Aabb {
    let center = body.center + velocity * span;
    let rotation = || turned(body.rotation, turning, span);
    bounds_to(body, here, center, rotation, turning.length() * span)
}

/// A box around the path to a centre and rotation, with a turn of `angle` radians at a constant rate.
fn bounds_to(
    body: &Body,
    start: Aabb,
    center: DVec3,
    rotation: impl FnOnce() -> DQuat,
    angle: f64,
) -> Aabb {
    let offset = (center - body.center).as_vec3();
    let (angle, reach) = (angle as f32, body.reach());
    // For a turn above two radians the bounding ball is as good as the box.
    if angle > 2.0 {
        let ball = Aabb::from_center(body.center.as_vec3(), glam::Vec3::splat(reach));
        let end = Aabb::new(ball.min + offset, ball.max + offset);
        return ball.union(end).expanded(rounding_margin(&ball, offset));
    }
    let chord = reach * angle;
    if chord <= LOOSE_BOUNDS_CHORD {
        let end = Aabb::new(start.min + offset, start.max + offset);
        return start
            .union(end)
            .expanded(chord + rounding_margin(&start, offset));
    }
    let pose = CenterFrame::new(center, rotation()).pose(body.local_center());
    // A point on an arc is off its chord by at most r (1 - cos(angle / 2)) <= r angle^2 / 8.
    let bulge = reach * angle * angle * 0.125;
    let both = start.union(body.shape().aabb(&pose));
    both.expanded(bulge + rounding_margin(&both, offset))
}

/// A margin for the rounding of f32 coordinates, in metres.
fn rounding_margin(bounds: &Aabb, offset: glam::Vec3) -> f32 {
    let size = bounds.min.abs().max(bounds.max.abs()) + offset.abs();
    8.0 * f32::EPSILON * size.max_element()
}

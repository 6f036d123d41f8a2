//! The motion of a body within one step.

use glam::{DQuat, DVec3};

use crate::body::{Body, BodyKind};
use crate::displacement::Displacement;
use crate::params::{LOOSE_BOUNDS_CHORD, MAX_TURN_CORRECTIONS, MIN_ENERGY_TURN};
use dodgem_collide::math::{Aabb, CenterFrame, Path, turned};

/// The path of a body in a step, from the time that it has reached.
///
/// The body's own state is that at `time`. From there its centre moves with `velocity` (m/s) and it
/// turns with `turning` (rad/s), both constant, until its next event.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyMotion {
    /// Seconds from the start of the step.
    pub time: f64,
    /// The velocity of the path. In free fall it is that of the middle of the rest of the step, so
    /// that a thrown body ends exactly where its parabola does.
    pub velocity: DVec3,
    pub turning: DVec3,
    /// No path is faster than this, in m/s.
    pub max_speed: f64,
    /// The acceleration that still acts on the body in this step, in m/s^2.
    pub acceleration: DVec3,
    /// The accelerations, linear and angular, whose effect of the whole step the body was given at
    /// once instead, in m/s^2 and rad/s^2.
    pub given: (DVec3, DVec3),
    /// The acceleration by all forces of this step, in m/s^2.
    pub force_acceleration: DVec3,
    /// When the turning has to be planned anew, in seconds from the start of the step.
    pub turn_end: f64,
    /// Counts the changes of the path; events of older paths are void.
    pub generation: u32,
    /// Impacts of the body in this step.
    pub events: u32,
    /// The body stays where it is until the next step.
    pub waiting: bool,
    /// The body does not move in this step, unless it is woken.
    pub fixed: bool,
    /// A box around the rest of the path.
    pub bounds: Aabb,
    /// A box around the body where it is now, if one was computed.
    pub here: Option<Aabb>,
    /// The path's end, its time, and the generation of that path.
    end: (f64, CenterFrame),
    end_of: Option<u32>,
    /// Whether the box around the path lies in the one that the broad phase was given.
    pub listed: bool,
    /// Where the body was at the start of the step.
    pub start: CenterFrame,
    /// The displacement by the step, once that is over.
    pub moved: Displacement,
    /// The solver has a contact of the body.
    pub touching: bool,
    /// The solver has a contact of the body with a body that nothing moves.
    pub grounded: bool,
    /// How many freely moving bodies it touches or nearly touches.
    pub crowd_contacts: u32,
    /// The path has the body's present angular velocity, not the mean one of free rotation: the
    /// solver or an impact has made sure that with it the body parts from what it touches.
    pub keeps_spin: bool,
    /// The joints have worked out where the path ends: it turns steadily to there.
    pub follows_joints: bool,
    /// For a direct path that parts from one contact only: the contact's point relative to the centre
    /// of mass, crossed with its normal. A change of the turning across it does not move the contact.
    /// Otherwise 0.
    pub contact_lever: DVec3,
    /// On a direct path the angular momentum shrinks by what turning would gain in energy.
    pub energy_bounded: bool,
    /// The body is in a cluster: it moves with others for the rest of the step.
    pub in_cluster: bool,
    /// Velocities (linear, angular) that are added to the path until the next event, to part bodies
    /// that are nearer than the skin, in m/s and rad/s.
    pub push: (DVec3, DVec3),
    /// The part of the linear one that an impact or a cluster added.
    pub opening: DVec3,
    /// The body's kinetic energy at the start of the step, plus what impacts and falling added, in
    /// joules.
    pub energy: f64,
    /// The kinetic energy that the solver and the wheels added, in joules.
    pub gain: f64,
}

impl BodyMotion {
    /// The motion of a body that stays.
    pub fn resting(bounds: Aabb) -> BodyMotion {
        BodyMotion {
            time: 0.0,
            velocity: DVec3::ZERO,
            turning: DVec3::ZERO,
            max_speed: f64::INFINITY,
            acceleration: DVec3::ZERO,
            given: (DVec3::ZERO, DVec3::ZERO),
            force_acceleration: DVec3::ZERO,
            turn_end: f64::INFINITY,
            generation: 0,
            events: 0,
            waiting: false,
            fixed: true,
            bounds,
            here: None,
            end: (0.0, NOWHERE),
            end_of: None,
            listed: true,
            start: NOWHERE,
            moved: Displacement::default(),
            touching: false,
            grounded: false,
            crowd_contacts: 0,
            keeps_spin: false,
            follows_joints: false,
            energy_bounded: false,
            contact_lever: DVec3::ZERO,
            in_cluster: false,
            push: (DVec3::ZERO, DVec3::ZERO),
            opening: DVec3::ZERO,
            energy: 0.0,
            gain: 0.0,
        }
    }

    /// Whether the body moves on its path.
    pub fn moves(&self) -> bool {
        !(self.fixed || self.waiting)
            && (self.velocity != DVec3::ZERO || self.turning != DVec3::ZERO)
    }

    /// The velocity of the body's matter at a point of the world on its path, in m/s.
    pub fn velocity_at(&self, body: &Body, point: DVec3) -> DVec3 {
        if self.moves() {
            self.velocity + self.turning.cross(point - body.center)
        } else {
            DVec3::ZERO
        }
    }

    /// Takes the body along its path to `time`.
    pub fn advance(&mut self, body: &mut Body, time: f64) {
        let span = time - self.time;
        if self.fixed || self.waiting || span <= 0.0 {
            return;
        }
        let CenterFrame { center, rotation } = self.frame_at(body, time);
        self.time = time;
        self.here = None;
        body.center = center;
        if self.keeps_spin && self.energy_bounded && !body.inertia.is_isotropic {
            // The path's turning is not the free one, and must not gain energy.
            let spin = |rotation| body.inertia.twice_energy(rotation, body.angular_momentum);
            let (before, after) = (spin(body.rotation), spin(rotation));
            if after > before {
                body.angular_momentum *= (before / after).sqrt();
            }
        }
        body.rotation = rotation;
        // A body that is pushed upwards pays for its height with kinetic energy.
        let lift = -body.mass * self.force_acceleration.dot(self.opening) * span;
        if lift > 0.0 {
            let energy = body.kinetic_energy();
            body.slow_to(energy - lift, energy);
        }
        let before = body.velocity.length_squared();
        body.velocity += self.acceleration * span;
        self.energy += 0.5 * body.mass * (body.velocity.length_squared() - before);
    }

    /// The path as queries take it, on the clock of the step.
    pub fn path(&self, body: &Body) -> Path {
        let start = body.frame();
        if !self.moves() {
            return Path::resting(start, self.time);
        }
        let path = Path::new(start, self.time, self.velocity, self.turning);
        if self.end_of == Some(self.generation) {
            path.with_known(self.end.0, self.end.1)
        } else {
            path
        }
    }

    /// Where the body is at a time of the path.
    pub fn frame_at(&self, body: &Body, time: f64) -> CenterFrame {
        self.path(body).frame_at(time)
    }

    /// Plans the rest of the step from the body's state at `self.time`.
    pub fn plan(&mut self, body: &Body, end: f64) {
        let left = end - self.time;
        let wanted = body.velocity + self.acceleration * (0.5 * left) + self.push.0;
        self.velocity = wanted.clamp_length_max(self.max_speed);
        self.plan_turn(body, end);
    }

    /// Plans only the turning: for free rotation its mean angular velocity, for a direct path the
    /// present one.
    pub fn plan_turn(&mut self, body: &Body, end: f64) {
        self.generation += 1;
        let left = end - self.time;
        if self.in_cluster {
            self.turn_end = f64::INFINITY;
            return;
        }
        if body.kind != BodyKind::Dynamic {
            (self.turning, self.turn_end) = (body.angular_velocity, f64::INFINITY);
            return;
        }
        if self.follows_joints {
            let spin = body.inertia.angular_velocity(body.rotation, body.angular_momentum);
            (self.turning, self.turn_end) = (self.push.1 + spin, f64::INFINITY);
            self.energy_bounded = false;
            return;
        }
        let longest = body
            .inertia
            .longest_turn(body.rotation, body.angular_momentum);
        let span = longest.min(left);
        self.turn_end = if longest < left {
            self.time + span
        } else {
            f64::INFINITY
        };
        let (rotation, momentum) = (body.rotation, body.angular_momentum);
        self.turning = self.push.1
            + if self.keeps_spin {
                body.inertia.angular_velocity(rotation, momentum)
            } else {
                body.inertia.mean_angular_velocity(rotation, momentum, span)
            };
        if self.keeps_spin {
            self.energy_bounded =
                self.contact_lever == DVec3::ZERO || !self.turn_without_gain(body, span);
        }
    }

    /// Changes the turning of a direct path that would gain energy, so that it does not; the contact
    /// with the path's lever moves as before. False if that is not possible.
    ///
    /// A further turn by `d` changes the energy by `d . (w x L)`, with angular velocity `w` and angular
    /// momentum `L`. The smallest such `d` across the lever that removes the gain is applied.
    fn turn_without_gain(&mut self, body: &Body, span: f64) -> bool {
        let angle = self.turning.length() * span;
        if body.inertia.is_isotropic || angle < MIN_ENERGY_TURN {
            return true;
        }
        let momentum = body.angular_momentum;
        let spin = |rotation| body.inertia.angular_velocity(rotation, momentum);
        let before = 0.5 * momentum.dot(spin(body.rotation));
        for _ in 0..MAX_TURN_CORRECTIONS {
            let after = spin(turned(body.rotation, self.turning, span));
            let gain = 0.5 * momentum.dot(after) - before;
            if gain <= 1e-9 * before {
                return true;
            }
            let slope = after.cross(momentum);
            let across = slope.reject_from(self.contact_lever.normalize());
            let size = across.length_squared();
            if size <= 0.01 * slope.length_squared() {
                return false;
            }
            self.turning -= across * (gain / (size * span));
        }
        true
    }

    /// Stops the body here for the rest of the step.
    ///
    /// Forces do no work on a body that does not move. So of the energy that forces and contacts gave
    /// it for the whole step it keeps only the share of the step that it has moved: otherwise a body
    /// that waits again and again would fall faster and faster without moving. Without forces the
    /// gain came from other bodies, and it keeps all of it.
    pub fn wait(&mut self, body: &mut Body, end: f64) {
        self.waiting = true;
        if self.force_acceleration != DVec3::ZERO {
            let most = self.energy + self.gain.max(0.0) * (self.time / end);
            body.slow_to(most, body.kinetic_energy());
        }
        self.velocity = DVec3::ZERO;
        self.turning = DVec3::ZERO;
        self.acceleration = DVec3::ZERO;
        self.turn_end = f64::INFINITY;
        self.generation += 1;
    }

    /// Computes the end of the path from `self.time` to `end` (s), and the box around the path.
    pub fn update_bounds(&mut self, body: &Body, end: f64) {
        let there = self.frame_at(body, end);
        self.end = (end, there);
        self.end_of = Some(self.generation);
        let angle = if self.moves() {
            self.turning.length() * (end - self.time)
        } else {
            0.0
        };
        let here = *self.here.get_or_insert_with(|| bounds_of(body));
        self.bounds = bounds_to(body, here, there.center, || there.rotation, angle);
    }
}

/// The frame of a body that has none yet.
const NOWHERE: CenterFrame = CenterFrame {
    center: DVec3::ZERO,
    rotation: DQuat::IDENTITY,
};

/// A box around a body where it is.
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

/// The same for a path to a centre and rotation, with a turn of `angle` radians at a constant rate.
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

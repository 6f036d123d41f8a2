//! The path of a body within one step.

use glam::{DQuat, DVec3};

use crate::body::{Body, BodyKind};
use crate::free_rotation::turned;
use crate::pair_cache::Moved;
use dodgem_collide::math::{Aabb, Motion};

/// Where a body is on its way through the step, and how it goes on.
///
/// The body's own state is that at `time`. From there its centre moves with `velocity` and it turns
/// with `turning`, both constant, until something happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyMotion {
    /// Seconds from the start of the step.
    pub time: f64,
    /// The path's velocity: in free flight that of the middle of the rest of the step, so that a
    /// thrown body comes to the very place where its parabola ends.
    pub velocity: DVec3,
    pub turning: DVec3,
    /// What the body's velocity still gains, in m/s^2.
    pub acceleration: DVec3,
    /// What it has been given for the whole step at once instead, in m/s^2 and rad/s^2.
    pub given: (DVec3, DVec3),
    /// All that pulls at it in this step, in m/s^2.
    pub pull: DVec3,
    /// When the turning has to be worked out anew.
    pub turn_end: f64,
    /// Counts the changes of the path; sweeps of older paths are void.
    pub generation: u32,
    /// Things that happened to the body in this step.
    pub events: u32,
    /// It stays where it is until the next step.
    pub waiting: bool,
    /// It does not move in this step, unless it is woken.
    pub fixed: bool,
    /// A box around the rest of the path.
    pub bounds: Aabb,
    /// A box around the body where it is now, if anybody has looked.
    pub here: Option<Aabb>,
    /// Where the path ends, and the generation of the path for which that is so.
    end: (f64, DVec3, DQuat),
    end_of: Option<u32>,
    /// Whether that box lies in the one that the broad phase was given.
    pub listed: bool,
    /// Where the body was at the start of the step: its centre and rotation.
    pub start: (DVec3, DQuat),
    /// How it has moved in the step, once that is over.
    pub moved: Moved,
    /// The solver has a contact of the body.
    pub touching: bool,
    /// One with something that nothing moves.
    pub grounded: bool,
    /// How many bodies that move freely it touches or nearly does.
    pub company: u32,
    /// The body turns on as it does now, not as it will on average: the solver and impacts have
    /// made sure that it so leaves what it touches.
    pub direct: bool,
    /// Where it so leaves one body alone, what may give way, the nearest place from the body's centre,
    /// across the normal there; else 0.
    pub lever: DVec3,
    /// Turning so takes from its angular momentum what it would gain in energy.
    pub bounded: bool,
    /// It goes with others for the rest of the step and has no motion of its own.
    pub bound_on: bool,
    /// What the solver adds to the velocities of the path (linear, angular) to part bodies that
    /// are nearer than the skin, until something happens.
    pub push: (DVec3, DVec3),
    /// The part of it that an impact added.
    pub opening: DVec3,
    /// The body's kinetic energy at the start of the step, and what impacts and its fall have added.
    pub energy: f64,
    /// What the solver and the wheels have added, in joules.
    pub gain: f64,
}

impl BodyMotion {
    /// A body that stays.
    pub fn resting(bounds: Aabb) -> BodyMotion {
        BodyMotion {
            time: 0.0,
            velocity: DVec3::ZERO,
            turning: DVec3::ZERO,
            acceleration: DVec3::ZERO,
            given: (DVec3::ZERO, DVec3::ZERO),
            pull: DVec3::ZERO,
            turn_end: f64::INFINITY,
            generation: 0,
            events: 0,
            waiting: false,
            fixed: true,
            bounds,
            here: None,
            end: (0.0, DVec3::ZERO, DQuat::IDENTITY),
            end_of: None,
            listed: true,
            start: (DVec3::ZERO, DQuat::IDENTITY),
            moved: Moved::default(),
            touching: false,
            grounded: false,
            company: 0,
            direct: false,
            bounded: false,
            lever: DVec3::ZERO,
            bound_on: false,
            push: (DVec3::ZERO, DVec3::ZERO),
            opening: DVec3::ZERO,
            energy: 0.0,
            gain: 0.0,
        }
    }

    /// Whether its path leads anywhere.
    pub fn moves(&self) -> bool {
        !(self.fixed || self.waiting)
            && (self.velocity != DVec3::ZERO || self.turning != DVec3::ZERO)
    }

    /// How fast its path takes the matter at a place of the world.
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
        let (center, rotation) = self.place(body, time);
        self.time = time;
        self.here = None;
        body.center = center;
        if self.direct && self.bounded && !body.inertia.is_isotropic {
            // It turned as it did at first, not as it freely would: that may not gain energy.
            let spin = |rotation| body.inertia.twice_energy(rotation, body.angular_momentum);
            let (before, after) = (spin(body.rotation), spin(rotation));
            if after > before {
                body.angular_momentum *= (before / after).sqrt();
            }
        }
        body.rotation = rotation;
        // Being pushed apart is no way to get up for nothing.
        let lift = -body.mass * self.pull.dot(self.opening) * span;
        if lift > 0.0 {
            let energy = body.kinetic_energy();
            body.slow_to(energy - lift, energy);
        }
        let before = body.velocity.length_squared();
        body.velocity += self.acceleration * span;
        self.energy += 0.5 * body.mass * (body.velocity.length_squared() - before);
    }

    /// The centre and rotation at a time of the path.
    pub fn place(&self, body: &Body, time: f64) -> (DVec3, DQuat) {
        let span = time - self.time;
        if span <= 0.0 || !self.moves() {
            return (body.center, body.rotation);
        }
        if self.end_of == Some(self.generation) && self.end.0 == time {
            return (self.end.1, self.end.2);
        }
        // As the sweeps see it: they take velocities in f32.
        let center = body.center + rounded(self.velocity) * span;
        (center, turned(body.rotation, rounded(self.turning), span))
    }

    /// The path from `time` on, and the body's place there, without changing either; as seen from
    /// a place of the world.
    pub fn motion(&self, body: &Body, time: f64, origin: DVec3) -> Motion {
        if !self.moves() {
            return Motion::resting(body.pose_from_place(origin));
        }
        let (center, rotation) = self.place(body, time);
        body.motion_from(center - origin, rotation, self.velocity, self.turning)
    }

    /// Plans the rest of the step from the body's state at `self.time`.
    pub fn plan(&mut self, body: &Body, end: f64) {
        let left = end - self.time;
        self.velocity = body.velocity + self.acceleration * (0.5 * left) + self.push.0;
        self.plan_turn(body, end);
    }

    /// Plans only the turning.
    pub fn plan_turn(&mut self, body: &Body, end: f64) {
        self.generation += 1;
        let left = end - self.time;
        if self.bound_on {
            self.turn_end = f64::INFINITY;
            return;
        }
        if body.kind != BodyKind::Dynamic {
            (self.turning, self.turn_end) = (body.angular_velocity, f64::INFINITY);
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
            + if self.direct {
                body.inertia.angular_velocity(rotation, momentum)
            } else {
                body.inertia.mean_angular_velocity(rotation, momentum, span)
            };
        if self.direct {
            self.bounded = self.lever == DVec3::ZERO || !self.turn_without_gain(body, span);
        }
    }

    /// Changes a turn that goes on as it is now, where that would gain energy, so that it does not,
    /// and moves what has the flight's lever no differently. Whether it can.
    ///
    /// A further turn by `d` changes the energy by `d . (w x L)`; this is the least `d` across the
    /// lever that takes the gain away again.
    fn turn_without_gain(&mut self, body: &Body, span: f64) -> bool {
        let angle = self.turning.length() * span;
        if body.inertia.is_isotropic || angle < LEAST_ANGLE {
            return true;
        }
        let momentum = body.angular_momentum;
        let spin = |rotation| body.inertia.angular_velocity(rotation, momentum);
        let before = 0.5 * momentum.dot(spin(body.rotation));
        for _ in 0..CORRECTIONS {
            let after = spin(turned(body.rotation, self.turning, span));
            let gain = 0.5 * momentum.dot(after) - before;
            if gain <= 1e-9 * before {
                return true;
            }
            let slope = after.cross(momentum);
            let across = slope.reject_from(self.lever.normalize());
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
    /// What does not move does not gain: no force does work on it. Of what forces and contacts
    /// have given the body for the whole step it keeps no more than the share of the step that it
    /// has moved, so that a body that has to wait again and again does not fall faster and faster
    /// where it hangs. Where nothing pulls, what it has gained others have lost, and it keeps that.
    pub fn wait(&mut self, body: &mut Body, end: f64) {
        self.waiting = true;
        if self.pull != DVec3::ZERO {
            let most = self.energy + self.gain.max(0.0) * (self.time / end);
            body.slow_to(most, body.kinetic_energy());
        }
        self.velocity = DVec3::ZERO;
        self.turning = DVec3::ZERO;
        self.acceleration = DVec3::ZERO;
        self.turn_end = f64::INFINITY;
        self.generation += 1;
    }

    /// Works out where the path from `self.time` to `end` leads, and the box around it.
    pub fn bound(&mut self, body: &Body, end: f64) {
        let there = self.place(body, end);
        self.end = (end, there.0, there.1);
        self.end_of = Some(self.generation);
        let angle = if self.moves() {
            self.turning.length() * (end - self.time)
        } else {
            0.0
        };
        let here = *self.here.get_or_insert_with(|| bounds_of(body));
        self.bounds = bounds_to(body, here, there.0, || there.1, angle);
    }
}

/// A turn by less than this, in radians, gains no more than its square, a millionth.
const LEAST_ANGLE: f64 = 1e-3;

/// How often a turn is changed that gains energy; each time hardly anything of the gain is left.
const CORRECTIONS: usize = 4;

fn rounded(v: DVec3) -> DVec3 {
    v.as_vec3().as_dvec3()
}

/// A box around a body where it is.
pub(super) fn bounds_of(body: &Body) -> Aabb {
    body.shape.aabb(&body.pose())
}

/// A box around everything that a body in a box `here` touches on a path of `span` seconds.
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

/// Where turning moves no point farther than this, in metres, nobody looks how it changes the box.
const LOOSE: f32 = 2e-3;

/// The same of a path that leads to a centre and rotation by an even turn of `angle` rad.
fn bounds_to(
    body: &Body,
    start: Aabb,
    center: DVec3,
    rotation: impl FnOnce() -> DQuat,
    angle: f64,
) -> Aabb {
    let way = (center - body.center).as_vec3();
    let (angle, reach) = (angle as f32, body.reach);
    // Two radians on, no corner of the box is where it was; the ball around the body is as good.
    if angle > 2.0 {
        let ball = Aabb::from_center(body.center.as_vec3(), glam::Vec3::splat(reach));
        let end = Aabb::new(ball.min + way, ball.max + way);
        return ball.union(end).expanded(slack(&ball, way));
    }
    let chord = reach * angle;
    if chord <= LOOSE {
        let end = Aabb::new(start.min + way, start.max + way);
        return start.union(end).expanded(chord + slack(&start, way));
    }
    let pose = body.pose_from(center, rotation());
    // A point on an arc leaves its chord by at most r (1 - cos(angle / 2)) <= r angle^2 / 8.
    let bulge = reach * angle * angle * 0.125;
    let both = start.union(body.shape.aabb(&pose));
    both.expanded(bulge + slack(&both, way))
}

/// Room for the rounding of f32 coordinates.
fn slack(bounds: &Aabb, way: glam::Vec3) -> f32 {
    let size = bounds.min.abs().max(bounds.max.abs()) + way.abs();
    8.0 * f32::EPSILON * size.max_element()
}

//! The bumper car: a body on four wheels that are rays.
//!
//! Each wheel casts a ray down from its mount. A surface that the ray hits within the spring's length carries
//! the car: a spring and a damper push along the ground's normal, and the tyre resists sliding up to its
//! grip, driven and braked within one circle of friction; beyond it the car slides. The opposite force acts
//! on the body under the wheel.
//!
//! Steering is that of a bumper car, which can turn on the spot: the controls demand a rate of turn, and
//! every wheel is a castor that rolls in the direction of a car with that turn, as far as its tyre holds. So
//! a car climbs obstacles within the reach of its wheels, jumps where the ground ends, and tips over when its
//! wheels are pushed from under it.
//!
//! A vehicle is no part of the world of physics: it reads and pushes bodies through [`Forces`], as any program
//! may, in [`World::step_with`](dodgem_physics::World::step_with).
//!
//! Source: the idea of a car on four sprung rays is that of source 2 (OBB trees and animation).

mod controls;
mod settings;

use glam::{DVec3, Vec2, Vec3};

use dodgem_collide::math::Pose;
use dodgem_physics::{Body, BodyError, BodyId, Forces, RayHit};

use crate::params::{PIVOT_SHARE, TURN_RESPONSE};

pub use controls::Controls;
pub use settings::{VehicleError, VehicleSettings};

/// The state of a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wheel {
    /// The spring's length now, in metres; the unloaded length in the air.
    pub length: f32,
    /// The load that it carries, in N; 0 in the air.
    pub load: f32,
    /// The direction in which it rolls, in radians to the left of the car's front.
    pub angle: f32,
    /// True if the tyre needed more than its grip in the last step.
    pub slides: bool,
}

/// A car.
#[derive(Clone, Debug)]
pub struct Vehicle {
    body: BodyId,
    settings: VehicleSettings,
    controls: Controls,
    wheels: [Wheel; 4],
    /// For each wheel, the body that carries it.
    grounds: [Option<BodyId>; 4],
}

/// The common data of a car's four wheels in a step.
struct CarFrame {
    /// The directions of the roof and of the nose, in the world.
    up: DVec3,
    ahead: DVec3,
    center: DVec3,
    /// The velocity in m/s and the spin in rad/s.
    velocity: DVec3,
    spin: DVec3,
    /// The velocity at the end of the step without forces of the wheels: the tyres hold against it, or a car
    /// on a slope would move on at the velocity that a step of gravity gives it.
    velocity_to_come: DVec3,
    /// The mass that a wheel moves: a quarter of the car, in kg.
    mass: f64,
    /// The mass that a wheel stops, in kg: the car's divided by the number of wheels with a load.
    stopped_mass: f64,
    /// The rate of turn about `up` that the controls demand, in rad/s.
    wanted_turn: f64,
    /// The part of that rate to be gained in this step, in rad/s.
    missing_turn: f64,
    /// The car's moment of inertia about `up`, in kg m^2.
    inertia: f64,
    /// The inertia above, divided by that of four quarters of the car's mass at its wheels: the share of the
    /// force that would turn these.
    turn_share: f64,
}

impl Vehicle {
    /// Its body.
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// The wheels: front left, front right, rear left, rear right.
    pub fn wheels(&self) -> &[Wheel; 4] {
        &self.wheels
    }

    /// The upper ends of the springs, in the order of the wheels, in the body's frame.
    pub fn mounts(&self) -> [Vec3; 4] {
        std::array::from_fn(|index| self.settings.mount_of(index))
    }

    /// The number of wheels on the ground.
    pub fn wheels_down(&self) -> usize {
        self.wheels.iter().filter(|w| w.load > 0.0).count()
    }
}

impl CarFrame {
    /// Adds the effect of the loads: wheels with a load stop the car, and their tyres hold against the turn
    /// that the loads will cause within the step if the car leans differently from the ground.
    fn take_loads(&mut self, hits: &[Option<RayHit>; 4], loads: &[f64; 4], step: f64) {
        let wheels = hits.iter().zip(loads);
        let torques = wheels.filter_map(|(hit, load)| {
            let hit = hit.as_ref()?;
            let lever = hit.point.as_dvec3() - self.center;
            Some(lever.cross(hit.normal.as_dvec3() * *load).dot(self.up))
        });
        let carrying = loads.iter().filter(|load| **load > 0.0).count();
        self.stopped_mass = 4.0 * self.mass / carrying.max(1) as f64;
        self.missing_turn -= torques.sum::<f64>() * step / self.inertia;
    }
}

/// The response of the ground under a wheel.
///
/// A damper whose force is computed once a step must not reverse the velocity that it damps: on ground
/// lighter than the damping times the step it would do so, and add energy in each step instead of removing
/// it. Its force is that of the velocity at the end of the step, if the ground were free and all wheels on it
/// pushed equally: weaker on light ground, and unchanged on immovable ground.
struct GroundYielding<'g> {
    ground: &'g Body,
    point: DVec3,
    /// The number of wheels of the car on this body.
    wheels: f64,
    /// The length of a step, in seconds.
    step: f64,
}

impl<'g> GroundYielding<'g> {
    /// The ground under one of a car's wheels.
    fn under(
        forces: &'g Forces,
        hit: &RayHit,
        hits: &[Option<RayHit>; 4],
    ) -> Result<Self, BodyError> {
        let beside = hits.iter().flatten().filter(|of| of.body == hit.body);
        Ok(GroundYielding {
            ground: forces.body(hit.body)?,
            point: hit.point.as_dvec3(),
            wheels: beside.count() as f64,
            step: forces.settings().step,
        })
    }

    /// A damping, in N s/m, reduced to the part that the ground lets act along a direction.
    fn limit(&self, damping: f64, direction: DVec3) -> f64 {
        let response = self.ground.response_at(self.point, direction);
        damping / (1.0 + damping * self.step * self.wheels * response)
    }
}

/// A force on a body at a point, in N and in the world.
struct PointForce {
    body: BodyId,
    force: DVec3,
    point: DVec3,
}

impl Vehicle {
    /// Wheels under a dynamic body.
    ///
    /// # Errors
    /// [`VehicleError`] for invalid settings.
    pub fn new(body: BodyId, settings: VehicleSettings) -> Result<Vehicle, VehicleError> {
        settings.check()?;
        Ok(Vehicle {
            body,
            settings,
            controls: Controls::default(),
            wheels: [Wheel::default(); 4],
            grounds: [None; 4],
        })
    }

    /// Gives it new wheels, which are in the air until the next step. The controls stay. The program has to wake
    /// its body.
    ///
    /// # Errors
    /// [`VehicleError`] for invalid settings; then nothing changes.
    pub fn renew(&mut self, settings: VehicleSettings) -> Result<(), VehicleError> {
        let controls = self.controls;
        *self = Vehicle {
            controls,
            ..Vehicle::new(self.body, settings)?
        };
        Ok(())
    }

    /// Sets the controls from now on. Numbers out of range are clamped; see [`Controls`] for NaN. Returns
    /// true if they have changed: then the program has to wake its body.
    #[must_use]
    pub fn drive(&mut self, controls: Controls) -> bool {
        let before = std::mem::replace(&mut self.controls, controls.clamped());
        self.controls != before
    }

    /// Turns the controls into forces on the car and on the bodies under its wheels, in each step.
    ///
    /// # Errors
    /// [`BodyError::Unknown`] if its body was removed.
    pub fn apply_forces(&mut self, forces: &mut Forces) -> Result<(), BodyError> {
        let applied = self.press_on_wheels(forces);
        for ground in self.grounds.into_iter().flatten() {
            forces.note_support(self.body, ground);
        }
        applied
    }

    fn press_on_wheels(&mut self, forces: &mut Forces) -> Result<(), BodyError> {
        let body = forces.body(self.body)?;
        if !body.is_dynamic() || body.is_asleep() && self.controls.throttle == 0.0 {
            return Ok(());
        }
        let pose = body.pose();
        let hits = self.cast_wheels(forces, &pose);
        let mut frame = self.car_frame(forces, pose, &hits)?;
        let mut loads = [0.0; 4];
        for (load, hit) in loads.iter_mut().zip(&hits) {
            if let Some(hit) = hit {
                *load = self.load_on(forces, &frame, hit, &hits)?;
            }
        }
        for (ground, (hit, load)) in self.grounds.iter_mut().zip(hits.iter().zip(loads)) {
            *ground = hit.as_ref().filter(|_| load > 0.0).map(|hit| hit.body);
        }
        frame.take_loads(&hits, &loads, forces.settings().step);
        for (index, load) in loads.into_iter().enumerate() {
            let both = self.wheel_forces(forces, &frame, index, &hits, load)?;
            for force in both.into_iter().flatten() {
                forces.press(force.body, force.force, force.point)?;
            }
        }
        Ok(())
    }

    /// The hit of each wheel's ray, if there is anything within its spring's length.
    fn cast_wheels(&self, forces: &mut Forces, pose: &Pose) -> [Option<RayHit>; 4] {
        let down = -pose.transform_vector(Vec3::Y);
        let tops = self.mounts().map(|mount| pose.transform_point(mount));
        forces.rays(tops, down, self.settings.spring_length, self.body)
    }

    fn car_frame(
        &self,
        forces: &Forces,
        pose: Pose,
        hits: &[Option<RayHit>; 4],
    ) -> Result<CarFrame, BodyError> {
        let (settings, step) = (&self.settings, forces.settings().step);
        let body = forces.body(self.body)?;
        let up = pose.transform_vector(Vec3::Y).as_dvec3();
        let ahead = pose.transform_vector(Vec3::NEG_Z).as_dvec3();
        let wanted_turn = self.wanted_turn(body.velocity().dot(ahead));
        let spin = body.angular_velocity();
        // The car steers relative to the ground, which may turn.
        let (mut ground_turn, mut wheels_down) = (0.0, 0.0);
        for hit in hits.iter().flatten() {
            ground_turn += forces.body(hit.body)?.surface_spin().dot(up);
            wheels_down += 1.0;
        }
        let ground_turn = ground_turn / f64::max(wheels_down, 1.0);
        let missing = wanted_turn + ground_turn - spin.dot(up);
        let arms = Vec2::new(settings.half_track, settings.half_base);
        let arms = f64::from(arms.length_squared());
        let inertia = body.angular_momentum_at(up).dot(up);
        Ok(CarFrame {
            up,
            ahead,
            center: body.center(),
            velocity: body.velocity(),
            spin,
            velocity_to_come: forces.velocity_to_come(self.body)?,
            mass: body.mass() * 0.25,
            stopped_mass: body.mass(),
            wanted_turn,
            missing_turn: missing * (TURN_RESPONSE * step).min(1.0),
            inertia,
            turn_share: inertia / (body.mass() * arms),
        })
    }

    /// The load of a wheel, in N: a quarter of the car on a damped spring, along the normal; steep ground
    /// carries less.
    fn load_on(
        &self,
        forces: &Forces,
        frame: &CarFrame,
        hit: &RayHit,
        hits: &[Option<RayHit>; 4],
    ) -> Result<f64, BodyError> {
        let settings = &self.settings;
        let yielding = GroundYielding::under(forces, hit, hits)?;
        let (point, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
        let under = yielding.ground.surface_velocity_at(point);
        let velocity = frame.velocity + frame.spin.cross(point - frame.center) - under;
        let mass = frame.mass;
        let omega = std::f64::consts::TAU * f64::from(settings.spring_hertz);
        let pressed = f64::from(settings.spring_length - hit.distance);
        let carry = normal.dot(frame.up).max(0.0);
        let spring = mass * omega * omega * pressed;
        let damping = 2.0 * f64::from(settings.damping) * mass * omega;
        let damper = yielding.limit(damping, normal) * velocity.dot(normal);
        Ok(((spring - damper) * carry).max(0.0))
    }

    /// The forces of a wheel with a load on the car and on the body under it; none in the air.
    fn wheel_forces(
        &mut self,
        forces: &Forces,
        frame: &CarFrame,
        index: usize,
        hits: &[Option<RayHit>; 4],
        load: f64,
    ) -> Result<Option<[PointForce; 2]>, BodyError> {
        let wheel = &mut self.wheels[index];
        *wheel = Wheel {
            length: self.settings.spring_length,
            ..Wheel::default()
        };
        let Some(hit) = &hits[index] else {
            return Ok(None);
        };
        (wheel.length, wheel.load) = (hit.distance, load as f32);
        let (point, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
        let yielding = GroundYielding::under(forces, hit, hits)?;
        let (ground, step) = (yielding.ground, yielding.step);
        let (lever, mass) = (point - frame.center, frame.mass);
        let Some(ahead) = (frame.ahead - normal * frame.ahead.dot(normal)).try_normalize() else {
            return Ok(None);
        };
        let across = ahead.cross(normal);
        let under = ground.surface_velocity_at(frame.center + normal * normal.dot(lever));
        let rolling = (frame.velocity - under).dot(ahead);
        let seen = frame.velocity - ground.velocity();
        let under_to_come =
            under + forces.carrying_acceleration(ground.surface_spin(), seen) * step;
        let moving = frame.velocity_to_come - under_to_come;
        let (rolling_on, sliding) = (moving.dot(ahead), moving.dot(across));
        // The forces that stop the mass that the wheel moves, or the mass that it stops, in this step, in N
        // for 1 m/s.
        let stops = |mass: f64| [ahead, across].map(|along| yielding.limit(mass / step, along));
        let [turn_stop, turn_stop_across] = stops(mass);
        let [stop, stop_across] = stops(frame.stopped_mass);
        let turn = frame.up.cross(lever);
        wheel.angle = angle_of(turn * frame.wanted_turn + ahead * rolling, ahead, across);
        let turn = turn * (frame.missing_turn * frame.turn_share * turn_stop.min(turn_stop_across));
        let turn = turn - normal * turn.dot(normal);
        let drive = self.drive_force(rolling, mass, rolling_on * stop);
        // Turning has a separate grip, so that steering reduces neither drive nor hold.
        let wanted = ahead * drive - across * (sliding * stop_across);
        let grip = self.settings.grip * forces.material_at(ground, hit).grip;
        let limit = load * f64::from(grip);
        self.wheels[index].slides = wanted.length() > limit;
        let friction = wanted.clamp_length_max(limit) + turn.clamp_length_max(limit);
        let force = normal * load + friction;
        Ok(Some([
            PointForce {
                body: self.body,
                force,
                point,
            },
            PointForce {
                body: hit.body,
                force: -force,
                point,
            },
        ]))
    }

    /// The rate of turn that the controls demand, in rad/s to the left, at a forward speed in m/s.
    fn wanted_turn(&self, speed: f64) -> f64 {
        let limit = f64::from(self.settings.turn_rate);
        let rolling = speed / f64::from(self.settings.turn_radius);
        // If rolling turns the car faster than the pivot does, rolling decides.
        let pivot = f64::from(self.controls.throttle) * limit * PIVOT_SHARE;
        let rate = if rolling * pivot >= 0.0 && rolling.abs() < pivot.abs() {
            pivot
        } else {
            rolling
        };
        -f64::from(self.controls.steer) * rate.clamp(-limit, limit)
    }

    /// The force of a wheel's motor or brake along the wheel, in N, at a speed in m/s. The wheel moves `mass`
    /// kilograms, and a force of `-stopping` stops the car's share within this step.
    fn drive_force(&self, speed: f64, mass: f64, stopping: f64) -> f64 {
        let settings = &self.settings;
        let brake = |most: f32| {
            let most = mass * f64::from(most);
            (-stopping).clamp(-most, most)
        };
        if self.controls.brake {
            return brake(settings.braking);
        }
        let throttle = f64::from(self.controls.throttle);
        let share = match throttle < 0.0 {
            true => f64::from(settings.reverse),
            false => f64::from(self.controls.power),
        };
        if throttle == 0.0 || share == 0.0 {
            return brake(settings.rolling);
        }
        let top = f64::from(settings.top_speed) * share * throttle.abs();
        let left = (1.0 - speed * throttle.signum() / top).clamp(0.0, 1.0);
        mass * f64::from(settings.acceleration) * share * throttle * left.sqrt()
    }
}

/// The angle of a velocity to the left of `ahead`, in radians.
fn angle_of(velocity: DVec3, ahead: DVec3, across: DVec3) -> f32 {
    libm::atan2(-velocity.dot(across), velocity.dot(ahead)) as f32
}

#[cfg(test)]
mod tests;

//! The bumper car: a body on four wheels that are rays.
//!
//! Each wheel looks down from its mount. What the ray meets within the spring's length carries the
//! car: a spring and a damper push along the ground's normal, and the tyre holds against sliding
//! up to its grip, driven, braked and steered within the same circle of friction; beyond it the car
//! slides. Steering is that of a bumper car, which turns on the spot if its driver wants: the driver
//! asks for a rate of turn, and every wheel is a castor that goes where a car that turns so would
//! roll, as far as its tyre holds. So a car climbs what its wheels reach, jumps where the ground ends, and tips over when
//! its wheels are pushed from under it. One that lies there, on its side or its roof, turns itself
//! upright, and one that hangs on an edge is lifted over it. What a wheel stands on feels the opposite force.
//!
//! The rubber ring is the body itself: [`Material::rubber`] makes it bounce.
//!
//! Source: the idea of a car on four sprung rays is that of source 2 (OBB trees and animation).

mod controls;
mod recovery;
mod settings;
mod wheel_casts;

use glam::{DVec3, Vec2, Vec3};

use crate::StateHasher;
use crate::{BodyId, Material, RayHit, World};
use dodgem_collide::math::Pose;

pub(super) use crate::vehicle::wheel_casts::Strips;
pub use controls::Controls;
pub use settings::VehicleSettings;

/// Names a vehicle of one world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VehicleId(u32);

/// What a wheel does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wheel {
    /// The spring's length now, in metres; unloaded in the air.
    pub length: f32,
    /// What it carries, in N; 0 in the air.
    pub load: f32,
    /// Where it rolls to, in radians to the left of the car's front.
    pub angle: f32,
    /// Whether the tyre asked for more than its grip in the last step.
    pub slides: bool,
}

/// A car.
#[derive(Clone, Debug)]
pub struct Vehicle {
    pub(super) body: BodyId,
    pub(super) settings: VehicleSettings,
    pub(super) control: Controls,
    wheels: [Wheel; 4],
    boost_left: f32,
    boosting: bool,
    /// Seconds since it has lain.
    pub(super) lying: f32,
    /// Seconds since it has hung.
    pub(super) hanging: f32,
}

/// What the four wheels of a car have in common in a step. All in the car's body's frame of the
/// world: `up` is its roof's direction.
struct Carriage {
    pose: Pose,
    up: DVec3,
    /// A quarter of the car, in kg: what a wheel moves.
    mass: f64,
    /// How fast the driver wants it to turn about `up`, in rad/s.
    wanted_turn: f64,
    /// What it lacks of that, as far as the wheels are to bring it there in this step.
    missing_turn: f64,
    /// Wheels that turn the whole of their quarters would turn the car too far, as its weight is
    /// nearer to the middle than they are, or not far enough: this share is right.
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

    /// Where the wheels' springs are fixed, in the order of the wheels, in the body's frame.
    pub fn mounts(&self) -> [Vec3; 4] {
        std::array::from_fn(|index| self.settings.mount_of(index))
    }

    /// How many wheels stand on something.
    pub fn wheels_down(&self) -> usize {
        self.wheels.iter().filter(|w| w.load > 0.0).count()
    }

    /// What is left of the boost, from 0 to 1.
    pub fn boost_share(&self) -> f32 {
        if self.settings.boost_seconds > 0.0 {
            self.boost_left / self.settings.boost_seconds
        } else {
            0.0
        }
    }

    /// Whether it boosted in the last step.
    pub fn is_boosting(&self) -> bool {
        self.boosting
    }
}

impl Material {
    /// The ring around a bumper car.
    pub fn rubber() -> Material {
        Material {
            restitution: 0.8,
            friction: 0.5,
            ..Material::default()
        }
    }
}

/// A boost that ran empty starts again with this share of its store.
const BOOST_RESTART: f32 = 0.15;

/// The share of the turn radius's rate that a standing car reaches by throttle alone: the driven
/// front wheel of a bumper car can pull its nose round.
const PIVOT_SHARE: f64 = 0.6;

/// How quickly the wheels bring the turn to what the driver wants, in 1/s.
const TURN_RESPONSE: f64 = 14.0;

/// Forces for one body.
struct Push {
    body: BodyId,
    force: DVec3,
    point: DVec3,
}

impl World {
    /// Puts wheels under a dynamic body.
    pub fn add_vehicle(&mut self, body: BodyId, settings: VehicleSettings) -> VehicleId {
        self.vehicles.push(Vehicle {
            body,
            settings,
            control: Controls::default(),
            wheels: [Wheel::default(); 4],
            boost_left: settings.boost_seconds,
            boosting: false,
            lying: 0.0,
            hanging: 0.0,
        });
        VehicleId(self.vehicles.len() as u32 - 1)
    }

    /// All vehicles, in the order of adding.
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// A vehicle.
    ///
    /// # Panics
    /// If the name is one of another world and no vehicle here has it.
    pub fn vehicle(&self, id: VehicleId) -> &Vehicle {
        &self.vehicles[id.0 as usize]
    }

    /// Says what a driver wants, from now on. Numbers out of range are brought into it, NaN is 0.
    pub fn drive(&mut self, id: VehicleId, control: Controls) {
        let sound = |x: f32| if x.is_nan() { 0.0 } else { x.clamp(-1.0, 1.0) };
        self.vehicles[id.0 as usize].control = Controls {
            throttle: sound(control.throttle),
            steer: sound(control.steer),
            ..control
        };
    }

    /// Turns what the drivers want into forces.
    pub(super) fn apply_vehicle_forces(&mut self) {
        let mut vehicles = std::mem::take(&mut self.vehicles);
        if !vehicles.is_empty() {
            self.tools.strips.sort(&self.flights, vehicles.len());
        }
        for vehicle in &mut vehicles {
            self.run_vehicle(vehicle);
        }
        self.vehicles = vehicles;
    }

    fn run_vehicle(&mut self, vehicle: &mut Vehicle) {
        let step = self.settings.step;
        vehicle.spend_boost(step as f32);
        let control = vehicle.control;
        let body = self.body(vehicle.body);
        if !body.is_dynamic() {
            return;
        }
        if body.is_asleep() && control.throttle == 0.0 {
            return self.right(vehicle);
        }
        let footing = self.footing(vehicle);
        let carriage = self.carriage(vehicle);
        for (index, hit) in footing.into_iter().enumerate() {
            let push = self.run_wheel(vehicle, &carriage, index, hit);
            for push in push.into_iter().flatten() {
                self.add_force_at(push.body, push.force, push.point);
            }
        }
        self.lift(vehicle);
        self.right(vehicle);
    }

    fn carriage(&self, vehicle: &Vehicle) -> Carriage {
        let body = self.body(vehicle.body);
        let settings = &vehicle.settings;
        let pose = body.pose();
        let up = pose.transform_vector(Vec3::Y).as_dvec3();
        let ahead = pose.transform_vector(Vec3::NEG_Z).as_dvec3();
        let wanted_turn = vehicle.wanted_turn(body.velocity().dot(ahead));
        let lacks = wanted_turn - body.angular_velocity().dot(up);
        let arms = Vec2::new(settings.half_track, settings.half_base);
        let arms = f64::from(arms.length_squared());
        let inertia = body.inertia.times(body.rotation, up).dot(up);
        Carriage {
            pose,
            up,
            mass: body.mass() * 0.25,
            wanted_turn,
            missing_turn: lacks * (TURN_RESPONSE * self.settings.step).min(1.0),
            turn_share: inertia / (body.mass() * arms),
        }
    }

    /// What a wheel does to the car and to what it stands on, if it stands.
    fn run_wheel(
        &self,
        vehicle: &mut Vehicle,
        carriage: &Carriage,
        index: usize,
        hit: Option<RayHit>,
    ) -> Option<[Push; 2]> {
        let settings = &vehicle.settings;
        let body = self.body(vehicle.body);
        let wheel = &mut vehicle.wheels[index];
        *wheel = Wheel {
            length: settings.spring_length,
            ..Wheel::default()
        };
        let hit = hit?;
        wheel.length = hit.distance;
        let ground = self.body(hit.body);
        let (point, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
        let under = ground.velocity_at(point);
        let velocity = body.velocity_at(point) - under;

        // A quarter of the car on a spring, along the normal; a ground that is nearly a wall carries
        // less.
        let mass = carriage.mass;
        let omega = std::f64::consts::TAU * f64::from(settings.spring_hertz);
        let pressed = f64::from(settings.spring_length - hit.distance);
        let carry = normal.dot(carriage.up).max(0.0);
        let spring = mass * omega * omega * pressed;
        let damper = 2.0 * f64::from(settings.damping) * mass * omega * velocity.dot(normal);
        let load = ((spring - damper) * carry).max(0.0);
        wheel.load = load as f32;

        let ahead = carriage.pose.transform_vector(Vec3::NEG_Z).as_dvec3();
        let ahead = (ahead - normal * ahead.dot(normal)).try_normalize()?;
        let across = ahead.cross(normal);
        let moving = body.velocity() - under;
        let (along, sliding) = (moving.dot(ahead), moving.dot(across));
        // What would stop the wheel's quarter in this step, in N for 1 m/s.
        let stop = mass / self.settings.step;
        let turn = carriage.up.cross(point - body.center());
        wheel.angle = angle_of(turn * carriage.wanted_turn + ahead * along, ahead, across);
        let turn = turn * (carriage.missing_turn * carriage.turn_share * stop);
        let turn = turn - normal * turn.dot(normal);
        let pull = vehicle.pull(along, mass, stop);
        // Turning has a grip of its own: to steer costs neither drive nor hold.
        let wanted = ahead * pull - across * (sliding * stop);
        let limit = load * f64::from(vehicle.settings.grip);
        vehicle.wheels[index].slides = wanted.length() > limit;
        let rub = wanted.clamp_length_max(limit) + turn.clamp_length_max(limit);
        let force = normal * load + rub;
        Some([
            Push {
                body: vehicle.body,
                force,
                point,
            },
            Push {
                body: hit.body,
                force: -force,
                point,
            },
        ])
    }
}

impl Vehicle {
    /// Adds what the next step depends on.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.number(self.boost_left);
        hasher.number(self.lying);
        hasher.number(self.hanging);
        hasher.bytes(&[u8::from(self.boosting)]);
    }

    fn spend_boost(&mut self, seconds: f32) {
        let settings = &self.settings;
        let wants = self.control.boost && self.control.throttle > 0.0 && !self.control.brake;
        let may = self.boosting || self.boost_left >= BOOST_RESTART * settings.boost_seconds;
        self.boosting = wants && may && self.boost_left > 0.0;
        self.boost_left = if self.boosting {
            (self.boost_left - seconds).max(0.0)
        } else {
            (self.boost_left + seconds * settings.boost_refill).min(settings.boost_seconds)
        };
    }

    /// How fast the driver wants the car to turn, in rad/s to the left, at a speed ahead in m/s.
    fn wanted_turn(&self, speed: f64) -> f64 {
        let limit = f64::from(self.settings.turn_rate);
        let rolling = speed / f64::from(self.settings.turn_radius);
        // The pivot fades as the car gets under way, by the share of the rolling rate.
        let pivot = f64::from(self.control.throttle) * limit * PIVOT_SHARE;
        let rate = if rolling * pivot >= 0.0 && rolling.abs() < pivot.abs() {
            pivot
        } else {
            rolling
        };
        -f64::from(self.control.steer) * rate.clamp(-limit, limit)
    }

    /// What a wheel's motor or brake does along the wheel, in N, at a speed; the wheel moves `mass`
    /// kilograms, and `stop` (kg/s) times the speed would stop them in this step.
    fn pull(&self, speed: f64, mass: f64, stop: f64) -> f64 {
        let settings = &self.settings;
        let hold = |most: f32| {
            let most = mass * f64::from(most);
            (-speed * stop).clamp(-most, most)
        };
        if self.control.brake {
            return hold(settings.braking);
        }
        let throttle = f64::from(self.control.throttle);
        if throttle == 0.0 {
            return hold(settings.rolling);
        }
        let share = match (self.boosting, throttle < 0.0) {
            (true, _) => f64::from(settings.boost),
            (false, true) => f64::from(settings.reverse),
            (false, false) => 1.0,
        };
        let top = f64::from(settings.top_speed) * share * throttle.abs();
        let left = (1.0 - speed * throttle.signum() / top).clamp(0.0, 1.0);
        mass * f64::from(settings.acceleration) * share * throttle * left.sqrt()
    }
}

/// The angle from `ahead` to a velocity, to the left, in radians.
fn angle_of(velocity: DVec3, ahead: DVec3, across: DVec3) -> f32 {
    libm::atan2(-velocity.dot(across), velocity.dot(ahead)) as f32
}

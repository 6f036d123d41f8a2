//! `cargo bench -p dodgem-peers --bench joints`: scenes with joints in our engine and in rapier, with one
//! thread each.
//!
//! The scenes are those of the tests (`tests/world/joint_scenes.rs`). Both engines take steps of 1/120 s with
//! their default settings, in turns, without air. The bench prints for each: the largest gap of a joint in
//! mm, computed from the bodies' poses in the same way for both; the change of the mechanical energy from
//! beginning to end, relative to the scene's energy scale (only where energy is conserved); the deepest
//! overlap at the end of a step in mm, where bodies meet; and the median step in microseconds. rapier has two
//! kinds of joints: impulse joints, and multibody joints in generalised coordinates for trees without ropes.
//! It has no rods, so its ropes replace them. The loads of the bridge are boxes here and cars in the tests. A
//! number selects the scene with that index.

#[path = "../../physics/tests/world/joint_scenes.rs"]
mod joint_scenes;

use std::time::Instant;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Cuboid, Sphere};
use dodgem_peers::record;
use dodgem_physics::{BodyDesc, BodyId, JointDesc, Mass, Material, Motor, Settings, World};
use glam::{DQuat, DVec3, Quat, Vec3};
use joint_scenes::{Hold, Link, Part, Scene, Solid};
use rapier3d::prelude::{
    ColliderBuilder, GenericJoint, IntegrationParameters, PhysicsWorld, RevoluteJointBuilder,
    RigidBodyBuilder, RigidBodyHandle, RopeJointBuilder, SphericalJointBuilder, Vector,
};

const STEP: f32 = 1.0 / 120.0;
const G: f64 = 9.81;

/// The state of a body: its centre, rotation and velocities.
#[derive(Clone, Copy)]
struct State {
    center: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    spin: DVec3,
}

/// The operations common to both engines.
trait Engine {
    fn step(&mut self);
    fn state(&self, body: usize) -> State;
    /// Returns the overlap of the deepest pair, in metres.
    fn deepest(&self) -> f64;
}

struct Ours {
    world: World,
    bodies: Vec<BodyId>,
}

fn turn_of(part: &Part) -> Quat {
    DQuat::from_rotation_z(part.turn).as_quat()
}

impl Ours {
    fn new(scene: &Scene) -> Ours {
        let settings = Settings {
            air_density: 0.0,
            ..Settings::default()
        };
        let mut world = World::new(settings).expect("sound settings");
        let material = Material {
            restitution: scene.restitution,
            friction: if scene.restitution > 0.0 {
                0.0
            } else {
                Material::default().friction
            },
            ..Material::default()
        };
        let material = world.materials_mut().add(material).expect("a material");
        let mut add = |part: &Part| {
            let shape = match part.solid {
                Solid::Ball(radius) => Shape::Sphere(Sphere::new(radius).expect("a radius")),
                Solid::Block(edges) => Shape::Cuboid(Cuboid::new(edges * 0.5).expect("a size")),
            };
            let pose = Pose::new(turn_of(part), part.center).expect("a pose");
            let desc = match part.kilograms {
                0.0 => BodyDesc::fixed(shape, pose),
                kilograms => BodyDesc {
                    mass: Mass::Kilograms(kilograms),
                    velocity: part.velocity,
                    ..BodyDesc::dynamic(shape, pose)
                },
            };
            world.add(BodyDesc { material, ..desc }).expect("a body")
        };
        let bodies: Vec<BodyId> = scene.parts.iter().map(&mut add).collect();
        for link in &scene.links {
            world.add_joint(&joint_of(link, &bodies)).expect("a joint");
        }
        for body in bodies.iter().filter(|_| scene.keeps_energy) {
            world.set_sleep(*body, false).expect("it is there");
        }
        Ours { world, bodies }
    }
}

fn joint_of(link: &Link, bodies: &[BodyId]) -> JointDesc {
    let (body, other) = (bodies[link.body], link.other.map(|other| bodies[other]));
    let [at, on_other] = link.ends;
    match link.hold {
        Hold::Ball => JointDesc::ball(body, other, at),
        Hold::Hinge(axis, drive) => JointDesc {
            motor: drive.map(|(target, max_force)| Motor::Velocity { target, max_force }),
            ..JointDesc::hinge(body, other, at, axis)
        },
        Hold::Rope(length) => JointDesc::rope(body, at, other, on_other, length),
        Hold::Rod(length) => JointDesc::rod(body, at, other, on_other, length),
    }
}

impl Engine for Ours {
    fn step(&mut self) {
        self.world.step();
    }

    fn state(&self, body: usize) -> State {
        let body = &self.world[self.bodies[body]];
        State {
            center: body.center(),
            rotation: body.pose().rotation().as_dquat(),
            velocity: body.velocity(),
            spin: body.angular_velocity(),
        }
    }

    fn deepest(&self) -> f64 {
        let contacts = self.world.contacts();
        contacts
            .map(|contact| -contact.distance)
            .fold(0.0, f64::max)
    }
}

struct Peer {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn wide(v: Vector) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}

impl Peer {
    /// Builds the scene with multibody joints or with impulse joints.
    fn new(scene: &Scene, multibody: bool) -> Peer {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, -G as f32, 0.0),
            integration_parameters: IntegrationParameters {
                dt: STEP,
                ..IntegrationParameters::default()
            },
            ..PhysicsWorld::default()
        };
        let friction = if scene.restitution > 0.0 {
            0.0
        } else {
            Material::default().friction
        };
        let ground = world.bodies.insert(RigidBodyBuilder::fixed());
        let mut add = |part: &Part| {
            let builder = match part.kilograms {
                0.0 => RigidBodyBuilder::fixed(),
                _ => RigidBodyBuilder::dynamic().can_sleep(!scene.keeps_energy),
            };
            let body = builder
                .translation(vector(part.center))
                .rotation(Vector::new(0.0, 0.0, part.turn as f32))
                .linvel(vector(part.velocity))
                .ccd_enabled(true);
            let body = world.bodies.insert(body);
            let collider = match part.solid {
                Solid::Ball(radius) => ColliderBuilder::ball(radius),
                Solid::Block(edges) => {
                    let half = edges * 0.5;
                    ColliderBuilder::cuboid(half.x, half.y, half.z)
                }
            };
            let collider = (collider.mass(part.kilograms))
                .friction(friction)
                .restitution(scene.restitution);
            (world.colliders).insert_with_parent(collider, body, &mut world.bodies);
            body
        };
        let bodies: Vec<RigidBodyHandle> = scene.parts.iter().map(&mut add).collect();
        for link in &scene.links {
            let other = link.other.map_or(ground, |other| bodies[other]);
            let joint = peer_joint(scene, link);
            if multibody {
                (world.multibody_joints).insert(other, bodies[link.body], joint, true);
            } else {
                (world.impulse_joints).insert(other, bodies[link.body], joint, true);
            }
        }
        Peer { world, bodies }
    }
}

/// Returns a point of the scene in the axes of a part, or of the world without one.
fn local(part: Option<&Part>, point: Vec3) -> Vec3 {
    part.map_or(point, |part| {
        turn_of(part).conjugate() * (point - part.center)
    })
}

fn peer_joint(scene: &Scene, link: &Link) -> GenericJoint {
    let other = link.other.map(|other| &scene.parts[other]);
    let [at, on_other] = link.ends;
    let ends = [
        local(other, on_other),
        local(Some(&scene.parts[link.body]), at),
    ];
    let [one, two] = ends.map(vector);
    match link.hold {
        Hold::Ball => SphericalJointBuilder::new()
            .local_anchor1(one)
            .local_anchor2(two)
            .contacts_enabled(false)
            .build()
            .into(),
        Hold::Hinge(axis, drive) => {
            let hinge = RevoluteJointBuilder::new(vector(axis))
                .local_anchor1(one)
                .local_anchor2(two)
                .contacts_enabled(false);
            let hinge = match drive {
                Some((speed, torque)) => hinge.motor_velocity(speed, 1e3).motor_max_force(torque),
                None => hinge,
            };
            hinge.build().into()
        }
        Hold::Rope(length) | Hold::Rod(length) => RopeJointBuilder::new(length)
            .local_anchor1(one)
            .local_anchor2(two)
            .contacts_enabled(false)
            .build()
            .into(),
    }
}

impl Engine for Peer {
    fn step(&mut self) {
        self.world.step();
    }

    fn state(&self, body: usize) -> State {
        let body = &self.world.bodies[self.bodies[body]];
        let turn = body.rotation();
        State {
            center: wide(body.center_of_mass()),
            rotation: DQuat::from_xyzw(turn.x.into(), turn.y.into(), turn.z.into(), turn.w.into()),
            velocity: wide(body.linvel()),
            spin: wide(body.angvel()),
        }
    }

    fn deepest(&self) -> f64 {
        let pairs = self.world.narrow_phase.contact_pairs();
        let manifolds = pairs.flat_map(|pair| pair.manifolds());
        let points = manifolds.flat_map(|manifold| &manifold.points);
        points
            .map(|point| -f64::from(point.dist))
            .fold(0.0, f64::max)
    }
}

/// The measurements of an engine.
#[derive(Default)]
struct Measured {
    open: f64,
    overlap: f64,
    energy: [f64; 2],
    times: Vec<f64>,
}

/// Returns the kinetic and potential energy of all parts, in joules.
fn energy(scene: &Scene, engine: &dyn Engine) -> f64 {
    let all = scene
        .parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.kilograms > 0.0);
    let of = |(index, part): (usize, &Part)| {
        let state = engine.state(index);
        let spin = state.rotation.conjugate() * state.spin;
        let linear = 0.5 * state.velocity.length_squared() + G * state.center.y;
        f64::from(part.kilograms) * linear + 0.5 * (spin * part.inertia()).dot(spin)
    };
    all.map(of).sum()
}

/// Returns the largest gap of a joint, in metres.
fn widest(scene: &Scene, engine: &dyn Engine) -> f64 {
    let open = |link: &Link| {
        let [at, on_other] = link.ends;
        let place = |body: usize, point: Vec3| {
            let state = engine.state(body);
            state.center + state.rotation * local(Some(&scene.parts[body]), point).as_dvec3()
        };
        let other = link
            .other
            .map_or(on_other.as_dvec3(), |other| place(other, on_other));
        let apart = place(link.body, at).distance(other);
        match link.hold {
            Hold::Ball | Hold::Hinge(..) => apart,
            Hold::Rope(length) => (apart - f64::from(length)).max(0.0),
            Hold::Rod(length) => (apart - f64::from(length)).abs(),
        }
    };
    scene.links.iter().map(open).fold(0.0, f64::max)
}

impl Measured {
    fn step(&mut self, scene: &Scene, engine: &mut dyn Engine) {
        if self.times.is_empty() {
            self.energy[0] = energy(scene, engine);
        }
        let start = Instant::now();
        engine.step();
        self.times.push(start.elapsed().as_secs_f64() * 1e6);
        self.open = self.open.max(widest(scene, engine));
        self.overlap = self.overlap.max(engine.deepest());
        self.energy[1] = energy(scene, engine);
    }

    /// Returns the median time of a step in microseconds.
    fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }

    fn print(&self, scene: &Scene, name: &str) {
        let median = self.median();
        let scale = scale(scene);
        let energy = match scene.keeps_energy {
            true => format!(
                "{:+.3} %",
                (self.energy[1] - self.energy[0]) / scale * 100.0
            ),
            false => "".into(),
        };
        println!(
            "| {} | {name} | {:.4} | {energy} | {:.2} | {median:.1} |",
            scene.name,
            self.open * 1e3,
            self.overlap * 1e3
        );
    }
}

/// Returns the energy scale of a scene in joules: its initial kinetic energy or, at rest, the potential
/// energy that it can lose, and at least 1.
fn scale(scene: &Scene) -> f64 {
    let depth = |part: &Part| {
        let reach = part.center.length();
        f64::from(part.kilograms) * G * f64::from(reach + part.center.y)
    };
    let fall: f64 = scene.parts.iter().map(depth).sum();
    let speed = |part: &Part| f64::from(0.5 * part.kilograms * part.velocity.length_squared());
    let moves: f64 = scene.parts.iter().map(speed).sum();
    if moves > 0.0 { moves } else { fall.max(1.0) }
}

fn run(scene: &Scene) {
    let mut engines: Vec<(&str, Box<dyn Engine>)> = vec![
        ("ours", Box::new(Ours::new(scene))),
        ("rapier", Box::new(Peer::new(scene, false))),
    ];
    let is_tree = scene
        .links
        .iter()
        .all(|link| matches!(link.hold, Hold::Ball | Hold::Hinge(..)));
    if is_tree {
        engines.push(("rapier, multibody", Box::new(Peer::new(scene, true))));
    }
    let mut measured: Vec<Measured> = engines.iter().map(|_| Measured::default()).collect();
    for _ in 0..scene.seconds * 120 {
        for ((_, engine), measured) in engines.iter_mut().zip(&mut measured) {
            measured.step(scene, engine.as_mut());
        }
    }
    for ((name, _), measured) in engines.iter().zip(&measured) {
        measured.print(scene, name);
    }
    let peers = measured[1..].iter().map(Measured::median);
    let work = format!("{}, a step", scene.name);
    record(
        "joints",
        &work,
        measured[0].median(),
        peers.fold(f64::INFINITY, f64::min),
    );
    if matches!(scene.links[0].hold, Hold::Hinge(_, Some(_))) {
        for (name, engine) in &engines {
            eprintln!(
                "  {name}: the motor turns at {} rad/s",
                engine.state(0).spin.z
            );
        }
    }
    if scene.restitution > 0.0 {
        for (name, engine) in &engines {
            let last = scene.parts.len() - 1;
            eprintln!(
                "  {name}: the last ball has {}",
                engine.state(last).velocity.length()
            );
        }
    }
}

fn main() {
    let only = std::env::args()
        .filter_map(|argument| argument.parse::<usize>().ok())
        .next();
    let mut chain = joint_scenes::chain(20, 100.0);
    chain.parts[20].velocity = Vec3::X * 5.0;
    let skin = Settings::default().skin as f32;
    let scenes = [
        joint_scenes::pendulum(10.0_f64.to_radians()),
        joint_scenes::double_pendulum(),
        chain,
        joint_scenes::ton_on_a_kilogram(),
        joint_scenes::motor(),
        joint_scenes::cradle(2.0 * skin, 1.88),
        joint_scenes::bridge(0.05, Solid::Block(Vec3::new(1.2, 0.4, 1.8))),
        joint_scenes::wrecking_ball(),
    ];
    println!(
        "Steps of 1/120 s; joints open and overlap in mm at most, times of a step in microseconds.\n"
    );
    println!("| scene | engine | open | energy | overlap | median |");
    println!("|---|---|---|---|---|---|");
    let of = |(at, _): &(usize, &Scene)| only.is_none_or(|only| only == *at);
    for (_, scene) in scenes.iter().enumerate().filter(of) {
        run(scene);
    }
}

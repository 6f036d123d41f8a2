//! `cargo bench -p dodgem-peers --bench world`: many bumper cars that all drive to the middle, in our engine
//! and in rapier, with one thread each.
//!
//! The cars of `assets/models/bumper_car.obj` (928 triangles) stand on a floor in a grid and are pulled to
//! the middle until they form a jam. Ours are the triangles themselves, and every pair that comes near is
//! swept; rapier's are the convex hulls with continuous collision detection, because rapier has none for
//! moving meshes. Both get the same forces, mass, friction and restitution, and take turns step by step, so
//! that a noisy machine disturbs both alike. The bench prints the mean and the slowest step and the ratio of
//! the means, and on the error stream the work and the phases of our engine. `--quick` takes fewer steps. Up
//! to three numbers set the cars, the steps, and the runs; each step's best time over the runs counts, which
//! removes other load on the machine. `--alone` leaves rapier out.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::{TriMesh, obj};
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_peers::record;
use dodgem_physics::PhaseTimes;
use dodgem_physics::{BodyDesc, BodyId, Mass, Material, Settings, StepReport, World};
use glam::{DVec3, Vec3};
use rapier3d::prelude::{
    ColliderBuilder, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector,
};

const STEP: f32 = 1.0 / 120.0;
const KILOGRAMS: f32 = 200.0;
const FRICTION: f32 = 0.2;
const RESTITUTION: f32 = 0.3;

/// The pull to the middle, in m/s^2, and the damping, in 1/s.
const PULL: f64 = 5.0;
const SLOWING: f64 = 0.5;

/// Returns the start of each car, as position and heading: on a square grid, turned roughly to the middle.
fn places(cars: u32) -> Vec<(Vec3, f32)> {
    let row = f64::from(cars).sqrt().ceil() as u32;
    let spread = 3.2;
    let middle = 0.5 * (row as f32 - 1.0);
    (0..cars)
        .map(|i| {
            let (x, z) = ((i % row) as f32 - middle, (i / row) as f32 - middle);
            let aside = 0.3 * ((i * 7 % 11) as f32 / 11.0 - 0.5);
            let (x, z) = ((x + aside) * spread, (z - aside) * spread);
            (Vec3::new(x, 0.0, z), (-x).atan2(-z) + aside)
        })
        .collect()
}

/// Returns the force on a car, in N.
fn pull(center: DVec3, velocity: DVec3) -> DVec3 {
    let inward = DVec3::new(-center.x, 0.0, -center.z);
    let along = inward.normalize_or_zero() * PULL * (inward.length() * 0.5).min(1.0);
    let slowed = DVec3::new(velocity.x, 0.0, velocity.z) * SLOWING;
    (along - slowed) * f64::from(KILOGRAMS)
}

struct Ours {
    world: World,
    cars: Vec<BodyId>,
}

impl Ours {
    fn new(mesh: &TriMesh, places: &[(Vec3, f32)]) -> Ours {
        let settings = Settings {
            air_density: 0.0,
            substeps: 4,
            ..Settings::default()
        };
        let mut world = World::new(settings).expect("sound settings");
        let material = world
            .materials_mut()
            .add(Material {
                restitution: RESTITUTION,
                friction: FRICTION,
                ..Material::default()
            })
            .expect("a material");
        let floor = Cuboid::new(Vec3::new(200.0, 1.0, 200.0)).expect("a size");
        let below = Pose::from_translation(Vec3::NEG_Y).expect("a place");
        let floor = BodyDesc {
            material,
            ..BodyDesc::fixed(Shape::Cuboid(floor), below)
        };
        world.add(floor).expect("a body");
        let model = Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
        let model = Arc::new(model);
        let mut add = |&(place, angle): &(Vec3, f32)| {
            let pose = Pose::new(yaw(angle), place + Vec3::Y * 0.002).expect("a pose");
            let desc = BodyDesc {
                mass: Mass::Kilograms(KILOGRAMS),
                material,
                ..BodyDesc::dynamic(Shape::Mesh(model.clone()), pose)
            };
            world.add(desc).expect("a body")
        };
        let cars = places.iter().map(&mut add).collect();
        world.set_clock(Some(since_start));
        Ours { world, cars }
    }

    fn step(&mut self) -> (f64, &StepReport) {
        for car in &self.cars {
            let body = &self.world[*car];
            let force = pull(body.center(), body.velocity());
            self.world.add_force(*car, force).unwrap();
        }
        let start = Instant::now();
        self.world.step();
        (start.elapsed().as_secs_f64() * 1e3, self.world.report())
    }
}

struct Peer {
    world: PhysicsWorld,
    cars: Vec<RigidBodyHandle>,
}

impl Peer {
    fn new(mesh: &TriMesh, places: &[(Vec3, f32)]) -> Peer {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, -9.81, 0.0),
            integration_parameters: IntegrationParameters {
                dt: STEP,
                ..IntegrationParameters::default()
            },
            ..PhysicsWorld::default()
        };
        let surface =
            |collider: ColliderBuilder| collider.friction(FRICTION).restitution(RESTITUTION);
        let floor = surface(ColliderBuilder::cuboid(200.0, 1.0, 200.0));
        let below = RigidBodyBuilder::fixed().translation(Vector::new(0.0, -1.0, 0.0));
        let below = world.bodies.insert(below);
        let PhysicsWorld {
            bodies, colliders, ..
        } = &mut world;
        colliders.insert_with_parent(floor, below, bodies);
        let points = mesh.vertices().iter();
        let points: Vec<_> = points.map(|v| Vector::new(v.x, v.y, v.z)).collect();
        let hull = ColliderBuilder::convex_hull(&points).expect("a hull");
        let hull = surface(hull).mass(KILOGRAMS);
        let mut add = |&(place, angle): &(Vec3, f32)| {
            let body = RigidBodyBuilder::dynamic()
                .translation(Vector::new(place.x, place.y + 0.002, place.z))
                .rotation(Vector::new(0.0, angle, 0.0))
                .ccd_enabled(true);
            let body = bodies.insert(body);
            colliders.insert_with_parent(hull.clone(), body, bodies);
            body
        };
        let cars = places.iter().map(&mut add).collect();
        Peer { world, cars }
    }

    fn step(&mut self) -> f64 {
        for car in &self.cars {
            let body = &mut self.world.bodies[*car];
            let (center, velocity) = (body.center_of_mass(), body.linvel());
            let wide = |v: Vector| DVec3::new(v.x.into(), v.y.into(), v.z.into());
            let force = pull(wide(center), wide(velocity)).as_vec3();
            body.reset_forces(true);
            body.add_force(Vector::new(force.x, force.y, force.z), true);
        }
        let start = Instant::now();
        self.world.step();
        start.elapsed().as_secs_f64() * 1e3
    }
}

/// Returns the time since the first call: the clock for the phases of a step.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The sum of the phase times over all steps.
#[derive(Default)]
struct Phases([Duration; 6]);

impl Phases {
    fn add(&mut self, times: &PhaseTimes) {
        let times = [
            times.forces,
            times.broad_phase,
            times.contacts,
            times.solver,
            times.continuous_collision,
            times.islands,
        ];
        for (sum, time) in self.0.iter_mut().zip(times) {
            *sum += time;
        }
    }

    /// Formats each phase's milliseconds per step.
    fn line(&self, steps: usize) -> String {
        let names = [
            "forces",
            "broad phase",
            "contacts",
            "solver",
            "ccd",
            "islands",
        ];
        let each = names.iter().zip(&self.0);
        let each = each.map(|(name, sum)| {
            let mean = sum.as_secs_f64() * 1e3 / steps as f64;
            format!("{name} {mean:.3}")
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the mean and the largest of some times.
fn summary(times: &[f64]) -> (f64, f64) {
    let sum: f64 = times.iter().sum();
    (
        sum / times.len().max(1) as f64,
        times.iter().copied().fold(0.0, f64::max),
    )
}

/// The settings of a row.
struct Row {
    cars: u32,
    steps: usize,
    alone: bool,
    /// The number of runs; each step's best time counts.
    runs: usize,
}

/// The times of all steps in milliseconds: ours and rapier's.
type Times = [Vec<f64>; 2];

fn row(mesh: &TriMesh, wanted: &Row) {
    let mut best: Times = Default::default();
    for run in 0..wanted.runs {
        let times = drive(mesh, wanted, run == 0);
        for (best, times) in best.iter_mut().zip(times) {
            best.resize(times.len(), f64::INFINITY);
            best.iter_mut()
                .zip(times)
                .for_each(|(best, time)| *best = best.min(time));
        }
    }
    let [ours, peer] = best.each_ref().map(|times| summary(times));
    print!("| {} ", wanted.cars);
    for (mean, worst) in [ours, peer] {
        print!("| {mean:.2} | {worst:.1} ");
    }
    println!("| {:.2} |", ours.0 / peer.0);
    if !wanted.alone {
        let cars = wanted.cars;
        record(
            "world",
            &format!("{cars} cars, mean step"),
            ours.0 * 1e3,
            peer.0 * 1e3,
        );
        record(
            "world",
            &format!("{cars} cars, worst step"),
            ours.1 * 1e3,
            peer.1 * 1e3,
        );
    }
}

/// Steps both engines in turns.
fn drive(mesh: &TriMesh, wanted: &Row, tell: bool) -> Times {
    let (cars, steps) = (wanted.cars, wanted.steps);
    let places = places(cars);
    let mut ours = Ours::new(mesh, &places);
    let mut peer = (!wanted.alone).then(|| Peer::new(mesh, &places));
    let mut times = Times::default();
    let (mut impacts, mut sweeps, mut contacts, mut debt) = (0, 0, 0, 0.0);
    let mut phases = Phases::default();
    for _ in 0..steps {
        let (time, report) = ours.step();
        times[0].push(time);
        phases.add(&report.times);
        impacts += report.impacts.len();
        sweeps += report.sweeps;
        contacts += report.contacts;
        debt += report.debt;
        if let Some(peer) = &mut peer {
            times[1].push(peer.step());
        }
    }
    if tell {
        let all = steps as f64;
        eprintln!(
            "  a step: {:.0} sweeps, {:.0} contacts, {:.1} impacts; debt {:.2}%",
            sweeps as f64 / all,
            contacts as f64 / all,
            impacts as f64 / all,
            debt / (all * f64::from(STEP) * f64::from(cars)) * 100.0,
        );
        eprintln!("  by phases: {}", phases.line(steps));
        eprintln!("  state {:016x}", ours.world.state_hash());
    }
    times
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|a| a == name);
    let mut numbers = arguments.iter().filter_map(|a| a.parse::<usize>().ok());
    let (only, given_steps) = (numbers.next(), numbers.next());
    let runs = numbers.next().unwrap_or(1);
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    );
    let text = std::fs::read(path).expect("the car's model");
    let mesh = obj::parse(&text).expect("a sound model").mesh;
    let steps = given_steps.unwrap_or(if has("--quick") { 240 } else { 1200 });
    println!(
        "Steps of 1/120 s, {steps} of them; times in ms. Cars of {} triangles.\n",
        mesh.triangles().len()
    );
    println!("| cars | ours | worst | rapier, hulls | worst | ours / rapier |");
    println!("|---|---|---|---|---|---|");
    for cars in [16, 64, 256, 1024] {
        if only.is_none_or(|only| only == cars as usize) {
            let wanted = Row {
                cars,
                steps,
                alone: has("--alone"),
                runs: runs.max(1),
            };
            row(&mesh, &wanted);
        }
    }
}

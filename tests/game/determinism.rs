//! A level, a seed and inputs determine the state after 60 s: over runs, threads of a test, builds
//! (debug and release, with and without the window), and machines.
//!
//! The golden hashes below stand for the states. A test that fails prints the new one. Replace a hash
//! if a change is *meant* to alter the motion of bodies (another response, a better solver, a new
//! default), or results of sweeps or contacts, to the last bit; say so in the commit. Do not replace it
//! if the change was meant to be only faster, or touches something else: then the test has found a
//! mistake. Never replace a hash that differs from build to build, or from run to run: something reads
//! a clock, an address, or the platform's own trigonometry.

use std::sync::Arc;

use glam::Vec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use dodgem::game::{Round, RoundOptions, RoundPhase};
use dodgem::level::{Library, load};
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::shape::{Capsule, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_physics::{BodyDesc, BodyKind, Mass, Material, Settings, World};
use dodgem_scene::vehicle::{Controls, Vehicle, VehicleSettings};

/// Compares with the golden hash.
fn assert_golden(what: &str, found: u64, golden: u64) {
    assert!(
        found == golden,
        "{what}: the state after 60 s is 0x{found:016x}, not 0x{golden:016x}. \
         If the change was meant to change what bodies do, write the new hash into \
         tests/game/determinism.rs; if not, it has a mistake."
    );
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).expect("a place")
}

fn block(x: f32, y: f32, z: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z) * 0.5).expect("a size"))
}

fn lump(random: &mut Pcg32) -> ConvexHull {
    let coordinate = |random: &mut Pcg32| random.random_range(-0.5..0.5);
    let points: Vec<Vec3> = (0..16)
        .map(|_| Vec3::from_array(std::array::from_fn(|_| coordinate(random))))
        .collect();
    ConvexHull::from_points(&points).expect("a hull")
}

/// A yard with walls, a ramp, a turning beam, a pile, lumps of every kind, and six cars.
fn yard(seed: u64) -> (World, Vec<Vehicle>) {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut world = World::new(Settings::default()).expect("sound settings");
    let rubber = world.materials_mut().add(Material {
        restitution: 0.8,
        friction: 0.5,
        ..Material::default()
    });
    let mut fixed = |shape, pose| world.add(BodyDesc::fixed(shape, pose)).expect("a body");
    fixed(block(30.0, 1.0, 30.0), at(0.0, -0.5, 0.0));
    for (x, z) in [(15.0, 0.0), (-15.0, 0.0), (0.0, 15.0), (0.0, -15.0)] {
        let along = |v: f32| if v == 0.0 { 31.0 } else { 1.0 };
        fixed(block(along(x), 4.0, along(z)), at(x, 1.0, z));
    }
    fixed(block(4.0, 0.6, 4.0), at(6.0, 0.0, -6.0));
    let beam = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y * 0.8,
        ..BodyDesc::dynamic(block(6.0, 0.3, 0.3), at(-6.0, 0.7, -6.0))
    };
    world.add(beam).expect("a body");
    for i in 0..4 {
        let place = at(6.0, 0.26 + 0.51 * i as f32, 6.0);
        let desc = BodyDesc {
            mass: Mass::Kilograms(20.0),
            ..BodyDesc::dynamic(block(0.5, 0.5, 0.5), place)
        };
        world.add(desc).expect("a body");
    }
    let mesh = lump(&mut random).to_mesh().expect("a mesh");
    let model = Model::build(&mesh, &BuildOptions::default()).expect("a model");
    let things = [
        Shape::Sphere(Sphere::new(0.4).expect("a radius")),
        Shape::Capsule(Capsule::new(0.5, 0.2).expect("a size")),
        Shape::Cylinder(Cylinder::new(0.3, 0.4).expect("a size")),
        Shape::Hull(Arc::new(lump(&mut random))),
        Shape::Mesh(Arc::new(model)),
    ];
    for (i, shape) in things.into_iter().enumerate() {
        let desc = BodyDesc {
            mass: Mass::Kilograms(15.0),
            velocity: Vec3::new(random.random_range(-3.0..3.0), 0.0, 2.0),
            angular_velocity: Vec3::splat(random.random_range(-4.0..4.0)),
            ..BodyDesc::dynamic(shape, at(2.5 * i as f32 - 5.0, 2.0, 0.0))
        };
        world.add(desc).expect("a body");
    }
    let cars = (0..6)
        .map(|i| {
            let turn = yaw(random.random_range(-3.0..3.0));
            let place = Vec3::new(3.5 * i as f32 - 9.0, 0.45, 9.0 - 2.0 * (i % 2) as f32);
            let desc = BodyDesc {
                mass: Mass::Kilograms(200.0),
                material: rubber.unwrap(),
                ..BodyDesc::dynamic(
                    block(1.2, 0.5, 1.8),
                    Pose::new(turn, place).expect("a pose"),
                )
            };
            let body = world.add(desc).expect("a body");
            Vehicle::new(body, VehicleSettings::default()).expect("sound settings")
        })
        .collect();
    (world, cars)
}

/// The yard's state after 60 s of driving about, in steps and by the seed alone.
fn drive(seed: u64) -> u64 {
    let (mut world, mut cars) = yard(seed);
    let mut random = Pcg32::seed_from_u64(seed ^ 0xd0d6e);
    for step in 0..60 * 120 {
        if step % 60 == 0 {
            for car in &mut cars {
                let controls = Controls {
                    throttle: random.random_range(-0.6..1.0),
                    steer: random.random_range(-1.0..1.0),
                    brake: random.random_range(0..10) == 0,
                    power: if random.random_range(0..3) == 0 {
                        1.7
                    } else {
                        1.0
                    },
                };
                if car.drive(controls) {
                    world.wake(car.body()).unwrap();
                }
            }
        }
        world.step_with(|forces| {
            for car in &mut cars {
                car.apply_forces(forces).unwrap();
            }
        });
    }
    assert_eq!(world.report().lost, 0);
    world.state_hash()
}

#[test]
fn the_world_is_the_same_after_a_minute_in_every_build_and_thread() {
    let threads: Vec<_> = (0..2).map(|_| std::thread::spawn(|| drive(1))).collect();
    let hashes = threads.into_iter().map(|t| t.join().expect("it ran"));
    let hashes: Vec<_> = hashes.collect();
    assert_eq!(hashes[0], hashes[1], "two runs of one build differ");
    assert_golden("world", hashes[0], WORLD);
}

/// The arena after 60 s of rounds that the computer plays: their hashes' sum.
fn play(name: &str) -> u64 {
    let library = Library::new(vec![env!("CARGO_MANIFEST_DIR").into()]);
    let level = load(&library, name).expect("a level");
    let (mut sum, mut seed, mut steps) = (0_u64, 0, 0);
    while steps < 60 * 120 {
        seed += 1;
        let options = RoundOptions {
            seed,
            humans: 0,
            ..RoundOptions::default()
        };
        let mut round = Round::with_options(&level, &library, options).expect("a round");
        while round.phase() != RoundPhase::Over && steps < 60 * 120 {
            round.step(&[]);
            steps += 1;
        }
        sum = sum.rotate_left(1) ^ round.arena().state_hash();
    }
    sum
}

#[test]
fn the_rounds_are_the_same_after_a_minute_in_every_build() {
    assert_golden("classic", play("classic"), CLASSIC);
    assert_golden("yard", play("yard"), YARD);
}

const WORLD: u64 = 0x7f10_23dc_4c4c_8a53;
const CLASSIC: u64 = 0x871b_bd66_8125_36d6;
const YARD: u64 = 0x1ba1_b40f_5cb8_95a7;

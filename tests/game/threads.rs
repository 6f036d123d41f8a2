//! A world is the same to the last bit, however many threads share the work of its steps.

use std::sync::Arc;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::obj;
use dodgem_collide::shape::{ConvexHull, Cuboid};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_physics::Control;
use dodgem_physics::{ActorDesc, CarSettings, Mass, Material, Settings, VehicleId, World};
use glam::{DVec3, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Steps between two looks at the state.
const STRIDE: usize = 30;

struct Crowd {
    world: World,
    cars: Vec<VehicleId>,
    random: Pcg32,
}

impl Crowd {
    /// Cars of real triangles on a square grid, every third a lump or a box, with walls around; some
    /// are put into each other, so that searches for their contacts are dear.
    fn new(row: usize, work_per_step: u64, threads: usize) -> Crowd {
        let mut random = Pcg32::seed_from_u64(7);
        let mut world = World::new(Settings {
            work_per_step,
            ..Settings::default()
        })
        .expect("sound settings");
        world.set_threads(threads);
        assert_eq!(world.threads(), threads);
        let rubber = world.materials_mut().add(Material::rubber());
        let half = row as f32 * 1.2;
        let block = |x, y, z| Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).expect("a size"));
        let at = |place: Vec3, turn: f32| Pose::new(yaw(turn), place).expect("a place");
        let mut fixed = |shape, place| {
            let desc = ActorDesc::fixed(shape, at(place, 0.0));
            world.add(desc).expect("a body");
        };
        fixed(block(half + 2.0, 1.0, half + 2.0), Vec3::NEG_Y);
        for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
            let along = side.abs() * 0.5 + (Vec3::ONE - side.abs()) * (half + 1.0);
            fixed(block(along.x, 2.0, along.z), side * (half + 0.5));
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/bumper_car.obj");
        let mesh = obj::parse(&std::fs::read(path).expect("a file"));
        let mesh = mesh.expect("a model").mesh;
        let model = Arc::new(Model::build(&mesh, &BuildOptions::default()).expect("a model"));
        let mut cars = Vec::new();
        for i in 0..row * row {
            let mut number = |size: f32| random.random_range(-size..size);
            let (x, z) = ((i % row) as f32, (i / row) as f32);
            let middle = 0.5 * (row - 1) as f32;
            let spread = if i % 29 == 0 { 1.5 } else { 2.1 };
            let place = Vec3::new((x - middle) * 2.1, 0.3, (z - middle) * spread);
            let place = place + Vec3::new(number(0.3), 0.1, number(0.3));
            let turn = number(3.0);
            let points: Vec<Vec3> = (0..14)
                .map(|_| Vec3::new(number(0.7), number(0.25), number(0.7)))
                .collect();
            let shape = match i % 9 {
                3 => Shape::Hull(Arc::new(ConvexHull::from_points(&points).expect("a hull"))),
                6 => block(0.5, 0.3, 0.8),
                _ => Shape::Mesh(model.clone()),
            };
            let desc = ActorDesc {
                mass: Mass::Kilograms(200.0),
                material: rubber,
                velocity: Vec3::new(number(4.0), 0.0, number(4.0)),
                ..ActorDesc::dynamic(shape, at(place, turn))
            };
            let body = world.add(desc).expect("a body");
            if i % 9 < 6 {
                cars.push(world.add_vehicle(body, CarSettings::default()));
            }
        }
        Crowd {
            world,
            cars,
            random,
        }
    }

    /// So many steps, in which all are pulled to the middle and drive about.
    fn drive(&mut self, steps: usize) {
        for step in 0..steps {
            if step % 30 == 0 {
                for car in &self.cars {
                    let control = Controls {
                        throttle: self.random.random_range(-0.6..1.0),
                        steer: self.random.random_range(-1.0..1.0),
                        ..Controls::default()
                    };
                    self.world.drive(*car, control);
                }
            }
            for index in 0..self.world.bodies().len() {
                let id = self.world.id(index);
                let inward = -self.world.body(id).center();
                let force = DVec3::new(inward.x, 0.0, inward.z).normalize_or_zero() * 400.0;
                self.world.add_force(id, force);
            }
            self.world.step();
        }
    }

    /// All that a step says, in words, and the fingerprint of the state.
    fn tell(&self) -> String {
        let report = self.world.report();
        let touches: Vec<_> = self.world.touches().collect();
        format!("{:016x} {report:?} {touches:?}", self.world.state_hash())
    }
}

/// Lets crowds with different numbers of threads drive side by side.
fn compare(row: usize, work_per_step: u64, counts: &[usize], steps: usize) {
    let mut alone = Crowd::new(row, work_per_step, 1);
    let crowds = counts.iter().map(|n| Crowd::new(row, work_per_step, *n));
    let mut crowds: Vec<Crowd> = crowds.collect();
    let (mut shared, mut cuts, mut unfound) = (0, 0, 0);
    for begin in (0..steps).step_by(STRIDE) {
        alone.drive(STRIDE);
        let expected = alone.tell();
        for crowd in &mut crowds {
            crowd.drive(STRIDE);
            let same = crowd.tell() == expected;
            let threads = crowd.world.threads();
            assert!(same, "{threads} threads differ after step {begin}");
        }
        let report = alone.world.report();
        assert_eq!(report.lost, 0);
        shared += report.pairs;
        cuts += report.cuts;
        unfound += report.queries.contacts.cuts;
    }
    // Fewer pairs would be nobody's to share.
    let looks = steps.div_ceil(STRIDE);
    assert!(shared / looks > 300, "{} pairs a step", shared / looks);
    if work_per_step != u64::MAX {
        assert!(cuts > 0 && unfound > 0, "{cuts} sweeps, {unfound} searches");
    }
}

#[test]
fn a_crowd_is_the_same_with_any_number_of_threads() {
    compare(14, u64::MAX, &[2, 3, 8], 90);
}

#[test]
fn a_crowd_with_too_little_work_is_the_same_with_any_number_of_threads() {
    compare(14, 4000, &[2, 3, 8], 90);
}

/// `cargo test --release --test threads -- --ignored`
#[test]
#[ignore = "takes some minutes"]
fn a_large_crowd_is_the_same_after_a_minute_with_any_number_of_threads() {
    for work in [u64::MAX, 20_000] {
        compare(16, work, &[2, 3, 8], 60 * 120);
    }
}

//! Bumper cars in a bare world of physics.

mod driving;
mod parked;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::Cuboid;
use dodgem_physics::{BodyDesc, BodyId, Mass, Material, MaterialId, Settings, StepReport, World};
use glam::{Quat, Vec3};

use crate::vehicle::{Controls, Vehicle, VehicleSettings};

/// A world with gravity and without air, and the cars in it.
struct Traffic {
    world: World,
    cars: Vec<Vehicle>,
}

impl Traffic {
    fn new() -> Traffic {
        let settings = Settings {
            air_density: 0.0,
            ..Settings::default()
        };
        Traffic {
            world: World::new(settings).expect("sound settings"),
            cars: Vec::new(),
        }
    }

    /// Adds a large floor whose top is at height 0.
    fn add_floor(&mut self, material: MaterialId) -> BodyId {
        let desc = BodyDesc {
            material,
            ..BodyDesc::fixed(block(400.0, 2.0, 400.0), at(0.0, -1.0, 0.0))
        };
        self.world.add(desc).expect("a sound body")
    }

    /// Adds a car of 200 kg; its number is that of the cars before it.
    fn add_car(&mut self, pose: Pose, material: MaterialId, settings: VehicleSettings) -> BodyId {
        let desc = BodyDesc {
            mass: Mass::Kilograms(200.0),
            material,
            ..BodyDesc::dynamic(block(1.2, 0.5, 1.8), pose)
        };
        let body = self.world.add(desc).expect("a sound body");
        (self.cars).push(Vehicle::new(body, settings).expect("sound settings"));
        body
    }

    fn drive(&mut self, car: usize, controls: Controls) {
        let vehicle = &mut self.cars[car];
        if vehicle.drive(controls) {
            self.world.wake(vehicle.body()).expect("a body");
        }
    }

    fn step(&mut self) -> &StepReport {
        let cars = &mut self.cars;
        self.world.step_with(|forces| {
            for car in &mut *cars {
                car.apply_forces(forces).expect("a body");
            }
        })
    }

    /// Runs for a time, in seconds.
    fn run(&mut self, seconds: f64) {
        let steps = (seconds / self.world.settings().step).round() as u64;
        for _ in 0..steps {
            self.step();
        }
    }
}

/// A box by its edges.
fn block(x: f32, y: f32, z: f32) -> Shape {
    let half = Vec3::new(x, y, z) * 0.5;
    Shape::Cuboid(Cuboid::new(half).expect("a size"))
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).expect("a place")
}

fn control(throttle: f32, steer: f32) -> Controls {
    Controls {
        throttle,
        steer,
        ..Controls::default()
    }
}

fn braking() -> Controls {
    Controls {
        brake: true,
        ..Controls::default()
    }
}

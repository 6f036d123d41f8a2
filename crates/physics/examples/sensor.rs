//! `cargo run --release --example sensor -p dodgem-physics`: a bullet of 300 m/s flies through a sensor of 1
//! cm within one step, and a ball rolls through it; the events report both.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Cuboid, Sphere};
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, Settings, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings {
        gravity: Vec3::ZERO,
        ..Settings::default()
    })?;
    let gate = Shape::Cuboid(Cuboid::new(Vec3::new(0.005, 1.0, 1.0))?);
    let gate = world.add(BodyDesc {
        sensor: true,
        ..BodyDesc::fixed(gate, Pose::IDENTITY)
    })?;
    let mut thrown = Vec::new();
    for (name, radius, from, speed) in [("bullet", 0.01, -4.0, 300.0), ("ball", 0.2, -1.0, 2.0)] {
        let ball = Shape::Sphere(Sphere::new(radius)?);
        let place = Pose::from_translation(Vec3::new(from, 0.0, radius * 3.0))?;
        let desc = BodyDesc {
            velocity: Vec3::X * speed,
            ..BodyDesc::dynamic(ball, place)
        };
        thrown.push((name, world.add(desc)?));
    }
    for _ in 0..120 {
        world.step();
        let report = world.report();
        for (what, list) in [("enters", &report.began), ("has left", &report.ended)] {
            for meeting in list.iter().filter(|meeting| meeting.sensor) {
                let other = if meeting.a == gate {
                    meeting.b
                } else {
                    meeting.a
                };
                let name = thrown
                    .iter()
                    .find(|(_, id)| *id == other)
                    .map_or("?", |(name, _)| name);
                println!("step {:3}: the {name} {what}", world.steps());
            }
        }
    }
    for (name, id) in &thrown {
        println!(
            "The {name} still goes at {:.1} m/s.",
            world[*id].velocity().x
        );
    }
    Ok(())
}

//! `cargo run --release --example conveyor -p dodgem-physics`: a belt carries boxes onto a turntable, which
//! carries them around.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::Cuboid;
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, Settings, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let slab = |x: f32, z: f32| Cuboid::new(Vec3::new(x, 0.25, z)).map(Shape::Cuboid);
    let at = |x: f32, y: f32, z: f32| Pose::from_translation(Vec3::new(x, y, z));
    world.add(BodyDesc {
        surface_velocity: Vec3::X * 1.5,
        ..BodyDesc::fixed(slab(3.0, 0.5)?, at(-3.0, -0.25, 0.0)?)
    })?;
    world.add(BodyDesc {
        surface_spin: Vec3::Y * 0.4,
        ..BodyDesc::fixed(slab(4.0, 4.0)?, at(4.0, -0.25, 0.0)?)
    })?;
    let cube = Shape::Cuboid(Cuboid::new(Vec3::splat(0.2))?);
    let mut boxes = Vec::new();
    for n in 0..3 {
        boxes.push(world.add(BodyDesc::dynamic(
            cube.clone(),
            at(-5.5 + n as f32, 0.2, 0.0)?,
        ))?);
    }
    println!("   s   of each box: its place (x, z) in m and its speed in m/s");
    for _ in 0..20 {
        for _ in 0..60 {
            world.step();
        }
        print!("{:4.1}", world.time());
        for id in &boxes {
            let (place, velocity) = (world[*id].center(), world[*id].velocity());
            print!(
                "   ({:5.2}, {:5.2}) {:4.2}",
                place.x,
                place.z,
                velocity.length()
            );
        }
        println!();
    }
    Ok(())
}

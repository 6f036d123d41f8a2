//! `cargo run --release --example stack -p dodgem-physics`: a stack of ten boxes stands and falls asleep.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Cuboid, HalfSpace};
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, Settings, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let ground = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0)?);
    world.add(BodyDesc::fixed(ground, Pose::IDENTITY))?;
    let cube = Shape::Cuboid(Cuboid::new(Vec3::splat(0.5))?);
    let mut stack = Vec::new();
    for n in 0..10 {
        let place = Pose::from_translation(Vec3::Y * (0.5 + n as f32))?;
        stack.push(world.add(BodyDesc::dynamic(cube.clone(), place))?);
    }
    let asleep = |world: &World| stack.iter().filter(|id| world[**id].is_asleep()).count();
    while asleep(&world) < stack.len() && world.time() < 60.0 {
        world.step();
    }
    println!(
        "After {:.1} s {} of {} boxes sleep.",
        world.time(),
        asleep(&world),
        stack.len()
    );
    for (n, id) in stack.iter().enumerate() {
        let center = world[*id].center();
        let [aside, above] = [center.x.hypot(center.z), center.y - 0.5 - n as f64];
        println!(
            "box {n}: {:.2} mm aside, {:+.2} mm in height",
            1e3 * aside,
            1e3 * above
        );
    }
    Ok(())
}

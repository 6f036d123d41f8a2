//! `cargo run --release --example remove -p dodgem-physics`: removes the lowest box of a sleeping tower and
//! restores it from a snapshot.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::Cuboid;
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, BodyId, Settings, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(10.0, 1.0, 10.0))?);
    world.add(BodyDesc::fixed(floor, Pose::from_translation(Vec3::NEG_Y)?))?;
    let cube = Shape::Cuboid(Cuboid::new(Vec3::splat(0.5))?);
    let mut tower: Vec<BodyId> = Vec::new();
    for n in 0..4 {
        let place = Pose::from_translation(Vec3::Y * (0.5 + n as f32))?;
        tower.push(world.add(BodyDesc::dynamic(cube.clone(), place))?);
    }
    let tell = |world: &World, what: &str| {
        let height = |id: &BodyId| match world.body(*id) {
            Some(body) if body.is_asleep() => format!("{:.2} m (sleeps)", body.center().y),
            Some(body) => format!("{:.2} m", body.center().y),
            None => "gone".to_owned(),
        };
        let heights: Vec<_> = tower.iter().map(height).collect();
        println!("{:4.1} s, {what}: {}", world.time(), heights.join(", "));
    };
    let run = |world: &mut World, steps: u32| {
        (0..steps).for_each(|_| {
            world.step();
        })
    };
    run(&mut world, 240);
    tell(&world, "a tower");
    let before = world.snapshot();
    world.remove(tower[0])?;
    tell(&world, "without the lowest");
    println!("        removed again: {}", world.remove(tower[0]).is_err());
    run(&mut world, 240);
    tell(&world, "it has come down");
    world.restore(&before)?;
    tell(&world, "as it was");
    Ok(())
}

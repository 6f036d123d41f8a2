//! `cargo run --release --example wrecking_ball -p dodgem-physics`: a ball of a ton on a rope of 5 m goes
//! through a wall of 100 boxes of 50 kg at 10 m/s. Prints the ball's position, the stretch of the rope, and
//! the result of an overlap test of all bodies.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Cuboid, Sphere};
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, BodyId, JointDesc, Mass, Settings, World};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(40.0, 1.0, 40.0))?);
    world.add(BodyDesc::fixed(floor, Pose::from_translation(Vec3::NEG_Y)?))?;
    let brick = Shape::Cuboid(Cuboid::new(Vec3::splat(0.25))?);
    let mut wall: Vec<BodyId> = Vec::new();
    for i in 0..100_u8 {
        // The gap between boxes is one skin of a millimetre, at which bodies rest.
        let (column, row) = (f32::from(i % 10), f32::from(i / 10));
        let place = Vec3::new(0.0, 0.251 + 0.501 * row, 0.501 * (column - 4.5));
        wall.push(world.add(BodyDesc {
            mass: Mass::Kilograms(50.0),
            ..BodyDesc::dynamic(brick.clone(), Pose::from_translation(place)?)
        })?);
    }
    let start = Vec3::new(-1.5, 2.0, 0.0);
    let ball = world.add(BodyDesc {
        mass: Mass::Kilograms(1000.0),
        velocity: Vec3::X * 10.0,
        ..BodyDesc::dynamic(
            Shape::Sphere(Sphere::new(0.5)?),
            Pose::from_translation(start)?,
        )
    })?;
    let hook = Vec3::new(0.0, 6.77, 0.0);
    let rope = world.add_joint(&JointDesc::rope(ball, start, None, hook, 5.0))?;

    println!("    s  ball x, m  y, m  rope, N  stretched, mm  boxes down  impacts  overlaps");
    let (mut impacts, mut overlapping) = (0, 0);
    for quarter in 1..=16 {
        let mut stretched = 0.0_f64;
        for _ in 0..30 {
            let report = world.step();
            impacts += report.impacts.len();
            overlapping += report.overlapping;
            stretched = stretched.max(world.joint_gap(rope).unwrap_or_default());
        }
        let center = world[ball].center();
        let force = world.joint(rope).map_or(0.0, |rope| rope.force().length());
        let down = wall
            .iter()
            .filter(|b| world[**b].center().x.abs() > 0.5)
            .count();
        println!(
            "{:5.2}  {:9.2}  {:4.1}  {force:7.0}  {:13.3}  {down:10}  {impacts:7}  {overlapping:8}",
            f64::from(quarter) * 0.25,
            center.x,
            center.y,
            stretched * 1e3
        );
    }
    Ok(())
}

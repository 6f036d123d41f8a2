//! `cargo run --release --example chain -p dodgem-physics`: 20 links of 1 kg with 100 kg at their end hang,
//! and are then thrown. Prints the chain's length, the gaps of its joints and the load of the topmost one.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Cuboid, Sphere};
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, BodyId, JointDesc, JointId, Mass, Settings, World};

const LINKS: u8 = 20;
/// The length of a link, in metres.
const PITCH: f32 = 0.2;

fn add(world: &mut World, shape: Shape, y: f32, kilograms: f32) -> Result<BodyId, Box<dyn Error>> {
    Ok(world.add(BodyDesc {
        mass: Mass::Kilograms(kilograms),
        ..BodyDesc::dynamic(shape, Pose::from_translation(Vec3::Y * y)?)
    })?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let mut joints: Vec<JointId> = Vec::new();
    let mut above = None;
    for i in 0..LINKS {
        let top = -PITCH * f32::from(i);
        let link = Shape::Cuboid(Cuboid::new(Vec3::new(0.025, 0.09, 0.025))?);
        let link = add(&mut world, link, top - 0.5 * PITCH, 1.0)?;
        joints.push(world.add_joint(&JointDesc::ball(link, above, Vec3::Y * top))?);
        above = Some(link);
    }
    let bottom = -PITCH * f32::from(LINKS);
    let weight = add(
        &mut world,
        Shape::Sphere(Sphere::new(0.25)?),
        bottom - 0.25,
        100.0,
    )?;
    joints.push(world.add_joint(&JointDesc::ball(weight, above, Vec3::Y * bottom))?);

    println!("   s  straight line, m  widest joint, mm  topmost joint, N");
    for second in 1..=10 {
        if second == 4 {
            println!("  the weight is thrown at 5 m/s");
            world.set_velocity(weight, Vec3::X * 5.0, Vec3::ZERO)?;
        }
        let mut widest = 0.0_f64;
        for _ in 0..120 {
            world.step();
            let gaps = joints.iter().filter_map(|joint| world.joint_gap(*joint));
            widest = gaps.fold(widest, f64::max);
        }
        let line = world[weight].center().length() - 0.25;
        let force = world
            .joint(joints[0])
            .map_or(0.0, |joint| joint.force().length());
        println!(
            "{second:4}  {line:16.5}  {:16.5}  {force:16.0}",
            widest * 1e3
        );
    }
    Ok(())
}

//! `cargo run --release --example ragdoll -p dodgem-physics`: ten bodies held by nine joints with limits fall
//! on a floor, a hand pulls them up by the head and lets go. Prints the heights of head and hips and the gaps
//! of the joints.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Capsule, Cuboid, Sphere};
use dodgem_physics::glam::Vec3;
use dodgem_physics::{BodyDesc, BodyId, JointDesc, JointId, Mass, Settings, World};

/// The height of its fall, in metres.
const HEIGHT: f32 = 1.0;

struct Ragdoll {
    head: BodyId,
    hips: BodyId,
    joints: Vec<JointId>,
}

fn add(
    world: &mut World,
    shape: Shape,
    at: Vec3,
    kilograms: f32,
) -> Result<BodyId, Box<dyn Error>> {
    Ok(world.add(BodyDesc {
        mass: Mass::Kilograms(kilograms),
        // A sideways velocity, so that it falls at an angle.
        velocity: Vec3::new(1.0, 0.0, 0.3),
        ..BodyDesc::dynamic(shape, Pose::from_translation(at + Vec3::Y * HEIGHT)?)
    })?)
}

/// Adds a limb of two parts below a point of the trunk: the first swings, the second bends about x between
/// limits.
fn add_limb(
    world: &mut World,
    trunk: BodyId,
    at: Vec3,
    length: f32,
    bends: [f32; 2],
) -> Result<[JointId; 2], Box<dyn Error>> {
    let limb = |length: f32| Capsule::new(0.5 * length - 0.07, 0.06).map(Shape::Capsule);
    let middle = at - Vec3::Y * length;
    let upper = add(world, limb(length)?, at - Vec3::Y * 0.5 * length, 4.0)?;
    let lower = add(world, limb(length)?, middle - Vec3::Y * 0.5 * length, 3.0)?;
    let up = Vec3::Y * HEIGHT;
    let shoulder = JointDesc::ball(upper, trunk, at + up)
        .with_swing(1.2)
        .with_limits(-0.5, 0.5);
    let elbow =
        JointDesc::hinge(lower, upper, middle + up, Vec3::X).with_limits(bends[0], bends[1]);
    Ok([world.add_joint(&shoulder)?, world.add_joint(&elbow)?])
}

fn add_ragdoll(world: &mut World) -> Result<Ragdoll, Box<dyn Error>> {
    let trunk = Shape::Cuboid(Cuboid::new(Vec3::new(0.2, 0.3, 0.12))?);
    let hips = add(world, trunk, Vec3::Y * 1.2, 30.0)?;
    let head = add(
        world,
        Shape::Sphere(Sphere::new(0.12)?),
        Vec3::Y * 1.65,
        5.0,
    )?;
    let neck = JointDesc::ball(head, hips, Vec3::Y * (1.51 + HEIGHT))
        .with_swing(0.6)
        .with_limits(-0.8, 0.8);
    let mut joints = vec![world.add_joint(&neck)?];
    for side in [-1.0, 1.0] {
        let shoulder = Vec3::new(0.28 * side, 1.45, 0.0);
        joints.extend(add_limb(world, hips, shoulder, 0.32, [0.0, 2.4])?);
        let hip = Vec3::new(0.12 * side, 0.88, 0.0);
        joints.extend(add_limb(world, hips, hip, 0.43, [-2.4, 0.0])?);
    }
    Ok(Ragdoll { head, hips, joints })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(20.0, 1.0, 20.0))?);
    world.add(BodyDesc::fixed(floor, Pose::from_translation(Vec3::NEG_Y)?))?;
    let doll = add_ragdoll(&mut world)?;
    println!(
        "{} bodies, {} joints",
        world.bodies().count() - 1,
        doll.joints.len()
    );
    println!("   s  head, m  trunk, m  widest joint, mm  overlaps  asleep");
    let (mut hand, mut overlapping) = (None, 0);
    for half in 1..=20 {
        if half == 7 {
            println!("  a hand takes the head");
            let at = world[doll.head].center().as_vec3();
            let grab = world.add_joint(&JointDesc::grab(doll.head, at, 2000.0))?;
            world.set_grab_target(grab, at + Vec3::Y * 1.6)?;
            hand = Some(grab);
        }
        if let (13, Some(grab)) = (half, hand) {
            println!("  and lets go");
            world.remove_joint(grab)?;
        }
        let mut widest = 0.0_f64;
        for _ in 0..60 {
            overlapping += world.step().overlapping;
            let gaps = doll
                .joints
                .iter()
                .filter_map(|joint| world.joint_gap(*joint));
            widest = gaps.fold(widest, f64::max);
        }
        println!(
            "{:4.1}  {:7.3}  {:8.3}  {:16.3}  {overlapping:8}  {:6}",
            world.time(),
            world[doll.head].center().y,
            world[doll.hips].center().y,
            widest * 1e3,
            world.report().asleep
        );
    }
    Ok(())
}

//! `cargo run --release --example pendulum -p dodgem-physics`: a ball swings on an arm of 1 m for a minute.
//! Prints the period beside the formula's, and the change of its energy.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::Sphere;
use dodgem_physics::glam::{Quat, Vec3};
use dodgem_physics::{BodyDesc, JointDesc, Mass, Settings, World};

const RADIUS: f32 = 0.1;
/// The amplitude to each side, in radians.
const AMPLITUDE: f32 = 0.3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings {
        air_density: 0.0,
        ..Settings::default()
    })?;
    let (sin, cos) = AMPLITUDE.sin_cos();
    let place = Pose::new(Quat::from_rotation_z(AMPLITUDE), Vec3::new(sin, -cos, 0.0))?;
    let ball = world.add(BodyDesc {
        mass: Mass::Kilograms(2.0),
        ..BodyDesc::dynamic(Shape::Sphere(Sphere::new(RADIUS)?), place)
    })?;
    let joint = world.add_joint(&JointDesc::hinge(ball, None, Vec3::ZERO, Vec3::Z))?;

    // The ball turns with its arm: its own inertia counts, and so does the amplitude.
    let (inertia, amplitude) = (1.0 + 0.4 * RADIUS * RADIUS, f64::from(AMPLITUDE));
    let exact = std::f64::consts::TAU
        * (f64::from(inertia) / 9.81).sqrt()
        * (1.0 + amplitude.powi(2) / 16.0 + 11.0 * amplitude.powi(4) / 3072.0);

    let step = world.settings().step;
    let first = world.energy();
    let (mut passages, mut before) = (Vec::new(), world[ball].center().x);
    println!("    s  angle, rad  energy, J  swings");
    for n in 1..=60 * 120 {
        world.step();
        let now = world[ball].center().x;
        if before < 0.0 && now >= 0.0 {
            passages.push((f64::from(n) - now / (now - before)) * step);
        }
        before = now;
        if n % (10 * 120) == 0 {
            let angle = world.joint_position(joint).unwrap_or_default();
            let (energy, swings) = (world.energy(), passages.len());
            println!(
                "{:5.0}  {angle:10.4}  {energy:9.5}  {swings:6}",
                world.time()
            );
        }
    }
    let swings = (passages.len() - 1) as f64;
    let found = (passages[passages.len() - 1] - passages[0]) / swings;
    println!(
        "\nA swing takes {found:.6} s, by the formula {exact:.6} s; the energy changed by {:+.1e} J.",
        world.energy() - first
    );
    Ok(())
}

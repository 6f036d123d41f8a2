//! `cargo run --release --example car_on_ramp -p dodgem-physics`: a bumper car drives up a ramp, jumps, and
//! lands on its wheels. Prints its motion, one line for every quarter of a second.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::Cuboid;
use dodgem_physics::glam::{Quat, Vec3};
use dodgem_physics::{
    BodyDesc, Controls, Mass, Material, STEPS_PER_SECOND, Settings, Vehicle, VehicleSettings, World,
};

fn block(x: f32, y: f32, z: f32) -> Result<Shape, Box<dyn Error>> {
    Ok(Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z) * 0.5)?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let ground = block(40.0, 2.0, 80.0)?;
    world.add(BodyDesc::fixed(
        ground,
        Pose::from_translation(Vec3::NEG_Y)?,
    ))?;
    // The ramp is 6 m long and 14 degrees steep; the car comes from +Z and drives to -Z.
    let ramp = Pose::new(Quat::from_rotation_x(0.25), Vec3::new(0.0, 0.62, -10.0))?;
    world.add(BodyDesc::fixed(block(4.0, 0.2, 6.0)?, ramp))?;

    let rubber = world.materials_mut().add(Material {
        restitution: 0.8,
        friction: 0.5,
        ..Material::default()
    })?;
    let body = world.add(BodyDesc {
        mass: Mass::Kilograms(200.0),
        material: rubber,
        ..BodyDesc::dynamic(
            block(1.2, 0.5, 1.8)?,
            Pose::from_translation(Vec3::new(0.0, 0.42, 6.0))?,
        )
    })?;
    let car = world.add_vehicle(body, VehicleSettings::default())?;
    world.drive(
        car,
        Controls {
            throttle: 1.0,
            ..Controls::default()
        },
    )?;

    println!("    s  height, m  driven, m  speed, m/s  wheels on the ground");
    let (mut highest, mut steps_in_air) = (0.0_f64, 0_u32);
    for step in 1..=5 * STEPS_PER_SECOND as u32 {
        world.step();
        let (center, speed) = (world[body].center(), world[body].velocity().length());
        let wheels = world.vehicle(car).map_or(0, Vehicle::wheels_down);
        highest = highest.max(center.y);
        steps_in_air += u32::from(wheels == 0);
        if step % (STEPS_PER_SECOND as u32 / 4) == 0 {
            println!(
                "{:5.2}  {:9.2}  {:9.2}  {speed:10.2}  {}",
                world.time(),
                center.y,
                6.0 - center.z,
                "o".repeat(wheels),
            );
        }
    }
    println!(
        "\nIt was {highest:.2} m high at most and flew for {:.2} s.",
        steps_in_air as f32 / STEPS_PER_SECOND
    );
    Ok(())
}

//! `cargo run --release --example falling_boxes -p dodgem-physics`: 125 crates fall in a heap and come to
//! rest. Prints the engine's work in every half second; the last line tells if any two overlap.

use std::error::Error;

use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::Cuboid;
use dodgem_physics::glam::{Quat, Vec3};
use dodgem_physics::{BodyDesc, Mass, STEPS_PER_SECOND, Settings, World};

/// The number of crates along each axis.
const ROW: u8 = 5;
const SECONDS: u32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default())?;
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(20.0, 1.0, 20.0))?);
    world.add(BodyDesc::fixed(floor, Pose::from_translation(Vec3::NEG_Y)?))?;
    let crates = Shape::Cuboid(Cuboid::new(Vec3::splat(0.25))?);
    for place in 0..u32::from(ROW).pow(3) {
        let row = u32::from(ROW);
        let cell = Vec3::new(
            (place % row) as f32,
            (place / row % row) as f32,
            (place / row / row) as f32,
        );
        // Every crate is turned a little differently, so that the stack cannot stand.
        let rotation = Quat::from_euler(
            dodgem_physics::glam::EulerRot::XYZ,
            0.3 * cell.z,
            0.7 * cell.x,
            0.2 * cell.y,
        );
        // The distance exceeds a crate's diagonal, so that none begins inside another.
        let center = (cell - Vec3::new(2.0, 0.0, 2.0)) * 0.9 + Vec3::Y;
        world.add(BodyDesc {
            mass: Mass::Kilograms(10.0),
            ..BodyDesc::dynamic(crates.clone(), Pose::new(rotation, center)?)
        })?;
    }

    println!("     s  highest, m  energy, J  contacts  impacts  sweeps  waiting  asleep");
    let (mut impacts, mut sweeps, mut waiting, mut overlapping) = (0, 0, 0, 0);
    for step in 1..=SECONDS * STEPS_PER_SECOND as u32 {
        let report = world.step();
        impacts += report.impacts.len();
        sweeps += report.sweeps;
        waiting += report.waiting;
        overlapping += report.overlapping;
        let (contacts, asleep) = (report.contacts, report.asleep);
        if step % (STEPS_PER_SECOND as u32 / 2) == 0 {
            let bodies = world.bodies().skip(1);
            let highest = bodies.map(|body| body.center().y).fold(0.0, f64::max);
            println!(
                "{:6.1}  {highest:10.2}  {:9.0}  {contacts:8}  {impacts:7}  {sweeps:6}  {waiting:7}  {asleep:6}",
                world.time(),
                world.energy(),
            );
            (impacts, sweeps, waiting) = (0, 0, 0);
        }
    }
    println!(
        "\nPairs found inside each other: {overlapping}. The state's hash is {:016x}, on every machine.",
        world.state_hash()
    );
    Ok(())
}

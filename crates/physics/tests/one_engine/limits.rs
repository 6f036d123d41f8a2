//! Fault 6: not every search has a limit of work, and not everything is checked that comes in.
//!
//! Cause: when a mesh comes into a world, its contacts with itself are searched for without a limit,
//! to grow memory; and a world takes the settings and the mass of a car as they are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use dodgem::arena::{
    Arena, CarDesc, GroundSettings, Response, SurfaceSettings, VehicleSettings, World,
    WorldSettings,
};
use dodgem_collide::Shape;
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::Pose;
use dodgem_collide::schedule::ScheduleKind;
use dodgem_physics::BodyDesc;
use dodgem_physics::Controls;
use glam::{Quat, Vec3};

use crate::oracle::{meshes, random};
use crate::{model, scene};

/// How long a mesh of 9,600 triangles may take to come into a world. With a limit of work it takes
/// milliseconds; without one half a minute of work, growing with the square of the number of bars.
const PATIENCE: Duration = Duration::from_secs(10);

/// Cause: see the head of this file: the mesh is compared with itself, moved aside by 0.98 of its
/// width. Cut-off as reported: 99,000 triangles that cross each other take over 45 s. It takes parts
/// that go through the whole width, each of which meets each other one: fifty spheres through each
/// other, of 99,200 triangles, take half a second.
#[test]
#[ignore = "issue \"One engine\": fault 6, the warm-up of a model has no limit of work"]
fn a_mesh_that_crosses_itself_comes_into_a_space_in_limited_time() {
    let mut rng = random::rng(1);
    let bars = (0..800).map(|_| {
        let turn = Quat::from_rotation_x(random::between(&mut rng, 0.0, 3.0));
        let bar = meshes::cuboid(Vec3::new(1.0, 0.3, 0.3)).turned(turn);
        bar.moved(random::in_cube(&mut rng, 0.01))
    });
    let tangle = model(&bars.fold(meshes::Raw::default(), meshes::Raw::with).mesh());
    let (done, waits) = mpsc::channel();
    // A search that has no limit is left behind: it ends with the tests.
    thread::spawn(move || {
        let start = Instant::now();
        let mut world = scene::empty();
        let body = BodyDesc::dynamic(Shape::Mesh(tangle), Pose::IDENTITY);
        let added = world.add(body).is_ok();
        // Nobody listens if it took too long.
        let _ = done.send((added, start.elapsed()));
    });
    match waits.recv_timeout(PATIENCE) {
        Ok((added, took)) => assert!(added, "it was refused after {took:?}"),
        Err(_) => panic!("it is still not there after {PATIENCE:?}"),
    }
}

/// A car in an empty hall with one thing changed.
fn world_with(change: impl Fn(&mut CarDesc)) -> Result<World, String> {
    let mut world = World::new(WorldSettings {
        arena: Arena::Round { radius: 12.0 },
        ground: GroundSettings::default(),
        response: Response::Classic,
        walls: SurfaceSettings::default(),
        broad_phase: BroadPhaseKind::SweepAndPrune,
        schedule: ScheduleKind::PerceptionSorted,
        budget: u64::MAX,
    })
    .expect("a sound world");
    let mut car = CarDesc {
        mass: 250.0,
        ring: 0.3,
        settings: VehicleSettings::default(),
    };
    change(&mut car);
    let body = meshes::cuboid(Vec3::new(0.6, 0.2, 0.9)).moved(Vec3::Y * 0.3);
    let desc = dodgem::arena::BodyDesc {
        name: "car".to_owned(),
        model: model(&body.mesh()),
        solid: None,
        pose: Pose::IDENTITY,
        car: Some(car),
        slope: false,
    };
    let added = world.add_body(desc);
    added.map(|_| world).map_err(|error| error.to_string())
}

/// Drives a car for a moment; false if that panics.
fn drives(world: &mut World) -> bool {
    let control = Controls {
        throttle: 1.0,
        steer: 0.5,
        ..Controls::default()
    };
    let drive = AssertUnwindSafe(|| (0..10).for_each(|_| world.step(&[control])));
    catch_unwind(drive).is_ok()
}

/// Asserts that a world refuses such a car, and tells what comes of it if not.
fn is_refused(what: &str, change: impl Fn(&mut CarDesc)) {
    if let Ok(mut world) = world_with(change) {
        let end = if drives(&mut world) {
            "drives"
        } else {
            "panics in a step"
        };
        panic!("a car with {what} is taken, and {end}");
    }
}

/// The control: the same car is taken and drives as long as nothing is wrong with it.
#[test]
fn a_car_of_sound_settings_is_taken_and_drives() {
    let mut world = world_with(|_| ()).expect("a sound car");
    assert!(drives(&mut world));
}

/// Cause: the rate is a limit of `clamp`, which panics where the lower limit is above the upper one.
#[test]
#[ignore = "issue \"One engine\": fault 6, a turn rate below 0 is taken"]
fn a_world_refuses_a_turn_rate_below_zero() {
    is_refused("a turn rate of -1", |car| car.settings.turn_rate = -1.0);
}

/// Cause: as above, where a limit is no number.
#[test]
#[ignore = "issue \"One engine\": fault 6, a turn rate that is no number is taken"]
fn a_world_refuses_a_turn_rate_that_is_no_number() {
    is_refused("a turn rate of NaN", |car| {
        car.settings.turn_rate = f32::NAN
    });
}

/// Cause: only a level's mass is compared with its range, 10 to 5,000 kg.
#[test]
#[ignore = "issue \"One engine\": fault 6, a mass out of range is taken"]
fn a_world_refuses_a_mass_out_of_range() {
    is_refused("a mass of 1e6 kg", |car| car.mass = 1e6);
}

//! Fault 5: under `Classic` a light car can cross half of the hall in one step.
//!
//! Cause: a car leaves with the other's momentum over its own mass, and the limit of speed is applied
//! to what the step has left, not to the way within the step.

use dodgem::arena::{
    Arena, BodyDesc, CarDesc, GroundSettings, Response, SurfaceSettings, VehicleSettings, World,
    WorldSettings,
};
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::schedule::ScheduleKind;
use dodgem_physics::{Controls, STEP_SECONDS};
use glam::Vec3;

use crate::model;
use crate::oracle::meshes;

/// No body of the game moves faster, in m/s.
const SPEED_LIMIT: f64 = 25.0;

/// A hall with three cars in a row along X, of these masses (kg).
fn row(masses: [f32; 3]) -> World {
    let mut world = World::new(WorldSettings {
        arena: Arena::Rectangle {
            width: 40.0,
            depth: 20.0,
        },
        ground: GroundSettings::default(),
        response: Response::Classic,
        walls: SurfaceSettings::default(),
        broad_phase: BroadPhaseKind::SweepAndPrune,
        schedule: ScheduleKind::PerceptionSorted,
        budget: u64::MAX,
    })
    .expect("a sound world");
    let body = meshes::cuboid(Vec3::new(0.6, 0.2, 0.9)).moved(Vec3::Y * 0.3);
    let model = model(&body.mesh());
    for (index, mass) in masses.into_iter().enumerate() {
        let place = Vec3::new(2.0 * index as f32 - 2.0, 0.0, 0.1 * index as f32);
        let desc = BodyDesc {
            name: format!("car {index}"),
            model: model.clone(),
            solid: None,
            pose: Pose::new(yaw(0.2 * index as f32), place).expect("a pose"),
            car: Some(CarDesc {
                mass,
                ring: 0.3,
                settings: VehicleSettings::default(),
            }),
            slope: false,
        };
        world.add_body(desc).expect("a sound car");
    }
    world
}

/// Cause: see the head of this file. Cut-off as reported: cars of 10, 5,000 and 5,000 kg move up to
/// 12 m in a step; at the limit of speed it would be 0.21 m.
#[test]
#[ignore = "issue \"One engine\": fault 5, the limit of speed acts only after the step"]
fn no_car_goes_farther_in_a_step_than_its_limit_of_speed_lets_it() {
    let most = SPEED_LIMIT * f64::from(STEP_SECONDS) * 1.001;
    let mut farthest = (0.0, 0.0, 0, 0);
    for masses in [
        [10.0, 5000.0, 5000.0],
        [5000.0, 10.0, 5000.0],
        [5000.0, 5000.0, 10.0],
    ] {
        let mut world = row(masses);
        let ids: Vec<_> = (0..3).map(dodgem::arena::BodyId).collect();
        world.set_velocity(ids[0], Vec3::X * 6.0, 0.0);
        world.set_velocity(ids[2], Vec3::X * -6.0, 0.0);
        for step in 0..240 {
            let centers = |world: &World| -> Vec<_> {
                world
                    .world()
                    .bodies()
                    .iter()
                    .map(|body| body.center())
                    .collect()
            };
            let before = centers(&world);
            let bodies = before.len();
            world.step(&[Controls::default(); 3]);
            for (index, (from, to)) in before.iter().zip(centers(&world)).enumerate() {
                let way = from.distance(to);
                if way > farthest.0 {
                    let car = 3 - (bodies - index);
                    farthest = (way, f64::from(masses[car]), car, step);
                }
            }
        }
    }
    let (way, mass, car, step) = farthest;
    assert!(
        way <= most,
        "car {car} of {mass} kg goes {way:.2} m in step {step}, {most:.2} m are allowed"
    );
}

//! Axes along and about which a body does not move.

use dodgem_physics::{BodyDesc, BodyId, LockedAxes, Mass, MaterialId, World};
use glam::{DVec3, Vec3};

use crate::scene::*;

fn locked(world: &mut World, desc: BodyDesc, locked: LockedAxes) -> BodyId {
    let desc = BodyDesc { locked, ..desc };
    world.add(desc).expect("a body")
}

const HELD: LockedAxes = LockedAxes {
    translation: [false, true, false],
    rotation: [false; 3],
};

/// Two equal balls, the one that is hit held along y: the other comes back as from a wall of no end.
#[test]
fn what_is_held_is_a_wall_along_its_axis() {
    let mut world = empty();
    let elastic = surface(&mut world, 1.0, 0.0);
    let held = BodyDesc {
        material: elastic,
        ..BodyDesc::dynamic(ball(0.5), at(0.0, 0.0, 0.0))
    };
    let held = locked(&mut world, held, HELD);
    let falling = BodyDesc {
        material: elastic,
        velocity: Vec3::NEG_Y * 3.0,
        ..BodyDesc::dynamic(ball(0.5), at(0.0, 2.0, 0.0))
    };
    let falling = world.add(falling).expect("a ball");
    run(&mut world, 1.0);
    assert!((world[falling].velocity() - DVec3::Y * 3.0).length() < 1e-6);
    assert_eq!(world[held].velocity(), DVec3::ZERO);
    // Along x it is a ball as any other: it takes over the speed.
    world
        .set_pose(falling, &at(-2.0, 0.0, 0.0))
        .expect("it is there");
    world
        .set_velocity(falling, Vec3::X * 3.0, Vec3::ZERO)
        .expect("it is there");
    run(&mut world, 1.0);
    assert!((world[held].velocity() - DVec3::X * 3.0).length() < 1e-6);
    assert!(world[falling].velocity().length() < 1e-6);
}

#[test]
fn gravity_and_loads_do_not_move_what_is_held() {
    let mut world = earth();
    let shelf = BodyDesc {
        mass: Mass::Kilograms(5.0),
        ..BodyDesc::dynamic(block(2.0, 0.2, 2.0), at(0.0, 3.0, 0.0))
    };
    let lock = LockedAxes {
        rotation: [true; 3],
        ..HELD
    };
    let shelf = locked(&mut world, shelf, lock);
    let load = add(
        &mut world,
        block(0.5, 0.5, 0.5),
        at(0.5, 3.5, 0.3),
        5.0,
        MaterialId::default(),
    );
    run(&mut world, 4.0);
    let center = world[shelf].center();
    assert_eq!(center.y, 3.0);
    let on = world[load].center();
    assert!((on.y - 3.35).abs() < 2e-3, "{on}");
    assert!(
        (on.x - 0.5).abs() < 5e-3 && (on.z - 0.3).abs() < 5e-3,
        "{on}"
    );
    assert!(world[load].velocity().length() < 1e-3);
    assert_eq!(world.report().overlapping, 0);
}

#[test]
fn what_is_planar_stays_in_its_plane() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::default());
    let mut bodies = Vec::new();
    for i in 0..12 {
        let place = at(0.35 * (i % 4) as f32, 0.5 + 0.7 * (i / 4) as f32, 0.0);
        let desc = BodyDesc {
            velocity: Vec3::new(2.0 - i as f32 * 0.3, 1.0, 0.7),
            angular_velocity: Vec3::new(1.0, 2.0, 3.0),
            ..BodyDesc::dynamic(block(0.3, 0.5, 0.4), place)
        };
        bodies.push(locked(&mut world, desc, LockedAxes::PLANAR));
    }
    // A ball across the plane.
    let thrown = add(
        &mut world,
        ball(0.2),
        at(0.5, 0.6, -3.0),
        3.0,
        MaterialId::default(),
    );
    world
        .set_velocity(thrown, Vec3::Z * 8.0, Vec3::ZERO)
        .expect("it is there");
    for step in 0..480 {
        world.step();
        assert_eq!(world.report().overlapping, 0, "step {step}");
        for id in &bodies {
            let body = &world[*id];
            assert!(
                body.center().z.abs() < 1e-12,
                "step {step}: {}",
                body.center()
            );
            let spin = body.angular_velocity();
            assert!(
                spin.x.abs() < 1e-12 && spin.y.abs() < 1e-12,
                "step {step}: {spin}"
            );
            let axis = body.pose().rotation() * Vec3::Z;
            assert!((axis - Vec3::Z).length() < 1e-5, "step {step}: {axis}");
        }
    }
}

/// A wheel that can turn about its own x only, with a push at its rim: torque over moment of inertia.
#[test]
fn one_free_axis_turns_as_it_should() {
    let mut world = empty();
    let desc = BodyDesc {
        mass: Mass::Kilograms(6.0),
        ..BodyDesc::dynamic(block(1.0, 2.0, 3.0), at(0.0, 0.0, 0.0))
    };
    let lock = LockedAxes {
        translation: [true; 3],
        rotation: [false, true, true],
    };
    let body = locked(&mut world, desc, lock);
    // I_x = m (b^2 + c^2) / 12 = 6.5 kg m^2.
    for _ in 0..120 {
        let push = DVec3::new(3.0, 6.5, 5.0);
        world
            .add_force_at(body, push, DVec3::new(0.4, 0.0, -1.0))
            .expect("it is there");
        world.step();
    }
    // The torque about x is z * -y: 6.5 N m; after a second, a radian a second.
    let spin = world[body].angular_velocity();
    assert!((spin - DVec3::X).length() < 1e-6, "{spin}");
    assert_eq!(world[body].center(), DVec3::ZERO);
    // Unlocked, it moves freely again.
    world
        .change(body, |body| body.locked = LockedAxes::default())
        .expect("it is there");
    world
        .add_impulse_at(body, DVec3::Y * 6.0, DVec3::ZERO)
        .expect("it is there");
    world.step();
    assert!((world[body].velocity().y - 1.0).abs() < 1e-9);
    let spin = world[body].angular_velocity();
    assert!((spin - DVec3::X).length() < 1e-6, "{spin}");
}

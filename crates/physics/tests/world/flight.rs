//! Bodies that touch nothing.

use dodgem_physics::{BodyDesc, MaterialId, Settings};
use glam::{DVec3, Vec3};

use crate::scene::*;

#[test]
fn a_thrown_body_follows_its_parabola() {
    let mut world = earth();
    let body = add(
        &mut world,
        block(0.2, 0.4, 0.6),
        at(0.0, 0.0, 0.0),
        3.0,
        MaterialId::DEFAULT,
    );
    world
        .set_velocity(body, Vec3::new(7.0, 12.0, -3.0), Vec3::ZERO)
        .unwrap();
    for _ in 0..240 {
        world.step();
        let t = world.time();
        let expected = DVec3::new(7.0, 12.0 - 0.5 * 9.81 * t, -3.0) * t;
        let off = world[body].center().distance(expected);
        assert!(off < 2e-5, "{off} m off after {t} s");
    }
}

#[test]
fn a_falling_body_reaches_the_speed_at_which_air_carries_it() {
    let mut world = with(Settings::default());
    let body = world
        .add(BodyDesc {
            drag_area: 0.7,
            mass: dodgem_physics::Mass::Kilograms(80.0),
            ..BodyDesc::dynamic(ball(0.4), at(0.0, 0.0, 0.0))
        })
        .expect("a sound body");
    run(&mut world, 60.0);
    // m g = rho / 2 c A v^2.
    let expected = (2.0 * 80.0 * 9.81_f64 / (1.2 * 0.7)).sqrt();
    let speed = -world[body].velocity().y;
    assert!(
        (speed / expected - 1.0).abs() < 2e-3,
        "{speed} for {expected}"
    );
}

#[test]
fn a_gyroscope_keeps_its_angular_momentum_and_energy() {
    let mut world = empty();
    let body = add(
        &mut world,
        block(0.2, 0.8, 1.4),
        at(1.0, 2.0, 3.0),
        5.0,
        MaterialId::DEFAULT,
    );
    // Near the middle axis, about which bodies tumble.
    world
        .set_velocity(body, Vec3::ZERO, Vec3::new(0.3, 14.0, 0.1))
        .unwrap();
    let (momentum, energy) = {
        let body = &world[body];
        (body.angular_momentum(), body.kinetic_energy())
    };
    let mut flips = 0;
    let mut up = true;
    for _ in 0..60 * 120 {
        world.step();
        let body = &world[body];
        let local = body
            .pose()
            .inverse_transform_vector(body.angular_velocity().as_vec3());
        if (local.y > 0.0) != up {
            (up, flips) = (!up, flips + 1);
        }
        let inertia = body.angular_velocity().dot(momentum) * 0.5;
        assert!((inertia / energy - 1.0).abs() < 1e-4);
        assert!(body.angular_momentum().distance(momentum) < 1e-4 * momentum.length());
    }
    assert!(flips > 20, "only {flips} flips: it does not tumble");
}

/// Euler's top: its axis goes round the angular momentum on a cone, at L / I across the axis, for
/// ever. The test reads only the poses, not the stored angular momentum.
#[test]
fn a_top_goes_round_its_angular_momentum_for_a_minute_as_euler_says() {
    let mut world = empty();
    let top = block(1.0, 0.2, 1.0);
    let body = add(&mut world, top, at(0.0, 0.0, 0.0), 6.0, MaterialId::DEFAULT);
    let (along, across) = (6.0 * 2.0 / 12.0, 6.0 * 1.04 / 12.0);
    let spin = DVec3::new(2.0, 15.0, 0.0);
    world
        .set_velocity(body, Vec3::ZERO, spin.as_vec3())
        .unwrap();
    let momentum = DVec3::new(across, along, across) * spin;
    let (way, rate) = (momentum.normalize(), momentum.length() / across);
    let tilt = way.angle_between(DVec3::Y);
    let mut axes = Vec::new();
    for _ in 0..60 * 120 {
        world.step();
        let rotation = world[body].pose().rotation().as_dquat().normalize();
        axes.push(rotation * DVec3::Y);
    }
    // Three places of the axis, eight steps or 1.9 rad apart, lie on a circle about the momentum.
    for (step, three) in axes.windows(17).enumerate() {
        let [a, b, c] = [three[0], three[8], three[16]];
        let normal = (b - a).cross(c - b).normalize();
        let off = normal.distance(way);
        assert!(off < 1e-4, "the momentum is {off} off in step {step}");
        let off = normal.angle_between(a) / tilt - 1.0;
        assert!(off.abs() < 1e-3, "the cone is {off} off in step {step}");
        let turned = a.reject_from(normal).angle_between(b.reject_from(normal));
        let off = turned * 120.0 / 8.0 / rate - 1.0;
        assert!(
            off.abs() < 1e-2,
            "it goes round by {off} too fast in step {step}"
        );
    }
}

#[test]
fn a_spinning_stick_stays_where_it_is() {
    let mut world = empty();
    let body = add(
        &mut world,
        block(10.0, 0.1, 0.1),
        at(0.0, 0.0, 0.0),
        20.0,
        MaterialId::DEFAULT,
    );
    world
        .set_velocity(body, Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0))
        .unwrap();
    run(&mut world, 10.0);
    let expected = turned(Vec3::ZERO, Vec3::Z, 20.0);
    let off = world[body].pose().rotation().dot(expected.rotation());
    assert!(off.abs() > 1.0 - 1e-6, "turned elsewhere: {off}");
    assert_eq!(world[body].center(), DVec3::ZERO);
}

//! Bounces against the height that a parabola gives.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::HalfSpace;
use dodgem_physics::{BodyDesc, BodyId, Material, MaterialId, World};
use glam::Vec3;

use crate::scene::*;

fn bouncy(world: &mut World, restitution: f32) -> MaterialId {
    let material = Material {
        restitution,
        friction: 0.0,
        rolling: 0.0,
        ..Material::default()
    };
    world.materials_mut().add(material).expect("an identifier")
}

fn add_half_space(world: &mut World, material: MaterialId) {
    let ground = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0).expect("a normal"));
    let desc = BodyDesc {
        material,
        ..BodyDesc::fixed(ground, Pose::IDENTITY)
    };
    world.add(desc).expect("a sound body");
}

/// The height above 0 that the lowest point of a ball reaches in its flight, in metres.
fn height(world: &World, ball: BodyId, radius: f64) -> f64 {
    let body = &world[ball];
    body.center().y - radius + body.velocity().y.powi(2) / (2.0 * 9.81)
}

/// Cause: a bounce of 5 cm lost 44 % in 30 s, as each took the speed of the parabola's time where the straight path of the step
/// was lower than the parabola, and a ball near the floor flew as the solver's substeps do.
#[test]
fn an_elastic_ball_keeps_its_height() {
    for (drop, sideways) in [(0.02_f32, 0.0), (0.05, 0.0), (0.05, 3.0), (1.0, 0.0)] {
        for flat in [true, false] {
            let mut world = earth();
            let material = bouncy(&mut world, 1.0);
            if flat {
                add_half_space(&mut world, material);
            } else {
                add_floor(&mut world, material);
            }
            let radius = 0.014;
            let ball = add(
                &mut world,
                ball(radius),
                at(0.0, radius + drop, 0.0),
                0.1,
                material,
            );
            (world.set_velocity(ball, Vec3::X * sideways, Vec3::ZERO)).expect("a body");
            let mut bounces = 0;
            for step in 0..3600 {
                bounces += world.step().impacts.len();
                let now = height(&world, ball, f64::from(radius));
                // It gains no height but by rounding.
                assert!(
                    now < f64::from(drop) * (1.0 + 1e-5),
                    "{now} m in step {step}"
                );
            }
            let (now, drop) = (height(&world, ball, f64::from(radius)), f64::from(drop));
            assert!((now / drop - 1.0).abs() < 2e-3, "{now} of {drop} m");
            // It keeps the skin's distance; a bounce takes 2 sqrt(2 h / g).
            let expected = 30.0 / (2.0 * (2.0 * drop / 9.81).sqrt());
            assert!(
                (bounces as f64 / expected - 1.0).abs() < 0.06,
                "{bounces} for {expected}"
            );
        }
    }
}

#[test]
fn each_bounce_leaves_the_square_of_the_restitution() {
    for restitution in [0.9_f32, 0.7] {
        let mut world = earth();
        let material = bouncy(&mut world, restitution);
        add_half_space(&mut world, material);
        let radius = 0.05;
        let ball = add(&mut world, ball(radius), at(0.0, 1.05, 0.0), 1.0, material);
        let mut expected = 1.0;
        for bounce in 0..5 {
            while world.step().impacts.is_empty() {}
            world.step();
            expected *= f64::from(restitution * restitution);
            let now = height(&world, ball, f64::from(radius));
            // It turns round a quarter of the skin above the ground.
            let off = (now - expected).abs();
            assert!(off < 2.5e-4, "{now} for {expected}: {bounce}");
        }
    }
}

/// A ball that falls beside a wall falls freely: a contact without an impulse has no effect.
#[test]
fn a_ball_beside_a_wall_falls_freely() {
    let mut world = earth();
    let material = bouncy(&mut world, 0.5);
    let wall = BodyDesc {
        material,
        ..BodyDesc::fixed(block(1.0, 40.0, 4.0), at(-0.5, 0.0, 0.0))
    };
    world.add(wall).expect("a sound body");
    let ball = add(&mut world, ball(0.1), at(0.103, 15.0, 0.0), 1.0, material);
    run(&mut world, 2.0);
    let fallen = 15.0 - world[ball].center().y;
    assert!((fallen - 0.5 * 9.81 * 4.0).abs() < 1e-5, "{fallen} m");
}

/// Cause: a fast contact nearer than the distance at which the sweep reports impacts went to the solver, which left the box a spin:
/// after ten to twenty bounces it tumbled.
#[test]
fn an_elastic_box_that_falls_flat_bounces_flat() {
    for (x, y, z, drop) in [(0.87, 0.12, 0.33, 0.9_f32), (0.22, 0.3, 0.87, 0.4)] {
        let mut world = earth();
        let material = bouncy(&mut world, 1.0);
        add_half_space(&mut world, material);
        let place = at(0.0, 0.5 * y + drop, 0.0);
        let body = add(&mut world, block(x, y, z), place, 5.0, material);
        let mut bounces = 0;
        while bounces < 40 {
            bounces += world.step().impacts.len();
            let spin = world[body].angular_velocity().length();
            assert!(spin < 1e-5, "{spin} rad/s after {bounces} bounces");
            let now = height(&world, body, 0.5 * f64::from(y));
            let drop = f64::from(drop);
            assert!((now / drop - 1.0).abs() < 2e-3, "{now} of {drop} m");
        }
    }
}

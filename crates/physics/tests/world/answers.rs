//! Reports and effects of impacts on bodies that rub, turn, are driven or cannot move, against
//! answers worked out by hand.

use dodgem_physics::{BodyDesc, BodyId, BodyKind, Impact, Material, MaterialId, World};
use glam::{DVec3, Vec3, Vec3Swizzles};

use crate::scene::*;

/// The greatest gap of bodies at a reported impact, in m: a quarter of the skin.
const TARGET: f64 = 2.6e-4;

fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found} for {expected}"
    );
}

fn near_vector(what: &str, found: DVec3, expected: DVec3, tolerance: f64) {
    assert!(
        found.distance(expected) <= tolerance,
        "{what}: {found} for {expected}"
    );
}

fn fixed(world: &mut World, shape: dodgem_collide::Shape, material: MaterialId) -> BodyId {
    let desc = BodyDesc {
        material,
        ..BodyDesc::fixed(shape, at(0.0, 0.0, 0.0))
    };
    world.add(desc).expect("a sound body")
}

/// Steps until something is hit; the impact, and when it was.
fn first_impact(world: &mut World) -> (Impact, f64) {
    for _ in 0..600 {
        let begin = world.time();
        if let [impact, ..] = world.step().impacts[..] {
            return (impact, begin + f64::from(impact.time));
        }
    }
    panic!("nothing is hit");
}

#[test]
fn an_impact_tells_when_where_which_way_how_fast_and_how_hard() {
    let mut world = empty();
    let material = surface(&mut world, 0.5, 0.0);
    // Its top is at 1 m.
    let floor = fixed(&mut world, block(20.0, 2.0, 20.0), material);
    let id = add(&mut world, ball(0.5), at(3.0, 2.53, -2.0), 2.0, material);
    world
        .set_velocity(id, Vec3::new(6.0, -30.0, 12.0), Vec3::ZERO)
        .unwrap();
    // 1.03 m at 30 m/s: 0.120 steps into the fifth step.
    let (impact, when) = first_impact(&mut world);
    assert_eq!((impact.a, impact.b), (floor, id));
    assert_eq!(world.steps(), 5);
    let time = 1.03 / 30.0;
    assert!(
        when <= time && when > time - TARGET / 30.0,
        "{when}, {time}"
    );
    near("in the step", impact.time.into(), time - 4.0 / 120.0, 1e-5);
    let there = DVec3::new(3.0 + 6.0 * time, 1.0, -2.0 + 12.0 * time);
    near_vector("place", impact.point.as_dvec3(), there, 3e-4);
    near_vector("normal", impact.normal.as_dvec3(), DVec3::Y, 1e-6);
    near("speed", impact.relative_speed.into(), 30.0, 1e-4);
    near("impulse", impact.impulse.into(), 2.0 * 1.5 * 30.0, 1e-3);
    let after = DVec3::new(6.0, 15.0, 12.0);
    near_vector("after", world[id].velocity(), after, 1e-6);
    // The rest of the step is flown with the velocity after the impact.
    let height = 1.5 + 15.0 * (5.0 / 120.0 - time);
    near("height", world[id].center().y, height, 4e-4);
}

#[test]
fn a_ball_that_skids_into_a_floor_is_rubbed_until_it_rolls_and_no_more() {
    // Coulomb: mu times the normal impulse, but no more than the impulse that makes it roll, at 5/7 of the speed.
    for (friction, along, spin) in [
        (0.2, 6.0 - 0.2 * 1.5 * 4.0, -6.0),
        (1.0, 6.0 * 5.0 / 7.0, -60.0 / 7.0),
    ] {
        let mut world = empty();
        let material = surface(&mut world, 0.5, friction);
        fixed(&mut world, block(20.0, 2.0, 20.0), material);
        let id = add(&mut world, ball(0.5), at(0.0, 1.8, 0.0), 2.0, material);
        world
            .set_velocity(id, Vec3::new(6.0, -4.0, 0.0), Vec3::ZERO)
            .unwrap();
        first_impact(&mut world);
        let body = &world[id];
        near_vector("after", body.velocity(), DVec3::new(along, 2.0, 0.0), 5e-3);
        near_vector("spin", body.angular_velocity(), DVec3::Z * spin, 0.02);
    }
}

#[test]
fn each_pair_of_surfaces_bounces_and_rubs_in_its_own_way() {
    let mut world = earth();
    let [one, two, thrown] = [0.0, 0.2, 0.4].map(|e| surface(&mut world, e, 0.25));
    let special = Material {
        restitution: 0.9,
        friction: 0.64,
        ..Material::default()
    };
    world
        .materials_mut()
        .set_pair(thrown, one, special)
        .unwrap();
    let halves = [(one, -20.5), (two, 20.5)].map(|(material, x)| {
        let desc = BodyDesc {
            material,
            ..BodyDesc::fixed(block(40.0, 2.0, 40.0), at(x, -1.0, 0.0))
        };
        (world.add(desc).expect("a sound body"), x)
    });
    // The livelier of both bounces; the frictions' geometric mean.
    for ((_, x), (bounce, friction)) in halves.into_iter().zip([(0.9, 0.64), (0.4, 0.25)]) {
        let falls = add(&mut world, ball(0.2), at(x, 1.2, 5.0), 1.0, thrown);
        world
            .set_velocity(falls, Vec3::NEG_Y * 3.0, Vec3::ZERO)
            .unwrap();
        let slides = add(
            &mut world,
            block(1.0, 0.2, 1.0),
            at(x, 0.101, -8.0),
            5.0,
            thrown,
        );
        world
            .set_velocity(slides, Vec3::Z * 4.0, Vec3::ZERO)
            .unwrap();
        let mut impact = None;
        for _ in 0..240 {
            let step = world.step();
            impact = impact.or(step.impacts.iter().find(|i| i.b == falls).copied());
        }
        let impact = impact.expect("an impact");
        let speed = (9.0_f64 + 2.0 * 9.81).sqrt();
        near("speed", impact.relative_speed.into(), speed, 0.02);
        near(
            "impulse",
            impact.impulse.into(),
            (1.0 + bounce) * speed,
            0.04,
        );
        // v^2 / (2 mu g).
        let way = 16.0 / (2.0 * friction * 9.81);
        let moved = world[slides].center().z + 8.0;
        near("way", moved, way, 0.02 * way);
    }
}

#[test]
fn what_is_driven_hits_and_is_not_hit_back() {
    for spin in [0.0_f32, 2.0] {
        let mut world = empty();
        let material = surface(&mut world, 0.5, 0.0);
        // A bat that comes, or turns about its middle; both times with its long side first.
        let bat = BodyDesc {
            kind: BodyKind::Kinematic,
            material,
            velocity: Vec3::NEG_Z * if spin == 0.0 { 3.0 } else { 0.0 },
            angular_velocity: Vec3::Y * spin,
            ..BodyDesc::dynamic(block(4.0, 0.2, 0.2), at(0.0, 0.0, 0.0))
        };
        let bat = world.add(bat).expect("a sound body");
        // 1.5 m from the axis, 30 degrees on.
        let place = Vec3::new(1.5 * 0.866_025_4, 0.0, -0.75);
        let pose = at(place.x, place.y, place.z);
        let id = add(&mut world, ball(0.2), pose, 7.0, material);
        let (impact, when) = first_impact(&mut world);
        let velocity = world[id].velocity();
        if spin == 0.0 {
            near("time", when, 0.45 / 3.0, 1e-4);
            near_vector("ball", velocity, DVec3::NEG_Z * 4.5, 1e-5);
            assert_eq!(world[bat].velocity(), DVec3::NEG_Z * 3.0);
        } else {
            // The ball's middle is 0.3 m off the bat's axis then, and `along` from where it turns.
            let along = (1.5_f64 * 1.5 - 0.3 * 0.3).sqrt();
            let angle = std::f64::consts::FRAC_PI_6 - (0.3_f64 / 1.5).asin();
            near("time", when, angle / 2.0, 2e-4);
            let normal = DVec3::new(-angle.sin(), 0.0, -angle.cos());
            near_vector("ball", velocity, normal * (1.5 * 2.0 * along), 3e-3);
            assert_eq!(world[bat].angular_velocity(), DVec3::Y * 2.0);
        }
        near(
            "impulse",
            impact.impulse.into(),
            7.0 * velocity.length(),
            1e-3,
        );
        run(&mut world, 0.5);
        let turned = f64::from(spin) * world.time();
        let axis = world[bat].pose().transform_vector(Vec3::X).as_dvec3();
        let expected = DVec3::new(turned.cos(), 0.0, -turned.sin());
        near_vector("the bat's axis", axis, expected, 1e-4);
        assert_eq!(world.report().debt, 0.0);
    }
}

#[test]
fn a_press_that_is_driven_waits_for_what_cannot_give_way() {
    let mut world = empty();
    let material = surface(&mut world, 0.0, 0.5);
    fixed(&mut world, block(4.0, 1.0, 4.0), material);
    let id = add(&mut world, ball(0.3), at(0.1, 0.9, 0.0), 2.0, material);
    let press = BodyDesc {
        kind: BodyKind::Kinematic,
        material,
        velocity: Vec3::NEG_Y * 2.0,
        ..BodyDesc::dynamic(block(2.0, 0.5, 2.0), at(0.0, 2.0, 0.0))
    };
    let press = world.add(press).expect("a sound body");
    let (mut debt, mut last) = (0.0, f64::INFINITY);
    for _ in 0..240 {
        debt += world.step().debt;
        let (below, above) = (world[id].center(), world[press].center().y);
        assert!(below.y > 0.8 && above - below.y > 0.55, "{below}, {above}");
        last = above;
    }
    // It would have got there after 0.275 s, and to -2 m in the end.
    near("press", last, 1.35, 2e-3);
    let waited = world[press].debt();
    near("waited", waited, 2.0 - 0.325, 0.02);
    assert!(debt >= waited, "{debt} {waited}");
}

#[test]
fn a_stick_that_turns_once_a_step_meets_a_post_when_geometry_says_and_bounces() {
    let mut world = empty();
    let material = surface(&mut world, 0.5, 0.0);
    let stick = block(10.0, 0.1, 0.1);
    let stick = add(&mut world, stick, at(0.0, 0.0, 0.0), 12.0, material);
    let post = BodyDesc {
        material,
        ..BodyDesc::fixed(block(0.1, 2.0, 0.1), at(0.0, 0.0, 4.0))
    };
    world.add(post).expect("a sound body");
    let rate = f64::from(2.0 * 120.0 * std::f32::consts::PI);
    world
        .set_velocity(stick, Vec3::ZERO, Vec3::Y * rate as f32)
        .unwrap();
    let (impact, when) = first_impact(&mut world);
    // Its end at -x comes round to z; its side meets the post's edge at (-0.05, 3.95) when its axis
    // is `angle` from there: 3.95 sin - 0.05 cos = 0.05.
    let size = 3.95_f64.hypot(0.05);
    let angle = (0.05 / size).asin() + (0.05_f64 / 3.95).atan();
    let time = (std::f64::consts::FRAC_PI_2 - angle) / rate;
    assert_eq!(world.steps(), 1);
    assert!(when <= time + 1e-9 && when > time - 2e-7, "{when}, {time}");
    // The lever is the distance of that edge along the stick.
    let lever = 3.95 * angle.cos() + 0.05 * angle.sin();
    let inertia = 12.0 * (100.0 + 0.01) / 12.0;
    let impulse = 1.5 * rate * lever / (1.0 / 12.0 + lever * lever / inertia);
    near(
        "speed",
        impact.relative_speed.into(),
        rate * lever,
        0.01 * rate,
    );
    near("impulse", impact.impulse.into(), impulse, 2e-3 * impulse);
    // Whatever it then does, in none of many turns does it go through the post.
    for _ in 0..240 {
        world.step();
        let place = world[stick].pose();
        let local = place.inverse_transform_point(Vec3::Z * 4.0);
        let clear = local.x.abs() > 5.0 || local.yz().abs().max_element() > 0.0999;
        assert!(clear, "the post is in the stick at {local}");
        let body = &world[stick];
        assert!(body.kinetic_energy() < 0.5 * inertia * rate * rate);
    }
}

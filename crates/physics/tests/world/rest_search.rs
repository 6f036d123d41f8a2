//! A random search for bodies that rest wrongly: asleep inside each other or on open joints, creeping though
//! friction holds them, or losing the height of an elastic bounce.
//!
//! Every seed is a scene. `DODGEM_SEARCH_SECONDS` sets the length of the search (2 s by default, 3600 for an hour),
//! and `DODGEM_SEARCH_SEED` the first seed. A failure names its seed.

use std::time::{Duration, Instant};

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Cylinder, HalfSpace};
use dodgem_physics::{BodyDesc, BodyId, BodyKind, JointDesc, Mass, Material, MaterialId, World};
use glam::{DVec3, Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::*;

/// The result of a scene; an error is a description of the fault.
type Found = Result<(), String>;

#[test]
fn nothing_rests_wrongly() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let seconds = number("DODGEM_SEARCH_SECONDS").unwrap_or(2);
    let first = number("DODGEM_SEARCH_SEED").unwrap_or(0);
    let (begin, time) = (Instant::now(), Duration::from_secs(seconds));
    let scenes = [
        overlapping_start,
        open_joint,
        on_a_turntable,
        on_a_slope,
        elastic_ball,
        flat_elastic_box,
        thin_plates,
        heavy_on_light,
    ];
    // Every scene at least twice, however slow the machine.
    let least = 2 * scenes.len() as u64;
    for seed in first.. {
        if seed >= first + least && begin.elapsed() > time {
            println!("{} scenes from seed {first} on", seed - first);
            break;
        }
        let mut random = Pcg32::seed_from_u64(seed);
        let scene = scenes[(seed % scenes.len() as u64) as usize];
        if let Err(found) = scene(&mut random) {
            panic!("DODGEM_SEARCH_SEED={seed}: {found}");
        }
    }
}

fn check(is_right: bool, wrong: impl FnOnce() -> String) -> Found {
    if is_right { Ok(()) } else { Err(wrong()) }
}

/// A ball, a box, a cylinder or a capsule of some decimetres.
fn any_solid(random: &mut Pcg32) -> Shape {
    let mut size = || random.random_range(0.1_f32..0.5);
    let (a, b, c) = (size(), size(), size());
    match random.random_range(0..4) {
        0 => ball(a),
        1 => block(2.0 * a, 2.0 * b, 2.0 * c),
        2 => Shape::Cylinder(Cylinder::new(a, b).expect("a size")),
        _ => Shape::Capsule(Capsule::new(a, b).expect("a size")),
    }
}

fn any_turn(random: &mut Pcg32) -> Quat {
    let mut part = || random.random_range(-1.0_f32..1.0);
    Quat::from_xyzw(part(), part(), part(), part() + 1.01).normalize()
}

/// Ground whose top is at height 0: a half-space or a box.
fn any_ground(world: &mut World, random: &mut Pcg32, material: MaterialId) {
    if random.random() {
        let ground = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.0).expect("a normal"));
        let desc = BodyDesc {
            material,
            ..BodyDesc::fixed(ground, Pose::IDENTITY)
        };
        world.add(desc).expect("a sound body");
    } else {
        add_floor(world, material);
    }
}

/// No body sleeps inside another.
fn sleeps_apart(world: &World, bodies: &[BodyId]) -> Found {
    for id in bodies.iter().filter(|id| world[**id].is_asleep()) {
        let inside = world.overlaps_of(*id).expect("a body");
        check(inside.is_empty(), || {
            format!("{id:?} sleeps in {inside:?}: {:?}", world[*id].pose())
        })?;
    }
    Ok(())
}

/// Some bodies begin sunk into the ground and into each other: none sleeps there, and all get out.
fn overlapping_start(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let material = surface(&mut world, 0.0, 0.6);
    any_ground(&mut world, random, material);
    let count = random.random_range(1..4);
    let bodies: Vec<BodyId> = (0..count)
        .map(|n| {
            let place = Vec3::new(0.2 * n as f32, random.random_range(-0.3..0.6), 0.0);
            let pose = Pose::new(any_turn(random), place).expect("a pose");
            add(&mut world, any_solid(random), pose, 5.0, material)
        })
        .collect();
    for step in 0..1200 {
        world.step();
        if step % 10 == 0 {
            sleeps_apart(&world, &bodies)?;
        }
    }
    for id in &bodies {
        let inside = world.overlaps_of(*id).expect("a body");
        check(inside.is_empty(), || format!("still in {inside:?}"))?;
    }
    Ok(())
}

/// A body hangs on a joint that is open, or whose limits are set later.
fn open_joint(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let body = add(
        &mut world,
        any_solid(random),
        Pose::new(any_turn(random), Vec3::Y * 5.0).expect("a pose"),
        random.random_range(0.5..20.0),
        MaterialId::DEFAULT,
    );
    let mut place =
        || Vec3::from_array(std::array::from_fn(|_| random.random_range(-1.0_f32..1.0)));
    let (on_body, anchor, axis) = (
        Vec3::Y * 5.0 + 0.3 * place(),
        Vec3::Y * 5.0 + place(),
        place(),
    );
    let opened = |mut desc: JointDesc| {
        desc.anchors = dodgem_physics::Anchors::World {
            on_body,
            on_other: anchor,
        };
        desc
    };
    let kind = random.random_range(0..5);
    let desc = match kind {
        0 => JointDesc::rod(body, on_body, None, anchor, random.random_range(0.2..2.0)),
        1 => opened(JointDesc::ball(body, None, on_body)),
        2 => opened(JointDesc::hinge(body, None, on_body, axis)),
        3 => opened(JointDesc::fixed(body, None, on_body)),
        _ => JointDesc::slider(body, None, on_body, axis),
    };
    let joint = join(&mut world, desc);
    // Damping, so that swinging bodies come to rest.
    (world.change(body, |desc| desc.damping = [2.0, 2.0])).expect("a sound body");
    let limits = random.random_range(-1.0_f32..1.0);
    let limits =
        (kind == 2 || kind == 4).then_some([limits, limits + random.random_range(0.0..0.5)]);
    for step in 0..2400 {
        world.step();
        if step == 60
            && let Some(limits) = limits
        {
            (world.set_joint_limits(joint, Some(limits))).expect("sound limits");
        }
        if !world[body].is_asleep() || step < 60 {
            continue;
        }
        let gap = world.joint_gap(joint).expect("a joint");
        check(gap < 1e-3, || {
            format!("asleep, and open by {gap} m: {desc:?}")
        })?;
        if let (Some([least, most]), Some(at)) = (limits, world.joint_position(joint)) {
            let past = (f64::from(least) - at).max(at - f64::from(most));
            check(past < 1e-3, || {
                format!("asleep past its limit by {past}: {desc:?}")
            })?;
        }
    }
    Ok(())
}

/// A body that lies flat on a turntable, held by friction, stays at its place.
fn on_a_turntable(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let friction = random.random_range(0.3_f32..1.0);
    let material = surface(&mut world, 0.0, friction);
    let radius = random.random_range(0.1_f32..3.0);
    let most = (0.8 * friction * 9.81 / radius).sqrt().min(6.0);
    let rate = most * random.random_range(-1.0_f32..1.0);
    let (half, wide) = (
        random.random_range(0.03_f32..0.1),
        random.random_range(0.1_f32..0.3),
    );
    let top = Shape::Cylinder(Cylinder::new(0.1, 4.0).expect("a size"));
    let table = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y * rate,
        material,
        ..BodyDesc::dynamic(top, at(0.0, -0.1, 0.0))
    };
    world.add(table).expect("a sound body");
    let shape = match random.random_range(0..2) {
        0 => block(2.0 * wide, 2.0 * half, 1.5 * wide),
        _ => Shape::Cylinder(Cylinder::new(half, wide).expect("a size")),
    };
    let desc = BodyDesc {
        velocity: Vec3::NEG_Z * rate * radius,
        angular_velocity: Vec3::Y * rate,
        material,
        ..BodyDesc::dynamic(shape, at(radius, half + 1e-3, 0.0))
    };
    let body = world.add(desc).expect("a sound body");
    run(&mut world, 1.0);
    let away = |world: &World| {
        let center = world[body].center();
        center.x.hypot(center.z)
    };
    let from = away(&world);
    run(&mut world, 4.0);
    let creep = (away(&world) - from).abs() / 4.0;
    // A hundredth of the creep of friction that ignores the end of the step, and the rounding of contacts.
    let before = f64::from(radius * rate * rate) / 240.0;
    check(creep < 0.01 * before + 2e-5, || {
        format!("creeps {creep} m/s at {rate} rad/s, {radius} m, friction {friction}")
    })
}

/// A body that friction holds on a slope stays there and sleeps.
fn on_a_slope(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let friction = random.random_range(0.2_f32..1.0);
    let material = surface(&mut world, 0.0, friction);
    let angle = 0.8 * f64::from(friction).atan() * random.random_range(0.1..1.0);
    let slope = turned(Vec3::ZERO, Vec3::Z, angle);
    let ground = BodyDesc {
        material,
        ..BodyDesc::fixed(block(40.0, 2.0, 40.0), slope)
    };
    world.add(ground).expect("a sound body");
    let half = random.random_range(0.05_f32..0.2);
    let (x, z) = (
        half * random.random_range(1.5_f32..4.0),
        half * random.random_range(1.5_f32..4.0),
    );
    let yaw = Quat::from_rotation_y(random.random_range(0.0..3.0));
    let place = slope.transform_point(Vec3::Y * (1.001 + half));
    let pose = Pose::new(slope.rotation() * yaw, place).expect("a pose");
    let body = add(
        &mut world,
        block(2.0 * x, 2.0 * half, 2.0 * z),
        pose,
        10.0,
        material,
    );
    world.set_sleep(body, false).expect("a body");
    run(&mut world, 1.0);
    let from: DVec3 = world[body].center();
    run(&mut world, 4.0);
    let creep = world[body].center().distance(from);
    check(creep < 1e-4, || {
        format!("creeps {creep} m at {angle} rad, friction {friction}")
    })?;
    world.set_sleep(body, true).expect("a body");
    run(&mut world, 1.0);
    check(world[body].is_asleep(), || {
        format!("does not sleep at {angle} rad")
    })
}

fn elastic(world: &mut World) -> MaterialId {
    let material = Material {
        restitution: 1.0,
        friction: 0.0,
        rolling: 0.0,
        ..Material::default()
    };
    world.materials_mut().add(material).expect("an identifier")
}

/// An elastic ball keeps the height of its bounces, and gains none.
fn elastic_ball(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let material = elastic(&mut world);
    any_ground(&mut world, random, material);
    let (radius, drop) = (
        random.random_range(0.01_f32..0.3),
        random.random_range(0.02_f32..1.0),
    );
    let ball = add(
        &mut world,
        ball(radius),
        at(0.0, radius + drop, 0.0),
        1.0,
        material,
    );
    let velocity = Vec3::new(random.random_range(-3.0..3.0), 0.0, 0.0);
    world
        .set_velocity(ball, velocity, Vec3::ZERO)
        .expect("a body");
    let drop = f64::from(drop);
    for _ in 0..1200 {
        world.step();
        let body = &world[ball];
        let height = body.center().y - f64::from(radius) + body.velocity().y.powi(2) / (2.0 * 9.81);
        let is_right = (0.998 * drop..drop + 1e-6).contains(&height);
        check(is_right, || {
            format!("{height} m of {drop} m, radius {radius}")
        })?;
    }
    Ok(())
}

/// A box that falls flat bounces flat, and as high.
fn flat_elastic_box(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let material = elastic(&mut world);
    any_ground(&mut world, random, material);
    let mut size = |least: f32, most: f32| random.random_range(least..most);
    let (x, y, z, drop, yaw) = (
        size(0.1, 1.0),
        size(0.1, 0.4),
        size(0.1, 1.0),
        size(0.2, 1.2),
        size(0.0, 3.0),
    );
    let pose = Pose::new(Quat::from_rotation_y(yaw), Vec3::Y * (drop + 0.5 * y)).expect("a pose");
    let body = add(&mut world, block(x, y, z), pose, 5.0, material);
    let (drop, half) = (f64::from(drop), 0.5 * f64::from(y));
    for _ in 0..2400 {
        world.step();
        let body = &world[body];
        let height = body.center().y - half + body.velocity().y.powi(2) / (2.0 * 9.81);
        let spin = body.angular_velocity().length();
        let is_right = (0.998 * drop..drop + 1e-5).contains(&height) && spin < 1e-4;
        check(is_right, || {
            format!("{height} m of {drop} m, {spin} rad/s: {x} x {y} x {z} m")
        })?;
    }
    Ok(())
}

/// Cylinders of some millimetres that lie on each other sleep, though nothing slows rolling.
fn thin_plates(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let material = Material {
        restitution: 0.0,
        rolling: 0.0,
        ..Material::default()
    };
    let material = world.materials_mut().add(material).expect("an identifier");
    any_ground(&mut world, random, material);
    let (half, radius) = (
        random.random_range(5e-4_f32..3e-3),
        random.random_range(0.1_f32..0.3),
    );
    let plate = Shape::Cylinder(Cylinder::new(half, radius).expect("a size"));
    let count = random.random_range(2..12);
    let plates: Vec<BodyId> = (0..count)
        .map(|n| {
            let mut aside = || random.random_range(-0.1 * radius..0.1 * radius);
            let height = half + 1e-3 + n as f32 * (2.0 * half + 1e-3);
            let pose = at(aside(), height, aside());
            let desc = BodyDesc {
                mass: Mass::Density(1000.0),
                material,
                ..BodyDesc::dynamic(plate.clone(), pose)
            };
            world.add(desc).expect("a sound body")
        })
        .collect();
    run(&mut world, 4.0);
    let awake = plates.iter().filter(|id| !world[**id].is_asleep()).count();
    check(awake == 0, || {
        format!("{awake} of {count} plates of {half} m are awake, radius {radius}")
    })
}

/// A heavy box stands on a light one, and both sleep. (From 1 : 800 on one in a hundred ratios trembles: those for
/// which the number of substeps is barely enough.)
fn heavy_on_light(random: &mut Pcg32) -> Found {
    let mut world = earth();
    let material = surface(&mut world, 0.0, 0.6);
    any_ground(&mut world, random, material);
    let ratio = 10_f32.powf(random.random_range(0.0..2.8));
    let boxes = [(0.501, 1.0), (1.502, ratio)].map(|(height, mass)| {
        add(
            &mut world,
            block(1.0, 1.0, 1.0),
            at(0.0, height, 0.0),
            mass,
            material,
        )
    });
    run(&mut world, 3.0);
    let creep = boxes.map(|id| world[id].center().x.hypot(world[id].center().z));
    let creep = creep[0].max(creep[1]);
    check(
        creep < 1e-3 && boxes.iter().all(|id| world[*id].is_asleep()),
        || format!("creeps {creep} m or is awake, 1 : {ratio}"),
    )
}

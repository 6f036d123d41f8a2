//! Removal and changes of bodies between steps.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Child, Compound};
use dodgem_physics::{
    BodyDesc, BodyError, BodyKind, JointDesc, JointError, LockedAxes, Mass, Material,
    MaterialError, MaterialId,
};
use glam::{DVec3, Vec3};

use crate::scene::*;

#[test]
fn a_stale_identifier_names_nothing() {
    let mut world = earth();
    let floor = add_floor(&mut world, MaterialId::default());
    let first = add(
        &mut world,
        ball(0.5),
        at(0.0, 3.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    let before = world.snapshot();
    world.remove(first).expect("it is there");
    let second = add(
        &mut world,
        ball(0.5),
        at(0.0, 3.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    assert_eq!(first.index(), second.index());
    assert!(first != second && world.body(first).is_none());
    let unknown = Err(BodyError::Unknown);
    assert_eq!(world.remove(first), unknown);
    assert_eq!(world.set_pose(first, &at(0.0, 0.0, 0.0)), unknown);
    assert_eq!(world.set_velocity(first, Vec3::X, Vec3::ZERO), unknown);
    assert_eq!(world.set_kind(first, BodyKind::Static), unknown);
    assert_eq!(world.set_mass(first, Mass::Kilograms(1.0)), unknown);
    assert_eq!(world.set_material(first, MaterialId::default()), unknown);
    assert_eq!(world.set_sleep(first, false), unknown);
    assert_eq!(world.add_force(first, DVec3::X), unknown);
    assert_eq!(world.add_torque(first, DVec3::X), unknown);
    assert_eq!(world.add_impulse_at(first, DVec3::X, DVec3::ZERO), unknown);
    assert_eq!(
        world.set_shape(first, ball(1.0)).err(),
        Some(BodyError::Unknown)
    );
    assert_eq!(world.overlaps_of(first).err(), Some(BodyError::Unknown));
    assert_eq!(world.wake(first), Err(BodyError::Unknown));
    // Ids created after the snapshot are invalid after a restore and never name another body.
    world.restore(&before).expect("its own");
    assert!(world.body(second).is_none() && world.body(first).is_some());
    world.remove(first).expect("it is there");
    let third = add(
        &mut world,
        ball(0.5),
        at(0.0, 3.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    assert!(third != second && third != first && world.body(second).is_none());
    assert!(world.body(floor).is_some());
}

#[test]
fn joints_go_with_their_body() {
    let mut world = earth();
    add_floor(&mut world, MaterialId::default());
    let one = add(
        &mut world,
        block(1.0, 1.0, 1.0),
        at(0.0, 3.0, 0.0),
        5.0,
        MaterialId::default(),
    );
    let other = add(
        &mut world,
        block(1.0, 1.0, 1.0),
        at(0.0, 5.0, 0.0),
        5.0,
        MaterialId::default(),
    );
    let joint = JointDesc::ball(other, one, Vec3::Y * 4.0);
    let joint = world.add_joint(&joint).expect("a joint");
    run(&mut world, 0.1);
    world.remove(one).expect("it is there");
    assert!(world.joint(joint).is_none());
    assert_eq!(world.remove_joint(joint), Err(JointError::Gone));
    run(&mut world, 3.0);
    assert!(
        (world[other].center().y - 0.5).abs() < 0.01,
        "it has fallen"
    );
}

#[test]
fn what_leaned_on_it_wakes() {
    let mut world = earth();
    let floor = add_floor(&mut world, MaterialId::default());
    let pile: Vec<_> = (0..4)
        .map(|i| {
            let place = at(0.0, 0.501 + 1.001 * i as f32, 0.0);
            add(
                &mut world,
                block(1.0, 1.0, 1.0),
                place,
                5.0,
                MaterialId::default(),
            )
        })
        .collect();
    run(&mut world, 3.0);
    assert!(pile.iter().all(|id| world[*id].is_asleep()));
    world.remove(pile[0]).expect("it is there");
    run(&mut world, 2.0);
    for (n, id) in pile[1..].iter().enumerate() {
        let height = world[*id].center().y;
        assert!((height - 0.5 - n as f64).abs() < 0.02, "{height} of {n}");
    }
    world.remove(floor).expect("it is there");
    run(&mut world, 1.0);
    assert!(pile[1..].iter().all(|id| world[*id].center().y < 0.0));
}

#[test]
fn numbers_that_are_none_are_named() {
    let mut world = earth();
    let body = add(
        &mut world,
        ball(0.5),
        at(0.0, 3.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    let told = |error: Option<BodyError>| error.map(|error| error.to_string());
    let (nan, fine) = (Vec3::new(0.0, f32::NAN, 0.0), Vec3::ZERO);
    let spin = Some("the angular velocity is not a finite number".to_owned());
    assert_eq!(told(world.set_velocity(body, fine, nan).err()), spin);
    let speed = Some("the velocity is not a finite number".to_owned());
    assert_eq!(told(world.set_velocity(body, nan, fine).err()), speed);
    let with = |change: fn(&mut BodyDesc)| {
        let mut desc = BodyDesc::dynamic(ball(0.5), Pose::IDENTITY);
        change(&mut desc);
        let mut world = earth();
        let added = told(world.add(desc.clone()).err());
        let body = add(
            &mut world,
            ball(0.5),
            at(0.0, 3.0, 0.0),
            1.0,
            MaterialId::default(),
        );
        assert_eq!(told(world.change(body, change).err()), added);
        added.unwrap_or_default()
    };
    type Change = fn(&mut BodyDesc);
    let cases: [(&str, Change); 7] = [
        ("angular velocity", |d| d.angular_velocity.y = f32::NAN),
        ("velocity", |d| d.velocity.y = f32::INFINITY),
        ("drag area", |d| d.drag_area = f32::NAN),
        ("damping", |d| d.damping[1] = f32::NAN),
        ("gravity scale", |d| d.gravity_scale = f32::NAN),
        ("surface velocity", |d| d.surface_velocity.x = f32::NAN),
        ("surface spin", |d| d.surface_spin.z = f32::NAN),
    ];
    for (name, change) in cases {
        assert_eq!(with(change), format!("the {name} is not a finite number"));
    }
}

/// Two balls side by side; one grows into the other: the overlap is reported, and they part.
#[test]
fn a_shape_that_overlaps_is_told_and_parted() {
    let mut world = empty();
    let one = add(
        &mut world,
        ball(0.5),
        at(0.0, 0.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    let other = add(
        &mut world,
        ball(0.5),
        at(1.2, 0.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    run(&mut world, 0.1);
    assert_eq!(world.set_shape(one, ball(0.6)).expect("it is there"), []);
    assert_eq!(
        world.set_shape(one, ball(0.8)).expect("it is there"),
        [other]
    );
    let apart = world[one].center().distance(world[other].center());
    assert!(apart < 1.3);
    run(&mut world, 2.0);
    let apart = world[one].center().distance(world[other].center());
    assert!(apart > 1.3 && apart < 1.5, "{apart}");
    assert_eq!(world.overlaps_of(one).expect("it is there"), []);
    // Slowly: no faster than the push speed of bodies that are too near.
    assert!(world[one].velocity().length() <= world.settings().push_speed);
}

/// The centre of mass moves as a box becomes an angle: its joint holds where it held.
#[test]
fn joints_hold_where_they_held_when_a_shape_changes() {
    let mut world = earth();
    let body = add(
        &mut world,
        block(1.0, 1.0, 1.0),
        at(0.0, 3.0, 0.0),
        5.0,
        MaterialId::default(),
    );
    let joint = JointDesc::ball(body, None, Vec3::new(0.0, 3.5, 0.0));
    let joint = world.add_joint(&joint).expect("a joint");
    run(&mut world, 0.5);
    let children = [
        (block(1.0, 1.0, 1.0), Pose::IDENTITY),
        (block(1.0, 0.5, 0.5), at(1.0, 0.2, 0.0)),
    ];
    let children = children.map(|(shape, pose)| Child {
        shape,
        pose,
        tag: 0,
    });
    let angle = Shape::Compound(Compound::new(children.to_vec()).expect("children").into());
    let before = world[body].pose();
    world.set_shape(body, angle).expect("it is there");
    assert!((world[body].pose().translation() - before.translation()).length() < 1e-5);
    assert!(world[body].center().x > 0.1);
    assert!(world.joint_gap(joint).expect("it is there") < 1e-5);
    run(&mut world, 2.0);
    assert!(world.joint_gap(joint).expect("it is there") < 1e-3);
    // Neither side of a joint moves any more: nothing happens.
    world.set_kind(body, BodyKind::Static).expect("it is there");
    run(&mut world, 0.5);
    world
        .set_kind(body, BodyKind::Dynamic)
        .expect("it is there");
    run(&mut world, 0.5);
    assert!(world.joint_gap(joint).expect("it is there") < 2e-3);
}

#[test]
fn what_is_said_of_a_body_can_be_changed() {
    let mut world = earth();
    let body = add(
        &mut world,
        ball(0.5),
        at(0.0, 50.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    world
        .change(body, |body| {
            body.user_data = 77;
            body.gravity_scale = -1.0;
            body.damping = [0.5, 0.25];
            body.locked = LockedAxes::ROTATION;
        })
        .expect("it is there");
    run(&mut world, 1.0);
    let told = world[body].desc();
    assert_eq!(
        (told.user_data, told.gravity_scale, told.damping),
        (77, -1.0, [0.5, 0.25])
    );
    assert_eq!(told.locked, LockedAxes::ROTATION);
    // v' = g - v / 2: after a second v = 2 g (1 - exp(-1/2)).
    let wanted = 2.0 * 9.81 * (1.0 - (-0.5_f64).exp());
    let speed = world[body].velocity().y;
    assert!(
        (speed - wanted).abs() < 0.01 * wanted,
        "{speed} for {wanted}"
    );
}

/// A floor of two children: on one of them bodies slide, on the other they stop.
#[test]
fn contacts_use_the_material_of_the_child() {
    let mut world = earth();
    let of = |world: &mut dodgem_physics::World, friction: f32| surface(world, 0.0, friction);
    let (ice, rubber, box_) = (
        of(&mut world, 0.0),
        of(&mut world, 0.64),
        of(&mut world, 1.0),
    );
    let tile = |x: f32, tag: u32| Child {
        shape: block(40.0, 1.0, 10.0),
        pose: at(x, -0.5, 0.0),
        tag,
    };
    let tiles = Compound::new(vec![tile(-20.0, 0), tile(20.0, 1)]).expect("children");
    let floor = BodyDesc {
        material: rubber,
        child_materials: [ice].into(),
        ..BodyDesc::fixed(Shape::Compound(tiles.into()), Pose::IDENTITY)
    };
    let floor = world.add(floor).expect("a floor");
    // The second tile has no entry: the body's own material.
    assert_eq!(
        [0, 1].map(|child| world[floor].material_of(child)),
        [ice, rubber]
    );
    let slide = |world: &mut dodgem_physics::World, x: f32| {
        let body = add(world, block(0.5, 0.5, 0.5), at(x, 0.251, 0.0), 2.0, box_);
        world
            .set_velocity(body, Vec3::X * 4.0, Vec3::ZERO)
            .expect("it is there");
        body
    };
    let (on_ice, on_rubber) = (slide(&mut world, -30.0), slide(&mut world, 5.0));
    run(&mut world, 0.5);
    assert!((world[on_ice].velocity().x - 4.0).abs() < 1e-3);
    // sqrt(0.64 * 1) = 0.8: 4 m/s less half a second of 0.8 g.
    let wanted = 4.0 - 0.5 * 0.8 * 9.81;
    let speed = world[on_rubber].velocity().x;
    assert!((speed - wanted).abs() < 0.02, "{speed} for {wanted}");
    // In use by a child, it cannot go.
    assert_eq!(world.remove_material(ice), Err(MaterialError::InUse));
    world.remove(floor).expect("it is there");
    assert_eq!(world.remove_material(ice), Ok(()));
    let unknown = BodyDesc {
        child_materials: [ice].into(),
        ..BodyDesc::fixed(ball(1.0), Pose::IDENTITY)
    };
    assert_eq!(world.add(unknown), Err(BodyError::UnknownMaterial));
}

/// An impact on a child bounces as the child does.
#[test]
fn impacts_use_the_material_of_the_child() {
    let mut world = empty();
    let of = |world: &mut dodgem_physics::World, restitution| {
        let material = Material {
            restitution,
            friction: 0.0,
            ..Material::default()
        };
        world.materials_mut().add(material).expect("an identifier")
    };
    let (lead, rubber) = (of(&mut world, 0.0), of(&mut world, 0.9));
    let tile = |x: f32, tag: u32| Child {
        shape: block(4.0, 1.0, 10.0),
        pose: at(x, -0.5, 0.0),
        tag,
    };
    let tiles = Compound::new(vec![tile(-2.0, 0), tile(2.0, 1)]).expect("children");
    let floor = BodyDesc {
        material: lead,
        child_materials: [lead, rubber].into(),
        ..BodyDesc::fixed(Shape::Compound(tiles.into()), Pose::IDENTITY)
    };
    world.add(floor).expect("a floor");
    let drop = |world: &mut dodgem_physics::World, x: f32| {
        let body = add(world, ball(0.3), at(x, 1.0, 0.0), 2.0, lead);
        world
            .set_velocity(body, Vec3::NEG_Y * 5.0, Vec3::ZERO)
            .expect("it is there");
        body
    };
    let (dead, live) = (drop(&mut world, -2.0), drop(&mut world, 2.0));
    run(&mut world, 0.3);
    assert!(world[dead].velocity().y.abs() < 0.05);
    assert!(
        (world[live].velocity().y - 4.5).abs() < 1e-3,
        "{}",
        world[live].velocity()
    );
}

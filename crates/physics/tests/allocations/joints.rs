//! A step with joints allocates nothing, whatever they do: hang, swing, meet, sleep and wake.

use dodgem_oracle::counting::allocations;
use dodgem_physics::collide::Shape;
use dodgem_physics::collide::math::Pose;
use dodgem_physics::collide::shape::{Cuboid, Sphere};
use dodgem_physics::{BodyDesc, BodyId, JointDesc, Mass, Settings, World};
use glam::Vec3;

fn add(world: &mut World, shape: Shape, place: Vec3) -> BodyId {
    let pose = Pose::from_translation(place).expect("a place");
    let desc = BodyDesc {
        mass: Mass::Kilograms(2.0),
        ..BodyDesc::dynamic(shape, pose)
    };
    world.add(desc).expect("a body")
}

/// A motor, and a chain that swings into a stack of boxes.
fn scene() -> (World, BodyId) {
    let mut world = World::new(Settings::default()).expect("sound settings");
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(20.0, 1.0, 20.0)).expect("a size"));
    let below = Pose::from_translation(Vec3::NEG_Y).expect("a place");
    world.add(BodyDesc::fixed(floor, below)).expect("a body");
    let brick = Shape::Cuboid(Cuboid::new(Vec3::splat(0.15)).expect("a size"));
    for i in 0..5_u8 {
        let place = Vec3::new(0.5, 0.151 + 0.301 * f32::from(i), 0.0);
        add(&mut world, brick.clone(), place);
    }
    let link = Shape::Cuboid(Cuboid::new(Vec3::new(0.09, 0.03, 0.03)).expect("a size"));
    let mut last = None;
    for i in 0..8_u8 {
        let x = -0.2 * f32::from(i);
        let body = add(&mut world, link.clone(), Vec3::new(x - 0.1, 2.0, 0.0));
        let joint = JointDesc::ball(body, last, Vec3::new(x, 2.0, 0.0)).with_swing(1.5);
        world.add_joint(&joint).expect("a joint");
        last = Some(body);
    }
    let ball = Shape::Sphere(Sphere::new(0.2).expect("a radius"));
    let wheel = add(&mut world, ball, Vec3::new(0.0, 1.0, 3.0));
    let hinge = JointDesc::hinge(wheel, None, Vec3::new(0.0, 1.0, 3.0), Vec3::Z);
    world
        .add_joint(&hinge.with_speed(4.0, 5.0))
        .expect("a joint");
    (world, last.expect("a chain"))
}

#[test]
fn a_step_with_joints_allocates_nothing() {
    let (mut world, end) = scene();
    let start = world.snapshot();
    let play = |world: &mut World| {
        let before = allocations();
        world.restore(&start).expect("its own");
        for _ in 0..5 {
            for _ in 0..240 {
                world.step();
            }
            world
                .set_velocity(end, Vec3::new(3.0, 1.0, 0.5), Vec3::ZERO)
                .expect("it is there");
        }
        allocations() - before
    };
    // Lists grow until they have been as long as they get.
    play(&mut world);
    assert_eq!(play(&mut world), 0);
}

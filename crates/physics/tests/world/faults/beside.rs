//! A body that lay on a box and was put beside it flew into the box.
//!
//! Cause: the pair's cache still had the face on which the body lay. The gap between the boxes around the two was
//! taken for the height above that face, so the pair was not swept.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::ConvexHull;
use dodgem_physics::BodyDesc;
use glam::Vec3;

use crate::scene;

#[test]
fn a_body_that_is_put_beside_the_box_on_which_it_lay_does_not_fly_into_it() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 0.2 - 0.1)
        .collect();
    let cube = Shape::Hull(ConvexHull::from_points(&corners).unwrap().into());
    let mut world = scene::earth();
    let below = Pose::from_translation(Vec3::Y * -0.5).unwrap();
    let plate = BodyDesc::fixed(scene::block(2.0, 1.0, 2.0), below);
    world.add(plate).unwrap();
    let above = Pose::from_translation(Vec3::Y * 0.101).unwrap();
    let cube = world.add(BodyDesc::dynamic(cube, above)).unwrap();
    // It lies on the upper side before it comes to sleep.
    for _ in 0..20 {
        world.step();
    }
    assert!((world[cube].center().y - 0.1).abs() < 2e-3);
    // Half a metre lower and 10 cm beside the plate, which it reaches within a step.
    let beside = Pose::from_translation(Vec3::new(1.2, -0.5, 0.0)).unwrap();
    world.set_pose(cube, &beside).unwrap();
    world
        .set_velocity(cube, Vec3::X * -20.0, Vec3::ZERO)
        .unwrap();
    for step in 0..10 {
        world.step();
        let x = world[cube].center().x;
        assert!(x > 1.1 - 1e-4, "step {step}: {x}");
        assert_eq!(world.report().overlapping, 0, "step {step}");
    }
}

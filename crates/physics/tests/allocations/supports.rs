//! A step in which bodies carry others by springs along rays.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::Cuboid;
use dodgem_oracle::counting::allocations;
use dodgem_physics::{BodyDesc, BodyId, Forces, Settings, World};
use glam::{DVec3, Vec3};

/// A floor, and eight blocks above it, too high for their rays at first.
fn scene() -> (World, Vec<BodyId>) {
    let mut world = World::new(Settings::default()).expect("sound settings");
    let block = |x, y, z| Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).expect("a size"));
    let at = |place| Pose::from_translation(place).expect("a place");
    let floor = BodyDesc::fixed(block(20.0, 0.5, 20.0), at(Vec3::NEG_Y * 0.5));
    world.add(floor).expect("a floor");
    let carried = (0..8_u8).map(|i| {
        let place = at(Vec3::new(f32::from(i) * 2.0 - 7.0, 2.0, 0.0));
        let desc = BodyDesc::dynamic(block(0.4, 0.1, 0.4), place);
        world.add(desc).expect("a block")
    });
    let carried = carried.collect();
    (world, carried)
}

/// Holds a body above its ground by springs along four rays. Returns the number of rays that hit.
fn hover(forces: &mut Forces, id: BodyId) -> usize {
    let body = forces.body(id).expect("it is there");
    let (center, speed, mass) = (body.center(), body.velocity(), body.mass());
    let corners = [(-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3)];
    let from = corners.map(|(x, z)| center.as_vec3() + Vec3::new(x, 0.0, z));
    let mut count = 0;
    for (hit, from) in forces.rays(from, Vec3::NEG_Y, 0.7, id).iter().zip(from) {
        let Some(hit) = hit else { continue };
        let lift = 0.25 * mass * (100.0 * (0.6 - f64::from(hit.distance)) - 10.0 * speed.y);
        let press = forces.press(id, DVec3::Y * lift, from.as_dvec3());
        press.expect("it is there");
        forces.note_support(id, hit.body);
        count += 1;
    }
    count
}

#[test]
fn bodies_that_are_carried_without_touching_allocate_nothing() {
    let (mut world, carried) = scene();
    // The rays reach the floor only later, so that the list of supports grows while allocations are counted.
    world.step_with(|forces| {
        let hits: usize = carried.iter().map(|id| hover(forces, *id)).sum();
        assert_eq!(hits, 0);
    });
    let before = allocations();
    let mut most = 0;
    for _ in 0..240 {
        world.step_with(|forces| {
            most = most.max(carried.iter().map(|id| hover(forces, *id)).sum());
        });
    }
    assert_eq!(allocations() - before, 0);
    assert_eq!(most, 4 * carried.len());
}

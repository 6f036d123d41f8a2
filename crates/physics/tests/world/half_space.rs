//! Floors and walls without an end.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::scenes;
use dodgem_collide::shape::{Capsule, Cone, Cylinder, HalfSpace};
use dodgem_physics::{BodyDesc, BodyError, BodyKind, Mass};
use glam::{DVec3, Vec3};

use crate::scene::*;

fn plane(normal: Vec3, offset: f32) -> Shape {
    Shape::HalfSpace(HalfSpace::new(normal, offset).expect("a plane"))
}

/// Bodies of all kinds fall on an unbounded floor, 1 km from its origin, turning, beside a wall: they
/// come to rest on the floor and before the wall.
#[test]
fn bodies_rest_on_a_half_space() {
    let shapes = [
        ball(0.3),
        block(0.4, 0.6, 0.5),
        Shape::Capsule(Capsule::new(0.3, 0.2).expect("a size")),
        Shape::Cylinder(Cylinder::new(0.2, 0.3).expect("a size")),
        Shape::Cone(Cone::new(0.3, 0.3).expect("a size")),
        mesh(&scenes::sphere(8, 12, 0.4).expect("a mesh")),
    ];
    let mut world = earth();
    let material = surface(&mut world, 0.3, 0.6);
    for shape in [plane(Vec3::Y, 0.0), plane(Vec3::NEG_X, -1003.0)] {
        let fixed = BodyDesc {
            material,
            ..BodyDesc::fixed(shape, Pose::IDENTITY)
        };
        world.add(fixed).expect("a fixed body");
    }
    let mut ids = Vec::new();
    for (i, shape) in shapes.into_iter().enumerate() {
        let place = Vec3::new(1000.0, 1.0 + 0.2 * i as f32, 3.0 * i as f32);
        let desc = BodyDesc {
            mass: Mass::Kilograms(20.0),
            material,
            velocity: Vec3::new(3.0, 0.0, 0.2),
            angular_velocity: Vec3::new(1.0, 0.5, -2.0),
            ..BodyDesc::dynamic(shape, turned(place, Vec3::new(1.0, 2.0, 0.5), 0.7))
        };
        ids.push(world.add(desc).expect("a body"));
    }
    for _ in 0..30 * 120 {
        world.step();
        assert_eq!(world.report().overlapping, 0);
        for id in &ids {
            let center: DVec3 = world[*id].center();
            assert!(center.y > 0.05 && center.x < 1003.0 - 0.05, "{center}");
        }
    }
    for id in ids {
        let body = &world[id];
        let (center, debt) = (body.center(), body.debt());
        // Rolling bodies never stop.
        let has_faces = matches!(body.shape(), Shape::Cuboid(_) | Shape::Mesh(_));
        assert!(
            body.is_asleep() || !has_faces,
            "{:?} at {center}",
            body.shape()
        );
        assert!(center.y < 0.7 && debt < 0.1, "{center}, {debt} s behind");
    }
}

/// Bodies fall on a slope that its pose tilts, or its normal, there and 100 km away: none sinks in, and all get down.
#[test]
fn a_slope_carries_bodies_far_from_its_origin() {
    let tilt = turned(Vec3::ZERO, Vec3::new(0.3, 0.0, 1.0), 0.05);
    let normal = (tilt.rotation() * Vec3::Y).normalize();
    let slopes = [
        (plane(Vec3::Y, 0.0), tilt),
        (plane(normal, 0.0), Pose::IDENTITY),
    ];
    let up = normal.as_dvec3();
    for (far, (shape, pose)) in [0.0, 1e5]
        .into_iter()
        .flat_map(|far| slopes.iter().map(move |s| (far, s)))
    {
        let mut world = earth();
        let material = surface(&mut world, 0.2, 0.6);
        let fixed = BodyDesc {
            material,
            ..BodyDesc::fixed(shape.clone(), *pose)
        };
        world.add(fixed).expect("a fixed body");
        let all = [
            ball(0.3),
            block(0.5, 0.5, 0.5),
            mesh(&scenes::sphere(8, 12, 0.4).expect("a mesh")),
        ];
        let mut z = 0.0;
        let ids = all.map(|shape| {
            z += 2.0;
            let on_slope = DVec3::new(far, -(up.x * far + up.z * z) / up.y, z);
            let place = (on_slope + up * 1.5).as_vec3();
            let desc = BodyDesc {
                mass: Mass::Kilograms(20.0),
                material,
                angular_velocity: Vec3::new(1.0, 0.5, -2.0),
                ..BodyDesc::dynamic(shape, turned(place, Vec3::new(1.0, 2.0, 0.5), 0.7))
            };
            world.add(desc).expect("a body")
        });
        for _ in 0..3 * 120 {
            world.step();
            let report = world.report();
            assert_eq!((report.overlapping, report.waiting), (0, 0), "{far}");
            let heights = ids.map(|id| up.dot(world[id].center()));
            assert!(heights.iter().all(|h| *h > 0.2), "{far}: {heights:?}");
        }
        let heights = ids.map(|id| up.dot(world[id].center()));
        assert!(heights.iter().all(|h| *h < 0.5), "{far}: {heights:?}");
    }
}

#[test]
fn only_a_static_body_may_be_a_half_space() {
    let mut world = earth();
    for kind in [BodyKind::Dynamic, BodyKind::Kinematic] {
        let desc = BodyDesc {
            kind,
            ..BodyDesc::fixed(plane(Vec3::Y, 0.0), Pose::IDENTITY)
        };
        let refused = world.add(desc);
        assert_eq!(refused, Err(BodyError::Unbounded));
    }
    assert!(BodyError::Unbounded.to_string().contains("half-space"));
}

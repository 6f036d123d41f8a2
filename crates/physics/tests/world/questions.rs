//! Questions to a world about rays, shapes and points, with answers worked out by hand.

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_physics::{Body, BodyDesc, Filter, MaterialId};
use glam::Vec3;

use crate::scene::*;

/// Queries from 3 m above the middle of a box of 2 m, with known answers.
#[test]
fn answers_worked_out_by_hand() {
    let mut world = empty();
    let cube = world
        .add(BodyDesc::fixed(block(2.0, 2.0, 2.0), at(1.0, 0.0, 0.0)))
        .expect("a box");
    let sphere = add(
        &mut world,
        ball(0.5),
        at(1.0, 6.0, 0.0),
        1.0,
        MaterialId::default(),
    );
    let (from, filter) = (Vec3::new(1.5, 4.0, 0.5), Filter::default());
    let hit = world.ray(from, Vec3::NEG_Y, 9.0, &filter).expect("the box");
    assert_eq!((hit.body, hit.normal), (cube, Vec3::Y));
    assert!(
        (hit.distance - 3.0).abs() < 1e-6 && hit.point.distance(Vec3::new(1.5, 1.0, 0.5)) < 1e-6
    );
    assert_eq!(world.ray(from, Vec3::NEG_Y, 2.9, &filter), None);
    let above = Vec3::new(1.0, 9.0, 0.0);
    let all = world.ray_all(above, Vec3::NEG_Y, 99.0, &filter);
    let told: Vec<_> = all
        .iter()
        .map(|hit| (hit.body, (hit.distance * 1e4).round()))
        .collect();
    assert_eq!(told, [(sphere, 25_000.0), (cube, 80_000.0)]);
    let picked = world.pick(above, Vec3::new(1.0, 0.0, 0.0), &Filter::except(sphere));
    assert_eq!(picked.map(|hit| hit.body), Some(cube));
    // A ball of 0.25 m falls from 2 m onto the box: 0.75 m and a quarter of a skin.
    let cast = world
        .cast(&ball(0.25), &at(1.2, 2.0, 0.1), Vec3::NEG_Y * 3.0, &filter)
        .expect("the box");
    assert_eq!((cast.body, cast.normal), (cube, Vec3::Y));
    assert!((cast.distance - 0.74975).abs() < 1e-4, "{}", cast.distance);
    assert!(cast.point.distance(Vec3::new(1.2, 1.0, 0.1)) < 1e-3);
    let inside = world
        .cast(&ball(0.25), &at(1.2, 0.9, 0.1), Vec3::NEG_Y, &filter)
        .expect("the box");
    assert_eq!((inside.distance, inside.normal), (0.0, Vec3::ZERO));
    let near = world
        .nearest_to(Vec3::new(3.0, 0.5, 0.25), 9.0, &filter)
        .expect("the box");
    assert!(near.body == cube && (near.distance - 1.0).abs() < 1e-5);
    assert!(near.point.distance(Vec3::new(2.0, 0.5, 0.25)) < 1e-5);
    assert_eq!(
        world.nearest_to(Vec3::new(3.0, 0.5, 0.25), 0.9, &filter),
        None
    );
    let within = world
        .nearest_to(Vec3::new(1.0, 0.5, 0.25), 9.0, &filter)
        .expect("the box");
    assert_eq!((within.body, within.distance), (cube, 0.0));
    let near = world
        .nearest(&block(0.5, 0.5, 0.5), &at(1.0, 4.0, 0.0), 9.0, &filter)
        .expect("a ball");
    assert!(
        near.body == sphere && (near.distance - 1.25).abs() < 1e-5,
        "{near:?}"
    );
    assert_eq!(world.containing(Vec3::new(1.9, 0.9, -0.9), &filter), [cube]);
    assert_eq!(world.containing(Vec3::new(2.1, 0.9, -0.9), &filter), []);
    assert_eq!(
        world.overlaps(&ball(1.0), &at(1.0, 5.0, 0.0), &filter),
        [sphere]
    );
    assert_eq!(
        world.overlaps(&block(0.1, 9.0, 0.1), &at(1.0, 3.0, 0.0), &filter),
        [cube, sphere]
    );
}

#[test]
fn numbers_that_are_none_get_no_answer() {
    let mut world = empty();
    world
        .add(BodyDesc::fixed(block(2.0, 2.0, 2.0), Pose::IDENTITY))
        .expect("a box");
    let filter = &Filter::default();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let v = Vec3::new(0.0, bad, 0.0);
        assert_eq!(world.ray(v, Vec3::X, 9.0, filter), None);
        assert_eq!(world.ray(Vec3::X * 4.0, v, 9.0, filter), None);
        assert_eq!(world.pick(v, Vec3::ZERO, filter), None);
        assert_eq!(world.pick(Vec3::X * 4.0, v, filter), None);
        assert_eq!(world.containing(v, filter), []);
        assert_eq!(world.cast(&ball(1.0), &Pose::IDENTITY, v, filter), None);
        assert_eq!(world.nearest_to(v, 9.0, filter), None);
    }
    assert_eq!(
        world.ray(Vec3::X * 4.0, Vec3::NEG_X, f32::NAN, filter),
        None
    );
    assert_eq!(world.ray(Vec3::X * 4.0, Vec3::NEG_X, -1.0, filter), None);
    assert_eq!(world.ray(Vec3::X * 4.0, Vec3::ZERO, 9.0, filter), None);
    assert_eq!(world.nearest_to(Vec3::X * 4.0, f32::NAN, filter), None);
    assert_eq!(world.pick(Vec3::X * 4.0, Vec3::X * 4.0, filter), None);
}

#[test]
fn a_filter_may_ask_the_world_in_its_turn() {
    let mut world = empty();
    for i in 0..5 {
        let place = at(2.0 * i as f32, 0.0, 0.0);
        add(&mut world, ball(0.5), place, 1.0, MaterialId::default());
    }
    // Those with a neighbour to both sides.
    let is_between = |body: &Body| {
        let own = Filter::except(body.id());
        let from = body.center().as_vec3();
        [Vec3::X, Vec3::NEG_X]
            .iter()
            .all(|way| world.ray(from, *way, 3.0, &own).is_some())
    };
    let filter = Filter {
        accepts: Some(&is_between),
        ..Filter::default()
    };
    let hits = world.ray_all(Vec3::X * -5.0, Vec3::X, 99.0, &filter);
    let places: Vec<_> = hits.iter().map(|hit| hit.body.index()).collect();
    assert_eq!(places, [1, 2, 3]);
}

#[test]
fn a_ray_meets_a_box_its_hull_and_its_triangles_at_the_same_place() {
    let half = Vec3::new(1.0, 0.5, 2.0);
    let corner =
        |i: i32| half * Vec3::from_array([0, 1, 2].map(|b| (i >> b & 1) as f32 * 2.0 - 1.0));
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let hull = ConvexHull::from_points(&corners).expect("a hull");
    let triangles = hull.to_mesh().expect("a mesh");
    let model = Model::build(&triangles, &BuildOptions::default()).expect("a model");
    let pose = Pose::new(yaw(0.4), Vec3::new(0.3, 0.2, -0.5)).expect("a pose");
    let worlds = [
        block(2.0, 1.0, 4.0),
        Shape::Hull(hull.into()),
        Shape::Mesh(model.into()),
    ]
    .map(|shape| {
        let mut world = empty();
        world.add(BodyDesc::fixed(shape, pose)).expect("a body");
        world
    });
    let (mut hits, filter) = (0, Filter::default());
    for i in 0..500 {
        // Directions by the golden angle, to places around the middle.
        let angle = i as f32 * 2.399_963;
        let height = 1.0 - 2.0 * (i as f32 + 0.5) / 500.0;
        let flat = (1.0 - height * height).sqrt();
        let from = Vec3::new(flat * angle.sin(), height, flat * angle.cos()) * 5.0;
        let to = [3.0, 5.0, 7.0].map(|times: f32| (angle * times).sin());
        let way = (Vec3::from_array(to) * 1.5 - from).normalize();
        let found = worlds
            .each_ref()
            .map(|world| world.ray(from, way, 9.0, &filter));
        let [a, b, c] = found;
        assert_eq!([a.is_some(), b.is_some()], [c.is_some(); 2], "{from} {way}");
        let (Some(a), Some(b), Some(c)) = (a, b, c) else {
            continue;
        };
        hits += 1;
        assert!((a.distance - c.distance).abs() < 1e-4 && (b.distance - c.distance).abs() < 1e-4);
        assert!(a.normal.dot(c.normal) > 0.999 && b.normal.dot(c.normal) > 0.999);
        // From inside nothing is met.
        assert!(
            worlds[0]
                .ray(pose.translation(), way, 9.0, &filter)
                .is_none()
        );
    }
    assert!(hits > 100, "{hits}");
}

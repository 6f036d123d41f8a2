//! Half-spaces against every other shape: the lowest points by formulas and by trying every vertex, in f64.

mod budgets;
mod far_away;
mod two_half_spaces;

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::shape::{
    Capsule, Collider, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, Sphere,
};
use dodgem_collide::{
    BuildOptions, ContactsEnd, Containment, Distance, DistanceOptions, Model, Moving, PairCache,
    Placed, Query, RayCast, Shape, VolumeKind,
};
use dodgem_oracle::random::{self, Placement, between};
use dodgem_oracle::{meshes, random::log_between};
use glam::{DVec3, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::shapes::any_sound;

fn half_space(normal: Vec3, offset: f32) -> Shape {
    Shape::HalfSpace(HalfSpace::new(normal, offset).unwrap())
}

fn floor() -> Shape {
    half_space(Vec3::Y, 0.0)
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn mesh(raw: &meshes::Raw) -> Option<Shape> {
    let model = Model::build(&raw.mesh(), &BuildOptions::default()).ok()?;
    Some(Shape::Mesh(Arc::new(model)))
}

/// Any shape that has an end everywhere, with sizes around `size` metres.
fn any_shape(rng: &mut Pcg32, size: f32) -> Shape {
    let kind = rng.random_range(0..9);
    let mut length = || between(rng, 0.1, 0.8) * size;
    match kind {
        0 => Shape::Sphere(Sphere::new(length()).unwrap()),
        1 => Shape::Cuboid(Cuboid::new(Vec3::new(length(), length(), length())).unwrap()),
        2 => Shape::Capsule(Capsule::new(length(), length()).unwrap()),
        3 => Shape::Cylinder(Cylinder::new(length(), length()).unwrap()),
        4 => Shape::Cone(Cone::new(length(), length()).unwrap()),
        5 => {
            let points = meshes::ball_points(rng, 30, 0.6 * size, false);
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
        _ => loop {
            let raw = any_sound(rng).1;
            let scale = size / raw.radius();
            let options = BuildOptions {
                volume: random::pick(rng, &VolumeKind::ALL),
                max_piece_triangles: rng.random_range(1..=10),
                ..BuildOptions::default()
            };
            if let Ok(model) = Model::build(&raw.scaled(scale).mesh(), &options) {
                break Shape::Mesh(Arc::new(model));
            }
        },
    }
}

/// The reach of a shape from its origin along a direction of its own frame, in metres.
fn reach(shape: &Shape, n: DVec3) -> f64 {
    let level = n.x.hypot(n.z);
    let farthest = |points: &[Vec3]| {
        let along = points.iter().map(|p| p.as_dvec3().dot(n));
        along.fold(f64::NEG_INFINITY, f64::max)
    };
    match shape {
        Shape::Sphere(s) => f64::from(s.radius()),
        Shape::Cuboid(s) => s.half_extents().as_dvec3().dot(n.abs()),
        Shape::Capsule(s) => f64::from(s.half_length()) * n.y.abs() + f64::from(s.radius()),
        Shape::Cylinder(s) => {
            f64::from(s.half_height()) * n.y.abs() + f64::from(s.radius()) * level
        }
        Shape::Cone(s) => {
            let height = f64::from(s.half_height()) * n.y;
            height.max(f64::from(s.radius()) * level - height)
        }
        Shape::Hull(hull) => farthest(hull.vertices()),
        Shape::Mesh(model) => {
            let mesh = model.mesh();
            let corners = mesh.triangles().iter().flatten();
            let used: Vec<Vec3> = corners.map(|i| mesh.vertices()[*i as usize]).collect();
            farthest(&used)
        }
        _ => panic!("no end, or children"),
    }
}

/// The height of a shape's lowest point above a half-space, and the plane's normal in the world.
fn lowest(
    shape: &Shape,
    place: &Placement,
    half_space: &HalfSpace,
    plane: &Placement,
) -> (f64, DVec3) {
    let normal = plane.rotation * half_space.normal().as_dvec3().normalize();
    let down = place.rotation.conjugate() * -normal;
    let height = normal.dot(place.translation - plane.translation);
    let lowest = height - f64::from(half_space.offset()) - reach(shape, down);
    (lowest, normal)
}

/// A half-space and a shape near its plane at random poses, `size` metres large: touching nearly, deep, or
/// apart.
fn any_pair(rng: &mut Pcg32, size: f32) -> ([Shape; 2], [Pose; 2]) {
    let plane = half_space(random::direction(rng), between(rng, -2.0, 2.0) * size);
    let shape = any_shape(rng, size);
    let poses = [0; 2].map(|_| random::pose(rng, 0.7 * size));
    ([plane, shape], poses)
}

#[test]
fn all_static_answers_are_those_of_the_lowest_point() {
    let mut rng = random::rng(71);
    let mut query = Query::default();
    let (mut apart, mut met) = (0, 0);
    for round in 0..3000 {
        let size = log_between(&mut rng, 1e-2, 1e4);
        let ([plane, shape], poses) = any_pair(&mut rng, size);
        let Shape::HalfSpace(half_space) = plane else {
            unreachable!()
        };
        let places = poses.each_ref().map(Placement::of);
        let (height, normal) = lowest(&shape, &places[1], &half_space, &places[0]);
        let over = |point: Vec3| {
            let to_point = point.as_dvec3() - places[0].translation;
            normal.dot(to_point) - f64::from(half_space.offset())
        };
        // The rounding of points and distances to f32.
        let slack = 2e-6 * f64::from(size);
        for is_first in [true, false] {
            let label = format!("{round}: {shape:?} {height}, half-space first: {is_first}");
            let sides = [
                Placed::new(&plane, &poses[0]),
                Placed::new(&shape, &poses[1]),
            ];
            let [a, b] = match is_first {
                true => sides,
                false => [sides[1], sides[0]],
            };
            let sorted = |p: Vec3, q: Vec3| if is_first { [p, q] } else { [q, p] };
            let found = query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            assert_eq!(found.cost.queries, 1);
            match *found {
                Distance::Apart {
                    distance,
                    lower_bound,
                    point_a,
                    point_b,
                } => {
                    apart += 1;
                    assert!((f64::from(distance) - height).abs() < slack, "{label}");
                    let low = f64::from(lower_bound);
                    assert!(
                        low <= height * (1.0 + 1e-12) && low > height - slack,
                        "{label}"
                    );
                    let [on_plane, on_shape] = sorted(point_a, point_b);
                    assert!(over(on_plane).abs() < slack, "{label}");
                    assert!((over(on_shape) - height).abs() < slack, "{label}");
                    assert!((on_plane.distance(on_shape) - distance).abs() < slack as f32);
                }
                Distance::Meet { point } => {
                    met += 1;
                    assert!(height <= 1e-12 * f64::from(size), "{label}");
                    assert!(over(point) < slack, "{label}");
                }
                Distance::Cut { .. } => panic!("{label}: cut"),
            }
            assert_eq!(query.intersect(a, b).is_hit(), height <= 0.0, "{label}");
            for share in [0.9, 0.999, 1.001, 1.1] {
                let tolerance = (height * share) as f32;
                let is_near = query
                    .within(a, b, tolerance, &mut PairCache::default())
                    .is_hit();
                assert_eq!(is_near, height <= 0.0 || share > 1.0, "{label}: {share}");
            }
            assert!(
                query.deepest_contact(a, b, f32::NAN).contact().is_none(),
                "{label}"
            );
            // The deepest contact, and all of them.
            let tolerance = (0.3 * f64::from(size)) as f32;
            let deepest = query.deepest_contact(a, b, tolerance).contact();
            let is_near = height <= f64::from(tolerance);
            assert_eq!(deepest.is_some(), is_near, "{label}");
            if let Some(deepest) = deepest {
                assert!((deepest.distance - height).abs() < slack, "{label}");
                let up = if is_first { normal } else { -normal };
                assert!(deepest.normal.distance(up) < 1e-6, "{label}");
                let [on_plane, on_shape] =
                    sorted(deepest.point_a().as_vec3(), deepest.point_b().as_vec3());
                assert!(over(on_plane).abs() < slack, "{label}");
                assert!((over(on_shape) - height).abs() < slack, "{label}");
            }
            let (mut cache, mut contacts) = (PairCache::default(), Vec::new());
            let end = query.contacts(a, b, tolerance, &mut cache, &mut contacts);
            assert_eq!(end, ContactsEnd::Done);
            assert_eq!(!contacts.is_empty(), is_near, "{label}");
            for contact in &contacts {
                let up = if is_first { normal } else { -normal };
                // A contact is on the plane and on the shape, and no deeper than the lowest point.
                let off = contact.normal.distance(up);
                assert!(off < 2e-2, "{label}: normal off by {off}");
                let [on_plane, on_shape] =
                    sorted(contact.point_a().as_vec3(), contact.point_b().as_vec3());
                assert!(over(on_plane).abs() < slack * 4.0, "{label} {contact:?}");
                let off = over(on_shape) - contact.distance;
                assert!(off.abs() < 3e-4 * f64::from(size), "{label}: off by {off}");
                assert!(
                    contact.distance <= f64::from(tolerance) * 1.000_001,
                    "{label}"
                );
                assert!(contact.distance > height - slack, "{label}");
            }
            // One of them is the lowest point, up to the slope that faces may have.
            let nearest = contacts.iter().map(|c| c.distance);
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            assert!(!is_near || nearest < height + slack, "{label}: {nearest}");
        }
    }
    assert!(apart > 1000 && met > 1000, "{apart} {met}");
}

#[test]
fn a_box_rests_on_its_corners_whether_solid_or_mesh() {
    let half = Vec3::new(0.5, 0.25, 1.0);
    let solid = Shape::Cuboid(Cuboid::new(half).unwrap());
    let surface = mesh(&meshes::cuboid(half)).unwrap();
    let mut query = Query::default();
    for shape in [solid, surface] {
        // 1 cm above the plane, touching it, and 10 cm deep.
        for height in [0.01_f32, 0.0, -0.1] {
            let (plane, pose) = (floor(), at(3.0, 0.25 + height, -2.0));
            let (a, b) = (
                Placed::new(&plane, &Pose::IDENTITY),
                Placed::new(&shape, &pose),
            );
            let mut found = Vec::new();
            query.contacts(a, b, 0.02, &mut PairCache::default(), &mut found);
            let mut places: Vec<[f32; 2]> = found
                .iter()
                .map(|c| {
                    let at = c.point_b().as_vec3();
                    [at.x, at.z]
                })
                .collect();
            places.sort_by(|p, q| p.partial_cmp(q).unwrap());
            let corners = [[2.5, -3.0], [2.5, -1.0], [3.5, -3.0], [3.5, -1.0]];
            assert_eq!(places, corners, "{shape:?} {height}");
            for contact in found {
                assert!(
                    (contact.distance - f64::from(height)).abs() < 1e-6,
                    "{contact:?}"
                );
                assert_eq!((contact.normal, contact.patch), (DVec3::Y, 0));
                assert!(contact.point_a().y.abs() < 1e-6, "{contact:?}");
            }
            assert_eq!(query.intersect(a, b).is_hit(), height <= 0.0);
        }
    }
}

/// A half-space is an unbounded box: a mesh has equal contacts with it and with the top of a huge box.
#[test]
fn a_mesh_has_the_contacts_that_it_has_with_a_huge_box() {
    let mut rng = random::rng(72);
    let mut query = Query::default();
    let huge = Shape::Cuboid(Cuboid::new(Vec3::new(60.0, 30.0, 60.0)).unwrap());
    let (mut same, mut near) = (0, 0);
    for round in 0..400 {
        let Some(shape) = mesh(&any_sound(&mut rng).1) else {
            continue;
        };
        let turn = random::rotation(&mut rng);
        let lift = reach(&shape, turn.as_dquat().conjugate() * DVec3::NEG_Y) as f32;
        let pose = Pose::new(turn, Vec3::Y * (lift + between(&mut rng, 0.001, 0.02))).unwrap();
        let mut contacts = |other: &Shape, other_pose: &Pose| {
            let (a, b) = (Placed::new(&shape, &pose), Placed::new(other, other_pose));
            let mut found = Vec::new();
            query.contacts(a, b, 0.05, &mut PairCache::default(), &mut found);
            found
        };
        let by_plane = contacts(&floor(), &Pose::IDENTITY);
        let by_box = contacts(&huge, &at(0.0, -30.0, 0.0));
        assert!(!by_plane.is_empty(), "{round}");
        near += 1;
        let matched = by_plane.iter().filter(|p| {
            let is_same =
                |q: &&dodgem_collide::ContactPoint| p.point_a().distance(q.point_a()) < 1e-4;
            by_box.iter().any(|q| is_same(&q))
        });
        same += usize::from(matched.count() == by_box.len() && by_plane.len() == by_box.len());
    }
    // Patches with many equally good corners may keep others.
    assert!(near > 300 && 10 * same > 9 * near, "{same} of {near}");
}

#[test]
fn points_and_rays_know_which_side_is_inside() {
    let mut query = Query::default();
    // The plane x + z = 2 sqrt(2), 1 m farther out by the pose.
    let normal = Vec3::new(1.0, 0.0, 1.0).normalize();
    let wall = half_space(normal, 2.0);
    let pose = Pose::from_translation(normal).unwrap();
    let placed = Placed::new(&wall, &pose);
    for (point, place) in [
        (Vec3::ZERO, Containment::Inside),
        (normal * 2.999, Containment::Inside),
        (
            normal * 2.9 + Vec3::new(1e4, -1e4, -1e4),
            Containment::Inside,
        ),
        (normal * 3.001, Containment::Outside),
        (Vec3::NAN, Containment::Outside),
        (Vec3::NEG_INFINITY, Containment::Outside),
    ] {
        assert_eq!(query.contains(placed, point), place, "{point}");
    }
    // On the plane of a floor: touching counts.
    let plane = floor();
    let ground = Placed::new(&plane, &Pose::IDENTITY);
    assert_eq!(query.contains(ground, Vec3::X), Containment::Inside);

    let from = Vec3::new(4.0, 3.0, 0.0);
    match *query.ray(ground, from, Vec3::new(1.0, -2.0, 0.0), 10.0) {
        RayCast::Hit {
            time,
            point,
            normal,
            ..
        } => {
            assert!((time - 1.5).abs() < 1e-6);
            assert!(point.distance(Vec3::X * 5.5) < 1e-5);
            assert_eq!(normal, Vec3::Y);
        }
        other => panic!("{other:?}"),
    }
    let misses = [
        (from, Vec3::NEG_Y, 2.9),
        (from, Vec3::X, f32::INFINITY),
        (from, Vec3::Y, f32::INFINITY),
        // From inside, upwards or downwards.
        (-from, Vec3::Y, f32::INFINITY),
        (-from, Vec3::NEG_Y, f32::INFINITY),
        (from, Vec3::ZERO, 1.0),
        // It meets the plane at no time that is a number.
        (from, Vec3::new(1.0, -1e-40, 0.0), f32::INFINITY),
    ];
    for (from, along, until) in misses {
        assert_eq!(query.ray(ground, from, along, until), RayCast::Clear);
    }
}

#[test]
fn models_shapes_and_colliders_mix_with_half_spaces() {
    let ball = meshes::uv_sphere(8, 12, 1.0);
    let model = Model::build(&ball.mesh(), &BuildOptions::default()).unwrap();
    let as_shape = Shape::Mesh(Arc::new(model.clone()));
    let (plane, pose) = (floor(), at(0.0, 1.5, 0.0));
    let [ground, body] = [plane.clone(), as_shape.clone()].map(|s| Collider::new(s, Vec3::ZERO));
    assert!(ground.reach().is_infinite());
    let mut query = Query::default();
    let exact = &DistanceOptions::EXACT;
    let here = &Pose::IDENTITY;
    let distances = [
        query.distance(
            Placed::new(&plane, here),
            Placed::new(&model, &pose),
            exact,
            &mut PairCache::default(),
        ),
        query.distance(
            Placed::new(&ground, here),
            Placed::new(&as_shape, &pose),
            exact,
            &mut PairCache::default(),
        ),
        query.distance(
            Placed::new(&body, &pose),
            Placed::new(&plane, here),
            exact,
            &mut PairCache::default(),
        ),
        query.distance(
            Placed::new(&body, &pose),
            Placed::new(&ground, here),
            exact,
            &mut PairCache::default(),
        ),
    ];
    for found in distances {
        assert_eq!(found.distance(), Some(0.5), "{found:?}");
    }
    // Two colliders: the stages of planes and hulls do not apply to a half-space.
    let (resting, falling) = (
        Motion::resting(*here),
        Motion::new(pose, Vec3::NEG_Y, Vec3::ZERO, Vec3::ZERO).unwrap(),
    );
    let options = SweepOptions::default();
    for is_first in [true, false] {
        let sides = [Moving::new(&ground, &resting), Moving::new(&body, &falling)];
        let [a, b] = match is_first {
            true => sides,
            false => [sides[1], sides[0]],
        };
        let mut cache = PairCache::default();
        let found = query.time_of_impact(a, b, 1.0, &options, &mut cache);
        let Sweep::Impact { time, normal, .. } = *found else {
            panic!("{found:?}");
        };
        assert!((time - 0.5).abs() < 1e-4 && time < 0.5, "{time}");
        assert_eq!(normal, if is_first { Vec3::Y } else { Vec3::NEG_Y });
        let poses = [a, b].map(|moving| moving.motion.start_pose());
        let both = [a, b].map(|moving| moving.shape);
        let both = [0, 1].map(|i: usize| Placed::new(both[i], &poses[i]));
        let mut found = Vec::new();
        query.contacts(both[0], both[1], 0.6, &mut cache, &mut found);
        assert!(found.iter().any(|c| (c.distance - 0.5).abs() < 1e-6));
    }
}

#[test]
fn a_half_space_is_tested_whole_whatever_stages_may_decide() {
    let (plane, ball) = (floor(), Shape::Sphere(Sphere::new(1.0).unwrap()));
    let low = at(0.0, 0.5, 0.0);
    let mut query = Query::default();
    for stages in [Stages::ALL, Stages::TREES_ONLY, Stages::only(&[])] {
        query.set_stages(stages);
        let (a, b) = (
            Placed::new(&plane, &Pose::IDENTITY),
            Placed::new(&ball, &low),
        );
        let found = query.intersect(a, b);
        assert!(found.is_hit());
        assert_eq!(found.decided_by, Some(Stage::Pieces));
        assert_eq!(found.cost.work(), 1);
    }
}

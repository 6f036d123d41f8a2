//! Half-spaces against every other shape: the lowest points by formulas and by trying every vertex, in f64.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Stage, Stages};
use dodgem_collide::shape::{
    Capsule, Collider, Cone, ConvexHull, Cuboid, Cylinder, HalfSpace, Sphere,
};
use dodgem_collide::{
    Budget, BuildOptions, Collision, ContactsEnd, Containment, Distance, DistanceOptions, Model,
    Moving, PairCache, Placed, Query, RayCast, Shape, VolumeKind,
};
use glam::{DVec3, Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::oracle::random::{self, Placement, between};
use crate::oracle::{meshes, random::log_between};
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

/// How far a shape reaches from its origin along a direction of its own frame, in metres.
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
        Shape::HalfSpace(_) => panic!("no end"),
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
            let found = query.distance(a, b, &DistanceOptions::EXACT);
            assert_eq!(query.counters().queries, 1);
            match found {
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
                let is_near = query.within(a, b, tolerance).is_hit();
                assert_eq!(is_near, height <= 0.0 || share > 1.0, "{label}: {share}");
            }
            assert!(query.deepest_contact(a, b, f32::NAN).is_none(), "{label}");
            // The deepest contact, and all of them.
            let tolerance = (0.3 * f64::from(size)) as f32;
            let deepest = query.deepest_contact(a, b, tolerance);
            let is_near = height <= f64::from(tolerance);
            assert_eq!(deepest.is_some(), is_near, "{label}");
            if let Some(deepest) = deepest {
                assert!(
                    (f64::from(deepest.distance) - height).abs() < slack,
                    "{label}"
                );
                let up = if is_first { normal } else { -normal };
                assert!(deepest.normal.as_dvec3().distance(up) < 1e-6, "{label}");
                let [on_plane, on_shape] = sorted(deepest.point_a, deepest.point_b);
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
                let off = contact.normal.as_dvec3().distance(up);
                assert!(off < 2e-2, "{label}: normal off by {off}");
                let [on_plane, on_shape] = sorted(contact.point_a, contact.point_b);
                assert!(over(on_plane).abs() < slack * 4.0, "{label} {contact:?}");
                let off = over(on_shape) - f64::from(contact.distance);
                assert!(off.abs() < 3e-4 * f64::from(size), "{label}: off by {off}");
                assert!(contact.distance <= tolerance * 1.000_001, "{label}");
                assert!(f64::from(contact.distance) > height - slack, "{label}");
            }
            // One of them is the lowest point, up to the slope that faces may have.
            let nearest = contacts.iter().map(|c| f64::from(c.distance));
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
            let mut places: Vec<[f32; 2]> =
                found.iter().map(|c| [c.point_b.x, c.point_b.z]).collect();
            places.sort_by(|p, q| p.partial_cmp(q).unwrap());
            let corners = [[2.5, -3.0], [2.5, -1.0], [3.5, -3.0], [3.5, -1.0]];
            assert_eq!(places, corners, "{shape:?} {height}");
            for contact in found {
                assert!((contact.distance - height).abs() < 1e-6, "{contact:?}");
                assert_eq!((contact.normal, contact.patch), (Vec3::Y, 0));
                assert!(contact.point_a.y.abs() < 1e-6, "{contact:?}");
            }
            assert_eq!(query.intersect(a, b).is_hit(), height <= 0.0);
        }
    }
}

/// A half-space is a box without an end: a mesh near the top of a huge one has the same contacts.
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
            let is_same = |q: &&dodgem_collide::Contact| p.point_a.distance(q.point_a) < 1e-4;
            by_box.iter().any(|q| is_same(&q))
        });
        same += usize::from(matched.count() == by_box.len() && by_plane.len() == by_box.len());
    }
    // Patches with many equally good corners may keep others.
    assert!(near > 300 && 10 * same > 9 * near, "{same} of {near}");
}

/// The height of the origin above the plane `y = offset` of a half-space at a pose whose translation is in whole
/// metres, by whole numbers: exact until the last division. None if the quaternion needs more than 31 bits.
fn exact_height_of_origin(pose: &Pose, offset: f32) -> Option<f64> {
    let (unit, scale) = (f64::from(1_u32 << 31), 30);
    let parts = pose.rotation().to_array().map(|v| f64::from(v) * unit);
    if parts.iter().any(|v| v.fract() != 0.0) {
        return None;
    }
    let [x, y, z, w] = parts.map(|v| v as i128);
    let square = x * x + y * y + z * z + w * w;
    let up = [
        2 * (x * y - w * z),
        square - 2 * (x * x + z * z),
        2 * (y * z + w * x),
    ];
    let along = up.iter().zip(pose.translation().to_array());
    let along: i128 = along.map(|(n, t)| n * t as i128).sum();
    let offset = (f64::from(offset) * f64::from(1 << scale)) as i128;
    let height = -(along << scale) - offset * square;
    Some(height as f64 / (square as f64 * f64::from(1 << scale)))
}

#[test]
fn bounds_are_safe_where_a_pose_and_an_offset_nearly_cancel() {
    let mut rng = random::rng(77);
    let mut query = Query::default();
    let radius = 2.0_f32.powi(-20);
    let ball = Shape::Sphere(Sphere::new(radius).unwrap());
    let mut near = 0;
    for round in 0..8000 {
        let far = random::direction(&mut rng) * log_between(&mut rng, 1.0, 9e7);
        let pose = Pose::new(random::rotation(&mut rng), far.round()).unwrap();
        let place = Placement::of(&pose);
        let offset = -(place.rotation * DVec3::Y).dot(place.translation);
        let offset = (offset as f32).next_down();
        let Some(height) = exact_height_of_origin(&pose, offset) else {
            continue;
        };
        let plane = half_space(Vec3::Y, offset);
        let (a, b) = (
            Placed::new(&plane, &pose),
            Placed::new(&ball, &Pose::IDENTITY),
        );
        let found = query.distance(a, b, &DistanceOptions::EXACT).lower_bound();
        let exact = (height - f64::from(radius)).max(0.0);
        assert!(f64::from(found) <= exact, "{round}: {found} for {exact}");
        near += usize::from(found > 0.0);
    }
    assert!(near > 2000, "{near}");
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
    match query.ray(ground, from, Vec3::new(1.0, -2.0, 0.0), 10.0) {
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

/// A plane is as exact far from its origin as near it.
#[test]
fn rays_meet_a_plane_far_from_its_origin() {
    let mut rng = random::rng(76);
    let mut query = Query::default();
    for round in 0..500 {
        let plane =
            HalfSpace::new(random::direction(&mut rng), between(&mut rng, -9.0, 9.0)).unwrap();
        let pose = random::pose(&mut rng, 1.0);
        let place = Placement::of(&pose);
        let normal = place.rotation * plane.normal().as_dvec3().normalize();
        let height =
            |point: DVec3| normal.dot(point - place.translation) - f64::from(plane.offset());
        // Somewhere on the plane, 1 km to 100 km away, and up from there.
        let far =
            random::direction(&mut rng).as_dvec3() * f64::from(log_between(&mut rng, 1e3, 1e5));
        let above = far - normal * (height(far) - 50.0);
        let (origin, along) = (above.as_vec3(), random::direction(&mut rng));
        let rate = normal.dot(along.as_dvec3());
        if rate > -0.02 {
            continue;
        }
        let exact = -height(origin.as_dvec3()) / rate;
        let shape = Shape::HalfSpace(plane);
        let RayCast::Hit { time, .. } = query.ray(Placed::new(&shape, &pose), origin, along, 1e5)
        else {
            panic!("{round}: missed");
        };
        let off = (f64::from(time) - exact).abs();
        assert!(off <= 1e-6 * exact, "{round}: {time} for {exact}");
    }
}

#[test]
fn two_half_spaces_meet_unless_they_face_each_other_across_a_gap() {
    let mut query = Query::default();
    let (plane, identity) = (floor(), Pose::IDENTITY);
    let ground = Placed::new(&plane, &identity);
    // A ceiling at 3 m, one on the floor and one at -0.5 m.
    for (height, gap) in [(3.0, 3.0), (0.0, 0.0), (-0.5, -0.5_f32)] {
        let (upper, pose) = (half_space(Vec3::NEG_Y, 0.0), at(5.0, height, 1.0));
        let ceiling = Placed::new(&upper, &pose);
        let found = query.distance(ground, ceiling, &DistanceOptions::EXACT);
        assert_eq!(found.distance(), Some(gap.max(0.0)), "{found:?}");
        assert_eq!(query.intersect(ground, ceiling).is_hit(), gap <= 0.0);
        let deepest = query.deepest_contact(ground, ceiling, 4.0).unwrap();
        assert!((deepest.distance - gap).abs() < 1e-6, "{deepest:?}");
        assert!(deepest.normal.distance(Vec3::Y) < 1e-6, "{deepest:?}");
        let mut found = Vec::new();
        query.contacts(ground, ceiling, 4.0, &mut PairCache::default(), &mut found);
        assert_eq!(found.len(), 1);
        assert!((found[0].distance - gap).abs() < 1e-6, "{found:?}");
    }
    // All others have points in common, and no deepest one.
    let mut rng = random::rng(73);
    for round in 0..2000 {
        let tilt = match round % 3 {
            0 => Quat::from_rotation_x(std::f32::consts::PI - log_between(&mut rng, 1e-5, 1.0)),
            1 => Quat::from_rotation_y(between(&mut rng, -3.0, 3.0)),
            _ => random::rotation(&mut rng),
        };
        let pose = Pose::new(tilt, random::in_cube(&mut rng, 50.0)).unwrap();
        let other = Placed::new(&plane, &pose);
        let Distance::Meet { point } = query.distance(ground, other, &DistanceOptions::EXACT)
        else {
            panic!("{tilt}: no common point");
        };
        let far = f64::from(point.abs().max_element());
        let into = Placement::of(&pose);
        let local = into.rotation.conjugate() * (point.as_dvec3() - into.translation);
        let slack = 1e-6 * far.max(50.0);
        assert!(
            f64::from(point.y) < slack && local.y < slack,
            "{tilt} {point} {local}"
        );
        assert!(query.deepest_contact(ground, other, 1.0).is_none());
        let mut found = Vec::new();
        query.contacts(ground, other, 1.0, &mut PairCache::default(), &mut found);
        assert!(found.is_empty());
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
        query.distance(Placed::new(&plane, here), Placed::new(&model, &pose), exact),
        query.distance(
            Placed::new(&ground, here),
            Placed::new(&as_shape, &pose),
            exact,
        ),
        query.distance(Placed::new(&body, &pose), Placed::new(&plane, here), exact),
        query.distance(Placed::new(&body, &pose), Placed::new(&ground, here), exact),
    ];
    for found in distances {
        assert_eq!(found.distance(), Some(0.5), "{found:?}");
    }
    // Two colliders: the stages of planes and hulls have nothing to say of a half-space.
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
        let Sweep::Impact { time, normal, .. } = found else {
            panic!("{found:?}");
        };
        assert!((time - 0.5).abs() < 1e-4 && time < 0.5, "{time}");
        assert_eq!(normal, if is_first { Vec3::Y } else { Vec3::NEG_Y });
        let both = [a, b].map(|moving| Placed::new(moving.shape, moving.motion.start()));
        let mut found = Vec::new();
        query.contacts(both[0], both[1], 0.6, &mut cache, &mut found);
        assert!(found.iter().any(|c| (c.distance - 0.5).abs() < 1e-6));
    }
}

#[test]
fn a_cut_query_about_a_half_space_answers_on_the_safe_side() {
    let mut rng = random::rng(74);
    for round in 0..200 {
        let ([plane, shape], poses) = any_pair(&mut rng, 1.0);
        let (a, b) = (
            Placed::new(&plane, &poses[0]),
            Placed::new(&shape, &poses[1]),
        );
        let exact = &DistanceOptions::EXACT;
        let truth = Query::default().distance(a, b, exact).lower_bound();
        for units in [0, 1, 2, 3, 7, 20, 60, 100_000] {
            let mut query = Query::new(Budget::Work(units));
            let found = query.distance(a, b, exact);
            assert!(found.lower_bound() <= truth, "{round}, {units}: {found:?}");
            assert!(query.counters().work() <= units, "{round}, {units}");
            let is_cut = matches!(found, Distance::Cut { .. });
            assert_eq!(query.counters().cuts, u64::from(is_cut));
            assert!(!is_cut || units < 100_000, "{round}");
            let hit = query.intersect(a, b);
            assert!(truth > 0.0 || hit.is_hit(), "{round}, {units}: missed");
            let is_cut = matches!(hit, Collision::Cut { .. });
            assert_eq!(query.decided_by().is_none(), is_cut);
            let mut contacts = Vec::new();
            let cache = &mut PairCache::default();
            let end = query.contacts(a, b, 0.1, cache, &mut contacts);
            assert!(query.counters().work() <= units, "{round}, {units}");
            let all_seen = truth > 0.1 || !contacts.is_empty();
            assert!(end == ContactsEnd::Cut || all_seen, "{round}, {units}");
            assert!(units > 0 || end == ContactsEnd::Cut, "{round}");
        }
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
        assert!(query.intersect(a, b).is_hit());
        assert_eq!(query.decided_by(), Some(Stage::Pieces));
        assert_eq!(query.counters().work(), 1);
    }
}

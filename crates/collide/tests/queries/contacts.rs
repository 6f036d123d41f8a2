//! Contacts of every kind of pair against hand-computed answers and brute force in f64.

use crate::oracle;

use std::sync::Arc;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::query::shapes::contacts;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, Contact, ContactsEnd, Model, Placed, Shape, ShapeScratch,
};
use glam::{DVec3, Quat, Vec3};
use oracle::triangle::{self, Witness};
use oracle::{mesh, meshes, random};
use rand::RngExt;

fn model(raw: &meshes::Raw) -> Shape {
    Shape::Mesh(Arc::new(
        Model::build(&raw.mesh(), &BuildOptions::default()).unwrap(),
    ))
}

fn solid(half: Vec3) -> Shape {
    Shape::Cuboid(Cuboid::new(half).unwrap())
}

fn hull(raw: &meshes::Raw) -> Shape {
    Shape::Hull(Arc::new(ConvexHull::from_points(&raw.vertices).unwrap()))
}

fn at(place: Vec3) -> Pose {
    Pose::from_translation(place).unwrap()
}

fn turned(rotation: Quat, place: Vec3) -> Pose {
    Pose::new(rotation, place).unwrap()
}

fn about(axis: Vec3, angle: f32) -> Quat {
    Quat::from_axis_angle(axis, angle)
}

fn find(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, tolerance: f32) -> Vec<Contact> {
    let mut out = Vec::new();
    let mut scratch = ShapeScratch::default();
    let ended = contacts(
        Placed::new(a, pose_a),
        Placed::new(b, pose_b),
        tolerance,
        Budget::Unlimited,
        &mut scratch,
        &mut out,
    );
    assert_eq!(ended, ContactsEnd::Done);
    for contact in &out {
        assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{contact:?}");
        assert!(contact.distance <= tolerance * 1.00001, "{contact:?}");
        let along = (contact.point_b - contact.point_a).dot(contact.normal);
        assert!((along - contact.distance).abs() < 1e-4, "{contact:?}");
    }
    out
}

/// Boxes of half extents `half` in all the forms that there are.
fn forms(half: Vec3) -> [(&'static str, Shape); 3] {
    let raw = meshes::cuboid(half);
    [
        ("box", solid(half)),
        ("hull", hull(&raw)),
        ("mesh", model(&raw)),
    ]
}

#[test]
fn a_box_on_a_floor_stands_on_its_four_corners() {
    let floors = [
        ("slab", solid(Vec3::new(5.0, 0.5, 5.0)), -0.5),
        (
            "mesh slab",
            model(&meshes::cuboid(Vec3::new(5.0, 0.5, 5.0))),
            -0.5,
        ),
        ("sheet", model(&meshes::sheet(20, 10.0, 0.0)), 0.0),
    ];
    for (floor_name, floor, low) in &floors {
        for (name, shape) in forms(Vec3::new(0.4, 0.3, 0.6)) {
            for gap in [0.0, 1e-5, 0.002, -0.002] {
                for angle in [0.0, 0.3] {
                    let pose = turned(yaw(angle), Vec3::new(0.21, 0.3 + gap, 0.13));
                    let found = find(floor, &at(Vec3::Y * *low), &shape, &pose, 0.01);
                    let place = format!("{name} on {floor_name}, {gap}, {angle}: {found:#?}");
                    assert_eq!(found.len(), 4, "{place}");
                    let mut corners = [0; 4];
                    for contact in &found {
                        assert_eq!(contact.normal, Vec3::Y, "{place}");
                        assert!((contact.distance - gap).abs() < 1e-6, "{place}");
                        let local = pose.inverse_transform_point(contact.point_b);
                        let off = (local.abs() - Vec3::new(0.4, 0.3, 0.6)).length();
                        assert!(off < 1e-5, "{place}");
                        corners[usize::from(local.x > 0.0) + 2 * usize::from(local.z > 0.0)] += 1;
                        assert_eq!(contact.patch, 0, "{place}");
                    }
                    assert_eq!(corners, [1; 4], "{place}");
                }
            }
        }
    }
}

#[test]
fn a_box_edge_on_a_box_edge_meets_in_one_point() {
    // Two ridges that cross at a right angle, 5 mm apart.
    for (below_name, below) in forms(Vec3::splat(0.5)) {
        for (above_name, above) in forms(Vec3::splat(0.5)) {
            let height = 0.5 * 2.0_f32.sqrt();
            let pose_below = turned(about(Vec3::Z, 0.25 * std::f32::consts::PI), Vec3::ZERO);
            let pose_above = turned(
                about(Vec3::X, 0.25 * std::f32::consts::PI),
                Vec3::new(0.1, 2.0 * height + 0.005, 0.2),
            );
            let found = find(&below, &pose_below, &above, &pose_above, 0.01);
            let place = format!("{above_name} on {below_name}: {found:#?}");
            assert_eq!(found.len(), 1, "{place}");
            assert!(found[0].normal.abs_diff_eq(Vec3::Y, 1e-5), "{place}");
            assert!((found[0].distance - 0.005).abs() < 1e-5, "{place}");
            let expected = Vec3::new(0.0, height, 0.2);
            assert!(found[0].point_a.abs_diff_eq(expected, 1e-5), "{place}");
        }
    }
}

#[test]
fn round_shapes_rest_on_points_lines_and_rims() {
    let (ball, capsule) = (Sphere::new(0.5).unwrap(), Capsule::new(0.6, 0.5).unwrap());
    let (cylinder, cone) = (
        Cylinder::new(0.6, 0.5).unwrap(),
        Cone::new(0.6, 0.5).unwrap(),
    );
    let (up, lying) = (Quat::IDENTITY, about(Vec3::Z, std::f32::consts::FRAC_PI_2));
    let upside_down = about(Vec3::Z, std::f32::consts::PI);
    // Shape, turn, height of the origin over the floor, contacts.
    let cases = [
        ("ball", Shape::Sphere(ball), up, 0.5, 1),
        ("capsule, upright", Shape::Capsule(capsule), up, 1.1, 1),
        ("capsule, lying", Shape::Capsule(capsule), lying, 0.5, 2),
        ("cylinder, upright", Shape::Cylinder(cylinder), up, 0.6, 4),
        ("cylinder, lying", Shape::Cylinder(cylinder), lying, 0.5, 2),
        ("cone, upright", Shape::Cone(cone), up, 0.6, 4),
        ("cone, on its tip", Shape::Cone(cone), upside_down, 0.6, 1),
    ];
    let floors = [
        ("slab", solid(Vec3::new(5.0, 0.5, 5.0)), -0.5),
        (
            "mesh slab",
            model(&meshes::cuboid(Vec3::new(5.0, 0.5, 5.0))),
            -0.5,
        ),
        ("sheet", model(&meshes::sheet(20, 10.0, 0.0)), 0.0),
    ];
    for (name, shape, turn, height, expected) in &cases {
        for (floor_name, floor, low) in &floors {
            for gap in [0.001, -0.001] {
                let pose = turned(*turn, Vec3::new(0.23, height + gap, 0.17));
                let floor_pose = at(Vec3::Y * *low);
                for swapped in [false, true] {
                    let found = if swapped {
                        find(shape, &pose, floor, &floor_pose, 0.01)
                    } else {
                        find(floor, &floor_pose, shape, &pose, 0.01)
                    };
                    let place = format!("{name} on {floor_name}, {gap}: {found:#?}");
                    assert_eq!(found.len(), *expected, "{place}");
                    let up = if swapped { Vec3::NEG_Y } else { Vec3::Y };
                    for contact in &found {
                        assert!(contact.normal.abs_diff_eq(up, 1e-6), "{place}");
                        assert!((contact.distance - gap).abs() < 2e-6, "{place}");
                    }
                }
            }
        }
    }
}

#[test]
fn boxes_that_overlap_deeper_than_the_tolerance_are_pushed_out_all_the_same() {
    let floors = [
        ("slab", solid(Vec3::new(5.0, 0.5, 5.0)), -0.5),
        (
            "mesh slab",
            model(&meshes::cuboid(Vec3::new(5.0, 0.5, 5.0))),
            -0.5,
        ),
        ("sheet", model(&meshes::sheet(40, 10.0, 0.0)), 0.0),
        ("fine sheet", model(&meshes::sheet(60, 2.0, 0.0)), 0.0),
    ];
    for (floor_name, floor, low) in &floors {
        for (name, shape) in forms(Vec3::new(0.4, 0.3, 0.6)) {
            for angle in [0.0, 0.3] {
                let pose = turned(yaw(angle), Vec3::new(0.21, 0.25, 0.13));
                let floor_pose = at(Vec3::Y * *low);
                for swapped in [false, true] {
                    let found = if swapped {
                        find(&shape, &pose, floor, &floor_pose, 0.01)
                    } else {
                        find(floor, &floor_pose, &shape, &pose, 0.01)
                    };
                    let place = format!("{name} on {floor_name}, {angle}, {swapped}: {found:#?}");
                    assert_eq!(found.len(), 4, "{place}");
                    let up = if swapped { Vec3::NEG_Y } else { Vec3::Y };
                    for contact in &found {
                        assert!(contact.normal.abs_diff_eq(up, 1e-6), "{place}");
                        assert!((contact.distance + 0.05).abs() < 1e-5, "{place}");
                    }
                }
            }
        }
    }
}

#[test]
fn two_spheres_of_triangles_that_overlap_part_along_the_line_between_them() {
    let ball = model(&meshes::uv_sphere(24, 32, 1.0));
    let direction = Vec3::new(1.0, 2.0, -0.5).normalize();
    for depth in [0.02, 0.1, 0.3] {
        let found = find(
            &ball,
            &at(Vec3::ONE),
            &ball,
            &at(Vec3::ONE + direction * (2.0 - depth)),
            0.01,
        );
        let deepest = found
            .iter()
            .min_by(|p, q| p.distance.total_cmp(&q.distance))
            .unwrap();
        let place = format!("{depth}: {found:#?}");
        assert!(
            (deepest.distance + depth).abs() < 0.2 * depth + 0.01,
            "{place}"
        );
        assert!(
            found.iter().all(|c| c.normal.dot(direction) > 0.9),
            "{place}"
        );
        assert!(found.iter().all(|c| c.distance < 0.01), "{place}");
    }
}

#[test]
fn a_box_that_slides_over_many_triangles_feels_none_of_their_borders() {
    let floor = model(&meshes::sheet(50, 10.0, 0.0));
    for (name, shape) in forms(Vec3::new(0.4, 0.3, 0.6)) {
        for step in 0..60 {
            let x = -3.0 + 0.1 * step as f32;
            for gap in [0.003, -0.003] {
                let pose = turned(yaw(0.05 * step as f32), Vec3::new(x, 0.3 + gap, 0.013 * x));
                let found = find(&floor, &Pose::IDENTITY, &shape, &pose, 0.01);
                assert_eq!(found.len(), 4, "{name}, {x}: {found:#?}");
                assert!(
                    found.iter().all(|c| c.normal == Vec3::Y),
                    "{name}, {x}: {found:#?}"
                );
            }
            // Tilted it slides on one edge, or on one corner.
            for (turn, most) in [
                (about(Vec3::X, 0.3), 2),
                (about(Vec3::new(0.6, 0.0, 0.8), 0.3), 1),
            ] {
                let pose = turned(turn, Vec3::new(x, 0.0, 0.013 * x));
                let low = (0..8).map(|i| {
                    let sign = |bit: i32| if i >> bit & 1 == 0 { -1.0_f32 } else { 1.0 };
                    (turn * (Vec3::new(sign(0), sign(1), sign(2)) * Vec3::new(0.4, 0.3, 0.6))).y
                });
                let low = low.fold(0.0, f32::min);
                let pose = turned(turn, pose.translation() - Vec3::Y * (low - 0.002));
                let found = find(&floor, &Pose::IDENTITY, &shape, &pose, 0.01);
                assert_eq!(found.len(), most, "{name}, {x}: {found:#?}");
                assert!(
                    found.iter().all(|c| c.normal.abs_diff_eq(Vec3::Y, 1e-6)),
                    "{found:#?}"
                );
            }
        }
    }
}

/// The local minima of the distance of two soups that are at most `tolerance` apart: the nearest
/// points of two triangles such that no two triangles that hold them are nearer.
fn local_minima(a: &mesh::Soup, b: &mesh::Soup, tolerance: f64) -> Vec<Witness> {
    let mut near = Vec::new();
    for (i, j) in mesh::pairs_within(a, b, tolerance) {
        near.push((i, j, triangle::distance(a[i], b[j])));
    }
    let touches =
        |p: DVec3, t: &triangle::Triangle| triangle::closest_on_triangle(p, *t).distance(p) < 1e-9;
    let mut minima: Vec<Witness> = Vec::new();
    for (_, _, witness) in &near {
        let nearer = near.iter().any(|(i, j, other)| {
            other.distance < witness.distance - 1e-10
                && touches(witness.a, &a[*i])
                && touches(witness.b, &b[*j])
        });
        let known = minima
            .iter()
            .any(|w| w.a.distance(witness.a) + w.b.distance(witness.b) < 1e-7);
        if !nearer && !known {
            minima.push(*witness);
        }
    }
    minima
}

#[test]
fn every_local_minimum_of_brute_force_is_a_contact_and_every_contact_nearly_one() {
    let mut rng = random::rng(91);
    let tolerance = 0.15;
    let (mut matched, mut pairs) = (0, 0);
    for round in 0..700 {
        let sides = [0, 1].map(|side| {
            let (name, raw) = meshes::any(&mut rng);
            let rotation = random::rotation(&mut rng);
            let away = random::direction(&mut rng) * random::between(&mut rng, 0.4, 1.0);
            let pose = turned(rotation, away * (side as f32 * 2.0));
            let built = Model::build(&raw.mesh(), &BuildOptions::default()).unwrap();
            let all = mesh::soup(built.mesh(), &pose);
            let soup: mesh::Soup = built.leaves().flatten().map(|&t| all[t as usize]).collect();
            (name, built, pose, soup)
        });
        let [(name_a, a, pose_a, soup_a), (name_b, b, pose_b, soup_b)] = &sides;
        // Overlapping surfaces have no local minima of the distance but 0.
        if mesh::distance(soup_a, soup_b).distance < 1e-6 {
            continue;
        }
        let closed =
            |name: &str| ["sphere", "torus", "box", "needle", "plate", "shells"].contains(&name);
        let minima = local_minima(soup_a, soup_b, f64::from(tolerance));
        // Seen through the material of a solid.
        let through = |w: &Witness| {
            let ahead = (w.b - w.a).normalize() * 1e-5;
            closed(name_a) && mesh::winding_number(w.a + ahead, soup_a).abs() > 0.5
                || closed(name_b) && mesh::winding_number(w.b - ahead, soup_b).abs() > 0.5
        };
        let (hidden, open): (Vec<_>, Vec<_>) = minima.iter().copied().partition(through);
        let expected = if open.is_empty() { hidden } else { open };
        let (shape_a, shape_b) = (
            Shape::Mesh(Arc::new(a.clone())),
            Shape::Mesh(Arc::new(b.clone())),
        );
        let found = find(&shape_a, pose_a, &shape_b, pose_b, tolerance);
        let place = format!("round {round}: {name_a} and {name_b}");
        assert_eq!(
            found.is_empty(),
            expected.is_empty(),
            "{place}: {found:#?} {expected:#?}"
        );
        pairs += usize::from(!found.is_empty());
        for witness in &expected {
            let hit = found.iter().any(|c| {
                let off = c.point_a.as_dvec3().distance(witness.a)
                    + c.point_b.as_dvec3().distance(witness.b);
                let way = (witness.b - witness.a).normalize();
                // The very one, or the same patch: as near and as directed, within the slack.
                let twin = c.normal.as_dvec3().dot(way) > 0.999
                    && f64::from(c.distance) < witness.distance + 0.03 * off;
                off < 1e-4 || twin
            });
            assert!(hit, "{place}: {witness:?} is not in {found:#?}");
            matched += 1;
        }
        for contact in &found {
            let (p, q) = (contact.point_a.as_dvec3(), contact.point_b.as_dvec3());
            let off_a = mesh::point_distance(p, soup_a).distance;
            let off_b = mesh::point_distance(q, soup_b).distance;
            assert!(
                off_a < 1e-5 && off_b < 1e-5,
                "{place}: {contact:?}, {off_a}, {off_b}"
            );
            // Nothing that holds the one point is much nearer to what holds the other.
            let mut nearest = f64::INFINITY;
            let touching = |p: DVec3, soup: &mesh::Soup| -> Vec<triangle::Triangle> {
                let near = soup
                    .iter()
                    .filter(|t| triangle::closest_on_triangle(p, **t).distance(p) < 1e-5);
                near.copied().collect()
            };
            let (around_a, around_b) = (touching(p, soup_a), touching(q, soup_b));
            for ta in &around_a {
                for tb in &around_b {
                    nearest = nearest.min(triangle::distance(*ta, *tb).distance);
                }
            }
            // A slope of 2 % over triangles of size 1 on both sides.
            assert!(
                nearest > f64::from(contact.distance) - 0.06,
                "{place}: {contact:?} though {nearest} is there"
            );
        }
    }
    assert!(
        matched > 150 && pairs > 60,
        "{matched} minima of {pairs} pairs"
    );
}

#[test]
fn contacts_are_the_same_from_either_side_and_anywhere() {
    let mut rng = random::rng(92);
    let tolerance = 0.1;
    let mut count = 0;
    for round in 0..300 {
        let any = |rng: &mut rand_pcg::Pcg32| match rng.random_range(0..8) {
            0 => Shape::Sphere(Sphere::new(0.6).unwrap()),
            1 => Shape::Capsule(Capsule::new(0.5, 0.3).unwrap()),
            2 => Shape::Cylinder(Cylinder::new(0.5, 0.4).unwrap()),
            3 => Shape::Cone(Cone::new(0.5, 0.4).unwrap()),
            4 => solid(Vec3::new(0.3, 0.5, 0.4)),
            5 => hull(&meshes::uv_sphere(5, 6, 0.6)),
            _ => model(&meshes::any(rng).1),
        };
        let (a, b) = (any(&mut rng), any(&mut rng));
        let (pose_a, pose_b) = (random::pose(&mut rng, 0.8), random::pose(&mut rng, 0.8));
        let found = find(&a, &pose_a, &b, &pose_b, tolerance);
        let back = find(&b, &pose_b, &a, &pose_a, tolerance);
        count += found.len();
        let keys: Vec<_> = found.iter().map(|c| c.distance).collect();
        let keys_back: Vec<_> = back.iter().map(|c| c.distance).collect();
        let place = format!("round {round}: {found:#?} {back:#?}");
        // How deep open surfaces are in each other has no one answer.
        let alike = |one: &[f32], other: &[f32]| {
            let has = |x: &f32| other.iter().any(|y| (x - y).abs() < 2e-4);
            one.iter().all(|x| *x < -tolerance || has(x))
        };
        assert!(
            alike(&keys, &keys_back) && alike(&keys_back, &keys),
            "{place}"
        );
        // All moved together.
        let common = random::pose(&mut rng, 20.0);
        let moved = find(
            &a,
            &common.mul(&pose_a),
            &b,
            &common.mul(&pose_b),
            tolerance,
        );
        let keys_moved: Vec<_> = moved.iter().map(|c| c.distance).collect();
        let place = format!("{place} {moved:#?}");
        assert!(
            alike(&keys, &keys_moved) && alike(&keys_moved, &keys),
            "{place}"
        );
    }
    assert!(count > 200, "{count}");
}

//! Contacts of every kind of pair against hand-computed answers and brute force in f64.

use std::sync::Arc;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    BuildOptions, ContactPoint, ContactsEnd, Model, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::meshes;
use glam::{DVec3, Quat, Vec3};

pub(crate) fn model(raw: &meshes::Raw) -> Shape {
    Shape::Mesh(Arc::new(
        Model::build(&raw.mesh(), &BuildOptions::default()).unwrap(),
    ))
}

pub(crate) fn solid(half: Vec3) -> Shape {
    Shape::Cuboid(Cuboid::new(half).unwrap())
}

pub(crate) fn hull(raw: &meshes::Raw) -> Shape {
    Shape::Hull(Arc::new(ConvexHull::from_points(&raw.vertices).unwrap()))
}

fn at(place: Vec3) -> Pose {
    Pose::from_translation(place).unwrap()
}

pub(crate) fn turned(rotation: Quat, place: Vec3) -> Pose {
    Pose::new(rotation, place).unwrap()
}

fn about(axis: Vec3, angle: f32) -> Quat {
    Quat::from_axis_angle(axis, angle)
}

pub(crate) fn find(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    tolerance: f32,
) -> Vec<ContactPoint> {
    let mut out = Vec::new();
    let mut query = Query::default();
    let ended = query.contacts(
        Placed::new(a, pose_a),
        Placed::new(b, pose_b),
        tolerance,
        &mut PairCache::default(),
        &mut out,
    );
    assert_eq!(ended, ContactsEnd::Done);
    for contact in &out {
        assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{contact:?}");
        let most = f64::from(tolerance) * 1.00001;
        assert!(contact.distance <= most, "{contact:?}");
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
                        assert_eq!(contact.normal, DVec3::Y, "{place}");
                        assert!((contact.distance - f64::from(gap)).abs() < 1e-6, "{place}");
                        let local = pose.inverse_transform_point(contact.point_b().as_vec3());
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
            assert!(found[0].normal.abs_diff_eq(DVec3::Y, 1e-5), "{place}");
            assert!((found[0].distance - 0.005).abs() < 1e-5, "{place}");
            let expected = Vec3::new(0.0, height, 0.2);
            assert!(
                found[0].point_a().abs_diff_eq(expected.as_dvec3(), 1e-5),
                "{place}"
            );
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
                    let up = if swapped { DVec3::NEG_Y } else { DVec3::Y };
                    for contact in &found {
                        assert!(contact.normal.abs_diff_eq(up, 1e-6), "{place}");
                        assert!((contact.distance - f64::from(gap)).abs() < 2e-6, "{place}");
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
                    let up = if swapped { DVec3::NEG_Y } else { DVec3::Y };
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
            (deepest.distance + f64::from(depth)).abs() < f64::from(0.2 * depth + 0.01),
            "{place}"
        );
        assert!(
            found
                .iter()
                .all(|c| c.normal.dot(direction.as_dvec3()) > 0.9),
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
                    found.iter().all(|c| c.normal == DVec3::Y),
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
                    found.iter().all(|c| c.normal.abs_diff_eq(DVec3::Y, 1e-6)),
                    "{found:#?}"
                );
            }
        }
    }
}

//! The references are checked against closed forms before anything is checked against them.

use std::sync::Mutex;

use dodgem_oracle::random::{self, Placement};
use dodgem_oracle::{convex, long_run, mesh, meshes, triangle};
use glam::{DVec3, Quat, Vec3};

fn still() -> Placement {
    Placement::new(Quat::IDENTITY, Vec3::ZERO)
}

const FLOOR: triangle::Triangle = [
    DVec3::ZERO,
    DVec3::new(4.0, 0.0, 0.0),
    DVec3::new(0.0, 0.0, 4.0),
];

#[test]
fn triangle_distances_have_their_known_values() {
    let lifted = |by: DVec3| FLOOR.map(|p| p + by);
    assert_eq!(triangle::distance(FLOOR, lifted(DVec3::Y)).distance, 1.0);
    assert_eq!(
        triangle::distance(FLOOR, lifted(DVec3::X * 7.0)).distance,
        3.0
    );
    let crossed = [
        DVec3::new(-1.0, 0.5, 1.0),
        DVec3::new(5.0, 0.5, 1.0),
        DVec3::new(2.0, 9.0, 1.0),
    ];
    assert!((triangle::distance(FLOOR, crossed).distance - 0.5).abs() < 1e-15);
    let point = [DVec3::new(1.0, 2.0, 1.0); 3];
    assert_eq!(triangle::distance(FLOOR, point).distance, 2.0);
    let through = [
        DVec3::new(1.0, -1.0, 1.0),
        DVec3::new(1.0, 1.0, 1.0),
        DVec3::new(9.0, 1.0, 9.0),
    ];
    let found = triangle::relation(FLOOR, through);
    assert_eq!(found.witness.distance, 0.0);
    assert!(found.depth > 0.5 && found.depth <= 1.0, "{found:?}");
    let coplanar = triangle::relation(FLOOR, lifted(DVec3::new(1.0, 0.0, 1.0)));
    assert_eq!((coplanar.witness.distance, coplanar.depth), (0.0, 0.0));
}

#[test]
fn closed_meshes_are_closed_and_wound_outwards() {
    let placement = Placement::new(
        random::rotation(&mut random::rng(1)),
        Vec3::new(3.0, -2.0, 5.0),
    );
    let cases = [
        (
            meshes::uv_sphere(48, 96, 1.0),
            4.0 / 3.0 * std::f64::consts::PI,
            0.01,
        ),
        (
            meshes::torus(96, 48, 2.0, 0.5),
            std::f64::consts::PI.powi(2),
            0.01,
        ),
        (meshes::cuboid(Vec3::new(1.0, 2.0, 3.0)), 48.0, 1e-6),
        (meshes::needle(2.0), 2.0 * 2e-4 * 2e-4, 1e-6),
    ];
    for (raw, volume, tolerance) in cases {
        let soup = raw.soup(&placement);
        let off = mesh::volume(&soup) / volume - 1.0;
        assert!(off.abs() < tolerance, "volume is off by {off}");
    }
    assert_eq!(meshes::uv_sphere(32, 32, 1.0).triangles.len(), 1984);
}

#[test]
fn winding_and_rays_agree_on_what_is_inside() {
    let mut rng = random::rng(2);
    let soup = meshes::torus(24, 12, 1.0, 0.4).soup(&still());
    for _ in 0..300 {
        let p = random::in_cube(&mut rng, 1.5).as_dvec3();
        let direction = random::direction(&mut rng).as_dvec3();
        let hits = soup
            .iter()
            .filter(|t| triangle::ray(p, direction, **t).is_some())
            .count();
        assert_eq!(mesh::contains(p, &soup), hits % 2 == 1, "{p}");
    }
}

#[test]
fn convex_gap_is_the_distance_of_boxes_that_face_each_other() {
    let solid = meshes::cuboid(Vec3::ONE);
    for (shift, gap) in [
        (Vec3::X * 2.5, 0.5),
        (Vec3::Y * 1.75, -0.25),
        (Vec3::Z * 2.0, 0.0),
    ] {
        let a = solid.polytope(&still());
        let b = solid.polytope(&Placement::new(Quat::IDENTITY, shift));
        let (found, axis) = convex::gap(&a, &b);
        assert!((found - gap).abs() < 1e-12, "{found}");
        assert!(gap == 0.0 || axis.dot(shift.as_dvec3()) > 0.99 * shift.length() as f64);
        assert!((convex::distance(&a, &b).distance - gap.max(0.0)).abs() < 1e-12);
    }
}

#[test]
fn hull_of_points_holds_them_and_keeps_the_distance() {
    let mut rng = random::rng(3);
    for _ in 0..20 {
        let points = |rng: &mut _, shift: Vec3| -> Vec<DVec3> {
            let points = meshes::ball_points(rng, 12, 1.0, false);
            points.iter().map(|p| (*p + shift).as_dvec3()).collect()
        };
        let a = convex::Polytope::hull(&points(&mut rng, Vec3::ZERO));
        let b = convex::Polytope::hull(&points(&mut rng, Vec3::X * 2.2));
        let centre = a.points.iter().sum::<DVec3>() / a.points.len() as f64;
        assert!(a.contains(centre) && mesh::contains(centre, &a.faces));
        let (gap, _) = convex::gap(&a, &b);
        let distance = convex::distance(&a, &b).distance;
        assert!(gap <= distance + 1e-12, "{gap} {distance}");
        assert_eq!(gap <= 0.0, distance == 0.0);
    }
}

#[test]
fn a_long_run_runs_each_case_once() {
    let seen = Mutex::new(Vec::new());
    long_run::on_all_cores(7..2_345, 100, |part| seen.lock().unwrap().extend(part));
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    assert_eq!(seen, (7..2_345).collect::<Vec<_>>());
}

#[test]
#[should_panic]
fn a_fault_in_one_part_fails_a_long_run() {
    long_run::on_all_cores(0..5_000, 500, |part| assert!(!part.contains(&3_210)));
}

//! Hulls of points of every kind: closed, convex, and around all their points.

use dodgem_collide::math::MassProperties;
use dodgem_collide::shape::{ConvexHull, HullError, SupportMap};
use dodgem_oracle::{convex, mesh, meshes, random, triangle};
use glam::Vec3;
use rand::RngExt;

/// Checks the surface with exact signs, then the supports.
fn check(points: &[Vec3], hull: &ConvexHull, name: &str) {
    let (v, f) = (hull.vertices().len(), hull.faces().len());
    assert_eq!(f, 2 * v - 4, "{name}: not a closed surface of one piece");
    let coord = |p: Vec3| robust::Coord3D {
        x: f64::from(p.x),
        y: f64::from(p.y),
        z: f64::from(p.z),
    };
    for face in hull.faces() {
        let [a, b, c] = face.map(|i| coord(hull.vertices()[i as usize]));
        for p in points {
            assert!(
                robust::orient3d(a, b, c, coord(*p)) >= 0.0,
                "{name}: {p} is outside"
            );
        }
    }
    for i in 0..v {
        for &j in hull.neighbours(i) {
            assert!(hull.neighbours(j as usize).contains(&(i as u32)), "{name}");
        }
    }
    let wide: Vec<_> = points.iter().map(|p| p.as_dvec3()).collect();
    let mut rng = random::rng(5);
    for _ in 0..20 {
        let direction = random::direction(&mut rng).as_dvec3();
        let found = hull.support(direction).dot(direction);
        let best = convex::support(&wide, direction);
        let size = wide.iter().map(|p| p.length()).fold(0.0, f64::max);
        assert!(
            (best - found).abs() <= 1e-12 * size,
            "{name}: support {found}, not {best}"
        );
    }
}

#[test]
fn hulls_of_random_points_hold_them_all() {
    let mut rng = random::rng(21);
    for round in 0..300 {
        let size = meshes::any_scale(&mut rng);
        let count = rng.random_range(4..150);
        let mut points = meshes::ball_points(&mut rng, count, size, round % 2 == 0);
        match round % 5 {
            // On a coarse lattice: many points in one plane and on one line.
            0 => points
                .iter_mut()
                .for_each(|p| *p = (*p / size * 3.0).round() * size),
            // Thin as a plate.
            1 => points.iter_mut().for_each(|p| p.y *= 1e-4),
            2 => points
                .iter_mut()
                .for_each(|p| *p += Vec3::new(1e3, -2e3, 0.0) * size),
            _ => {}
        }
        match ConvexHull::from_points(&points) {
            Ok(hull) => check(&points, &hull, &format!("round {round}")),
            Err(HullError::Coplanar | HullError::Collinear | HullError::Coincident) => {
                assert!(round % 5 == 0, "round {round}: lost");
            }
            Err(error) => panic!("round {round}: {error}"),
        }
    }
}

#[test]
fn hulls_of_meshes_hold_them_all() {
    let mut rng = random::rng(22);
    for _ in 0..100 {
        let (name, raw) = meshes::any(&mut rng);
        let raw = raw
            .scaled(meshes::any_scale(&mut rng))
            .turned(random::rotation(&mut rng));
        match ConvexHull::from_points(&raw.vertices) {
            Ok(hull) => check(&raw.vertices, &hull, name),
            Err(error) => assert!(
                name == "flat sheet" && error == HullError::Coplanar,
                "{name}: {error}"
            ),
        }
    }
}

#[test]
fn mass_of_closed_meshes_is_that_of_the_reference() {
    let mut rng = random::rng(23);
    for raw in [
        meshes::torus(30, 12, 2.0, 0.5),
        meshes::uv_sphere(9, 12, 1.0),
        meshes::needle(2.0),
    ] {
        let pose = random::pose(&mut rng, 10.0);
        let placed = raw
            .clone()
            .turned(pose.rotation())
            .moved(pose.translation());
        let found = MassProperties::of_mesh(&placed.mesh(), 1.0).unwrap();
        let placement = random::Placement::of(&pose);
        let volume = mesh::volume(&raw.soup(&placement));
        assert!(
            (f64::from(found.mass) / volume - 1.0).abs() < 1e-2,
            "{} {volume}",
            found.mass
        );
        assert!(found.center_of_mass.distance(pose.translation()) < 1e-4);
        // The tensor turns with the body.
        let still = MassProperties::of_mesh(&raw.mesh(), 1.0).unwrap();
        let turn = glam::Mat3::from_quat(pose.rotation());
        let off = (turn * still.inertia * turn.transpose() - found.inertia).to_cols_array();
        let scale = still
            .inertia
            .x_axis
            .length()
            .max(still.inertia.y_axis.length());
        assert!(
            off.iter().all(|x| x.abs() < 1e-2 * scale),
            "{off:?} of {scale}"
        );
    }
}

#[test]
fn a_large_hull_is_built_in_time() {
    let mut rng = random::rng(24);
    let points = meshes::ball_points(&mut rng, 20_000, 1.0, true);
    let start = std::time::Instant::now();
    let hull = ConvexHull::from_points(&points).unwrap();
    assert!(hull.vertices().len() > 15_000);
    println!("{:?}", start.elapsed());
    let centre = triangle::closest_on_segment(glam::DVec3::ZERO, hull.center(), hull.center());
    assert!(centre.length() < 0.05);
}

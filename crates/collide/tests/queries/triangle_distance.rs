//! Closest points and the distance of triangles against the f64 references.

use dodgem_collide::internals::{PreparedTriangle, triangle_triangle_distance};
use dodgem_collide::math::{closest_of_segments, closest_on_segment, closest_on_triangle};
use dodgem_oracle::random::{self, pick};
use dodgem_oracle::{meshes, triangle};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

/// Two triangles of a random kind and size, often close together.
fn pair(rng: &mut Pcg32) -> ([Vec3; 3], [Vec3; 3], f32) {
    let size = meshes::any_scale(rng);
    let a = meshes::nasty_triangle(rng, size);
    let mut b = meshes::nasty_triangle(rng, size);
    match rng.random_range(0..4) {
        // One corner shared, or nearly so.
        0 => {
            let shift = a[rng.random_range(0..3)] - b[0];
            let slack = pick(rng, &[0.0, 1e-6, 1e-3]) * size;
            let off = random::in_cube(rng, slack);
            b = b.map(|p| p + shift + off);
        }
        // Far apart.
        1 => {
            let shift = random::in_cube(rng, 5.0 * size);
            b = b.map(|p| p + shift);
        }
        // The other triangle again, a little moved: coplanar or nearly so.
        2 => {
            let shift = random::in_cube(rng, size) * pick(rng, &[0.0, 1e-6, 1e-3, 1.0]);
            b = a.map(|p| p + shift);
        }
        _ => {}
    }
    (a, b, size)
}

#[test]
fn triangle_distance_is_that_of_the_reference() {
    let mut rng = random::rng(11);
    let mut worst = (0.0_f64, String::new());
    let mut met = 0;
    for _ in 0..200_000 {
        let (a, b, size) = pair(&mut rng);
        let expected = triangle::distance(triangle::widen(a), triangle::widen(b)).distance;
        let found = triangle_triangle_distance(a, b);
        met += usize::from(found.distance_squared == 0.0);
        let distance = f64::from(found.distance_squared).sqrt();
        let spread = found.point_a.as_dvec3().distance(found.point_b.as_dvec3());
        let error = (distance - expected).abs().max((spread - expected).abs()) / f64::from(size);
        if error.is_nan() || error > worst.0 {
            worst = (
                error,
                format!("{a:?} {b:?}: {distance} {spread}, not {expected}"),
            );
        }
        let on_a = triangle::closest_on_triangle(found.point_a.as_dvec3(), triangle::widen(a));
        let on_b = triangle::closest_on_triangle(found.point_b.as_dvec3(), triangle::widen(b));
        let off = on_a
            .distance(found.point_a.as_dvec3())
            .max(on_b.distance(found.point_b.as_dvec3()));
        assert!(
            off < 3e-6 * f64::from(size),
            "{a:?} {b:?}: points {off} off"
        );
    }
    assert!(worst.0 < 3e-6, "relative error {}: {}", worst.0, worst.1);
    println!("worst relative error {}, {met} pairs met", worst.0);
    assert!(met > 10_000, "too few pairs meet: {met}");
}

#[test]
fn triangle_distance_far_from_the_origin_is_as_good_as_the_coordinates() {
    let mut rng = random::rng(12);
    for _ in 0..20_000 {
        let shift = random::direction(&mut rng) * 1e4;
        let [a, b] = [0, 1].map(|_| meshes::nasty_triangle(&mut rng, 1.0).map(|p| p + shift));
        let expected = triangle::distance(triangle::widen(a), triangle::widen(b)).distance;
        let found = triangle_triangle_distance(a, b);
        let error = (f64::from(found.distance_squared).sqrt() - expected).abs();
        assert!(error < 1e-5, "{a:?} {b:?}: {error}");
    }
}

#[test]
fn triangle_distance_does_not_depend_on_the_order_of_triangles_and_corners() {
    let mut rng = random::rng(13);
    for _ in 0..20_000 {
        let (a, b, size) = pair(&mut rng);
        let expected = triangle_triangle_distance(a, b).distance_squared.sqrt();
        for (x, y) in [(b, a), ([a[1], a[2], a[0]], b), (a, [b[0], b[2], b[1]])] {
            let found = triangle_triangle_distance(x, y).distance_squared.sqrt();
            assert!(
                (found - expected).abs() < 5e-6 * size,
                "{x:?} {y:?}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn closest_points_of_simple_shapes_are_those_of_the_reference() {
    let mut rng = random::rng(14);
    for _ in 0..100_000 {
        let (a, b, size) = pair(&mut rng);
        let tolerance = 2e-6 * f64::from(size);
        let (wide_a, wide_b) = (triangle::widen(a), triangle::widen(b));

        let (on_segment, t) = closest_on_segment(b[0], a[0], a[1]);
        let expected = triangle::closest_on_segment(wide_b[0], wide_a[0], wide_a[1]);
        let gap = on_segment.as_dvec3().distance(wide_b[0]) - expected.distance(wide_b[0]);
        assert!(
            gap.abs() < tolerance && (0.0..=1.0).contains(&t),
            "{a:?} {b:?}: {gap}"
        );

        let (p, q) = closest_of_segments([a[0], a[1]], [b[0], b[1]]);
        let expected = triangle::segment_segment([wide_a[0], wide_a[1]], [wide_b[0], wide_b[1]]);
        let gap = p.as_dvec3().distance(q.as_dvec3()) - expected.distance;
        assert!(gap.abs() < tolerance, "{a:?} {b:?}: {gap}");

        let (on_face, _) = closest_on_triangle(b[0], a);
        let expected = triangle::closest_on_triangle(wide_b[0], wide_a);
        let gap = on_face.as_dvec3().distance(wide_b[0]) - expected.distance(wide_b[0]);
        assert!(gap.abs() < tolerance, "{a:?} {b:?}: {gap}");
    }
}

#[test]
fn a_limit_hides_no_pair_that_is_nearer() {
    let mut rng = random::rng(15);
    for _ in 0..50_000 {
        let (a, b, _) = pair(&mut rng);
        let full = triangle_triangle_distance(a, b);
        let [a, b] = [a, b].map(PreparedTriangle::new);
        let distance = full.distance_squared.sqrt();
        let limit = distance * 1.00001 + 1e-9;
        assert_eq!(a.distance_below(&b, limit), Some(full), "{a:?} {b:?}");
        assert_eq!(
            a.distance_below(&b, distance * 0.99999),
            None,
            "{a:?} {b:?}"
        );
    }
}

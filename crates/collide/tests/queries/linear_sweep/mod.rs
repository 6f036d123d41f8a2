//! Vertices that move straight: contacts that exist by construction are found, no others are, and
//! the exact queries of a published benchmark agree.

mod exact_queries;

use dodgem_collide::Budget;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::toi::linear::{
    DeformError, Deforming, FeatureTouch, LinearOptions, LinearScratch, MeshTouch, edge_edge,
    mesh_mesh, triangle_triangle, vertex_face,
};
use dodgem_oracle::{mesh, meshes, random, triangle};
use glam::{DVec3, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

type Query = fn([DVec3; 4], [DVec3; 4], &LinearOptions) -> FeatureTouch;

const KINDS: [(&str, Query); 2] = [("vertex-face", vertex_face), ("edge-edge", edge_edge)];

fn whole(rng: &mut Pcg32, most: i32) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| {
        f64::from(rng.random_range(-most..=most))
    }))
}

/// The distance of the features at a time, by the reference.
fn distance(kind: &str, start: &[DVec3; 4], end: &[DVec3; 4], time: f64) -> f64 {
    let [p, a, b, c] = std::array::from_fn(|i| start[i] * (1.0 - time) + end[i] * time);
    if kind == "vertex-face" {
        triangle::closest_on_triangle(p, [a, b, c]).distance(p)
    } else {
        triangle::segment_segment([p, a], [b, c]).distance
    }
}

#[test]
fn times_are_those_worked_out_by_hand() {
    let options = LinearOptions::default();
    let face = [DVec3::ZERO, DVec3::X * 3.0, DVec3::Z * 3.0];
    let falls = |from: DVec3, to: DVec3| {
        let [a, b, c] = face;
        vertex_face([from, a, b, c], [to, a, b, c], &options)
    };
    let FeatureTouch::At { time, place } =
        falls(DVec3::new(1.0, 3.0, 0.5), DVec3::new(1.0, -1.0, 0.5))
    else {
        panic!("the vertex falls through the face");
    };
    assert!((time - 0.75).abs() < 1e-9, "{time}");
    assert!((place[0] - 1.0 / 3.0).abs() < 1e-8 && (place[1] - 1.0 / 6.0).abs() < 1e-8);
    // Beside the face, onto its edge, onto its corner at the very end, along it from the side.
    assert!(falls(DVec3::new(-0.1, 1.0, 1.0), DVec3::new(-0.1, -1.0, 1.0)).is_clear());
    for (from, to, expected) in [
        ([1.0, 1.0, 0.0], [1.0, -1.0, 0.0], 0.5),
        ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0], 1.0),
        ([-1.0, 0.0, 1.0], [3.0, 0.0, 1.0], 0.25),
        ([1.0, 0.0, 1.0], [1.0, 4.0, 1.0], 0.0),
    ] {
        let found = falls(from.into(), to.into());
        let FeatureTouch::At { time, .. } = found else {
            panic!("{from:?} to {to:?}: {found:?}");
        };
        assert!(
            time <= expected && expected - time < 2e-9,
            "{time} {expected}"
        );
    }
    // One edge falls across another; and past its end.
    let rod = |x: f64, y: f64| [DVec3::new(x, y, -1.0), DVec3::new(x, y, 1.0)];
    let drop = |x: f64| {
        let (from, to, still) = (rod(x, 1.0), rod(x, -3.0), [DVec3::ZERO, DVec3::X]);
        edge_edge(
            [from[0], from[1], still[0], still[1]],
            [to[0], to[1], still[0], still[1]],
            &options,
        )
    };
    let found = drop(0.5);
    assert!(
        matches!(found, FeatureTouch::At { time, place } if (time - 0.25).abs() < 1e-9
        && (place[0] - 0.5).abs() < 1e-8 && (place[1] - 0.5).abs() < 1e-8),
        "{found:?}"
    );
    assert!(drop(1.0 + 1e-8).is_clear() && !drop(1.0).is_clear());
    // A face that moves onto a vertex that rests, while it grows.
    let corners = [DVec3::X, DVec3::Z, -DVec3::ONE];
    let [a, b, c] = corners.map(|p| p - DVec3::Y * 2.0);
    let [d, e, f] = corners.map(|p| p * 2.0 + DVec3::Y * 4.0);
    let found = vertex_face([DVec3::ZERO, a, b, c], [DVec3::ZERO, d, e, f], &options);
    assert!(!found.is_clear());
}

/// Features that touch at a time and a position that f64 represents exactly.
fn touching(kind: &str, rng: &mut Pcg32) -> ([DVec3; 4], [DVec3; 4], f64) {
    let time = f64::from(rng.random_range(0..=16)) / 16.0;
    let part = |rng: &mut Pcg32| f64::from(rng.random_range(0..=8)) / 8.0;
    let size = random::pick(rng, &[2, 30, 1000]);
    let mut points: [DVec3; 4] = std::array::from_fn(|_| whole(rng, size) * 8.0);
    if rng.random_bool(0.2) {
        points.iter_mut().for_each(|p| p.y = 0.0);
    }
    let (s, t) = (part(rng), part(rng));
    let [_, a, b, c] = points;
    if kind == "vertex-face" {
        let t = t.min(1.0 - s);
        points[0] = a * (1.0 - s - t) + b * s + c * t;
    } else {
        // Point 0 such that the first edge holds a point of the second.
        let meet = b * (1.0 - t) + c * t;
        let back = random::pick(rng, &[1.0, 2.0, 4.0]);
        points[0] = meet + (meet - a) * (back - 1.0);
    }
    let speed = random::pick(rng, &[0, 1, 50]);
    let common = whole(rng, 40) * 16.0;
    let velocities: [DVec3; 4] = std::array::from_fn(|_| whole(rng, speed) * 16.0 + common);
    let at = |t: f64| std::array::from_fn(|i| points[i] + velocities[i] * (t - time));
    (at(0.0), at(1.0), time)
}

#[test]
fn no_contact_is_missed() {
    let mut rng = random::rng(71);
    let mut cuts = 0;
    for round in 0..4_000 {
        for (kind, query) in KINDS {
            let (start, end, touch) = touching(kind, &mut rng);
            let found = query(start, end, &LinearOptions::default());
            assert!(
                found.safe_time() <= touch,
                "{kind} {round}: touch at {touch}, {found:?}: {start:?} {end:?}"
            );
            if let FeatureTouch::At { time, .. } = found {
                let apart = distance(kind, &start, &end, time);
                assert!(apart < 1e-7, "{kind} {round}: {apart} apart at {time}");
            }
            cuts += u32::from(matches!(found, FeatureTouch::Cut { .. }));
        }
    }
    // Some slide in one plane, where very many positions nearly touch.
    assert!(cuts < 40, "{cuts} cut");
}

#[test]
fn nothing_touches_before_the_time_returned_and_what_passes_is_let_pass() {
    let mut rng = random::rng(72);
    let mut counts = [0; 3];
    for round in 0..4000 {
        for (kind, query) in KINDS {
            let scale = 10f64.powi(rng.random_range(-3..=3));
            let mut points =
                || std::array::from_fn(|_| random::in_cube(&mut rng, 1.0).as_dvec3() * scale);
            let (start, end): ([DVec3; 4], [DVec3; 4]) = (points(), points());
            let found = query(start, end, &LinearOptions::default());
            let label = format!("{kind} {round}: {found:?}: {start:?} {end:?}");
            let least = (0..400)
                .map(|i| found.safe_time() * f64::from(i) / 400.0)
                .map(|time| distance(kind, &start, &end, time))
                .fold(f64::INFINITY, f64::min);
            match found {
                FeatureTouch::Clear => {
                    assert!(least > 0.0, "{label}");
                    counts[0] += 1;
                }
                FeatureTouch::At { time, .. } => {
                    let apart = distance(kind, &start, &end, time);
                    assert!(apart < 1e-8 * scale.max(1.0), "{label}: {apart} apart");
                    assert!(least > 0.0, "{label}: touch before");
                    counts[1] += 1;
                }
                FeatureTouch::Cut { .. } => counts[2] += 1,
            }
        }
    }
    println!("clear, touching, cut: {counts:?}");
    assert!(
        counts[0] > 2000 && counts[1] > 500 && counts[2] == 0,
        "{counts:?}"
    );
}

#[test]
fn a_vertex_that_glides_a_micrometre_above_a_face_is_clear() {
    let mut rng = random::rng(73);
    for round in 0..500 {
        let turn = random::rotation(&mut rng).as_dquat();
        let face = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Z * 2.0];
        let from = DVec3::new(-0.5, 1e-6, 0.5);
        let to = from + DVec3::X * 3.0;
        let place = |p: [DVec3; 4]| p.map(|p| turn * p);
        let [a, b, c] = face;
        let start = place([from, a, b, c]);
        // All glide along together, the vertex faster, and the face grows.
        let drift = DVec3::new(7.0, 0.0, 1.0);
        let end = place([to, a * 1.5, b * 1.5, c * 1.5]).map(|p| p + turn * drift);
        let found = vertex_face(start, end, &LinearOptions::default());
        assert!(found.is_clear(), "{round}: {found:?}");
    }
}

#[test]
fn triangles_meet_at_the_first_of_their_features_contacts() {
    let mut rng = random::rng(74);
    let (mut clear, mut touching) = (0, 0);
    for round in 0..600 {
        let mut corners = |middle: DVec3| -> [DVec3; 3] {
            std::array::from_fn(|_| middle + random::in_cube(&mut rng, 0.8).as_dvec3())
        };
        let way = DVec3::new(1.5, 0.3, 0.1);
        let a = [corners(DVec3::ZERO), corners(DVec3::ZERO)];
        let b = [corners(way), corners(-way)];
        let at = |t: [[DVec3; 3]; 2], time: f64| -> [DVec3; 3] {
            std::array::from_fn(|i| t[0][i] * (1.0 - time) + t[1][i] * time)
        };
        let apart = |time: f64| triangle::distance(at(a, time), at(b, time)).distance;
        if apart(0.0) < 1e-6 {
            continue;
        }
        let found = triangle_triangle(a, b, &LinearOptions::default());
        for i in 0..300 {
            let time = found.safe_time() * f64::from(i) / 300.0;
            assert!(
                apart(time) > 0.0,
                "{round}: {found:?}, but they meet at {time}"
            );
        }
        match found {
            FeatureTouch::Clear => clear += 1,
            FeatureTouch::At { time, .. } => {
                assert!(apart(time) < 1e-8, "{round}: {found:?}");
                touching += 1;
            }
            FeatureTouch::Cut { .. } => panic!("{round}: {found:?}"),
        }
    }
    assert!(clear > 150 && touching > 100, "{clear} {touching}");
}

/// A mesh and the end positions of its vertices: bent, inflated or crumpled, and moved.
fn any_deformation(rng: &mut Pcg32, way: Vec3) -> (TriMesh, Vec<Vec3>) {
    let (_, raw) = meshes::any(rng);
    let start = raw.turned(random::rotation(rng));
    let (bend, grow) = (random::in_cube(rng, 0.4), random::between(rng, 0.7, 1.3));
    let crumple = random::pick(rng, &[0.0f32, 0.0, 0.05]);
    let end = start.vertices.iter().map(|v| {
        let bent = *v * grow + bend * v.dot(bend);
        bent + way + random::in_cube(rng, 1.0) * crumple
    });
    let end = end.collect();
    (start.mesh(), end)
}

#[test]
fn deforming_meshes_are_apart_before_they_meet() {
    let mut rng = random::rng(75);
    let mut scratch = LinearScratch::default();
    let options = LinearOptions::default();
    let mut counts = [0; 3];
    for round in 0..50 {
        let away = random::direction(&mut rng) * 2.4;
        let (a, end_a) = any_deformation(&mut rng, Vec3::ZERO);
        let aside = random::in_cube(&mut rng, 4.0);
        let (b, end_b) = any_deformation(&mut rng, aside - away * 1.4);
        let b = b.map_vertices(|v| v + away).unwrap();
        let end_b: Vec<Vec3> = end_b.into_iter().map(|v| v + away).collect();
        let (moving_a, moving_b) = (
            Deforming::new(&a, &end_a).unwrap(),
            Deforming::new(&b, &end_b).unwrap(),
        );
        let soup = |mesh: &TriMesh, end: &[Vec3], time: f64| -> Vec<[DVec3; 3]> {
            let place = |n: u32| {
                let (from, to) = (mesh.vertices()[n as usize], end[n as usize]);
                from.as_dvec3() * (1.0 - time) + to.as_dvec3() * time
            };
            mesh.triangles().iter().map(|t| t.map(place)).collect()
        };
        let distance =
            |time: f64| mesh::distance(&soup(&a, &end_a, time), &soup(&b, &end_b, time)).distance;
        let found = mesh_mesh(
            &moving_a,
            &moving_b,
            &options,
            Budget::Unlimited,
            &mut scratch,
        );
        let swapped = mesh_mesh(
            &moving_b,
            &moving_a,
            &options,
            Budget::Unlimited,
            &mut scratch,
        );
        let safe = match found {
            MeshTouch::Clear => {
                assert_eq!(swapped, MeshTouch::Clear, "{round}");
                counts[0] += 1;
                1.0
            }
            MeshTouch::At { time, triangles } => {
                let MeshTouch::At { time: other, .. } = swapped else {
                    panic!("{round}: {found:?}, swapped {swapped:?}");
                };
                assert!((time - other).abs() < 1e-8, "{round}: {time} {other}");
                let pair = (
                    soup(&a, &end_a, time)[triangles[0]],
                    soup(&b, &end_b, time)[triangles[1]],
                );
                let apart = triangle::distance(pair.0, pair.1).distance;
                assert!(apart < 1e-8, "{round}: {apart} apart, {found:?}");
                counts[1] += 1;
                time
            }
            MeshTouch::Cut { safe_time } => {
                counts[2] += 1;
                safe_time
            }
        };
        for i in 0..10 {
            let time = safe * f64::from(i) / 10.0;
            assert!(
                time == safe || distance(time) > 0.0,
                "{round}: {found:?}, meet at {time}"
            );
        }
        // A budget only makes it earlier.
        for units in [0, 1, 5, 40] {
            let cut = mesh_mesh(
                &moving_a,
                &moving_b,
                &options,
                Budget::Work(units),
                &mut scratch,
            );
            assert!(
                cut == found || cut == MeshTouch::Cut { safe_time: 0.0 },
                "{cut:?}"
            );
        }
    }
    println!("clear, touching, cut: {counts:?}");
    assert!(
        counts[0] > 10 && counts[1] > 12 && counts[2] < 4,
        "{counts:?}"
    );
}

#[test]
fn places_that_do_not_fit_a_mesh_are_refused() {
    let mesh = meshes::cuboid(Vec3::ONE).mesh();
    let mut end = mesh.vertices().to_vec();
    assert!(Deforming::new(&mesh, &end).is_ok());
    end[3].y = f32::NAN;
    let refused = Deforming::new(&mesh, &end).unwrap_err();
    assert_eq!(refused, DeformError::NonFinite { vertex: 3 });
    end.pop();
    let refused = Deforming::new(&mesh, &end).unwrap_err().to_string();
    assert!(refused.contains("8 vertices, but 7 places"), "{refused}");
}

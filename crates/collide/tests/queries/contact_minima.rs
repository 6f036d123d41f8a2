//! Contacts of meshes against all local minima of the distance by brute force in f64, and the same
//! contacts from either side and in any common pose.

use std::sync::Arc;

use dodgem_collide::shape::{Capsule, Cone, Cylinder, Sphere};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_oracle::triangle::{self, Witness};
use dodgem_oracle::{mesh, meshes, random};
use glam::{DVec3, Vec3};
use rand::RngExt;

use crate::contacts::{find, hull, model, solid, turned};

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

/// The slope up to which a feature counts as lying against another one, so that its ends stand for all of it.
const SLOPE: f64 = 0.02;

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
                let off = c.point_a().distance(witness.a) + c.point_b().distance(witness.b);
                let way = (witness.b - witness.a).normalize();
                // The contact itself, or one of its patch: equal in distance and normal, within the slack.
                let twin =
                    c.normal.dot(way) > 0.999 && c.distance < witness.distance + SLOPE * off + 1e-6;
                off < 1e-4 || twin
            });
            assert!(hit, "{place}: {witness:?} is not in {found:#?}");
            matched += 1;
        }
        for contact in &found {
            let (p, q) = (contact.point_a(), contact.point_b());
            let off_a = mesh::point_distance(p, soup_a).distance;
            let off_b = mesh::point_distance(q, soup_b).distance;
            assert!(
                off_a < 1e-5 && off_b < 1e-5,
                "{place}: {contact:?}, {off_a}, {off_b}"
            );
            // No triangle that holds the one point is much nearer to a triangle that holds the other.
            let mut nearest = Witness::FAR;
            let touching = |p: DVec3, soup: &mesh::Soup| -> Vec<triangle::Triangle> {
                let near = soup
                    .iter()
                    .filter(|t| triangle::closest_on_triangle(p, **t).distance(p) < 1e-5);
                near.copied().collect()
            };
            let (around_a, around_b) = (touching(p, soup_a), touching(q, soup_b));
            for ta in &around_a {
                for tb in &around_b {
                    let witness = triangle::distance(*ta, *tb);
                    if !through(&witness) {
                        nearest = nearest.nearer(witness);
                    }
                }
            }
            let off = nearest.a.distance(p) + nearest.b.distance(q);
            let excess = contact.distance - nearest.distance;
            // A feature that slopes by up to 2 % lies against the other one. Half-edges do not give the
            // neighbourhood of a point where more than two triangles share an edge or where boxes overlap.
            let tangled = [name_a, name_b].map(|name| ["fan", "coplanar boxes"].contains(name));
            let slack = match tangled.contains(&true) {
                true => 0.06,
                false => SLOPE * off + 1e-6,
            };
            assert!(
                excess < slack,
                "{place}: {contact:?} though {nearest:?} is there"
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
        // The depth of open surfaces in each other is ambiguous, so it is not compared.
        let alike = |one: &[f64], other: &[f64]| {
            let has = |x: &f64| other.iter().any(|y| (x - y).abs() < 2e-4);
            one.iter().all(|x| *x < -f64::from(tolerance) || has(x))
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

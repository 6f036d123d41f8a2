//! Shapes of every kind against each other and the f64 references.
use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, Collision, Distance, DistanceOptions, Model, PairCache, Placed, Query,
    Shape, VolumeKind,
};
use dodgem_oracle::random::{self, between};
use dodgem_oracle::{mesh, meshes};
use glam::{Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

fn model(rng: &mut Pcg32, raw: &meshes::Raw) -> Option<Shape> {
    let options = BuildOptions {
        volume: random::pick(rng, &VolumeKind::ALL),
        max_piece_triangles: rng.random_range(1..=10),
        ..BuildOptions::default()
    };
    let model = Model::build(&raw.mesh(), &options).ok()?;
    Some(Shape::Mesh(Arc::new(model)))
}

/// A mesh without the degenerate triangles that a model drops.
pub fn any_sound(rng: &mut Pcg32) -> (&'static str, meshes::Raw) {
    let (name, mut raw) = meshes::any(rng);
    let vertices = raw.vertices.clone();
    raw.triangles.retain(|t| {
        let [a, b, c] = t.map(|i| vertices[i as usize].as_dvec3());
        let longest = (b - a).length_squared().max((c - b).length_squared());
        let longest = longest.max((a - c).length_squared());
        (b - a).cross(c - a).length() > 1e-7 * longest
    });
    (name, raw)
}

/// A box as a solid, and its surface.
fn cuboid(rng: &mut Pcg32) -> (Shape, meshes::Raw) {
    let half = random::in_cube(rng, 0.5).abs() + Vec3::splat(0.05);
    (
        Shape::Cuboid(Cuboid::new(half).unwrap()),
        meshes::cuboid(half),
    )
}

fn any_convex(rng: &mut Pcg32) -> Shape {
    let kind = rng.random_range(0..6);
    let mut length = || between(rng, 0.1, 0.8);
    match kind {
        0 => Shape::Sphere(Sphere::new(length()).unwrap()),
        1 => Shape::Cuboid(Cuboid::new(Vec3::new(length(), length(), length())).unwrap()),
        2 => Shape::Capsule(Capsule::new(length(), length()).unwrap()),
        3 => Shape::Cylinder(Cylinder::new(length(), length()).unwrap()),
        4 => Shape::Cone(Cone::new(length(), length()).unwrap()),
        _ => {
            let points = meshes::ball_points(rng, 30, 0.6, false);
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
    }
}

fn distance(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Distance {
    Query::default()
        .distance(
            Placed::new(a, pose_a),
            Placed::new(b, pose_b),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        )
        .value
}

#[test]
fn a_box_and_a_mesh_have_the_distance_of_the_reference() {
    let mut rng = random::rng(41);
    let mut query = Query::default();
    let (mut apart, mut met) = (0, 0);
    for round in 0..600 {
        let (name, raw) = any_sound(&mut rng);
        let Some(mesh_shape) = model(&mut rng, &raw) else {
            continue;
        };
        let (solid, surface) = cuboid(&mut rng);
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.0), random::pose(&mut rng, 1.0));
        let (soup, faces) = (
            mesh::soup(&raw.mesh(), &pose_a),
            mesh::soup(&surface.mesh(), &pose_b),
        );
        let inside = soup.iter().flatten().any(|p| mesh::contains(*p, &faces));
        let relation = mesh::relation(&soup, &faces);
        let expected = if inside {
            0.0
        } else {
            relation.witness.distance
        };
        for swapped in [false, true] {
            let sides = ((&mesh_shape, &pose_a), (&solid, &pose_b));
            let ((a, pa), (b, pb)) = if swapped { (sides.1, sides.0) } else { sides };
            let found = query.distance(
                Placed::new(a, pa),
                Placed::new(b, pb),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            );
            let label = format!("round {round}: {name} {found:?}, not {expected}");
            let off = f64::from(found.distance().expect("no budget")) - expected;
            assert!(off.abs() < 2e-6, "{label}");
            let low = f64::from(found.lower_bound());
            assert!(low <= expected * (1.0 + 1e-12), "{label}");
            if let Distance::Apart {
                point_a, point_b, ..
            } = *found
            {
                apart += 1;
                let (on_mesh, on_box) = if swapped {
                    (point_b, point_a)
                } else {
                    (point_a, point_b)
                };
                assert!(
                    mesh::point_distance(on_mesh.as_dvec3(), &soup).distance < 1e-6,
                    "{label}"
                );
                assert!(
                    mesh::point_distance(on_box.as_dvec3(), &faces).distance < 1e-6,
                    "{label}"
                );
            } else {
                met += 1;
            }
            let hit = query.intersect(Placed::new(a, pa), Placed::new(b, pb));
            if expected > 1e-6 {
                assert_eq!(hit, Collision::Clear, "{label}");
                let near = |t: f64| {
                    query
                        .within(
                            Placed::new(a, pa),
                            Placed::new(b, pb),
                            t as f32,
                            &mut PairCache::default(),
                        )
                        .is_hit()
                };
                assert_eq!(
                    [expected - 1e-6, expected + 1e-6].map(near),
                    [false, true],
                    "{label}"
                );
            } else if inside || relation.surely_meet(1e-6) {
                assert!(matches!(*hit, Collision::Hit { .. }), "{label}");
                let point = hit.points()[0].as_dvec3();
                let off = mesh::point_distance(point, &soup).distance;
                assert!(off < 1e-6, "{label}: point {off} off the mesh");
            }
            for (absolute, part) in [(0.0, 0.0), (0.05, 0.0), (0.0, 0.2)] {
                let found = query.distance(
                    Placed::new(a, pa),
                    Placed::new(b, pb),
                    &DistanceOptions {
                        absolute,
                        relative: part,
                    },
                    &mut PairCache::default(),
                );
                let least = expected - f64::from(absolute).max(f64::from(part) * expected);
                let found = f64::from(found.lower_bound());
                assert!(
                    found < expected + 1e-6 && found > least - 2e-6,
                    "{label}: {found}"
                );
            }
        }
    }
    assert!(apart > 200 && met > 200, "{apart} {met}");
}

#[test]
fn two_meshes_have_the_distance_of_the_reference() {
    let mut rng = random::rng(42);
    for round in 0..150 {
        let ((name_a, a), (name_b, b)) = (any_sound(&mut rng), any_sound(&mut rng));
        let (Some(shape_a), Some(shape_b)) = (model(&mut rng, &a), model(&mut rng, &b)) else {
            continue;
        };
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.0), random::pose(&mut rng, 1.5));
        let expected = mesh::distance(
            &mesh::soup(&a.mesh(), &pose_a),
            &mesh::soup(&b.mesh(), &pose_b),
        );
        let found = distance(&shape_a, &pose_a, &shape_b, &pose_b);
        let off = f64::from(found.distance().expect("no budget")) - expected.distance;
        assert!(
            off.abs() < 2e-6,
            "round {round}: {name_a} {name_b} {found:?}, not {expected:?}"
        );
    }
}

#[test]
fn a_solid_and_the_mesh_of_its_surface_agree_from_outside() {
    let mut rng = random::rng(43);
    for round in 0..300 {
        let points = meshes::ball_points(&mut rng, 25, 0.7, true);
        let hull = ConvexHull::from_points(&points).unwrap();
        let options = BuildOptions::default();
        let surface = Shape::Mesh(Arc::new(
            Model::build(&hull.to_mesh().unwrap(), &options).unwrap(),
        ));
        let solid = Shape::Hull(Arc::new(hull));
        let other = any_convex(&mut rng);
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.2), random::pose(&mut rng, 1.2));
        let found = distance(&solid, &pose_a, &other, &pose_b);
        let same = distance(&surface, &pose_a, &other, &pose_b);
        if found.lower_bound() > 0.0 {
            let [off, same_off] = [&found, &same].map(|d| d.distance().expect("no budget"));
            let off = off - same_off;
            assert!(
                off.abs() < 2e-6,
                "round {round}: {other:?} {found:?} {same:?}"
            );
            let contact = |a: &Shape| {
                Query::default()
                    .deepest_contact(Placed::new(a, &pose_a), Placed::new(&other, &pose_b), 9.0)
                    .contact()
                    .expect("within 9 m")
            };
            let (one, two) = (contact(&solid), contact(&surface));
            assert!(
                (one.distance - two.distance).abs() < 2e-6,
                "round {round}: {one:?} {two:?}"
            );
            assert!((one.distance - f64::from(found.distance().expect("no budget"))).abs() < 2e-6);
        }
    }
}

#[test]
fn a_cut_query_answers_on_the_safe_side() {
    let mut rng = random::rng(44);
    let raw = meshes::uv_sphere(24, 24, 1.0);
    let ball = model(&mut rng, &raw).unwrap();
    for _ in 0..100 {
        let other = any_convex(&mut rng);
        let (pose_a, pose_b) = (random::pose(&mut rng, 1.0), random::pose(&mut rng, 2.0));
        let truth = distance(&ball, &pose_a, &other, &pose_b).lower_bound();
        for work in [0, 1, 2, 5, 20, 100, 1000, 100_000] {
            let mut query = Query::default();
            let budget = Budget::Work(work);
            query.budget = budget;
            let found = query.distance(
                Placed::new(&ball, &pose_a),
                Placed::new(&other, &pose_b),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            );
            assert!(found.lower_bound() <= truth, "{work}: {found:?} {truth}");
            assert!(found.cost.work() <= work);
            let cut = matches!(*found, Distance::Cut { .. });
            assert_eq!(found.cost.cuts, u64::from(cut));
            assert!(!cut || work < 100_000);
            query.budget = budget;
            let hit = query.intersect(Placed::new(&ball, &pose_a), Placed::new(&other, &pose_b));
            assert!(truth > 0.0 || !hit.is_clear(), "{work}: missed");
        }
    }
}

#[test]
fn boxes_around_shapes_hold_them() {
    let mut rng = random::rng(45);
    for _ in 0..300 {
        let shape = any_convex(&mut rng);
        let pose = random::pose(&mut rng, 100.0);
        let bounds = shape.aabb(&pose);
        let slab = Shape::Cuboid(Cuboid::new(Vec3::new(500.0, 1.0, 500.0)).unwrap());
        // A slab just above the box misses the shape; one that reaches into it does not.
        for (height, meets) in [(1.0 + 1e-4, false), (1.0 - 1e-3, true)] {
            let at = Vec3::new(0.0, bounds.max.y + height, 0.0);
            let at = Pose::new(Quat::IDENTITY, at).unwrap();
            let mut query = Query::default();
            let hit = query.intersect(Placed::new(&shape, &pose), Placed::new(&slab, &at));
            assert_eq!(hit.is_hit(), meets, "{shape:?} {height}");
        }
    }
}

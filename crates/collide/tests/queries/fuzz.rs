//! Every query on meshes of any kind: none may panic, hang, or return NaN or an infinity.
//!
//! 2,000 cases run with the other tests; a million on demand:
//! `cargo test --release -p dodgem-collide --test queries fuzz -- --ignored`.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::{Capsule, Cone, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, Collision, ContactPoint, Containment, Distance, DistanceOptions, Model,
    PairCache, PieceGrowth, Placed, Query, RayCast, Shape, SplitAxis, SplitPoint, VolumeKind,
};
use dodgem_oracle::long_run;
use glam::{Quat, Vec3};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// A coordinate that makes trouble now and then: whole numbers meet each other, the others are
/// tiny, huge, or neighbours of whole ones.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        6 => (-3_i8..=3).prop_map(f32::from),
        4 => -2.0_f32..2.0,
        1 => (-3_i8..=3).prop_map(|x| f32::from(x).next_up()),
        1 => -1e-6_f32..1e-6,
        1 => Just(-0.0_f32),
        1 => (-1_i8..=1).prop_map(|x| f32::from(x) * 1e7),
    ]
}

fn vector() -> impl Strategy<Value = Vec3> {
    (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// Small numbers only, and sometimes a tiny or huge copy of them.
fn vertices() -> impl Strategy<Value = Vec<Vec3>> {
    let scale = prop_oneof![6 => Just(1.0_f32), 1 => Just(1e-4), 1 => Just(1e-9), 1 => Just(8.0)];
    let all = prop::collection::vec(vector(), 3..16);
    (all, scale).prop_map(|(all, scale)| all.into_iter().map(|v| v * scale).collect())
}

fn mesh() -> impl Strategy<Value = TriMesh> {
    let triangles = prop::collection::vec([any::<u8>(), any::<u8>(), any::<u8>()], 1..24);
    (vertices(), triangles, 0..4_u8).prop_map(|(mut vertices, triangles, kind)| {
        let count = vertices.len() as u32;
        let mut triangles: Vec<[u32; 3]> = triangles
            .into_iter()
            .map(|t| t.map(|i| u32::from(i) % count))
            .collect();
        if kind == 0 {
            // A closed part: a tetrahedron of the first corners.
            let first = vertices.len() as u32;
            vertices.extend([Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::Z * 2.0]);
            let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
            triangles = faces.map(|f: [u32; 3]| f.map(|i| i + first)).into();
        }
        if kind == 1 {
            // Everything twice, and once from behind.
            let again = triangles.clone();
            triangles.extend(again.iter().copied());
            triangles.extend(again.iter().map(|&[a, b, c]| [a, c, b]));
        }
        TriMesh::new(vertices, triangles).expect("finite and in range")
    })
}

fn pose() -> impl Strategy<Value = Pose> {
    let turn = prop_oneof![
        2 => Just(Quat::IDENTITY),
        1 => Just(Quat::from_xyzw(0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2)),
        3 => [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, 0.1_f32..1.0].prop_map(Quat::from_array),
    ];
    (turn, vector()).prop_map(|(turn, place)| Pose::new(turn, place).expect("finite"))
}

fn options() -> impl Strategy<Value = BuildOptions> {
    (
        0..6_usize,
        0..4_usize,
        0..3_usize,
        any::<bool>(),
        0..12_usize,
    )
        .prop_map(
            move |(volume, axis, point, first_fit, max_piece_triangles)| BuildOptions {
                max_piece_triangles,
                piece_growth: if first_fit {
                    PieceGrowth::FirstFit
                } else {
                    PieceGrowth::Adjacency
                },
                volume: VolumeKind::ALL[volume],
                split_axis: SplitAxis::ALL[axis],
                split_point: SplitPoint::ALL[point],
            },
        )
}

fn budget() -> impl Strategy<Value = Budget> {
    prop_oneof![
        3 => Just(Budget::Unlimited),
        1 => (0..200_u64).prop_map(Budget::Work),
    ]
}

/// A convex shape.
fn convex() -> impl Strategy<Value = Shape> {
    let size = || prop_oneof![0.1_f32..2.0, Just(1.0_f32), Just(1e-4_f32), Just(1e3_f32)];
    (0..5_u8, size(), size(), size()).prop_map(|(kind, a, b, c)| match kind {
        0 => Shape::Sphere(Sphere::new(a).expect("a size")),
        1 => Shape::Cuboid(Cuboid::new(Vec3::new(a, b, c)).expect("sizes")),
        2 => Shape::Capsule(Capsule::new(a, b).expect("sizes")),
        3 => Shape::Cylinder(Cylinder::new(a, b).expect("sizes")),
        _ => Shape::Cone(Cone::new(a, b).expect("sizes")),
    })
}

#[derive(Clone, Debug)]
struct Case {
    meshes: [TriMesh; 2],
    options: [BuildOptions; 2],
    poses: [Pose; 2],
    convex: Shape,
    vectors: [Vec3; 6],
    tolerance: f32,
    budget: Budget,
}

fn case() -> impl Strategy<Value = Case> {
    let tolerance = prop_oneof![
        Just(0.0_f32),
        Just(0.01),
        0.0_f32..3.0,
        Just(1e-7),
        Just(1e6)
    ];
    let vectors = [vector(), vector(), vector(), vector(), vector(), vector()];
    (
        [mesh(), mesh()],
        [options(), options()],
        [pose(), pose()],
        convex(),
        vectors,
        tolerance,
        budget(),
    )
        .prop_map(
            |(meshes, options, poses, convex, vectors, tolerance, budget)| Case {
                meshes,
                options,
                poses,
                convex,
                vectors,
                tolerance,
                budget,
            },
        )
}

fn sound(contact: &ContactPoint) -> bool {
    contact.distance.is_finite()
        && contact.point.is_finite()
        && (contact.normal.length() - 1.0).abs() < 1e-3
}

fn sound_hit(found: &Collision) -> bool {
    found.points().iter().all(|p| p.is_finite())
}

fn sound_distance(found: &Distance) -> bool {
    match found {
        Distance::Apart {
            distance,
            lower_bound,
            point_a,
            point_b,
        } => {
            (0.0..=*distance).contains(lower_bound)
                && distance.is_finite()
                && point_a.is_finite()
                && point_b.is_finite()
        }
        Distance::Meet { point } => point.is_finite(),
        Distance::Cut { lower_bound } => *lower_bound >= 0.0,
    }
}

fn sound_sweep(found: &Sweep, duration: f32) -> bool {
    match found {
        Sweep::Clear => true,
        Sweep::Impact {
            time,
            point_a,
            point_b,
            normal,
        } => {
            (0.0..=duration).contains(time)
                && point_a.is_finite()
                && point_b.is_finite()
                && normal.is_finite()
        }
        Sweep::Overlapping { point } => point.is_finite(),
        Sweep::Cut { safe_time, .. } => (0.0..=duration).contains(safe_time),
    }
}

/// Builds both models and runs every query.
fn all_queries(case: &Case) -> Result<(), TestCaseError> {
    let built = [0, 1].map(|i| Model::build(&case.meshes[i], &case.options[i]));
    let [Ok(a), Ok(b)] = built else {
        return Ok(());
    };
    let (tolerance, budget) = (case.tolerance, case.budget);
    let [pa, pb] = &case.poses;
    let s = &mut Query::new(budget);

    let hit = s.intersect(Placed::new(&a, pa), Placed::new(&b, pb));
    prop_assert!(sound_hit(&hit), "{hit:?}");
    let near = s.within(
        Placed::new(&a, pa),
        Placed::new(&b, pb),
        tolerance,
        &mut PairCache::default(),
    );
    prop_assert!(sound_hit(&near), "{near:?}");
    let apart = s.distance(
        Placed::new(&a, pa),
        Placed::new(&b, pb),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    prop_assert!(sound_distance(&apart), "{apart:?}");
    let roughly = s.distance(
        Placed::new(&a, pa),
        Placed::new(&b, pb),
        &DistanceOptions {
            absolute: 0.01,
            relative: 0.1,
        },
        &mut PairCache::default(),
    );
    prop_assert!(sound_distance(&roughly), "{roughly:?}");
    let mut out = Vec::new();
    s.contacts(
        Placed::new(&a, pa),
        Placed::new(&b, pb),
        tolerance,
        &mut PairCache::default(),
        &mut out,
    );
    prop_assert!(out.iter().all(sound), "{out:?}");
    if budget == Budget::Unlimited && near.is_hit() {
        prop_assert!(!out.is_empty(), "they are near without a contact");
    }

    let [origin, direction, point, linear, angular, center] = case.vectors;
    for model in [&a, &b] {
        match *s.ray(Placed::new(model, pa), origin, direction, f32::INFINITY) {
            RayCast::Hit {
                time,
                point,
                normal,
                ..
            } => {
                let sound = time >= 0.0 && time.is_finite() && point.is_finite();
                prop_assert!(sound && normal.is_finite(), "{time} {point} {normal}");
            }
            RayCast::Cut { safe_time } => prop_assert!(safe_time >= 0.0, "{safe_time}"),
            RayCast::Clear => {}
        }
        let place = s.contains(Placed::new(model, pb), point);
        let cut = place == Containment::Cut;
        prop_assert!(!cut || budget != Budget::Unlimited);
    }

    let still = Motion::new(*pb, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO).expect("finite");
    let moving = Motion::new(*pa, linear, angular.clamp_length_max(20.0), center).expect("finite");
    let sweep_budget = match budget {
        Budget::Unlimited => Budget::Work(20_000),
        other => other,
    };
    let options = SweepOptions::default();
    s.budget = sweep_budget;
    let sweep = s.time_of_impact(
        Moving::new(&a, &moving),
        Moving::new(&b, &still),
        0.5,
        &options,
        &mut PairCache::default(),
    );
    prop_assert!(sound_sweep(&sweep, 0.5), "{sweep:?}");

    let (mesh, solid) = (Shape::Mesh(Arc::new(a)), &case.convex);
    let s = &mut Query::new(budget);
    let hit = s.intersect(Placed::new(&mesh, pa), Placed::new(solid, pb));
    prop_assert!(sound_hit(&hit), "{hit:?}");
    let apart = s.distance(
        Placed::new(&mesh, pa),
        Placed::new(solid, pb),
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    prop_assert!(sound_distance(&apart), "{apart:?}");
    for (one, pose_one, other, pose_other) in [(&mesh, pa, solid, pb), (solid, pb, solid, pa)] {
        s.contacts(
            Placed::new(one, pose_one),
            Placed::new(other, pose_other),
            tolerance,
            &mut PairCache::default(),
            &mut out,
        );
        prop_assert!(out.iter().all(sound), "{out:?}");
    }
    Ok(())
}

/// Runs random cases that depend only on the seed.
fn run(cases: u32, seed: u8) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(config, rng);
    if let Err(fault) = runner.run(&case(), |case| all_queries(&case)) {
        panic!("{fault}");
    }
}

#[test]
fn no_mesh_makes_a_query_panic_or_answer_with_what_is_no_number() {
    run(2_000, 0);
}

/// `cargo test --release -p dodgem-collide --test queries fuzz -- --ignored`
#[test]
#[ignore = "a million cases take ten minutes"]
fn a_million_meshes_make_no_query_panic_or_answer_with_what_is_no_number() {
    long_run::on_all_cores(1..101, 1, |seeds| {
        for seed in seeds {
            run(10_000, seed as u8);
        }
    });
}

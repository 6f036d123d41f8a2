//! Distances where they are hard: touching, flat, nested, thin, far from the origin, and at sizes and
//! tolerances at the ends of f32.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::{
    Budget, BuildOptions, Distance, DistanceOptions, Model, PairCache, Placed, Query,
};
use dodgem_oracle::{meshes, random};
use glam::{Quat, Vec3};
use rand_pcg::Pcg32;

use crate::distance::{Case, any_case, built, options};

#[test]
fn bodies_that_touch_meet_and_a_micrometre_apart_they_do_not() {
    let mut query = Query::default();
    for seed in 0..30 {
        let mut rng = random::rng(seed);
        let side = 1.0f32;
        let block = meshes::cuboid(Vec3::splat(0.5 * side)).mesh();
        let model = built(&block, &options(seed, &mut rng));
        for direction in [
            Vec3::X,
            Vec3::new(1.0, 1.0, 0.0),
            Vec3::ONE,
            Vec3::new(1.0, 0.3, 0.2),
            Vec3::new(1.0, -1.0, 0.3),
        ] {
            for (stretch, gap) in [(1.0f32, 0.0), (1.000_001, 1e-6), (1.000_01, 1e-5)] {
                let offset = Vec3::select(
                    direction.abs().cmpge(Vec3::ONE),
                    direction * stretch,
                    direction,
                );
                let pose = Pose::from_translation(offset).unwrap();
                let name = format!("blocks {offset} apart");
                let (a, b) = (model.clone(), model.clone());
                let case = Case::new(name, a, Pose::IDENTITY, b, pose);
                case.check(&mut query);
                let found = case.distance(&mut query);
                match *found {
                    Distance::Meet { .. } => assert_eq!(gap, 0.0, "{}", case.name),
                    _ => {
                        // Exact to f64: such a gap is far below the resolution of f32 sums here.
                        let distance = found.distance().expect("no budget");
                        let exact = (f64::from(distance) - case.truth.distance).abs();
                        assert!(gap > 0.0 && exact < 1e-12, "{}: {found:?}", case.name);
                    }
                }
            }
        }
    }
}

#[test]
fn flat_sheets_that_lie_on_or_beside_each_other_are_told_apart() {
    let mut query = Query::default();
    for seed in 0..24 {
        let mut rng = random::rng(seed);
        let sheet = meshes::sheet(5, 1.0, 0.0).mesh();
        let model = |rng: &mut Pcg32| built(&sheet, &options(seed, rng));
        let (a, b) = (model(&mut rng), model(&mut rng));
        let common = random::pose(&mut rng, 3.0);
        for shift in [
            Vec3::new(0.13, 0.0, 0.07), // in one plane
            Vec3::new(0.13, 1e-6, 0.07),
            Vec3::new(1.25, 0.0, 0.0), // beside each other in one plane
            Vec3::new(1.0, 0.0, 0.2),  // edge to edge
            Vec3::new(1.1, 0.2, 1.1),
        ] {
            for turned in [false, true] {
                let pose = Pose::from_translation(shift).unwrap();
                let (pose_a, pose_b) = if turned {
                    (common, common.mul(&pose))
                } else {
                    (Pose::IDENTITY, pose)
                };
                let name = format!("seed {seed}: sheets shifted by {shift}, turned {turned}");
                Case::new(name, a.clone(), pose_a, b.clone(), pose_b).check(&mut query);
            }
        }
    }
}

#[test]
fn closed_meshes_inside_each_other_have_a_distance() {
    let mut query = Query::default();
    for (seed, ratio) in [0.5f32, 0.9, 0.95, 0.98, 0.99, 0.3].into_iter().enumerate() {
        let mut rng = random::rng(seed as u64);
        let options = options(seed as u64, &mut rng);
        let outer = meshes::uv_sphere(14, 14, 2.0);
        let a = built(&outer.mesh(), &options);
        let b = built(&outer.scaled(ratio).mesh(), &options);
        for _ in 0..4 {
            let (pose_a, pose_b) = (random::pose(&mut rng, 0.0), random::pose(&mut rng, 0.02));
            let name = format!("spheres, ratio {ratio}");
            Case::new(name, a.clone(), pose_a, b.clone(), pose_b).check(&mut query);
        }
    }
}

#[test]
fn needles_ten_thousand_times_as_long_as_wide_have_their_distance() {
    let mut query = Query::default();
    for seed in 0..200 {
        let mut rng = random::rng(seed);
        let scale = meshes::any_scale(&mut rng);
        let needle = meshes::needle(2.0).scaled(scale).mesh();
        let other = if seed % 2 == 0 {
            needle.clone()
        } else {
            meshes::any(&mut rng).1.scaled(scale).mesh()
        };
        let a = built(&needle, &options(seed, &mut rng));
        let b = built(&other, &options(seed, &mut rng));
        let half_width = scale * random::log_between(&mut rng, 1e-4, 1.0);
        let (pose_a, pose_b) = (
            random::pose(&mut rng, 0.0),
            random::pose(&mut rng, half_width),
        );
        let name = format!("needle {seed}");
        Case::new(name, a, pose_a, b, pose_b).check(&mut query);
    }
}

#[test]
fn bodies_far_from_the_world_s_origin_lose_nothing() {
    let mut query = Query::default();
    for seed in 0..200 {
        let mut rng = random::rng(seed);
        let side = |rng: &mut Pcg32| {
            let (name, raw) = meshes::any(rng);
            (name, built(&raw.mesh(), &options(seed, rng)))
        };
        let ((name_a, a), (name_b, b)) = (side(&mut rng), side(&mut rng));
        let place = random::direction(&mut rng) * 1e4;
        let mut at = || {
            let offset = random::in_cube(&mut rng, 1.2);
            Pose::new(random::rotation(&mut rng), place + offset).unwrap()
        };
        let name = format!("far, seed {seed}: {name_a} and {name_b}");
        let case = Case::new(name, a, at(), b, at());
        // The error allowed is that of bodies at the origin: `far` only excuses the points.
        assert!(case.error() < 2e-5);
        case.check(&mut query);
    }
}

#[test]
fn a_mesh_far_from_its_own_origin_is_as_good_as_its_coordinates() {
    let mut query = Query::default();
    for seed in 0..100 {
        let mut rng = random::rng(seed);
        let shift = random::direction(&mut rng) * 1e4;
        let mut side = |shift: Vec3| {
            let (name, raw) = meshes::any(&mut rng);
            let turned = raw.turned(random::rotation(&mut rng));
            let offset = random::in_cube(&mut rng, 1.2);
            let mesh = turned.moved(shift + offset).mesh();
            (name, Model::build(&mesh, &options(seed, &mut rng)))
        };
        let ((name_a, Ok(a)), (name_b, Ok(b))) = (side(shift), side(shift)) else {
            continue; // a needle is thinner than coordinates out there can say
        };
        let name = format!("moved, seed {seed}: {name_a} and {name_b}");
        Case::new(name, a, Pose::IDENTITY, b, Pose::IDENTITY).check(&mut query);
    }
}

#[test]
fn a_common_pose_changes_no_distance() {
    let mut query = Query::default();
    for seed in 0..300 {
        let (mut rng, case) = any_case(5000 + seed);
        let common = random::pose(&mut rng, 10.0 * case.reach as f32);
        let before = case.distance(&mut query);
        let (moved_a, moved_b) = (common.mul(&case.pose_a), common.mul(&case.pose_b));
        let after = query.distance(
            Placed::new(&case.a, &moved_a),
            Placed::new(&case.b, &moved_b),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        // The product of poses is rounded to f32, some units of its largest coordinate.
        let error = 1e-6 * (11.0 * case.reach + case.far);
        let off = f64::from(before.lower_bound() - after.lower_bound()).abs();
        assert!(off < error, "{}: {before:?}, {after:?}", case.name);
    }
}

#[test]
fn sizes_and_tolerances_beyond_sense_neither_hang_nor_give_nan() {
    let mut query = Query::default();
    for scale in [1e-30f32, 1e-15, 1e-6, 1e6, TriMesh::MAX_COORDINATE * 0.9] {
        let raw = meshes::torus(10, 6, 0.7, 0.3).scaled(scale);
        let mesh = raw.mesh();
        let Ok(model) = Model::build(&mesh, &BuildOptions::default()) else {
            continue;
        };
        let here = Pose::IDENTITY;
        let pose = Pose::new(Quat::from_rotation_x(1.0), Vec3::new(2.5, 0.3, 0.1) * scale).unwrap();
        let found = query.distance(
            Placed::new(&model, &here),
            Placed::new(&model, &pose),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        let low = found.lower_bound();
        assert!(low >= 0.0 && low <= 2.5 * scale, "{scale}: {found:?}");
        assert!(scale < 1e-6 || low > 0.3 * scale, "{scale}: {found:?}");
        for tolerance in [-1.0, 0.0, f32::NAN, f32::MIN_POSITIVE, 1e30, f32::INFINITY] {
            query.within(
                Placed::new(&model, &here),
                Placed::new(&model, &pose),
                tolerance,
                &mut PairCache::default(),
            );
            for other in [0.0, 0.1, f32::NAN, f32::INFINITY] {
                let found = query.distance(
                    Placed::new(&model, &here),
                    Placed::new(&model, &pose),
                    &DistanceOptions {
                        absolute: tolerance,
                        relative: other,
                    },
                    &mut PairCache::default(),
                );
                assert!(found.lower_bound() >= 0.0, "{scale}, {tolerance}, {other}");
            }
        }
        query.budget = Budget::Time(std::time::Duration::ZERO);
        let cut = query.distance(
            Placed::new(&model, &here),
            Placed::new(&model, &pose),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        assert_eq!(cut, Distance::Cut { lower_bound: 0.0 });
        query.budget = Budget::Unlimited;
    }
}

//! `collide` against brute force in f64, over all volumes, rules and piece sizes.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::{
    Budget, BuildOptions, Collision, Counters, MAX_POINTS, Model, PieceGrowth, Placed, Query,
    SplitAxis, SplitPoint, VolumeKind,
};
use dodgem_oracle::{mesh, meshes, random};
use glam::{Quat, Vec3};

fn options(rng: &mut rand_pcg::Pcg32) -> BuildOptions {
    BuildOptions {
        max_piece_triangles: random::between(rng, 1.0, 10.99) as usize,
        piece_growth: random::pick(rng, &PieceGrowth::ALL),
        volume: random::pick(rng, &VolumeKind::ALL),
        split_axis: random::pick(rng, &SplitAxis::ALL),
        split_point: random::pick(rng, &SplitPoint::ALL),
    }
}

fn run(a: &Model, pa: &Pose, b: &Model, pb: &Pose) -> (Collision, Counters) {
    let mut query = Query::default();
    let found = query.intersect(Placed::new(a, pa), Placed::new(b, pb));
    (found.value, found.cost)
}

/// The descent alone: a query for more points than one crossing has runs no probe before it.
fn search(a: &Model, pa: &Pose, b: &Model, pb: &Pose) -> (Collision, Counters) {
    let mut query = Query::default();
    let found = query.intersect_at(Placed::new(a, pa), Placed::new(b, pb), MAX_POINTS);
    assert_eq!(found.cost.probe_tests + found.cost.probe_pieces, 0);
    (found.value, found.cost)
}

/// A case: two meshes with poses, anything from far apart to deep inside each other.
fn scene(seed: u64) -> (rand_pcg::Pcg32, [(&'static str, TriMesh, Pose); 2]) {
    let mut rng = random::rng(seed);
    let scale = meshes::any_scale(&mut rng);
    let sides = [0, 1].map(|_| {
        let (name, raw) = meshes::any(&mut rng);
        let raw = raw.scaled(scale);
        let half_width = raw.radius() * random::between(&mut rng, 0.0, 1.5);
        let pose = random::pose(&mut rng, half_width);
        (name, raw.mesh(), pose)
    });
    (rng, sides)
}

#[test]
fn the_answer_is_brute_force_s_answer_for_every_volume_rule_and_piece_size() {
    let (mut hits, mut clears) = (0, 0);
    for seed in 0..1500 {
        let (mut rng, [(name_a, mesh_a, pose_a), (name_b, mesh_b, pose_b)]) = scene(seed);
        let (opt_a, mut opt_b) = (options(&mut rng), options(&mut rng));
        if seed % 4 != 0 {
            opt_b.volume = opt_a.volume; // else: two kinds of tree in one query
        }
        let (Ok(a), Ok(b)) = (Model::build(&mesh_a, &opt_a), Model::build(&mesh_b, &opt_b)) else {
            panic!("seed {seed}: {name_a} or {name_b} does not build");
        };
        let (soup_a, soup_b) = (mesh::kept(&a, &pose_a), mesh::kept(&b, &pose_b));
        let truth = mesh::relation(&soup_a, &soup_b);
        let (found, counters) = run(&a, &pose_a, &b, &pose_b);
        let (back, _) = run(&b, &pose_b, &a, &pose_a);
        let (searched, _) = search(&a, &pose_a, &b, &pose_b);
        let reach = a.bounding_sphere().1
            + b.bounding_sphere().1
            + (pose_a.translation() - pose_b.translation()).length();
        let error = f64::from(reach) * 1e-12;
        let place = format!("seed {seed}: {name_a} and {name_b}, {opt_a:?} {opt_b:?}");
        if truth.surely_apart(error) {
            assert_eq!(
                found,
                Collision::Clear,
                "{place}: {} apart",
                truth.witness.distance
            );
            assert_eq!([back, searched], [Collision::Clear; 2], "{place}");
            clears += 1;
        } else if truth.surely_meet(error) {
            assert!(
                matches!(found, Collision::Hit { .. }),
                "{place}: depth {}",
                truth.depth
            );
            for other in [back, searched] {
                assert!(matches!(other, Collision::Hit { .. }), "{place}");
            }
            hits += 1;
            // The points lie on both surfaces, within the f32 resolution of the world.
            let far = pose_a.translation().abs().max_element() + reach;
            for point in found.points() {
                let to_a = mesh::point_distance(point.as_dvec3(), &soup_a).distance;
                let to_b = mesh::point_distance(point.as_dvec3(), &soup_b).distance;
                let allowed = f64::from(far) * 1e-6;
                assert!(
                    to_a.max(to_b) <= allowed,
                    "{place}: {point} is off by {to_a}, {to_b}"
                );
            }
        }
        assert!(counters.work() > 0 && counters.cuts == 0);
    }
    assert!(
        hits > 300 && clears > 300,
        "{hits} hits and {clears} clear cases prove little"
    );
}

#[test]
fn complete_descents_obey_source_2_s_invariant() {
    let mut complete = 0;
    for seed in 0..400 {
        let (mut rng, [(_, mesh_a, pose_a), (_, mesh_b, pose_b)]) = scene(seed);
        let mut opt = options(&mut rng);
        opt.volume = random::pick(&mut rng, &VolumeKind::ALL);
        let a = Model::build(&mesh_a, &opt).unwrap();
        let b = Model::build(&mesh_b, &opt).unwrap();
        let (found, c) = search(&a, &pose_a, &b, &pose_b);
        if found != Collision::Clear || c.updates == 0 {
            continue; // stopped when it had enough, or apart before the descent began
        }
        complete += 1;
        // Every overlapping pair of volumes is either two leaves (one primitive test) or yields
        // two more tests: tests = 1 + 2 (overlapping - leaf pairs), which is the source's
        // D - I + 2S + 2K = 1 with D = tests - I and S + K = leaf pairs.
        let overlapping = c.volume_overlaps;
        let disjoint = c.volume_tests - overlapping;
        assert_eq!(
            disjoint as i64 - overlapping as i64 + 2 * c.piece_tests as i64,
            1,
            "seed {seed}: {c:?}"
        );
    }
    assert!(complete > 50, "only {complete} complete descents");
}

fn cars_apart() -> (Model, Model) {
    let mesh = meshes::torus(24, 12, 1.0, 0.4).mesh();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    (model.clone(), model)
}

#[test]
fn a_cut_is_not_clear_and_gives_points_near_both() {
    let (a, b) = cars_apart();
    // Linked rings that do not touch: a deep query that ends clear.
    let pose_b = Pose::new(
        Quat::from_xyzw(
            std::f32::consts::FRAC_1_SQRT_2,
            0.0,
            0.0,
            std::f32::consts::FRAC_1_SQRT_2,
        ),
        Vec3::new(1.0, 0.0, 0.0),
    )
    .unwrap();
    let mut query = Query::default();
    let full = query.intersect(Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &pose_b));
    assert_eq!(full, Collision::Clear);
    let work = full.cost.work();
    assert!(work > 20, "the case is too easy: {work}");
    for units in 0..work {
        query.budget = Budget::Work(units);
        let cut = query.intersect(Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &pose_b));
        assert!(
            matches!(*cut, Collision::Cut { .. }),
            "{units} of {work}: {cut:?}"
        );
        assert!(!cut.is_hit() && !cut.is_clear() && cut.points().len() == 2);
        assert!(cut.cost.work() <= units && cut.cost.cuts == 1);
        for point in cut.points() {
            assert!(point.is_finite() && point.length() < 4.0);
        }
    }
    query.budget = Budget::Work(work);
    let whole = query.intersect(Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &pose_b));
    assert_eq!(whole, Collision::Clear);
}

#[test]
fn boxes_that_touch_in_a_face_an_edge_or_a_corner_hit_and_just_apart_they_do_not() {
    let mesh = meshes::cuboid(Vec3::splat(0.5)).mesh();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let at = |x: f32, y: f32, z: f32| {
        let pose = Pose::from_translation(Vec3::new(x, y, z)).unwrap();
        run(&model, &Pose::IDENTITY, &model, &pose).0.is_hit()
    };
    assert!(at(1.0, 0.0, 0.0) && at(1.0, 0.3, 0.2), "faces");
    assert!(at(1.0, 1.0, 0.0) && at(1.0, 1.0, 0.3), "edges");
    assert!(at(1.0, 1.0, 1.0), "corners");
    assert!(
        !at(1.000_001, 0.0, 0.0) && !at(1.0, 1.000_001, 0.3),
        "a micrometre apart"
    );
    assert!(at(0.999_999, 0.0, 0.0));
}

#[test]
fn more_points_are_found_when_asked_for() {
    let mesh = meshes::cuboid(Vec3::splat(0.5)).mesh();
    let model = Model::build(&mesh, &BuildOptions::default()).unwrap();
    let pose = Pose::from_translation(Vec3::new(0.7, 0.2, 0.1)).unwrap();
    let mut query = Query::default();
    for max in 1..=8 {
        let found = query.intersect_at(
            Placed::new(&model, &Pose::IDENTITY),
            Placed::new(&model, &pose),
            max,
        );
        assert_eq!(found.points().len(), max);
    }
}

#[test]
fn the_answer_does_not_change_with_a_common_pose() {
    for seed in 0..150 {
        let (mut rng, [(_, mesh_a, pose_a), (_, mesh_b, pose_b)]) = scene(seed);
        let a = Model::build(&mesh_a, &BuildOptions::default()).unwrap();
        let b = Model::build(&mesh_b, &BuildOptions::default()).unwrap();
        let truth = mesh::relation(&mesh::kept(&a, &pose_a), &mesh::kept(&b, &pose_b));
        let reach = a.bounding_sphere().1 + b.bounding_sphere().1;
        let common = random::pose(&mut rng, reach * 10.0);
        // The common pose rounds the two poses to f32: only clear cases must keep their answer.
        let error = f64::from(reach) * 1e-4;
        let (moved_a, moved_b) = (common.mul(&pose_a), common.mul(&pose_b));
        if truth.surely_apart(error) || truth.surely_meet(error) {
            assert_eq!(
                run(&a, &pose_a, &b, &pose_b).0.is_hit(),
                run(&a, &moved_a, &b, &moved_b).0.is_hit(),
                "seed {seed}"
            );
        }
    }
}

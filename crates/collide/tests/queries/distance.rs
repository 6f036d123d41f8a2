//! `distance`, `distance_approx` and `within` against brute force in f64, over all volumes, split
//! rules and piece sizes.

use crate::oracle;

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{
    Budget, BuildOptions, Collision, Distance, Model, PieceGrowth, Placed, Scratch, SplitAxis,
    SplitPoint, VolumeKind, distance, distance_approx, within,
};
use glam::{Quat, Vec3};
use oracle::triangle::Witness;
use oracle::{mesh, meshes, random};
use rand_pcg::Pcg32;

/// Every volume, rule and piece size comes up in turn.
fn options(seed: u64, rng: &mut Pcg32) -> BuildOptions {
    BuildOptions {
        max_piece_triangles: (seed % 10) as usize + 1,
        piece_growth: random::pick(rng, &PieceGrowth::ALL),
        volume: VolumeKind::ALL[seed as usize % 6],
        split_axis: random::pick(rng, &SplitAxis::ALL),
        split_point: random::pick(rng, &SplitPoint::ALL),
    }
}

fn built(mesh: &TriMesh, options: &BuildOptions) -> Model {
    Model::build(mesh, options).expect("a mesh with an area")
}

/// Two bodies, their triangles where the poses put them, and how near these are.
struct Case {
    name: String,
    a: Model,
    b: Model,
    pose_a: Pose,
    pose_b: Pose,
    soup_a: mesh::Soup,
    soup_b: mesh::Soup,
    truth: Witness,
    /// Lengths that rounding is relative to: that of the models, and of the world's coordinates.
    reach: f64,
    far: f64,
}

impl Case {
    fn new(name: String, a: Model, pose_a: Pose, b: Model, pose_b: Pose) -> Self {
        let (soup_a, soup_b) = (mesh::kept(&a, &pose_a), mesh::kept(&b, &pose_b));
        let offset = pose_a.translation().as_dvec3() - pose_b.translation().as_dvec3();
        let size = |m: &Model| {
            let bounds = m.local_aabb();
            f64::from(bounds.min.abs().max(bounds.max.abs()).length())
        };
        let reach = size(&a) + size(&b) + offset.length();
        let far = pose_a
            .translation()
            .length()
            .max(pose_b.translation().length());
        Case {
            truth: mesh::distance(&soup_a, &soup_b),
            far: reach + f64::from(far),
            name,
            a,
            b,
            pose_a,
            pose_b,
            soup_a,
            soup_b,
            reach,
        }
    }

    /// What f32 arithmetic may add to or take from a distance: some units in the last place.
    fn error(&self) -> f64 {
        1.5e-6 * self.reach
    }

    fn distance(&self, budget: Budget, scratch: &mut Scratch) -> Distance {
        distance(
            Placed::new(&self.a, &self.pose_a),
            Placed::new(&self.b, &self.pose_b),
            budget,
            scratch,
        )
    }

    fn within(&self, tolerance: f64, scratch: &mut Scratch) -> Collision {
        let (a, b) = (&self.a, &self.b);
        let all = Budget::Unlimited;
        within(
            Placed::new(a, &self.pose_a),
            Placed::new(b, &self.pose_b),
            tolerance as f32,
            all,
            scratch,
        )
    }

    fn approx(&self, absolute: f64, relative: f64, scratch: &mut Scratch) -> Distance {
        distance_approx(
            Placed::new(&self.a, &self.pose_a),
            Placed::new(&self.b, &self.pose_b),
            absolute as f32,
            relative as f32,
            Budget::Unlimited,
            scratch,
        )
    }

    /// How far two points of an answer are off the surfaces that they are said to be on.
    fn off(&self, point_a: Vec3, point_b: Vec3) -> f64 {
        let to_a = mesh::point_distance(point_a.as_dvec3(), &self.soup_a);
        let to_b = mesh::point_distance(point_b.as_dvec3(), &self.soup_b);
        to_a.distance.max(to_b.distance)
    }

    /// Checks all queries without a limit to their work.
    fn check(&self, scratch: &mut Scratch) {
        let (name, truth) = (&self.name, self.truth.distance);
        let found = self.distance(Budget::Unlimited, scratch);
        let counters = scratch.counters;
        assert!(counters.cuts == 0 && counters.queries == 1, "{name}");
        match found {
            Distance::Apart {
                distance,
                point_a,
                point_b,
            } => {
                let error = (f64::from(distance) - truth).abs();
                assert!(error <= self.error(), "{name}: {found:?}, not {truth}");
                let off = self.off(point_a, point_b);
                assert!(off <= 1e-6 * self.far, "{name}: {found:?} off by {off}");
                let spread = point_a.as_dvec3().distance(point_b.as_dvec3());
                let wrong = (spread - f64::from(distance)).abs();
                assert!(wrong <= 1e-6 * self.far, "{name}: {found:?} {spread}");
                // Touching is told from being apart in f64.
                assert!(truth > 1e-15 * self.reach, "{name}: {found:?} for {truth}");
            }
            Distance::Meet { point } => {
                assert!(truth <= 1e-13 * self.reach, "{name}: {found:?} for {truth}");
                assert!(
                    self.off(point, point) <= 1e-6 * self.far,
                    "{name}: {found:?}"
                );
            }
            Distance::Cut { .. } => panic!("{name}: cut without a budget"),
        }
        let back = distance(
            Placed::new(&self.b, &self.pose_b),
            Placed::new(&self.a, &self.pose_a),
            Budget::Unlimited,
            scratch,
        );
        assert_eq!(back.swapped(), found, "{name}: exchanged");

        if truth > 4.0 * self.error() {
            let below = self.within(truth - 2.0 * self.error(), scratch);
            assert_eq!(below, Collision::Clear, "{name}: {truth}");
        }
        let above = self.within(truth + 2.0 * self.error(), scratch);
        let Collision::Hit { points } = above else {
            panic!("{name}: {above:?} for {truth}")
        };
        let [p, q] = points.as_slice() else {
            panic!("{name}: {points:?}")
        };
        let spread = f64::from(p.distance(*q));
        let most = truth + 2.0 * self.error() + 1e-6 * self.far;
        assert!(spread <= most, "{name}: {points:?} for {truth}");
        assert!(self.off(*p, *q) <= 1e-6 * self.far, "{name}: {points:?}");

        for (absolute, relative) in [(0.1 * truth, 0.0), (0.0, 0.3), (0.05 * self.reach, 0.1)] {
            let found = self.approx(absolute, relative, scratch);
            let reported = f64::from(found.lower_bound());
            let most = (1.0 + relative) * truth + absolute + self.error();
            let fits = (truth - self.error()..=most).contains(&reported);
            assert!(
                fits,
                "{name}: {found:?} for {truth} with {absolute} and {relative}"
            );
        }
    }
}

/// Two meshes of any kind, anything from far apart to deep inside each other.
fn any_case(seed: u64) -> (Pcg32, Case) {
    let mut rng = random::rng(seed);
    let scale = meshes::any_scale(&mut rng);
    let mut side = |seed: u64| {
        let (name, raw) = meshes::any(&mut rng);
        let raw = raw.scaled(scale);
        let half_width = raw.radius() * random::between(&mut rng, 0.0, 2.0);
        let pose = random::pose(&mut rng, half_width);
        (name, built(&raw.mesh(), &options(seed, &mut rng)), pose)
    };
    let (name_a, a, pose_a) = side(seed);
    // Else two kinds of tree in one query.
    let (name_b, b, pose_b) = side(if seed.is_multiple_of(5) {
        seed / 5
    } else {
        seed
    });
    let name = format!("seed {seed}: {name_a} and {name_b}");
    (rng, Case::new(name, a, pose_a, b, pose_b))
}

#[test]
fn distances_are_those_of_brute_force_for_every_volume_rule_and_piece_size() {
    let mut scratch = Scratch::default();
    let (mut apart, mut meet) = (0, 0);
    for seed in 0..900 {
        let (_, case) = any_case(seed);
        case.check(&mut scratch);
        if case.truth.distance > 0.0 {
            apart += 1;
        } else {
            meet += 1;
        }
    }
    assert!(apart > 300 && meet > 200, "{apart} {meet}");
}

/// `DISTANCE_PAIRS=1000000 cargo test --release --test distance -- --ignored`
#[test]
#[ignore = "as many pairs as asked for: minutes to hours"]
fn many_distances_are_those_of_brute_force() {
    let count = std::env::var("DISTANCE_PAIRS");
    let count = count.ok().and_then(|n| n.parse().ok()).unwrap_or(50_000);
    let mut scratch = Scratch::default();
    for seed in 0..count {
        any_case(1_000_000 + seed).1.check(&mut scratch);
    }
}

/// Random convex solids, of which one in three is flattened up to 1:10000: such have a way of
/// their own.
#[test]
fn solids_that_are_their_own_hulls_have_the_distance_of_their_triangles() {
    let mut scratch = Scratch::default();
    let mut by_hulls = 0;
    for seed in 0..400 {
        let mut rng = random::rng(7_000 + seed);
        let scale = meshes::any_scale(&mut rng);
        let mut side = |seed: u64| {
            let flat = if seed.is_multiple_of(3) {
                random::log_between(&mut rng, 1e-4, 1.0)
            } else {
                1.0
            };
            let points = meshes::ball_points(&mut rng, 5 + seed as usize % 20, scale, true);
            let flattened: Vec<_> = points
                .into_iter()
                .map(|p| p * Vec3::new(1.0, flat, 1.0))
                .collect();
            let hull = ConvexHull::from_points(&flattened).expect("a volume");
            let mesh = hull.to_mesh().expect("a sound mesh");
            let half_width = scale * random::between(&mut rng, 0.0, 2.0);
            let pose = random::pose(&mut rng, half_width);
            (built(&mesh, &options(seed, &mut rng)), pose)
        };
        let ((a, pose_a), (b, pose_b)) = (side(seed), side(seed / 2));
        let case = Case::new(format!("solids {seed}"), a, pose_a, b, pose_b);
        case.check(&mut scratch);
        case.distance(Budget::Unlimited, &mut scratch);
        by_hulls += u32::from(scratch.counters.volume_tests == 0);
    }
    assert!((100..300).contains(&by_hulls), "{by_hulls} of 400");
}

#[test]
fn bodies_that_touch_meet_and_a_micrometre_apart_they_do_not() {
    let mut scratch = Scratch::default();
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
                case.check(&mut scratch);
                let found = case.distance(Budget::Unlimited, &mut scratch);
                match found {
                    Distance::Meet { .. } => assert_eq!(gap, 0.0, "{}", case.name),
                    _ => {
                        // Exact to f64: such a gap is far below what f32 sums resolve here.
                        let exact = (f64::from(found.lower_bound()) - case.truth.distance).abs();
                        assert!(gap > 0.0 && exact < 1e-12, "{}: {found:?}", case.name);
                    }
                }
            }
        }
    }
}

#[test]
fn flat_sheets_that_lie_on_or_beside_each_other_are_told_apart() {
    let mut scratch = Scratch::default();
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
                Case::new(name, a.clone(), pose_a, b.clone(), pose_b).check(&mut scratch);
            }
        }
    }
}

#[test]
fn closed_meshes_inside_each_other_have_a_distance() {
    let mut scratch = Scratch::default();
    for (seed, ratio) in [0.5f32, 0.9, 0.95, 0.98, 0.99, 0.3].into_iter().enumerate() {
        let mut rng = random::rng(seed as u64);
        let options = options(seed as u64, &mut rng);
        let outer = meshes::uv_sphere(14, 14, 2.0);
        let a = built(&outer.mesh(), &options);
        let b = built(&outer.scaled(ratio).mesh(), &options);
        for _ in 0..4 {
            let (pose_a, pose_b) = (random::pose(&mut rng, 0.0), random::pose(&mut rng, 0.02));
            let name = format!("spheres, ratio {ratio}");
            Case::new(name, a.clone(), pose_a, b.clone(), pose_b).check(&mut scratch);
        }
    }
}

#[test]
fn needles_ten_thousand_times_as_long_as_wide_have_their_distance() {
    let mut scratch = Scratch::default();
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
        Case::new(name, a, pose_a, b, pose_b).check(&mut scratch);
    }
}

#[test]
fn bodies_far_from_the_world_s_origin_lose_nothing() {
    let mut scratch = Scratch::default();
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
        case.check(&mut scratch);
    }
}

#[test]
fn a_mesh_far_from_its_own_origin_is_as_good_as_its_coordinates() {
    let mut scratch = Scratch::default();
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
        Case::new(name, a, Pose::IDENTITY, b, Pose::IDENTITY).check(&mut scratch);
    }
}

#[test]
fn a_common_pose_changes_no_distance() {
    let mut scratch = Scratch::default();
    for seed in 0..300 {
        let (mut rng, case) = any_case(5000 + seed);
        let common = random::pose(&mut rng, 10.0 * case.reach as f32);
        let before = case.distance(Budget::Unlimited, &mut scratch);
        let (moved_a, moved_b) = (common.mul(&case.pose_a), common.mul(&case.pose_b));
        let after = distance(
            Placed::new(&case.a, &moved_a),
            Placed::new(&case.b, &moved_b),
            Budget::Unlimited,
            &mut scratch,
        );
        // The product of poses is rounded to f32, some units of its largest coordinate.
        let error = 1e-6 * (11.0 * case.reach + case.far);
        let off = f64::from(before.lower_bound() - after.lower_bound()).abs();
        assert!(off < error, "{}: {before:?}, {after:?}", case.name);
    }
}

#[test]
fn a_spent_budget_answers_with_a_distance_that_is_not_above_the_true_one() {
    let mut scratch = Scratch::default();
    let mut useful = 0;
    for seed in 0..400 {
        let (mut rng, case) = any_case(9000 + seed);
        let full = case.distance(Budget::Unlimited, &mut scratch);
        let work = scratch.counters.work();
        for _ in 0..12 {
            let units = (work as f32 * random::between(&mut rng, 0.0, 1.1)) as u64;
            let found = case.distance(Budget::Work(units), &mut scratch);
            let name = format!("{}: {units} of {work}, {found:?}", case.name);
            assert!(scratch.counters.work() <= units, "{name}");
            if let Distance::Cut { lower_bound } = found {
                assert!(units < work && scratch.counters.cuts == 1, "{name}");
                assert!(f64::from(lower_bound) <= case.truth.distance, "{name}");
                assert!(lower_bound >= 0.0, "{name}");
                useful += usize::from(f64::from(lower_bound) > 0.5 * case.truth.distance);
            } else {
                assert_eq!(found, full, "{name}");
            }
            let tolerance = (case.truth.distance * 0.9) as f32;
            let near = within(
                Placed::new(&case.a, &case.pose_a),
                Placed::new(&case.b, &case.pose_b),
                (case.truth.distance * 1.1) as f32 + 1e-3 * case.reach as f32,
                Budget::Work(units),
                &mut scratch,
            );
            assert!(near.is_hit(), "{name}: missed");
            assert!(near.points().iter().all(|p| p.is_finite()), "{name}");
            if tolerance > 1e-5 * case.reach as f32 {
                let clear = case.within(f64::from(tolerance), &mut scratch);
                assert_eq!(clear, Collision::Clear, "{name}");
            }
        }
    }
    assert!(useful > 500, "only {useful} bounds say anything");
}

#[test]
fn no_work_gives_no_answer_and_no_harm() {
    let model = built(&meshes::cuboid(Vec3::ONE).mesh(), &BuildOptions::default());
    let pose = Pose::new(Quat::IDENTITY, Vec3::X * 5.0).unwrap();
    let mut scratch = Scratch::default();
    let none = Budget::Work(0);
    let found = distance(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        none,
        &mut scratch,
    );
    assert_eq!(found, Distance::Cut { lower_bound: 0.0 });
    let near = within(
        Placed::new(&model, &Pose::IDENTITY),
        Placed::new(&model, &pose),
        1.0,
        none,
        &mut scratch,
    );
    assert!(matches!(near, Collision::Cut { .. }));
}

#[test]
fn sizes_and_tolerances_beyond_sense_neither_hang_nor_give_nan() {
    let mut scratch = Scratch::default();
    for scale in [1e-30f32, 1e-15, 1e-6, 1e6, TriMesh::MAX_COORDINATE * 0.9] {
        let raw = meshes::torus(10, 6, 0.7, 0.3).scaled(scale);
        let mesh = raw.mesh();
        let Ok(model) = Model::build(&mesh, &BuildOptions::default()) else {
            continue;
        };
        let (here, all) = (Pose::IDENTITY, Budget::Unlimited);
        let pose = Pose::new(Quat::from_rotation_x(1.0), Vec3::new(2.5, 0.3, 0.1) * scale).unwrap();
        let found = distance(
            Placed::new(&model, &here),
            Placed::new(&model, &pose),
            all,
            &mut scratch,
        );
        let low = found.lower_bound();
        assert!(low >= 0.0 && low <= 2.5 * scale, "{scale}: {found:?}");
        assert!(scale < 1e-6 || low > 0.3 * scale, "{scale}: {found:?}");
        for tolerance in [-1.0, 0.0, f32::NAN, f32::MIN_POSITIVE, 1e30, f32::INFINITY] {
            within(
                Placed::new(&model, &here),
                Placed::new(&model, &pose),
                tolerance,
                all,
                &mut scratch,
            );
            for other in [0.0, 0.1, f32::NAN, f32::INFINITY] {
                let found = distance_approx(
                    Placed::new(&model, &here),
                    Placed::new(&model, &pose),
                    tolerance,
                    other,
                    all,
                    &mut scratch,
                );
                assert!(found.lower_bound() >= 0.0, "{scale}, {tolerance}, {other}");
            }
        }
        let no_time = Budget::Time(std::time::Duration::ZERO);
        let cut = distance(
            Placed::new(&model, &here),
            Placed::new(&model, &pose),
            no_time,
            &mut scratch,
        );
        assert_eq!(cut, Distance::Cut { lower_bound: 0.0 });
    }
}

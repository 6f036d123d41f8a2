//! `distance`, `distance_approx` and `within` against brute force in f64, over all volumes, split
//! rules and piece sizes.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::ConvexHull;
use dodgem_collide::{
    Answer, BuildOptions, Collision, Distance, DistanceOptions, Model, PairCache, PieceGrowth,
    Placed, Query, SplitAxis, SplitPoint, VolumeKind,
};
use dodgem_oracle::triangle::Witness;
use dodgem_oracle::{long_run, mesh, meshes, random};
use glam::Vec3;
use rand_pcg::Pcg32;

/// Every volume, rule and piece size comes up in turn.
pub(crate) fn options(seed: u64, rng: &mut Pcg32) -> BuildOptions {
    BuildOptions {
        max_piece_triangles: (seed % 10) as usize + 1,
        piece_growth: random::pick(rng, &PieceGrowth::ALL),
        volume: VolumeKind::ALL[seed as usize % 6],
        split_axis: random::pick(rng, &SplitAxis::ALL),
        split_point: random::pick(rng, &SplitPoint::ALL),
    }
}

pub(crate) fn built(mesh: &TriMesh, options: &BuildOptions) -> Model {
    Model::build(mesh, options).expect("a mesh with an area")
}

/// Two bodies, their triangles in world coordinates, and the true distance of these.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) a: Model,
    pub(crate) b: Model,
    pub(crate) pose_a: Pose,
    pub(crate) pose_b: Pose,
    soup_a: mesh::Soup,
    soup_b: mesh::Soup,
    pub(crate) truth: Witness,
    /// Lengths that rounding is relative to: that of the models, and of the world's coordinates.
    pub(crate) reach: f64,
    pub(crate) far: f64,
}

impl Case {
    pub(crate) fn new(name: String, a: Model, pose_a: Pose, b: Model, pose_b: Pose) -> Self {
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

    /// The allowed error of a distance by f32 arithmetic, in metres: some units in the last place.
    pub(crate) fn error(&self) -> f64 {
        1.5e-6 * self.reach
    }

    pub(crate) fn distance(&self, query: &mut Query) -> Answer<Distance> {
        query.distance(
            Placed::new(&self.a, &self.pose_a),
            Placed::new(&self.b, &self.pose_b),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        )
    }

    pub(crate) fn within(&self, tolerance: f64, query: &mut Query) -> Collision {
        let (a, b) = (&self.a, &self.b);
        query
            .within(
                Placed::new(a, &self.pose_a),
                Placed::new(b, &self.pose_b),
                tolerance as f32,
                &mut PairCache::default(),
            )
            .value
    }

    fn approx(&self, absolute: f64, relative: f64, query: &mut Query) -> Distance {
        query
            .distance(
                Placed::new(&self.a, &self.pose_a),
                Placed::new(&self.b, &self.pose_b),
                &DistanceOptions {
                    absolute: absolute as f32,
                    relative: relative as f32,
                },
                &mut PairCache::default(),
            )
            .value
    }

    /// True if a number is a lower bound of the distance and below it by no more than these errors,
    /// or by the rounding of f32.
    fn is_bound(&self, bound: f32, absolute: f64, relative: f64) -> bool {
        let (bound, truth) = (f64::from(bound), self.truth.distance);
        let rounding = 3.0 * self.error();
        let least = truth - absolute.max(relative * truth).max(rounding);
        // The reference is in f64, too.
        let most = truth + 1e-12 * self.reach;
        (least..=most).contains(&bound)
    }

    /// The distance of an answer's two points from the surfaces on which they should lie, in metres.
    fn off(&self, point_a: Vec3, point_b: Vec3) -> f64 {
        let to_a = mesh::point_distance(point_a.as_dvec3(), &self.soup_a);
        let to_b = mesh::point_distance(point_b.as_dvec3(), &self.soup_b);
        to_a.distance.max(to_b.distance)
    }

    /// Checks all queries without a limit to their work.
    pub(crate) fn check(&self, query: &mut Query) {
        let (name, truth) = (&self.name, self.truth.distance);
        let found = self.distance(query);
        assert!(found.cost.cuts == 0 && found.cost.queries == 1, "{name}");
        match *found {
            Distance::Apart {
                distance,
                lower_bound,
                point_a,
                point_b,
            } => {
                let error = (f64::from(distance) - truth).abs();
                assert!(error <= self.error(), "{name}: {found:?}, not {truth}");
                let fits = self.is_bound(lower_bound, 0.0, 0.0);
                assert!(fits, "{name}: {found:?}, not {truth}");
                let off = self.off(point_a, point_b);
                assert!(off <= 1e-6 * self.far, "{name}: {found:?} off by {off}");
                let spread = point_a.as_dvec3().distance(point_b.as_dvec3());
                let wrong = (spread - f64::from(distance)).abs();
                assert!(wrong <= 1e-6 * self.far, "{name}: {found:?} {spread}");
                // Contact is distinguished from a gap in f64.
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
        let back = query.distance(
            Placed::new(&self.b, &self.pose_b),
            Placed::new(&self.a, &self.pose_a),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        assert_eq!(back.swapped(), found.value, "{name}: exchanged");

        if truth > 4.0 * self.error() {
            let below = self.within(truth - 2.0 * self.error(), query);
            assert_eq!(below, Collision::Clear, "{name}: {truth}");
        }
        let above = self.within(truth + 2.0 * self.error(), query);
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
            let found = self.approx(absolute, relative, query);
            let given = [absolute, relative].map(|error| f64::from(error as f32));
            let fits = self.is_bound(found.lower_bound(), given[0], given[1]);
            assert!(
                fits,
                "{name}: {found:?} for {truth} with {absolute} and {relative}"
            );
        }
    }
}

/// Two meshes of any kind, anything from far apart to deep inside each other.
pub(crate) fn any_case(seed: u64) -> (Pcg32, Case) {
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
    let mut query = Query::default();
    let (mut apart, mut meet) = (0, 0);
    for seed in 0..900 {
        let (_, case) = any_case(seed);
        case.check(&mut query);
        if case.truth.distance > 0.0 {
            apart += 1;
        } else {
            meet += 1;
        }
    }
    assert!(apart > 300 && meet > 200, "{apart} {meet}");
}

/// `DISTANCE_PAIRS=1000000 cargo test --release -p dodgem-collide --test queries distance -- --ignored`
#[test]
#[ignore = "as many pairs as asked for: minutes to hours"]
fn many_distances_are_those_of_brute_force() {
    let count = long_run::count("DISTANCE_PAIRS", 50_000);
    long_run::on_all_cores(1_000_000..1_000_000 + count, 500, |seeds| {
        let mut query = Query::default();
        for seed in seeds {
            any_case(seed).1.check(&mut query);
        }
    });
}

/// Random convex solids, one in three flattened up to 1:10000: for such pairs, if clearly apart,
/// GJK alone answers.
#[test]
fn solids_that_are_their_own_hulls_have_the_distance_of_their_triangles() {
    let mut query = Query::default();
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
        case.check(&mut query);
        let found = case.distance(&mut query);
        by_hulls += u32::from(found.cost.volume_tests == 0);
    }
    assert!((100..300).contains(&by_hulls), "{by_hulls} of 400");
}

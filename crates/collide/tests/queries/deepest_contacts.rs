//! The deepest contact of any two convex shapes, near the touch, against their distance.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{ConvexHull, Cuboid};
use dodgem_collide::{
    BuildOptions, Distance, DistanceOptions, Model, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::meshes;
use dodgem_oracle::random::{self, log_between, pick};
use glam::{DVec3, Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::round_contacts::{TOLERANCE, any_gap, any_round, deepest, find};

fn any_convex(rng: &mut Pcg32) -> Shape {
    match rng.random_range(0..4) {
        0 => {
            let half = random::in_cube(rng, 0.5).abs() + Vec3::splat(0.05);
            Shape::Cuboid(Cuboid::new(half).unwrap())
        }
        1 => {
            let points = meshes::ball_points(rng, 20, 0.6, false);
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
        _ => any_round(rng),
    }
}

/// The surface of a box or hull.
fn surface(shape: &Shape) -> Option<Shape> {
    let mesh = match shape {
        Shape::Cuboid(cuboid) => meshes::cuboid(cuboid.half_extents()).mesh(),
        Shape::Hull(hull) => hull.to_mesh().unwrap(),
        _ => return None,
    };
    let built = Model::build(&mesh, &BuildOptions::default()).unwrap();
    Some(Shape::Mesh(Arc::new(built)))
}

fn any_quarters(rng: &mut Pcg32) -> Quat {
    let [x, z] = [0, 1].map(|_| FRAC_PI_2 * rng.random_range(0..4) as f32);
    Quat::from_rotation_x(x) * Quat::from_rotation_z(z)
}

/// Two shapes turned anyhow, or with axes parallel or nearly so, brought together until they touch
/// and then apart or into each other by a little.
fn any_meeting(rng: &mut Pcg32, a: &Shape, b: &Shape) -> [Pose; 2] {
    let pose_a = match rng.random_range(0..2) {
        0 => random::pose(rng, 0.5),
        _ => Pose::new(any_quarters(rng), random::in_cube(rng, 0.5)).unwrap(),
    };
    let turn = match rng.random_range(0..3) {
        0 => random::rotation(rng),
        1 => pose_a.rotation() * any_quarters(rng),
        _ => {
            let angle = log_between(rng, 1e-6, 0.1);
            let tilt = Quat::from_axis_angle(random::direction(rng), angle);
            tilt * pose_a.rotation() * any_quarters(rng)
        }
    };
    let way = match rng.random_range(0..2) {
        0 => random::direction(rng),
        _ => {
            let axis = pick(rng, &[Vec3::X, Vec3::Y, Vec3::Z]);
            pose_a.rotation() * (axis + 0.3 * random::direction(rng)).normalize()
        }
    };
    let at = |t: f32| Pose::new(turn, pose_a.translation() + way * t).unwrap();
    let mut query = Query::default();
    let (mut low, mut high) = (0.0_f32, 5.0_f32);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if query
            .intersect(Placed::new(a, &pose_a), Placed::new(b, &at(middle)))
            .is_hit()
        {
            low = middle;
        } else {
            high = middle;
        }
    }
    [pose_a, at(high + any_gap(rng, 0.1))]
}

#[test]
fn the_deepest_contact_of_convex_shapes_is_their_distance_or_parts_them() {
    let mut rng = random::rng(2);
    let mut query = Query::default();
    let (mut apart, mut deep) = (0, 0);
    for case in 0..20_000 {
        let (a, b) = (any_convex(&mut rng), any_convex(&mut rng));
        let [pose_a, pose_b] = any_meeting(&mut rng, &a, &b);
        let mesh = (case % 3 == 0).then(|| surface(&a)).flatten();
        let is_mesh = mesh.is_some();
        let a = mesh.unwrap_or(a);
        let mut distance = |pose: &Pose| {
            query.distance(
                Placed::new(&a, &pose_a),
                Placed::new(&b, pose),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            )
        };
        let truth = distance(&pose_b).value;
        let found = find(&a, &pose_a, &b, &pose_b);
        let back = find(&b, &pose_b, &a, &pose_a);
        let label = format!("case {case}: {a:?} {b:?} {pose_a:?} {pose_b:?} {truth:?}: {found:#?}");
        let nearest = deepest(&found);
        match (truth, nearest) {
            (Distance::Apart { distance, .. }, None) => {
                assert!(distance > TOLERANCE - 1e-6, "{label}");
                continue;
            }
            (
                Distance::Apart {
                    distance,
                    point_a,
                    point_b,
                    ..
                },
                Some(nearest),
            ) => {
                apart += 1;
                assert!(
                    (nearest.distance - f64::from(distance)).abs() < 1e-6,
                    "{label}"
                );
                let way = (point_b - point_a).normalize_or_zero();
                let along = nearest.normal.dot(way.as_dvec3());
                assert!(distance < 1e-4 || along > 0.9997, "{label} {along}");
            }
            (_, None) => panic!("{label}"),
            (_, Some(nearest)) if !is_mesh => {
                deep += 1;
                // Moved out along the normal the two touch: not less, and hardly more.
                let out = nearest.normal * (nearest.distance - 2e-6);
                let out =
                    Pose::new(pose_b.rotation(), pose_b.translation() - out.as_vec3()).unwrap();
                assert!(distance(&out).lower_bound() < 1e-5, "{label}");
                let left = find(&a, &pose_a, &b, &out);
                let left = deepest(&left).expect("touching").distance;
                assert!(left > -1e-6 + 3e-4 * nearest.distance, "{label} {left}");
            }
            _ => {}
        }
        let least = nearest.map_or(0.0, |c| c.distance);
        let least_back = deepest(&back).map_or(0.0, |c| c.distance);
        assert!(
            is_mesh || (least - least_back).abs() < 1e-6,
            "{label} {back:#?}"
        );
    }
    assert!(apart > 8000 && deep > 5000, "{apart} and {deep}");
}

/// The vertices of a hull in the world, and the directions of its edges and the normals of its triangles.
struct WorldHull {
    vertices: Vec<DVec3>,
    edges: Vec<DVec3>,
    normals: Vec<DVec3>,
}

impl WorldHull {
    fn new(hull: &ConvexHull, pose: &Pose) -> WorldHull {
        let turn = pose.rotation().as_dquat().normalize();
        let place = |v: &Vec3| turn * v.as_dvec3() + pose.translation().as_dvec3();
        let mesh = hull.to_mesh().unwrap();
        let vertices: Vec<DVec3> = mesh.vertices().iter().map(place).collect();
        let (mut edges, mut normals) = (Vec::new(), Vec::new());
        for triangle in mesh.triangles() {
            let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
            normals.extend((b - a).cross(c - a).try_normalize());
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                // Each edge belongs to two triangles, in both directions.
                if triangle[from] < triangle[to] {
                    let ends = [from, to].map(|i| vertices[triangle[i] as usize]);
                    edges.push(ends[1] - ends[0]);
                }
            }
        }
        WorldHull {
            vertices,
            edges,
            normals,
        }
    }

    fn reach(&self, direction: DVec3) -> f64 {
        let heights = self.vertices.iter().map(|v| v.dot(direction));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The least depth (m) of two hulls, over all normals that a face of their Minkowski difference can have.
fn least_depth(a: &WorldHull, b: &WorldHull) -> f64 {
    let of_edges = a
        .edges
        .iter()
        .flat_map(|p| b.edges.iter().map(|q| p.cross(*q)));
    let of_edges = of_edges.filter_map(DVec3::try_normalize);
    let faces = a.normals.iter().chain(&b.normals).copied();
    let both = faces.chain(of_edges).flat_map(|n| [n, -n]);
    let depths = both.map(|n| a.reach(n) + b.reach(-n));
    depths.fold(f64::INFINITY, f64::min)
}

/// The deepest contact of two hulls has the least depth. Their contact points lie against a face, or several that are
/// nearly flat, if it is within 1.1 degrees of the deepest contact's normal, and their depth is measured along it: so it
/// may be larger, by at most 2 % of the size of the two.
#[test]
fn hulls_overlap_by_the_least_depth_and_their_contact_points_by_hardly_more() {
    let mut rng = random::rng(17);
    let mut query = Query::default();
    let (mut deep, mut turned, mut most) = (0, 0, 0.0_f64);
    for case in 0..3000 {
        let count = if case % 20 == 0 { 60 } else { 14 };
        let hulls = [0, 1].map(|_| {
            let points = meshes::ball_points(&mut rng, count, 0.6, count > 14);
            ConvexHull::from_points(&points).unwrap()
        });
        let poses = [0, 1].map(|_| random::pose(&mut rng, 0.35));
        let world = [0, 1].map(|i: usize| WorldHull::new(&hulls[i], &poses[i]));
        let least = least_depth(&world[0], &world[1]);
        if least < 1e-4 {
            continue;
        }
        deep += 1;
        let [a, b] = hulls.map(|hull| Shape::Hull(Arc::new(hull)));
        let (placed_a, placed_b) = (Placed::new(&a, &poses[0]), Placed::new(&b, &poses[1]));
        let deepest_of_all = query.deepest_contact(placed_a, placed_b, 0.0).contact();
        let exact = deepest_of_all.expect("they overlap");
        let off = -exact.distance - least;
        assert!(off.abs() < 1e-7, "case {case}: {off} beside {least}");
        let found = find(&a, &poses[0], &b, &poses[1]);
        let contact = deepest(&found).expect("they overlap");
        let more = -contact.distance - least;
        assert!(more > -2e-6 && more < 0.02 * 2.4, "case {case}: {more}");
        if more > 1e-5 {
            turned += 1;
            most = most.max(more);
            let sine = contact.normal.cross(exact.normal).length();
            assert!(sine < 0.0201, "case {case}: turned by {sine}");
        }
    }
    assert!(deep > 1500, "{deep}");
    assert!(turned > 5 && most > 1e-4, "{turned}, by {most}");
}

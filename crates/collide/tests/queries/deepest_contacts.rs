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
use glam::{Quat, Vec3};
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

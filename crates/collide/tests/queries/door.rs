//! The one door: a mesh answers alike as a model, as a shape and as a collider, and shapes of every kind
//! answer every question.

use std::sync::Arc;

use dodgem_collide::glam::Vec3;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::shape::{Collider, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, Containment, DistanceOptions, Model, Moving, PairCache, Placed, Query,
    QueryShape, RayCast, Shape,
};
use dodgem_oracle::meshes::torus;
use dodgem_oracle::random::{between, in_cube, rng, rotation};

/// The allowed change by the rounding of f32 coordinates of about a metre, in metres.
const ROUNDING: f32 = 4e-6;

/// The answers about two shapes at two poses: the intersection test, the distance, the distance of the
/// nearest contact, and the sweep.
fn answers(
    query: &mut Query,
    [a, b]: [&impl QueryShape; 2],
    motions: &[Motion; 2],
) -> (bool, f32, Option<f32>, Sweep) {
    mixed_answers(query, a, b, motions)
}

/// [`answers`] about two shapes of any two types.
fn mixed_answers<A: QueryShape, B: QueryShape>(
    query: &mut Query,
    a: &A,
    b: &B,
    [p, q]: &[Motion; 2],
) -> (bool, f32, Option<f32>, Sweep) {
    let poses = [p, q].map(Motion::start_pose);
    let (here, there) = (Placed::new(a, &poses[0]), Placed::new(b, &poses[1]));
    let meets = query.intersect(here, there).is_hit();
    let distance = query.distance(
        here,
        there,
        &DistanceOptions::EXACT,
        &mut PairCache::default(),
    );
    let (mut cache, mut out) = (PairCache::default(), Vec::new());
    query.contacts(here, there, 0.1, &mut cache, &mut out);
    let nearest = out
        .iter()
        .map(|contact| contact.distance as f32)
        .reduce(f32::min);
    let (a, b) = (Moving::new(a, p), Moving::new(b, q));
    let options = SweepOptions { target: 1e-3 };
    let sweep = query.time_of_impact(a, b, 1.0, &options, &mut PairCache::default());
    (meets, distance.lower_bound(), nearest, sweep.value)
}

fn mesh(random: &mut rand_pcg::Pcg32, hollow: bool) -> Arc<Model> {
    let mesh = if hollow {
        torus(12, 8, 0.2, 0.06).mesh()
    } else {
        let points: Vec<Vec3> = (0..14).map(|_| in_cube(random, 0.25)).collect();
        ConvexHull::from_points(&points).unwrap().to_mesh().unwrap()
    };
    Model::build(&mesh, &BuildOptions::default())
        .unwrap()
        .into()
}

#[test]
fn a_mesh_answers_alike_as_a_model_a_shape_and_a_collider() {
    let mut random = rng(71);
    let mut query = Query::new(Budget::Unlimited);
    let (mut met, mut near, mut impacts) = (0, 0, 0);
    for case in 0..600 {
        let models = [
            mesh(&mut random, case % 3 == 0),
            mesh(&mut random, case % 5 == 0),
        ];
        let shapes = models.clone().map(Shape::Mesh);
        let colliders = shapes.clone().map(|shape| Collider::new(shape, Vec3::ZERO));
        let away = in_cube(&mut random, 1.0).normalize_or(Vec3::X) * between(&mut random, 0.2, 0.7);
        let motions = [Vec3::ZERO, away].map(|place| {
            let pose = Pose::new(rotation(&mut random), place).unwrap();
            let velocity = -2.0 * place + in_cube(&mut random, 0.5);
            Motion::new(pose, velocity, in_cube(&mut random, 6.0), Vec3::ZERO).unwrap()
        });
        let of_model = answers(&mut query, [&*models[0], &*models[1]], &motions);
        let of_shape = answers(&mut query, shapes.each_ref(), &motions);
        assert_eq!(of_model, of_shape, "{case}");
        // In every mix of types: only two colliders have more stages than their shapes.
        let ([p, q], [s, t], [c, d]) = (&models, &shapes, &colliders);
        let mixed = [
            mixed_answers(&mut query, &**p, t, &motions),
            mixed_answers(&mut query, s, &**q, &motions),
            mixed_answers(&mut query, &**p, d, &motions),
            mixed_answers(&mut query, c, &**q, &motions),
            mixed_answers(&mut query, s, d, &motions),
            mixed_answers(&mut query, c, t, &motions),
        ];
        assert!(mixed.iter().all(|found| *found == of_model), "{case}");
        let (meets, distance, nearest, sweep) = answers(&mut query, colliders.each_ref(), &motions);
        assert_eq!(of_model.0, meets, "{case}");
        assert!(
            (of_model.1 - distance).abs() < ROUNDING,
            "{case}: {of_model:?} {distance}"
        );
        met += usize::from(meets);
        if !meets {
            assert_eq!(of_model.2.is_some(), nearest.is_some(), "{case}");
            if let (Some(a), Some(b)) = (of_model.2, nearest) {
                near += 1;
                assert!((a - b).abs() < ROUNDING, "{case}: {a} {b}");
            }
        }
        match (of_model.3, sweep) {
            (Sweep::Impact { time: a, .. }, Sweep::Impact { time: b, .. }) => {
                impacts += 1;
                // Both stop somewhere between half the target and all of it.
                for time in [a, b] {
                    let poses = motions.each_ref().map(|motion| motion.pose_at(time));
                    let left = Placed::new(&*models[0], &poses[0]);
                    let right = Placed::new(&*models[1], &poses[1]);
                    let gap = query.distance(
                        left,
                        right,
                        &DistanceOptions::EXACT,
                        &mut PairCache::default(),
                    );
                    let gap = gap.distance().unwrap();
                    assert!(
                        gap > 0.0 && gap < 1e-3 + ROUNDING,
                        "{case}: {gap} at {time}"
                    );
                }
                assert!((a - b).abs() < 0.2, "{case}: {a} {b}");
            }
            (Sweep::Clear, Sweep::Clear)
            | (Sweep::Overlapping { .. }, Sweep::Overlapping { .. }) => {}
            // The paths graze each other: one passes within the target, the other reports it.
            (Sweep::Clear, Sweep::Impact { .. }) | (Sweep::Impact { .. }, Sweep::Clear) => {}
            (of_model, of_collider) => panic!("{case}: {of_model:?} {of_collider:?}"),
        }
    }
    assert!(
        met > 50 && near > 50 && impacts > 100,
        "{met} {near} {impacts}"
    );
}

/// A model beside a ball gets the answers of its shape beside the ball, in both orders.
#[test]
fn a_model_is_asked_about_beside_a_solid() {
    let mut random = rng(72);
    let mut query = Query::new(Budget::Unlimited);
    let (mut met, mut impacts) = (0, 0);
    let ball = Shape::Sphere(Sphere::new(0.2).unwrap());
    for case in 0..300 {
        let model = mesh(&mut random, case % 2 == 0);
        let (shape, place) = (Shape::Mesh(model.clone()), in_cube(&mut random, 0.6));
        let motions = [Vec3::ZERO, place].map(|place| {
            let pose = Pose::new(rotation(&mut random), place).unwrap();
            Motion::new(pose, -place, in_cube(&mut random, 3.0), Vec3::ZERO).unwrap()
        });
        let found = mixed_answers(&mut query, &*model, &ball, &motions);
        assert_eq!(found, mixed_answers(&mut query, &shape, &ball, &motions));
        let back = [motions[1], motions[0]];
        let found_back = mixed_answers(&mut query, &ball, &*model, &back);
        assert_eq!(found_back, mixed_answers(&mut query, &ball, &shape, &back));
        assert_eq!(found.0, found_back.0, "{case}");
        assert!((found.1 - found_back.1).abs() < ROUNDING, "{case}");
        met += usize::from(found.0);
        impacts += usize::from(matches!(found.3, Sweep::Impact { .. }));
    }
    assert!(met > 20 && impacts > 50, "{met} {impacts}");
}

#[test]
fn a_ray_meets_what_stands_in_its_way_whatever_it_is() {
    // All of half height 0.5 along X or radius 0.5, 4 m ahead: met after 3.5 m.
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
        .collect();
    let hull = ConvexHull::from_points(&corners).unwrap();
    let model = Model::build(&hull.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
    let shapes = [
        Shape::Sphere(Sphere::new(0.5).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::splat(0.5)).unwrap()),
        Shape::Cylinder(Cylinder::new(0.5, 0.5).unwrap()),
        Shape::Hull(hull.into()),
        Shape::Mesh(model.into()),
    ];
    let mut query = Query::default();
    let ahead = Pose::from_translation(Vec3::X * 4.0).unwrap();
    for shape in &shapes {
        let placed = Placed::new(shape, &ahead);
        let mut ask = |origin: Vec3, way: Vec3, most: f32| query.ray(placed, origin, way, most);
        for most in [3.6, f32::INFINITY] {
            let RayCast::Hit {
                time,
                point,
                normal,
                ..
            } = *ask(Vec3::ZERO, Vec3::X, most)
            else {
                panic!("{shape:?} is missed up to {most}");
            };
            assert!((time - 3.5).abs() < 1e-3, "{shape:?}: {time}");
            assert!(
                point.distance(Vec3::X * 3.5) < 1e-3 && normal.x < -0.99,
                "{shape:?}"
            );
        }
        // A direction of 2 m takes half the time; one that ends before it, beside it or away from it meets
        // nothing.
        let RayCast::Hit { time, .. } = *ask(Vec3::ZERO, Vec3::X * 2.0, 9.0) else {
            panic!("{shape:?} is missed");
        };
        assert!((time - 1.75).abs() < 1e-3, "{shape:?}: {time}");
        for (origin, way, most) in [
            (Vec3::ZERO, Vec3::X, 3.4),
            (Vec3::ZERO, Vec3::NEG_X, 9.0),
            (Vec3::Y * 0.6, Vec3::X, 9.0),
            (Vec3::ZERO, Vec3::ZERO, 9.0),
            (Vec3::ZERO, Vec3::X, f32::NAN),
        ] {
            let found = ask(origin, way, most);
            assert_eq!(found, RayCast::Clear, "{shape:?} from {origin} along {way}");
        }
    }
}

#[test]
fn a_point_is_inside_every_shape_that_it_is_in() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5)
        .collect();
    let hull = ConvexHull::from_points(&corners).unwrap();
    let model = Model::build(&hull.to_mesh().unwrap(), &BuildOptions::default()).unwrap();
    let mut query = Query::default();
    let place = Pose::from_translation(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    for shape in [
        Shape::Sphere(Sphere::new(0.5).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::splat(0.5)).unwrap()),
        Shape::Hull(hull.into()),
        Shape::Mesh(model.into()),
    ] {
        let collider = Collider::new(shape.clone(), Vec3::ZERO);
        for (offset, expected) in [
            (Vec3::ZERO, Containment::Inside),
            (Vec3::X * 0.49, Containment::Inside),
            (Vec3::X * 0.51, Containment::Outside),
            (Vec3::splat(f32::NAN), Containment::Outside),
        ] {
            let point = place.translation() + offset;
            assert_eq!(query.contains(Placed::new(&shape, &place), point), expected);
            assert_eq!(
                query.contains(Placed::new(&collider, &place), point),
                expected
            );
        }
    }
}

#[test]
fn a_collider_stops_where_its_budget_ends_and_not_later() {
    // A ring that falls over a ring, from 1 m above: triangles decide, and take work.
    let ring = torus(24, 12, 0.3, 0.05).mesh();
    let model = Model::build(&ring, &BuildOptions::default()).unwrap();
    let ring = Collider::new(Shape::Mesh(model.into()), Vec3::ZERO);
    let start = Pose::from_translation(Vec3::new(0.3, 1.0, 0.0)).unwrap();
    let spin = Vec3::new(9.0, 1.0, 3.0);
    let falling = Motion::new(start, Vec3::Y * -4.0, spin, Vec3::ZERO).unwrap();
    let resting = Motion::resting(Pose::IDENTITY);
    let mut query = Query::default();
    let mut ask = |budget| {
        query.budget = budget;
        let (a, b) = (Moving::new(&ring, &resting), Moving::new(&ring, &falling));
        let options = SweepOptions::default();
        query.time_of_impact(a, b, 1.0, &options, &mut PairCache::default())
    };
    let Sweep::Impact { time, .. } = *ask(Budget::Unlimited) else {
        panic!("they meet");
    };
    let mut cuts = 0;
    for work in [1, 5, 20, 100] {
        if let Sweep::Cut { safe_time, .. } = *ask(Budget::Work(work)) {
            cuts += 1;
            assert!(safe_time <= time, "{work}: {safe_time} after {time}");
        }
    }
    assert!(cuts > 0);
}

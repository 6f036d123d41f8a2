//! The answers of a query do not depend on those before them.
//!
//! Queries reuse their memory without wiping it. A query that read the leftovers of another one would
//! give different answers for an unchanged pair from round to round.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::mesh::obj;
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::SweepOptions;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{
    Budget, BuildOptions, DistanceOptions, Model, PairCache, Placed, Query, Shape, VolumeKind,
};
use dodgem_oracle::{meshes, random};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

/// Meshes of all volumes, the game's car, and one of each of the others.
fn shapes(rng: &mut Pcg32) -> Vec<Shape> {
    let mut shapes = vec![
        Shape::Sphere(Sphere::new(0.4).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::new(0.6, 0.3, 0.4)).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::new(8.0, 0.3, 8.0)).unwrap()),
        Shape::Capsule(Capsule::new(0.4, 0.2).unwrap()),
        Shape::Cylinder(Cylinder::new(0.4, 0.5).unwrap()),
        Shape::Cone(Cone::new(0.4, 0.5).unwrap()),
    ];
    let points = meshes::ball_points(rng, 30, 0.7, false);
    shapes.push(Shape::Hull(Arc::new(
        ConvexHull::from_points(&points).unwrap(),
    )));
    let mesh = |raw: &meshes::Raw, volume| {
        let options = BuildOptions {
            volume,
            ..BuildOptions::default()
        };
        Model::build(&raw.mesh(), &options).ok()
    };
    for volume in VolumeKind::ALL {
        let (_, raw) = meshes::any(rng);
        let model = mesh(&raw, volume);
        shapes.extend(model.map(|model| Shape::Mesh(Arc::new(model))));
    }
    for _ in 0..6 {
        let (_, raw) = meshes::any(rng);
        let model = mesh(&raw, VolumeKind::Kdop18);
        shapes.extend(model.map(|model| Shape::Mesh(Arc::new(model))));
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    );
    let car = obj::parse(&std::fs::read(path).unwrap()).unwrap().mesh;
    let car = Model::build(&car, &BuildOptions::default()).unwrap();
    let car = Shape::Mesh(Arc::new(car));
    shapes.extend([car.clone(), car]);
    shapes
}

/// The answers of all queries about two shapes, in words: equal words are equal answers to the bit.
fn answers(
    [a, b]: [&Shape; 2],
    motions: &[Motion; 2],
    budget: Budget,
    which: usize,
    query: &mut Query,
) -> String {
    let [from_a, from_b] = [&motions[0], &motions[1]].map(|motion| motion.pose_at(0.0));
    let (pa, pb) = (&from_a, &from_b);
    query.budget = budget;
    match which {
        0 => format!(
            "{:?}",
            query.intersect(Placed::new(a, pa), Placed::new(b, pb))
        ),
        1 => format!(
            "{:?}",
            query.distance(
                Placed::new(a, pa),
                Placed::new(b, pb),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            )
        ),
        2 => {
            let mut found = Vec::new();
            let end = query.contacts(
                Placed::new(a, pa),
                Placed::new(b, pb),
                0.02,
                &mut PairCache::default(),
                &mut found,
            );
            format!("{end:?} {found:?}")
        }
        _ => {
            let options = &SweepOptions::default();
            let [way_a, way_b] = motions;
            let found = query.time_of_impact(
                Moving::new(a, way_a),
                Moving::new(b, way_b),
                0.2,
                options,
                &mut PairCache::default(),
            );
            format!("{found:?}")
        }
    }
}

#[test]
fn used_memory_answers_like_fresh_memory() {
    let mut rng = random::rng(1);
    let shapes = shapes(&mut rng);
    let mut used = Query::default();
    for case in 0..4000 {
        let pair = [(); 2].map(|()| &shapes[rng.random_range(0..shapes.len())]);
        let motions = [1.0, -1.0].map(|side| {
            let pose = random::pose(&mut rng, 0.5);
            let place = pose.translation() + Vec3::X * (side * random::between(&mut rng, 0.0, 0.9));
            let pose = Pose::new(pose.rotation(), place).unwrap();
            let velocity = random::in_cube(&mut rng, 3.0) - Vec3::X * (2.0 * side);
            let spin = random::in_cube(&mut rng, 4.0);
            Motion::new(pose, velocity, spin, Vec3::ZERO).unwrap()
        });
        let budget = match case % 5 {
            0 => Budget::Work(rng.random_range(0..300)),
            _ => Budget::Unlimited,
        };
        let which = rng.random_range(0..4);
        let again = answers(pair, &motions, budget, which, &mut used);
        let fresh = answers(pair, &motions, budget, which, &mut Query::default());
        assert_eq!(again, fresh, "case {case}, question {which}: {pair:?}");
    }
}

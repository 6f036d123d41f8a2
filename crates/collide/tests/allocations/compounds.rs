//! Questions about compounds allocate nothing once their scratch has grown.

use std::sync::Arc;

use dodgem_collide::math::{CenterFrame, Motion, Pose, yaw};
use dodgem_collide::query::toi::SweepOptions;
use dodgem_collide::query::{Moving, PlacedCollider, Stage};
use dodgem_collide::shape::{
    Capsule, Child, Collider, Compound, Cuboid, HalfSpace, HeightField, Sphere,
};
use dodgem_collide::{
    Budget, BuildOptions, ContactPoint, DistanceOptions, Model, PairCache, Placed, Query, Shape,
};
use dodgem_oracle::counting::allocations;
use dodgem_oracle::meshes;
use glam::Vec3;

fn shapes() -> Vec<Shape> {
    let torus = meshes::torus(12, 8, 0.6, 0.2).mesh();
    let model = Arc::new(Model::build(&torus, &BuildOptions::default()).unwrap());
    let kinds = [
        Shape::Sphere(Sphere::new(0.4).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap()),
        Shape::Capsule(Capsule::new(0.3, 0.2).unwrap()),
        Shape::Mesh(model),
    ];
    let children = (0..24).map(|i| Child {
        shape: kinds[i % 4].clone(),
        pose: Pose::new(yaw(i as f32), Vec3::new(0.3 * i as f32 - 3.6, 0.0, 0.0)).unwrap(),
        tag: 0,
    });
    let heights: Vec<f32> = (0..64).map(|i| 0.1 * (i % 5) as f32).collect();
    vec![
        Shape::Compound(Compound::new(children.collect()).unwrap().into()),
        Shape::HeightField(HeightField::new([6.0, 6.0], 8, &heights).unwrap().into()),
        Shape::HalfSpace(HalfSpace::new(Vec3::Y, -0.3).unwrap()),
        kinds[1].clone(),
    ]
}

/// Asks everything about the first of the shapes and all of them, coming near each other.
fn ask(shapes: &[Shape], query: &mut Query, out: &mut Vec<ContactPoint>) -> u64 {
    let mut work = 0;
    for step in 0..20 {
        let at = Vec3::new(0.1, 1.6 - 0.08 * step as f32, 0.2);
        let start = Pose::new(yaw(0.2 * step as f32), at).unwrap();
        let moving = Motion::new(start, Vec3::NEG_Y * 3.0, Vec3::X * 4.0, Vec3::ZERO).unwrap();
        let rest = Motion::resting(Pose::IDENTITY);
        for other in shapes {
            for budget in [Budget::Unlimited, Budget::Work(40)] {
                query.budget = budget;
                let cache = &mut PairCache::default();
                let pose = Pose::IDENTITY;
                let (a, b) = (Placed::new(&shapes[0], &start), Placed::new(other, &pose));
                work += query.contacts(a, b, 0.1, cache, out).cost.work();
                query.intersect(b, a);
                query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
                query.ray(a, Vec3::ONE * 3.0, -Vec3::ONE, 5.0);
                query.contains(a, Vec3::ZERO);
                let options = SweepOptions::default();
                let (a, b) = (Moving::new(&shapes[0], &moving), Moving::new(other, &rest));
                let found = query.time_of_impact(a, b, 0.5, &options, cache);
                work += found.cost.work();
            }
        }
    }
    work
}

#[test]
fn questions_about_compounds_allocate_nothing_once_their_scratch_has_grown() {
    let shapes = shapes();
    let (mut query, mut out) = (Query::default(), Vec::new());
    assert!(ask(&shapes, &mut query, &mut out) > 10_000);
    let before = allocations();
    ask(&shapes, &mut query, &mut out);
    assert_eq!(allocations(), before);
}

#[test]
fn contacts_of_colliders_with_children_allocate_nothing() {
    let shapes = shapes();
    let colliders: Vec<Collider> = (shapes.iter())
        .map(|shape| Collider::new(shape.clone(), Vec3::ZERO))
        .collect();
    let (mut query, mut near) = (Query::default(), Vec::new());
    let mut round = |near: &mut Vec<_>| {
        let mut found = 0;
        for step in 0..20 {
            let pose = Pose::from_translation(Vec3::Y * (0.9 - 0.02 * step as f32)).unwrap();
            let frame = CenterFrame::of_pose(&pose, Vec3::ZERO);
            let ground = CenterFrame::of_pose(&Pose::IDENTITY, Vec3::ZERO);
            let both = [
                PlacedCollider::new(&colliders[0], frame),
                PlacedCollider::new(&colliders[1], ground),
            ];
            let cache = &mut PairCache::default();
            query
                .up_to(Stage::Plane)
                .contacts_of(both, 0.1, cache, near);
            (query.after(Stage::Plane).up_to(Stage::Convex)).contacts_of(both, 0.1, cache, near);
            query
                .after(Stage::Convex)
                .contacts_of(both, 0.1, cache, near);
            found += near.len();
        }
        found
    };
    assert!(round(&mut near) > 20);
    let before = allocations();
    round(&mut near);
    assert_eq!(allocations(), before);
}

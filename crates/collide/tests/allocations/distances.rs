//! Distance queries allocate nothing once the buffers of their query have grown.

use std::sync::Arc;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::shape::{Cuboid, HalfSpace};
use dodgem_collide::{
    Budget, BuildOptions, DistanceOptions, Model, PairCache, Placed, Query, Shape, VolumeKind,
};
use dodgem_oracle::counting::allocations;
use dodgem_oracle::meshes;
use glam::Vec3;

fn model(volume: VolumeKind) -> Model {
    let options = BuildOptions {
        volume,
        ..BuildOptions::default()
    };
    Model::build(&meshes::torus(24, 12, 1.0, 0.4).mesh(), &options).unwrap()
}

/// Runs all queries on a pair that comes nearer and turns.
fn queries(a: &Model, b: &Model, memory: &mut PairCache, query: &mut Query) {
    let fixed = Pose::IDENTITY;
    for step in 0..40 {
        let at = Vec3::new(3.5 - 0.08 * step as f32, 0.1, 0.2);
        let pose = Pose::new(yaw(0.1 * step as f32), at).unwrap();
        query.distance(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        query.distance(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            &DistanceOptions {
                absolute: 0.01,
                relative: 0.1,
            },
            &mut PairCache::default(),
        );
        query.within(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            0.3,
            &mut PairCache::default(),
        );
        query.budget = Budget::Work(100);
        query.distance(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        query.budget = Budget::Unlimited;
        let exact = &DistanceOptions::EXACT;
        query.distance(Placed::new(a, &fixed), Placed::new(b, &pose), exact, memory);
        query.within(Placed::new(a, &fixed), Placed::new(b, &pose), 0.3, memory);
    }
}

/// Runs all queries on a half-space and a shape that comes down on it and turns.
fn half_space_queries(plane: &Shape, shape: &Shape, query: &mut Query) -> usize {
    let mut near = 0;
    for step in 0..40 {
        let height = 2.0 - 0.08 * step as f32;
        let pose = Pose::new(yaw(0.1 * step as f32), Vec3::Y * height).unwrap();
        for budget in [Budget::Unlimited, Budget::Work(5)] {
            query.budget = budget;
            let (a, b) = (
                Placed::new(plane, &Pose::IDENTITY),
                Placed::new(shape, &pose),
            );
            query.distance(a, b, &DistanceOptions::EXACT, &mut PairCache::default());
            query.intersect(b, a);
            near += usize::from(query.within(a, b, 0.3, &mut PairCache::default()).is_hit());
            near += usize::from(query.deepest_contact(a, b, 0.3).contact().is_some());
        }
    }
    near
}

#[test]
fn queries_about_half_spaces_allocate_nothing_once_their_scratch_has_grown() {
    let plane = Shape::HalfSpace(HalfSpace::new(Vec3::Y, 0.1).unwrap());
    let shapes = [
        Shape::Mesh(Arc::new(model(VolumeKind::Kdop18))),
        Shape::Cuboid(Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap()),
        plane.clone(),
    ];
    let mut query = Query::default();
    let mut all = || {
        let asked = shapes
            .iter()
            .map(|s| half_space_queries(&plane, s, &mut query));
        asked.sum::<usize>()
    };
    assert!(all() > 100);
    let before = allocations();
    all();
    assert_eq!(allocations() - before, 0);
}

#[test]
fn distance_queries_allocate_nothing_once_their_scratch_has_grown() {
    let (dop, ball) = (model(VolumeKind::Kdop18), model(VolumeKind::Sphere));
    let mut query = Query::default();
    let mut memories = [PairCache::default(); 3];
    let mut all = || {
        let pairs = [(&dop, &dop), (&ball, &ball), (&dop, &ball)];
        for ((a, b), memory) in pairs.into_iter().zip(&mut memories) {
            queries(a, b, memory, &mut query);
        }
    };
    all();
    all();
    let before = allocations();
    all();
    assert_eq!(allocations() - before, 0);
}

//! Sweeps of shapes allocate nothing once the buffers of their query have grown.

use std::sync::Arc;

use dodgem_collide::math::{Motion, Pose, yaw};
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::SweepOptions;
use dodgem_collide::shape::{Cuboid, Cylinder, HalfSpace, Sphere};
use dodgem_collide::{Budget, BuildOptions, Model, PairCache, Query, Shape};
use dodgem_oracle::counting::allocations;
use dodgem_oracle::meshes;
use glam::Vec3;

/// Sweeps all pairs of the shapes past each other, turning and not.
fn sweeps(shapes: &[Shape], query: &mut Query) -> u64 {
    let mut work = 0;
    for step in 0..24 {
        let at = Vec3::new(3.0 - 0.2 * step as f32, 0.2, 0.1);
        let start = Pose::new(yaw(0.2 * step as f32), at).unwrap();
        for spin in [Vec3::ZERO, Vec3::new(3.0, 11.0, -2.0)] {
            let moving = Motion::new(start, Vec3::NEG_X * 4.0, spin, Vec3::ZERO).unwrap();
            let rest = Motion::new(Pose::IDENTITY, Vec3::ZERO, spin, Vec3::ZERO).unwrap();
            for a in shapes {
                for b in shapes {
                    for budget in [Budget::Unlimited, Budget::Work(20)] {
                        let options = SweepOptions::default();
                        query.budget = budget;
                        let found = query.time_of_impact(
                            Moving::new(a, &rest),
                            Moving::new(b, &moving),
                            0.7,
                            &options,
                            &mut PairCache::default(),
                        );
                        work += found.cost.work();
                    }
                }
            }
        }
    }
    work
}

#[test]
fn sweeps_of_shapes_allocate_nothing_once_their_scratch_has_grown() {
    let torus = meshes::torus(12, 8, 1.0, 0.4).mesh();
    let model = Model::build(&torus, &BuildOptions::default()).unwrap();
    let shapes = [
        Shape::Sphere(Sphere::new(0.5).unwrap()),
        Shape::Cuboid(Cuboid::new(Vec3::new(0.9, 0.3, 0.5)).unwrap()),
        Shape::Cylinder(Cylinder::new(0.4, 0.3).unwrap()),
        Shape::Mesh(Arc::new(model)),
        Shape::HalfSpace(HalfSpace::new(Vec3::NEG_X, 0.4).unwrap()),
    ];
    let mut query = Query::default();
    assert!(sweeps(&shapes, &mut query) > 1000);
    let before = allocations();
    sweeps(&shapes, &mut query);
    assert_eq!(allocations(), before);
}

//! The growth of a query's buffers before they are needed.

use glam::Vec3;

use crate::budget::Budget;
use crate::math::{Motion, Pose};
use crate::params::{WARM_UP_INSIDE, WARM_UP_OUTSIDE, WARM_UP_WORK};
use crate::query::context::QueryContext;
use crate::query::table::with_pair;
use crate::query::toi::{SweepOptions, SweepRequest};
use crate::query::{DistanceOptions, PairCache, Stages};
use crate::shape::{AnyShape, BoundedShape, Cuboid, Shape, ShapeRef};

impl QueryContext {
    /// Runs each query once on a mesh and itself, and on it and a box of its size, so that buffers grow now
    /// and not in a later query: simulations of colliders search triangles rarely. Each query has a limit of
    /// work. Only meshes that cross themselves all over reach it; with those the buffers may grow later.
    pub fn warm_up(&mut self, mesh: &Shape) {
        let half = mesh.aabb(&Pose::IDENTITY).half_extents();
        let size = 2.0 * half.x;
        let beside = |share: f32| Pose::from_translation(Vec3::X * (share * size));
        let motion = |pose| Motion::new(pose, Vec3::X * (-2.0 * size), Vec3::Y, Vec3::ZERO).ok();
        let outside = beside(WARM_UP_OUTSIDE).ok();
        // Sizes near the limit of f32 have no such poses.
        let (Ok(inside), Some(outside), Some(towards)) =
            (beside(WARM_UP_INSIDE), outside, outside.and_then(motion))
        else {
            return;
        };
        let mesh = mesh.borrowed();
        let resting = Motion::resting(Pose::IDENTITY);
        let request = SweepRequest {
            duration: 1.0,
            options: SweepOptions {
                target: f64::from(0.001 * size),
            },
            hulls_apart: None,
        };
        let solid = Cuboid::new(half).ok();
        let solid = solid
            .as_ref()
            .map(|solid| AnyShape::Simple(ShapeRef::Bounded(BoundedShape::Cuboid(solid))));
        let limit = Budget::Work(WARM_UP_WORK);
        let (stages, range) = (self.stages, self.next_range);
        self.stages = Stages::ALL;
        let mut found = Vec::new();
        for other in [Some(mesh), solid].into_iter().flatten() {
            with_pair([mesh, other], |row| {
                self.begin(limit);
                found.clear();
                row.contacts([&Pose::IDENTITY, &inside], 0.01 * size, self, &mut found);
                self.begin(limit);
                let poses = [&Pose::IDENTITY, &outside];
                row.distance(poses, &DistanceOptions::EXACT, None, self);
                self.begin(limit);
                let cache = &mut PairCache::default();
                row.time_of_impact([&resting, &towards], &request, cache, self);
            });
        }
        (self.stages, self.next_range) = (stages, range);
    }
}

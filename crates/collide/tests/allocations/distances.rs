//! Distance queries allocate nothing once their scratch has grown.

use crate::ask::{distance, distance_approx, distance_cached, within, within_cached};
use dodgem_collide::Query;
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::{Budget, BuildOptions, Coherence, DistanceCache, Model, Placed, VolumeKind};
use glam::Vec3;

use crate::counting::allocations;
use crate::oracle::meshes;

fn model(volume: VolumeKind) -> Model {
    let options = BuildOptions {
        volume,
        ..BuildOptions::default()
    };
    Model::build(&meshes::torus(24, 12, 1.0, 0.4).mesh(), &options).unwrap()
}

/// All queries on a pair that comes nearer and turns.
fn queries(a: &Model, b: &Model, memory: &mut DistanceCache, scratch: &mut Query) {
    let fixed = Pose::IDENTITY;
    for step in 0..40 {
        let at = Vec3::new(3.5 - 0.08 * step as f32, 0.1, 0.2);
        let pose = Pose::new(yaw(0.1 * step as f32), at).unwrap();
        let all = Budget::Unlimited;
        distance(Placed::new(a, &fixed), Placed::new(b, &pose), all, scratch);
        distance_approx(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            0.01,
            0.1,
            all,
            scratch,
        );
        within(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            0.3,
            all,
            scratch,
        );
        distance(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            Budget::Work(100),
            scratch,
        );
        distance_cached(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            all,
            memory,
            scratch,
        );
        within_cached(
            Placed::new(a, &fixed),
            Placed::new(b, &pose),
            0.3,
            all,
            memory,
            scratch,
        );
    }
}

#[test]
fn distance_queries_allocate_nothing_once_their_scratch_has_grown() {
    let (dop, ball) = (model(VolumeKind::Kdop18), model(VolumeKind::Sphere));
    let mut scratch = Query::default();
    let keep = Coherence {
        front: true,
        ..Coherence::default()
    };
    let mut memories = [(); 3].map(|()| DistanceCache::new(keep));
    let mut all = || {
        let pairs = [(&dop, &dop), (&ball, &ball), (&dop, &ball)];
        for ((a, b), memory) in pairs.into_iter().zip(&mut memories) {
            queries(a, b, memory, &mut scratch);
        }
    };
    all();
    all();
    let before = allocations();
    all();
    assert_eq!(allocations() - before, 0);
}

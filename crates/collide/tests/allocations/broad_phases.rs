//! Broad phases and schedules allocate nothing once they have seen a scene.

use dodgem_collide::broad_phase::{
    AllPairs, AxisSort, BroadBody, BroadPhase, Grid2, Grid3, HashGrid, SweepAndPrune,
};
use dodgem_collide::math::Aabb;
use dodgem_collide::schedule::{ScheduleKind, Test};
use dodgem_oracle::counting::allocations;
use glam::Vec3;

const PERIOD: usize = 64;

/// Cars that circle, each at its own speed, back at the start after a period; a few are huge, some
/// come and go.
fn scene(step: usize, bodies: &mut Vec<BroadBody>) {
    bodies.clear();
    let count = if step % PERIOD < 40 { 500 } else { 495 };
    for index in 0..count {
        let turns = (1 + index % 3) as f32;
        let angle = std::f32::consts::TAU * turns * step as f32 / PERIOD as f32;
        let radius = (index % 5) as f32;
        let place = Vec3::new((index % 25) as f32, 0.5, (index / 25) as f32);
        let center = place + radius * Vec3::new(libm::cosf(angle), 0.0, libm::sinf(angle));
        let half = if index % 100 == 0 { 6.0 } else { 0.6 };
        bodies.push(BroadBody {
            bounds: Aabb::from_center(center, Vec3::splat(half)),
            fixed: index % 7 == 0,
        });
    }
}

// One test, because the counter is everybody's.
#[test]
fn a_scene_seen_before_costs_no_allocation() {
    let region = Aabb::new(Vec3::ZERO, Vec3::new(25.0, 5.0, 20.0));
    let methods: [Box<dyn BroadPhase>; 7] = [
        Box::new(AllPairs::new()),
        Box::new(AxisSort::new()),
        Box::new(Grid2::new(region, (12, 10)).unwrap()),
        Box::new(Grid2::new(region, (1, 1)).unwrap()),
        Box::new(Grid3::new(region, (12, 3, 10)).unwrap()),
        Box::new(HashGrid::new(2.0).unwrap()),
        Box::new(SweepAndPrune::new()),
    ];
    let (mut bodies, mut pairs) = (Vec::new(), Vec::new());
    for mut method in methods {
        let mut found = 0;
        let mut counted = 0;
        for step in 0..3 * PERIOD {
            scene(step, &mut bodies);
            let before = allocations();
            method.update(&bodies, &mut pairs);
            if step >= 2 * PERIOD {
                counted += allocations() - before;
            }
            found += pairs.len();
        }
        assert!(found > 10_000, "the scene has pairs to find");
        assert_eq!(counted, 0, "{} allocated in a steady update", method.name());
    }

    let tests: Vec<Test> = pairs
        .iter()
        .map(|&pair| Test {
            priority: (pair.a * 31 + pair.b) as f32 % 7.0 / 7.0,
            collided: pair.b % 9 == 0,
            pair,
        })
        .collect();
    for kind in [
        ScheduleKind::SourceShares,
        ScheduleKind::PerceptionSorted,
        ScheduleKind::PriorityQueues,
    ] {
        let mut schedule = kind.build();
        let mut counted = 0;
        for frame in 0..4 {
            let before = allocations();
            schedule.begin(10_000, &bodies, &tests);
            while let Some(turn) = schedule.next_turn() {
                schedule.used(turn.budget / 2);
            }
            if frame >= 2 {
                counted += allocations() - before;
            }
        }
        assert_eq!(
            counted,
            0,
            "{} allocated in a steady frame",
            schedule.name()
        );
    }
}

//! A step costs no more work than it may, whatever the bodies do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::obj;
use dodgem_collide::shape::Cuboid;
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_physics::{BodyDesc, Mass, PairEnd, Settings, StepReport, World};

/// Six pairs of cars of 928 triangles on a floor, the cars of each pair in each other: the dearest
/// searches for contacts that there are.
fn entangled(work_per_step: u64) -> World {
    let mut world = World::new(Settings {
        work_per_step,
        ..Settings::default()
    })
    .expect("sound settings");
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(40.0, 1.0, 40.0)).expect("a size"));
    let below = Pose::from_translation(Vec3::NEG_Y).expect("a place");
    world.add(BodyDesc::fixed(floor, below)).expect("a body");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/bumper_car.obj");
    let mesh = obj::parse(&std::fs::read(path).expect("a file"));
    let mesh = mesh.expect("a model").mesh;
    let model = Arc::new(Model::build(&mesh, &BuildOptions::default()).expect("a model"));
    for i in 0..12 {
        let pair = (i / 2) as f32;
        let place = Vec3::new(4.0 * pair - 10.0, 0.001, 0.7 * (i % 2) as f32);
        let pose = Pose::new(yaw(0.4 * i as f32), place).expect("a pose");
        let desc = BodyDesc {
            mass: Mass::Kilograms(200.0),
            ..BodyDesc::dynamic(Shape::Mesh(model.clone()), pose)
        };
        world.add(desc).expect("a body");
    }
    world
}

fn work_of(report: &StepReport) -> u64 {
    report.queries.contacts.work() + report.queries.sweeps.work()
}

/// The cost of the dearest search for contacts of the first step without a limit, in work units.
fn dearest() -> u64 {
    let mut free = entangled(u64::MAX);
    let searches = &free.step().searches;
    assert!(searches.iter().all(|turn| turn.end != PairEnd::Cut));
    let dearest = searches.iter().map(|turn| turn.used).max();
    dearest.expect("the pairs take searches")
}

#[test]
fn no_step_does_more_work_than_it_may() {
    let dearest = dearest();
    assert!(dearest > 1000, "{dearest}");
    for limit in [0, 1, 100, dearest / 2, 3 * dearest] {
        let mut world = entangled(limit);
        let mut unknown = 0;
        for step in 0..60 {
            let report = world.step();
            let work = work_of(report);
            assert!(work <= limit, "{work} of {limit} in step {step}");
            let allowed = report.searches.iter().map(|turn| turn.used);
            assert!(allowed.sum::<u64>() <= limit / 2 + report.searches.len() as u64);
            let cut = |turn: &&dodgem_physics::PairTurn| turn.end == PairEnd::Cut;
            unknown += report.searches.iter().filter(cut).count();
        }
        assert!(unknown > 0, "{limit} was enough");
        for body in world.bodies() {
            assert!(body.center().is_finite() && body.velocity().length() < 10.0);
        }
    }
}

/// Contacts of overlapping bodies point against one another. When one of them vanishes, the impulses
/// of the others must not remain: bodies once sprang apart at 25 m/s.
#[test]
fn bodies_in_each_other_part_gently() {
    for limit in [3 * dearest(), u64::MAX] {
        let mut world = entangled(limit);
        for step in 0..120 {
            world.step();
            let speeds = world.bodies().map(|body| body.velocity().length());
            let fastest = speeds.fold(0.0, f64::max);
            assert!(fastest < 2.0, "{fastest} m/s after step {step} of {limit}");
        }
    }
}

#[test]
fn a_pair_that_takes_more_than_its_share_has_a_turn_all_the_same() {
    let limit = 5 * dearest();
    let mut world = entangled(limit);
    let mut waited: BTreeMap<_, usize> = BTreeMap::new();
    let (mut done, mut longest) = (BTreeSet::new(), 0);
    for _ in 0..24 {
        let report = world.step();
        assert!(work_of(report) <= limit);
        for turn in &report.searches {
            let waits = waited.entry((turn.a, turn.b)).or_default();
            *waits += 1;
            if turn.end != PairEnd::Cut {
                *waits = 0;
                done.insert((turn.a, turn.b));
            }
            longest = longest.max(*waits);
        }
    }
    assert!(done.len() >= 6, "{done:?}");
    assert!(longest > 0, "there was no want");
    assert!(longest <= 12, "a pair waited for {longest} steps");
}

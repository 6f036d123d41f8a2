//! Snapshots of a world: after a restore the world goes on as if nothing had happened since the
//! snapshot.

use std::sync::Arc;

use dodgem_collide::Shape;
use dodgem_collide::broad_phase::BroadPhaseKind;
use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::schedule::{ScheduleKind, Viewer};
use dodgem_collide::shape::{Capsule, ConvexHull, Cylinder};
use dodgem_physics::Filter;
use dodgem_physics::{
    Body, BodyDesc, BodyId, BodyKind, Forces, ImpactHook, ImpactRule, Mass, Material, MaterialId,
    Settings, Snapshot, SnapshotError, World,
};
use glam::{DVec3, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::{at, ball, block, mesh, run, with};

/// A rule for impacts: the two swap their velocities, which parts equal balls only.
const SWAP: ImpactHook = ImpactHook {
    name: "swap",
    resolve: |impact| {
        let [a, b] = impact.bodies();
        let swapped = [b.velocity(), a.velocity()];
        impact.set_velocities(swapped);
        true
    },
};

/// Something that is done to a world, to be done again to another one.
#[derive(Clone, Debug)]
enum Deed {
    Steps(u32),
    /// Steps in which the last bodies hover on springs along rays.
    Hover(u32),
    Pose(usize, Pose),
    Velocity(usize, [Vec3; 2]),
    Force(usize, [DVec3; 2]),
    Torque(usize, DVec3),
    Impulse(usize, [DVec3; 2]),
    Wake(usize),
    Sleep(usize, bool),
    Look(Viewer),
    Friction(f32),
}

fn vector(random: &mut Pcg32, size: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| random.random_range(-size..size)))
}

impl Deed {
    fn any(random: &mut Pcg32, bodies: usize) -> Deed {
        let body = random.random_range(0..bodies);
        let place = vector(random, 2.5) + Vec3::Y * 3.0;
        let wide = |random: &mut Pcg32, size| [vector(random, size).as_dvec3(), place.as_dvec3()];
        match random.random_range(0..26) {
            0 => {
                let turn = yaw(random.random_range(-3.0..3.0));
                Deed::Pose(body, Pose::new(turn, place).expect("a pose"))
            }
            1 => Deed::Velocity(body, [vector(random, 6.0), vector(random, 5.0)]),
            2 | 3 => Deed::Force(body, wide(random, 2000.0)),
            4 => Deed::Torque(body, vector(random, 90.0).as_dvec3()),
            5 => Deed::Impulse(body, wide(random, 60.0)),
            6 => Deed::Wake(body),
            7 | 8 => Deed::Impulse(body, wide(random, 200.0)),
            9 => Deed::Sleep(body, random.random_range(0..4) > 0),
            10 => Deed::Look(Viewer {
                eye: place,
                forward: vector(random, 1.0),
            }),
            11 => Deed::Friction(random.random_range(0.0..1.0)),
            12..=15 => Deed::Hover(random.random_range(1..12)),
            _ => Deed::Steps(random.random_range(1..12)),
        }
    }

    fn act(&self, world: &mut World) {
        let ids: Vec<_> = world.bodies().map(Body::id).collect();
        let id = |body: usize| ids[body];
        match *self {
            Deed::Steps(count) => (0..count).for_each(|_| {
                world.step();
            }),
            Deed::Hover(count) => (0..count).for_each(|_| {
                let last = &ids[ids.len() - 3..];
                world.step_with(|forces| last.iter().for_each(|id| hover(forces, *id)));
            }),
            Deed::Pose(body, ref pose) => world.set_pose(id(body), pose).unwrap(),
            Deed::Velocity(body, [v, w]) => world.set_velocity(id(body), v, w).unwrap(),
            Deed::Force(body, [force, at]) => world.add_force_at(id(body), force, at).unwrap(),
            Deed::Torque(body, torque) => world.add_torque(id(body), torque).unwrap(),
            Deed::Impulse(body, [push, at]) => world.add_impulse_at(id(body), push, at).unwrap(),
            Deed::Wake(body) => world.wake(id(body)).unwrap(),
            Deed::Sleep(body, may_sleep) => world.set_sleep(id(body), may_sleep).unwrap(),
            Deed::Look(viewer) => world.set_viewers(&[viewer]),
            Deed::Friction(friction) => {
                let surface = Material {
                    friction,
                    ..Material::default()
                };
                let table = world.materials_mut();
                let second = table.iter().nth(1).expect("a second one").0;
                table
                    .set_pair(MaterialId::DEFAULT, second, surface)
                    .unwrap();
            }
        }
    }
}

/// Holds a body above the one under it by a spring along a ray.
fn hover(forces: &mut Forces, id: BodyId) {
    let body = forces.body(id).expect("it is there");
    let (center, speed, mass) = (body.center(), body.velocity(), body.mass());
    let may_push = !body.is_asleep();
    let [hit] = forces.rays([center.as_vec3()], Vec3::NEG_Y, 0.7, id);
    let Some(hit) = hit else { return };
    if may_push {
        let lift = mass * (100.0 * (0.6 - f64::from(hit.distance)) - 10.0 * speed.y);
        let force = DVec3::Y * lift;
        forces.press(id, force, center).expect("it is there");
        forces.press(hit.body, -force, center).expect("it is there");
    }
    forces.note_support(id, hit.body);
}

/// Ways to work, with little work for most: then it matters whose turn it is.
fn settings(case: u64) -> Settings {
    let broad_phase = match case % 6 {
        0 => BroadPhaseKind::SweepAndPrune,
        1 => BroadPhaseKind::AxisSort,
        2 => BroadPhaseKind::Grid2 { cells: (9, 9) },
        3 => BroadPhaseKind::HashGrid { cell_size: 1.5 },
        4 => BroadPhaseKind::AllPairs,
        _ => BroadPhaseKind::Grid3 { cells: (5, 2, 5) },
    };
    let schedule = match case % 3 {
        0 => ScheduleKind::PriorityQueues,
        1 => ScheduleKind::SourceShares,
        _ => ScheduleKind::PerceptionSorted,
    };
    Settings {
        broad_phase,
        schedule,
        work_per_step: [600, 4000, 150, u64::MAX][case as usize % 4],
        rule: if case.is_multiple_of(5) {
            ImpactRule::Custom(SWAP)
        } else {
            ImpactRule::Impulse
        },
        events_per_body: if case.is_multiple_of(7) { 2 } else { 16 },
        ..Settings::default()
    }
}

/// A room with a turning beam, balls, boxes, lumps and meshes that are thrown about.
fn room(case: u64, extra: Option<Shape>) -> World {
    let mut random = Pcg32::seed_from_u64(case);
    let mut world = with(settings(case));
    let second = world.materials_mut().add(Material::default());
    let materials = [MaterialId::DEFAULT, second.expect("an identifier")];
    let mut fixed = |shape, pose| world.add(BodyDesc::fixed(shape, pose)).expect("a body");
    fixed(block(12.0, 1.0, 12.0), at(0.0, -0.5, 0.0));
    let walls = [
        (3.5, 0.0, 1.0, 8.0),
        (-3.5, 0.0, 1.0, 8.0),
        (0.0, 3.5, 8.0, 1.0),
        (0.0, -3.5, 8.0, 1.0),
    ];
    for (x, z, along_x, along_z) in walls {
        fixed(block(along_x, 4.0, along_z), at(x, 2.0, z));
    }
    let beam = BodyDesc {
        kind: BodyKind::Kinematic,
        angular_velocity: Vec3::Y * 1.5,
        ..BodyDesc::dynamic(block(4.0, 0.3, 0.3), at(0.0, 1.2, 0.0))
    };
    world.add(beam).expect("a body");
    let lump = |random: &mut Pcg32| {
        let points: Vec<Vec3> = (0..14).map(|_| vector(random, 0.5)).collect();
        ConvexHull::from_points(&points).expect("a hull")
    };
    let model = mesh(&lump(&mut random).to_mesh().expect("a mesh"));
    for i in 0..15 {
        let shape = match i % 6 {
            0 => ball(0.3),
            1 => Shape::Capsule(Capsule::new(0.4, 0.15).expect("a size")),
            2 => Shape::Cylinder(Cylinder::new(0.3, 0.3).expect("a size")),
            3 => Shape::Hull(Arc::new(lump(&mut random))),
            4 => block(0.5, 0.5, 0.5),
            _ => model.clone(),
        };
        let place = at(
            i as f32 % 4.0 - 1.5,
            0.8 + i as f32 * 0.3,
            i as f32 % 3.0 - 1.0,
        );
        let desc = BodyDesc {
            mass: Mass::Kilograms(15.0),
            velocity: vector(&mut random, 4.0),
            angular_velocity: vector(&mut random, 4.0),
            material: materials[i as usize % 2],
            drag_area: 0.2,
            ..BodyDesc::dynamic(shape, place)
        };
        world.add(desc).expect("a body");
    }
    if let Some(shape) = extra {
        let desc = BodyDesc::dynamic(shape, at(0.0, 6.0, 0.0));
        world.add(desc).expect("a body");
    }
    for i in 0..3 {
        let desc = BodyDesc {
            mass: Mass::Kilograms(200.0),
            material: materials[1],
            ..BodyDesc::dynamic(block(0.9, 0.4, 1.4), at(i as f32 * 1.6 - 1.6, 0.45, 2.0))
        };
        world.add(desc).expect("a body");
    }
    world
}

/// The observable state of a world between two steps, in words.
fn tell(world: &World) -> String {
    let mut rays = Vec::new();
    for i in 0..6 {
        let from = Vec3::new(i as f32 - 2.5, 7.0, 0.3 * i as f32);
        rays.push(world.ray(from, Vec3::NEG_Y, 9.0, &Filter::default()));
    }
    let of = |body: &dodgem_physics::Body| {
        let moves = (body.velocity(), body.angular_velocity());
        (body.pose(), moves, body.is_asleep(), body.debt())
    };
    let bodies: Vec<_> = world.bodies().map(of).collect();
    let (near, contacts): (Vec<_>, Vec<_>) =
        (world.near_pairs().collect(), world.contacts().collect());
    let broad = world.broad_phase().statistics();
    format!(
        "{:016x} {bodies:?} {rays:?} {near:?} {contacts:?} {broad:?} {:?} {} {:?}",
        world.state_hash(),
        world.report(),
        world.steps(),
        world.materials(),
    )
}

/// A snapshot, the state of its world in words, and the deeds up to it.
struct Kept {
    snapshot: Snapshot,
    told: String,
    deeds: Vec<Deed>,
}

/// Does deeds, snapshots and restores in random order, in two equal worlds; in the end the
/// world is as if only the deeds that were not undone had been done. Returns the number of sweeps
/// and searches that were cut.
fn muddle(case: u64, moves: usize) -> u64 {
    let mut random = Pcg32::new(case, 5);
    let mut world = room(case, None);
    let mut other = room(case, None);
    let mut deeds: Vec<Deed> = Vec::new();
    let mut kept: Vec<Kept> = Vec::new();
    let bodies = world.bodies().count();
    let mut cuts = 0;
    for _ in 0..moves {
        match random.random_range(0..12) {
            0 => {
                let mut now = Kept {
                    snapshot: Snapshot::default(),
                    told: tell(&world),
                    deeds: deeds.clone(),
                };
                if kept.len() >= 4 {
                    now.snapshot = kept.swap_remove(random.random_range(0..4)).snapshot;
                }
                world.snapshot_into(&mut now.snapshot);
                kept.push(now);
            }
            1 if !kept.is_empty() => {
                let then = &kept[random.random_range(0..kept.len())];
                if random.random_range(0..2) == 0 {
                    std::mem::swap(&mut world, &mut other);
                }
                world.restore(&then.snapshot).expect("a twin's snapshot");
                assert_eq!(tell(&world), then.told, "case {case}");
                deeds.clone_from(&then.deeds);
            }
            _ => {
                let deed = Deed::any(&mut random, bodies);
                deed.act(&mut world);
                deeds.push(deed);
                cuts += world.report().cuts + world.report().queries.contacts.cuts;
            }
        }
    }
    let mut straight = room(case, None);
    deeds.iter().for_each(|deed| deed.act(&mut straight));
    for step in 0..60 {
        assert_eq!(
            tell(&straight),
            tell(&world),
            "case {case}, step {step} after the deeds"
        );
        straight.step();
        world.step();
    }
    cuts
}

#[test]
fn going_back_and_forth_leaves_only_what_was_done_on_the_way() {
    let cuts: u64 = (0..24).map(|case| muddle(case, 150)).sum();
    assert!(cuts > 1000, "{cuts}: there was work enough");
}

/// `cargo test --release -p dodgem-physics --test world -- --ignored muddle`
#[test]
#[ignore = "takes some minutes"]
fn a_long_muddle_leaves_only_what_was_done_on_the_way() {
    for case in 0..420 {
        muddle(case, 400);
    }
}

#[test]
fn a_snapshot_does_not_change_with_its_space() {
    let mut world = room(1, None);
    run(&mut world, 30.0 / 120.0);
    let (snapshot, told) = (world.snapshot(), tell(&world));
    let later = Deed::Friction(0.1);
    later.act(&mut world);
    run(&mut world, 90.0 / 120.0);
    assert_ne!(tell(&world), told);
    for _ in 0..2 {
        world.restore(&snapshot).expect("its own");
        assert_eq!(tell(&world), told);
        assert_eq!(snapshot.steps(), 30);
        run(&mut world, 20.0 / 120.0);
    }
    let shown = format!("{snapshot:?}");
    assert!(shown.contains("steps: 30") && shown.len() < 200, "{shown}");
}

#[test]
fn a_world_tells_whether_a_snapshot_is_of_one_with_the_same_bodies() {
    let mut world = room(2, Some(ball(0.4)));
    run(&mut world, 9.0 / 120.0);
    let before = tell(&world);
    let bodies = world.bodies().count();
    let refused = |world: &mut World, snapshot: &Snapshot| {
        world.accepts(snapshot).expect_err("it is another world")
    };
    let fewer = room(2, None).snapshot();
    let counts = SnapshotError::BodyCount {
        taken: bodies - 1,
        here: bodies,
    };
    assert_eq!(refused(&mut world, &fewer), counts);
    let extra = bodies - 4;
    let lump = |last: f32| {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z * last];
        ConvexHull::from_points(&corners).expect("a hull")
    };
    let shapes = [
        ball(0.400_000_1),
        block(0.8, 0.8, 0.8),
        Shape::Hull(Arc::new(lump(1.0))),
        mesh(&lump(1.0).to_mesh().expect("a mesh")),
    ];
    let is_another = SnapshotError::Body { index: extra };
    for shape in shapes {
        let snapshot = room(2, Some(shape)).snapshot();
        assert_eq!(refused(&mut world, &snapshot), is_another);
    }
    // Meshes are known by their corners, wherever they were built.
    let of_mesh = |last| room(2, Some(mesh(&lump(last).to_mesh().expect("a mesh"))));
    assert_eq!(
        refused(&mut of_mesh(1.0), &of_mesh(1.001).snapshot()),
        is_another
    );
    assert_eq!(of_mesh(1.0).accepts(&of_mesh(1.0).snapshot()), Ok(()));
    let settings = SnapshotError::Settings;
    assert_eq!(
        refused(&mut world, &room(3, Some(ball(0.4))).snapshot()),
        settings
    );
    assert_eq!(refused(&mut world, &Snapshot::default()), settings);
    assert_eq!(tell(&world), before);
    let sound = room(2, Some(ball(0.4))).snapshot();
    assert_eq!(world.accepts(&sound), Ok(()));
}

/// Boxes of 0.5 m apart on a floor after some steps, of which all but the first ones may sleep: the bytes of a snapshot
/// for each.
fn bytes_each(count: usize, awake: usize, steps: u32) -> usize {
    let mut world = crate::scene::earth();
    let floor = block(40.0, 1.0, 40.0);
    (world.add(BodyDesc::fixed(floor, at(0.0, -0.5, 0.0)))).expect("a floor");
    for n in 0..count {
        let (x, z) = ((n % 14) as f32, (n / 14) as f32);
        let desc = BodyDesc {
            may_sleep: n >= awake,
            ..BodyDesc::dynamic(block(0.5, 0.5, 0.5), at(x, 0.251, z))
        };
        world.add(desc).expect("a box");
    }
    run(&mut world, f64::from(steps) / 120.0);
    (world.snapshot().size() - Snapshot::default().size()) / count
}

#[test]
fn a_snapshot_takes_few_bytes_for_each_body_and_none_for_sleeping_ones() {
    let awake = bytes_each(196, 196, 60);
    // 1,560 without compact copies.
    assert!(awake < 700, "{awake}");
    // Nearly all of it is of the one that is awake.
    let asleep = bytes_each(196, 1, 400);
    assert!(asleep < 20, "{asleep}");
    // If all sleep, what remains belongs to the world, but for the list of their numbers.
    for count in [20, 196] {
        let all = count * bytes_each(count, 0, 400);
        assert!(all < 700 + 8 * count, "{all} of {count}");
    }
}

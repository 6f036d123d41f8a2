//! `cargo bench -p dodgem-peers --bench contacts`: all contacts within 1 cm, compared with parry's contacts.
//!
//! Parry's `contact` finds one pair of points; its `contact_manifolds` finds a flat patch for each pair of
//! parts, which is closer to ours: all local minima. Its manifolds start without a cache, as ours do. Both
//! engines get the same shapes and poses and take turns, so that a noisy machine disturbs both alike; each
//! pose is timed several times and its best time counts. The bench prints the medians over the poses and the
//! median of the ratios pose by pose.
//!
//! First two cars on source 1's path: one approaches the other, turns once inside it and leaves. Then the
//! queries of a world of jammed cars in each step: cars a hair apart or pressed a millimetre into each other,
//! cars on a floor and at a wall. `-- --alone` leaves parry out, for a profiler; a word in the arguments
//! selects the rows whose names contain it.

use std::f32::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::{TriMesh, obj};
use dodgem_collide::shape::{ConvexHull, Cuboid};
use dodgem_collide::{BuildOptions, Model, PairCache, Placed, Query, Shape};
use dodgem_peers::record;
use glam::{Quat, Vec3};
use parry3d::math::{Pose as PeerPose, Rotation, Vector};
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, contact};
use parry3d::shape::SharedShape;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The largest distance of a contact, in metres.
const TOLERANCE: f32 = 0.01;

/// The number of timings of each pose.
const REPEATS: usize = 12;

fn peer_mesh(mesh: &TriMesh) -> SharedShape {
    let vertices = peer_points(mesh.vertices());
    SharedShape::trimesh(vertices, mesh.triangles().to_vec()).expect("a sound mesh")
}

fn peer_points(points: &[Vec3]) -> Vec<Vector> {
    let points = points.iter();
    points.map(|v| Vector::new(v.x, v.y, v.z)).collect()
}

fn peer_pose(pose: &Pose) -> PeerPose {
    let (q, t) = (pose.rotation(), pose.translation());
    PeerPose::from_parts(
        Vector::new(t.x, t.y, t.z),
        Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    )
}

/// Returns the best of several times, in microseconds, and the answer. Each run starts at another depth of
/// the stack: parry takes up to 1.8 times as long if its frames are unluckily aligned, which this makes
/// rarer.
fn timed<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut answer = None;
    for repeat in 0..REPEATS {
        let (time, found) = deeper(repeat, &mut || {
            let start = Instant::now();
            let found = black_box(run());
            (start.elapsed().as_secs_f64() * 1e6, found)
        });
        best = best.min(time);
        answer = Some(found);
    }
    (best, answer.expect("run at least once"))
}

/// Runs a closure `frames` frames deeper on the stack.
#[inline(never)]
fn deeper<T>(frames: usize, run: &mut dyn FnMut() -> T) -> T {
    let mut frame = [0_u8; 272];
    black_box(&mut frame);
    let answer = if frames == 0 {
        run()
    } else {
        deeper(frames - 1, run)
    };
    black_box(&mut frame);
    answer
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A shape for both engines.
struct Both {
    ours: Shape,
    peer: SharedShape,
}

impl Both {
    fn mesh(mesh: &TriMesh) -> Self {
        let model = Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
        Both {
            ours: Shape::Mesh(Arc::new(model)),
            peer: peer_mesh(mesh),
        }
    }

    fn hull(mesh: &TriMesh) -> Self {
        let hull = ConvexHull::from_points(mesh.vertices()).expect("a solid");
        let points = peer_points(hull.vertices());
        Both {
            ours: Shape::Hull(Arc::new(hull)),
            peer: SharedShape::convex_hull(&points).expect("a solid"),
        }
    }

    fn slab(half: Vec3) -> Self {
        Both {
            ours: Shape::Cuboid(Cuboid::new(half).expect("a size")),
            peer: SharedShape::cuboid(half.x, half.y, half.z),
        }
    }
}

/// Times both engines at all poses of two shapes. If `split`, prints a row each for the poses at which the
/// shapes are apart, near, or overlap; else one row for all.
fn rows(name: &str, a: &Both, b: &Both, poses: impl FnOnce() -> Vec<[Pose; 2]>, split: bool) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let alone = arguments.iter().any(|argument| argument == "--alone");
    let mut words = arguments
        .iter()
        .filter(|argument| !argument.starts_with('-'));
    if words.clone().next().is_some() && !words.any(|word| name.contains(word)) {
        return;
    }
    let mut query = Query::default();
    let mut out = Vec::new();
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let mut times: [Vec<[f64; 4]>; 3] = Default::default();
    for [pose_a, pose_b] in &poses() {
        let (ours, count) = timed(|| {
            query.contacts(
                Placed::new(&a.ours, pose_a),
                Placed::new(&b.ours, pose_b),
                TOLERANCE,
                &mut PairCache::default(),
                &mut out,
            );
            out.len()
        });
        let places = [pose_a, pose_b].map(peer_pose);
        let (theirs, found) = if alone {
            (f64::NAN, None)
        } else {
            timed(|| {
                contact(&places[0], &*a.peer, &places[1], &*b.peer, TOLERANCE)
                    .expect("a pair that is supported")
            })
        };
        let (of_manifolds, _) = if alone {
            (f64::NAN, 0)
        } else {
            let relative = places[0].inv_mul(&places[1]);
            timed(|| {
                manifolds.clear();
                let (a, b) = (&*a.peer, &*b.peer);
                DefaultQueryDispatcher
                    .contact_manifolds(&relative, a, b, TOLERANCE, &mut manifolds, &mut None)
                    .expect("a pair that is supported");
                manifolds.len()
            })
        };
        let class = match count {
            _ if !split => 1,
            0 => 0,
            _ => {
                let hit =
                    query.intersect(Placed::new(&a.ours, pose_a), Placed::new(&b.ours, pose_b));
                1 + usize::from(hit.is_hit())
            }
        };
        if count == 0 {
            assert!(found.is_none(), "parry finds a contact at {pose_b:?}");
        }
        times[class].push([ours, theirs, count as f64, of_manifolds]);
    }
    for (times, class) in times.into_iter().zip(["apart", "near", "overlapping"]) {
        if times.is_empty() {
            continue;
        }
        let of = |pick: fn(&[f64; 4]) -> f64| median(times.iter().map(pick).collect());
        println!(
            "| {name}{} ({} poses) | {} | {:.2} | {:.2} | {:.3} | {:.2} | {:.3} |",
            if split {
                [", ", class].concat()
            } else {
                String::new()
            },
            times.len(),
            of(|t| t[2]),
            of(|t| t[0]),
            of(|t| t[1]),
            of(|t| t[0] / t[1]),
            of(|t| t[3]),
            of(|t| t[0] / t[3]),
        );
        let class = if split {
            [", ", class].concat()
        } else {
            String::new()
        };
        let peer = of(|t| t[1].min(t[3]));
        record(
            "contacts",
            &format!("{name}{class}, contacts"),
            of(|t| t[0]),
            peer,
        );
    }
}

fn main() {
    let text = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    ))
    .expect("the model is part of the project");
    let mesh = obj::parse(&text).expect("a sound model").mesh;
    let (car, hull) = (Both::mesh(&mesh), Both::hull(&mesh));
    let floor = Both::slab(Vec3::new(20.0, 0.5, 20.0));
    println!("| within 1 cm | contacts | ours us | parry us | ratio | its manifolds us | ratio |");
    println!("|---|---|---|---|---|---|---|");
    rows("cars on the path", &car, &car, car_path, true);
    let any_turn = |random: &mut Pcg32| yaw(random.random_range(0.0..TAU));
    let side_by_side = |low: f32, high: f32| {
        beside([&car, &car], low, high, |random| {
            (any_turn(random), any_turn(random) * Vec3::X)
        })
    };
    let near = || side_by_side(1e-4, 9e-3);
    rows("cars side by side, 0 to 9 mm", &car, &car, near, false);
    let pressed = || side_by_side(-2e-3, 0.0);
    rows("cars pressed 0 to 2 mm", &car, &car, pressed, false);
    let standing = || {
        beside([&floor, &car], -1e-3, 5e-3, |random| {
            let tilt = random.random_range(-0.005..0.005);
            (any_turn(random) * Quat::from_rotation_x(tilt), Vec3::Y)
        })
    };
    let name = "car on a floor box, -1 to 5 mm";
    rows(name, &floor, &car, standing, false);
    let wall = Both::slab(Vec3::new(0.5, 2.0, 20.0));
    let leaning = || {
        let choose = |random: &mut Pcg32| (any_turn(random), Vec3::X);
        beside([&wall, &car], -1e-3, 5e-3, choose)
    };
    rows("car at a wall box, -1 to 5 mm", &wall, &car, leaning, false);
    let hulls = || {
        beside([&hull, &hull], -1e-3, 5e-3, |random| {
            (any_turn(random), any_turn(random) * Vec3::X)
        })
    };
    rows("hulls of cars, -1 to 5 mm", &hull, &hull, hulls, false);
}

/// Returns source 1's path: approach from three metres, a full turn in the middle, and away, in steps of 3
/// cm.
fn car_path() -> Vec<[Pose; 2]> {
    let at = |x: f32, angle: f32| Pose::new(yaw(angle), Vec3::new(x, 0.0, 0.03)).expect("finite");
    let approach = (0..100).map(|i| at(3.0 - 0.03 * i as f32, 0.4));
    let turn = (0..100).map(|i| at(0.0, 0.4 + TAU * i as f32 / 100.0));
    let leave = (0..100).map(|i| at(-0.03 * i as f32, 0.4));
    let path = approach.chain(turn).chain(leave);
    path.map(|pose| [Pose::IDENTITY, pose]).collect()
}

/// Returns a hundred poses of the second shape beside the first one: with the rotation and direction that
/// `choose` gives, moved into contact and then apart by `low` to `high` metres.
fn beside(
    [a, b]: [&Both; 2],
    low: f32,
    high: f32,
    choose: impl Fn(&mut Pcg32) -> (Quat, Vec3),
) -> Vec<[Pose; 2]> {
    let mut random = Pcg32::seed_from_u64(7);
    let mut query = Query::default();
    let pose = |_| {
        let (turn, way) = choose(&mut random);
        let at = |distance: f32| Pose::new(turn, way * distance).expect("finite");
        // A solid inside the other one may cross no surface, so the search goes from outside inwards.
        let (mut apart, mut step) = (4.0_f32, 0.1_f32);
        while step > 1e-6 {
            let next = at(apart - step);
            let here = Pose::IDENTITY;
            if query
                .intersect(Placed::new(&a.ours, &here), Placed::new(&b.ours, &next))
                .is_hit()
            {
                step *= 0.5;
            } else {
                apart -= step;
            }
        }
        let gap = random.random_range(low..high);
        [Pose::IDENTITY, at(apart + gap)]
    };
    (0..100).map(pose).collect()
}

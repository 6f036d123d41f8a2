//! `cargo bench -p dodgem-peers --bench sweep`: the time of impact of two moving, turning meshes. Ours runs
//! on the triangles, on the convex hulls of the same cars, and on colliders, which try planes and hulls
//! before the triangles and start without a cache. Parry runs on the hulls (its strength) with its fastest
//! sweep (`sweep_time_of_impact`) and its non-linear cast, and on request with the cast on the triangles.
//! Parry's sweep interpolates between two poses. Over a second it is timed twice: from the first to the last
//! pose, which is another and shorter path for a body that turns by more than half a turn, and in parts of at
//! most 45 degrees, which follow our motion.
//!
//! 10,000 random pairs of cars that both travel and turn, of which about half meet: for a second, and for a
//! step of the game (1/120 s) from so near that they may meet within it. Then two meshes of 70,000 triangles
//! on a collision course. The engines take turns.
//!
//! `-- --triangles` times parry on a few pairs of triangle meshes as well; `-- --instants` prints the number
//! of instants in our sweeps, by their result.

#[path = "common/bumpy_ball.rs"]
mod bumpy_ball;
#[path = "common/peer.rs"]
mod peer;
#[path = "common/peer_sweep.rs"]
mod peer_sweep;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use bumpy_ball::bumpy_ball;
use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::mesh::{TriMesh, obj};
use dodgem_collide::query::SweepLimits;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::query::{Moving, MovingCollider};
use dodgem_collide::shape::{Collider, ConvexHull};
use dodgem_collide::{Answer, BuildOptions, Counters, Model, PairCache, Query};
use dodgem_peers::record;
use glam::{Quat, Vec3};
use parry3d::math::Vector;
use parry3d::query::{
    NonlinearRigidMotion, SweepToiStatus, ToiProxy, cast_shapes_nonlinear, sweep_time_of_impact,
};
use parry3d::shape::{ConvexPolyhedron, Shape};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const PAIRS: usize = 10_000;
/// The number of pairs for parry's cast of triangles.
const PEER_MESH_PAIRS: usize = 5;
/// The durations of sweeps, in seconds.
const LONG: f32 = 1.0;
const STEP: f32 = 1.0 / 120.0;
const REPEATS: usize = 3;

fn main() {
    let text = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/models/bumper_car.obj"
    ))
    .expect("the model is part of the project");
    let car = obj::parse(&text).expect("a sound model").mesh;
    println!("cars of {} triangles", car.triangles().len());
    cars(&car);
    coherent(&car);
    large();
}

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn peer_motion(motion: &Motion) -> NonlinearRigidMotion {
    NonlinearRigidMotion::new(
        peer::pose(&motion.start_pose()),
        vector(motion.local_center()),
        vector(motion.linear_velocity().as_vec3()),
        vector(motion.angular_velocity().as_vec3()),
    )
}

fn in_cube(rng: &mut Pcg32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0f32..=1.0)))
}

fn rotation(rng: &mut Pcg32) -> Quat {
    loop {
        let [x, y, z, w] = std::array::from_fn(|_| rng.random_range(-1.0f32..=1.0));
        let q = Quat::from_xyzw(x, y, z, w);
        if (0.01..=1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// Returns two motions that start a few metres apart, each roughly towards the other.
fn pair(rng: &mut Pcg32, center: Vec3) -> [Motion; 2] {
    let away = loop {
        let v = in_cube(rng);
        if v.length_squared() > 0.01 {
            break v.normalize() * rng.random_range(2.0f32..4.5);
        }
    };
    let mut motion = |place: Vec3, toward: Vec3| {
        let velocity = toward * rng.random_range(0.2f32..0.9) + in_cube(rng) * 1.6;
        let spin = in_cube(rng) * 4.0;
        let turn = rotation(rng);
        let pose = Pose::new(turn, place - turn * center).expect("finite");
        Motion::new(pose, velocity, spin, center).expect("finite")
    };
    [motion(Vec3::ZERO, away), motion(away, -away)]
}

/// Returns the mean over the pairs of the best time, in microseconds, and the fraction of pairs that meet.
fn mean<T>(count: usize, mut run: impl FnMut(usize) -> T, hit: impl Fn(&T) -> bool) -> (f64, f64) {
    let mut total = 0.0;
    let mut hits = 0;
    for index in 0..count {
        let mut best = f64::INFINITY;
        for _ in 0..REPEATS {
            let start = Instant::now();
            let found = black_box(run(index));
            best = best.min(start.elapsed().as_secs_f64() * 1e6);
            hits += usize::from(hit(&found));
        }
        total += best;
    }
    (total / count as f64, hits as f64 / (count * REPEATS) as f64)
}

/// Returns two cars just before a crash: their hulls are apart, but so near that they may meet within the
/// step.
fn pair_before_a_crash(rng: &mut Pcg32, hull: &Model, query: &mut Query) -> [Motion; 2] {
    let center = hull.local_aabb().center();
    loop {
        let (turn_a, turn_b) = (rotation(rng), rotation(rng));
        let away = in_cube(rng).normalize_or_zero() * 5.0;
        let pose = |turn: Quat, place: Vec3| Pose::new(turn, place - turn * center);
        let (Ok(a), Ok(b)) = (pose(turn_a, Vec3::ZERO), pose(turn_b, away)) else {
            continue;
        };
        let approach = Motion::new(b, -away, Vec3::ZERO, center).expect("finite");
        let rest = Motion::resting(a);
        let Sweep::Impact { time, .. } = *sweep(hull, [&rest, &approach], 1.0, query) else {
            continue;
        };
        let speed = rng.random_range(2.0f32..40.0);
        let gap = rng.random_range(0.02f32..0.4) * speed * STEP;
        let place = away * (1.0 - time) + away.normalize() * gap;
        let b = pose(turn_b, place).expect("finite");
        let velocity = -away.normalize() * speed + in_cube(rng) * 3.0;
        let (drift, spins) = (in_cube(rng) * 10.0, [(); 2].map(|()| in_cube(rng) * 6.0));
        return [
            Motion::new(a, drift, spins[0], center).expect("finite"),
            Motion::new(b, drift + velocity, spins[1], center).expect("finite"),
        ];
    }
}

fn sweep(model: &Model, [a, b]: [&Motion; 2], duration: f32, query: &mut Query) -> Answer<Sweep> {
    let options = SweepOptions::default();
    query.time_of_impact(
        Moving::new(model, a),
        Moving::new(model, b),
        duration,
        &options,
        &mut PairCache::default(),
    )
}

fn is_impact(found: &Answer<Sweep>) -> bool {
    matches!(**found, Sweep::Impact { .. })
}

fn cars(mesh: &TriMesh) {
    let model = Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
    let center = model.local_aabb().center();
    let mut rng = Pcg32::seed_from_u64(1);
    let mut query = Query::default();
    let long: Vec<_> = (0..PAIRS).map(|_| pair(&mut rng, center)).collect();
    let solid = ConvexHull::from_points(mesh.vertices()).expect("a solid mesh");
    let our_hull = dodgem_collide::Shape::Hull(Arc::new(solid.clone()));
    let solid = solid.to_mesh().expect("finite");
    let solid = Model::build(&solid, &BuildOptions::default()).expect("a sound mesh");
    let short: Vec<_> = (0..PAIRS)
        .map(|_| pair_before_a_crash(&mut rng, &solid, &mut query))
        .collect();
    let points: Vec<Vector> = mesh.vertices().iter().map(|v| vector(*v)).collect();
    let hull = ConvexPolyhedron::from_convex_hull(&points).expect("a solid mesh");
    let proxy = ToiProxy::from_shape(&hull).expect("a hull is points");
    let peer_mesh = peer::mesh(mesh);
    let collider = Collider::new(dodgem_collide::Shape::Mesh(Arc::new(model.clone())), center);
    let mut hull_query = Query::default();
    let with_triangles = std::env::args().any(|arg| arg == "--triangles");
    for (title, duration, pairs) in [("a second", LONG, long), ("1/120 s", STEP, short)] {
        let mut sum = Counters::default();
        let (ours, hits) = mean(
            PAIRS,
            |i| {
                let found = sweep(&model, pairs[i].each_ref(), duration, &mut query);
                sum += found.cost;
                found
            },
            is_impact,
        );
        let each = |count: u64| count as f64 / (PAIRS * REPEATS) as f64;
        if std::env::args().any(|arg| arg == "--instants") {
            instants(&model, &pairs, duration, &mut query);
        }
        println!(
            "\n{title}: per sweep {:.2} instants, {:.0} volume tests, {:.1} piece tests, {:.1} triangle pairs advanced; {} cuts",
            each(sum.advancement_steps),
            each(sum.volume_tests),
            each(sum.piece_tests),
            each(sum.triangle_tests),
            sum.cuts,
        );
        let peer = |shape: &dyn Shape, i: usize| {
            let [a, b] = &pairs[i];
            let (a, b) = (peer_motion(a), peer_motion(b));
            cast_shapes_nonlinear(&a, shape, &b, shape, 0.0, duration, true).expect("supported")
        };
        let (our_hulls, our_hull_hits) = mean(
            PAIRS,
            |i| {
                let [a, b] = &pairs[i];
                let options = SweepOptions::default();
                let (hull, query) = (&our_hull, &mut hull_query);
                query.time_of_impact(
                    Moving::new(hull, a),
                    Moving::new(hull, b),
                    duration,
                    &options,
                    &mut PairCache::default(),
                )
            },
            is_impact,
        );
        let (colliders, collider_hits) = mean(
            PAIRS,
            |i| {
                let both = pairs[i].map(|motion| MovingCollider::new(&collider, motion));
                let target = SweepOptions::default().target;
                let limits = SweepLimits {
                    start: 0.0,
                    end: f64::from(duration),
                    min_gap: 0.5 * target,
                    options: SweepOptions { target },
                };
                let cache = &mut PairCache::default();
                hull_query.sweep(&both, &limits, cache)
            },
            |found| matches!(**found, Sweep::Impact { .. }),
        );
        println!(
            "| two cars, {title}, {PAIRS} swept pairs | mean us | hits | our triangles / it | our hulls / it |"
        );
        println!("|---|---|---|---|---|");
        let mut fastest = f64::INFINITY;
        let print = |name: &str, us: f64, hits: f64| {
            let (share, triangles, hulls) = (100.0 * hits, ours / us, our_hulls / us);
            println!("| {name} | {us:.2} | {share:.0} % | {triangles:.3} | {hulls:.3} |");
        };
        print("ours, triangles", ours, hits);
        print("ours, colliders, every stage", colliders, collider_hits);
        print("ours, convex hulls", our_hulls, our_hull_hits);
        let (cast, cast_hits) = mean(PAIRS, |i| peer(&hull, i), Option::is_some);
        print("parry, hulls, `cast_shapes_nonlinear`", cast, cast_hits);
        fastest = fastest.min(cast);
        // The game has these poses anyway, so computing them is not timed.
        let whole = |[a, b]: &[Motion; 2]| {
            vec![[a, b].map(|motion| peer_sweep::between(motion, 0.0, duration))]
        };
        let whole: Vec<_> = pairs.iter().map(whole).collect();
        let cut = |[a, b]: &[Motion; 2]| peer_sweep::parts([a, b], duration);
        let cut: Vec<_> = pairs.iter().map(cut).collect();
        for (name, ways) in [("one part", &whole), ("parts of 45 degrees", &cut)] {
            let part =
                |[a, b]: &[_; 2]| sweep_time_of_impact(&proxy, a, &proxy, b, 1.0, peer_sweep::SLOP);
            let run = |i: usize| peer_sweep::first_end(&ways[i], part);
            let (us, share) = mean(PAIRS, run, Option::is_some);
            let ends: Vec<_> = (0..PAIRS).filter_map(run).collect();
            let failed = ends.iter().filter(|end| end.status != SweepToiStatus::Hit);
            let failed = failed.count();
            let name = format!("parry, hulls, `sweep_time_of_impact`, {name} ({failed} gave up)");
            print(&name, us, share);
            fastest = fastest.min(us);
        }
        for (what, us) in [
            ("our triangles", ours),
            ("our colliders", colliders),
            ("our hulls", our_hulls),
        ] {
            let work = format!("two cars over {title}, {what} against its hulls, sweep");
            record("sweep", &work, us, fastest);
        }
        if with_triangles {
            let (triangles, share) =
                mean(PEER_MESH_PAIRS, |i| peer(&peer_mesh, i), Option::is_some);
            let name = format!("parry, triangles, the cast ({PEER_MESH_PAIRS} pairs)");
            print(&name, triangles, share);
            let work = format!("two cars over {title}, triangles against triangles, sweep");
            record("sweep", &work, ours, triangles);
        }
    }
}

/// Prints the number of instants in sweeps: of pairs that meet, of pairs whose hulls meet but that pass each
/// other, and of pairs whose hulls stay apart.
fn instants(model: &Model, pairs: &[[Motion; 2]], duration: f32, query: &mut Query) {
    let mut counts = [const { Vec::new() }; 3];
    for pair in pairs {
        let found = sweep(model, pair.each_ref(), duration, query);
        let Counters {
            advancement_steps,
            volume_tests,
            ..
        } = found.cost;
        let class = match (is_impact(&found), volume_tests) {
            (true, _) => 0,
            (_, 2..) => 1,
            _ => 2,
        };
        counts[class].push(advancement_steps);
    }
    println!("\n| pairs | number | instants: mean | median | 9 of 10 | most |");
    println!("|---|---|---|---|---|---|");
    let names = ["that meet", "whose hulls meet", "whose hulls do not"];
    for (name, counts) in names.iter().zip(&mut counts) {
        counts.sort_unstable();
        let at = |share: f64| counts.get((share * counts.len() as f64) as usize);
        let mean = counts.iter().sum::<u64>() as f64 / counts.len().max(1) as f64;
        println!(
            "| {name} | {} | {mean:.2} | {} | {} | {} |",
            counts.len(),
            at(0.5).unwrap_or(&0),
            at(0.9).unwrap_or(&0),
            counts.last().unwrap_or(&0)
        );
    }
}

/// Measures the gain of a cache from the pair's last sweep: for paths of a second that change by a hundredth
/// after each sweep, and for steps of the game (1/120 s) before an impact.
fn coherent(mesh: &TriMesh) {
    let model = Model::build(mesh, &BuildOptions::default()).expect("a sound mesh");
    let center = model.local_aabb().center();
    let mut rng = Pcg32::seed_from_u64(3);
    let mut query = Query::default();
    let mut again: Vec<[Motion; 2]> = Vec::new();
    let mut steps: Vec<[Motion; 2]> = Vec::new();
    let mut begins = [Vec::new(), Vec::new()];
    for _ in 0..PAIRS / 20 {
        let motions = pair(&mut rng, center);
        begins[0].push(again.len());
        for _ in 0..10 {
            again.push(motions.each_ref().map(|motion| {
                let velocity = motion.linear_velocity().as_vec3() + in_cube(&mut rng) * 0.01;
                let spin = motion.angular_velocity().as_vec3() + in_cube(&mut rng) * 0.01;
                Motion::new(motion.start_pose(), velocity, spin, center).expect("finite")
            }));
        }
        let found = sweep(&model, motions.each_ref(), LONG, &mut query);
        let impact = found.safe_time(LONG);
        begins[1].push(steps.len());
        // The last ten steps before it, with the impact in the last one.
        for number in (0..10).rev() {
            let time = (impact - (number as f32 + 0.5) * STEP).max(0.0);
            steps.push(motions.each_ref().map(|motion| {
                let [velocity, spin] =
                    [motion.linear_velocity(), motion.angular_velocity()].map(|v| v.as_vec3());
                Motion::new(motion.pose_at(time), velocity, spin, center).expect("finite")
            }));
        }
    }
    println!(
        "\n| sweeps of the same two cars | hits | us | remembering | instants | remembering |"
    );
    println!("|---|---|---|---|---|---|");
    let options = SweepOptions::default();
    let cases = [
        ("a second, paths changed by 0.01 m/s", LONG, again),
        ("ten steps of 1/120 s", STEP, steps),
    ];
    for ((title, duration, pairs), begins) in cases.into_iter().zip(begins) {
        let mut counts = [0; 2];
        let (plain, hits) = mean(
            pairs.len(),
            |i| {
                let found = sweep(&model, pairs[i].each_ref(), duration, &mut query);
                counts[0] += found.cost.advancement_steps;
                found
            },
            is_impact,
        );
        // All repeats of a sweep start with the cache that the previous sweep left.
        let (mut memory, mut latest, mut before) = (PairCache::default(), None, usize::MAX);
        let (remembering, _) = mean(
            pairs.len(),
            |i| {
                let (motion_a, motion_b) = (&pairs[i][0], &pairs[i][1]);
                if i != before {
                    memory = latest.take().unwrap_or_default();
                    before = i;
                }
                if begins.binary_search(&i).is_ok() {
                    memory.clear();
                }
                let mut memory_now = memory;
                let found = query.time_of_impact(
                    Moving::new(&model, motion_a),
                    Moving::new(&model, motion_b),
                    duration,
                    &options,
                    &mut memory_now,
                );
                counts[1] += found.cost.advancement_steps;
                latest = Some(memory_now);
                found
            },
            is_impact,
        );
        let [few, fewer] = counts.map(|count| count as f64 / (pairs.len() * REPEATS) as f64);
        println!(
            "| {title} | {:.0} % | {plain:.1} | {remembering:.1} | {few:.2} | {fewer:.2} |",
            100.0 * hits
        );
    }
}

/// Measures two bumpy balls of 70,000 triangles that approach each other.
fn large() {
    let ball = bumpy_ball(187, 188);
    let model = Model::build(&ball, &BuildOptions::default()).expect("a sound mesh");
    let mut rng = Pcg32::seed_from_u64(2);
    let motions: Vec<[Motion; 2]> = (0..100)
        .map(|_| {
            let away = in_cube(&mut rng).normalize() * rng.random_range(2.5f32..4.0);
            let mut motion = |place: Vec3, toward: Vec3| {
                let start = Pose::new(rotation(&mut rng), place).expect("finite");
                let velocity = toward * rng.random_range(0.5f32..1.0) + in_cube(&mut rng) * 0.5;
                let spin = in_cube(&mut rng) * 4.0;
                Motion::new(start, velocity, spin, Vec3::ZERO).expect("finite")
            };
            [motion(Vec3::ZERO, away), motion(away, -away)]
        })
        .collect();
    let mut query = Query::default();
    let mut sum = Counters::default();
    let (ours, hits) = mean(
        motions.len(),
        |i| {
            let found = sweep(&model, motions[i].each_ref(), LONG, &mut query);
            sum += found.cost;
            found
        },
        is_impact,
    );
    let each = |count: u64| count as f64 / (motions.len() * REPEATS) as f64;
    println!(
        "two meshes of {} triangles: mean {ours:.0} us, {:.0} % hit; {:.1} instants, {:.0} volume tests, {:.0} triangle pairs advanced",
        ball.triangles().len(),
        100.0 * hits,
        each(sum.advancement_steps),
        each(sum.volume_tests),
        each(sum.triangle_tests),
    );
}

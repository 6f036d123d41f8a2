//! `cargo bench -p dodgem-peers --bench distance [FILTER]`: the exact distance of two meshes, ours and parry's.
//!
//! Two separate cars on their way to each other; a sphere of 1984 triangles in a slightly larger one; and, if
//! the environment variable `DODGEM_MESHES` names a folder of OBJ files, all pairs of the meshes in it,
//! scaled to one size, in random poses. Both engines get the same meshes and poses and take turns; each pose
//! is timed several times and its best time counts. The bench prints the medians over the poses and the
//! median of the ratios pose by pose. It stops if the answers differ.
//!
//! Ours uses no cache between poses here. The table `coherence` shows the gain of one; it compares ours with
//! ours, in microseconds.
//!
//! With `DODGEM_NO_PEER` set, only ours is timed, for work on it.

#[path = "common/pair.rs"]
mod pair;
#[path = "common/peer.rs"]
mod peer;
#[path = "common/timing.rs"]
mod timing;

use std::f32::consts::TAU;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use dodgem_collide::math::{Pose, yaw};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::{Counters, DistanceOptions, PairCache, Placed, Query, scenes};
use dodgem_peers::record;
use glam::{Quat, Vec3};
use pair::{Pair, car, read};
use parry3d::math::Pose as PeerPose;
use parry3d::query::distance as peer_distance;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use timing::{REPEATS, median, timed};

/// Times all poses of the second mesh at which the meshes are apart, and prints a row.
fn row(name: &str, pair: &Pair, poses: &[Pose]) {
    let mut query = Query::default();
    let mut times = Vec::new();
    let mut sum = Counters::default();
    for pose in poses {
        let (ours, found) = timed(|| {
            query.distance(
                Placed::new(&pair.first, &Pose::IDENTITY),
                Placed::new(&pair.second, pose),
                &DistanceOptions::EXACT,
                &mut PairCache::default(),
            )
        });
        if found.lower_bound() == 0.0 {
            continue;
        }
        sum += found.cost;
        if std::env::var_os("DODGEM_NO_PEER").is_some() {
            times.push((ours, 1.0));
            continue;
        }
        let place = peer::pose(pose);
        let (theirs, answer) = timed(|| {
            peer_distance(
                &PeerPose::IDENTITY,
                &pair.peer_first,
                &place,
                &pair.peer_second,
            )
            .expect("meshes are supported")
        });
        let (ours_is, theirs_is) = (found.lower_bound(), answer.distance);
        assert!(
            (ours_is - theirs_is).abs() < 1e-4 * (1.0 + theirs_is),
            "{name}: {ours_is} and {theirs_is} at {pose:?}"
        );
        times.push((ours, theirs));
    }
    let count = times.len();
    if count == 0 {
        return;
    }
    let ratio = median(times.iter().map(|(ours, theirs)| ours / theirs).collect());
    let (ours, theirs): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    let (ours, theirs) = (median(ours), median(theirs));
    record("distance", &format!("{name}, distance"), ours, theirs);
    let each = |n: u64| n / count as u64;
    println!(
        "| {name} ({count} poses) | {ours:.2} | {theirs:.2} | {ratio:.4} | {} / {} / {} |",
        each(sum.volume_tests),
        each(sum.piece_tests),
        each(sum.triangle_tests),
    );
}

fn main() {
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let wanted = |name: &str| filter.as_ref().is_none_or(|f| name.contains(f.as_str()));
    println!("| scene | ours us | parry us | ratio | volume / piece / triangle tests |");
    println!("|---|---|---|---|---|");
    if wanted("cars") {
        let car = car();
        row("cars", &Pair::new(&car, &car), &car_path());
    }
    for ratio in [0.90, 0.95, 0.98, 0.99] {
        let name = format!("sphere in sphere, {ratio:.2}");
        if wanted(&name) {
            row(&name, &spheres(ratio), &scenes::tumbling(40));
        }
    }
    if wanted("coherence") {
        coherence();
    }
    if wanted("meshes")
        && let Ok(folder) = std::env::var("DODGEM_MESHES")
    {
        mesh_pairs(Path::new(&folder));
    }
}

/// Builds a sphere of 1984 triangles, and one with `ratio` times its radius.
fn spheres(ratio: f32) -> Pair {
    let sphere = |radius| scenes::sphere(32, 32, radius).expect("a sound sphere");
    Pair::new(&sphere(1.0), &sphere(ratio))
}

/// Compares ours with and without a cache of the last step, in steps of a body that drives or turns.
fn coherence() {
    println!("\n| coherence | step | none | memory |");
    println!("|---|---|---|---|");
    let car = car();
    let cars = Pair::new(&car, &car);
    for (step, name) in [(0.01, "1 cm, 0.3 degrees"), (0.1, "10 cm, 3 degrees")] {
        let path = drive_past(step);
        let row = [false, true].map(|keep| along(&cars, &path, keep, None));
        print_row("cars, distance", name, row);
        let row = [false, true].map(|keep| along(&cars, &path, keep, Some(0.9)));
        print_row("cars, within 0.9 of it", name, row);
    }
    let ring = ring(48, 24, 1.0, 0.4);
    let rings = Pair::new(&ring, &ring);
    let spheres = spheres(0.95);
    for (angle, name) in [(0.001f32, "0.06 degrees"), (0.02, "1.1 degrees")] {
        let path: Vec<_> = (0..100).map(|i| linked(angle * i as f32)).collect();
        let row = [false, true].map(|keep| along(&rings, &path, keep, None));
        print_row("linked rings, distance", name, row);
        let path = &scenes::tumbling((TAU / angle) as usize)[..100];
        let row = [false, true].map(|keep| along(&spheres, path, keep, None));
        print_row("sphere in sphere, distance", name, row);
    }
}

fn print_row(name: &str, step: &str, times: [f64; 2]) {
    let cells: Vec<_> = times.iter().map(|time| format!("{time:.2}")).collect();
    println!("| {name} | {step} | {} |", cells.join(" | "));
}

/// Returns the median over the poses of the best of several passes, in microseconds. With `part`, the query
/// tests only if the bodies are within this fraction of their distance, which they are not.
fn along(pair: &Pair, path: &[Pose], keeps: bool, part: Option<f32>) -> f64 {
    let mut query = Query::default();
    let mut best = vec![f64::INFINITY; path.len()];
    let (a, b, here) = (&pair.first, &pair.second, &Pose::IDENTITY);
    let tolerances: Vec<_> = path
        .iter()
        .map(|pose| {
            let far = query
                .distance(
                    Placed::new(a, here),
                    Placed::new(b, pose),
                    &DistanceOptions::EXACT,
                    &mut PairCache::default(),
                )
                .lower_bound();
            part.map(|part| part * far)
        })
        .collect();
    for _ in 0..REPEATS {
        let mut cache = PairCache::default();
        for ((pose, tolerance), best) in path.iter().zip(&tolerances).zip(&mut best) {
            if !keeps {
                cache.clear();
            }
            let start = Instant::now();
            match *tolerance {
                Some(tolerance) => {
                    let near = query.within(
                        Placed::new(a, here),
                        Placed::new(b, pose),
                        tolerance,
                        &mut cache,
                    );
                    black_box(near);
                }
                None => {
                    let found = query.distance(
                        Placed::new(a, here),
                        Placed::new(b, pose),
                        &DistanceOptions::EXACT,
                        &mut cache,
                    );
                    black_box(found);
                }
            }
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    median(best)
}

/// Returns the pose of a ring that is linked with one around the Y axis, turned by an angle about its own
/// axis.
fn linked(angle: f32) -> Pose {
    let upright = Quat::from_xyzw(0.5f32.sqrt(), 0.0, 0.0, 0.5f32.sqrt());
    Pose::new(upright * yaw(angle), Vec3::new(1.0, 0.0, 0.05)).expect("finite")
}

/// Builds a ring around the Y axis with `2 around * across` triangles.
fn ring(around: u32, across: u32, major: f32, minor: f32) -> TriMesh {
    let mut vertices = Vec::new();
    for i in 0..around {
        let (sin_u, cos_u) = (TAU * i as f32 / around as f32).sin_cos();
        for j in 0..across {
            let (sin_v, cos_v) = (TAU * j as f32 / across as f32).sin_cos();
            let width = major + minor * cos_v;
            vertices.push(Vec3::new(cos_u * width, minor * sin_v, sin_u * width));
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
            triangles.extend([[a, d, b], [a, c, d]]);
        }
    }
    TriMesh::new(vertices, triangles).expect("a sound ring")
}

/// Returns the path of a car that drives past another and turns.
fn drive_past(step: f32) -> Vec<Pose> {
    let count = (4.0 / step) as usize;
    (0..count)
        .map(|i| {
            let x = -2.0 + step * i as f32;
            let angle = 0.5 * step * i as f32;
            Pose::new(yaw(angle), Vec3::new(x, 0.0, 1.9)).expect("finite")
        })
        .collect()
}

fn mesh_pairs(folder: &Path) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("DODGEM_MESHES names a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "obj"))
        .collect();
    paths.sort();
    let meshes: Vec<_> = paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            (name.into_owned(), of_unit_radius(&read(path)))
        })
        .collect();
    let mut rng = Pcg32::seed_from_u64(7);
    for (i, (first, mesh_a)) in meshes.iter().enumerate() {
        for (second, mesh_b) in &meshes[i..] {
            let poses: Vec<_> = (0..16).map(|_| beside(&mut rng)).collect();
            let name = format!("meshes: {first} and {second}");
            row(&name, &Pair::new(mesh_a, mesh_b), &poses);
        }
    }
}

/// Scales a mesh and moves it to the origin, so that its box's longest side is 2.
fn of_unit_radius(mesh: &TriMesh) -> TriMesh {
    let low = mesh
        .vertices()
        .iter()
        .copied()
        .fold(Vec3::INFINITY, Vec3::min);
    let high = mesh
        .vertices()
        .iter()
        .copied()
        .fold(Vec3::NEG_INFINITY, Vec3::max);
    let (middle, size) = ((low + high) * 0.5, (high - low).max_element());
    let vertices = mesh.vertices().iter();
    let vertices = vertices.map(|v| (*v - middle) * (2.0 / size)).collect();
    TriMesh::new(vertices, mesh.triangles().to_vec()).expect("as sound as before")
}

/// Returns a random rotation at a distance of 1 to 3 from the origin.
fn beside(rng: &mut Pcg32) -> Pose {
    let mut vector = || loop {
        let v = Vec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0f32..1.0)));
        if (0.01..1.0).contains(&v.length_squared()) {
            return v;
        }
    };
    let (axis, direction) = (vector(), vector().normalize());
    let rotation = Quat::from_xyzw(axis.x, axis.y, axis.z, 0.5);
    let far = rng.random_range(1.0f32..3.0);
    Pose::new(rotation, direction * far).expect("finite")
}

/// Returns the poses of source 1's path without the turn inside the other car, and a drive around it. Poses
/// with overlap are skipped later.
fn car_path() -> Vec<Pose> {
    let at =
        |x: f32, z: f32, angle: f32| Pose::new(yaw(angle), Vec3::new(x, 0.0, z)).expect("finite");
    let approach = (0..100).map(|i| at(3.0 - 0.03 * i as f32, 0.03, 0.4));
    let leave = (0..100).map(|i| at(-0.03 * i as f32, 0.03, 0.4));
    let around = (0..100).map(|i| {
        let angle = TAU * i as f32 / 100.0;
        at(2.0 * angle.cos(), 2.0 * angle.sin(), 3.0 * angle)
    });
    approach.chain(leave).chain(around).collect()
}

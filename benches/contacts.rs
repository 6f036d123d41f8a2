//! `cargo bench --bench contacts`: all contacts of two cars within 1 cm, and parry's deepest one.
//!
//! Source 1's scene: a car that approaches another, turns once inside it and leaves. Parry's
//! `contact` of two meshes looks for one pair of points; ours for all local minima. Both engines
//! get the same meshes and the same poses and take turns, so that a noisy machine disturbs both
//! alike; each pose is timed several times and its best time counts. Printed are the medians over
//! the poses and the median of the ratios pose by pose, for poses where the cars are farther apart
//! than the tolerance, where they are near, and where they overlap.

use std::f32::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

use dodgem::collision::{Budget, BuildOptions, Model, Scratch, collide, contacts};
use dodgem::geometry::{Pose, TriMesh, obj, yaw};
use glam::Vec3;
use parry3d::math::{Pose as PeerPose, Rotation, Vector};
use parry3d::query::contact;
use parry3d::shape::TriMesh as PeerMesh;

/// How near is a contact, in metres.
const TOLERANCE: f32 = 0.01;

/// How often each pose is timed.
const REPEATS: usize = 5;

fn peer(mesh: &TriMesh) -> PeerMesh {
    let vertices = mesh.vertices().iter();
    let vertices = vertices.map(|v| Vector::new(v.x, v.y, v.z)).collect();
    PeerMesh::new(vertices, mesh.triangles().to_vec()).expect("a sound mesh")
}

fn peer_pose(pose: &Pose) -> PeerPose {
    let (q, t) = (pose.rotation(), pose.translation());
    PeerPose::from_parts(
        Vector::new(t.x, t.y, t.z),
        Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    )
}

/// The best of several times, in microseconds, and the answer.
fn timed<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut answer = None;
    for _ in 0..REPEATS {
        let start = Instant::now();
        let found = black_box(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
        answer = Some(found);
    }
    (best, answer.expect("run at least once"))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    let text = std::fs::read("assets/models/bumper_car.obj").expect("run in the project's folder");
    let car = obj::parse(&text).expect("a sound model").mesh;
    let model = Model::build(&car, &BuildOptions::default()).expect("a sound mesh");
    let peer_car = peer(&car);
    let mut scratch = Scratch::default();
    let mut out = Vec::new();
    let mut rows: [Vec<(f64, f64, f64)>; 3] = Default::default();
    let here = Pose::IDENTITY;
    // Without the peer, for a profiler.
    let alone = std::env::args().any(|argument| argument == "--alone");
    for pose in car_path() {
        let (ours, count) = timed(|| {
            let budget = Budget::Unlimited;
            contacts(
                &model,
                &here,
                &model,
                &pose,
                TOLERANCE,
                budget,
                &mut scratch,
                &mut out,
            );
            out.len()
        });
        let place = peer_pose(&pose);
        if alone {
            continue;
        }
        let (theirs, found) = timed(|| {
            contact(&PeerPose::IDENTITY, &peer_car, &place, &peer_car, TOLERANCE)
                .expect("meshes are supported")
        });
        let overlap = collide(
            &model,
            &here,
            &model,
            &pose,
            Budget::Unlimited,
            &mut scratch,
        );
        let class = if overlap.is_hit() {
            2
        } else {
            usize::from(count > 0)
        };
        if class == 0 {
            assert!(found.is_none(), "parry finds a contact at {pose:?}");
        }
        rows[class].push((ours, theirs, count as f64));
    }
    println!("| cars | contacts | ours us | parry us | ratio |");
    println!("|---|---|---|---|---|");
    for (times, name) in rows.into_iter().zip(["apart", "near", "overlapping"]) {
        if times.is_empty() {
            continue;
        }
        let count = times.len();
        let of = |pick: fn(&(f64, f64, f64)) -> f64| median(times.iter().map(pick).collect());
        println!(
            "| {name} ({count} poses) | {} | {:.2} | {:.2} | {:.3} |",
            of(|t| t.2),
            of(|t| t.0),
            of(|t| t.1),
            of(|t| t.0 / t.1),
        );
    }
}

/// Approach from three metres, a full turn in the middle, and away: source 1's path. Near the
/// touch the steps are of a millimetre.
fn car_path() -> Vec<Pose> {
    let at = |x: f32, angle: f32| Pose::new(yaw(angle), Vec3::new(x, 0.0, 0.03)).expect("finite");
    let approach = (0..100).map(|i| at(3.0 - 0.03 * i as f32, 0.4));
    let turn = (0..100).map(|i| at(0.0, 0.4 + TAU * i as f32 / 100.0));
    let leave = (0..100).map(|i| at(-0.03 * i as f32, 0.4));
    approach.chain(turn).chain(leave).collect()
}

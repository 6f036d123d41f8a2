//! `cargo bench -p dodgem-peers --bench mesh_pairs`: the intersection test of two meshes, ours and parry's,
//! pose by pose.
//!
//! Source 1's two scenes: a car that approaches another, turns once inside it and leaves; and a sphere of
//! 1984 triangles in a slightly larger one. Both engines get the same meshes and poses and take turns, so
//! that a noisy machine disturbs both alike; each pose is timed several times and its best time counts. The
//! bench prints the medians over the poses, the median of the ratios pose by pose (which weighs easy and hard
//! poses equally) and the ratio of the sums of all times. It stops if the answers differ.

#[path = "common/pair.rs"]
mod pair;
#[path = "common/peer.rs"]
mod peer;
#[path = "common/timing.rs"]
mod timing;

use dodgem_collide::math::Pose;
use dodgem_collide::{Collision, Placed, Query, scenes};
use dodgem_peers::record;
use pair::{Pair, car};
use parry3d::math::Pose as PeerPose;
use parry3d::query::intersection_test;
use timing::{median, timed};

/// Times all poses of the second mesh and prints a row for the hits and one for the others.
fn row(name: &str, pair: &Pair, poses: &[Pose]) {
    let mut query = Query::default();
    let mut rows: [Vec<(f64, f64)>; 2] = Default::default();
    for pose in poses {
        let (ours, found) = timed(|| {
            query.intersect(
                Placed::new(&pair.first, &Pose::IDENTITY),
                Placed::new(&pair.second, pose),
            )
        });
        let place = peer::pose(pose);
        let (theirs, answer) = timed(|| {
            intersection_test(
                &PeerPose::IDENTITY,
                &pair.peer_first,
                &place,
                &pair.peer_second,
            )
            .expect("meshes are supported")
        });
        assert_eq!(
            found != Collision::Clear,
            answer.intersecting,
            "{name}: the engines disagree at {pose:?}"
        );
        rows[usize::from(answer.intersecting)].push((ours, theirs));
    }
    for (times, outcome) in rows.into_iter().zip(["apart", "hit"]) {
        if times.is_empty() {
            continue;
        }
        let count = times.len();
        let ratio = median(times.iter().map(|(ours, theirs)| ours / theirs).collect());
        let (ours, theirs): (Vec<_>, Vec<_>) = times.into_iter().unzip();
        let of_sums = ours.iter().sum::<f64>() / theirs.iter().sum::<f64>();
        let (ours, theirs) = (median(ours), median(theirs));
        println!(
            "| {name}, {outcome} ({count} poses) | {ours:.2} | {theirs:.2} | {ratio:.3} | {of_sums:.3} |",
        );
        record(
            "mesh_pairs",
            &format!("{name}, {outcome}, intersection"),
            ours,
            theirs,
        );
    }
}

fn main() {
    println!("| scene | ours us | parry us | ratio, median | of the sums |");
    println!("|---|---|---|---|---|");
    let car = car();
    let pair = Pair::new(&car, &car);
    row("car through car", &pair, &scenes::car_path(400));
    let sphere = |radius| scenes::sphere(32, 32, radius).expect("a sound sphere");
    for ratio in [0.90, 0.95, 0.98, 0.99] {
        let pair = Pair::new(&sphere(1.0), &sphere(ratio));
        row(
            &format!("sphere in sphere, {ratio:.2}"),
            &pair,
            &scenes::tumbling(400),
        );
    }
}

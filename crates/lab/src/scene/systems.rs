//! Crowds of convex bodies that fly and turn in a box, with the pairs that meet in each frame.

use dodgem_oracle::convex as reference;
use glam::DVec3;
use rand::RngExt;

use super::boxes::{Aabb, World};
use super::convex::triangles;
use super::rng;
use super::solids::{ball, in_cube, turn};
use super::sweeps::cuboid;
use crate::broad::Pair;
use crate::mesh_pair::Pose;
use crate::system::Body;

/// Gaps below this are not judged (m).
const UNSURE: f64 = 1e-6;

/// A frame: the pose of each body, the pairs that surely meet, and those that may be called either way.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The poses.
    pub poses: Vec<Pose>,
    /// The pairs that meet.
    pub hits: Vec<Pair>,
    /// The pairs too close to touching.
    pub unsure: Vec<Pair>,
}

/// Bodies over some frames.
#[derive(Clone, Debug)]
pub struct Flock {
    /// The bodies; none is small enough to lie within another.
    pub bodies: Vec<Body>,
    /// The space.
    pub world: World,
    /// The frames.
    pub frames: Vec<Frame>,
}

/// Twelve bodies over some frames.
pub fn flock(frames: usize, seed: u64) -> Flock {
    let mut rng = rng(seed);
    let shapes = [
        ball(4, 6),
        cuboid([0.8, 0.6, 0.9]),
        cuboid([1.5, 0.4, 0.5]),
        ball(5, 7),
    ];
    let bodies: Vec<Body> = (0..12).map(|i| Body::new(shapes[i % 4].clone())).collect();
    let starts: Vec<[DVec3; 4]> = (0..12)
        .map(|_| std::array::from_fn(|_| in_cube(&mut rng)))
        .collect();
    let pace = rng.random_range(0.05..0.1);
    let frame = |at: usize| {
        let time = at as f64;
        let poses: Vec<Pose> = starts.iter().map(|s| pose(s, pace * time)).collect();
        let (mut hits, mut unsure) = (Vec::new(), Vec::new());
        for i in 0..bodies.len() {
            for j in i + 1..bodies.len() {
                let [p, q] = [i, j].map(|k| {
                    bodies[k]
                        .solid
                        .moved(poses[k].rotation, poses[k].translation)
                });
                // No body reaches farther than 1.7 m from its centre.
                let far = poses[i].translation.distance(poses[j].translation) > 3.4;
                let gap = if far {
                    1.0
                } else {
                    reference::gap(&triangles(&p), &triangles(&q)).0
                };
                let list = if gap.abs() < UNSURE {
                    &mut unsure
                } else {
                    &mut hits
                };
                if gap < UNSURE {
                    list.push([i as u32, j as u32]);
                }
            }
        }
        Frame {
            poses,
            hits,
            unsure,
        }
    };
    let frames = (0..frames).map(frame).collect();
    Flock {
        bodies,
        world: World {
            bounds: Aabb::around(DVec3::ZERO, DVec3::splat(6.0)),
            cell: 3.5,
        },
        frames,
    }
}

/// The pose at a time of a body that bounces between walls: its way is folded.
fn pose([start, way, spin, tilt]: &[DVec3; 4], time: f64) -> Pose {
    let folded = |x: f64| {
        let turn = (x + 4.0).rem_euclid(16.0);
        if turn < 8.0 { turn - 4.0 } else { 12.0 - turn }
    };
    let place = *start * 4.0 + *way * time * 10.0;
    Pose {
        rotation: turn(*spin * time * 3.0) * turn(*tilt * 3.0),
        translation: DVec3::new(folded(place.x), folded(place.y), folded(place.z)),
    }
}

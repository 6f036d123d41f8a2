//! Fault 6: not every search has a limit of work.
//!
//! Cause: when a mesh comes into a world, its contacts with itself are searched for without a limit,
//! to grow memory.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_oracle::{meshes, random};
use dodgem_physics::BodyDesc;
use glam::Quat;

use crate::faults::model;
use crate::scene;

/// The time in which a mesh of 9,600 triangles must be added to a world. With a limit of work it takes
/// milliseconds; without one half a minute, growing with the square of the number of bars.
const PATIENCE: Duration = Duration::from_secs(10);

/// Cause: see the head of this file: the mesh is compared with itself, moved aside by 0.98 of its
/// width. Cut-off as reported: 99,000 triangles that cross each other take over 45 s. The slow case needs
/// parts that go through the whole width and all cross each other: fifty overlapping spheres of 99,200
/// triangles take half a second.
#[test]
fn a_mesh_that_crosses_itself_comes_into_a_world_in_limited_time() {
    let mut rng = random::rng(1);
    let bars = (0..800).map(|_| {
        let turn = Quat::from_rotation_x(random::between(&mut rng, 0.0, 3.0));
        let bar = meshes::cuboid(glam::Vec3::new(1.0, 0.3, 0.3)).turned(turn);
        bar.moved(random::in_cube(&mut rng, 0.01))
    });
    let tangle = model(&bars.fold(meshes::Raw::default(), meshes::Raw::with).mesh());
    let (done, waits) = mpsc::channel();
    // A search that has no limit is left behind: it ends with the tests.
    thread::spawn(move || {
        let start = Instant::now();
        let mut world = scene::empty();
        let body = BodyDesc::dynamic(Shape::Mesh(tangle), Pose::IDENTITY);
        let added = world.add(body).is_ok();
        // The receiver is gone if it took too long.
        let _ = done.send((added, start.elapsed()));
    });
    match waits.recv_timeout(PATIENCE) {
        Ok((added, took)) => assert!(added, "it was refused after {took:?}"),
        Err(_) => panic!("it is still not there after {PATIENCE:?}"),
    }
}

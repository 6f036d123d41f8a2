//! `cargo bench -p dodgem-peers --bench sweep_shapes`: the time of impact of solids, and of solids and a
//! mesh, ours and parry's.
//!
//! Random pairs that move towards and past each other, of which about half meet: once only translating
//! (parry: `cast_shapes`), once turning as well, by less than a turn (parry: `cast_shapes_nonlinear`). Both
//! engines get the same shapes and motions and take turns; each pair is timed several times and its best time
//! counts. The bench prints the means over the pairs, the hits of ours and of parry, and the number of our
//! hits that parry missed.
//!
//! Then solids that move past a standing mesh, for which parry's fastest method is its composite sweep
//! (`sweep_time_of_impact_composite`), at equal tolerance and in parts of at most 45 degrees.

#[path = "common/peer.rs"]
mod peer;
#[path = "common/peer_sweep.rs"]
mod peer_sweep;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use dodgem_collide::math::{Motion, Pose};
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::Moving;
use dodgem_collide::query::toi::{Sweep, SweepOptions};
use dodgem_collide::scenes;
use dodgem_collide::shape::{Capsule, ConvexHull, Cuboid, Cylinder, Sphere};
use dodgem_collide::{BuildOptions, Model, PairCache, Query, Shape};
use dodgem_peers::record;
use glam::{Quat, Vec3};
use parry3d::math::Vector;
use parry3d::query::{
    NonlinearRigidMotion, ShapeCastOptions, SweepCompositeFastShape, SweepToiOutput, ToiProxy,
    cast_shapes, cast_shapes_nonlinear, sweep_time_of_impact_composite,
};
use parry3d::shape::{
    Ball, Capsule as PeerCapsule, ConvexPolyhedron, Cuboid as PeerCuboid, Cylinder as PeerCylinder,
    Shape as PeerShape,
};
use peer::pose as peer_pose;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The number of pairs of each kind.
const PAIRS: usize = 1000;
/// The number of timings of each pair.
const REPEATS: usize = 5;

/// A shape for both engines.
struct Both {
    name: &'static str,
    ours: Shape,
    peer: Box<dyn PeerShape>,
}

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn in_cube(rng: &mut Pcg32, half: f32) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| rng.random_range(-half..=half)))
}

fn rotation(rng: &mut Pcg32) -> Quat {
    let axis = in_cube(rng, 1.0).normalize_or(Vec3::Y);
    Quat::from_axis_angle(axis, rng.random_range(0.0..3.1))
}

fn shapes(rng: &mut Pcg32) -> Vec<Both> {
    let both = |name, ours, peer| Both { name, ours, peer };
    let points: Vec<Vec3> = (0..40)
        .map(|_| in_cube(rng, 1.0).normalize_or(Vec3::X) * 0.7)
        .collect();
    let hull = ConvexHull::from_points(&points).expect("a solid hull");
    let peer_points: Vec<Vector> = points.iter().copied().map(vector).collect();
    let peer_hull = ConvexPolyhedron::from_convex_hull(&peer_points).expect("a solid hull");
    let sphere: TriMesh = scenes::sphere(16, 32, 1.0).expect("a sound radius");
    let model = Model::build(&sphere, &BuildOptions::default()).expect("a sound mesh");
    let peer_mesh = peer::mesh(&sphere);
    vec![
        both(
            "ball",
            Shape::Sphere(Sphere::new(0.6).expect("a size")),
            Box::new(Ball::new(0.6)),
        ),
        both(
            "box",
            Shape::Cuboid(Cuboid::new(Vec3::new(0.8, 0.3, 0.5)).expect("a size")),
            Box::new(PeerCuboid::new(Vector::new(0.8, 0.3, 0.5))),
        ),
        both(
            "capsule",
            Shape::Capsule(Capsule::new(0.5, 0.3).expect("a size")),
            Box::new(PeerCapsule::new_y(0.5, 0.3)),
        ),
        both(
            "cylinder",
            Shape::Cylinder(Cylinder::new(0.5, 0.4).expect("a size")),
            Box::new(PeerCylinder::new(0.5, 0.4)),
        ),
        both(
            "hull of 40",
            Shape::Hull(Arc::new(hull)),
            Box::new(peer_hull),
        ),
        both(
            "mesh of 960",
            Shape::Mesh(Arc::new(model)),
            Box::new(peer_mesh),
        ),
    ]
}

/// Returns two motions of bodies of about a metre that lead towards or past each other within a second.
fn motions(rng: &mut Pcg32, turning: bool) -> [Motion; 2] {
    let away = in_cube(rng, 1.0).normalize_or(Vec3::X) * rng.random_range(2.5..4.0);
    let to = in_cube(rng, 1.6);
    let mut spin = || {
        if turning {
            in_cube(rng, 3.0)
        } else {
            Vec3::ZERO
        }
    };
    let spins = [spin(), spin()];
    let from = [Vec3::ZERO, away];
    let velocities = [Vec3::ZERO, (to - away) * 1.5];
    [0, 1].map(|i| {
        let pose = Pose::new(rotation(rng), from[i]).expect("finite");
        Motion::new(pose, velocities[i], spins[i], Vec3::ZERO).expect("finite")
    })
}

fn peer_time(a: &Both, b: &Both, [ma, mb]: &[Motion; 2], turning: bool) -> Option<f32> {
    let (shape_a, shape_b) = (a.peer.as_ref(), b.peer.as_ref());
    let found = if turning {
        let [ma, mb] = [ma, mb].map(|motion| {
            NonlinearRigidMotion::new(
                peer_pose(&motion.start_pose()),
                Vector::ZERO,
                vector(motion.linear_velocity().as_vec3()),
                vector(motion.angular_velocity().as_vec3()),
            )
        });
        cast_shapes_nonlinear(&ma, shape_a, &mb, shape_b, 0.0, 1.0, true)
    } else {
        cast_shapes(
            &peer_pose(&ma.start_pose()),
            vector(ma.linear_velocity().as_vec3()),
            shape_a,
            &peer_pose(&mb.start_pose()),
            vector(mb.linear_velocity().as_vec3()),
            shape_b,
            ShapeCastOptions::with_max_time_of_impact(1.0),
        )
    };
    found.ok().flatten().map(|hit| hit.time_of_impact)
}

/// Returns the best of several times, in microseconds, and the answer.
fn timed<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    for repeat in 1.. {
        let start = Instant::now();
        let found = black_box(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
        // A slow call is repeated less often.
        if repeat >= REPEATS || (repeat >= 3 && best > 2000.0) {
            return (best, found);
        }
    }
    unreachable!("the loop ends by its repeats")
}

/// Returns the end of parry's composite sweep of a moving solid past a standing mesh; `None` if they stay
/// apart.
fn composite(
    mesh: (&dyn PeerShape, &Pose),
    proxy: &ToiProxy,
    parts: &[[parry3d::query::Sweep; 2]],
) -> Option<SweepToiOutput> {
    let pose = peer_pose(mesh.1);
    peer_sweep::first_end(parts, |[_, sweep]| {
        let fast = SweepCompositeFastShape {
            proxy,
            sweep,
            local_centroid: Vector::ZERO,
            // Used only for pairs that overlap at the start; these do not.
            min_extent: 0.3,
        };
        let slop = peer_sweep::SLOP;
        sweep_time_of_impact_composite(mesh.0, &pose, fast, false, false, 1.0, slop)
            .expect("a mesh is supported")
    })
}

/// Times solids that move past the standing mesh, which is the last of the shapes.
fn standing(shapes: &[Both], rng: &mut Pcg32) {
    let mut query = Query::default();
    let (mesh, solids) = shapes.split_last().expect("there are shapes");
    println!(
        "| a standing {} and a moving | ours us | parry's composite sweep us | ratio | meet | parry | missed by parry | only by parry |",
        mesh.name
    );
    println!("|---|---|---|---|---|---|---|---|");
    for turning in [false, true] {
        for solid in solids {
            // Parry cannot express a cylinder as points with a radius.
            let Some(proxy) = ToiProxy::from_shape(solid.peer.as_ref()) else {
                continue;
            };
            let (mut ours, mut theirs) = (0.0, 0.0);
            let (mut meet, mut peer_meet, mut missed, mut added) = (0, 0, 0, 0);
            for _ in 0..PAIRS {
                let [still, moving] = motions(rng, turning);
                let still = Motion::resting(still.start_pose());
                let options = SweepOptions::default();
                let (took, found) = timed(|| {
                    let (a, b) = (&mesh.ours, &solid.ours);
                    let query = &mut query;
                    query.time_of_impact(
                        Moving::new(a, &still),
                        Moving::new(b, &moving),
                        1.0,
                        &options,
                        &mut PairCache::default(),
                    )
                });
                ours += took;
                let parts = peer_sweep::parts([&still, &moving], 1.0);
                let start = still.start_pose();
                let placed = (mesh.peer.as_ref(), &start);
                let (took, peer) = timed(|| composite(placed, &proxy, &parts));
                theirs += took;
                let hit = found != Sweep::Clear;
                meet += u32::from(hit);
                peer_meet += u32::from(peer.is_some());
                missed += u32::from(hit && peer.is_none());
                added += u32::from(!hit && peer.is_some());
            }
            let mean = 1.0 / PAIRS as f64;
            println!(
                "| {}{} | {:.2} | {:.2} | {:.3} | {meet} of {PAIRS} | {peer_meet} | {missed} | {added} |",
                solid.name,
                if turning { ", turning" } else { "" },
                ours * mean,
                theirs * mean,
                ours / theirs,
            );
            let turn = if turning { ", turning" } else { "" };
            let work = format!("{}{turn}, sweep past a {}", solid.name, mesh.name);
            record("sweep_shapes", &work, ours * mean, theirs * mean);
        }
    }
}

fn main() {
    let mut rng = Pcg32::seed_from_u64(7);
    let shapes = shapes(&mut rng);
    let mut query = Query::default();
    let pairs = [
        (0, 0),
        (0, 1),
        (1, 1),
        (2, 3),
        (3, 1),
        (4, 4),
        (5, 0),
        (5, 1),
        (5, 4),
    ];
    for turning in [false, true] {
        println!(
            "{}",
            if turning {
                "translating and turning"
            } else {
                "translating"
            }
        );
        println!("| pair | ours us | parry us | ratio | steps | meet | parry | missed by parry |");
        println!("|---|---|---|---|---|---|---|---|");
        for (a, b) in pairs.map(|(i, j)| (&shapes[i], &shapes[j])) {
            let (mut ours, mut theirs) = (0.0, 0.0);
            let (mut meet, mut peer_meet, mut missed, mut steps) = (0, 0, 0, 0);
            // Parry's turning sweeps of meshes take milliseconds.
            let count = if turning && a.name.starts_with("mesh") {
                PAIRS / 20
            } else {
                PAIRS
            };
            for _ in 0..count {
                let motions = motions(&mut rng, turning);
                let (took, found) = timed(|| {
                    query.time_of_impact(
                        Moving::new(&a.ours, &motions[0]),
                        Moving::new(&b.ours, &motions[1]),
                        1.0,
                        &SweepOptions::default(),
                        &mut PairCache::default(),
                    )
                });
                ours += took;
                steps += found.cost.advancement_steps;
                let (took, peer) = timed(|| peer_time(a, b, &motions, turning));
                theirs += took;
                let hit = found != Sweep::Clear;
                meet += u32::from(hit);
                peer_meet += u32::from(peer.is_some());
                missed += u32::from(hit && peer.is_none());
            }
            let mean = 1.0 / count as f64;
            println!(
                "| {}, {} | {:.2} | {:.2} | {:.3} | {:.1} | {meet} of {count} | {peer_meet} | {missed} |",
                a.name,
                b.name,
                ours * mean,
                theirs * mean,
                ours / theirs,
                steps as f64 * mean
            );
            let moves = if turning { "turning" } else { "translating" };
            let work = format!("{} and {}, {moves}, sweep", a.name, b.name);
            record("sweep_shapes", &work, ours * mean, theirs * mean);
        }
    }
    standing(&shapes, &mut Pcg32::seed_from_u64(8));
}

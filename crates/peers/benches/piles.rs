//! `cargo bench -p dodgem-peers --bench piles`: piles like those that players build, in our engine and in
//! rapier, with default settings.
//!
//! Each pile is run twice: once until all of it sleeps, for 20 s at most, and once kept awake for a minute.
//! The bench prints the seconds until all bodies sleep; the largest distance that a body crept from 2 s to
//! the end ("falls" if a body moved by more than 30 cm); the deepest overlap at the end of any step; and the
//! mean time of a step while kept awake. Overlaps of rapier are those of its own contacts. `--quick` takes 10
//! s instead of a minute; words select the piles whose names contain one of them.

#[path = "../../physics/tests/world/pile_scenes.rs"]
#[expect(dead_code, reason = "the tests hold piles to more")]
mod scenes;

use std::time::Instant;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_physics::{BodyId, World};
use glam::DVec3;
use rapier3d::prelude::{
    ColliderBuilder, IntegrationParameters, PhysicsWorld, Pose as PeerPose, RigidBodyBuilder,
    RigidBodyHandle, Rotation, Vector,
};

use crate::scenes::{FRICTION, Pile};

/// The time from which creep is measured, in seconds.
const SETTLED: f64 = 2.0;
/// The displacement of a body at which a pile has fallen, in metres.
const FALLEN: f64 = 0.3;
/// The longest wait for sleep, in seconds.
const PATIENCE: f64 = 20.0;

/// An engine that contains a pile.
trait Engine {
    fn new(pile: &Pile, may_sleep: bool) -> Self;
    fn step(&mut self);
    fn is_asleep(&self) -> bool;
    fn centers(&self) -> Vec<DVec3>;
    /// Returns the deepest overlap after the step, in metres.
    fn overlap(&self) -> f64;
}

struct Ours {
    world: World,
    bodies: Vec<BodyId>,
}

impl Engine for Ours {
    fn new(pile: &Pile, may_sleep: bool) -> Ours {
        let (mut world, bodies) = pile.build();
        for id in &bodies {
            world.set_sleep(*id, may_sleep).unwrap();
        }
        Ours { world, bodies }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn is_asleep(&self) -> bool {
        let mut all = self.bodies.iter();
        all.all(|id| self.world[*id].is_asleep())
    }

    fn centers(&self) -> Vec<DVec3> {
        let center = |id: &BodyId| self.world[*id].center();
        self.bodies.iter().map(center).collect()
    }

    fn overlap(&self) -> f64 {
        let depths = self.world.touches().map(|touch| -f64::from(touch.distance));
        depths.fold(0.0, f64::max)
    }
}

struct Peer {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
}

fn collider(shape: &Shape) -> ColliderBuilder {
    let collider = match shape {
        Shape::Cuboid(cuboid) => {
            let half = cuboid.half_extents();
            ColliderBuilder::cuboid(half.x, half.y, half.z)
        }
        Shape::Sphere(ball) => ColliderBuilder::ball(ball.radius()),
        Shape::Capsule(it) => ColliderBuilder::capsule_y(it.half_length(), it.radius()),
        Shape::Cylinder(it) => ColliderBuilder::cylinder(it.half_height(), it.radius()),
        other => panic!("no pile has {other:?}"),
    };
    collider.friction(FRICTION).restitution(0.0)
}

fn peer_pose(pose: &Pose) -> PeerPose {
    let (at, turn) = (pose.translation(), pose.rotation());
    PeerPose::from_parts(
        Vector::new(at.x, at.y, at.z),
        Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w),
    )
}

impl Engine for Peer {
    fn new(pile: &Pile, may_sleep: bool) -> Peer {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, -9.81, 0.0),
            integration_parameters: IntegrationParameters {
                dt: (1.0 / pile.steps_per_second) as f32,
                ..IntegrationParameters::default()
            },
            ..PhysicsWorld::default()
        };
        let PhysicsWorld {
            bodies, colliders, ..
        } = &mut world;
        for (shape, pose) in pile.ground() {
            let body = bodies.insert(RigidBodyBuilder::fixed().pose(peer_pose(&pose)));
            colliders.insert_with_parent(collider(&shape), body, bodies);
        }
        let mut add = |part: &scenes::Part| {
            let body = RigidBodyBuilder::dynamic()
                .pose(peer_pose(&part.pose))
                .can_sleep(may_sleep);
            let body = bodies.insert(body);
            let collider = collider(&part.shape).density(part.density);
            colliders.insert_with_parent(collider, body, bodies);
            body
        };
        let bodies = pile.parts.iter().map(&mut add).collect();
        Peer { world, bodies }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn is_asleep(&self) -> bool {
        let mut all = self.bodies.iter();
        all.all(|body| self.world.bodies[*body].is_sleeping())
    }

    fn centers(&self) -> Vec<DVec3> {
        let center = |body: &RigidBodyHandle| {
            let at = self.world.bodies[*body].center_of_mass();
            DVec3::new(at.x.into(), at.y.into(), at.z.into())
        };
        self.bodies.iter().map(center).collect()
    }

    fn overlap(&self) -> f64 {
        let pairs = self.world.narrow_phase.contact_pairs();
        let points = pairs.flat_map(|pair| pair.manifolds().iter().flat_map(|m| &m.points));
        points
            .map(|point| -f64::from(point.dist))
            .fold(0.0, f64::max)
    }
}

/// Returns the cells of a row for one engine.
fn cells<E: Engine>(pile: &Pile, seconds: f64) -> String {
    let mut engine = E::new(pile, true);
    let mut overlap = 0.0_f64;
    let steps = |seconds: f64| (seconds * pile.steps_per_second) as u64;
    let mut slept = None;
    for step in 0..steps(PATIENCE) {
        engine.step();
        overlap = overlap.max(engine.overlap());
        if engine.is_asleep() {
            slept = Some((step + 1) as f64 / pile.steps_per_second);
            break;
        }
    }
    let mut engine = E::new(pile, false);
    let (mut from, mut off, mut fell) = (Vec::new(), 0.0_f64, None);
    let (mut busy, mut taken) = (0.0, 0);
    for step in 0..steps(seconds) {
        let start = Instant::now();
        engine.step();
        busy += start.elapsed().as_secs_f64();
        taken += 1;
        overlap = overlap.max(engine.overlap());
        if step == steps(SETTLED) {
            from = engine.centers();
        }
        if step % 60 == 0 || step + 1 == steps(seconds) {
            let now = engine.centers();
            let moved = now.iter().zip(&from).map(|(now, from)| now.distance(*from));
            off = moved.fold(0.0, f64::max);
            if off > FALLEN && !pile.in_pit {
                fell = Some(step as f64 / pile.steps_per_second);
                break;
            }
        }
    }
    let slept = slept.map_or("never".to_owned(), |s| format!("{s:.2} s"));
    let crept = fell.map_or(format!("{:.2} mm", off * 1e3), |s| {
        format!("falls, {s:.0} s")
    });
    let mean = busy / f64::from(taken) * 1e3;
    format!("{slept} | {crept} | {:.1} mm | {mean:.3} ms", overlap * 1e3)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = arguments.iter().any(|a| a == "--quick");
    let words: Vec<_> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let seconds = if is_quick { 10.0 } else { 60.0 };
    println!(
        "| pile | ours: sleeps | creeps | overlap | a step | rapier: sleeps | creeps | overlap | a step |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let heaps = (1..=3).map(|seed| Pile::heap(200, seed));
    for pile in Pile::standing().into_iter().chain(heaps) {
        if words.is_empty() || words.iter().any(|word| pile.name.contains(*word)) {
            let ours = cells::<Ours>(&pile, seconds);
            let peer = cells::<Peer>(&pile, seconds);
            println!("| {} | {ours} | {peer} |", pile.name);
        }
    }
}

//! `cargo bench -p dodgem-peers --bench shaken`: a thousand bodies of all shapes in a closed mesh box that is
//! shaken and turned, in our engine and in rapier, each on one core.
//!
//! Ours is the scene of `tests/world/shaken.rs`: balls, boxes, capsules, cylinders, cones, hulls and meshes,
//! none of which ever leaves the box. Rapier gets the same shapes, but hulls in place of meshes, because it
//! has no continuous collision detection for moving meshes; it is on for every body. Its box is the same
//! mesh, or with `--six` six thick boxes. Both are shaken alike and take turns step by step. The bench prints
//! a row for each second: milliseconds per step, the fraction of the time that bodies waited (ours), and the
//! number of bodies outside. A number sets the duration in seconds instead of 2; `--alone` leaves rapier out,
//! and `--peer` ours.

#[path = "../../physics/tests/world/scene.rs"]
#[expect(dead_code, reason = "the tests make more of it")]
mod scene;
#[path = "../../physics/tests/world/shaker.rs"]
mod shaker;

use std::time::Instant;

use dodgem_collide::Shape;
use dodgem_collide::mesh::TriMesh;
use dodgem_peers::record;
use dodgem_physics::{Body, Material, Settings};
use glam::Vec3;
use rapier3d::prelude::{
    ColliderBuilder, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector,
};

use crate::shaker::{Shaker, box_mesh, swing, thousand};

const STEP: f64 = 1.0 / 120.0;
const STEPS_OF_SECOND: u32 = 120;

/// The thickness of the six boxes, in metres.
const THICK: f32 = 1.0;

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn hull(points: &[Vec3]) -> ColliderBuilder {
    let points: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
    ColliderBuilder::convex_hull(&points).expect("a hull")
}

fn collider(shape: &Shape) -> ColliderBuilder {
    match shape {
        Shape::Sphere(s) => ColliderBuilder::ball(s.radius()),
        Shape::Cuboid(s) => {
            let half = s.half_extents();
            ColliderBuilder::cuboid(half.x, half.y, half.z)
        }
        Shape::Capsule(s) => ColliderBuilder::capsule_y(s.half_length(), s.radius()),
        Shape::Cylinder(s) => ColliderBuilder::cylinder(s.half_height(), s.radius()),
        Shape::Cone(s) => ColliderBuilder::cone(s.half_height(), s.radius()),
        Shape::Hull(s) => hull(s.vertices()),
        Shape::Mesh(s) => hull(s.mesh().vertices()),
        _ => unreachable!("no other body is in the box"),
    }
}

fn mesh_collider(mesh: &TriMesh) -> ColliderBuilder {
    let vertices = mesh.vertices().iter().map(|v| vector(*v)).collect();
    ColliderBuilder::trimesh(vertices, mesh.triangles().to_vec()).expect("a sound mesh")
}

struct Peer {
    world: PhysicsWorld,
    shell: RigidBodyHandle,
    bodies: Vec<RigidBodyHandle>,
    half: f32,
}

impl Peer {
    /// Builds rapier's world with the bodies of ours.
    fn new(ours: &Shaker, six: bool) -> Peer {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, -9.81, 0.0),
            integration_parameters: IntegrationParameters {
                dt: STEP as f32,
                ..IntegrationParameters::default()
            },
            ..PhysicsWorld::default()
        };
        let material = Material::default();
        let surface = |collider: ColliderBuilder| {
            collider
                .friction(material.friction)
                .restitution(material.restitution)
                .density(1000.0)
        };
        let PhysicsWorld {
            bodies, colliders, ..
        } = &mut world;
        let shell = bodies.insert(RigidBodyBuilder::kinematic_velocity_based());
        let half = ours.half;
        if six {
            for axis in Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]) {
                let thin = axis.abs() * (0.5 * THICK - half - THICK) + Vec3::splat(half + THICK);
                let wall = ColliderBuilder::cuboid(thin.x, thin.y, thin.z);
                let wall = wall.translation(vector(axis * (half + 0.5 * THICK)));
                colliders.insert_with_parent(surface(wall), shell, bodies);
            }
        } else {
            let walls = mesh_collider(&box_mesh(half, 6));
            colliders.insert_with_parent(surface(walls), shell, bodies);
        }
        let mut add = |body: &Body| {
            let (turn, place) = (body.pose().rotation(), body.pose().translation());
            let (axis, angle) = turn.to_axis_angle();
            let desc = RigidBodyBuilder::dynamic()
                .translation(vector(place))
                .rotation(vector(axis * angle))
                .ccd_enabled(true);
            let handle = bodies.insert(desc);
            colliders.insert_with_parent(surface(collider(body.shape())), handle, bodies);
            handle
        };
        let all = ours.bodies.iter().map(|id| &ours.world[*id]);
        let all = all.map(&mut add).collect();
        Peer {
            world,
            shell,
            bodies: all,
            half,
        }
    }

    /// Takes a step; returns its milliseconds.
    fn step(&mut self, time: f64) -> f64 {
        let (velocity, turning) = swing(time);
        let shell = &mut self.world.bodies[self.shell];
        shell.set_linvel(vector(velocity), true);
        shell.set_angvel(vector(turning), true);
        let start = Instant::now();
        self.world.step();
        start.elapsed().as_secs_f64() * 1e3
    }

    /// Returns the number of bodies outside the box.
    fn outside(&self) -> usize {
        let shell = self.world.bodies[self.shell].position();
        let is_out = |body: &&RigidBodyHandle| {
            let center = self.world.bodies[**body].center_of_mass();
            let local = shell.inverse() * center;
            let far = local.x.abs().max(local.y.abs()).max(local.z.abs());
            far >= self.half || far.is_nan()
        };
        self.bodies.iter().filter(is_out).count()
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|a| a == name);
    let seconds = arguments.iter().find_map(|a| a.parse::<u32>().ok());
    let mut ours = thousand(Settings::default());
    let mut peer = (!has("--alone")).then(|| Peer::new(&ours, has("--six")));
    println!("A thousand bodies in a shaken box; milliseconds a step in each second.\n");
    println!("| second | ours | waited | outside | rapier | outside |");
    println!("|---|---|---|---|---|---|");
    for second in 1..=seconds.unwrap_or(2) {
        let (mut times, mut debt) = ([0.0; 2], 0.0);
        for step in 0..STEPS_OF_SECOND {
            let time = f64::from((second - 1) * STEPS_OF_SECOND + step) * STEP;
            if !has("--peer") {
                let start = Instant::now();
                debt += ours.one().debt;
                times[0] += start.elapsed().as_secs_f64() * 1e3;
            }
            times[1] += peer.as_mut().map_or(0.0, |peer| peer.step(time));
        }
        let [mean, of_peer] = times.map(|time| time / f64::from(STEPS_OF_SECOND));
        let waited = 100.0 * debt / ours.bodies.len() as f64;
        let out = ours.outside().count();
        let lost = peer.as_ref().map_or(0, Peer::outside);
        println!("| {second} | {mean:.1} | {waited:.2} % | {out} | {of_peer:.1} | {lost} |");
        if peer.is_some() {
            let work = format!("shaken box of 1000, second {second} ({out} and {lost} lost)");
            record("shaken", &work, mean * 1e3, of_peer * 1e3);
        }
    }
}

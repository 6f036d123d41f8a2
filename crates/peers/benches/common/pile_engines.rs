//! A pile in our engine and in rapier, with default settings.

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_physics::{BodyId, World};
use glam::DVec3;
use rapier3d::prelude::{
    ColliderBuilder, IntegrationParameters, PhysicsWorld, Pose as PeerPose, RigidBodyBuilder,
    RigidBodyHandle, Rotation, Vector,
};

use crate::scenes::{FRICTION, Part, Pile};

/// An engine that contains a pile.
pub trait Engine {
    fn new(pile: &Pile, may_sleep: bool) -> Self;
    fn step(&mut self);
    /// True if all bodies sleep.
    fn is_asleep(&self) -> bool;
    fn centers(&self) -> Vec<DVec3>;
    /// Returns the deepest overlap after the step, in metres.
    fn overlap(&self) -> f64;
}

pub struct Ours {
    pub world: World,
    pub bodies: Vec<BodyId>,
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
        let depths = self.world.contacts().map(|contact| -contact.distance);
        depths.fold(0.0, f64::max)
    }
}

pub struct Peer {
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
        let mut add = |part: &Part| {
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

//! Bodies that are added and removed at random, with joints and changes. A run repeats to the bit, also
//! from every snapshot on, in its world and in a new one; a second run in one world allocates nothing.

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Child, Compound, ConvexHull, Cuboid, Sphere};
use dodgem_collide::{BuildOptions, Model, Shape};
use dodgem_oracle::counting::allocations;
use dodgem_physics::{
    BodyDesc, BodyId, BodyKind, JointDesc, JointId, Mass, Settings, Snapshot, StateHasher, World,
};
use glam::{DVec3, Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The approximate number of bodies at a time.
const LIVING: usize = 150;

/// The length of a run and its changes.
#[derive(Clone, Copy)]
struct Plan {
    steps: u64,
    /// The number of bodies added in every step.
    added: usize,
    /// The number of steps between two snapshots.
    every: u64,
}

const WHOLE: Plan = Plan {
    steps: 2000,
    added: 5,
    every: 200,
};

const TENTH: Plan = Plan {
    steps: 200,
    added: 5,
    every: 50,
};

/// All shapes, made once: bodies share them.
struct Cast {
    shapes: Vec<Shape>,
}

impl Cast {
    fn new() -> Cast {
        let cuboid = |x, y, z| Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).expect("a size"));
        let sphere = |radius| Shape::Sphere(Sphere::new(radius).expect("a size"));
        let corners = [0, 1, 2, 3, 4, 5, 6].map(|i| {
            let angle = i as f32 * 2.4;
            Vec3::new(angle.sin(), 0.3 * i as f32 - 0.9, angle.cos()) * 0.4
        });
        let hull = ConvexHull::from_points(&corners).expect("a hull");
        let mesh = Model::build(&hull.to_mesh().expect("a mesh"), &BuildOptions::default());
        let child = |shape, x: f32| Child {
            shape,
            pose: Pose::from_translation(Vec3::X * x).expect("a place"),
            tag: 0,
        };
        let two = vec![child(sphere(0.3), 0.4), child(cuboid(0.3, 0.2, 0.2), -0.2)];
        Cast {
            shapes: vec![
                sphere(0.3),
                cuboid(0.3, 0.2, 0.4),
                Shape::Capsule(Capsule::new(0.3, 0.2).expect("a size")),
                Shape::Hull(Arc::new(hull)),
                Shape::Mesh(Arc::new(mesh.expect("a model"))),
                Shape::Compound(Arc::new(Compound::new(two).expect("children"))),
            ],
        }
    }
}

fn new_world() -> World {
    let mut world = World::new(Settings::default()).expect("sound settings");
    let floor = Shape::Cuboid(Cuboid::new(Vec3::new(30.0, 1.0, 30.0)).expect("a size"));
    let below = Pose::from_translation(Vec3::NEG_Y).expect("a place");
    world.add(BodyDesc::fixed(floor, below)).expect("a floor");
    world
}

/// The changes between two steps. They depend only on the number of steps and on the bodies in the world, by their
/// order: so equal worlds get equal changes.
struct Deeds<'c> {
    cast: &'c Cast,
    plan: Plan,
    /// Memory used again.
    ids: Vec<BodyId>,
    joints: Vec<JointId>,
    /// The number of memory requests made for the shapes of bodies that are added or changed.
    of_shapes: u64,
    added: usize,
}

impl Deeds<'_> {
    fn new(cast: &Cast, plan: Plan) -> Deeds<'_> {
        Deeds {
            cast,
            plan,
            ids: Vec::with_capacity(4 * LIVING),
            joints: Vec::with_capacity(4 * LIVING),
            of_shapes: 0,
            added: 0,
        }
    }

    fn pick(&mut self, world: &World, random: &mut Pcg32) -> Option<BodyId> {
        self.ids.clear();
        self.ids
            .extend(world.bodies().skip(1).map(|body| body.id()));
        match self.ids.len() {
            0 => None,
            count => Some(self.ids[random.random_range(0..count)]),
        }
    }

    fn desc(&self, random: &mut Pcg32) -> BodyDesc {
        let mut number = |size: f32| random.random_range(-size..size);
        let place = Vec3::new(number(7.0), 3.0 + number(2.5), number(7.0));
        let turn = Quat::from_xyzw(number(1.0), number(1.0), number(1.0), 1.5).normalize();
        let velocity = Vec3::new(number(6.0), number(6.0), number(6.0));
        let shape = self.cast.shapes[random.random_range(0..self.cast.shapes.len())].clone();
        let kind = match random.random_range(0..12) {
            0 => BodyKind::Static,
            1 => BodyKind::Kinematic,
            _ => BodyKind::Dynamic,
        };
        BodyDesc {
            kind,
            velocity,
            sensor: random.random_range(0..10) == 0,
            mass: Mass::Kilograms(2.0),
            ..BodyDesc::dynamic(shape, Pose::new(turn, place).expect("a pose"))
        }
    }

    /// Makes the changes before the next step.
    fn act(&mut self, world: &mut World) {
        let random = &mut Pcg32::seed_from_u64(world.steps() * 7 + 3);
        for _ in 0..self.plan.added {
            if world.bodies().count() > LIVING
                && let Some(id) = self.pick(world, random)
            {
                world.remove(id).expect("it is there");
            }
            let desc = self.desc(random);
            let before = allocations();
            world.add(desc).expect("a body");
            self.of_shapes += allocations() - before;
            self.added += 1;
        }
        let Some(one) = self.pick(world, random) else {
            return;
        };
        let before = allocations();
        let deed = random.random_range(0..12);
        match deed {
            0 => world.set_kind(one, BodyKind::Dynamic).expect("it is there"),
            1 => world
                .set_mass(one, Mass::Kilograms(5.0))
                .expect("it is there"),
            2 => {
                let shape =
                    self.cast.shapes[random.random_range(0..self.cast.shapes.len())].clone();
                world
                    .change(one, |body| body.shape = shape)
                    .expect("it is there");
            }
            3 => world
                .set_velocity(one, Vec3::X, Vec3::Y)
                .expect("it is there"),
            4 => {
                let pose = self.desc(random).pose;
                world.set_pose(one, &pose).expect("it is there");
            }
            5 => world.wake(one).expect("it is there"),
            6 | 7 => {
                let at = world[one].center().as_vec3();
                let other = self.pick(world, random).filter(|other| *other != one);
                let joint = JointDesc::ball(one, other, at);
                let _ = world.add_joint(&joint);
            }
            8 => {
                self.joints.clear();
                self.joints.extend(world.joints().map(|joint| joint.id()));
                if let Some(joint) = self.joints.first() {
                    world.remove_joint(*joint).expect("it is there");
                }
            }
            9 => world
                .add_impulse_at(one, DVec3::Y * 6.0, DVec3::ZERO)
                .expect("it is there"),
            _ => {}
        }
        if deed < 3 {
            self.of_shapes += allocations() - before;
        }
    }

    /// Acts and steps until `end`; hands on the hash of everything after each step.
    fn run(&mut self, world: &mut World, end: u64, mut after: impl FnMut(&World, u64)) {
        while world.steps() < end {
            self.act(world);
            world.step();
            let hash = fingerprint(world);
            after(world, hash);
        }
    }
}

/// The state's hash with the events and contacts of the step.
fn fingerprint(world: &World) -> u64 {
    let mut hasher = StateHasher::default();
    hasher.integer(world.state_hash());
    let report = world.report();
    for list in [&report.began, &report.ended] {
        for meeting in list {
            hasher.integer(meeting.a.index() as u64);
            hasher.integer(meeting.b.index() as u64);
        }
    }
    hasher.integer(report.impacts.len() as u64);
    for contact in world.contacts() {
        hasher.integer(u64::from(contact.normal_impulse.to_bits()));
    }
    hasher.finish()
}

/// The hash after every step from the first on, and the snapshots on the way.
struct Story {
    hashes: Vec<u64>,
    snapshots: Vec<Snapshot>,
}

fn tell(deeds: &mut Deeds, world: &mut World) -> Story {
    let (steps, every) = (deeds.plan.steps, deeds.plan.every);
    let mut story = Story {
        hashes: Vec::with_capacity(steps as usize),
        snapshots: vec![world.snapshot()],
    };
    deeds.run(world, steps, |world, hash| {
        story.hashes.push(hash);
        if world.steps() % every == 0 {
            story.snapshots.push(world.snapshot());
        }
    });
    story
}

fn check(plan: Plan) {
    let cast = Cast::new();
    let mut deeds = Deeds::new(&cast, plan);
    let mut world = new_world();
    let story = tell(&mut deeds, &mut world);
    assert_eq!(deeds.added, plan.steps as usize * plan.added);
    // Repeats the run in a new world.
    let again = tell(&mut Deeds::new(&cast, plan), &mut new_world());
    assert!(
        again.hashes == story.hashes,
        "it differs when it is run again"
    );
    // From each snapshot on, in this world and in a new one.
    let mut follow = |world: &mut World, snapshot: &Snapshot| {
        world.restore(snapshot).expect("any world");
        deeds.run(world, plan.steps, |world, hash| {
            let step = world.steps();
            assert_eq!(
                hash,
                story.hashes[step as usize - 1],
                "step {step} from {}",
                snapshot.steps()
            );
        });
    };
    for snapshot in &story.snapshots {
        follow(&mut world, snapshot);
        follow(
            &mut World::new(Settings::default()).expect("sound settings"),
            snapshot,
        );
    }
}

/// Repeats everything in one world, with snapshots and restores; the second run must not allocate.
fn count_again(plan: Plan) {
    let cast = Cast::new();
    let mut deeds = Deeds::new(&cast, plan);
    let mut world = new_world();
    let beginning = world.snapshot();
    let mut kept = Snapshot::default();
    let mut sum = 0;
    for round in 0..2 {
        deeds.of_shapes = 0;
        let before = allocations();
        world.restore(&beginning).expect("its own");
        deeds.run(&mut world, plan.steps, |world, hash| {
            sum ^= hash;
            if world.steps() % plan.every == 0 {
                world.snapshot_into(&mut kept);
            }
        });
        let spent = allocations() - before;
        if round > 0 {
            assert_eq!(
                spent - deeds.of_shapes,
                0,
                "beside those of {} for shapes",
                deeds.of_shapes
            );
        }
    }
    assert_eq!(sum, 0, "both rounds are the same");
}

#[test]
fn a_tenth_of_it_is_the_same_to_the_bit() {
    check(TENTH);
}

#[test]
#[ignore = "takes a minute"]
fn ten_thousand_bodies_over_two_thousand_steps_are_the_same_to_the_bit() {
    check(WHOLE);
}

#[test]
fn a_second_time_nothing_is_allocated() {
    count_again(TENTH);
}

#[test]
#[ignore = "takes a while"]
fn a_second_time_all_of_it_allocates_nothing() {
    count_again(WHOLE);
}

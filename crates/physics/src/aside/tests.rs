//! Worlds that set bodies aside, beside worlds that never do.

use glam::{DVec3, Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::world::Parts;
use crate::{
    BodyDesc, BodyId, BodyKind, Forces, JointDesc, Mass, Material, Settings, Snapshot, World,
};
use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Cuboid, Sphere};

/// The distance of the places of islands, in metres.
const APART: f32 = 3.0;
/// The places along one side.
const ACROSS: usize = 6;

fn block(x: f32, y: f32, z: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z)).unwrap())
}

fn at(place: Vec3) -> Pose {
    Pose::from_translation(place).unwrap()
}

/// The middle of a place on the floor.
fn spot(n: usize) -> Vec3 {
    let [x, z] = [n % ACROSS, n / ACROSS].map(|i| (i as f32 - 2.5) * APART);
    Vec3::new(x, 0.0, z)
}

/// Presses a body off what is under it by a spring along a ray, and along its way.
fn hover(forces: &mut Forces, id: BodyId, along: f64) {
    // It may have been removed.
    let Ok(body) = forces.body(id) else { return };
    let (center, speed, mass) = (body.center(), body.velocity(), body.mass());
    let is_free = body.is_dynamic() && (!body.is_asleep() || along != 0.0);
    let [hit] = forces.rays([center.as_vec3()], Vec3::NEG_Y, 0.7, id);
    let Some(hit) = hit else { return };
    if is_free {
        let lift = mass * (100.0 * (0.6 - f64::from(hit.distance)) - 10.0 * speed.y);
        let force = DVec3::new(mass * (along - speed.x), lift, -mass * speed.z);
        forces.press(id, force, center).unwrap();
        forces.press(hit.body, -force, center).unwrap();
    }
    forces.note_support(id, hit.body);
}

/// Boxes and balls on tiles, some joined, some in zones, some on platforms; a body that hovers over a crate.
struct Scene {
    world: World,
    bodies: Vec<BodyId>,
    platforms: Vec<BodyId>,
    tiles: Vec<BodyId>,
    hovering: BodyId,
    /// The acceleration along x of the one that hovers, in m/s^2.
    along: f64,
}

impl Scene {
    fn new(seed: u64, least: Option<usize>) -> Scene {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut world = World::new(Settings::default()).unwrap();
        *Parts::of(&mut world).aside = super::Aside {
            least,
            ..super::Aside::default()
        };
        let (mut bodies, mut platforms, mut tiles) = (Vec::new(), Vec::new(), Vec::new());
        for n in 0..ACROSS * ACROSS {
            let (middle, half) = (spot(n), 0.5 * APART);
            let top = match random.random_range(0..6) {
                0 => {
                    let under = BodyDesc {
                        kind: BodyKind::Kinematic,
                        ..BodyDesc::fixed(block(1.0, 0.1, 1.0), at(middle + Vec3::Y * 0.1))
                    };
                    platforms.push(world.add(under).unwrap());
                    0.2
                }
                1 => {
                    let zone = BodyDesc::fixed(block(0.6, 0.6, 0.6), at(middle + Vec3::Y * 0.6));
                    let zone = BodyDesc {
                        sensor: true,
                        ..zone
                    };
                    world.add(zone).unwrap();
                    0.0
                }
                _ => 0.0,
            };
            let tile = BodyDesc::fixed(block(half, 0.5, half), at(middle - Vec3::Y * 0.5));
            tiles.push(world.add(tile).unwrap());
            let mut below = None;
            for level in 0..random.random_range(0..4) {
                let height = top + 0.2 + 0.401 * level as f32;
                let shape = match random.random_range(0..4) {
                    0 => Shape::Sphere(Sphere::new(0.2).unwrap()),
                    _ => block(0.2, 0.2, 0.2),
                };
                let desc = BodyDesc {
                    mass: Mass::Kilograms(random.random_range(0.1..20.0)),
                    ..BodyDesc::dynamic(shape, at(middle + Vec3::Y * (height + 0.001)))
                };
                let body = world.add(desc).unwrap();
                bodies.push(body);
                let anchor = middle + Vec3::Y * (height - 0.2);
                let joint = match (random.random_range(0..8), below) {
                    (0, Some(below)) => JointDesc::ball(body, Some(below), anchor),
                    (1, _) => JointDesc::hinge(body, Some(tiles[n]), anchor, Vec3::Y),
                    (2, Some(below)) => JointDesc::fixed(body, Some(below), anchor),
                    _ => {
                        below = Some(body);
                        continue;
                    }
                };
                world.add_joint(&joint).unwrap();
                below = Some(body);
            }
        }
        let crate_ = world.add(BodyDesc::dynamic(
            block(1.2, 0.2, 1.2),
            at(spot(0) + Vec3::new(-9.0, 0.201, 0.0)),
        ));
        let under = BodyDesc::fixed(
            block(3.0, 0.5, 3.0),
            at(spot(0) + Vec3::new(-9.0, -0.5, 0.0)),
        );
        tiles.push(world.add(under).unwrap());
        bodies.push(crate_.unwrap());
        let chassis = BodyDesc::dynamic(
            block(0.6, 0.2, 0.9),
            at(spot(0) + Vec3::new(-9.0, 0.8, 0.0)),
        );
        let chassis = world.add(chassis).unwrap();
        bodies.push(chassis);
        Scene {
            world,
            bodies,
            platforms,
            tiles,
            hovering: chassis,
            along: 0.0,
        }
    }

    fn step(&mut self) {
        let (hovering, along) = (self.hovering, self.along);
        self.world
            .step_with(|forces| hover(forces, hovering, along));
    }

    /// Does one of many things to the world; equal numbers do equal things to equal worlds.
    fn act(&mut self, random: &mut Pcg32) {
        let kind = random.random_range(0..15);
        let mut number = |size: f32| random.random_range(-size..size);
        let vector = Vec3::new(number(1.0), number(1.0), number(1.0));
        let share = 0.5 + 0.5 * number(1.0);
        let pick = |list: &[BodyId]| list[(share * (list.len() as f32 - 0.01)) as usize];
        let body = pick(&self.bodies);
        let world = &mut self.world;
        let place = world
            .body(body)
            .map_or(Vec3::ZERO, |body| body.center().as_vec3());
        // Bodies may be removed; then nothing happens.
        let _ = match kind {
            0 => {
                // A heavy ball that is shot at a body, and throws it far.
                let from = (vector * Vec3::new(1.0, 0.1, 1.0)).normalize();
                let ball = BodyDesc {
                    mass: Mass::Kilograms(200.0),
                    velocity: from * -60.0,
                    ..BodyDesc::dynamic(
                        Shape::Sphere(Sphere::new(0.15).unwrap()),
                        at(place + from * 1.2),
                    )
                };
                world.add(ball).map(|id| self.bodies.push(id))
            }
            1 => world.add_impulse_at(body, vector.as_dvec3() * 9.0, DVec3::ZERO),
            2 => world.set_velocity(body, vector * 5.0, vector),
            3 => {
                let pose = Pose::new(
                    Quat::from_rotation_y(1.0),
                    place + vector * 2.0 + Vec3::Y * 2.0,
                );
                world.set_pose(body, &pose.unwrap())
            }
            4 if share < 0.4 => world.remove(body),
            5 if share < 0.2 => world.remove(pick(&self.tiles)),
            6 => {
                let ball = JointDesc::ball(body, None, place + Vec3::Y * 0.3);
                world
                    .add_joint(&ball)
                    .map(|_| ())
                    .map_err(|_| crate::BodyError::Unknown)
            }
            7 => {
                let joints: Vec<_> = world.joints().map(|joint| joint.id()).collect();
                let number = (share * joints.len() as f32) as usize;
                joints.get(number).into_iter().for_each(|id| {
                    world.remove_joint(*id).unwrap();
                });
                Ok(())
            }
            8 | 9 if !self.platforms.is_empty() => {
                let still = vector.y > 0.3;
                let velocity = if still {
                    Vec3::ZERO
                } else {
                    vector * Vec3::new(0.6, 0.2, 0.6)
                };
                world.set_velocity(pick(&self.platforms), velocity, Vec3::ZERO)
            }
            10 if vector.x > 0.0 => world.change(body, |desc| desc.gravity_scale = 0.5 + share),
            10 => world.change(body, |desc| {
                desc.kind = match desc.kind {
                    BodyKind::Dynamic => BodyKind::Static,
                    _ => BodyKind::Dynamic,
                };
            }),
            11 => {
                self.along = if vector.x > 0.0 { 6.0 } else { 0.0 };
                world.wake(self.hovering)
            }
            12 => world.fall_asleep(body),
            13 => {
                let zone = BodyDesc::fixed(block(1.0, 1.0, 1.0), at(place));
                let zone = BodyDesc {
                    sensor: true,
                    ..zone
                };
                world.add(zone).map(|id| self.tiles.push(id))
            }
            _ => world.add_force(body, vector.as_dvec3() * 900.0),
        };
    }
}

/// Fails if two worlds differ in anything that a program can see.
fn compare(scene: &Scene, whole: &Scene, note: &str) {
    let [one, other] = [&scene.world, &whole.world];
    let [a, b] = [one, other].map(World::report);
    let counts = |r: &crate::StepReport| {
        (
            (
                r.asleep,
                r.pairs,
                r.contacts,
                r.overlapping,
                r.sweeps,
                r.work,
                r.events,
            ),
            (
                r.waiting,
                r.lost,
                r.queries,
                r.decided,
                r.turns.len(),
                r.searches.len(),
            ),
        )
    };
    assert_eq!(counts(a), counts(b), "{note}");
    assert_eq!(a.impacts, b.impacts, "{note}");
    assert_eq!((&a.began, &a.ended), (&b.began, &b.ended), "{note}");
    assert_eq!(a.turns, b.turns, "{note}");
    assert_eq!(a.broken, b.broken, "{note}");
    let [pairs, others] = [one, other].map(|world| world.near_pairs().collect::<Vec<_>>());
    assert_eq!(pairs, others, "{note}");
    let [contacts, others] = [one, other].map(|world| world.contacts().collect::<Vec<_>>());
    assert_eq!(contacts, others, "{note}");
    assert_eq!(one.state_hash(), other.state_hash(), "{note}");
}

#[test]
fn worlds_that_set_islands_aside_do_what_whole_worlds_do() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let (first, count) = (
        number("DODGEM_ASIDE_SEED").unwrap_or(0),
        number("DODGEM_ASIDE_SEEDS").unwrap_or(8),
    );
    let (mut steps_in_part, mut most) = (0, 0);
    for seed in first..first + count {
        let mut scene = Scene::new(seed, Some(1));
        let mut whole = Scene::new(seed, None);
        let mut random = Pcg32::seed_from_u64(seed);
        let mut saved: Option<(Snapshot, usize)> = None;
        for step in 0..900 {
            let note = format!("seed {seed}, step {step}");
            if step > 150 && random.random_range(0..12) == 0 {
                let mut same = random.clone();
                scene.act(&mut random);
                whole.act(&mut same);
            }
            scene.step();
            whole.step();
            compare(&scene, &whole, &note);
            let parts = Parts::of(&mut scene.world);
            let aside = parts.bodies.len() - parts.aside.present().len();
            steps_in_part += usize::from(!parts.aside.is_empty());
            most = most.max(aside);
            // Snapshots hold what is set aside, and each world accepts those of the other.
            if step % 97 == 60 {
                saved = Some((scene.world.snapshot(), scene.bodies.len()));
            }
            if step % 97 == 90
                && let Some((snapshot, bodies)) = &saved
            {
                let mut elsewhere = World::new(Settings::default()).unwrap();
                elsewhere.restore(snapshot).unwrap();
                let before = scene.world.snapshot();
                scene.world.restore(snapshot).unwrap();
                scene.bodies.truncate(*bodies);
                whole.world.restore(snapshot).unwrap();
                Parts::of(&mut whole.world).aside.call_all();
                let parts = Parts::of(&mut whole.world);
                parts.aside.admit(parts.pairs, parts.contact_events);
                whole.bodies.truncate(*bodies);
                assert_eq!(elsewhere.state_hash(), scene.world.state_hash(), "{note}");
                drop(before);
            }
        }
    }
    assert!(most > 40, "{most} set aside");
    assert!(
        steps_in_part > 200 * count as usize,
        "{steps_in_part} steps"
    );
}

/// A heavy ball throws a light one out of its box, into a box that was set aside: the step is taken again.
#[test]
fn a_body_that_is_thrown_far_within_a_step_meets_what_is_set_aside() {
    let [part, whole] = [Some(1), None].map(|least| {
        let mut world = World::new(Settings {
            gravity: Vec3::ZERO,
            ..Settings::default()
        })
        .unwrap();
        Parts::of(&mut world).aside.least = least;
        let springy = Material {
            restitution: 1.0,
            ..Material::default()
        };
        let material = world.materials_mut().add(springy).unwrap();
        let mut ball = |x: f32, kilograms: f32, speed: f32| {
            let shape = Shape::Sphere(Sphere::new(0.1).unwrap());
            let desc = BodyDesc {
                mass: Mass::Kilograms(kilograms),
                velocity: Vec3::X * speed,
                may_sleep: false,
                material,
                ..BodyDesc::dynamic(shape, at(Vec3::X * x))
            };
            world.add(desc).unwrap()
        };
        // In the fourth step the gap of 10 mm closes at its start; both boxes end before x = 0.
        ball(-1.21, 0.1, 0.01);
        ball(-1.42 - 3.0 * 90.0 / 120.0, 100.0, 90.0);
        let boxes: Vec<BodyId> = (0..9)
            .map(|n| {
                let desc = BodyDesc {
                    asleep: true,
                    ..BodyDesc::dynamic(block(0.2, 0.2, 0.2), at(Vec3::new(0.41, 0.0, n as f32)))
                };
                world.add(desc).unwrap()
            })
            .collect();
        (0..3).for_each(|_| {
            world.step();
        });
        let present = Parts::of(&mut world).aside.present().len();
        world.step();
        (present, world[boxes[0]].is_asleep(), world.state_hash())
    });
    assert_eq!((part.0, whole.0), (2, 11));
    // It was hit in that step.
    assert!(!part.1, "the box sleeps");
    assert_eq!(part.2, whole.2);
}

//! Fault 1: a mesh that fell onto a mesh could hang in mid-fall for ever.
//!
//! Cause: a sweep's resolution grew with the size of the whole mesh instead of the place where the
//! two come near. Below that gap a sweep answered "meets at once" in every step, the body waited
//! where it was and its debt of time grew.

use std::sync::Arc;

use dodgem_collide::math::Pose;
use dodgem_collide::{Model, Shape};
use dodgem_oracle::random::Placement;
use dodgem_oracle::{meshes, random};
use dodgem_physics::{BodyDesc, BodyId, Material, Settings, World};
use glam::{Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::faults::{car, model};
use crate::scene;

/// No body may be behind the world's time by more than this, in seconds.
const MOST_DEBT: f64 = 0.1;

/// Everything that is still over its floor sleeps within this time, in seconds.
const MOST_TIME: f64 = 30.0;

/// The length of a control's falls, in seconds: by then a hanging body has more than [`MOST_DEBT`].
const CONTROL_TIME: f64 = 5.0;

/// The number of falls in the everyday test, and its random seed.
const SIXTY: (usize, u64) = (60, 1);

/// A body whose centre is this far below its floor has fallen off its edge, in metres.
const LEFT: f64 = -3.0;

/// A run ends after this many failures, so that it ends soon if all fail.
const ENOUGH: usize = 40;

/// The end of a body's fall.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    /// It lies on the floor and sleeps.
    Sleeps,
    /// It fell off the floor's edge.
    Left,
    /// It fell behind the world's time.
    Hangs { height: f64, speed: f64 },
    /// It is still awake at the end.
    Awake { height: f64, speed: f64 },
}

impl Fate {
    fn is_fine(self) -> bool {
        matches!(self, Fate::Sleeps | Fate::Left)
    }

    fn hangs(self) -> bool {
        matches!(self, Fate::Hangs { .. })
    }
}

/// Runs for at most `seconds`, until the body sleeps, hangs or leaves.
fn fate(world: &mut World, id: BodyId, seconds: f64) -> Fate {
    let steps = (seconds / world.settings().step).round() as u32;
    for _ in 0..steps {
        world.step();
        let body = &world[id];
        let (height, speed) = (body.center().y, body.velocity().length());
        if body.debt() > MOST_DEBT {
            return Fate::Hangs { height, speed };
        }
        if body.is_asleep() {
            return Fate::Sleeps;
        }
        if height < LEFT {
            return Fate::Left;
        }
    }
    let body = &world[id];
    let (height, speed) = (body.center().y, body.velocity().length());
    Fate::Awake { height, speed }
}

/// The shape of a floor; its top is at height 0.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    /// A mesh of a box: two triangles on top.
    Box,
    /// An open mesh of 800 triangles in one plane.
    Sheet,
    /// No mesh: the control.
    Primitive,
}

impl Ground {
    fn shape(self, half: f32) -> (Shape, Pose) {
        let below = scene::at(0.0, -1.0, 0.0);
        let size = Vec3::new(half, 1.0, half);
        match self {
            Ground::Box => (Shape::Mesh(model(&meshes::cuboid(size).mesh())), below),
            Ground::Sheet => {
                let sheet = meshes::sheet(20, 2.0 * half, 0.0).mesh();
                (Shape::Mesh(model(&sheet)), Pose::IDENTITY)
            }
            Ground::Primitive => (scene::block(2.0 * half, 2.0, 2.0 * half), below),
        }
    }
}

/// A body above a floor.
#[derive(Clone, Debug)]
struct Fall {
    name: &'static str,
    body: Arc<Model>,
    pose: Pose,
    velocity: Vec3,
    spin: Vec3,
    ground: Ground,
    /// Half of the floor's edge, in metres.
    half: f32,
    /// The length of a step, in seconds.
    step: f64,
    restitution: f32,
}

impl Fall {
    fn fate(&self, ground: Ground, seconds: f64) -> Fate {
        let mut world = scene::with(Settings {
            air_density: 0.0,
            step: self.step,
            ..Settings::default()
        });
        // A faceted ball on a level floor rolls for longer than the test lasts if nothing slows it.
        let material = world.materials_mut().add(Material {
            restitution: self.restitution,
            rolling: 0.02,
            ..Material::default()
        });
        let (shape, pose) = ground.shape(self.half);
        let floor = BodyDesc {
            material: material.unwrap(),
            ..BodyDesc::fixed(shape, pose)
        };
        world.add(floor).expect("a sound floor");
        let body = BodyDesc {
            material: material.unwrap(),
            velocity: self.velocity,
            angular_velocity: self.spin,
            ..BodyDesc::dynamic(Shape::Mesh(self.body.clone()), self.pose)
        };
        let id = world.add(body).expect("a sound body");
        fate(&mut world, id, seconds)
    }
}

/// The height of the lowest corner over the origin of a model turned like this, in metres.
fn lowest(body: &Model, turn: Quat) -> f64 {
    let placement = Placement::new(turn, Vec3::ZERO);
    let corners = body.mesh().vertices().iter();
    let heights = corners.map(|corner| placement.point(*corner).y);
    heights.fold(f64::INFINITY, f64::min)
}

/// Everything that falls in these tests, with about 0.5 m to 2 m of size.
fn bodies() -> Vec<(&'static str, Arc<Model>)> {
    let raw = [
        ("slab", meshes::cuboid(Vec3::new(1.0, 0.03, 1.0))),
        ("2 mm plate", meshes::cuboid(Vec3::new(0.3, 0.001, 0.3))),
        ("4 mm plate", meshes::cuboid(Vec3::new(0.5, 0.002, 0.3))),
        ("blade", meshes::blade(1.0, 0.1, 0.01)),
        ("torus", meshes::torus(16, 8, 0.5, 0.15)),
        ("gear", meshes::gear(10, 0.4, 0.5, 0.05)),
        ("sphere", meshes::uv_sphere(10, 16, 0.3)),
    ];
    let raw = raw.map(|(name, raw)| (name, model(&raw.mesh())));
    raw.into_iter().chain([("car", model(&car()))]).collect()
}

/// The next fall: the kinds of body take turns, everything else is by chance.
fn random_fall(rng: &mut Pcg32, bodies: &[(&'static str, Arc<Model>)], number: usize) -> Fall {
    let (name, body) = bodies[number % bodies.len()].clone();
    let turn = random::rotation(rng);
    let half = random::log_between(rng, 2.0, 500.0);
    let gap = random::log_between(rng, 1e-3, 0.5);
    let mut place = random::in_cube(rng, 0.3 * half);
    place.y = gap - lowest(&body, turn) as f32;
    Fall {
        name,
        body,
        pose: Pose::new(turn, place).expect("a pose"),
        velocity: random::in_cube(rng, 1.0) - Vec3::Y,
        spin: random::in_cube(rng, 3.0),
        ground: random::pick(rng, &[Ground::Box, Ground::Sheet]),
        half,
        step: random::pick(rng, &[1.0 / 60.0, 1.0 / 120.0]),
        restitution: random::pick(rng, &[0.0, 0.3, 0.8]),
    }
}

/// Lets a number of bodies fall, on random grounds or all on one, for at most a number of
/// seconds each. Returns a line for each fate that is not fine.
fn failures(
    (count, seed): (usize, u64),
    on: Option<Ground>,
    seconds: f64,
    is_fine: fn(Fate) -> bool,
) -> Vec<String> {
    let mut rng = random::rng(seed);
    let bodies = bodies();
    let mut wrong = Vec::new();
    for number in 0..count {
        let fall = random_fall(&mut rng, &bodies, number);
        let ground = on.unwrap_or(fall.ground);
        let fate = fall.fate(ground, seconds);
        if !is_fine(fate) {
            wrong.push(format!(
                "fall {number}, a {} on {ground:?} of half size {:.1}, restitution {}, step 1/{:.0} s: {fate:?}",
                fall.name,
                fall.half,
                fall.restitution,
                1.0 / fall.step,
            ));
        }
        if wrong.len() == ENOUGH {
            wrong.push(format!("and {} falls were left out", count - number - 1));
            break;
        }
    }
    wrong
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Cause: see the head of this file. Cut-off as reported: a lower rim 1e-5 m over a floor of half
/// size 30 hangs; its height stays and its velocity is kept while the debt grows in every step.
#[test]
fn a_slab_that_nearly_touches_a_mesh_floor_with_its_rim_falls_flat_and_sleeps() {
    let mut world = scene::with(Settings::default());
    let (floor, below) = Ground::Box.shape(30.0);
    world.add(BodyDesc::fixed(floor, below)).expect("a floor");
    let slab = model(&meshes::cuboid(Vec3::new(1.0, 0.03, 1.0)).mesh());
    let tilt = scene::turned(Vec3::ZERO, Vec3::X, 0.01);
    let height = 1e-5 - lowest(&slab, tilt.rotation());
    let place = Vec3::Y * height as f32;
    let body = BodyDesc {
        velocity: Vec3::new(0.0, -1.4, 0.0),
        angular_velocity: Vec3::new(-1.4, 0.0, 0.0),
        ..BodyDesc::dynamic(
            Shape::Mesh(slab),
            Pose::new(tilt.rotation(), place).expect("a pose"),
        )
    };
    let id = world.add(body).expect("a sound body");
    assert_eq!(fate(&mut world, id, MOST_TIME), Fate::Sleeps);
    let body = &world[id];
    assert!((body.center().y - 0.03).abs() < 3e-3, "{}", body.center());
}

/// Cause: see the head of this file. Cut-off as reported: of 140 meshes that fell on mesh floors
/// without restitution 47 hung, of those on a primitive floor none.
#[test]
fn none_of_sixty_meshes_that_fall_on_mesh_floors_hangs() {
    let wrong = failures(SIXTY, None, MOST_TIME, |fate| !fate.hangs());
    assert_none(&wrong);
}

/// The control: none of these falls hangs over a floor that is no mesh, so the scene is not the cause
/// of those that hang over mesh floors.
#[test]
fn none_of_the_same_sixty_meshes_hangs_over_a_primitive_floor() {
    let on = Some(Ground::Primitive);
    assert_none(&failures(SIXTY, on, CONTROL_TIME, |fate| !fate.hangs()));
}

/// Cause: besides those that hung, thin bodies and cars stayed awake: they trembled with 5 to 20 mm/s,
/// on primitive floors as on meshes. The four points of a manifold were those farthest out, also if
/// they were millimetres higher than others; the body fell on a point that was left out, and an impact
/// threw it back in every step. Of these sixty 24 were awake on primitive floors.
#[test]
fn sixty_meshes_that_fall_on_mesh_floors_all_sleep_or_leave() {
    assert_none(&failures(SIXTY, None, MOST_TIME, Fate::is_fine));
}

/// Falls on floors that are no meshes.
#[test]
fn sixty_meshes_that_fall_on_primitive_floors_all_sleep_or_leave() {
    let on = Some(Ground::Primitive);
    assert_none(&failures(SIXTY, on, MOST_TIME, Fate::is_fine));
}

/// The long run.
#[test]
#[ignore = "long run, on demand: ten seconds"]
fn a_thousand_meshes_that_fall_on_mesh_floors_all_sleep_or_leave() {
    assert_none(&failures((1000, 2), None, MOST_TIME, Fate::is_fine));
}

/// Cause: the gap below which a fall hangs grew with the floor's size.
#[test]
fn a_slab_falls_from_any_gap_on_a_mesh_floor_of_any_size() {
    let slab = model(&meshes::cuboid(Vec3::new(1.0, 0.03, 1.0)).mesh());
    let turn = scene::turned(Vec3::ZERO, Vec3::X, 0.01).rotation();
    let mut wrong = Vec::new();
    let mut rng = random::rng(3);
    for half in [2.0, 8.0, 30.0, 120.0, 500.0] {
        for gap in [1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4] {
            let height = gap - lowest(&slab, turn);
            let fall = Fall {
                name: "slab",
                body: slab.clone(),
                pose: Pose::new(turn, Vec3::Y * height as f32).expect("a pose"),
                velocity: Vec3::NEG_Y * rng.random_range(1.0..2.0),
                spin: Vec3::NEG_X * 1.4,
                ground: Ground::Box,
                half,
                step: 1.0 / 120.0,
                restitution: 0.0,
            };
            let fate = fall.fate(fall.ground, MOST_TIME);
            if !fate.is_fine() {
                wrong.push(format!("half size {half}, gap {gap:e}: {fate:?}"));
            }
        }
    }
    assert_none(&wrong);
}

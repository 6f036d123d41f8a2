//! The scenes of the search: a ground and bodies above it, all from one seed.

use dodgem_collide::math::Pose;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::query::DistanceOptions;
use dodgem_collide::shape::{Capsule, Child, Compound, Cone, ConvexHull, Cylinder, HeightField};
use dodgem_collide::{PairCache, Placed, Query, Shape};
use dodgem_oracle::{meshes, random};
use dodgem_physics::{BodyDesc, Mass, Material, World};
use glam::Vec3;
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::scene;

/// Every ground reaches this far (m) from the middle, and nowhere there down to [`LOWEST`].
pub const HALF: f64 = 1.6;
pub const LOWEST: f64 = -4.0;

/// Edges of a ground, in cells.
const CELLS: u32 = 12;

/// Heights of random hills (m) in rows of `CELLS + 1`.
fn heights(rng: &mut Pcg32) -> Vec<f32> {
    // From nearly flat on: contacts take bends below a degree for none.
    let [high, rough] = [1.5, 0.3].map(|most| random::log_between(rng, 3e-3 * most, most));
    let waves: [f32; 4] = std::array::from_fn(|_| random::between(rng, 0.2, 1.5));
    let across = CELLS + 1;
    let place = |i: u32| [(i % across) as f32, (i / across) as f32];
    let mut height = |[x, z]: [f32; 2]| {
        let hill = (waves[0] * x + waves[1]).sin() * (waves[2] * z + waves[3]).cos();
        high * hill + random::between(rng, -1.0, 1.0) * rough
    };
    (0..across * across).map(|i| height(place(i))).collect()
}

/// Hills as a mesh whose corners are moved sideways and whose squares are cut either way.
fn hills(rng: &mut Pcg32) -> TriMesh {
    let heights = heights(rng);
    let (across, edge) = (CELLS + 1, 12.0 / CELLS as f32);
    let vertices = (0..across * across).zip(&heights).map(|(i, y)| {
        let aside = random::in_cube(rng, 0.3 * edge);
        let [x, z] = [i % across, i / across].map(|n| n as f32 * edge - 6.0);
        Vec3::new(x + aside.x, *y, z + aside.z)
    });
    let vertices = vertices.collect();
    let squares = (0..CELLS * CELLS).map(|i| i / CELLS * across + i % CELLS);
    let triangles = squares.flat_map(|c| {
        let [p, q, r, s] = [c, c + 1, c + across, c + across + 1];
        match rng.random_bool(0.5) {
            true => [[p, r, q], [q, r, s]],
            false => [[p, r, s], [p, s, q]],
        }
    });
    let triangles = triangles.collect();
    TriMesh::new(vertices, triangles).expect("a sound mesh")
}

/// A valley or a ridge of a few large triangles, blunt or steep.
fn valley(rng: &mut Pcg32) -> TriMesh {
    let steep = random::log_between(rng, 3e-3, 1.0);
    let mut rim = |angle: f32| {
        let away = random::between(rng, 3.0, 6.0);
        let height = steep * random::between(rng, -2.0, 2.0);
        Vec3::new(away * angle.cos(), height, -away * angle.sin())
    };
    let count = 5;
    let mut vertices: Vec<Vec3> = (0..count)
        .map(|i| rim(std::f32::consts::TAU * i as f32 / count as f32))
        .collect();
    vertices.push(random::in_cube(rng, 1.0) * Vec3::new(1.0, steep, 1.0));
    let triangles = (0..count).map(|i| [count, i, (i + 1) % count]).collect();
    TriMesh::new(vertices, triangles).expect("a sound mesh")
}

fn compound(children: Vec<(Shape, Pose)>) -> Shape {
    let child = |(shape, pose)| Child {
        shape,
        pose,
        tag: 0,
    };
    let children = children.into_iter().map(child).collect();
    Shape::Compound(Compound::new(children).expect("children").into())
}

fn hull(points: &[Vec3]) -> Shape {
    Shape::Hull(ConvexHull::from_points(points).expect("a hull").into())
}

/// A ground and its name.
fn ground(rng: &mut Pcg32) -> (&'static str, Shape) {
    match rng.random_range(0..5) {
        0 => ("a height field", {
            let field = HeightField::new([12.0, 12.0], CELLS as usize + 1, &heights(rng));
            Shape::HeightField(field.expect("a field").into())
        }),
        1 => ("hills", scene::mesh(&hills(rng))),
        2 => ("a valley", scene::mesh(&valley(rng))),
        3 => ("tiles", {
            let tile = |i: i32| {
                let [x, z] = [i % 5 - 2, i / 5 - 2].map(|n| 2.4 * n as f32);
                let axis = random::direction(rng);
                let place = Vec3::new(x, -0.5, z);
                (
                    scene::block(2.6, 1.0, 2.6),
                    scene::turned(place, axis, 0.15),
                )
            };
            compound((0..25).map(tile).collect())
        }),
        _ => ("a floor", scene::block(12.0, 2.0, 12.0)),
    }
}

/// A movable shape of about a size (m), one of all kinds.
fn movable(rng: &mut Pcg32, size: f32) -> Shape {
    let mut length = |least: f32| size * random::between(rng, least, 1.0);
    let [a, b, c] = [length(0.1), length(0.3), length(0.3)];
    match rng.random_range(0..10) {
        0 => scene::ball(0.5 * b),
        1 => Shape::Capsule(Capsule::new(0.4 * b, 0.5 * a).expect("a capsule")),
        2 => Shape::Cylinder(Cylinder::new(0.5 * a, 0.5 * b).expect("a cylinder")),
        3 => Shape::Cone(Cone::new(0.5 * b, 0.5 * c).expect("a cone")),
        4 => hull(&meshes::ball_points(rng, 14, 0.5 * b, true)),
        5 => scene::mesh(&meshes::gear(5, 0.3 * b, 0.5 * b, 0.3 * a).mesh()),
        6 => scene::mesh(&meshes::torus(9, 6, 0.4 * b, 0.12 * b).mesh()),
        // A table.
        7 => {
            let leg = |i: i32| {
                let [x, z] = [i & 1, i >> 1].map(|side| (side as f32 - 0.5) * 0.8);
                (
                    scene::block(0.08 * b, c, 0.08 * b),
                    scene::at(x * b, -0.5 * c, z * b),
                )
            };
            let top = (scene::block(b, 0.1 * b, b), Pose::IDENTITY);
            compound((0..4).map(leg).chain([top]).collect())
        }
        // A lump of two.
        8 => {
            let rod = Shape::Cylinder(Cylinder::new(0.2 * b, 0.5 * b).expect("a cylinder"));
            let aside = Vec3::new(0.2, 0.1, 0.0) * b;
            let pose = scene::turned(aside, random::direction(rng), 1.0);
            compound(vec![(scene::block(a, b, c), Pose::IDENTITY), (rod, pose)])
        }
        _ => scene::block(a, b, c),
    }
}

/// The way in which bodies come together.
#[derive(Clone, Copy, Debug)]
enum Start {
    Falling,
    Thrown,
    Piled,
    /// Within a tenth of a millimetre of the ground: nearer than sweeps report impacts.
    Near,
}

/// Lowers a body onto the ground until the gap is that small. None if that place has no ground.
fn lowered(rng: &mut Pcg32, ground: &Shape, shape: &Shape, query: &mut Query) -> Option<Pose> {
    let rotation = random::rotation(rng);
    let gap = random::log_between(rng, 5e-6, 1e-4);
    let [x, z] = [0; 2].map(|_| random::between(rng, -3.0, 3.0));
    let mut y = 6.0;
    for _ in 0..200 {
        let pose = Pose::new(rotation, Vec3::new(x, y, z)).expect("a pose");
        let apart = query.distance(
            Placed::new(shape, &pose),
            Placed::new(ground, &Pose::IDENTITY),
            &DistanceOptions::EXACT,
            &mut PairCache::default(),
        );
        let apart = apart.distance()?;
        if apart <= 1.2 * gap {
            return (apart > 0.5 * gap).then_some(pose);
        }
        y -= apart - gap;
        if y < -6.0 {
            return None;
        }
    }
    None
}

/// The scene of a seed, its name, and the number of steps to run.
pub fn scene(seed: u64, query: &mut Query) -> (World, String, u32) {
    let mut rng = random::rng(seed);
    let rng = &mut rng;
    let start = random::pick(
        rng,
        &[Start::Falling, Start::Thrown, Start::Piled, Start::Near],
    );
    let (name, ground) = ground(rng);
    let mut world = scene::earth();
    let material = world.materials_mut().add(Material {
        restitution: random::pick(rng, &[0.0, 0.2, 0.8]),
        friction: random::pick(rng, &[0.0, 0.4, 1.0]),
        ..Material::default()
    });
    let material = material.expect("an identifier");
    let fixed = BodyDesc {
        material,
        ..BodyDesc::fixed(ground.clone(), Pose::IDENTITY)
    };
    world.add(fixed).expect("a ground");
    let count = if matches!(start, Start::Near) {
        1
    } else {
        rng.random_range(2..10)
    };
    for i in 0..count {
        let size = random::log_between(rng, 0.2, 1.5);
        let shape = movable(rng, size);
        // Each has a layer of its own above the ground.
        let height = 3.5 + 2.6 * i as f32;
        let spread = if matches!(start, Start::Piled) {
            0.3
        } else {
            2.5
        };
        let [x, z] = [0; 2].map(|_| random::between(rng, -spread, spread));
        let mut pose = Pose::new(random::rotation(rng), Vec3::new(x, height, z)).expect("a pose");
        let [mut velocity, mut spin] = [Vec3::ZERO; 2];
        match start {
            Start::Falling => spin = random::in_cube(rng, 5.0),
            Start::Thrown => {
                velocity = random::in_cube(rng, 10.0) - Vec3::Y * random::between(rng, 0.0, 60.0);
                spin = random::in_cube(rng, 40.0);
            }
            Start::Piled => velocity = Vec3::NEG_Y * 5.0,
            Start::Near => match lowered(rng, &ground, &shape, query) {
                Some(near) => {
                    pose = near;
                    let speed = random::pick(rng, &[0.0, 0.0, 0.1, 3.0]);
                    velocity = random::in_cube(rng, speed);
                    spin = random::in_cube(rng, 3.0 * speed);
                }
                None => continue,
            },
        }
        let body = BodyDesc {
            mass: Mass::Density(random::log_between(rng, 50.0, 5000.0)),
            material,
            velocity,
            angular_velocity: spin,
            ..BodyDesc::dynamic(shape, pose)
        };
        world.add(body).expect("a body");
    }
    let steps = if matches!(start, Start::Near) {
        40
    } else {
        300
    };
    (world, format!("{start:?} on {name}"), steps)
}

//! Piles that people build. The tests beside this file and `benches/piles.rs` share them.

use std::ops::RangeInclusive;

use dodgem_collide::Shape;
use dodgem_collide::math::Pose;
use dodgem_collide::shape::{Capsule, Cuboid, Cylinder, Sphere};
use dodgem_physics::{BodyDesc, BodyId, Mass, Material, Settings, World};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The density of everything, in kg/m^3.
const DENSITY: f32 = 1000.0;

/// The gaps with which things are put on each other, in m: the skin.
const GAP: f32 = 1e-3;

/// The friction of most materials; no body bounces.
pub const FRICTION: f32 = 0.6;

/// The spacing of the bodies of a heap, in m: none of them is larger than 0.36 m from its middle, so no two
/// reach each other at first.
const SPACING: f32 = 0.74;

/// The height and thickness of the walls of the pit for heaps, in m.
const WALL: f32 = 11.0;
const THICK: f32 = 1.0;

/// A body of a pile.
#[derive(Clone, Debug)]
pub struct Part {
    pub shape: Shape,
    pub pose: Pose,
    /// The density, in kg/m^3.
    pub density: f32,
}

/// A pile as it is built.
#[derive(Clone, Debug)]
pub struct Pile {
    pub name: String,
    pub parts: Vec<Part>,
    /// The inner width of the pit with walls that it lies in, in m; `None` on an open floor.
    pub pit: Option<f32>,
    pub steps_per_second: f64,
    /// The seconds after which all are to sleep.
    pub sleeps_within: f64,
    /// The greatest creep of a body from the second second on, in m.
    pub creeps_at_most: f64,
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z)).expect("a place")
}

fn block(x: f32, y: f32, z: f32) -> Shape {
    Shape::Cuboid(Cuboid::new(Vec3::new(x, y, z) * 0.5).expect("a size"))
}

fn part(shape: Shape, pose: Pose) -> Part {
    Part {
        shape,
        pose,
        density: DENSITY,
    }
}

impl Pile {
    fn new(name: impl Into<String>, parts: Vec<Part>) -> Pile {
        Pile {
            name: name.into(),
            parts,
            pit: None,
            steps_per_second: 120.0,
            sleeps_within: 1.0,
            creeps_at_most: 5e-3,
        }
    }

    /// A column of `count` equal bodies of a height.
    fn column(name: String, count: usize, height: f32, shape: &Shape) -> Pile {
        let center = |n: usize| GAP + 0.5 * height + n as f32 * (height + GAP);
        let parts = (0..count).map(|n| part(shape.clone(), at(0.0, center(n), 0.0)));
        Pile::new(name, parts.collect())
    }

    /// Boxes of 1 m.
    pub fn tower(boxes: usize) -> Pile {
        Pile::column(
            format!("tower of {boxes}"),
            boxes,
            1.0,
            &block(1.0, 1.0, 1.0),
        )
    }

    pub fn slabs(count: usize) -> Pile {
        Pile {
            sleeps_within: 1.2,
            ..Pile::column(format!("{count} slabs"), count, 0.1, &block(0.5, 0.1, 0.5))
        }
    }

    /// Plates of half a metre and some millimetres.
    pub fn plates(count: usize, millimetres: f32) -> Pile {
        let height = millimetres * 1e-3;
        Pile {
            sleeps_within: 2.0,
            ..Pile::column(
                format!("{count} plates of {millimetres} mm"),
                count,
                height,
                &block(0.5, height, 0.5),
            )
        }
    }

    /// Upright ones, half a metre high and wide.
    pub fn cylinders(count: usize) -> Pile {
        let cylinder = Shape::Cylinder(Cylinder::new(0.25, 0.25).expect("a size"));
        Pile {
            creeps_at_most: 2.5e-3,
            ..Pile::column(format!("{count} cylinders"), count, 0.5, &cylinder)
        }
    }

    /// Three boxes, the top one `times` as heavy as the others.
    pub fn heavy_on_light(times: f32, sleeps_within: f64) -> Pile {
        let mut pile = Pile::tower(3);
        pile.name = format!("{times} times on top");
        pile.parts[2].density *= times;
        pile.sleeps_within = sleeps_within;
        pile
    }

    pub fn pyramid(rows: usize) -> Pile {
        let mut parts = Vec::new();
        for row in 0..rows {
            let in_row = rows - row;
            for n in 0..in_row {
                let x = (n as f32 - 0.5 * (in_row as f32 - 1.0)) * 1.1;
                let y = GAP + 0.5 + row as f32 * (1.0 + GAP);
                parts.push(part(block(1.0, 1.0, 1.0), at(x, y, 0.0)));
            }
        }
        Pile {
            creeps_at_most: 1e-3,
            ..Pile::new(format!("pyramid of {rows} rows"), parts)
        }
    }

    /// A house of cards: each level is a row of pairs that lean against each other, under flat ones.
    pub fn cards(levels: usize) -> Pile {
        let (length, thick, wide, lean) = (0.6_f32, 0.02_f32, 0.4_f32, 0.35_f32);
        let card = block(thick, length, wide);
        let flat = |length: f32| block(length, thick, wide);
        let (sine, cosine) = (libm::sinf(lean), libm::cosf(lean));
        let half_width = 0.5 * (length * sine + thick * cosine);
        let half_height = 0.5 * (length * cosine + thick * sine);
        let pair = 4.0 * half_width + 4.0 * GAP;
        let level_height = 2.0 * half_height + thick + 2.0 * GAP;
        let mut parts = Vec::new();
        for level in 0..levels {
            let pairs = levels - level;
            let low = level as f32 * level_height;
            for n in 0..pairs {
                let apex = (n as f32 - 0.5 * (pairs as f32 - 1.0)) * pair;
                for side in [-1.0, 1.0] {
                    let place = Vec3::new(
                        apex + side * (half_width + 0.5 * GAP),
                        low + GAP + half_height,
                        0.0,
                    );
                    let turn = Quat::from_rotation_z(side * lean);
                    let pose = Pose::new(turn, place).expect("a pose");
                    parts.push(part(card.clone(), pose));
                }
                if n + 1 < pairs {
                    let y = low + 2.0 * (half_height + GAP) + 0.5 * thick;
                    let pose = at(apex + 0.5 * pair, y, 0.0);
                    parts.push(part(flat(pair - GAP), pose));
                }
            }
        }
        Pile::new(format!("cards, {levels} levels"), parts)
    }

    /// A heap of balls, boxes, capsules and cylinders in a pit of 3 m.
    pub fn heap(count: usize, seed: u64) -> Pile {
        Pile::wide_heap(count, seed, 4)
    }

    /// A heap in a pit that is `across` bodies wide.
    pub fn wide_heap(count: usize, seed: u64, across: usize) -> Pile {
        let mut random = Pcg32::seed_from_u64(seed);
        let mut number = |range: RangeInclusive<f32>| random.random_range(range);
        let parts = (0..count).map(|n| {
            let size = number(0.2..=0.28);
            let shape = match n % 4 {
                0 => block(1.4 * size, number(0.2..=0.4), number(0.2..=0.4)),
                1 => Shape::Sphere(Sphere::new(size).expect("a size")),
                2 => Shape::Capsule(Capsule::new(0.5 * size, 0.5 * size).expect("a size")),
                _ => Shape::Cylinder(Cylinder::new(size, 0.8 * size).expect("a size")),
            };
            let [x, y, z] = [n % across, n / (across * across), n / across % across]
                .map(|at| at as f32 * SPACING);
            let middle = 0.5 * (across as f32 - 1.0) * SPACING;
            let turn = Quat::from_xyzw(
                number(-1.0..=1.0),
                number(-1.0..=1.0),
                number(-1.0..=1.0),
                1.0,
            );
            let place = Vec3::new(x - middle, y + 0.4, z - middle);
            part(shape, Pose::new(turn.normalize(), place).expect("a pose"))
        });
        let parts: Vec<Part> = parts.collect();
        Pile {
            // 3 m for four bodies.
            pit: Some(across as f32 * SPACING + 0.04),
            sleeps_within: 6.0,
            creeps_at_most: f64::INFINITY,
            ..Pile::new(format!("heap of {count}, seed {seed}"), parts)
        }
    }

    /// All piles but the heaps, at 120 steps a second and at 60.
    pub fn standing() -> Vec<Pile> {
        vec![
            Pile::pyramid(20),
            Pile::tower(20),
            Pile::tower(30),
            Pile::slabs(20),
            Pile::plates(10, 20.0),
            Pile::plates(10, 1.0),
            Pile::cylinders(10),
            Pile::cylinders(15),
            Pile::heavy_on_light(30.0, 1.0),
            Pile::heavy_on_light(100.0, 1.0),
            Pile::heavy_on_light(1000.0, 3.0),
            Pile::cards(5),
            Pile::cards(5).at_steps(60.0),
            Pile::tower(8).at_steps(60.0),
            Pile::tower(16).at_steps(60.0),
        ]
    }

    /// Sets the number of steps per second.
    pub fn at_steps(mut self, per_second: f64) -> Pile {
        self.name = format!("{} at {per_second}", self.name);
        self.steps_per_second = per_second;
        self
    }

    /// The fixed bodies: the floor, and the walls.
    pub fn ground(&self) -> Vec<(Shape, Pose)> {
        let mut ground = vec![(block(100.0, 2.0, 100.0), at(0.0, -1.0, 0.0))];
        if let Some(pit) = self.pit {
            let off = 0.5 * (pit + THICK);
            for side in [-off, off] {
                let wide = pit + 2.0 * THICK;
                ground.push((block(THICK, WALL, wide), at(side, 0.5 * WALL, 0.0)));
                ground.push((block(wide, WALL, THICK), at(0.0, 0.5 * WALL, side)));
            }
        }
        ground
    }

    /// The pile in a world of ours with default settings, and its bodies.
    pub fn build(&self) -> (World, Vec<BodyId>) {
        let mut world = World::new(Settings {
            air_density: 0.0,
            step: 1.0 / self.steps_per_second,
            ..Settings::default()
        })
        .expect("sound settings");
        let material = world.materials_mut().add(Material {
            restitution: 0.0,
            friction: FRICTION,
            ..Material::default()
        });
        let material = material.expect("a sound material");
        for (shape, pose) in self.ground() {
            let desc = BodyDesc {
                material,
                ..BodyDesc::fixed(shape, pose)
            };
            world.add(desc).expect("a sound body");
        }
        let parts = self.parts.iter().map(|part| {
            let desc = BodyDesc {
                material,
                mass: Mass::Density(part.density),
                ..BodyDesc::dynamic(part.shape.clone(), part.pose)
            };
            world.add(desc).expect("a sound body")
        });
        let bodies = parts.collect();
        (world, bodies)
    }
}

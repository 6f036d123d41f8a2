//! The scenes of joints that tests and `benches/joints.rs` share, described without an engine: the tests build them in
//! ours, the bench in rapier as well. Metres, kilograms, seconds; gravity 9.81 m/s^2 downwards, no air.

use glam::{DVec3, Vec3};

/// The shape of a body.
#[derive(Clone, Copy, Debug)]
pub enum Solid {
    /// A ball of this radius (m).
    Ball(f32),
    /// A box with these edges (m).
    Block(Vec3),
}

/// A body.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub solid: Solid,
    /// The position of its centre, in metres.
    pub center: Vec3,
    /// Its turn about z, in radians.
    pub turn: f64,
    /// The mass; 0 for a fixed body.
    pub kilograms: f32,
    pub velocity: Vec3,
}

/// The kind of a joint, by the motion that it leaves free.
#[derive(Clone, Copy, Debug)]
pub enum Hold {
    Ball,
    /// About an axis; driven at a speed (rad/s) by at most a torque (N m) if there is one.
    Hinge(Vec3, Option<(f32, f32)>),
    /// Keeps at most this distance (m).
    Rope(f32),
    /// Keeps this distance (m).
    Rod(f32),
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub hold: Hold,
    pub body: usize,
    /// The other body; none for the world.
    pub other: Option<usize>,
    /// The points at which it holds the body and the other one.
    pub ends: [Vec3; 2],
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Scene {
    pub name: &'static str,
    pub parts: Vec<Part>,
    pub links: Vec<Link>,
    pub restitution: f32,
    /// The measured time.
    pub seconds: u32,
    /// True if nothing in the scene takes energy.
    pub keeps_energy: bool,
}

impl Scene {
    fn new(name: &'static str, seconds: u32, keeps_energy: bool) -> Scene {
        Scene {
            name,
            parts: Vec::new(),
            links: Vec::new(),
            restitution: 0.0,
            seconds,
            keeps_energy,
        }
    }

    fn add(&mut self, solid: Solid, center: Vec3, kilograms: f32) -> usize {
        self.parts.push(Part {
            solid,
            center,
            turn: 0.0,
            kilograms,
            velocity: Vec3::ZERO,
        });
        self.parts.len() - 1
    }

    fn join(&mut self, hold: Hold, body: usize, other: Option<usize>, at: Vec3) {
        self.tie(hold, body, other, [at; 2]);
    }

    fn tie(&mut self, hold: Hold, body: usize, other: Option<usize>, ends: [Vec3; 2]) {
        self.links.push(Link {
            hold,
            body,
            other,
            ends,
        });
    }
}

fn block(x: f32, y: f32, z: f32) -> Solid {
    Solid::Block(Vec3::new(x, y, z))
}

fn y(height: f32) -> Vec3 {
    Vec3::Y * height
}

/// A ball of 0.1 m, 1 m below a hinge that it is rigidly fixed to; let go at an angle.
pub fn pendulum(angle: f64) -> Scene {
    let mut scene = Scene::new("pendulum of 1 m, from 10 degrees", 60, true);
    let place = Vec3::new(angle.sin() as f32, -angle.cos() as f32, 0.0);
    let body = scene.add(Solid::Ball(0.1), place, 2.0);
    scene.parts[body].turn = angle;
    scene.join(Hold::Hinge(Vec3::Z, None), body, None, Vec3::ZERO);
    scene
}

/// Two rods of 1 m, level and outstretched at first.
pub fn double_pendulum() -> Scene {
    let mut scene = Scene::new("double pendulum, from 90 degrees", 60, true);
    let rod = block(1.0, 0.05, 0.05);
    let one = scene.add(rod, Vec3::X * 0.5, 1.0);
    let other = scene.add(rod, Vec3::X * 1.5, 1.0);
    scene.join(Hold::Hinge(Vec3::Z, None), one, None, Vec3::ZERO);
    scene.join(Hold::Hinge(Vec3::Z, None), other, Some(one), Vec3::X);
    scene
}

/// A chain of links of 1 kg and 0.2 m with a weight at its end, which is the last body.
pub fn chain(links: usize, kilograms: f32) -> Scene {
    let mut scene = Scene::new(
        "chain of 20 links of 1 kg, 100 kg thrown at its end",
        10,
        true,
    );
    let mut above = None;
    for i in 0..links {
        let top = -0.2 * i as f32;
        let link = scene.add(block(0.05, 0.18, 0.05), y(top - 0.1), 1.0);
        scene.join(Hold::Ball, link, above, y(top));
        above = Some(link);
    }
    let bottom = -0.2 * links as f32;
    let weight = scene.add(Solid::Ball(0.25), y(bottom - 0.25), kilograms);
    scene.join(Hold::Ball, weight, above, y(bottom));
    scene
}

/// 1,000 kg hang by a hinge on 1 kg, which hangs by a hinge on the world.
pub fn ton_on_a_kilogram() -> Scene {
    let mut scene = Scene::new("1,000 kg hung on 1 kg", 60, true);
    let small = scene.add(block(0.1, 0.1, 0.1), y(-0.1), 1.0);
    let large = scene.add(block(0.5, 0.5, 0.5), y(-0.6), 1000.0);
    scene.join(Hold::Hinge(Vec3::Z, None), small, None, Vec3::ZERO);
    scene.join(Hold::Hinge(Vec3::Z, None), large, Some(small), y(-0.2));
    scene
}

/// A bar of 12 kg and 1 m on a hinge that is driven at 3 rad/s by at most 50 N m.
pub fn motor() -> Scene {
    let mut scene = Scene::new("motor of 3 rad/s, 50 N m", 5, false);
    let bar = scene.add(block(1.0, 0.1, 0.1), Vec3::ZERO, 12.0);
    let drive = Hold::Hinge(Vec3::Z, Some((3.0, 50.0)));
    scene.join(drive, bar, None, Vec3::ZERO);
    scene
}

/// Five balls of 0.2 m, each on two rods, `gap` apart; the first comes at `speed`.
pub fn cradle(gap: f32, speed: f32) -> Scene {
    let mut scene = Scene::new("Newton's cradle of five", 1, true);
    scene.restitution = 1.0;
    for i in 0..5 {
        let at = Vec3::X * (0.2 + gap) * i as f32;
        let body = scene.add(Solid::Ball(0.1), at, 1.0);
        for side in [-0.5, 0.5] {
            let hook = at + Vec3::new(0.0, 1.0, side);
            let rod = Hold::Rod(hook.distance(at));
            scene.tie(rod, body, None, [at, hook]);
        }
    }
    scene.parts[0].velocity = Vec3::X * speed;
    scene
}

/// The planks of a [`bridge`].
pub const PLANKS: usize = 30;

/// A bridge of 30 planks of 10 kg from bank to bank, each joined to the next at two points, and to the far bank by ropes
/// of `slack` metres, which let it sag. The banks come first, then the planks, then four loads of 250 kg.
pub fn bridge(slack: f32, loads: Solid) -> Scene {
    let mut scene = Scene::new(
        "rope bridge of 30 planks of 10 kg, 4 times 250 kg on it",
        30,
        false,
    );
    let pitch = 0.5;
    let half = 0.5 * pitch * PLANKS as f32;
    for side in [-1.0, 1.0] {
        let center = Vec3::new(side * (5.0 + half), -1.0, 0.0);
        scene.add(block(10.0, 2.0, 4.0), center, 0.0);
    }
    let mut last = 0;
    for i in 0..PLANKS {
        let x = pitch * (i as f32 + 0.5) - half;
        let plank = scene.add(
            block(pitch - 0.002, 0.1, 3.0),
            Vec3::new(x, -0.05, 0.0),
            10.0,
        );
        for z in [-1.4, 1.4] {
            let at = Vec3::new(x - 0.5 * pitch, -0.05, z);
            scene.join(Hold::Ball, plank, Some(last), at);
        }
        last = plank;
    }
    for z in [-1.4, 1.4] {
        let end = Vec3::new(half, -0.05, z);
        scene.tie(Hold::Rope(slack), last, Some(1), [end; 2]);
    }
    for i in 0..4 {
        let x = -4.5 + 3.0 * i as f32;
        scene.add(loads, Vec3::new(x, 0.5, 0.0), 250.0);
    }
    scene
}

/// A ball of a ton on a rope of 5 m, at 10 m/s in front of a wall of 100 boxes of 50 kg. The floor is the first body, the
/// ball the last.
pub fn wrecking_ball() -> Scene {
    let mut scene = Scene::new("wrecking ball of 1 t through 100 boxes of 50 kg", 3, false);
    scene.add(block(400.0, 2.0, 400.0), y(-1.0), 0.0);
    for i in 0..100 {
        let (column, row) = ((i % 10) as f32, (i / 10) as f32);
        let place = Vec3::new(0.0, 0.2505 + 0.501 * row, 0.501 * (column - 4.5));
        scene.add(block(0.5, 0.5, 0.5), place, 50.0);
    }
    let at = Vec3::new(-1.5, 2.0, 0.0);
    let ball = scene.add(Solid::Ball(0.5), at, 1000.0);
    scene.parts[ball].velocity = Vec3::X * 10.0;
    let hook = Vec3::new(0.0, 6.770, 0.0);
    scene.tie(Hold::Rope(5.0), ball, None, [at, hook]);
    scene
}

impl Part {
    /// Its moments of inertia about its own axes, in kg m^2.
    pub fn inertia(&self) -> DVec3 {
        let mass = f64::from(self.kilograms);
        match self.solid {
            Solid::Ball(radius) => DVec3::splat(0.4 * mass * f64::from(radius).powi(2)),
            Solid::Block(edges) => {
                let [x, y, z] = edges.as_dvec3().to_array().map(|edge| edge * edge);
                DVec3::new(y + z, x + z, x + y) * (mass / 12.0)
            }
        }
    }
}

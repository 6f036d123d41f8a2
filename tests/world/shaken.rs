//! Many bodies in a closed mesh that is shaken: none gets out.

use std::sync::Arc;

use dodgem::collision::Shape;
use dodgem::geometry::{Capsule, Cone, ConvexHull, Cylinder, TriMesh};
use dodgem::physics::space::{BodyDesc, BodyId, Kind, Settings, Space, StepReport};
use glam::{Quat, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::scene::*;

/// A cube's surface, seen from both sides, of `cells` by `cells` squares a side.
pub fn box_mesh(half: f32, cells: u32) -> TriMesh {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    for side in 0..6 {
        let (out, u, v) = (axes[side % 3], axes[(side + 1) % 3], axes[(side + 2) % 3]);
        let sign = if side < 3 { 1.0 } else { -1.0 };
        let first = vertices.len() as u32;
        let row = cells + 1;
        for i in 0..row * row {
            let place = |k: u32| half * (2.0 * k as f32 / cells as f32 - 1.0);
            vertices.push(out * (sign * half) + u * place(i % row) * sign + v * place(i / row));
        }
        for i in 0..cells * cells {
            let c = first + i / cells * row + i % cells;
            triangles.extend([[c, c + 1, c + row], [c + 1, c + row + 1, c + row]]);
        }
    }
    TriMesh::new(vertices, triangles).expect("a sound mesh")
}

/// Points of a ball, at random.
fn lump(random: &mut Pcg32, size: f32) -> Vec<Vec3> {
    let mut points = Vec::new();
    while points.len() < 14 {
        let p = Vec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..1.0)));
        if (0.3..1.0).contains(&p.length()) {
            points.push(p.normalize() * size * random.random_range(0.7..1.0));
        }
    }
    points
}

pub fn any_shape(random: &mut Pcg32) -> Shape {
    let mut size = |low: f32, high: f32| random.random_range(low..high);
    let (a, b, c) = (size(0.06, 0.16), size(0.04, 0.14), size(0.04, 0.14));
    match random.random_range(0..7) {
        0 => ball(a),
        1 => block(2.0 * a, 2.0 * b, 2.0 * c),
        2 => Shape::Capsule(Capsule::new(a, b).expect("a size")),
        3 => Shape::Cylinder(Cylinder::new(a, b).expect("a size")),
        4 => Shape::Cone(Cone::new(a, b).expect("a size")),
        5 => {
            let hull = ConvexHull::from_points(&lump(random, 0.14)).expect("a hull");
            Shape::Hull(Arc::new(hull))
        }
        _ => {
            let hull = ConvexHull::from_points(&lump(random, 0.14)).expect("a hull");
            mesh(&hull.to_mesh().expect("a mesh"))
        }
    }
}

/// A shaken box with bodies.
struct Shaker {
    space: Space,
    shell: BodyId,
    half: f32,
    bodies: Vec<BodyId>,
}

impl Shaker {
    /// With so many bodies, of a grid of cells (m) with `per_edge` on an edge.
    fn new(per_edge: u32, count: u32, cell: f32, settings: Settings) -> Shaker {
        let mut random = Pcg32::seed_from_u64(1);
        let mut space = with(settings);
        let half = 0.5 * cell * per_edge as f32 + 0.1;
        let shell = BodyDesc {
            kind: Kind::Kinematic,
            ..BodyDesc::fixed(mesh(&box_mesh(half, 6)), at(0.0, 0.0, 0.0))
        };
        let shell = space.add(shell).expect("a sound body");
        let mut bodies = Vec::new();
        for i in 0..count {
            let [x, y, z] = [
                i % per_edge,
                i / per_edge % per_edge,
                i / per_edge / per_edge,
            ];
            let middle = 0.5 * (per_edge as f32 - 1.0);
            let place = (Vec3::new(x as f32, y as f32, z as f32) - middle) * cell;
            let turn = Quat::from_xyzw(
                random.random_range(-1.0..1.0),
                random.random_range(-1.0..1.0),
                random.random_range(-1.0..1.0),
                1.0,
            );
            let pose = dodgem::geometry::Pose::new(turn, place).expect("a pose");
            let shape = any_shape(&mut random);
            bodies.push(
                space
                    .add(BodyDesc::dynamic(shape, pose))
                    .expect("a sound body"),
            );
        }
        Shaker {
            space,
            shell,
            half,
            bodies,
        }
    }

    /// Shakes for some seconds; returns the debts of all steps, in seconds, and whether anybody
    /// overlapped anything.
    fn shake(&mut self, seconds: f64) -> (f64, u64) {
        let mut debt = 0.0;
        let mut overlaps = 0;
        let mut told = 0;
        while self.space.time() < seconds {
            let report = self.one();
            let (owed, inside) = (report.debt, report.overlapping);
            debt += owed;
            overlaps += inside;
            self.assert_inside();
            if self.space.time() >= f64::from(told + 1) {
                told += 1;
                println!("{told} s: debt {debt} s, {overlaps} overlaps");
            }
        }
        (debt, overlaps)
    }

    /// A step, with the box driven to and fro.
    fn one(&mut self) -> &StepReport {
        let t = self.space.time() as f32;
        let swing = |rate: f32, phase: f32| libm::sinf(rate * t + phase);
        let velocity = Vec3::new(
            4.0 * swing(7.0, 0.0),
            5.0 * swing(9.0, 1.0),
            4.0 * swing(8.0, 2.0),
        );
        let turning = Vec3::new(
            2.0 * swing(3.0, 0.5),
            swing(2.0, 0.0),
            2.0 * swing(4.0, 1.5),
        );
        self.space.set_velocity(self.shell, velocity, turning);
        self.space.step()
    }

    fn assert_inside(&self) {
        let pose = self.space.body(self.shell).pose();
        for id in &self.bodies {
            let body = self.space.body(*id);
            let local = pose.inverse_transform_point(body.center().as_vec3());
            assert!(
                local.abs().max_element() < self.half,
                "body {} got out to {local} at {} s",
                id.index(),
                self.space.time()
            );
        }
    }
}

#[test]
fn nobody_in_a_shaken_box_leaves_it_or_begins_a_step_inside_anything() {
    let mut shaker = Shaker::new(3, 20, 0.45, Settings::default());
    let (_, overlaps) = shaker.shake(3.0);
    assert_eq!(overlaps, 0);
}

#[test]
fn nobody_leaves_a_shaken_box_when_work_is_scarce() {
    let settings = Settings {
        work_per_step: 2000,
        ..Settings::default()
    };
    let mut shaker = Shaker::new(3, 20, 0.45, settings);
    let (debt, _) = shaker.shake(2.0);
    assert!(debt > 0.0, "there was work enough");
}

/// Bodies thrown together have what they were thrown with, and never more.
#[test]
fn a_crowd_in_a_box_that_stands_still_gains_no_energy() {
    for gravity in [Vec3::ZERO, Vec3::NEG_Y * 9.81] {
        let settings = Settings {
            gravity,
            air_density: 0.0,
            ..Settings::default()
        };
        let mut shaker = Shaker::new(6, 200, ROOMY, settings);
        let mut random = Pcg32::seed_from_u64(2);
        for id in &shaker.bodies {
            let to_middle = -shaker.space.body(*id).center().as_vec3();
            let mut any = || Vec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0)));
            let (velocity, turning) = (to_middle * 4.0 + any() * 2.0, any() * 10.0);
            shaker.space.set_velocity(*id, velocity, turning);
        }
        let kinetic = |space: &Space| {
            let all = space.bodies().iter();
            all.map(|body| body.kinetic_energy()).sum::<f64>()
        };
        let thrown = kinetic(&shaker.space);
        let (mut before, mut impacts) = (shaker.space.energy(), 0);
        for step in 0..120 {
            let report = shaker.space.step();
            assert_eq!(report.overlapping, 0);
            impacts += report.impacts.len();
            let now = shaker.space.energy();
            assert!(
                now <= before + 1e-6 * thrown,
                "step {step}: from {before} J to {now} J, thrown with {thrown} J"
            );
            before = now;
            shaker.assert_inside();
        }
        assert!(impacts > 1000, "{impacts} impacts are no crowd");
        assert!(kinetic(&shaker.space) < 0.8 * thrown);
    }
}

/// Cells in which no two bodies overlap, whatever their shapes, in m.
const ROOMY: f32 = 0.62;
/// Work units for a step of a thousand where work is scarce: most of them wait then.
const SCARCE: u64 = 50_000;

fn thousand(settings: Settings) -> Shaker {
    Shaker::new(10, 1000, ROOMY, settings)
}

/// The share of the time for which the bodies of a shaker waited.
fn share(debt: f64, shaker: &Shaker) -> f64 {
    debt / (shaker.space.time() * shaker.bodies.len() as f64)
}

#[test]
fn nobody_of_a_thousand_leaves_a_shaken_box_and_hardly_anybody_waits() {
    let mut shaker = thousand(Settings::default());
    let (debt, overlaps) = shaker.shake(1.1);
    let waited = share(debt, &shaker);
    println!("they waited for {waited} of the time");
    assert_eq!(overlaps, 0);
    assert!(waited < 0.01, "they waited for {waited} of the time");
}

#[test]
fn nobody_of_a_thousand_leaves_a_shaken_box_when_work_is_scarce() {
    let settings = Settings {
        work_per_step: SCARCE,
        ..Settings::default()
    };
    let (_, overlaps) = thousand(settings).shake(0.4);
    assert_eq!(overlaps, 0);
}

/// `SECONDS=60 cargo test --release --test world -- --ignored thousand --nocapture`; without
/// SECONDS, a minute too.
#[test]
#[ignore = "takes many minutes"]
fn nobody_of_a_thousand_leaves_a_box_shaken_for_a_minute() {
    let seconds = std::env::var("SECONDS").ok();
    let seconds = seconds.and_then(|s| s.parse().ok()).unwrap_or(60.0);
    let start = std::time::Instant::now();
    let mut shaker = thousand(Settings::default());
    let (debt, overlaps) = shaker.shake(seconds);
    let took = start.elapsed().as_secs_f64();
    let waited = share(debt, &shaker);
    println!("they waited for {waited} of the time; {took} s");
    assert_eq!(overlaps, 0);
    assert!(waited < 0.05, "they waited for {waited} of the time");
}

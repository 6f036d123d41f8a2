//! A closed mesh box with bodies of all shapes in it, to be shaken. `benches/shaken.rs` shakes it, too.

use std::sync::Arc;

use dodgem_collide::Shape;
use dodgem_collide::mesh::TriMesh;
use dodgem_collide::shape::{Capsule, Cone, ConvexHull, Cylinder};
use dodgem_physics::{BodyDesc, BodyId, BodyKind, Settings, StepReport, World};
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
pub struct Shaker {
    pub world: World,
    pub shell: BodyId,
    /// Half an edge of the box, in metres.
    pub half: f32,
    pub bodies: Vec<BodyId>,
}

/// The velocity and angular velocity of the box at a time (s), in m/s and rad/s.
pub fn swing(time: f64) -> (Vec3, Vec3) {
    let t = time as f32;
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
    (velocity, turning)
}

impl Shaker {
    /// Creates a shaker with `count` bodies in a grid of cells of size `cell` (m), `per_edge` on an edge.
    pub fn new(per_edge: u32, count: u32, cell: f32, settings: Settings) -> Shaker {
        let mut random = Pcg32::seed_from_u64(1);
        let mut world = with(settings);
        let half = 0.5 * cell * per_edge as f32 + 0.1;
        let shell = BodyDesc {
            kind: BodyKind::Kinematic,
            ..BodyDesc::fixed(mesh(&box_mesh(half, 6)), at(0.0, 0.0, 0.0))
        };
        let shell = world.add(shell).expect("a sound body");
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
            let pose = dodgem_collide::math::Pose::new(turn, place).expect("a pose");
            let shape = any_shape(&mut random);
            bodies.push(
                world
                    .add(BodyDesc::dynamic(shape, pose))
                    .expect("a sound body"),
            );
        }
        Shaker {
            world,
            shell,
            half,
            bodies,
        }
    }

    /// A step, with the box driven to and fro.
    pub fn one(&mut self) -> &StepReport {
        let (velocity, turning) = swing(self.world.time());
        self.world
            .set_velocity(self.shell, velocity, turning)
            .unwrap();
        self.world.step()
    }

    /// The bodies that got out, with their centres in the frame of the box.
    pub fn outside(&self) -> impl Iterator<Item = (BodyId, Vec3)> {
        let pose = self.world[self.shell].pose();
        let all = self.bodies.iter().map(move |id| {
            let center = self.world[*id].center().as_vec3();
            (*id, pose.inverse_transform_point(center))
        });
        all.filter(|(_, local)| local.abs().max_element() >= self.half || local.is_nan())
    }
}

/// Cells in which no two bodies overlap, whatever their shapes, in m.
pub const ROOMY: f32 = 0.62;

/// A thousand.
pub fn thousand(settings: Settings) -> Shaker {
    Shaker::new(10, 1000, ROOMY, settings)
}

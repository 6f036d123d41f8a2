//! The bodies of the scenes: solids with integer corners, and round ones.

use std::sync::Arc;

use dodgem_oracle::exact::{Corner, Solid};
use glam::{DQuat, DVec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::polytope::{Polytope, Topology};

/// A solid and its features, which all placed copies share.
#[derive(Clone, Debug)]
pub struct Body {
    /// The solid.
    pub solid: Solid,
    /// Its features.
    pub topology: Arc<Topology>,
}

impl Body {
    /// # Panics
    ///
    /// If the points have no volume.
    pub fn new(points: &[Corner]) -> Self {
        let solid = Solid::hull(points).expect("the points of a body span a volume");
        let topology = Arc::new(Topology::new(solid.corners.len(), solid.faces.clone()));
        Self { solid, topology }
    }

    /// The body without a turn or shift.
    pub fn polytope(&self) -> Polytope {
        Polytope::of_solid(&self.solid, self.topology.clone())
    }
}

fn cuboid(x: i64, y: i64, z: i64) -> Vec<Corner> {
    let signs = [-1, 1];
    let corner = |i: usize| {
        [
            x * signs[i & 1],
            y * signs[i >> 1 & 1],
            z * signs[i >> 2 & 1],
        ]
    };
    (0..8).map(corner).collect()
}

/// Points in a cube of the given half width.
pub fn cloud(rng: &mut Pcg32, count: usize, half_width: i64) -> Vec<Corner> {
    let mut coordinate = || rng.random_range(-half_width..=half_width);
    (0..count)
        .map(|_| [coordinate(), coordinate(), coordinate()])
        .collect()
}

/// Solids with few corners: boxes, simplices, prisms, hulls of random points.
pub fn plain(rng: &mut Pcg32) -> Vec<Body> {
    let prism = [[6, 0], [3, 5], [-3, 5], [-6, 0], [-3, -5], [3, -5]];
    let prism: Vec<Corner> = prism
        .iter()
        .flat_map(|&[x, z]| [[x, -4, z], [x, 4, z]])
        .collect();
    let octahedron = [
        [7, 0, 0],
        [-7, 0, 0],
        [0, 7, 0],
        [0, -7, 0],
        [0, 0, 7],
        [0, 0, -7],
    ];
    let pyramid = [
        [-5, -3, -5],
        [5, -3, -5],
        [5, -3, 5],
        [-5, -3, 5],
        [0, 6, 0],
    ];
    let mut bodies = vec![
        Body::new(&cuboid(5, 5, 5)),
        Body::new(&cuboid(8, 3, 2)),
        Body::new(&[[-4, -4, -4], [6, 0, 0], [0, 6, 0], [0, 0, 6]]),
        Body::new(&prism),
        Body::new(&octahedron),
        Body::new(&pyramid),
    ];
    bodies.extend((0..6).map(|i| Body::new(&cloud(rng, 8 + i, 8))));
    bodies
}

/// Solids that are a hundred times as long as thick.
pub fn thin(rng: &mut Pcg32) -> Vec<Body> {
    let sliver: Vec<Corner> = cloud(rng, 6, 30)
        .iter()
        .map(|p| [p[0] * 10, p[1], p[2] / 20])
        .collect();
    vec![
        Body::new(&cuboid(100, 1, 1)),
        Body::new(&cuboid(60, 1, 60)),
        Body::new(&[[-150, 0, 0], [150, 1, 0], [150, -1, 1], [150, -1, -1]]),
        Body::new(&[[-80, 0, 1], [-80, 0, -1], [80, 1, 0], [80, -1, 0]]),
        Body::new(&sliver),
    ]
}

/// A ball of rings and sectors with the radius 1: its faces are quadrilaterals, and triangles at the poles.
pub fn ball(rings: usize, sectors: usize) -> Polytope {
    let mut vertices = vec![DVec3::Y];
    for ring in 1..rings {
        let (sin, cos) = libm::sincos(std::f64::consts::PI * ring as f64 / rings as f64);
        vertices.extend((0..sectors).map(|i| {
            let (s, c) = libm::sincos(std::f64::consts::TAU * i as f64 / sectors as f64);
            DVec3::new(sin * c, cos, -sin * s)
        }));
    }
    vertices.push(DVec3::NEG_Y);
    let last = vertices.len() - 1;
    let at = |ring: usize, i: usize| 1 + (ring - 1) * sectors + i % sectors;
    let mut faces = Vec::new();
    for i in 0..sectors {
        faces.push(vec![0, at(1, i), at(1, i + 1)]);
        faces.push(vec![last, at(rings - 1, i + 1), at(rings - 1, i)]);
        for ring in 1..rings - 1 {
            let upper = [at(ring, i + 1), at(ring, i)];
            faces.push(vec![
                upper[0],
                upper[1],
                at(ring + 1, i),
                at(ring + 1, i + 1),
            ]);
        }
    }
    let topology = Topology::new(vertices.len(), faces);
    Polytope::new(vertices, Arc::new(topology))
}

/// A rotation by a rotation vector (rad), with the same bits on every machine.
pub fn turn(vector: DVec3) -> DQuat {
    let angle = vector.length();
    if angle == 0.0 {
        return DQuat::IDENTITY;
    }
    let (sin, cos) = libm::sincos(angle / 2.0);
    let axis = vector * (sin / angle);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cos)
}

/// A uniform number in -1..1 on each axis.
pub fn in_cube(rng: &mut Pcg32) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.random_range(-1.0..=1.0)))
}

/// Points and their exact hull.
#[derive(Clone, Debug)]
pub struct PointSet {
    /// The points; the coordinates are integers.
    pub points: Vec<DVec3>,
    /// The hull; `None` if the points are flat.
    pub solid: Option<Solid>,
}

impl PointSet {
    /// The set of these points.
    pub fn new(points: &[Corner]) -> Self {
        let real = |p: &Corner| DVec3::from_array(p.map(|x| x as f64));
        Self {
            points: points.iter().map(real).collect(),
            solid: Solid::hull(points),
        }
    }
}

/// Sets of few points on a small lattice, so that many lie in one plane or line, of any points, and flat ones.
pub fn point_sets(count: usize, seed: u64) -> Vec<PointSet> {
    let mut rng = super::rng(seed);
    let set = |i: usize| {
        let half_width = [1, 2, 5, 1000][i % 4];
        let number = rng.random_range(4..20);
        let mut points = cloud(&mut rng, number, half_width);
        if i % 20 == 7 {
            points.iter_mut().for_each(|p| p[2] = p[0] - p[1]);
        }
        PointSet::new(&points)
    };
    (0..count).map(set).collect()
}

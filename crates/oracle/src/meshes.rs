//! Meshes of every kind that a query has to survive: round, flat, thin, open, torn, overlapping.
//!
//! All are wound outwards where they have an outside, centred near the origin and about as large
//! as their parameters say; [`Raw::scaled`] and [`Raw::moved`] make them tiny, huge or far away.
use super::convex::Polytope;
use super::random::{self, Placement};
use super::triangle::Triangle;
use dodgem_collide::mesh::TriMesh;
use glam::{Quat, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;
use std::f32::consts::{PI, TAU};

/// Unchecked vertices and triangles.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Raw {
    /// Appends the triangle with vertices of its own.
    fn push(&mut self, corners: [Vec3; 3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
    }

    /// Both meshes as one.
    pub fn with(mut self, other: Raw) -> Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
        self
    }

    pub fn scaled(mut self, factor: f32) -> Self {
        self.vertices.iter_mut().for_each(|v| *v *= factor);
        self
    }

    pub fn stretched(mut self, factors: Vec3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v *= factors);
        self
    }

    pub fn moved(mut self, by: Vec3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v += by);
        self
    }

    pub fn turned(mut self, by: Quat) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = by * *v);
        self
    }

    /// Returns the surface with the order of all triangles reversed.
    pub fn inside_out(mut self) -> Self {
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        self
    }

    /// The triangles at a placement, in f64.
    pub fn soup(&self, placement: &Placement) -> Vec<Triangle> {
        let corner = |i: u32| placement.point(self.vertices[i as usize]);
        self.triangles.iter().map(|t| t.map(corner)).collect()
    }

    /// The solid of a mesh that is convex, at a placement, in f64.
    pub fn polytope(&self, placement: &Placement) -> Polytope {
        Polytope {
            points: self.vertices.iter().map(|v| placement.point(*v)).collect(),
            faces: self.soup(placement),
        }
    }

    /// The engine's mesh.
    pub fn mesh(&self) -> TriMesh {
        TriMesh::new(self.vertices.clone(), self.triangles.clone()).expect("finite and in range")
    }

    /// Distance of the farthest vertex from the origin.
    pub fn radius(&self) -> f32 {
        self.vertices.iter().map(|v| v.length()).fold(0.0, f32::max)
    }
}

/// A sphere of `rings` bands from pole to pole and `sectors` around: `2 sectors (rings - 1)`
/// triangles (1984 for 32 x 32).
pub fn uv_sphere(rings: u32, sectors: u32, radius: f32) -> Raw {
    let mut raw = Raw::default();
    raw.vertices.push(Vec3::Y * radius);
    for ring in 1..rings {
        let (height, width) = (
            (PI * ring as f32 / rings as f32).cos(),
            (PI * ring as f32 / rings as f32).sin(),
        );
        for sector in 0..sectors {
            let (sin, cos) = (TAU * sector as f32 / sectors as f32).sin_cos();
            raw.vertices
                .push(Vec3::new(cos * width, height, sin * width) * radius);
        }
    }
    raw.vertices.push(Vec3::NEG_Y * radius);
    let last = raw.vertices.len() as u32 - 1;
    let at = |ring: u32, sector: u32| 1 + (ring - 1) * sectors + sector % sectors;
    for sector in 0..sectors {
        raw.triangles.push([0, at(1, sector + 1), at(1, sector)]);
        for ring in 1..rings - 1 {
            let (a, b) = (at(ring, sector), at(ring, sector + 1));
            let (c, d) = (at(ring + 1, sector), at(ring + 1, sector + 1));
            raw.triangles.extend([[a, b, d], [a, d, c]]);
        }
        raw.triangles
            .push([last, at(rings - 1, sector), at(rings - 1, sector + 1)]);
    }
    raw
}

/// A ring around the Y axis: `2 around * across` triangles.
pub fn torus(around: u32, across: u32, major: f32, minor: f32) -> Raw {
    let mut raw = Raw::default();
    for i in 0..around {
        let (sin_u, cos_u) = (TAU * i as f32 / around as f32).sin_cos();
        for j in 0..across {
            let (sin_v, cos_v) = (TAU * j as f32 / across as f32).sin_cos();
            let width = major + minor * cos_v;
            raw.vertices
                .push(Vec3::new(cos_u * width, minor * sin_v, sin_u * width));
        }
    }
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    for i in 0..around {
        for j in 0..across {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
            raw.triangles.extend([[a, d, b], [a, c, d]]);
        }
    }
    raw
}

/// A box of 12 triangles.
pub fn cuboid(half: Vec3) -> Raw {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vec3::new(sign(0), sign(1), sign(2)) * half
    };
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    Raw {
        vertices: (0..8).map(corner).collect(),
        triangles: quads
            .iter()
            .flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]])
            .collect(),
    }
}

/// A box 10,000 times as long as it is wide.
pub fn needle(length: f32) -> Raw {
    cuboid(Vec3::new(
        length / 2.0,
        length / 20_000.0,
        length / 20_000.0,
    ))
}

/// A box a thousand times as wide as it is thick.
pub fn plate(width: f32) -> Raw {
    cuboid(Vec3::new(width / 2.0, width / 2000.0, width / 2.0))
}

/// The solid between two copies of an outline, `half` above and below the plane y = 0. The outline
/// is given by x and z in the order of growing angles, and is seen whole from the origin:
/// 4 triangles a corner.
pub fn prism(outline: &[[f32; 2]], half: f32) -> Raw {
    let count = outline.len() as u32;
    let ring = |y: f32| outline.iter().map(move |[x, z]| Vec3::new(*x, y, *z));
    let mut raw = Raw::default();
    raw.vertices.extend(ring(half).chain(ring(-half)));
    raw.vertices.extend([Vec3::Y * half, Vec3::NEG_Y * half]);
    let (top, bottom) = (2 * count, 2 * count + 1);
    for i in 0..count {
        let next = (i + 1) % count;
        let (below, below_next) = (i + count, next + count);
        raw.triangles.extend([
            [top, next, i],
            [bottom, below, below_next],
            [i, next, below],
            [next, below_next, below],
        ]);
    }
    raw
}

/// A gear wheel around the Y axis: 16 triangles a tooth.
pub fn gear(teeth: u32, inner: f32, outer: f32, half: f32) -> Raw {
    let corner = |i: u32| {
        let radius = if i % 4 < 2 { outer } else { inner };
        let (sin, cos) = (TAU * i as f32 / (4 * teeth) as f32).sin_cos();
        [cos * radius, sin * radius]
    };
    prism(&(0..4 * teeth).map(corner).collect::<Vec<_>>(), half)
}

/// A rod along Y with two sharp edges and two blunt ones, as long, wide and thick as given.
pub fn blade(length: f32, width: f32, thickness: f32) -> Raw {
    let (w, t) = (width / 2.0, thickness / 2.0);
    prism(&[[w, 0.0], [0.0, t], [-w, 0.0], [0.0, -t]], length / 2.0)
}

/// An open, wavy sheet of `2 n n` triangles over `[-size/2, size/2]` in x and z.
pub fn sheet(n: u32, size: f32, wave: f32) -> Raw {
    let mut raw = Raw::default();
    let side = n + 1;
    for i in 0..side * side {
        let (x, z) = (
            (i % side) as f32 / n as f32 - 0.5,
            (i / side) as f32 / n as f32 - 0.5,
        );
        let y = wave * (9.0 * x).sin() * (7.0 * z).cos();
        raw.vertices.push(Vec3::new(x * size, y, z * size));
    }
    for i in 0..n * n {
        let a = i / n * side + i % n;
        let (b, c, d) = (a + 1, a + side, a + side + 1);
        raw.triangles.extend([[a, c, b], [b, c, d]]);
    }
    raw
}

/// `blades` triangles that all share one edge.
pub fn fan(blades: u32, size: f32) -> Raw {
    let mut raw = Raw {
        vertices: vec![Vec3::NEG_Y * size, Vec3::Y * size],
        triangles: Vec::new(),
    };
    for i in 0..blades {
        let (sin, cos) = (TAU * i as f32 / blades as f32).sin_cos();
        raw.vertices.push(Vec3::new(cos, 0.0, sin) * size);
        raw.triangles.push([0, 1, i + 2]);
    }
    raw
}

/// Unconnected triangles with corners in a cube; each is up to `extent` wide.
pub fn soup(rng: &mut Pcg32, count: u32, half_width: f32, extent: f32) -> Raw {
    let mut raw = Raw::default();
    for _ in 0..count {
        let centre = random::in_cube(rng, half_width);
        raw.push(std::array::from_fn(|_| {
            centre + random::in_cube(rng, extent / 2.0)
        }));
    }
    raw
}

/// Points on and inside a ball; with `shell` all of them on it, so that all are hull corners.
pub fn ball_points(rng: &mut Pcg32, count: usize, radius: f32, shell: bool) -> Vec<Vec3> {
    let mut point = || {
        let length = if shell {
            1.0
        } else {
            rng.random_range(0.0_f32..1.0)
        };
        random::direction(rng) * radius * length
    };
    (0..count).map(|_| point()).collect()
}

/// `count` closed spheres, each holding the next.
pub fn shells(count: u32, rings: u32, radius: f32) -> Raw {
    (0..count)
        .map(|i| uv_sphere(rings, 2 * rings, radius * (count - i) as f32 / count as f32))
        .fold(Raw::default(), Raw::with)
}

/// Two boxes whose faces lie on each other, one face shared in part and one exactly.
pub fn coplanar_boxes(size: f32) -> Raw {
    let half = Vec3::splat(size / 2.0);
    cuboid(half)
        .with(cuboid(half).moved(Vec3::X * size))
        .with(cuboid(half).moved(Vec3::new(0.0, size, size / 4.0)))
}

/// Triangles that are points, segments, needles and slivers, among them good ones.
pub fn nasty_soup(rng: &mut Pcg32, count: u32, half_width: f32) -> Raw {
    let mut raw = Raw::default();
    for _ in 0..count {
        raw.push(nasty_triangle(rng, half_width));
    }
    raw
}

/// One triangle with corners in the cube: often degenerate, thin, axis-aligned or tiny.
pub fn nasty_triangle(rng: &mut Pcg32, half_width: f32) -> [Vec3; 3] {
    let a = random::in_cube(rng, half_width);
    let b = random::in_cube(rng, half_width);
    let c = random::in_cube(rng, half_width);
    let snapped = |v: Vec3| (v / half_width * 2.0).round() * half_width / 2.0;
    match rng.random_range(0..10) {
        0 => [a, a, a],
        1 => [a, b, b],
        2 => [a, b, a],
        3 => [a, b, a.lerp(b, rng.random_range(-0.5_f32..1.5))],
        4 => [
            a,
            b,
            a.lerp(b, 0.5) + random::in_cube(rng, half_width * 1e-4),
        ],
        5 => [a, a + random::in_cube(rng, half_width * 1e-4), b],
        6 | 7 => [snapped(a), snapped(b), snapped(c)],
        8 => [a, a.lerp(b, 1e-3), a.lerp(c, 1e-3)],
        _ => [a, b, c],
    }
}

/// One mesh of a random kind with at most some 150 triangles and a radius of about 1, named for
/// messages.
pub fn any(rng: &mut Pcg32) -> (&'static str, Raw) {
    match rng.random_range(0..12) {
        0 => ("sphere", uv_sphere(7, 10, 1.0)),
        1 => ("torus", torus(10, 6, 0.7, 0.3)),
        2 => ("box", cuboid(Vec3::splat(0.6))),
        3 => ("needle", needle(2.0)),
        4 => ("plate", plate(1.5)),
        5 => ("sheet", sheet(6, 1.5, 0.2)),
        6 => ("flat sheet", sheet(6, 1.5, 0.0)),
        7 => ("fan", fan(9, 0.8)),
        8 => ("soup", soup(rng, 40, 0.7, 0.6)),
        9 => ("nasty soup", nasty_soup(rng, 40, 0.6)),
        10 => ("shells", shells(2, 5, 1.0)),
        _ => ("coplanar boxes", coplanar_boxes(0.7)),
    }
}

/// A random size from a millimetre to ten kilometres, sized 1 half of the time.
pub fn any_scale(rng: &mut Pcg32) -> f32 {
    if rng.random_bool(0.5) {
        1.0
    } else {
        random::log_between(rng, 1e-3, 1e4)
    }
}

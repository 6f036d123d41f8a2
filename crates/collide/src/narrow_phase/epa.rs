//! The penetration of two convex shapes by the expanding polytope algorithm.
//!
//! *Idea*: two shapes overlap if their Minkowski difference A - B holds the origin; the shortest
//! way to part them is from the origin to the difference's surface. Start from the tetrahedron
//! that GJK ends with, inside the difference; push the face nearest to the origin out to the
//! difference's farthest point along its normal, until that gains nothing.
//!
//! *When*: the cores overlap. Shapes that overlap by less than their margins get depth and normal
//! from GJK alone, cheaper and exact.
//!
//! *Limits*: polyhedra end exactly; curved cores when a step would gain less than 1e-8 of the
//! depth, or at 192 vertices. These run out for shapes of revolution on one axis, which are equally
//! deep all around: the depth is then up to 1e-3 of it too large. The depth reported is always one
//! that parts the shapes: the support along the normal, not the face's smaller height. Cores without
//! volume of their own (two crossing capsules' segments) have a flat difference and a depth of 0
//! along its normal.
//!
//! *Source*: van den Bergen, "Proximity queries and penetration depth computation on 3D game
//! objects", 2001.

use glam::DVec3;

use crate::narrow_phase::gjk::{DifferenceVertex, GjkPair, GjkSimplex};

const MOST_VERTICES: usize = 192;

/// Gains below this part of the depth are not worth a step ...
const GAIN_OF_DEPTH: f64 = 1e-8;

/// ... nor are gains below this part of the difference's size, which are rounding.
const GAIN_OF_SIZE: f64 = 1e-12;

/// What is flatter than this part of its size has no volume.
const FLAT: f64 = 1e-9;

/// Memory for the search of a penetration depth.
#[derive(Clone, Debug, Default)]
pub struct EpaScratch {
    vertices: Vec<DifferenceVertex>,
    faces: Vec<PolytopeFace>,
    horizon: Vec<[u16; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct PolytopeFace {
    vertices: [u16; 3],
    /// Outwards, of length 1.
    normal: DVec3,
    /// Of the plane over the origin.
    height: f64,
}

/// How two overlapping cores part the shortest way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    /// The way that B goes, of length 1, in the frame of A.
    pub normal: DVec3,
    /// How far it has to.
    pub depth: f64,
    /// The points that touch last, in the frame of A.
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// The penetration of cores that overlap, from the simplex that holds the origin.
pub(super) fn penetration(
    pair: &GjkPair,
    simplex: &GjkSimplex,
    scratch: &mut EpaScratch,
) -> Penetration {
    scratch.vertices.clear();
    scratch.vertices.extend(&simplex.vertices[..simplex.count]);
    if let Err(normal) = complete_tetrahedron(pair, &mut scratch.vertices) {
        let (on_a, on_b) = simplex.witnesses(pair);
        return Penetration {
            normal,
            depth: 0.0,
            on_a,
            on_b,
        };
    }
    let size = size_of(&scratch.vertices);
    scratch.start();
    let (mut depth, mut normal) = (f64::INFINITY, DVec3::Y);
    while let Some(face) = scratch.nearest_face() {
        let next = pair.support(face.normal);
        let reach = next.difference.dot(face.normal);
        // Every support bounds the depth from above, the nearest face from below.
        if reach < depth {
            (depth, normal) = (reach, face.normal);
        }
        let done = depth - face.height <= (GAIN_OF_DEPTH * depth).max(GAIN_OF_SIZE * size);
        if done || scratch.vertices.len() >= MOST_VERTICES || !scratch.expand(next, size) {
            break;
        }
    }
    let (on_a, on_b) = scratch
        .witnesses(pair, normal, size)
        .unwrap_or_else(|| simplex.witnesses(pair));
    // Without a single face that has a direction there is no volume, and no depth.
    let depth = if depth.is_finite() {
        depth.max(0.0)
    } else {
        0.0
    };
    Penetration {
        normal,
        depth,
        on_a,
        on_b,
    }
}

fn size_of(vertices: &[DifferenceVertex]) -> f64 {
    vertices
        .iter()
        .map(|v| v.difference.abs().max_element())
        .fold(0.0, f64::max)
}

/// Adds supports until there is a tetrahedron with volume, outward-wound; or says along which
/// normal the difference is flat.
fn complete_tetrahedron(pair: &GjkPair, vertices: &mut Vec<DifferenceVertex>) -> Result<(), DVec3> {
    drop_degenerate(vertices);
    if vertices.len() == 1 {
        let origin = vertices[0].difference;
        let all = [
            DVec3::X,
            DVec3::Y,
            DVec3::Z,
            DVec3::NEG_X,
            DVec3::NEG_Y,
            DVec3::NEG_Z,
        ];
        let apart = |v: &DifferenceVertex| v.difference.distance(origin);
        vertices.push(farthest(pair, all.into_iter(), apart).ok_or(DVec3::Y)?);
    }
    if vertices.len() == 2 {
        let origin = vertices[0].difference;
        let along = (vertices[1].difference - origin).normalize_or_zero();
        let (u, v) = along.any_orthonormal_pair();
        let around = [u, v, -u, -v, u + v, u - v, -u - v, v - u];
        let off = |v: &DifferenceVertex| along.cross(v.difference - origin).length();
        vertices.push(farthest(pair, around.into_iter(), off).ok_or(u)?);
    }
    let [a, b, c] = [0, 1, 2].map(|i| vertices[i].difference);
    let normal = (b - a).cross(c - a).normalize_or(DVec3::Y);
    if vertices.len() == 3 {
        let off = |v: &DifferenceVertex| (v.difference - a).dot(normal).abs();
        vertices.push(farthest(pair, [normal, -normal].into_iter(), off).ok_or(normal)?);
    }
    let height = (vertices[3].difference - a).dot(normal);
    if height > 0.0 {
        vertices.swap(0, 1);
    }
    Ok(())
}

/// GJK may end with vertices that coincide or lie on a line or in a plane; only a sound start is
/// kept.
fn drop_degenerate(vertices: &mut Vec<DifferenceVertex>) {
    let size = size_of(vertices);
    if vertices.len() == 4 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| vertices[i].difference);
        let volume = (b - a).cross(c - a).dot(d - a).abs();
        let (u, v, w) = ((b - a).length(), (c - a).length(), (d - a).length());
        if volume <= 1e-12 * u * v * w {
            vertices.truncate(3);
        }
    }
    if vertices.len() == 3 {
        let [a, b, c] = [0, 1, 2].map(|i| vertices[i].difference);
        let area = (b - a).cross(c - a).length();
        if area <= 1e-12 * (b - a).length() * (c - a).length() {
            vertices.truncate(2);
        }
    }
    if vertices.len() == 2 && vertices[0].difference.distance(vertices[1].difference) <= FLAT * size
    {
        vertices.truncate(1);
    }
}

/// The best of the supports along the directions, if it is off by more than rounding.
fn farthest(
    pair: &GjkPair,
    directions: impl Iterator<Item = DVec3>,
    off: impl Fn(&DifferenceVertex) -> f64,
) -> Option<DifferenceVertex> {
    let best = directions
        .map(|direction| pair.support(direction))
        .max_by(|v, w| off(v).total_cmp(&off(w)))?;
    let size = best
        .difference
        .abs()
        .max_element()
        .max(best.on_a.abs().max_element());
    (off(&best) > TOO_NEAR * size).then_some(best)
}

/// Supports nearer than this part of their coordinates add nothing but rounding.
const TOO_NEAR: f64 = 1e-12;

impl EpaScratch {
    fn start(&mut self) {
        self.faces.clear();
        for vertices in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            self.push_face(vertices);
        }
    }

    fn corner(&self, i: u16) -> DVec3 {
        self.vertices[usize::from(i)].difference
    }

    fn push_face(&mut self, vertices: [u16; 3]) {
        let [a, b, c] = vertices.map(|i| self.corner(i));
        let normal = (b - a).cross(c - a);
        let length = normal.length();
        // A face without area closes the surface but has no direction to go.
        let (normal, height) = if length > 0.0 {
            let normal = normal / length;
            (normal, normal.dot(a).max(normal.dot(b)).max(normal.dot(c)))
        } else {
            (DVec3::ZERO, f64::INFINITY)
        };
        self.faces.push(PolytopeFace {
            vertices,
            normal,
            height,
        });
    }

    fn nearest_face(&self) -> Option<PolytopeFace> {
        let nearest = (self.faces.iter()).min_by(|f, g| f.height.total_cmp(&g.height))?;
        nearest.height.is_finite().then_some(*nearest)
    }

    /// Replaces the faces that see the vertex by a cone to it. False if none does, or if rounding
    /// has torn the surface.
    fn expand(&mut self, vertex: DifferenceVertex, size: f64) -> bool {
        let name = self.vertices.len() as u16;
        let slack = GAIN_OF_SIZE * size;
        let mut horizon = std::mem::take(&mut self.horizon);
        horizon.clear();
        let mut kept = 0;
        for i in 0..self.faces.len() {
            let face = self.faces[i];
            let [a, b, c] = face.vertices;
            if (vertex.difference - self.corner(a)).dot(face.normal) > slack {
                for edge in [[a, b], [b, c], [c, a]] {
                    // An edge between two seen faces is met from both sides.
                    match horizon.iter().position(|e| *e == [edge[1], edge[0]]) {
                        Some(met) => {
                            horizon.swap_remove(met);
                        }
                        None => horizon.push(edge),
                    }
                }
            } else {
                self.faces[kept] = face;
                kept += 1;
            }
        }
        // A closed surface of n corners has 2 n - 4 triangles; one that rounding has torn would
        // grow by all its loose edges with every step.
        let most = 2 * (self.vertices.len() + 1) - 4;
        let sound = horizon.len() >= 3 && kept > 0 && kept + horizon.len() <= most;
        if sound {
            self.faces.truncate(kept);
            self.vertices.push(vertex);
            for &[from, to] in &horizon {
                self.push_face([from, to, name]);
            }
        }
        self.horizon = horizon;
        sound
    }

    /// The points of the shapes that make the surface's point from the origin along the normal.
    ///
    /// The face from which the normal came may be gone by now, pushed out with others, or may be
    /// one of several in its plane: the face that the ray passes through is found by the volumes
    /// that the ray makes with its edges, without the normals of thin faces, which are noise.
    fn witnesses(&self, pair: &GjkPair, normal: DVec3, size: f64) -> Option<(DVec3, DVec3)> {
        let shares = |face: &PolytopeFace| {
            let [a, b, c] = face.vertices.map(|i| self.corner(i));
            let volumes = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(normal));
            let sum = volumes[0] + volumes[1] + volumes[2];
            (sum > GAIN_OF_SIZE * size * size).then(|| volumes.map(|volume| volume / sum))
        };
        let least = |shares: &[f64; 3]| shares[0].min(shares[1]).min(shares[2]);
        let (face, shares) = (self.faces.iter())
            .filter_map(|face| Some((face, shares(face)?)))
            .max_by(|(_, s), (_, t)| least(s).total_cmp(&least(t)))?;
        let shares = shares.map(|share| share.max(0.0));
        let sum: f64 = shares.iter().sum();
        let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
        for (corner, share) in face.vertices.into_iter().zip(shares) {
            let vertex = &self.vertices[usize::from(corner)];
            on_a += vertex.on_a * (share / sum);
            on_b += vertex.on_b * (share / sum);
        }
        Some((on_a, pair.place(on_b)))
    }
}

//! The penetration of two convex shapes by the expanding polytope algorithm.
//!
//! *Idea*: two shapes overlap if their Minkowski difference A - B contains the origin. The shortest
//! translation that separates them leads from the origin to the difference's surface. Start from the
//! tetrahedron that GJK ends with, inside the difference. Expand the face nearest to the origin to the
//! difference's support point along its normal, until that gains nothing.
//!
//! *When*: the cores overlap. Shapes that overlap by less than their margins get depth and normal
//! from GJK alone, which is cheaper and exact.
//!
//! *Limits*: for polyhedra the result is exact, up to rounding, unless 192 vertices are reached; curved cores end
//! when a step would gain less than 1e-8 of the depth, or at 192 vertices. Coaxial solids of revolution reach that limit, since they
//! are equally deep all around: their depth is up to 1e-3 of it too large. The depth reported always
//! separates the shapes: it is the support along the normal, not the face's smaller height. Cores
//! without volume (two crossing capsules' segments) have a flat difference and a depth of 0 along its
//! normal.
//!
//! *Source*: van den Bergen, "Proximity queries and penetration depth computation on 3D game
//! objects", 2001.

use glam::DVec3;

use crate::narrow_phase::support_pair::{GjkPair, GjkSimplex, PointPair};
use crate::params;

/// Memory for the search of a penetration depth.
#[derive(Clone, Debug, Default)]
pub struct EpaScratch {
    vertices: Vec<PolytopeVertex>,
    faces: Vec<PolytopeFace>,
    horizon: Vec<[u16; 2]>,
}

/// A point of A - B, and the two points that it is the difference of.
#[derive(Clone, Copy, Debug)]
struct PolytopeVertex {
    difference: DVec3,
    points: PointPair,
}

#[derive(Clone, Copy, Debug)]
struct PolytopeFace {
    vertices: [u16; 3],
    /// The outward normal, of length 1.
    normal: DVec3,
    /// The plane's height over the origin, in metres.
    height: f64,
}

/// The shortest translation that separates two overlapping cores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penetration {
    /// The direction of B's translation, of length 1, in the frame of A.
    pub normal: DVec3,
    /// Its length, in metres.
    pub depth: f64,
    /// The deepest points of A and B, in the frame of A.
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// The point of A - B farthest along the direction.
fn support(pair: &GjkPair, direction: DVec3) -> PolytopeVertex {
    let (difference, points) = pair.support(direction);
    PolytopeVertex { difference, points }
}

/// The penetration of overlapping cores, from a simplex that contains the origin.
pub(super) fn penetration(
    pair: &GjkPair,
    simplex: &GjkSimplex,
    scratch: &mut EpaScratch,
) -> Penetration {
    scratch.vertices.clear();
    let corners = simplex.iter();
    let corners = corners.map(|(difference, points, _)| PolytopeVertex { difference, points });
    scratch.vertices.extend(corners);
    if let Err(normal) = complete_tetrahedron(pair, &mut scratch.vertices) {
        let (on_a, on_b) = pair.witnesses(simplex);
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
        let next = support(pair, face.normal);
        let reach = next.difference.dot(face.normal);
        // Every support bounds the depth from above, the nearest face from below.
        if reach < depth {
            (depth, normal) = (reach, face.normal);
        }
        let agreement = (params::EPA_AGREEMENT * depth).max(params::EPA_ROUNDING * size);
        let is_full = scratch.vertices.len() >= params::EPA_VERTICES;
        if depth - face.height <= agreement || is_full || !scratch.expand(next, size) {
            break;
        }
    }
    let (on_a, on_b) = scratch
        .witnesses(pair, normal, size)
        .unwrap_or_else(|| pair.witnesses(simplex));
    // Without any face that has a normal there is no volume, and no depth.
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

fn size_of(vertices: &[PolytopeVertex]) -> f64 {
    vertices
        .iter()
        .map(|v| v.difference.abs().max_element())
        .fold(0.0, f64::max)
}

/// Adds support points until there is a tetrahedron with volume, wound outwards.
///
/// # Errors
/// The normal along which the difference is flat.
fn complete_tetrahedron(pair: &GjkPair, vertices: &mut Vec<PolytopeVertex>) -> Result<(), DVec3> {
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
        let apart = |v: &PolytopeVertex| v.difference.distance(origin);
        vertices.push(farthest(pair, all.into_iter(), apart).ok_or(DVec3::Y)?);
    }
    if vertices.len() == 2 {
        let origin = vertices[0].difference;
        let along = (vertices[1].difference - origin).normalize_or_zero();
        let (u, v) = along.any_orthonormal_pair();
        let around = [u, v, -u, -v, u + v, u - v, -u - v, v - u];
        let off = |v: &PolytopeVertex| along.cross(v.difference - origin).length();
        vertices.push(farthest(pair, around.into_iter(), off).ok_or(u)?);
    }
    let [a, b, c] = [0, 1, 2].map(|i| vertices[i].difference);
    let normal = (b - a).cross(c - a).normalize_or(DVec3::Y);
    if vertices.len() == 3 {
        let off = |v: &PolytopeVertex| (v.difference - a).dot(normal).abs();
        vertices.push(farthest(pair, [normal, -normal].into_iter(), off).ok_or(normal)?);
    }
    let height = (vertices[3].difference - a).dot(normal);
    if height > 0.0 {
        vertices.swap(0, 1);
    }
    Ok(())
}

/// Drops vertices that coincide with others or are on a line or in a plane with them, as GJK may end
/// with.
fn drop_degenerate(vertices: &mut Vec<PolytopeVertex>) {
    let size = size_of(vertices);
    if vertices.len() == 4 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| vertices[i].difference);
        let volume = (b - a).cross(c - a).dot(d - a).abs();
        let (u, v, w) = ((b - a).length(), (c - a).length(), (d - a).length());
        if volume <= params::EPA_FLAT * u * v * w {
            vertices.truncate(3);
        }
    }
    if vertices.len() == 3 {
        let [a, b, c] = [0, 1, 2].map(|i| vertices[i].difference);
        let area = (b - a).cross(c - a).length();
        if area <= params::EPA_FLAT * (b - a).length() * (c - a).length() {
            vertices.truncate(2);
        }
    }
    if vertices.len() == 2
        && vertices[0].difference.distance(vertices[1].difference) <= params::EPA_SAME_VERTEX * size
    {
        vertices.truncate(1);
    }
}

/// The support point along the directions with the greatest offset, if that is more than rounding.
fn farthest(
    pair: &GjkPair,
    directions: impl Iterator<Item = DVec3>,
    off: impl Fn(&PolytopeVertex) -> f64,
) -> Option<PolytopeVertex> {
    let best = directions
        .map(|direction| support(pair, direction))
        .max_by(|v, w| off(v).total_cmp(&off(w)))?;
    let size = best
        .difference
        .abs()
        .max_element()
        .max(best.points.on_a.abs().max_element());
    (off(&best) > params::EPA_LEAST_OFFSET * size).then_some(best)
}

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
        // A face without area closes the surface but has no normal along which to expand.
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

    /// Replaces the faces visible from the vertex by a cone to it. Returns false if there are none, or
    /// if rounding has broken the surface.
    fn expand(&mut self, vertex: PolytopeVertex, size: f64) -> bool {
        let name = self.vertices.len() as u16;
        let slack = params::EPA_ROUNDING * size;
        let mut horizon = std::mem::take(&mut self.horizon);
        horizon.clear();
        let mut kept = 0;
        for i in 0..self.faces.len() {
            let face = self.faces[i];
            let [a, b, c] = face.vertices;
            if (vertex.difference - self.corner(a)).dot(face.normal) > slack {
                for edge in [[a, b], [b, c], [c, a]] {
                    // An edge between two visible faces comes twice, in both directions.
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
        // A closed surface of n vertices has 2 n - 4 triangles. A surface broken by rounding would
        // grow by all its open edges with every step.
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

    /// The points of the shapes at the point of the surface that a ray from the origin along the
    /// normal hits.
    ///
    /// The face of the normal may have been replaced since, or may be one of several in its plane. So
    /// the face that the ray hits is found by the signed volumes of the ray with its edges. They do
    /// not need the normals of thin faces, which are noise.
    fn witnesses(&self, pair: &GjkPair, normal: DVec3, size: f64) -> Option<(DVec3, DVec3)> {
        let shares = |face: &PolytopeFace| {
            let [a, b, c] = face.vertices.map(|i| self.corner(i));
            let volumes = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(normal));
            let sum = volumes[0] + volumes[1] + volumes[2];
            (sum > params::EPA_ROUNDING * size * size).then(|| volumes.map(|volume| volume / sum))
        };
        let least = |shares: &[f64; 3]| shares[0].min(shares[1]).min(shares[2]);
        let (face, shares) = (self.faces.iter())
            .filter_map(|face| Some((face, shares(face)?)))
            .max_by(|(_, s), (_, t)| least(s).total_cmp(&least(t)))?;
        let shares = shares.map(|share| share.max(0.0));
        let sum: f64 = shares.iter().sum();
        let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
        for (corner, share) in face.vertices.into_iter().zip(shares) {
            let points = &self.vertices[usize::from(corner)].points;
            on_a += points.on_a * (share / sum);
            on_b += points.on_b * (share / sum);
        }
        Some((on_a, pair.place(on_b)))
    }
}

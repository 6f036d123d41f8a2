//! The half-spaces of a mesh: its flat parts, such as floors and walls.
//!
//! The hull of a room is useless for a body inside. But a room has few walls, most of its triangles lie
//! beside each other in one plane, and a small body is near only a few of them. So the triangles of a mesh
//! are grouped into flat parts. Each lies in the plane of a half-space, up to a known thickness, within the
//! convex border of its corners, and may or may not fill this border.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use crate::coder::Coder;
use crate::mesh::TriMesh;
use crate::params::{
    HALF_SPACE_BORDER_TOLERANCE, HALF_SPACE_PLANE_TOLERANCE, MAX_HALF_SPACES, NEAREST_HALF_SPACES,
};

/// The half-spaces of a mesh; empty for a mesh that has too many, and for other shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct HalfSpaces(Vec<MeshHalfSpace>);

/// Triangles in one plane, which bounds a half-space on either side, in the mesh's coordinates.
#[derive(Clone, Debug)]
pub(crate) struct MeshHalfSpace {
    /// The normal, of length 1, and the plane's distance from the origin along it, in metres.
    pub normal: DVec3,
    pub height: f64,
    /// The greatest distance of a corner from the plane, in metres.
    pub thickness: f64,
    /// The sides of the convex border: for each, a direction in the plane that leads inside, and the distance
    /// of the side from the origin along it, in metres.
    sides: Vec<(DVec3, f64)>,
    /// True if the triangles fill the border without a hole.
    is_whole: bool,
}

/// The half-spaces that reach into a ball, in the mesh's coordinates.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NearHalfSpaces {
    center: DVec3,
    /// Every other half-space is at least this far from the centre, in metres; 0 before the first search.
    radius: f64,
    half_spaces: [u8; NEAREST_HALF_SPACES],
    count: u8,
}

impl NearHalfSpaces {
    /// True before the first search.
    pub fn is_empty(&self) -> bool {
        let numbers = [self.center.x, self.center.y, self.center.z, self.radius];
        numbers.map(f64::to_bits) == [0; 4]
            && self.half_spaces == [0; NEAREST_HALF_SPACES]
            && self.count == 0
    }

    /// Codes it for a compact copy.
    pub fn code(&mut self, coder: &mut impl Coder) {
        let NearHalfSpaces {
            center,
            radius,
            half_spaces,
            count,
        } = self;
        coder.vector(center, DVec3::ZERO);
        coder.number(radius, 0.0);
        for number in half_spaces.iter_mut().chain([count]) {
            *number = coder.word((*number).into(), 0) as u8;
        }
    }

    /// A lower bound of the distance of all other half-spaces from a point, in metres.
    pub fn clearance(&self, place: DVec3) -> f64 {
        self.radius - place.distance(self.center)
    }

    /// The numbers of the half-spaces.
    pub fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        self.half_spaces.into_iter().take(usize::from(self.count))
    }
}

impl MeshHalfSpace {
    /// A lower bound of the distance of a point from the triangles, in metres.
    fn distance(&self, place: DVec3) -> f64 {
        let beyond = self.sides.iter().map(|(side, at)| at - side.dot(place));
        let over = (self.normal.dot(place) - self.height).abs() - self.thickness;
        beyond.fold(over, f64::max)
    }

    /// The direction of length 1 from the plane to a point.
    pub fn up(&self, place: DVec3) -> DVec3 {
        let is_below = self.normal.dot(place) < self.height;
        self.normal * if is_below { -1.0 } else { 1.0 }
    }

    /// True if triangles fill the plane below or above a point, and `around` metres around it.
    pub fn is_covered_at(&self, place: DVec3, around: f64) -> bool {
        self.is_whole && (self.sides.iter()).all(|(side, at)| side.dot(place) >= at + around)
    }
}

impl HalfSpaces {
    /// Groups the triangles of a mesh.
    pub fn new(mesh: &TriMesh) -> HalfSpaces {
        let corners: Vec<DVec3> = mesh.vertices().iter().map(|v| v.as_dvec3()).collect();
        let size = corners.iter().map(|p| p.abs().max_element());
        let size = size.fold(0.0, f64::max);
        let triangles = mesh.triangles();
        let mut by_edge = BTreeMap::<[u32; 2], Vec<usize>>::new();
        for (index, t) in triangles.iter().enumerate() {
            for edge in edges(t) {
                by_edge.entry(edge).or_default().push(index);
            }
        }
        let place = |t: &[u32; 3]| t.map(|v| corners[v as usize]);
        let mut is_taken = vec![false; triangles.len()];
        let mut half_spaces = Vec::new();
        for first in 0..triangles.len() {
            if is_taken[first] {
                continue;
            }
            if half_spaces.len() == MAX_HALF_SPACES {
                return HalfSpaces::default();
            }
            let [a, b, c] = place(&triangles[first]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let height = normal.dot(a);
            is_taken[first] = true;
            let mut members = vec![first];
            let mut seen = 0;
            while let Some(&at) = members.get(seen) {
                seen += 1;
                for [from, to] in edges(&triangles[at]) {
                    // A neighbour that faces the same side has the edge in the opposite direction.
                    for &next in by_edge.get(&[to, from]).into_iter().flatten() {
                        let [a, b, c] = place(&triangles[next]);
                        let is_flat = |p: DVec3| {
                            (normal.dot(p) - height).abs() <= HALF_SPACE_PLANE_TOLERANCE * size
                        };
                        let same_way = (b - a).cross(c - a).dot(normal) > 0.0;
                        if !is_taken[next] && same_way && [a, b, c].into_iter().all(is_flat) {
                            is_taken[next] = true;
                            members.push(next);
                        }
                    }
                }
            }
            let members: Vec<[u32; 3]> = members.iter().map(|i| triangles[*i]).collect();
            half_spaces.push(MeshHalfSpace::new(normal, height, &members, &corners, size));
        }
        HalfSpaces(half_spaces)
    }

    /// True if there are no half-spaces.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A half-space by its number.
    pub fn half_space(&self, number: u8) -> &MeshHalfSpace {
        &self.0[usize::from(number)]
    }

    /// The half-spaces nearest to a point, and the radius of the ball in which there are no others.
    pub fn near(&self, center: DVec3) -> NearHalfSpaces {
        let mut near = NearHalfSpaces {
            center,
            radius: f64::MAX,
            ..NearHalfSpaces::default()
        };
        let mut distances = [f64::MAX; NEAREST_HALF_SPACES + 1];
        let mut numbers = [0; NEAREST_HALF_SPACES + 1];
        for (number, half_space) in (0..=u8::MAX).zip(&self.0) {
            let distance = half_space.distance(center);
            let mut at = usize::from(near.count);
            while at > 0 && distances[at - 1] > distance {
                (distances[at], numbers[at]) = (distances[at - 1], numbers[at - 1]);
                at -= 1;
            }
            (distances[at], numbers[at]) = (distance, number);
            if usize::from(near.count) < NEAREST_HALF_SPACES {
                near.count += 1;
            } else {
                near.radius = near.radius.min(distances[NEAREST_HALF_SPACES]);
            }
        }
        near.half_spaces
            .copy_from_slice(&numbers[..NEAREST_HALF_SPACES]);
        near
    }
}

impl MeshHalfSpace {
    /// The half-space of connected triangles in a plane that all face the same side.
    fn new(
        normal: DVec3,
        height: f64,
        members: &[[u32; 3]],
        corners: &[DVec3],
        size: f64,
    ) -> MeshHalfSpace {
        let place = |v: u32| corners[v as usize];
        let off = members
            .iter()
            .flatten()
            .map(|v| normal.dot(place(*v)) - height);
        let thickness = off.map(f64::abs).fold(0.0, f64::max);
        let right = normal.any_orthonormal_vector();
        let up = normal.cross(right);
        let flat = |v: u32| DVec2::new(place(v).dot(right), place(v).dot(up));
        let border = border(members.iter().flatten().map(|v| flat(*v)).collect());
        let mut sides = Vec::new();
        for (i, from) in border.iter().enumerate() {
            let to = border[(i + 1) % border.len()];
            let inward = (to - *from).perp().normalize_or_zero();
            let side = right * inward.x + up * inward.y;
            // The least height of a corner, so that rounding leaves no corner outside.
            let heights = members.iter().flatten().map(|v| side.dot(place(*v)));
            sides.push((side, heights.fold(f64::INFINITY, f64::min)));
        }
        // Triangles that all turn in one direction cover each point within the lines of their outer edges
        // equally often: at least once, if all these edges are on the border.
        let mut outer: BTreeMap<[u32; 2], i32> = BTreeMap::new();
        for [from, to] in members.iter().flat_map(edges) {
            let (edge, sign) = if from < to {
                ([from, to], 1)
            } else {
                ([to, from], -1)
            };
            *outer.entry(edge).or_default() += sign;
        }
        let mut outer = outer.into_iter().filter(|(_, count)| *count != 0);
        let on_side = |v: u32, (side, at): &(DVec3, f64)| {
            side.dot(place(v)) - at <= HALF_SPACE_BORDER_TOLERANCE * size
        };
        let is_whole = sides.len() >= 3
            && outer.all(|([from, to], _)| {
                (sides.iter()).any(|side| on_side(from, side) && on_side(to, side))
            });
        MeshHalfSpace {
            normal,
            height,
            thickness,
            sides,
            is_whole,
        }
    }
}

/// The edges of a triangle, around it.
fn edges([a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[*a, *b], [*b, *c], [*c, *a]]
}

/// The corners of the convex hull of points in a plane, counterclockwise (Andrew's monotone chain).
fn border(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    let mut border: Vec<DVec2> = Vec::new();
    for upper in [false, true] {
        let first = border.len();
        for i in 0..points.len() {
            let point = points[if upper { points.len() - 1 - i } else { i }];
            while border.len() >= first + 2 {
                let [p, q] = [border[border.len() - 2], border[border.len() - 1]];
                if (q - p).perp_dot(point - p) > 0.0 {
                    break;
                }
                border.pop();
            }
            border.push(point);
        }
        border.pop();
    }
    border
}

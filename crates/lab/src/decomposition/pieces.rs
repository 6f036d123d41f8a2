//! Convex pieces of a surface by a search over its dual graph, and their hulls.
//!
//! Idea: a piece starts at a triangle that has none and takes in neighbours over edges, nearest first, while all
//! its corners stay below all its planes: then all its triangles are faces of its hull. A face of the hull is
//! *original* if triangles of the piece cover it, *contained* if it lies inside the body, and *free* if it
//! does not: a point on a free face is no point of the body.
//!
//! Limits: the pieces depend on where the search starts; a flat piece has a hull of two faces, back to back.
//!
//! Source 1, SWIFT++; Ehmann, Lin 2001.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use dodgem_oracle::mesh::winding_number;
use dodgem_oracle::triangle::segment_through_triangle;
use glam::{DVec2, DVec3};

use crate::hull::incremental;
use crate::manifold::flat::{Frame, hull};
use crate::mesh_pair::Mesh;
use crate::mesh_pair::triangle_pair::plane_of;
use crate::params::TOUCH;
use crate::polytope::{Plane, Polytope, Topology};
use crate::work::Work;

/// The kind of a face of a piece's hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part of the surface.
    Original,
    /// Inside the body.
    Contained,
    /// Outside of it, or partly so.
    Free,
}

/// The largest coordinate of a mesh (m).
pub fn size_of(mesh: &Mesh) -> f64 {
    let all = mesh.vertices.iter().map(|v| v.abs().max_element());
    all.fold(0.0, f64::max)
}

/// The triangles of each piece. Triangles without area are left out.
pub fn decompose(mesh: &Mesh) -> Vec<Vec<usize>> {
    let touch = TOUCH * size_of(mesh);
    let count = mesh.triangles.len();
    let planes: Vec<Option<Plane>> = (0..count).map(|t| plane_of(mesh.corners(t))).collect();
    let neighbours = neighbours(mesh);
    let mut owner: Vec<Option<usize>> = vec![None; count];
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for first in 0..count {
        if owner[first].is_some() || planes[first].is_none() {
            continue;
        }
        let mut piece = vec![first];
        owner[first] = Some(pieces.len());
        let mut pending: VecDeque<usize> = neighbours[first].iter().copied().collect();
        while let Some(next) = pending.pop_front() {
            let Some(plane) = planes[next].filter(|_| owner[next].is_none()) else {
                continue;
            };
            let below =
                |plane: &Plane, t: usize| mesh.corners(t).iter().all(|c| plane.height(*c) <= touch);
            let fits = piece
                .iter()
                .all(|&s| below(&plane, s) && planes[s].is_some_and(|own| below(&own, next)));
            if fits {
                owner[next] = Some(pieces.len());
                piece.push(next);
                pending.extend(&neighbours[next]);
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// The triangles across the edges of each.
fn neighbours(mesh: &Mesh) -> Vec<Vec<usize>> {
    let mut sides: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
    let edges =
        |t: [usize; 3]| [0, 1, 2].map(|i| [t[i].min(t[(i + 1) % 3]), t[i].max(t[(i + 1) % 3])]);
    for (i, t) in mesh.triangles.iter().enumerate() {
        edges(*t)
            .iter()
            .for_each(|edge| sides.entry(*edge).or_default().push(i));
    }
    let around = |(i, t): (usize, &[usize; 3])| {
        let all = edges(*t).into_iter().flat_map(|edge| sides[&edge].clone());
        all.filter(|&other| other != i).collect()
    };
    mesh.triangles.iter().enumerate().map(around).collect()
}

/// The hull of the corners of triangles: with a volume, or flat; `None` if it has no area.
pub fn hull_of(mesh: &Mesh, triangles: &[usize]) -> Option<Polytope> {
    let mut used: Vec<usize> = triangles.iter().flat_map(|&t| mesh.triangles[t]).collect();
    used.sort_unstable();
    used.dedup();
    let points: Vec<DVec3> = used.iter().map(|&i| mesh.vertices[i]).collect();
    let faces = incremental::faces(&points, &mut Work::default()).ok();
    let faces = faces.or_else(|| flat_faces(mesh, triangles, &points))?;
    // Only corners of faces are corners of the hull.
    let mut corners: Vec<usize> = faces.iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let place = |i: &usize| corners.binary_search(i).unwrap_or_default();
    let faces = faces
        .iter()
        .map(|f| f.iter().map(place).collect())
        .collect();
    let topology = Topology::new(corners.len(), faces);
    let corners = corners.iter().map(|&i| points[i]).collect();
    Some(Polytope::new(corners, Arc::new(topology)))
}

/// An outline and its back.
fn flat_faces(mesh: &Mesh, triangles: &[usize], points: &[DVec3]) -> Option<Vec<Vec<usize>>> {
    let plane = triangles.iter().find_map(|&t| plane_of(mesh.corners(t)))?;
    let frame = Frame::new(plane.normal);
    let flat: Vec<DVec2> = points.iter().map(|p| frame.flat(*p)).collect();
    let front = hull(&flat, TOUCH * size_of(mesh));
    let back = front.iter().rev().copied().collect();
    (front.len() > 2).then(|| vec![front, back])
}

/// The kinds of the faces of a piece's hull, for a mesh without openings.
pub fn kinds(mesh: &Mesh, piece: &[usize], hull: &Polytope) -> Vec<Kind> {
    let touch = 1e-9 * size_of(mesh);
    let soup: Vec<[DVec3; 3]> = (0..mesh.triangles.len()).map(|t| mesh.corners(t)).collect();
    let area = |t: &[DVec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]);
    let kind = |face: usize| {
        let plane = hull.planes[face];
        let fan = fan(hull, face);
        let whole: f64 = fan.iter().map(|t| area(t).length()).sum();
        let in_plane = piece.iter().map(|&t| soup[t]).filter(|t| {
            let lies = t.iter().all(|c| plane.height(*c).abs() <= touch);
            lies && area(t).dot(plane.normal) > 0.0
        });
        let covered: f64 = in_plane.map(|t| area(&t).length()).sum();
        if covered >= whole * (1.0 - 1e-9) {
            return Kind::Original;
        }
        let middle = fan
            .iter()
            .map(|t| (t[0] + t[1] + t[2]) / 3.0)
            .sum::<DVec3>()
            / fan.len() as f64;
        let crosses = fan.iter().any(|t| soup.iter().any(|s| cross(t, s, touch)));
        if !crosses && winding_number(middle, &soup) > 0.75 {
            Kind::Contained
        } else {
            Kind::Free
        }
    };
    (0..hull.planes.len()).map(kind).collect()
}

/// A face as triangles.
fn fan(hull: &Polytope, face: usize) -> Vec<[DVec3; 3]> {
    let corners = &hull.topology.faces[face];
    let corner = |i: usize| hull.vertices[corners[i]];
    let rest = 1..corners.len() - 1;
    rest.map(|i| [corner(0), corner(i), corner(i + 1)])
        .collect()
}

/// True if a side of one triangle goes through the other.
fn cross(s: &[DVec3; 3], t: &[DVec3; 3], touch: f64) -> bool {
    let through = |s: &[DVec3; 3], t: &[DVec3; 3]| {
        let mut sides = (0..3).map(|i| [s[i], s[(i + 1) % 3]]);
        sides.any(|side| segment_through_triangle(side, *t).is_some_and(|(_, depth)| depth > touch))
    };
    through(s, t) || through(t, s)
}

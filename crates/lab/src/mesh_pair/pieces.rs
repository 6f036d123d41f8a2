//! Convex pieces by first fit, as the library of 2002 makes them.
//!
//! Idea: every triangle goes to the first piece that accepts it, else founds one. A piece accepts a triangle
//! against every triangle in it if (a) both normals point to the same side, (b) no corner of one lies in front
//! of the other's plane, and (c) they share a corner or the new one does not cross the other's plane.
//!
//! Both readings of two places are kept: the text says that a piece accepts while it has fewer triangles than the
//! maximum, the printed `AddTriangle` accepts while not (number > maximum), so a "6" may have been 7; and the text
//! means neighbours that share an edge, the printed code stores all triangles of the piece.
//!
//! Limits: joins triangles from all over the body, in whatever order the triangles come.
//!
//! Source 1, model building (convex pieces).

use glam::DVec3;

use super::Mesh;
use super::triangle_pair::plane_of;
use crate::polytope::Plane;

/// The reading of the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maximum {
    /// A piece has at most the maximum.
    Text,
    /// A piece has at most one more.
    Printed,
}

/// The reading of the neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// Triangles that share an edge.
    Text,
    /// All triangles of the piece.
    Printed,
}

/// The rules for pieces.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The most triangles of a piece.
    pub maximum: usize,
    /// The reading of that number.
    pub reading: Maximum,
    /// The reading of the neighbours.
    pub neighbours: Neighbours,
}

/// A convex piece of a surface.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its triangles.
    pub triangles: Vec<usize>,
    /// The neighbours of each triangle, as places in `triangles`, with the corner that is not shared.
    pub neighbours: Vec<Vec<(usize, usize)>>,
    /// The mean of its corners (m).
    pub center: DVec3,
}

/// Parts a mesh into pieces. A triangle without area is a piece of its own.
pub fn first_fit(mesh: &Mesh, rules: &Rules) -> Vec<Piece> {
    let room = match rules.reading {
        Maximum::Text => rules.maximum,
        Maximum::Printed => rules.maximum + 1,
    };
    let planes: Vec<Option<Plane>> = (0..mesh.triangles.len())
        .map(|t| plane_of(mesh.corners(t)))
        .collect();
    let size = mesh
        .vertices
        .iter()
        .map(|v| v.abs().max_element())
        .fold(0.0, f64::max);
    let touch = crate::params::TOUCH * size;
    let fits = |s: usize, t: usize| {
        let (Some(p), Some(q)) = (&planes[s], &planes[t]) else {
            return false;
        };
        let behind =
            |plane: &Plane, t: usize| mesh.corners(t).iter().all(|c| plane.height(*c) <= touch);
        let shares = mesh.triangles[s]
            .iter()
            .any(|v| mesh.triangles[t].contains(v));
        let crosses = || {
            let heights = mesh.corners(t).map(|c| p.height(c));
            heights.iter().any(|h| *h > touch) && heights.iter().any(|h| *h < -touch)
        };
        p.normal.dot(q.normal) > 0.0 && behind(p, t) && behind(q, s) && (shares || !crosses())
    };
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for t in 0..mesh.triangles.len() {
        let accepts =
            |piece: &&mut Vec<usize>| piece.len() < room && piece.iter().all(|&s| fits(s, t));
        match pieces.iter_mut().find(accepts) {
            Some(piece) => piece.push(t),
            None => pieces.push(vec![t]),
        }
    }
    pieces
        .into_iter()
        .map(|triangles| piece(mesh, triangles, rules.neighbours))
        .collect()
}

fn piece(mesh: &Mesh, triangles: Vec<usize>, reading: Neighbours) -> Piece {
    let neighbours = triangles.iter().enumerate().map(|(i, &s)| {
        let others = triangles.iter().enumerate().filter(|(j, _)| *j != i);
        let neighbour = others.filter_map(|(j, &t)| {
            let own = mesh.triangles[s];
            let other: Vec<usize> = mesh.triangles[t]
                .into_iter()
                .filter(|v| !own.contains(v))
                .collect();
            match (reading, &other[..]) {
                (_, [free]) => Some((j, *free)),
                (Neighbours::Printed, [free, ..]) => Some((j, *free)),
                _ => None,
            }
        });
        neighbour.collect()
    });
    let neighbours = neighbours.collect();
    let mut corners: Vec<usize> = triangles.iter().flat_map(|&t| mesh.triangles[t]).collect();
    corners.sort_unstable();
    corners.dedup();
    let sum: DVec3 = corners.iter().map(|&v| mesh.vertices[v]).sum();
    Piece {
        triangles,
        neighbours,
        center: sum / corners.len() as f64,
    }
}

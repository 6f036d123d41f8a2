//! Convex bodies in world coordinates, with all features that the methods walk over.

use std::sync::Arc;

use dodgem_oracle::exact::Solid;
use glam::{DQuat, DVec3};

use crate::work::Work;

/// The features of a body and how they meet; a body that moves keeps them.
#[derive(Debug)]
pub struct Topology {
    /// The corners of each face, counter-clockwise seen from outside.
    pub faces: Vec<Vec<usize>>,
    /// The edges of each face: edge `i` leads from corner `i` to the next one.
    pub face_edges: Vec<Vec<usize>>,
    /// The end points of each edge, smaller index first.
    pub edges: Vec<[usize; 2]>,
    /// The two faces of each edge: the first has it in the order of its ends.
    pub edge_faces: Vec<[usize; 2]>,
    /// The vertices that share an edge with each vertex.
    pub neighbours: Vec<Vec<usize>>,
    /// The edges at each vertex, in the order of `neighbours`.
    pub vertex_edges: Vec<Vec<usize>>,
    /// The faces at each vertex.
    pub vertex_faces: Vec<Vec<usize>>,
}

impl Topology {
    /// The features of a closed convex surface of these faces.
    ///
    /// # Panics
    ///
    /// If an edge has not exactly two faces: only scenes make bodies.
    pub fn new(vertex_count: usize, faces: Vec<Vec<usize>>) -> Self {
        let mut known = std::collections::BTreeMap::new();
        for (index, face) in faces.iter().enumerate() {
            for (i, &from) in face.iter().enumerate() {
                let to = face[(i + 1) % face.len()];
                let sides: &mut [Option<usize>; 2] =
                    known.entry([from.min(to), from.max(to)]).or_default();
                let side = &mut sides[usize::from(from > to)];
                assert!(side.is_none(), "edge {from} {to} has two faces on one side");
                *side = Some(index);
            }
        }
        let edges: Vec<[usize; 2]> = known.keys().copied().collect();
        let both = |sides: &[Option<usize>; 2]| sides.map(|s| s.expect("an edge has two faces"));
        let edge_faces = known.values().map(both).collect();
        let edge_at = |a: usize, b: usize| {
            let found = edges.binary_search(&[a.min(b), a.max(b)]);
            found.expect("each side of a face is an edge")
        };
        let face_edges = faces
            .iter()
            .map(|face| {
                let next = |i: usize| face[(i + 1) % face.len()];
                let sides = face.iter().enumerate();
                sides.map(|(i, &from)| edge_at(from, next(i))).collect()
            })
            .collect();
        let mut neighbours = vec![Vec::new(); vertex_count];
        let mut vertex_edges = vec![Vec::new(); vertex_count];
        for (index, &[a, b]) in edges.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                neighbours[from].push(to);
                vertex_edges[from].push(index);
            }
        }
        let mut vertex_faces = vec![Vec::new(); vertex_count];
        for (index, face) in faces.iter().enumerate() {
            for &vertex in face {
                vertex_faces[vertex].push(index);
            }
        }
        Self {
            faces,
            face_edges,
            edges,
            edge_faces,
            neighbours,
            vertex_edges,
            vertex_faces,
        }
    }
}

/// A plane with its unit normal: a point p is outside by `normal.dot(p) - offset`.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// Unit vector.
    pub normal: DVec3,
    /// Distance of the plane from the origin along the normal (m).
    pub offset: f64,
}

impl Plane {
    /// The signed distance of a point (m).
    pub fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// A convex body at one place.
#[derive(Clone, Debug)]
pub struct Polytope {
    /// The features.
    pub topology: Arc<Topology>,
    /// The corners (m).
    pub vertices: Vec<DVec3>,
    /// The planes of the faces.
    pub planes: Vec<Plane>,
    /// The mean of the vertices, a point inside (m).
    pub center: DVec3,
}

impl Polytope {
    /// A body of these corners and features.
    pub fn new(vertices: Vec<DVec3>, topology: Arc<Topology>) -> Self {
        let plane = |face: &Vec<usize>| {
            // Newell's sum about the first corner: all corners of the face count.
            let first = vertices[face[0]];
            let sides = face.windows(2).skip(1);
            let normal = sides
                .map(|s| (vertices[s[0]] - first).cross(vertices[s[1]] - first))
                .sum::<DVec3>()
                .normalize();
            let offset = face.iter().map(|&i| normal.dot(vertices[i]));
            Plane {
                normal,
                offset: offset.fold(f64::NEG_INFINITY, f64::max),
            }
        };
        let planes = topology.faces.iter().map(plane).collect();
        let center = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        Self {
            topology,
            vertices,
            planes,
            center,
        }
    }

    /// A body with the corners of an exact solid.
    pub fn of_solid(solid: &Solid, topology: Arc<Topology>) -> Self {
        let real = |p: &[i64; 3]| DVec3::from_array(p.map(|x| x as f64));
        Self::new(solid.corners.iter().map(real).collect(), topology)
    }

    /// The body turned about the origin and then shifted.
    pub fn moved(&self, rotation: DQuat, shift: DVec3) -> Self {
        let moved = self.vertices.iter().map(|&v| rotation * v + shift);
        Self::new(moved.collect(), self.topology.clone())
    }

    /// The vertex farthest in a direction, by looking at all of them.
    pub fn support(&self, direction: DVec3, work: &mut Work) -> usize {
        work.ops.supports += 1;
        work.ops.vertices += self.vertices.len() as u64;
        let mut best = (0, f64::NEG_INFINITY);
        for (i, v) in self.vertices.iter().enumerate() {
            let height = v.dot(direction);
            if height > best.1 {
                best = (i, height);
            }
        }
        best.0
    }

    /// The vertex farthest in a direction, by walking uphill over edges from a start.
    pub fn climb(&self, direction: DVec3, start: usize, work: &mut Work) -> usize {
        work.ops.supports += 1;
        work.ops.vertices += 1;
        let mut best = (start, self.vertices[start].dot(direction));
        loop {
            let at = best.0;
            let around = &self.topology.neighbours[at];
            work.ops.vertices += around.len() as u64;
            for &i in around {
                let height = self.vertices[i].dot(direction);
                if height > best.1 {
                    best = (i, height);
                }
            }
            if best.0 == at {
                return at;
            }
        }
    }

    /// The end points of an edge.
    pub fn edge(&self, edge: usize) -> [DVec3; 2] {
        self.topology.edges[edge].map(|i| self.vertices[i])
    }

    /// The greatest signed distance of a point from the faces' planes: positive outside.
    pub fn height_of(&self, p: DVec3) -> f64 {
        let heights = self.planes.iter().map(|plane| plane.height(p));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The size of a pair: the largest coordinate of either body (m). Tolerances
/// are relative to it.
pub fn size_of(a: &Polytope, b: &Polytope) -> f64 {
    let all = a.vertices.iter().chain(&b.vertices);
    all.map(|v| v.abs().max_element()).fold(0.0, f64::max)
}

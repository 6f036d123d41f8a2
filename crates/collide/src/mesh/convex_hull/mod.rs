//! Convex hulls of points.

mod build;
mod error;

use std::ops::Range;

use glam::{DVec3, Vec3};

use crate::math::Aabb;
use crate::mesh::{MeshError, TriMesh};
use crate::params;

pub use crate::mesh::convex_hull::error::HullError;

/// A solid convex polyhedron: the hull of points that do not all lie in a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull {
    vertices: Vec<Vec3>,
    faces: Vec<[u32; 3]>,
    /// The index in `neighbours` at which each vertex's neighbours start; one entry more than vertices.
    neighbour_starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// The places of the neighbours (m), in the same order: a climb reads them one after the other.
    neighbour_places: Vec<Vec3>,
    center: Vec3,
    /// No corner is farther from the centre, in metres.
    radius: f64,
    bounds: Aabb,
}

impl ConvexHull {
    /// The hull of the points; those inside it are dropped. Time grows like `n log n` for usual
    /// input (Barber, Dobkin and Huhdanpaa, "The quickhull algorithm for convex hulls", 1996).
    ///
    /// The side of a face on which a point lies is the sign of an exact determinant. So points in
    /// the plane of a face or on the line of an edge neither break the hull nor get lost.
    ///
    /// # Errors
    /// [`HullError`] if the points span no volume or are not finite.
    pub fn from_points(points: &[Vec3]) -> Result<Self, HullError> {
        let faces = build::faces(points)?;
        // Keep the points that faces use, in their order.
        let mut names = vec![u32::MAX; points.len()];
        faces.iter().flatten().for_each(|&v| names[v as usize] = 0);
        let mut vertices = Vec::new();
        for (name, point) in names.iter_mut().zip(points).filter(|(name, _)| **name == 0) {
            *name = vertices.len() as u32;
            vertices.push(*point);
        }
        let faces: Vec<_> = faces.iter().map(|f| f.map(|v| names[v as usize])).collect();
        let (neighbour_starts, neighbours) = adjacency(vertices.len(), &faces);
        let sum: DVec3 = vertices.iter().map(|v| v.as_dvec3()).sum();
        let center = (sum / vertices.len() as f64).as_vec3();
        let arms = (vertices.iter()).map(|v| v.as_dvec3().distance_squared(center.as_dvec3()));
        let places = neighbours.iter().map(|&v| vertices[v as usize]);
        Ok(ConvexHull {
            neighbour_places: places.collect(),
            radius: arms.fold(0.0, f64::max).sqrt(),
            bounds: Aabb::from_points(vertices.iter().copied()),
            vertices,
            faces,
            neighbour_starts,
            neighbours,
            center,
        })
    }

    /// The corners, in metres.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The surface as triangles, counter-clockwise seen from outside. Flat sides with more than
    /// three corners are several triangles.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The vertices that share an edge with vertex `index`.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn neighbours(&self, index: usize) -> &[u32] {
        &self.neighbours[self.neighbour_range(index)]
    }

    fn neighbour_range(&self, index: usize) -> Range<usize> {
        let starts = [index, index + 1].map(|i| self.neighbour_starts[i] as usize);
        starts[0]..starts[1]
    }

    /// The index of the vertex farthest along `direction`, searched from vertex `start`: pass the last answer
    /// if directions change little.
    pub fn support_vertex_from(&self, direction: DVec3, start: usize) -> usize {
        let height = |i: usize| self.vertices[i].as_dvec3().dot(direction);
        if self.vertices.len() <= params::HULL_CLIMB_ABOVE {
            let mut best = (0, height(0));
            for i in 1..self.vertices.len() {
                let h = height(i);
                if h > best.1 {
                    best = (i, h);
                }
            }
            return best.0;
        }
        // Hill climbing: on a convex surface a local maximum is the global one.
        let mut best = (start, height(start));
        loop {
            let here = best.0;
            let around = self.neighbour_range(here);
            let neighbours = self.neighbours[around.clone()].iter();
            for (i, place) in neighbours.zip(&self.neighbour_places[around]) {
                let h = place.as_dvec3().dot(direction);
                if h > best.1 {
                    best = (*i as usize, h);
                }
            }
            if best.0 == here {
                return here;
            }
        }
    }

    /// The index of the vertex farthest along `direction`.
    pub fn support_vertex(&self, direction: DVec3) -> usize {
        self.support_vertex_from(direction, self.climb_start(direction))
    }

    /// A vertex from which to climb to the one farthest along a direction: the best of a few
    /// vertices spread over the list.
    pub(crate) fn climb_start(&self, direction: DVec3) -> usize {
        let mut start = 0;
        if self.vertices.len() > params::HULL_CLIMB_ABOVE {
            let direction = direction.as_vec3();
            let step = self.vertices.len().div_ceil(params::HULL_CLIMB_STARTS);
            let mut best = f32::NEG_INFINITY;
            for i in (0..self.vertices.len()).step_by(step) {
                let height = self.vertices[i].dot(direction);
                if height > best {
                    (start, best) = (i, height);
                }
            }
        }
        start
    }

    /// The mean of the vertices: a point inside.
    pub(crate) fn center(&self) -> Vec3 {
        self.center
    }

    /// The largest distance of a corner from [`ConvexHull::center`], in metres.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The axis-aligned box around the hull.
    pub fn aabb(&self) -> Aabb {
        self.bounds
    }

    /// The surface as a mesh.
    ///
    /// # Errors
    /// Never fails for a hull from [`ConvexHull::from_points`]; the mesh's checks could report [`MeshError`].
    pub fn to_mesh(&self) -> Result<TriMesh, MeshError> {
        TriMesh::new(self.vertices.clone(), self.faces.clone())
    }
}

/// The neighbours of all vertices in one list, and the index where those of each vertex start.
fn adjacency(vertices: usize, faces: &[[u32; 3]]) -> (Vec<u32>, Vec<u32>) {
    // On a closed surface each directed edge occurs once, so each start has each end once.
    let edges = || faces.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let mut starts = vec![0_u32; vertices + 1];
    edges().for_each(|(from, _)| starts[from as usize + 1] += 1);
    for i in 0..vertices {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut neighbours = vec![0; faces.len() * 3];
    for (from, to) in edges() {
        let place = &mut next[from as usize];
        neighbours[*place as usize] = to;
        *place += 1;
    }
    (starts, neighbours)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: &[[i32; 3]]) -> Vec<Vec3> {
        of.iter()
            .map(|p| Vec3::from_array(p.map(|x| x as f32)))
            .collect()
    }

    /// Source 3's example, in its order, which made that source's two-triangle start lose a corner.
    const CUBE: [[i32; 3]; 8] = [
        [0, 0, 0],
        [0, 0, 1],
        [1, 1, 0],
        [0, 1, 0],
        [0, 1, 1],
        [1, 1, 1],
        [1, 0, 0],
        [1, 0, 1],
    ];

    #[test]
    fn a_cube_has_eight_vertices_and_twelve_faces() {
        let hull = ConvexHull::from_points(&points(&CUBE)).unwrap();
        assert_eq!((hull.vertices().len(), hull.faces().len()), (8, 12));
        assert_eq!(hull.neighbours.len(), 36);
    }

    #[test]
    fn points_on_faces_and_edges_and_twice_change_nothing() {
        let mut all: Vec<[i32; 3]> = CUBE.iter().chain(&CUBE).map(|p| p.map(|x| 2 * x)).collect();
        for i in 0..27 {
            all.insert(i % 7, [i as i32 / 9, i as i32 / 3 % 3, i as i32 % 3]);
        }
        let hull = ConvexHull::from_points(&points(&all)).unwrap();
        assert_eq!((hull.vertices().len(), hull.faces().len()), (8, 12));
    }

    #[test]
    fn points_without_an_inside_are_an_error() {
        let flat = |f: fn(i32) -> [i32; 3]| points(&(0..9).map(f).collect::<Vec<_>>());
        let error = |p: &[Vec3]| ConvexHull::from_points(p).unwrap_err();
        assert_eq!(error(&[Vec3::ONE; 3]), HullError::Count { count: 3 });
        assert_eq!(error(&[Vec3::ONE; 9]), HullError::Coincident);
        assert_eq!(error(&flat(|i| [i, 2 * i, -i])), HullError::Collinear);
        assert_eq!(
            error(&flat(|i| [i / 3, i % 3, i / 3 + i % 3])),
            HullError::Coplanar
        );
        let mut bad = points(&CUBE);
        bad[5].y = f32::NAN;
        assert_eq!(error(&bad), HullError::NonFinite { point: 5 });
    }

    #[test]
    fn a_flat_polygon_that_was_turned_is_still_flat() {
        let turn = crate::math::yaw(0.7) * glam::Quat::from_xyzw(0.6, 0.0, 0.0, 0.8);
        let ring = (0..40).map(|i| crate::math::yaw(i as f32 * 0.15) * Vec3::X);
        let turned: Vec<_> = ring.map(|p| turn * (p * 3.0) + Vec3::splat(50.0)).collect();
        assert_eq!(
            ConvexHull::from_points(&turned).unwrap_err(),
            HullError::Coplanar
        );
    }
}

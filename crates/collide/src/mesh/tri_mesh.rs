//! Triangle meshes: any set of triangles over shared vertices.

use glam::Vec3;

use crate::math::Aabb;

/// A triangle mesh: vertices in metres, triangles as vertex indices, counter-clockwise seen from
/// outside. It need not be closed, connected or manifold.
#[derive(Clone, Debug, PartialEq)]
pub struct TriMesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

/// The reason why vertices and triangles do not form a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangles")]
    Empty,
    /// More vertices or triangles than 32-bit indices can name.
    #[error("the mesh has more than {max} vertices or triangles", max = TriMesh::MAX_ELEMENTS)]
    TooLarge,
    /// A vertex coordinate is NaN, infinite, or too large to compute with.
    #[error("vertex {vertex} has a coordinate that is not a finite number below {limit:e} m",
        limit = TriMesh::MAX_COORDINATE)]
    NonFinite {
        /// The vertex's index, from 0.
        vertex: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices}")]
    OutOfRange {
        /// The triangle's index, from 0.
        triangle: usize,
        /// The index of the missing vertex, from 0.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
}

impl TriMesh {
    /// The largest coordinate that a vertex may have, in metres: products of four such lengths
    /// still fit an f32.
    pub const MAX_COORDINATE: f32 = 1e8;

    /// The most vertices, and the most triangles, of one mesh.
    pub const MAX_ELEMENTS: usize = 1 << 27;

    /// A mesh from its parts.
    ///
    /// # Errors
    /// [`MeshError`] if there is no triangle, an index has no vertex, or a coordinate is not
    /// finite or beyond [`TriMesh::MAX_COORDINATE`].
    pub fn new(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if vertices.len().max(triangles.len()) > Self::MAX_ELEMENTS {
            return Err(MeshError::TooLarge);
        }
        let sound = |v: &Vec3| v.abs().max_element() <= Self::MAX_COORDINATE && !v.is_nan();
        if let Some(vertex) = vertices.iter().position(|v| !sound(v)) {
            return Err(MeshError::NonFinite { vertex });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            for &vertex in corners {
                if vertex as usize >= vertices.len() {
                    return Err(MeshError::OutOfRange {
                        triangle,
                        vertex,
                        vertices: vertices.len(),
                    });
                }
            }
        }
        Ok(TriMesh {
            vertices,
            triangles,
        })
    }

    /// All vertices, in metres.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// All triangles, as indices into [`TriMesh::vertices`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The three corners of triangle `index`, in metres.
    ///
    /// # Panics
    /// If there is no such triangle.
    #[inline]
    pub fn corner_points(&self, index: usize) -> [Vec3; 3] {
        self.triangles[index].map(|vertex| self.vertices[vertex as usize])
    }

    /// The smallest box around the vertices that triangles use.
    pub fn aabb(&self) -> Aabb {
        let used = self.triangles.iter().flatten();
        Aabb::from_points(used.map(|&vertex| self.vertices[vertex as usize]))
    }

    /// This mesh with every vertex moved by `change`.
    ///
    /// # Errors
    /// [`MeshError::NonFinite`] if a vertex leaves the range of coordinates.
    pub fn map_vertices(&self, change: impl Fn(Vec3) -> Vec3) -> Result<TriMesh, MeshError> {
        TriMesh::new(
            self.vertices.iter().copied().map(change).collect(),
            self.triangles.clone(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> Vec<Vec3> {
        vec![Vec3::ZERO, Vec3::X, Vec3::Y]
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(TriMesh::new(corners(), vec![]), Err(MeshError::Empty));
        assert_eq!(
            TriMesh::new(corners(), vec![[0, 1, 2], [0, 1, 3]]),
            Err(MeshError::OutOfRange {
                triangle: 1,
                vertex: 3,
                vertices: 3
            })
        );
        let mut broken = corners();
        broken[2].y = f32::NAN;
        assert_eq!(
            TriMesh::new(broken, vec![[0, 1, 2]]),
            Err(MeshError::NonFinite { vertex: 2 })
        );
    }

    #[test]
    fn the_box_ignores_vertices_without_triangles() {
        let mut vertices = corners();
        vertices.push(Vec3::splat(100.0));
        let mesh = TriMesh::new(vertices, vec![[0, 1, 2]]).unwrap();
        assert_eq!(mesh.aabb().max, Vec3::new(1.0, 1.0, 0.0));
    }
}

//! Deformed meshes: new vertex positions for the same triangles.

use glam::Vec3;

use crate::bounding::{BoundingSphere, Volume};
use crate::math::Aabb;
use crate::mesh::{MeshError, TriMesh, half_edges};
use crate::model::contact_features::contact_features;
use crate::model::hull_corners::HullCorners;
use crate::model::validate::is_degenerate;
use crate::model::{AnyTree, BuildError, Model, with_tree};
use crate::piece::Piece;

impl Model {
    /// Replaces the positions of the mesh's vertices (m) and keeps pieces and tree: volumes are
    /// refitted from the leaves to the root. Answers stay exact also for pieces that are no longer
    /// convex, since triangles decide; after large changes a new build is faster to query.
    ///
    /// The model is built anew if keeping the pieces would be wrong: if triangles lost or gained their area,
    /// if vertices that shared a position no longer do, or if duplicate triangles were dropped. Vertices that
    /// share a position only now are not welded: their edges stay boundaries.
    ///
    /// # Errors
    /// [`BuildError::VertexCount`], [`BuildError::NonFinite`] or [`BuildError::OnlyDegenerate`]; the model is
    /// then unchanged.
    pub fn refit(&mut self, vertices: &[Vec3]) -> Result<(), BuildError> {
        let expected = self.mesh.vertices().len();
        if vertices.len() != expected {
            return Err(BuildError::VertexCount {
                expected,
                given: vertices.len(),
            });
        }
        let triangles = self.mesh.triangles().to_vec();
        let mesh = TriMesh::new(vertices.to_vec(), triangles);
        let mesh = mesh.map_err(|fault| BuildError::NonFinite {
            vertex: match fault {
                MeshError::NonFinite { vertex } => vertex,
                _ => 0,
            },
        })?;
        if !self.fits(&mesh) {
            *self = Model::build(&mesh, &self.options)?;
            return Ok(());
        }
        self.mesh = mesh;
        self.store.set_vertices(&self.mesh);
        self.hull = HullCorners::default();
        let store = &self.store;
        with_tree!(&mut self.tree, tree => tree.refit(|leaf| {
            Volume::around(store.vertices(store.pieces[leaf as usize]))
        }));
        self.update_bounds();
        Ok(())
    }

    /// True if a deformed mesh has the model's valid triangles with the same shared vertices.
    fn fits(&self, mesh: &TriMesh) -> bool {
        let all = 0..mesh.triangles().len();
        let degenerate = all.filter(|&t| is_degenerate(mesh.corner_points(t)));
        let kept_are_sound = || {
            let mut kept = self.store.sources.iter();
            kept.all(|&t| !is_degenerate(mesh.corner_points(t as usize)))
        };
        self.report.duplicates == 0
            && degenerate.count() == self.report.degenerate
            && kept_are_sound()
            && self.store.keeps_shared_vertices(mesh)
            && self.keeps_edges(mesh)
    }

    /// True if triangles that share an edge still share its ends.
    fn keeps_edges(&self, mesh: &TriMesh) -> bool {
        let corner = |edge: u32| {
            let source = self.store.sources[edge as usize / 3];
            mesh.corner_points(source as usize)[edge as usize % 3]
        };
        (0..self.edges.len() as u32).all(|edge| {
            let Some((other, opposed)) = self.edges.across(edge).other() else {
                return true;
            };
            let (from, to) = (corner(edge), corner(half_edges::next(edge)));
            let (start, end) = (corner(other), corner(half_edges::next(other)));
            if opposed {
                from == end && to == start
            } else {
                from == start && to == end
            }
        })
    }

    pub(super) fn update_bounds(&mut self) {
        let store = &self.store;
        let triangles = |piece| {
            let corners = move |index| store.triangle(piece, index);
            Piece::triangle_range(*piece).map(corners)
        };
        let corners: Vec<[Vec3; 3]> = store.pieces.iter().flat_map(triangles).collect();
        self.features = contact_features(&self.edges, &corners, &self.store.planes);
        let bounds = Aabb::around_blocks(&self.store.blocks);
        let sphere = BoundingSphere::around_blocks(&self.store.blocks);
        self.reach = bounds.min.abs().max(bounds.max.abs()).max_element();
        self.bounds = bounds;
        self.center = sphere.center;
        self.radius = sphere.radius;
    }
}

//! A mesh made ready for collision.

use std::collections::HashMap;

use glam::Vec3;

use super::contacts::features;
use super::debug::{DebugKind, DebugSink};
use super::hull_corners::HullCorners;
use super::piece::{self, Piece, PieceGrowth, PieceStore, Surface};
use super::tree::{BuildInput, SplitAxis, SplitPoint, SplitRule, Tree};
use super::volume::{Kdop6, Kdop14, Kdop18, Kdop26, Sphere, Volume};
use crate::geometry::{Aabb, HalfEdges, Pose, TriMesh, half_edges, sorted_indices};

/// Which bounding volume a model's tree is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolumeKind {
    /// The sphere.
    Sphere,
    /// The axis-aligned box, turned by its half extents.
    Aabb,
    /// Three slabs.
    Kdop6,
    /// Seven slabs.
    Kdop14,
    /// Nine slabs: source 1's volume.
    #[default]
    Kdop18,
    /// Thirteen slabs.
    Kdop26,
}

/// How a [`Model`] is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// The most triangles of a convex piece, 1 to [`MAX_PIECE_TRIANGLES`](super::MAX_PIECE_TRIANGLES);
    /// taken to the nearer end outside it.
    pub max_piece_triangles: usize,
    /// How pieces are grown.
    pub piece_growth: PieceGrowth,
    /// The tree's volumes.
    pub volume: VolumeKind,
    /// By which axis nodes are split.
    pub split_axis: SplitAxis,
    /// Where along it.
    pub split_point: SplitPoint,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            max_piece_triangles: 6,
            piece_growth: PieceGrowth::default(),
            volume: VolumeKind::default(),
            split_axis: SplitAxis::default(),
            split_point: SplitPoint::default(),
        }
    }
}

/// Why a mesh makes no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Every triangle is degenerate: without area.
    #[error("all {triangles} triangles are degenerate: none has an area")]
    OnlyDegenerate {
        /// How many there are.
        triangles: usize,
    },
    /// A refit was given another number of vertices than the mesh has.
    #[error("the mesh has {expected} vertices, but {given} were given")]
    VertexCount {
        /// The mesh's vertices.
        expected: usize,
        /// The vertices given.
        given: usize,
    },
    /// A refit was given a vertex that is not finite.
    #[error("vertex {vertex} has a coordinate that is not a finite number")]
    NonFinite {
        /// The vertex's number.
        vertex: usize,
    },
}

/// How far a build is: for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Triangles that have found their piece.
    pub placed: usize,
    /// All triangles.
    pub triangles: usize,
}

/// What a build left out and made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildReport {
    /// Triangles without area that were dropped.
    pub degenerate: usize,
    /// Triangles that were there already and were dropped.
    pub duplicates: usize,
    /// Convex pieces made.
    pub pieces: usize,
    /// Leaves of the tree: one for each place where a piece lies.
    pub leaves: usize,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Levels of the tree.
    pub depth: usize,
}

/// The tree, by kind of volume.
#[derive(Clone, Debug)]
pub(crate) enum AnyTree {
    Sphere(Tree<Sphere>),
    Aabb(Tree<Aabb>),
    Kdop6(Tree<Kdop6>),
    Kdop14(Tree<Kdop14>),
    Kdop18(Tree<Kdop18>),
    Kdop26(Tree<Kdop26>),
}

/// Runs `$body` with `$tree` bound to the tree of whatever kind.
macro_rules! with_tree {
    ($any:expr, $tree:ident => $body:expr) => {
        match $any {
            AnyTree::Sphere($tree) => $body,
            AnyTree::Aabb($tree) => $body,
            AnyTree::Kdop6($tree) => $body,
            AnyTree::Kdop14($tree) => $body,
            AnyTree::Kdop18($tree) => $body,
            AnyTree::Kdop26($tree) => $body,
        }
    };
}

pub(crate) use with_tree;

/// A triangle mesh made ready for collision: convex pieces at the leaves of a tree of bounding
/// volumes. Building is the only way to one, so there is no such thing as an unfinished model.
#[derive(Clone, Debug)]
pub struct Model {
    mesh: TriMesh,
    options: BuildOptions,
    /// The leaves' triangles: each is a piece, or that of a piece's parts that lies in one place.
    pub(crate) store: PieceStore,
    /// The piece of each leaf; empty if each leaf is one.
    piece_of: Vec<u32>,
    /// The half-edges of the store's triangles, in its order.
    pub(crate) edges: HalfEdges,
    /// Which corners and edges may be contacts, and with which triangle they are looked at.
    pub(crate) features: Vec<u8>,
    pub(crate) tree: AnyTree,
    /// Not known for large models and after a refit.
    pub(crate) hull: HullCorners,
    bounds: Aabb,
    /// A sphere around all places: centre and radius.
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
    /// The largest coordinate: what rounding is relative to.
    pub(crate) reach: f32,
    /// Tells trees that branch differently apart.
    pub(crate) shape: u64,
    report: BuildReport,
}

impl Model {
    /// Builds a model. Degenerate and duplicate triangles are dropped and counted.
    ///
    /// # Errors
    /// [`BuildError::OnlyDegenerate`] if no triangle is left.
    pub fn build(mesh: &TriMesh, options: &BuildOptions) -> Result<Model, BuildError> {
        Model::build_with_progress(mesh, options, &mut |_| {})
    }

    /// [`Model::build`] that tells now and then how far it is; for large meshes.
    ///
    /// # Errors
    /// As [`Model::build`].
    pub fn build_with_progress(
        mesh: &TriMesh,
        options: &BuildOptions,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Model, BuildError> {
        let (kept, mut report) = sound_triangles(mesh);
        if kept.is_empty() {
            let triangles = mesh.triangles().len();
            return Err(BuildError::OnlyDegenerate { triangles });
        }
        let welded = kept.iter().map(|&(source, places)| {
            let points = mesh.corner_points(source as usize);
            (points.map(|p| p.as_dvec3()), places)
        });
        let corners: Vec<[u32; 3]> = kept.iter().map(|&(_, places)| places).collect();
        let edges = HalfEdges::new(&corners);
        let max_triangles = options
            .max_piece_triangles
            .clamp(1, piece::MAX_PIECE_TRIANGLES);
        let triangles = kept.len();
        let mut report_every = {
            let step = (triangles / 100).max(1);
            let mut next = 0;
            move |placed: usize| {
                if placed >= next || placed == triangles {
                    next = placed + step;
                    progress(Progress { placed, triangles });
                }
            }
        };
        let parts = piece::grow(
            &Surface::new(welded, &edges),
            options.piece_growth,
            max_triangles,
            &mut report_every,
        );

        let rule = SplitRule {
            axis: options.split_axis,
            point: options.split_point,
        };
        // The pieces first in the order in which they grew, then in that of the tree's leaves.
        let mut grown = PieceStore::with_capacity(kept.len(), parts.len());
        let mut members = Vec::with_capacity(max_triangles);
        for part in &parts {
            members.clear();
            members.extend(part.facets.iter().map(|&m| {
                let (source, places) = kept[m as usize];
                (source, places, mesh.corner_points(source as usize))
            }));
            grown.push(&members);
        }
        let (tree, order) = match options.volume {
            VolumeKind::Sphere => wrap(AnyTree::Sphere, &grown, rule),
            VolumeKind::Aabb => wrap(AnyTree::Aabb, &grown, rule),
            VolumeKind::Kdop6 => wrap(AnyTree::Kdop6, &grown, rule),
            VolumeKind::Kdop14 => wrap(AnyTree::Kdop14, &grown, rule),
            VolumeKind::Kdop18 => wrap(AnyTree::Kdop18, &grown, rule),
            VolumeKind::Kdop26 => wrap(AnyTree::Kdop26, &grown, rule),
        };
        let store = grown.reordered(&order);
        let mut place_of = vec![0; kept.len()];
        let members = order.iter().flat_map(|&part| &parts[part as usize].facets);
        for (place, &m) in members.enumerate() {
            place_of[m as usize] = place as u32;
        }
        let (nodes, depth) = with_tree!(&tree, tree => (tree.nodes().len(), tree.depth()));
        let shape = with_tree!(&tree, tree => tree.shape());
        report.pieces = parts.last().map_or(0, |part| part.piece as usize + 1);
        report.leaves = parts.len();
        let piece_of = if report.leaves > report.pieces {
            order
                .iter()
                .map(|&part| parts[part as usize].piece)
                .collect()
        } else {
            Vec::new()
        };
        report.nodes = nodes;
        report.depth = depth;
        let edges = edges.reordered(&place_of);
        let mut model = Model {
            mesh: mesh.clone(),
            options: *options,
            hull: HullCorners::new(&store),
            store,
            piece_of,
            features: Vec::new(),
            edges,
            tree,
            bounds: Aabb::EMPTY,
            center: Vec3::ZERO,
            radius: 0.0,
            reach: 0.0,
            shape,
            report,
        };
        model.measure();
        Ok(model)
    }

    /// Takes over new places of the mesh's vertices (a deformed mesh), keeping pieces and tree:
    /// volumes are refitted from the leaves to the root. Pieces that are no longer convex stay
    /// right (triangles decide), only slower; after large changes build anew.
    ///
    /// Where keeping them would be wrong the model is built anew: where triangles lost or gained
    /// their area, where vertices that shared a place have parted, and where duplicate triangles
    /// had been dropped. Vertices that meet only now are not joined: their edges stay borders.
    ///
    /// # Errors
    /// [`BuildError::VertexCount`], [`BuildError::NonFinite`] or [`BuildError::OnlyDegenerate`];
    /// the model is then as it was.
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
                crate::geometry::MeshError::NonFinite { vertex } => vertex,
                _ => 0,
            },
        })?;
        if !self.fits(&mesh) {
            *self = Model::build(&mesh, &self.options)?;
            return Ok(());
        }
        self.mesh = mesh;
        self.store.replace_places(&self.mesh);
        self.hull = HullCorners::default();
        let store = &self.store;
        with_tree!(&mut self.tree, tree => tree.refit(|leaf| {
            Volume::around(store.places(store.pieces[leaf as usize]))
        }));
        self.measure();
        Ok(())
    }

    /// Whether a deformed mesh has the same sound triangles, joined in the same places.
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
            && self.store.keeps_places(mesh)
            && self.keeps_edges(mesh)
    }

    /// Whether triangles that share an edge still share its ends.
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

    fn measure(&mut self) {
        self.features = features(&self.edges, |edge| {
            let source = self.store.sources[edge as usize / 3];
            self.mesh.corner_points(source as usize)[edge as usize % 3].as_dvec3()
        });
        let all = || self.store.pieces.iter().flat_map(|&p| self.store.places(p));
        let bounds = Aabb::from_points(all());
        let sphere = Sphere::around(all());
        self.reach = bounds.min.abs().max(bounds.max.abs()).max_element();
        self.bounds = bounds;
        self.center = sphere.center;
        self.radius = sphere.radius;
    }

    /// The mesh that the model was built from, as it was given.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// What the build made and left out.
    pub fn report(&self) -> BuildReport {
        self.report
    }

    /// The box around the model in its own frame.
    pub fn local_aabb(&self) -> Aabb {
        self.bounds
    }

    /// The centre and radius of a sphere around the model, in its own frame.
    pub fn bounding_sphere(&self) -> (Vec3, f32) {
        (self.center, self.radius)
    }

    /// A box around the model at a pose: conservative, and as quick as turning one box.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let rotation = pose.rotation_matrix();
        let half = self.bounds.half_extents();
        let turned = rotation.x_axis.abs() * half.x
            + rotation.y_axis.abs() * half.y
            + rotation.z_axis.abs() * half.z;
        let center = pose.transform_point(self.bounds.center());
        let rounding = 8.0 * f32::EPSILON * (center.abs().max_element() + self.reach);
        Aabb::from_center(center, turned + rounding)
    }

    /// The convex pieces: for each, its triangles' numbers in the mesh.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut pieces = vec![Vec::new(); self.report.pieces];
        for (leaf, triangles) in self.leaves().enumerate() {
            let piece = self.piece_of.get(leaf).map_or(leaf, |&p| p as usize);
            pieces[piece].extend_from_slice(triangles);
        }
        pieces.into_iter()
    }

    /// What the tree's leaves hold: for each, its triangles' numbers in the mesh. All of a piece, or
    /// those that lie in one place.
    pub fn leaves(&self) -> impl Iterator<Item = &[u32]> {
        let store = &self.store;
        store
            .pieces
            .iter()
            .map(|p| &store.sources[p.triangle_range()])
    }

    /// Bytes that the model takes beside the mesh's vertices and indices.
    pub fn memory(&self) -> usize {
        let nodes = with_tree!(&self.tree, tree => size_of_val(tree.nodes()));
        let pieces = size_of_val(&self.piece_of[..]);
        size_of::<Model>()
            + nodes
            + pieces
            + self.store.memory()
            + self.edges.memory()
            + self.features.len()
            + self.hull.memory()
    }

    /// Draws the triangles that collide.
    pub fn draw_wireframe(&self, pose: &Pose, sink: &mut dyn DebugSink) {
        let world: Vec<Vec3> = (self.mesh.vertices().iter())
            .map(|&v| pose.transform_point(v))
            .collect();
        let triangles = self.store.sources.iter();
        let mut edges: Vec<(u32, u32)> = triangles
            .flat_map(|&source| {
                let [a, b, c] = self.mesh.triangles()[source as usize];
                [(a, b), (b, c), (c, a)].map(|(p, q)| (p.min(q), p.max(q)))
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        for (from, to) in edges {
            sink.line(
                world[from as usize],
                world[to as usize],
                DebugKind::Wireframe,
            );
        }
    }

    /// Draws the volumes of one level of the tree (0 is the root) and the leaves above it.
    pub fn draw_volumes(&self, pose: &Pose, level: usize, sink: &mut dyn DebugSink) {
        with_tree!(&self.tree, tree => tree.visit_levels(|node, at| {
            let leaf = node.piece().is_some();
            if at == level || (leaf && at < level) {
                let kind = if leaf { DebugKind::VolumeLeaf } else { DebugKind::Volume };
                node.volume.outline(&mut |from, to| {
                    sink.line(pose.transform_point(from), pose.transform_point(to), kind);
                });
            }
        }));
    }
}

/// Builds the tree of one kind over the pieces.
fn wrap<V: Volume>(
    kind: impl Fn(Tree<V>) -> AnyTree,
    store: &PieceStore,
    rule: SplitRule,
) -> (AnyTree, Vec<u32>) {
    let center = |piece: &Piece| {
        let corners = piece
            .triangle_range()
            .flat_map(|index| store.triangle(piece, index));
        let sum: glam::DVec3 = corners.map(|p| p.as_dvec3()).sum();
        (sum / (3 * piece.triangle_range().len()) as f64).as_vec3()
    };
    let volume = |piece: &Piece| V::around_blocks(&store.blocks[piece.blocks()]);
    let input = BuildInput {
        centers: store.pieces.iter().map(center).collect(),
        volumes: store.pieces.iter().map(volume).collect(),
    };
    let (tree, order) = Tree::build(&input, rule);
    (kind(tree), order)
}

/// A triangle's number in the mesh, and the numbers of its corners' places.
type Kept = (u32, [u32; 3]);

/// The triangles that have an area and are not there twice, with welded corners.
fn sound_triangles(mesh: &TriMesh) -> (Vec<Kept>, BuildReport) {
    let mut report = BuildReport::default();
    let places = weld(mesh.vertices());
    let mut kept = Vec::with_capacity(mesh.triangles().len());
    for (index, corners) in mesh.triangles().iter().enumerate() {
        if is_degenerate(mesh.corner_points(index)) {
            report.degenerate += 1;
        } else {
            kept.push((index as u32, corners.map(|v| places[v as usize])));
        }
    }
    // The same triangle from the other side is no duplicate: sheets may have two sides.
    let turned = |at: u32| {
        let [a, b, c] = kept[at as usize].1;
        let first = a.min(b).min(c);
        if first == a {
            [a, b, c]
        } else if first == b {
            [b, c, a]
        } else {
            [c, a, b]
        }
    };
    // Those that could be equal have the same first corner: a few each.
    let mut by_corners = sorted_indices((0..kept.len() as u32).map(|at| turned(at)[0]));
    for same in by_corners.chunk_by_mut(|&p, &q| turned(p)[0] == turned(q)[0]) {
        same.sort_unstable_by_key(|&at| (turned(at), at));
    }
    let mut repeated: Vec<u32> = by_corners
        .windows(2)
        .filter(|pair| turned(pair[0]) == turned(pair[1]))
        .map(|pair| pair[1])
        .collect();
    report.duplicates = repeated.len();
    if !repeated.is_empty() {
        repeated.sort_unstable();
        let mut at = 0;
        kept.retain(|_| {
            at += 1;
            repeated.binary_search(&(at - 1)).is_err()
        });
    }
    (kept, report)
}

/// For every vertex the number of its place: equal coordinates, equal number.
fn weld(vertices: &[Vec3]) -> Vec<u32> {
    let mut seen: HashMap<[u32; 3], u32> = HashMap::with_capacity(vertices.len());
    vertices
        .iter()
        .map(|v| {
            // Adding zero makes -0 and 0 one.
            let key = v.to_array().map(|c| (c + 0.0).to_bits());
            let next = seen.len() as u32;
            *seen.entry(key).or_insert(next)
        })
        .collect()
}

/// Whether a triangle has no area to speak of: its height is under 1e-7 of its longest edge,
/// which is what f32 corners can say at all.
fn is_degenerate(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(|p| p.as_dvec3());
    let twice_area_squared = (b - a).cross(c - a).length_squared();
    let longest = (b - a)
        .length_squared()
        .max((c - b).length_squared())
        .max((a - c).length_squared());
    twice_area_squared <= 1e-14 * longest * longest
}

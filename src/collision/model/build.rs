//! Building a model: sound triangles, pieces, leaves, tree.

use glam::{DVec3, Vec3};

use super::memory::MOST_BYTES;
use super::sound::{Kept, sound_triangles};
use super::{AnyTree, BuildError, BuildOptions, Model, Progress, VolumeKind, with_tree};
use crate::collision::hull_corners::HullCorners;
use crate::collision::piece::{
    self, MAX_PIECE_TRIANGLES, Part, Piece, PieceGrowth, PieceStore, Surface,
};
use crate::collision::tree::{BuildInput, BundleRule, SplitRule, Tree};
use crate::collision::volume::Volume;
use crate::geometry::{Aabb, HalfEdges, TriMesh};

/// What the corners of a hull may take, for each triangle: few meshes are nothing but corners.
const MOST_HULL_BYTES: usize = 8;

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

        let places = kept
            .iter()
            .flat_map(|&(source, _)| mesh.corner_points(source as usize));
        let mut hull = HullCorners::new(places);
        if triangles >= SMALL && hull.memory() > MOST_HULL_BYTES * triangles {
            hull = HullCorners::default();
        }
        // What of a triangle's bytes is not in the leaves and the nodes: its piece, its features.
        let beside = edges.memory() + hull.memory() + triangles * (size_of::<u32>() + 1);
        let most = match options.piece_growth {
            // Source 1's way: a leaf is a piece.
            PieceGrowth::FirstFit => 1,
            PieceGrowth::Adjacency => (max_triangles * 5 / 3).min(MAX_PIECE_TRIANGLES),
        };
        let layout = Layout {
            mesh,
            kept: &kept,
            parts: &parts,
            rule: SplitRule {
                axis: options.split_axis,
                point: options.split_point,
            },
            most,
            room: (MOST_BYTES * triangles).saturating_sub(beside),
        };
        let laid = match options.volume {
            VolumeKind::Sphere => layout.build(AnyTree::Sphere),
            VolumeKind::Aabb => layout.build(AnyTree::Aabb),
            VolumeKind::Kdop6 => layout.build(AnyTree::Kdop6),
            VolumeKind::Kdop14 => layout.build(AnyTree::Kdop14),
            VolumeKind::Kdop18 => layout.build(AnyTree::Kdop18),
            VolumeKind::Kdop26 => layout.build(AnyTree::Kdop26),
        };
        let members = || {
            let ordered = laid.order.iter().map(|&part| &parts[part as usize]);
            ordered.flat_map(|part| part.facets.iter().map(|&facet| (facet, part.piece)))
        };
        let mut place_of = vec![0; triangles];
        for (place, (facet, _)) in members().enumerate() {
            place_of[facet as usize] = place as u32;
        }
        report.pieces = parts.last().map_or(0, |part| part.piece as usize + 1);
        report.leaves = laid.store.pieces.len();
        (report.nodes, report.depth) =
            with_tree!(&laid.tree, tree => (tree.nodes().len(), tree.depth()));
        let piece_of = if options.piece_growth == PieceGrowth::FirstFit {
            Vec::new()
        } else {
            members().map(|(_, piece)| piece).collect()
        };
        let mut model = Model {
            mesh: mesh.clone(),
            options: *options,
            piece_of,
            features: Vec::new(),
            edges: edges.reordered(&place_of),
            shape: with_tree!(&laid.tree, tree => tree.shape()),
            store: laid.store,
            tree: laid.tree,
            hull,
            bounds: Aabb::EMPTY,
            center: Vec3::ZERO,
            radius: 0.0,
            reach: 0.0,
            report,
        };
        model.measure();
        Ok(model)
    }
}

/// How much larger than the largest of its parts a leaf's volume may be: the first with which the
/// model is small enough is taken.
const GROWTHS: [f32; 6] = [1.2, 1.3, 1.45, 1.7, 2.2, f32::INFINITY];

/// Smaller models are not made smaller still: what there is to win are some hundred bytes, and a
/// leaf would hold most sides of a box.
const SMALL: usize = 64;

/// Larger ones begin with a growth that is nearly always enough, as each try takes its time.
const LARGE: usize = 10_000;

/// The growths to try for so many triangles.
fn growths(triangles: usize) -> &'static [f32] {
    match triangles {
        0..SMALL => &GROWTHS[..1],
        SMALL..LARGE => &GROWTHS,
        _ => &GROWTHS[3..],
    }
}

/// What leaves and tree are made of.
struct Layout<'m> {
    mesh: &'m TriMesh,
    kept: &'m [Kept],
    parts: &'m [Part],
    rule: SplitRule,
    /// The most triangles of a leaf that holds several parts.
    most: usize,
    /// The bytes that leaves and nodes may take.
    room: usize,
}

/// Leaves and tree.
struct LaidOut {
    tree: AnyTree,
    store: PieceStore,
    /// The parts in the order of the leaves.
    order: Vec<u32>,
}

impl Layout<'_> {
    /// Builds the tree of one kind over the parts, and then puts neighbouring ones into one leaf.
    fn build<V: Volume>(&self, kind: impl Fn(Tree<V>) -> AnyTree) -> LaidOut {
        // First in the order in which they grew, then in that of the leaves.
        let mut grown = PieceStore::with_capacity(self.kept.len(), self.parts.len());
        for part in self.parts {
            self.push(&mut grown, std::slice::from_ref(&part));
        }
        let center = |piece: &Piece| {
            let corners = piece
                .triangle_range()
                .flat_map(|index| grown.triangle(piece, index));
            let sum: DVec3 = corners.map(|p| p.as_dvec3()).sum();
            (sum / (3 * piece.triangle_range().len()) as f64).as_vec3()
        };
        let volume = |piece: &Piece| V::around_blocks(&grown.blocks[piece.blocks()]);
        let input = BuildInput {
            centers: grown.pieces.iter().map(center).collect(),
            volumes: grown.pieces.iter().map(volume).collect(),
        };
        let (mut tree, order) = Tree::build(&input, self.rule);
        let part = |leaf: u32| &self.parts[order[leaf as usize] as usize];
        let mut store = PieceStore::default();
        let growths = growths(self.kept.len());
        for (tries, &growth) in growths.iter().enumerate() {
            if self.most == 1 {
                store = grown.reordered(&order);
                break;
            }
            let rule = BundleRule {
                most: self.most,
                growth,
            };
            let (bundled, counts) = tree.bundled(|leaf| part(leaf).facets.len(), rule);
            store = PieceStore::with_capacity(self.kept.len(), counts.len());
            let mut at = 0;
            for count in counts {
                let leaf = &order[at..at + count as usize];
                match leaf {
                    &[single] => store.append(&grown, single),
                    several => {
                        let parts = several.iter().map(|&part| &self.parts[part as usize]);
                        self.push(&mut store, &parts.collect::<Vec<_>>());
                    }
                }
                at += count as usize;
            }
            let bytes = store.memory() + size_of_val(bundled.nodes());
            if bytes <= self.room || tries + 1 == growths.len() {
                tree = bundled;
                break;
            }
        }
        LaidOut {
            tree: kind(tree),
            store,
            order,
        }
    }

    /// Appends a leaf that holds some parts.
    fn push(&self, store: &mut PieceStore, parts: &[&Part]) {
        let mut members = [(0, [0; 3], [Vec3::ZERO; 3]); MAX_PIECE_TRIANGLES];
        let mut count = 0;
        for &facet in parts.iter().flat_map(|part| &part.facets) {
            let (source, places) = self.kept[facet as usize];
            members[count] = (source, places, self.mesh.corner_points(source as usize));
            count += 1;
        }
        store.push(&members[..count]);
    }
}

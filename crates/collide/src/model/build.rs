//! Building a model: valid triangles, pieces, leaves, tree.

use glam::{DVec3, Vec3};

use crate::bounding::Volume;
use crate::bvh::{BuildInput, LeafMergeRule, LeafMerger, SplitRule, Tree};
use crate::math::Aabb;
use crate::mesh::TriMesh;
use crate::model::hull_corners::HullCorners;
use crate::model::validate::{SoundMesh, SoundTriangle, sound_triangles};
use crate::model::{AnyTree, BuildError, BuildOptions, Model, Progress, VolumeKind, with_tree};
use crate::params;
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece;
use crate::piece::{
    ConnectedPart, FacetSurface, PieceGrowth, PieceStore, PieceTriangle, VertexGatherer,
};

impl Model {
    /// Builds a model. Degenerate and duplicate triangles are dropped and counted.
    ///
    /// # Errors
    /// [`BuildError::OnlyDegenerate`] if no triangle is left.
    pub fn build(mesh: &TriMesh, options: &BuildOptions) -> Result<Model, BuildError> {
        Model::build_with_progress(mesh, options, &mut |_| {})
    }

    /// Like [`Model::build`], but reports its progress about a hundred times; for large meshes.
    ///
    /// # Errors
    /// [`BuildError::OnlyDegenerate`] if no triangle is left.
    pub fn build_with_progress(
        mesh: &TriMesh,
        options: &BuildOptions,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Model, BuildError> {
        let (sound, mut report) = sound_triangles(mesh);
        let SoundMesh { kept, edges, .. } = &sound;
        if kept.is_empty() {
            let triangles = mesh.triangles().len();
            return Err(BuildError::OnlyDegenerate { triangles });
        }
        let welded = kept
            .iter()
            .map(|&(_, places)| (sound.points(places), places));
        let max_triangles = options.max_piece_triangles.clamp(1, MAX_PIECE_TRIANGLES);
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
            &FacetSurface::new(welded, edges),
            options.piece_growth,
            max_triangles,
            &mut report_every,
        );

        let places = kept
            .iter()
            .flat_map(|&(_, places)| places.into_iter().zip(sound.points(places)));
        let mut hull = HullCorners::new(places);
        let hull_is_large = hull.memory() > params::HULL_BYTES_PER_TRIANGLE * triangles;
        if triangles >= params::SMALL_MODEL_TRIANGLES && hull_is_large {
            hull = HullCorners::default();
        }
        let facets = kept.iter().map(|&(_, places)| sound.points(places));
        hull.detect_own_surface(facets, edges);
        // The bytes outside the leaves and nodes: edges, hull, the piece and the features of each triangle.
        let beside = edges.memory() + hull.memory() + triangles * (size_of::<u32>() + 1);
        let most = match options.piece_growth {
            // Source 1's way, in which each leaf is one piece.
            PieceGrowth::FirstFit => 1,
            PieceGrowth::Adjacency => (max_triangles * 5 / 3).min(MAX_PIECE_TRIANGLES),
        };
        let layout = Layout {
            sound: &sound,
            parts: &parts,
            rule: SplitRule {
                axis: options.split_axis,
                point: options.split_point,
            },
            most,
            room: (params::MODEL_BYTES_PER_TRIANGLE * triangles).saturating_sub(beside),
        };
        let layout_result = match options.volume {
            VolumeKind::Sphere => layout.build(AnyTree::Sphere),
            VolumeKind::Aabb => layout.build(AnyTree::Aabb),
            VolumeKind::Kdop6 => layout.build(AnyTree::Kdop6),
            VolumeKind::Kdop14 => layout.build(AnyTree::Kdop14),
            VolumeKind::Kdop18 => layout.build(AnyTree::Kdop18),
            VolumeKind::Kdop26 => layout.build(AnyTree::Kdop26),
        };
        let mut place_of = vec![0; triangles];
        for (place, &facet) in layout_result.facets.iter().enumerate() {
            place_of[facet as usize] = place as u32;
        }
        report.pieces = parts.last().map_or(0, |part| part.piece as usize + 1);
        report.leaves = layout_result.store.pieces.len();
        (report.nodes, report.depth) =
            with_tree!(&layout_result.tree, tree => (tree.nodes().len(), tree.depth()));
        let piece_of = if options.piece_growth == PieceGrowth::FirstFit {
            Vec::new()
        } else {
            layout_result.pieces
        };
        let mut model = Model {
            mesh: mesh.clone(),
            options: *options,
            piece_of,
            features: Vec::new(),
            edges: edges.reordered(&place_of),
            store: layout_result.store,
            tree: layout_result.tree,
            hull,
            bounds: Aabb::EMPTY,
            center: Vec3::ZERO,
            radius: 0.0,
            reach: 0.0,
            report,
        };
        model.update_bounds();
        Ok(model)
    }
}

/// The leaf growths to try for a number of triangles, in order.
fn leaf_growths(triangles: usize) -> &'static [f32] {
    match triangles {
        0..params::SMALL_MODEL_TRIANGLES => &params::LEAF_GROWTHS[..1],
        params::SMALL_MODEL_TRIANGLES..params::LARGE_MODEL_TRIANGLES => &params::LEAF_GROWTHS,
        _ => &params::LEAF_GROWTHS[3..],
    }
}

/// The input from which leaves and tree are laid out.
struct Layout<'m> {
    sound: &'m SoundMesh,
    parts: &'m [ConnectedPart],
    rule: SplitRule,
    /// The most triangles of a leaf that holds several parts.
    most: usize,
    /// The bytes that leaves and nodes may take.
    room: usize,
}

/// A tree with its leaves.
struct LaidOut {
    tree: AnyTree,
    store: PieceStore,
    /// The facets and their pieces, in the order of the leaves.
    facets: Vec<u32>,
    pieces: Vec<u32>,
}

impl Layout<'_> {
    /// Builds the tree of one kind over the parts, and then merges neighbouring parts into leaves.
    fn build<V: Volume>(&self, kind: impl Fn(Tree<V>) -> AnyTree) -> LaidOut {
        let kept = &self.sound.kept;
        let mut places = VertexGatherer::new(self.sound.places.len());
        let input = BuildInput {
            centers: self.parts.iter().map(|part| self.center(part)).collect(),
            volumes: (self.parts.iter())
                .map(|part| {
                    places.begin();
                    for &facet in part.facets.members() {
                        let keys = kept[facet as usize].1;
                        places.add(keys, self.sound.points(keys));
                    }
                    V::around_blocks(places.blocks())
                })
                .collect(),
        };
        let (tree, order) = Tree::build(&input, self.rule);
        drop(input);
        // From here on all arrays are in the order of the leaves.
        let mut facets = Vec::with_capacity(kept.len());
        let mut pieces = Vec::with_capacity(kept.len());
        let mut ends = Vec::with_capacity(order.len());
        for &part in &order {
            let part = &self.parts[part as usize];
            facets.extend_from_slice(part.facets.members());
            pieces.resize(facets.len(), part.piece);
            ends.push(facets.len());
        }
        let start = |part: usize| if part == 0 { 0 } else { ends[part - 1] };
        let triangles: Vec<SoundTriangle> =
            facets.iter().map(|&facet| kept[facet as usize]).collect();

        let merger = LeafMerger::new(&tree, |part| ends[part as usize] - start(part as usize));
        let rule = |growth| LeafMergeRule {
            most: self.most,
            growth,
        };
        // The triangles of each leaf, for given numbers of parts in each leaf.
        let leaves = |counts: &[u32]| -> Vec<&[SoundTriangle]> {
            let mut parts = 0;
            let leaf = |&count: &u32| {
                let first = start(parts);
                parts += count as usize;
                &triangles[first..ends[parts - 1]]
            };
            counts.iter().map(leaf).collect()
        };
        let mut growths = leaf_growths(kept.len());
        let counts = loop {
            let counts = merger.counts(rule(growths[0]));
            let is_last = self.most == 1 || growths.len() == 1;
            if is_last || self.fits::<V>(&leaves(&counts), &mut places) {
                break counts;
            }
            growths = &growths[1..];
        };
        let mut store = PieceStore::with_capacity(kept.len(), counts.len());
        for leaf in leaves(&counts) {
            let member = |&(source, keys): &SoundTriangle| PieceTriangle {
                source,
                keys,
                points: self.sound.points(keys),
            };
            store.push(leaf.iter().map(member), &mut places);
        }
        LaidOut {
            tree: kind(merger.tree(rule(growths[0]), counts.len())),
            store,
            facets,
            pieces,
        }
    }

    /// The mean of the corners of a part's triangles.
    fn center(&self, part: &ConnectedPart) -> Vec3 {
        let corners = part.facets.members().iter().flat_map(|&facet| {
            let (_, keys) = self.sound.kept[facet as usize];
            self.sound.points(keys)
        });
        let sum: DVec3 = corners.map(|p| p.as_dvec3()).sum();
        (sum / (3 * part.facets.len()) as f64).as_vec3()
    }

    /// True if these leaves and their tree fit into the available memory.
    fn fits<V: Volume>(&self, leaves: &[&[SoundTriangle]], places: &mut VertexGatherer) -> bool {
        let blocks = |leaf: &&[SoundTriangle]| {
            places.begin();
            for key in leaf.iter().flat_map(|&(_, keys)| keys) {
                places.number(key);
            }
            places.block_count()
        };
        let blocks = leaves.iter().map(blocks).sum();
        let store = PieceStore::memory_of(self.sound.kept.len(), leaves.len(), blocks);
        store + Tree::<V>::memory_of(leaves.len()) <= self.room
    }
}

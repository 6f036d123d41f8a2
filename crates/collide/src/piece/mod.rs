//! Convex pieces: surface patches of a few triangles that a tree keeps at its leaves.

mod adjacency;
mod connected_parts;
mod convexity;
mod displacement_chains;
mod dissolve;
mod facet_list;
mod facet_surface;
mod first_fit;
mod partition;
mod shrink_bounds;
mod store;

use crate::params;

pub(crate) use crate::piece::connected_parts::ConnectedPart;
pub(crate) use crate::piece::convexity::Facet;
use crate::piece::dissolve::dissolve;
use crate::piece::facet_list::FacetList;
pub(crate) use crate::piece::facet_surface::FacetSurface;
use crate::piece::partition::Partition;
use crate::piece::shrink_bounds::shrink_bounds;
pub(crate) use crate::piece::store::{
    Piece, PieceBlock, PieceStore, PieceTriangle, Plane, VertexGatherer, farthest,
};

/// The method that gathers triangles into pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceGrowth {
    /// Source 1's method: every triangle joins the first piece that accepts it, wherever that lies. The
    /// result depends on the order of the triangles.
    FirstFit,
    /// The default. Pieces grow over shared edges and stay compact. Then pieces whose triangles fit elsewhere
    /// are dissolved, so that there are fewer than with first fit (not in meshes of more than 10,000
    /// triangles, and in meshes of many parts that fit nowhere only within a limit of work). Each connected
    /// part of a piece gets a leaf of its own.
    #[default]
    Adjacency,
}

impl PieceGrowth {
    /// Every method.
    pub const ALL: [PieceGrowth; 2] = [PieceGrowth::FirstFit, PieceGrowth::Adjacency];
}

/// Gathers all facets into pieces of at most `max_triangles`, and reports the number placed. Returns the
/// parts of the pieces, in the order of the pieces. With first fit, source 1's method, each piece is one
/// part, wherever its triangles are.
pub(crate) fn grow(
    surface: &FacetSurface,
    growth: PieceGrowth,
    max_triangles: usize,
    progress: &mut dyn FnMut(usize),
) -> Vec<ConnectedPart> {
    let one_part_each = |pieces: Vec<FacetList>| {
        let numbered = pieces.into_iter().zip(0..);
        numbered
            .map(|(facets, piece)| ConnectedPart { piece, facets })
            .collect()
    };
    match growth {
        PieceGrowth::FirstFit => one_part_each(first_fit::grow(surface, max_triangles, progress)),
        PieceGrowth::Adjacency => {
            let grown = adjacency::grow(surface, max_triangles, progress);
            let is_large = surface.facets.len() > params::MOST_TRIANGLES_TO_REGROUP;
            if max_triangles == 1 || is_large {
                // Pieces grown over edges are connected.
                return one_part_each(grown);
            }
            crate::piece::connected_parts::connected_parts(
                surface,
                reduce_pieces(surface, grown, max_triangles),
            )
        }
    }
}

/// Reduces the number of grown pieces and keeps their bounds small.
///
/// The target is one piece fewer than first fit makes, which joins triangles from anywhere. So distant facets
/// are joined only as far as the target requires. If the grown pieces do not reach the target, the pieces of
/// first fit are tried as a second start.
fn reduce_pieces(surface: &FacetSurface, grown: Vec<FacetList>, most: usize) -> Vec<FacetList> {
    let least = surface.facets.len().div_ceil(most);
    let first_fit = first_fit::grow(surface, most, &mut |_| {});
    let target = (first_fit.len() - 1).max(least);
    let mut best: Option<Partition> = None;
    let mut looks_left = params::REGROUPING_LOOKS;
    for start in [grown, first_fit] {
        let mut partition = Partition::new(surface, start, most);
        shrink_bounds(&mut partition);
        dissolve(&mut partition, target, &mut looks_left);
        for _ in 0..params::CHAIN_ROUNDS {
            if partition.count <= target {
                break;
            }
            displacement_chains::empty_small_pieces(&mut partition, target);
            shrink_bounds(&mut partition);
        }
        shrink_bounds(&mut partition);
        if best
            .as_ref()
            .is_none_or(|best| partition.count < best.count)
        {
            best = Some(partition);
        }
        if best.as_ref().is_some_and(|best| best.count <= target) {
            break;
        }
    }
    best.map_or_else(Vec::new, Partition::into_pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::HalfEdges;
    use crate::mesh::TriMesh;
    use crate::params::MAX_PIECE_TRIANGLES;
    use crate::scenes;
    use glam::Vec3;

    /// Hills and valleys, a few triangles wide each.
    fn hills() -> TriMesh {
        let side = 12u32;
        let place = |i: u32| {
            let (x, z) = ((i / side) as f32, (i % side) as f32);
            Vec3::new(x, libm::sinf(1.3 * x) * libm::cosf(1.1 * z), z)
        };
        let squares = (0..side * side).filter(|i| i / side + 1 < side && i % side + 1 < side);
        let halves = |a: u32| {
            let (b, c) = (a + 1, a + side);
            [[a, b, c], [b, c + 1, c]]
        };
        let vertices = (0..side * side).map(place).collect();
        TriMesh::new(vertices, squares.flat_map(halves).collect()).unwrap()
    }

    #[test]
    fn pieces_are_dissolved_as_far_as_the_work_goes() {
        let mesh = hills();
        let edges = HalfEdges::new(mesh.triangles());
        let triangles =
            (0..mesh.triangles().len()).map(|t| (mesh.corner_points(t), mesh.triangles()[t]));
        let surface = FacetSurface::new(triangles, &edges);
        let all = surface.facets.len();
        let count_after = |work: u64| {
            let single = (0..all as u32).map(|facet| FacetList::from(&[facet][..]));
            let mut partition = Partition::new(&surface, single.collect(), 4);
            let mut left = work;
            dissolve(&mut partition, 1, &mut left);
            let count = partition.count;
            let placed: usize = partition.into_pieces().iter().map(FacetList::len).sum();
            assert_eq!(placed, all);
            count
        };
        let [none, some, enough] = [0, 70_000, u64::MAX].map(count_after);
        assert!(
            none == all && enough < some && some < all,
            "{some} {enough}"
        );
    }

    #[test]
    fn all_of_a_piece_get_on_with_each_other_and_its_parts_are_places() {
        for mesh in [scenes::sphere(9, 12, 1.0).unwrap(), hills()] {
            let edges = HalfEdges::new(mesh.triangles());
            let triangles =
                (0..mesh.triangles().len()).map(|t| (mesh.corner_points(t), mesh.triangles()[t]));
            let surface = FacetSurface::new(triangles, &edges);
            for most in 1..=MAX_PIECE_TRIANGLES {
                for growth in [PieceGrowth::FirstFit, PieceGrowth::Adjacency] {
                    let parts = grow(&surface, growth, most, &mut |_| {});
                    let pieces = parts.last().unwrap().piece as usize + 1;
                    let mut members: Vec<Vec<u32>> = vec![Vec::new(); pieces];
                    for part in &parts {
                        members[part.piece as usize].extend(part.facets.members());
                    }
                    for piece in &members {
                        assert!((1..=most).contains(&piece.len()));
                        for (at, &p) in piece.iter().enumerate() {
                            let facet = &surface.facets[p as usize];
                            let others = piece[at + 1..].iter();
                            assert!(
                                others
                                    .into_iter()
                                    .all(|&q| facet.may_share_piece(&surface.facets[q as usize]))
                            );
                        }
                    }
                    assert!(growth == PieceGrowth::Adjacency || parts.len() == pieces);
                }
            }
        }
    }
}

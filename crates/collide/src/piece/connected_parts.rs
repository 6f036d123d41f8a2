//! The connected parts of pieces, which become the leaves of the tree.
//!
//! A leaf of the tree should be small. The facets of one piece may lie at two ends of a body, because the
//! number of pieces is kept low. So each connected part of a piece gets a leaf of its own: with one leaf for
//! each piece a sweep of two concave meshes takes twice as long.

use crate::params;
use crate::piece::FacetSurface;
use crate::piece::facet_list::FacetList;
use crate::piece::partition::FacetBounds;

/// A part of a piece: facets that are connected by their corners, and others close by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectedPart {
    /// The piece's number.
    pub piece: u32,
    /// The numbers of its facets.
    pub facets: FacetList,
}

/// Splits all pieces into their connected parts.
pub(super) fn connected_parts(
    surface: &FacetSurface,
    pieces: Vec<FacetList>,
) -> Vec<ConnectedPart> {
    let mut parts = Vec::with_capacity(pieces.len());
    for (number, facets) in pieces.into_iter().enumerate() {
        let piece = number as u32;
        if facets.len() == 1 {
            parts.push(ConnectedPart { piece, facets });
            continue;
        }
        let mut places: Vec<Vec<u32>> = Vec::new();
        let mut extents: Vec<FacetBounds> = Vec::new();
        for &facet in facets.members() {
            let mut place = vec![facet];
            let mut extent = FacetBounds::of(&surface.facets[facet as usize]);
            // All groups that the facet touches merge with it.
            let mut at = 0;
            while at < places.len() {
                if touches(surface, facet, &places[at]) {
                    extent = extent.with(extents.swap_remove(at));
                    place.splice(0..0, places.swap_remove(at));
                } else {
                    at += 1;
                }
            }
            places.push(place);
            extents.push(extent);
        }
        while let Some((one, other)) = near_pair(&extents) {
            let moved = extents.remove(other);
            extents[one] = extents[one].with(moved);
            let moved = places.remove(other);
            places[one].extend(moved);
        }
        parts.extend(places.iter().map(|place| ConnectedPart {
            piece,
            facets: FacetList::from(&place[..]),
        }));
    }
    parts
}

fn touches(surface: &FacetSurface, facet: u32, others: &[u32]) -> bool {
    let corners = surface.facets[facet as usize].corners;
    let shares = |&other: &u32| {
        let theirs = surface.facets[other as usize].corners;
        corners.iter().any(|corner| theirs.contains(corner))
    };
    others.iter().any(shares)
}

/// The first two boxes near enough to become one.
fn near_pair(extents: &[FacetBounds]) -> Option<(usize, usize)> {
    for (one, first) in extents.iter().enumerate() {
        for (other, second) in extents.iter().enumerate().skip(one + 1) {
            let larger = first.size().max(second.size());
            if first.with(*second).size() <= params::NEAR_GROUP_GROWTH * larger {
                return Some((one, other));
            }
        }
    }
    None
}

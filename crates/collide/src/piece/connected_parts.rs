//! Pieces that lie in several places, taken apart for the tree.
//!
//! A leaf of the tree should be small. Triangles that get on with each other may lie at two ends of
//! a body, and what is wanted, few pieces, joins them. So each place where a piece has triangles gets
//! a leaf of its own: with one leaf for each piece a sweep of two cars takes twice as long.

use crate::piece::FacetSurface;
use crate::piece::facet_list::FacetList;
use crate::piece::partition::FacetBounds;

/// Two places are one if the box around both is at most so many times as large as the larger box.
const NEAR: f32 = 1.3;

/// One place of a piece: facets that hang together by their corners, and others close by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectedPart {
    /// The piece's number.
    pub piece: u32,
    /// Numbers of facets.
    pub facets: FacetList,
}

/// Takes all pieces apart.
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
            // All places that it touches become one with it.
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

/// The first two boxes that may become one.
fn near_pair(extents: &[FacetBounds]) -> Option<(usize, usize)> {
    for (one, first) in extents.iter().enumerate() {
        for (other, second) in extents.iter().enumerate().skip(one + 1) {
            let larger = first.size().max(second.size());
            if first.with(*second).size() <= NEAR * larger {
                return Some((one, other));
            }
        }
    }
    None
}

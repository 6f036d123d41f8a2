//! Source 1's way to make pieces: each facet joins the first piece that accepts it.

use crate::piece::FacetSurface;
use crate::piece::facet_list::FacetList;

/// Makes pieces from the facets in order; the cost is O(facets x open pieces), as published.
pub(super) fn grow(
    surface: &FacetSurface,
    max_triangles: usize,
    progress: &mut dyn FnMut(usize),
) -> Vec<FacetList> {
    let mut pieces: Vec<FacetList> = Vec::new();
    // Full pieces accept nothing, so leaving them out changes no choice.
    let mut open: Vec<usize> = Vec::new();
    for (index, facet) in surface.facets.iter().enumerate() {
        let accepts = |piece: usize| {
            pieces[piece]
                .members()
                .iter()
                .all(|&member| surface.facets[member as usize].may_share_piece(facet))
        };
        match open.iter().position(|&piece| accepts(piece)) {
            Some(place) => {
                let piece = open[place];
                pieces[piece].add(index as u32);
                if pieces[piece].len() >= max_triangles {
                    open.remove(place);
                }
            }
            None => {
                if max_triangles > 1 {
                    open.push(pieces.len());
                }
                pieces.push(FacetList::from(&[index as u32][..]));
            }
        }
        progress(index + 1);
    }
    pieces
}

//! Compact pieces: facets move between pieces that touch, or are exchanged, as long as that makes the boxes
//! around the pieces smaller. The number of pieces does not change.

use crate::params;
use crate::piece::partition::{NONE, Partition};

/// The best move or exchange found for a facet so far.
struct FacetMove {
    /// The growth of the two boxes together (m); below 0.
    growth: f32,
    to: u32,
    /// The facet that comes in return, or [`NONE`].
    back: u32,
}

/// Moves and exchanges facets until that gains little.
pub(super) fn shrink_bounds(partition: &mut Partition) {
    let mut near = Vec::new();
    for _ in 0..params::SHRINK_ROUNDS {
        let mut gained = 0.0;
        for facet in 0..partition.owner.len() as u32 {
            partition.touching_pieces(facet, &mut near);
            if let Some(change) = best_change(partition, facet, &near) {
                gained -= change.growth;
                if change.back == NONE {
                    partition.move_facet(facet, change.to);
                } else {
                    partition.swap_facets(facet, change.back);
                }
            }
        }
        let total: f32 = partition.extents.iter().map(|e| e.size().max(0.0)).sum();
        if gained <= params::LEAST_SHRINK * total {
            return;
        }
    }
}

fn best_change(partition: &Partition, facet: u32, near: &[u32]) -> Option<FacetMove> {
    let from = partition.owner[facet as usize];
    if partition.pieces[from as usize].len() < 2 {
        // The move would empty the piece.
        return None;
    }
    let rest = partition.bounds_without(from, facet);
    let (own, size) = (
        partition.facets[facet as usize],
        partition.extents[from as usize].size(),
    );
    let gain = size - rest.size();
    if gain <= 0.0 {
        return None;
    }
    let mut best = FacetMove {
        growth: -params::LEAST_MOVE_GAIN * size,
        to: from,
        back: NONE,
    };
    for &to in near {
        let there = partition.extents[to as usize];
        let growth = there.with(own).size() - there.size() - gain;
        if partition.has_room(to) && growth < best.growth && partition.accepts(to, facet, NONE) {
            best = FacetMove {
                growth,
                to,
                back: NONE,
            };
            continue;
        }
        // A facet that leaves can shrink the box by at most the box's size.
        if growth - there.size() >= best.growth {
            continue;
        }
        for &back in partition.pieces[to as usize].members() {
            let growth = partition.bounds_without(to, back).with(own).size() - there.size()
                + rest.with(partition.facets[back as usize]).size()
                - size;
            if growth < best.growth
                && partition.accepts(to, facet, back)
                && partition.accepts(from, back, facet)
            {
                best = FacetMove { growth, to, back };
            }
        }
    }
    (best.to != from).then_some(best)
}

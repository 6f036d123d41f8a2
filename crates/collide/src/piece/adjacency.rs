//! Growing pieces over shared edges.
//!
//! A piece starts from a seed facet and takes the neighbour that keeps it most compact, as long as
//! source 1's conditions hold against every facet already in it. Seeds are taken at the border of
//! the facets already placed, in the order in which they joined the border, so that no facet is
//! left alone between full pieces. Pieces that are small at the end are merged with a neighbour
//! that accepts them.

use std::collections::VecDeque;

use glam::DVec3;

use crate::math::sorted_indices;
use crate::piece::FacetSurface;
use crate::piece::facet_list::FacetList;

const NONE: u32 = u32::MAX;

/// For every facet, the facets across its three edges. Across a non-manifold edge it is the next facet around
/// that edge.
fn neighbours(surface: &FacetSurface) -> Vec<[u32; 3]> {
    let across = |edge: usize| {
        let other = surface.edges.across(edge as u32).other();
        other.map_or(NONE, |(edge, _)| edge / 3)
    };
    (0..surface.facets.len())
        .map(|facet| {
            let first = 3 * facet;
            [across(first), across(first + 1), across(first + 2)]
        })
        .collect()
}

/// A facet that may join a piece.
struct Candidate {
    facet: u32,
    /// The number of members, from the first on, with which the conditions are known to hold.
    accepted_by: usize,
    center: DVec3,
}

pub(super) fn grow(
    surface: &FacetSurface,
    max_triangles: usize,
    progress: &mut dyn FnMut(usize),
) -> Vec<FacetList> {
    let count = surface.facets.len();
    let neighbours = neighbours(surface);
    let mut owner = vec![NONE; count];
    let mut pieces: Vec<FacetList> = Vec::new();
    let mut placed = 0;
    // The border of the facets placed so far, first in, first out, so that pieces grow in rings.
    let mut border: VecDeque<u32> = VecDeque::new();
    let mut next_free = 0;
    let mut candidates: Vec<Candidate> = Vec::new();
    loop {
        let seed = loop {
            match border.pop_front() {
                Some(facet) if owner[facet as usize] == NONE => break Some(facet),
                Some(_) => {}
                None => {
                    while next_free < count && owner[next_free] != NONE {
                        next_free += 1;
                    }
                    break (next_free < count).then_some(next_free as u32);
                }
            }
        };
        let Some(seed) = seed else { break };
        let piece = grow_one(
            surface,
            &neighbours,
            &mut owner,
            seed,
            pieces.len() as u32,
            max_triangles,
            &mut candidates,
        );
        for &member in piece.members() {
            for &next in &neighbours[member as usize] {
                if next != NONE && owner[next as usize] == NONE {
                    border.push_back(next);
                }
            }
        }
        placed += piece.len();
        pieces.push(piece);
        progress(placed);
    }
    merge_small(surface, &neighbours, &mut owner, &mut pieces, max_triangles);
    pieces
}

fn grow_one(
    surface: &FacetSurface,
    neighbours: &[[u32; 3]],
    owner: &mut [u32],
    seed: u32,
    number: u32,
    max_triangles: usize,
    candidates: &mut Vec<Candidate>,
) -> FacetList {
    let mut piece = FacetList::from(&[seed][..]);
    owner[seed as usize] = number;
    let mut sum = surface.facets[seed as usize].center();
    candidates.clear();
    let add_around = |candidates: &mut Vec<Candidate>, facet: u32| {
        for &next in &neighbours[facet as usize] {
            if next != NONE {
                candidates.push(Candidate {
                    facet: next,
                    accepted_by: 0,
                    center: surface.facets[next as usize].center(),
                });
            }
        }
    };
    add_around(candidates, seed);
    while piece.len() < max_triangles {
        let middle = sum / piece.len() as f64;
        // The order of preference: facets that share several edges with the piece (they close gaps) or would
        // be left alone, then those nearest to the middle.
        let rank = |candidate: &Candidate| {
            let (mut shared, mut is_lonely) = (0, true);
            for &next in &neighbours[candidate.facet as usize] {
                if next != NONE {
                    let owner = owner[next as usize];
                    shared += usize::from(owner == number);
                    is_lonely &= owner != NONE;
                }
            }
            let distance = candidate.center.distance_squared(middle);
            (shared + usize::from(is_lonely), -distance)
        };
        let mut best: Option<(usize, (usize, f64))> = None;
        let mut place = 0;
        while place < candidates.len() {
            let candidate = &mut candidates[place];
            let facet = &surface.facets[candidate.facet as usize];
            let accepted = owner[candidate.facet as usize] == NONE
                && piece.members()[candidate.accepted_by..]
                    .iter()
                    .all(|&member| surface.facets[member as usize].may_share_piece(facet));
            if !accepted {
                // The piece only grows, so a facet that it refuses once can never join it.
                candidates.swap_remove(place);
                continue;
            }
            candidate.accepted_by = piece.len();
            let score = rank(candidate);
            let better = best
                .is_none_or(|(_, old)| score.0.cmp(&old.0).then(score.1.total_cmp(&old.1)).is_gt());
            if better {
                best = Some((place, score));
            }
            place += 1;
        }
        let Some((place, _)) = best else { break };
        let chosen = candidates.swap_remove(place);
        owner[chosen.facet as usize] = number;
        sum += chosen.center;
        piece.add(chosen.facet);
        add_around(candidates, chosen.facet);
    }
    piece
}

/// Merges small pieces into neighbouring ones where the conditions and the size allow, the smallest
/// first.
fn merge_small(
    surface: &FacetSurface,
    neighbours: &[[u32; 3]],
    owner: &mut [u32],
    pieces: &mut Vec<FacetList>,
    max_triangles: usize,
) {
    let may_share_piece =
        |p: u32, q: u32| surface.facets[p as usize].may_share_piece(&surface.facets[q as usize]);
    let order = sorted_indices(pieces.iter().map(|piece| piece.len() as u32));
    let mut tried: Vec<u32> = Vec::new();
    for piece in order {
        let small = pieces[piece as usize];
        if small.len() == 0 || small.len() * 2 > max_triangles {
            continue;
        }
        // The piece with the lowest number that accepts it.
        let mut best = NONE;
        tried.clear();
        for &member in small.members() {
            for &next in &neighbours[member as usize] {
                if next == NONE {
                    continue;
                }
                let other = owner[next as usize];
                if other == piece || other >= best || tried.contains(&other) {
                    continue;
                }
                tried.push(other);
                let large = &pieces[other as usize];
                let accepts = large.len() + small.len() <= max_triangles
                    && may_share_piece(next, member)
                    && (large.members().iter())
                        .all(|&l| small.members().iter().all(|&s| may_share_piece(l, s)));
                if accepts {
                    best = other;
                }
            }
        }
        if best != NONE {
            pieces[piece as usize] = FacetList::default();
            for &member in small.members() {
                owner[member as usize] = best;
                pieces[best as usize].add(member);
            }
        }
    }
    pieces.retain(|piece| piece.len() > 0);
}

//! Pieces that grow over shared edges.
//!
//! A seed takes the neighbour that keeps the piece most compact, as long as source 1's
//! conditions hold against every triangle already in it. Seeds are chosen next to what is
//! already taken and with few free neighbours first, so that no triangle is left alone between
//! full pieces. What is still small at the end is merged with a neighbour that accepts it.

use std::collections::VecDeque;

use super::Surface;

const NONE: u32 = u32::MAX;

/// For every facet, the facets across its three edges; of several across one edge (non-manifold)
/// the next one around it.
fn neighbours(surface: &Surface) -> Vec<[u32; 3]> {
    let across = |edge: usize| {
        let other = surface.edges.across(edge as u32).other();
        other.map_or(NONE, |(edge, _)| edge / 3)
    };
    (0..surface.facets.len())
        .map(|facet| [0, 1, 2].map(|i| across(3 * facet + i)))
        .collect()
}

pub(super) fn grow(
    surface: &Surface,
    max_triangles: usize,
    progress: &mut dyn FnMut(usize),
) -> Vec<Vec<u32>> {
    let count = surface.facets.len();
    let neighbours = neighbours(surface);
    let mut owner = vec![NONE; count];
    let mut pieces: Vec<Vec<u32>> = Vec::new();
    let mut placed = 0;
    // The border of what is taken, first in, first out: pieces follow one another like rings.
    let mut border: VecDeque<u32> = VecDeque::new();
    let mut next_free = 0;
    let mut candidates: Vec<u32> = Vec::new();
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
        for &member in &piece {
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

/// How many of a facet's neighbours are still free.
fn free_neighbours(neighbours: &[[u32; 3]], owner: &[u32], facet: u32) -> usize {
    let around = &neighbours[facet as usize];
    let is_free = |&&next: &&u32| next != NONE && owner[next as usize] == NONE;
    around.iter().filter(is_free).count()
}

fn grow_one(
    surface: &Surface,
    neighbours: &[[u32; 3]],
    owner: &mut [u32],
    seed: u32,
    number: u32,
    max_triangles: usize,
    candidates: &mut Vec<u32>,
) -> Vec<u32> {
    let mut piece = Vec::with_capacity(max_triangles);
    piece.push(seed);
    owner[seed as usize] = number;
    let mut sum = surface.facets[seed as usize].center();
    candidates.clear();
    candidates.extend(neighbours[seed as usize].iter().filter(|&&n| n != NONE));
    while piece.len() < max_triangles {
        let middle = sum / piece.len() as f64;
        // Edges shared with the piece first (they close gaps), then facets that would be left
        // alone, then the nearest to the middle.
        let rank = |&facet: &u32| {
            let around = &neighbours[facet as usize];
            let shared = around
                .iter()
                .filter(|&&n| n != NONE && owner[n as usize] == number)
                .count();
            let lonely = free_neighbours(neighbours, owner, facet) == 0;
            let distance = surface.facets[facet as usize]
                .center()
                .distance_squared(middle);
            (shared + usize::from(lonely), -distance)
        };
        let mut best: Option<(usize, (usize, f64))> = None;
        let mut place = 0;
        while place < candidates.len() {
            let facet = candidates[place];
            let taken = owner[facet as usize] != NONE;
            let accepted = !taken
                && piece.iter().all(|&member| {
                    surface.facets[member as usize].joins(&surface.facets[facet as usize])
                });
            if !accepted {
                // The piece only grows: what it refuses once, it refuses for good.
                candidates.swap_remove(place);
                continue;
            }
            let score = rank(&facet);
            let better = best
                .is_none_or(|(_, old)| score.0.cmp(&old.0).then(score.1.total_cmp(&old.1)).is_gt());
            if better {
                best = Some((place, score));
            }
            place += 1;
        }
        let Some((place, _)) = best else { break };
        let facet = candidates.swap_remove(place);
        owner[facet as usize] = number;
        sum += surface.facets[facet as usize].center();
        piece.push(facet);
        candidates.extend(neighbours[facet as usize].iter().filter(|&&n| n != NONE));
    }
    piece
}

/// Joins small pieces with neighbouring ones where the conditions and the size allow, the
/// smallest first.
fn merge_small(
    surface: &Surface,
    neighbours: &[[u32; 3]],
    owner: &mut [u32],
    pieces: &mut Vec<Vec<u32>>,
    max_triangles: usize,
) {
    let mut order: Vec<u32> = (0..pieces.len() as u32).collect();
    order.sort_unstable_by_key(|&piece| (pieces[piece as usize].len(), piece));
    for piece in order {
        let small = &pieces[piece as usize];
        if small.is_empty() || small.len() * 2 > max_triangles {
            continue;
        }
        let around = small.iter().flat_map(|&member| neighbours[member as usize]);
        let mut others: Vec<u32> = around
            .filter(|&next| next != NONE)
            .map(|next| owner[next as usize])
            .filter(|&other| other != piece)
            .collect();
        others.sort_unstable();
        others.dedup();
        let accepts = |&other: &u32| {
            let large = &pieces[other as usize];
            large.len() + small.len() <= max_triangles
                && large.iter().all(|&l| {
                    small
                        .iter()
                        .all(|&s| surface.facets[l as usize].joins(&surface.facets[s as usize]))
                })
        };
        if let Some(other) = others.into_iter().find(accepts) {
            let moved = std::mem::take(&mut pieces[piece as usize]);
            for &member in &moved {
                owner[member as usize] = other;
            }
            pieces[other as usize].extend(moved);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
}

//! Smaller pieces: triangles change places between pieces that touch, as long as that makes the
//! boxes around them smaller. How many pieces there are stays as it is.

use crate::piece::partition::{NOBODY, Patches};

/// A round that gains less than this share is the last.
const LITTLE: f32 = 1e-3;

/// The best exchange found for a facet so far.
struct Change {
    /// By how much the two boxes grow together (m); below 0.
    growth: f32,
    to: u32,
    /// Who comes in return, or [`NOBODY`].
    back: u32,
}

/// So often all facets are looked at, at most.
const ROUNDS: usize = 6;

/// Moves and exchanges facets until that gains little.
pub(super) fn relax(patches: &mut Patches) {
    let mut near = Vec::new();
    for _ in 0..ROUNDS {
        let mut gained = 0.0;
        for facet in 0..patches.owner.len() as u32 {
            patches.touching(facet, &mut near);
            if let Some(change) = best_change(patches, facet, &near) {
                gained -= change.growth;
                if change.back == NOBODY {
                    patches.give(facet, change.to);
                } else {
                    patches.exchange(facet, change.back);
                }
            }
        }
        let total: f32 = patches.extents.iter().map(|e| e.size().max(0.0)).sum();
        if gained <= LITTLE * total {
            return;
        }
    }
}

fn best_change(patches: &Patches, facet: u32, near: &[u32]) -> Option<Change> {
    let from = patches.owner[facet as usize];
    if patches.pieces[from as usize].len() < 2 {
        // It would be gone, which is not what is asked for here.
        return None;
    }
    let rest = patches.around(from, facet);
    let (own, size) = (
        patches.facets[facet as usize],
        patches.extents[from as usize].size(),
    );
    let gain = size - rest.size();
    if gain <= 0.0 {
        return None;
    }
    // Less than rounding is no gain: else two pieces could swap the same two for ever.
    let mut best = Change {
        growth: -1e-5 * size,
        to: from,
        back: NOBODY,
    };
    for &to in near {
        let there = patches.extents[to as usize];
        let growth = there.with(own).size() - there.size() - gain;
        if patches.has_room(to) && growth < best.growth && patches.accepts(to, facet, NOBODY) {
            best = Change {
                growth,
                to,
                back: NOBODY,
            };
            continue;
        }
        // Whoever leaves makes it smaller by no more than its size.
        if growth - there.size() >= best.growth {
            continue;
        }
        for &back in patches.pieces[to as usize].members() {
            let growth = patches.around(to, back).with(own).size() - there.size()
                + rest.with(patches.facets[back as usize]).size()
                - size;
            if growth < best.growth
                && patches.accepts(to, facet, back)
                && patches.accepts(from, back, facet)
            {
                best = Change { growth, to, back };
            }
        }
    }
    (best.to != from).then_some(best)
}

//! Fewer pieces: one after another is dissolved and its facets move to pieces with room, near or far. The
//! pieces whose removal makes the others grow least go first.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::partition::{NONE, Partition};

/// The new homes for the facets of a piece.
#[derive(Clone, Copy, Debug, Default)]
struct DissolvePlan {
    homes: [u32; MAX_PIECE_TRIANGLES],
    /// The growth of the other pieces together, less the piece's own size (m).
    cost: f32,
    /// The number of pieces that had been dissolved when the plan was made.
    made_at: u32,
}

/// A cost (m) and a piece, ordered by cost and then by number.
#[derive(Clone, Copy, PartialEq)]
struct DissolveCandidate(f32, u32);

impl Eq for DissolveCandidate {}

impl PartialOrd for DissolveCandidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DissolveCandidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

/// The reusable memory of the search for plans, and its remaining work.
struct Planner<'w> {
    candidates: Vec<DissolveCandidate>,
    /// The number of pieces that may still be examined as homes.
    looks_left: &'w mut u64,
}

/// Dissolves pieces until at most `target` are left, and then as long as that makes the bounds of all pieces
/// together smaller; or until `looks_left` pieces have been examined as homes.
pub(super) fn dissolve(partition: &mut Partition, target: usize, looks_left: &mut u64) {
    let mut plans = vec![DissolvePlan::default(); partition.pieces.len()];
    // The time of each piece's last change, counted in dissolved pieces.
    let mut changed_at = vec![0u32; partition.pieces.len()];
    let mut open: Vec<u32> = (0..partition.pieces.len() as u32).collect();
    let mut queue = BinaryHeap::new();
    let mut planner = Planner {
        candidates: Vec::new(),
        looks_left,
    };
    open.retain(|&piece| partition.has_room(piece));
    for &piece in &open {
        if let Some(plan) = planner.plan(partition, &open, piece) {
            plans[piece as usize] = plan;
            queue.push(Reverse(DissolveCandidate(plan.cost, piece)));
        }
    }
    let mut dissolved = 0;
    while let Some(Reverse(DissolveCandidate(cost, piece))) = queue.pop() {
        if partition.count <= target && cost > 0.0 {
            break;
        }
        let old = plans[piece as usize];
        let members = partition.pieces[piece as usize];
        let homes = &old.homes[..members.len()];
        let is_new = |&place: &u32| changed_at[place as usize] > old.made_at;
        if homes.iter().any(is_new) || changed_at[piece as usize] > old.made_at {
            // The pieces of the plan have changed: make a new plan and queue it by its new cost.
            if let Some(mut plan) = planner.plan(partition, &open, piece) {
                plan.made_at = dissolved;
                plans[piece as usize] = plan;
                queue.push(Reverse(DissolveCandidate(plan.cost, piece)));
            }
            continue;
        }
        dissolved += 1;
        changed_at[piece as usize] = dissolved;
        for (&facet, &home) in members.members().iter().zip(homes) {
            partition.move_facet(facet, home);
            changed_at[home as usize] = dissolved;
        }
        let keep = |&other: &u32| other != piece && partition.has_room(other);
        open.retain(keep);
    }
}

impl Planner<'_> {
    /// Finds the cheapest home for each facet of a piece, one facet after the other. `open` are the pieces
    /// with room. Returns `None` if a facet finds no home, or if no work is left.
    fn plan(&mut self, partition: &Partition, open: &[u32], piece: u32) -> Option<DissolvePlan> {
        let members = partition.pieces[piece as usize];
        let mut plan = DissolvePlan {
            cost: -partition.extents[piece as usize].size(),
            ..DissolvePlan::default()
        };
        for (at, &facet) in members.members().iter().enumerate() {
            let before = &plan.homes[..at];
            let own = partition.facets[facet as usize];
            *self.looks_left = self.looks_left.checked_sub(open.len() as u64)?;
            let candidates = &mut self.candidates;
            candidates.clear();
            candidates.extend(open.iter().filter(|&&other| other != piece).map(|&other| {
                let extent = partition.extents[other as usize];
                DissolveCandidate(extent.with(own).size() - extent.size(), other)
            }));
            // Pieces that take other facets of this piece have grown by then.
            for (index, &home) in before.iter().enumerate() {
                if let Some(entry) = candidates.iter_mut().find(|entry| entry.1 == home) {
                    let pairs = before[..=index].iter().zip(members.members());
                    let extent = pairs
                        .filter(|&(&same, _)| same == home)
                        .fold(partition.extents[home as usize], |sum, (_, &m)| {
                            sum.with(partition.facets[m as usize])
                        });
                    entry.0 = extent.with(own).size() - extent.size();
                }
            }
            let fits = |home: u32| {
                let with = before.iter().zip(members.members());
                let mut with = with.filter(|&(&same, _)| same == home).map(|(_, &m)| m);
                let coming = with.clone().count();
                partition.pieces[home as usize].len() + coming < partition.max_triangles
                    && partition.accepts(home, facet, NONE)
                    && with.all(|m| partition.may_share_piece(m, facet))
            };
            let DissolveCandidate(growth, home) = first_fit(candidates, fits)?;
            plan.homes[at] = home;
            plan.cost += growth;
        }
        Some(plan)
    }
}

/// The cheapest candidate that fits. Candidates are sorted in growing portions, only as far as needed.
fn first_fit(
    candidates: &mut [DissolveCandidate],
    fits: impl Fn(u32) -> bool,
) -> Option<DissolveCandidate> {
    let mut rest = candidates;
    let mut count = 32;
    while !rest.is_empty() {
        let (some, others) = if rest.len() > count {
            rest.select_nth_unstable(count);
            rest.split_at_mut(count)
        } else {
            rest.split_at_mut(rest.len())
        };
        some.sort_unstable();
        if let Some(found) = some.iter().find(|entry| fits(entry.1)) {
            return Some(*found);
        }
        rest = others;
        count *= 4;
    }
    None
}

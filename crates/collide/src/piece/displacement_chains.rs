//! Fewer pieces by chains of moves: a facet takes the place of another one in a full piece, that one the
//! place of the next, until one finds a piece with room.
//!
//! A small piece is emptied only if all of its facets find a new home in this way. A breadth-first search
//! goes from piece to touching piece, so that chains are short and pieces stay compact.

use crate::params;
use crate::piece::partition::{NONE, Partition};

/// A facet that needs a home: it leaves its piece to make room for the facet of `parent`.
#[derive(Clone, Copy)]
struct ChainLink {
    facet: u32,
    /// The link whose facet takes its place, as an index in the queue; [`NONE`] for the first.
    parent: u32,
}

/// The memory of the searches.
#[derive(Default)]
pub(super) struct ChainSearch {
    queue: Vec<ChainLink>,
    visited: Vec<u32>,
    search: u32,
    near: Vec<u32>,
    /// The number of pieces that may still be visited.
    visits_left: usize,
    /// The facets moved for the piece that is being emptied, and their pieces before.
    moved: Vec<(u32, u32)>,
}

/// Empties small pieces, the smallest first, until at most `target` pieces are left.
pub(super) fn empty_small_pieces(partition: &mut Partition, target: usize) {
    let mut chains = ChainSearch {
        visited: vec![0; partition.pieces.len()],
        visits_left: params::CHAIN_VISITS_PER_PIECE * partition.count,
        ..ChainSearch::default()
    };
    let mut order: Vec<u32> = (0..partition.pieces.len() as u32).collect();
    order.retain(|&piece| {
        let len = partition.pieces[piece as usize].len();
        len > 0 && len < partition.max_triangles
    });
    order.sort_by_key(|&piece| partition.pieces[piece as usize].len());
    for piece in order {
        if partition.count <= target {
            return;
        }
        if partition.has_room(piece) && partition.pieces[piece as usize].len() > 0 {
            chains.empty_piece(partition, piece);
        }
    }
}

impl ChainSearch {
    /// Finds new homes for all facets of a piece, or leaves everything unchanged.
    fn empty_piece(&mut self, partition: &mut Partition, piece: u32) {
        self.moved.clear();
        let members = partition.pieces[piece as usize];
        for &facet in members.members() {
            if !self.find_home(partition, piece, facet) {
                while let Some((facet, home)) = self.moved.pop() {
                    partition.move_facet(facet, home);
                }
                return;
            }
        }
    }

    /// Finds a home for one facet of the piece `closed`, into which no facet may move.
    fn find_home(&mut self, partition: &mut Partition, closed: u32, facet: u32) -> bool {
        self.search += 1;
        self.visited[closed as usize] = self.search;
        self.queue.clear();
        self.queue.push(ChainLink {
            facet,
            parent: NONE,
        });
        let mut next = 0;
        while let Some(&ChainLink { facet, .. }) = self.queue.get(next) {
            partition.touching_pieces(facet, &mut self.near);
            for &home in &self.near {
                if self.visited[home as usize] == self.search {
                    continue;
                }
                let mut against = partition.pieces[home as usize].members().iter().copied();
                let mut against = against
                    .by_ref()
                    .filter(|&m| !partition.may_share_piece(m, facet));
                match (against.next(), against.next()) {
                    (None, _) if partition.has_room(home) => {
                        self.move_chain(partition, next, home);
                        return true;
                    }
                    // The piece is full and accepts the facet: any member may leave for it.
                    (None, _) => {
                        for &member in partition.pieces[home as usize].members() {
                            self.queue.push(ChainLink {
                                facet: member,
                                parent: next as u32,
                            });
                        }
                    }
                    (Some(only), None) => self.queue.push(ChainLink {
                        facet: only,
                        parent: next as u32,
                    }),
                    _ => continue,
                }
                self.visited[home as usize] = self.search;
                if self.visits_left == 0 {
                    return false;
                }
                self.visits_left -= 1;
            }
            next += 1;
        }
        false
    }

    /// Moves the last facet of a chain to `home`, the facet before it to the freed place, and so on.
    fn move_chain(&mut self, partition: &mut Partition, last: usize, home: u32) {
        let mut home = home;
        let mut at = last as u32;
        while at != NONE {
            let ChainLink { facet, parent } = self.queue[at as usize];
            let left = partition.owner[facet as usize];
            partition.move_facet(facet, home);
            self.moved.push((facet, left));
            (home, at) = (left, parent);
        }
    }
}

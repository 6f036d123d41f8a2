//! Fewer pieces by chains of moves: a triangle pushes another one out of a full piece, that one
//! pushes the next, until one finds room.
//!
//! All triangles of a small piece are found a new home so, or none is moved. The chains go from
//! piece to touching piece, the shortest first, so that pieces stay in one place.

use crate::piece::partition::{NOBODY, Patches};

/// All searches together visit so many times as many pieces as there are, at most.
const VISITS: usize = 64;

/// A facet that looks for a home, and whose place in `parent`'s next home it would leave.
#[derive(Clone, Copy)]
struct Homeless {
    facet: u32,
    /// Who takes its place, as a number in the queue; the first has no parent.
    parent: u32,
}

/// What a search needs again and again.
#[derive(Default)]
pub(super) struct Chains {
    queue: Vec<Homeless>,
    visited: Vec<u32>,
    search: u32,
    near: Vec<u32>,
    /// How many pieces may still be visited.
    visits_left: usize,
    /// What was moved for the piece that is being emptied, and whence.
    done: Vec<(u32, u32)>,
}

/// Empties small pieces, the smallest first, until at most `target` are left.
pub(super) fn empty(patches: &mut Patches, target: usize) {
    let mut chains = Chains {
        visited: vec![0; patches.pieces.len()],
        visits_left: VISITS * patches.count,
        ..Chains::default()
    };
    let mut order: Vec<u32> = (0..patches.pieces.len() as u32).collect();
    order.retain(|&piece| {
        let len = patches.pieces[piece as usize].len();
        len > 0 && len < patches.most
    });
    order.sort_by_key(|&piece| patches.pieces[piece as usize].len());
    for piece in order {
        if patches.count <= target {
            return;
        }
        if patches.has_room(piece) && patches.pieces[piece as usize].len() > 0 {
            chains.empty(patches, piece);
        }
    }
}

impl Chains {
    /// Finds new homes for all of a piece; else leaves everything as it was.
    fn empty(&mut self, patches: &mut Patches, piece: u32) {
        self.done.clear();
        let members = patches.pieces[piece as usize];
        for &facet in members.members() {
            if !self.house(patches, piece, facet) {
                while let Some((facet, home)) = self.done.pop() {
                    patches.give(facet, home);
                }
                return;
            }
        }
    }

    /// Finds a home for one facet of `closed`, into which nobody may move.
    fn house(&mut self, patches: &mut Patches, closed: u32, facet: u32) -> bool {
        self.search += 1;
        self.visited[closed as usize] = self.search;
        self.queue.clear();
        self.queue.push(Homeless {
            facet,
            parent: NOBODY,
        });
        let mut next = 0;
        while let Some(&Homeless { facet, .. }) = self.queue.get(next) {
            patches.touching(facet, &mut self.near);
            for &home in &self.near {
                if self.visited[home as usize] == self.search {
                    continue;
                }
                let mut against = patches.pieces[home as usize].members().iter().copied();
                let mut against = against.by_ref().filter(|&m| !patches.joins(m, facet));
                match (against.next(), against.next()) {
                    (None, _) if patches.has_room(home) => {
                        self.move_chain(patches, next, home);
                        return true;
                    }
                    // Everybody may leave for it.
                    (None, _) => {
                        for &member in patches.pieces[home as usize].members() {
                            self.queue.push(Homeless {
                                facet: member,
                                parent: next as u32,
                            });
                        }
                    }
                    (Some(only), None) => self.queue.push(Homeless {
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

    /// Moves the last of a chain to its home, the one before it to where that one was, and so on.
    fn move_chain(&mut self, patches: &mut Patches, last: usize, home: u32) {
        let mut home = home;
        let mut at = last as u32;
        while at != NOBODY {
            let Homeless { facet, parent } = self.queue[at as usize];
            let left = patches.owner[facet as usize];
            patches.give(facet, home);
            self.done.push((facet, left));
            (home, at) = (left, parent);
        }
    }
}

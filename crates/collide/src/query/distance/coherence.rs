//! What one query leaves for the next one of the same two bodies, which have hardly moved.

use glam::DVec3;

use crate::query::distance::goal::StoredTrianglePair;

/// What a [`PairCache`] keeps. Answers do not depend on it, up to which of several pairs of
/// points that are equally near is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coherence {
    /// Start with the pair of triangles that was nearest: what is farther is left out from the
    /// beginning; and if its direction parts all else too, as it does for most bodies that are
    /// beside each other, that is the answer.
    pub witness: bool,
    /// For [`within`](crate::query::distance::within): ask first whether the plane that parted the bodies still
    /// does.
    pub axis: bool,
    /// Start from the pairs of nodes at which the last query stopped instead of from the roots.
    pub front: bool,
}

impl Coherence {
    /// Nothing is kept: every query starts anew.
    pub const NONE: Coherence = Coherence {
        witness: false,
        axis: false,
        front: false,
    };
}

impl Default for Coherence {
    /// What pays on most scenes: witness and axis. A front pays only where bodies hardly move.
    fn default() -> Self {
        Coherence {
            witness: true,
            axis: true,
            front: false,
        }
    }
}

/// A plane between two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeparatingPlane {
    /// Its normal from the first body to the second of the search, in the world, of length 1.
    pub axis: DVec3,
    /// Where between the bodies' middles it stands: 0 at the first one's, 1 at the second one's.
    pub fraction: f32,
}

/// What is remembered of a pair of bodies from one query to the next: keep one for each pair, and
/// pass the bodies in the same order. A memory of other bodies does no harm and no good.
#[derive(Clone, Debug, Default)]
pub struct PairCache {
    keep: Coherence,
    /// Numbers of the triangles that were nearest, in the order of the search.
    pub(super) witness: Option<StoredTrianglePair>,
    plane: Option<SeparatingPlane>,
    /// For how many queries no plane is tried, and how many that will be after the next
    /// failure.
    plane_skips_left: u32,
    plane_skips: u32,
    pub(super) front: Front,
    /// Whether the search took the bodies in the other order.
    swapped: bool,
}

impl PairCache {
    /// An empty memory that will keep what `keep` says.
    pub fn new(keep: Coherence) -> Self {
        PairCache {
            keep,
            ..PairCache::default()
        }
    }

    /// What the memory keeps.
    pub fn keeps(&self) -> Coherence {
        self.keep
    }

    /// Forgets the bodies.
    pub fn clear(&mut self) {
        self.witness = None;
        self.plane = None;
        (self.plane_skips_left, self.plane_skips) = (0, 0);
        self.front.clear();
    }

    /// The plane with which to begin: across `first` if there is none from before. None for a
    /// while after none was found.
    pub(super) fn plane_to_try(&mut self, first: DVec3) -> Option<SeparatingPlane> {
        if self.plane_skips_left > 0 {
            self.plane_skips_left -= 1;
            return None;
        }
        Some(self.plane.unwrap_or(SeparatingPlane {
            axis: first,
            fraction: 0.5,
        }))
    }

    /// No plane was found: the bodies may be inside each other. The next try comes later
    /// each time.
    pub(super) fn plane_failed(&mut self) {
        self.plane_skips = (2 * self.plane_skips).clamp(1, MOST_REST);
        self.plane_skips_left = self.plane_skips;
    }

    /// This plane parts the bodies.
    pub(super) fn set_plane(&mut self, plane: SeparatingPlane) {
        self.plane = Some(plane);
        self.plane_skips = 0;
    }

    /// Turns the memory over if the search takes the bodies in another order than the last one.
    pub(super) fn set_order(&mut self, swapped: bool) {
        if std::mem::replace(&mut self.swapped, swapped) == swapped {
            return;
        }
        self.witness = self.witness.map(|[a, b]| [b, a]);
        self.plane = self.plane.map(|plane| SeparatingPlane {
            axis: -plane.axis,
            fraction: 1.0 - plane.fraction,
        });
        self.front.swap_sides();
    }
}

/// After failures, a plane is tried at least every so many queries.
const MOST_REST: u32 = 32;

/// A pair of nodes, and the pair whose children it is one of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FrontPair {
    pub nodes: (u32, u32),
    pub parent: Option<(u32, u32)>,
}

/// The pairs of nodes at which a descent stopped: together they cover all pairs of triangles.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    pairs: Vec<FrontPair>,
    next: Vec<FrontPair>,
    /// What the trees were that this is a front of.
    trees: (u64, u64),
    /// How many pairs a descent from the roots left.
    pairs_from_roots: usize,
    queries: u32,
}

/// Siblings are tried to be raised every so many queries: it costs a test that as a rule fails.
const RAISE_EVERY: u32 = 8;

impl Front {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.pairs_from_roots = 0;
    }

    fn swap_sides(&mut self) {
        // Which of two nodes is parted depends on the order: start anew.
        self.clear();
    }

    /// The pairs to start from: none if that is the roots. A front that has grown by half is no
    /// longer worth it.
    pub(super) fn take_start(&mut self, trees: (u64, u64)) -> Vec<FrontPair> {
        self.queries = self.queries.wrapping_add(1);
        if self.trees != trees
            || self.pairs.len() > self.pairs_from_roots + self.pairs_from_roots / 2
        {
            self.clear();
            self.trees = trees;
        }
        self.next.clear();
        std::mem::take(&mut self.pairs)
    }

    /// Whether siblings are to be raised in this query.
    pub(super) fn raises_siblings(&self) -> bool {
        self.queries.is_multiple_of(RAISE_EVERY)
    }

    /// A pair at which the descent stops. Returns its parent if its sibling stopped just before.
    pub(super) fn record(&mut self, pair: FrontPair) -> Option<(u32, u32)> {
        let sibling = self
            .next
            .last()
            .is_some_and(|last| last.parent == pair.parent);
        self.next.push(pair);
        pair.parent.filter(|_| sibling)
    }

    /// Puts the last two pairs' parent in their place.
    pub(super) fn raise(&mut self, parent: (u32, u32)) {
        self.next.truncate(self.next.len().saturating_sub(2));
        self.next.push(FrontPair {
            nodes: parent,
            parent: None,
        });
    }

    /// Ends a query that started from `start`. A front that is not whole is dropped.
    pub(super) fn finish(&mut self, start: Vec<FrontPair>, whole: bool) {
        let from_roots = start.is_empty();
        self.pairs = start;
        if whole {
            std::mem::swap(&mut self.pairs, &mut self.next);
            if from_roots {
                self.pairs_from_roots = self.pairs.len();
            }
        } else {
            self.clear();
        }
    }
}

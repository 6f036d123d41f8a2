//! What one distance query leaves for the next one on the same two models, which have hardly moved
//! since (temporal coherence).

use glam::DVec3;

use crate::params;
use crate::query::distance::goal::StoredTrianglePair;

/// What a [`DistanceCache`] keeps. The answers do not depend on it, except for which of several equally
/// near pairs of points is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coherence {
    /// Start with the pair of triangles that was nearest: everything farther is pruned from the
    /// beginning. If its direction separates everything else too, as for most bodies that are
    /// beside each other, the search ends there.
    pub witness: bool,
    /// For [`Query::within_from`](crate::Query::within_from): test first whether the plane that separated
    /// the models still does.
    pub axis: bool,
    /// Start from the pairs of nodes at which the last query stopped instead of from the roots.
    pub front: bool,
}

impl Coherence {
    /// Nothing is kept: every query starts from the roots.
    pub const NONE: Coherence = Coherence {
        witness: false,
        axis: false,
        front: false,
    };
}

impl Default for Coherence {
    /// What pays on most scenes: witness and axis. The front pays only where models hardly move.
    fn default() -> Self {
        Coherence {
            witness: true,
            axis: true,
            front: false,
        }
    }
}

/// A plane between two models.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedPlane {
    /// Its normal from the first model of the search to the second, in the world, of length 1.
    pub axis: DVec3,
    /// Where it stands between the models' centres: 0 at the first one's, 1 at the second one's.
    pub fraction: f32,
}

/// What is kept of a pair of models from one distance query to the next: keep one cache for each
/// pair. A cache of another pair gives correct answers, only no speed.
#[derive(Clone, Debug, Default)]
pub struct DistanceCache {
    keep: Coherence,
    /// The triangles that were nearest, in the order of the search.
    pub(super) witness: Option<StoredTrianglePair>,
    plane: Option<CachedPlane>,
    /// For how many more queries no plane is tried, and for how many the last failure asked.
    plane_skips_left: u32,
    plane_skips: u32,
    pub(super) front: Front,
    /// Whether the search took the models in the other order.
    swapped: bool,
}

impl DistanceCache {
    /// An empty cache that will keep what `keep` says.
    pub fn new(keep: Coherence) -> Self {
        DistanceCache {
            keep,
            ..DistanceCache::default()
        }
    }

    /// What the cache keeps.
    pub fn keeps(&self) -> Coherence {
        self.keep
    }

    /// Forgets the pair.
    pub fn clear(&mut self) {
        self.witness = None;
        self.plane = None;
        (self.plane_skips_left, self.plane_skips) = (0, 0);
        self.front.clear();
    }

    /// The plane to try first: the cached one, or one across `first` halfway between the centres.
    /// None for some queries after no plane was found.
    pub(super) fn plane_to_try(&mut self, first: DVec3) -> Option<CachedPlane> {
        if self.plane_skips_left > 0 {
            self.plane_skips_left -= 1;
            return None;
        }
        Some(self.plane.unwrap_or(CachedPlane {
            axis: first,
            fraction: 0.5,
        }))
    }

    /// No plane was found: the models may overlap. Each failure doubles the number of queries that
    /// try none.
    pub(super) fn plane_failed(&mut self) {
        self.plane_skips = (2 * self.plane_skips).clamp(1, params::MAX_SEPARATING_PLANE_SKIPS);
        self.plane_skips_left = self.plane_skips;
    }

    /// This plane separates the models.
    pub(super) fn set_plane(&mut self, plane: CachedPlane) {
        self.plane = Some(plane);
        self.plane_skips = 0;
    }

    /// Swaps the cache's sides if the search takes the models in another order than the last one.
    pub(super) fn set_order(&mut self, swapped: bool) {
        if std::mem::replace(&mut self.swapped, swapped) == swapped {
            return;
        }
        self.witness = self.witness.map(|[a, b]| [b, a]);
        self.plane = self.plane.map(|plane| CachedPlane {
            axis: -plane.axis,
            fraction: 1.0 - plane.fraction,
        });
        self.front.swap_sides();
    }
}

/// A pair of nodes, and the pair that it is a child of.
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
    /// The numbers of the two trees that this is a front of.
    trees: (u64, u64),
    /// How many pairs the last descent from the roots left.
    pairs_from_roots: usize,
    queries: u32,
}

impl Front {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.pairs_from_roots = 0;
    }

    fn swap_sides(&mut self) {
        // Which of two nodes is replaced by its children depends on the order: start from the
        // roots.
        self.clear();
    }

    /// The pairs to start from; empty if the search is to start from the roots. A front that has
    /// grown by half is no longer worth it.
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

    /// Whether this query tries to replace sibling pairs by their parent.
    pub(super) fn raises_siblings(&self) -> bool {
        self.queries.is_multiple_of(params::FRONT_RAISE_INTERVAL)
    }

    /// Records a pair at which the descent stops. Returns its parent if its sibling stopped just
    /// before.
    pub(super) fn record(&mut self, pair: FrontPair) -> Option<(u32, u32)> {
        let sibling = self
            .next
            .last()
            .is_some_and(|last| last.parent == pair.parent);
        self.next.push(pair);
        pair.parent.filter(|_| sibling)
    }

    /// Replaces the last two pairs by their parent.
    pub(super) fn raise(&mut self, parent: (u32, u32)) {
        self.next.truncate(self.next.len().saturating_sub(2));
        self.next.push(FrontPair {
            nodes: parent,
            parent: None,
        });
    }

    /// Ends a query that started from `start`. An incomplete front is dropped.
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

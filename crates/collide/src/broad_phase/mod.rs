//! The broad phase: finds the pairs of bodies that are near enough for a narrow test.
//!
//! Every method takes the bodies' boxes and gives *the same* list: exactly the pairs whose boxes
//! overlap (touching counts), smaller index first, sorted, no pair twice, never two fixed bodies.
//! The methods differ in cost and in what they can draw:
//!
//! | method | idea | cost of an update of n bodies | when |
//! |---|---|---|---|
//! | [`AllPairs`] | try every pair | n² | up to a few dozen bodies; the reference in tests |
//! | [`AxisSort`] | sort along one axis, compare while intervals overlap | n + overlaps along that axis | long thin worlds |
//! | [`Grid2`] | cells on the floor, only neighbours can meet | n + neighbours | arenas: bodies of similar size on a floor |
//! | [`Grid3`] | [`Grid2`] with layers | n + neighbours | bodies of similar size in a box |
//! | [`HashGrid`] | [`Grid3`] without borders | n + neighbours | open worlds |
//! | [`SweepAndPrune`] | sorted end points on three axes, pairs change when end points swap | n + swaps | many sizes, slow movement |
//!
//! For a step with movement, pass boxes that contain the whole movement: a method compares nothing but boxes.
//!
//! Sources: Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis, University of Ljubljana,
//! 2002 (source 1): axis sort, grid with half neighbourhoods, three-axis intervals with flags; Cohen,
//! Lin, Manocha and Ponamgi, "I-COLLIDE" (1995) for sweep and prune; Teschner et al., "Optimized
//! Spatial Hashing" (2003).

mod all_pairs;
mod axis_sort;
mod cell_grid;
mod cell_home;
mod cell_lists;
mod cell_table;
mod grid_2d;
mod grid_3d;
mod hashed_grid;
mod insertion_sort;
mod kind;
mod large_bodies;
mod lattice;
mod overlap_flags;
mod sweep_and_prune;

use serde::{Deserialize, Serialize};

use crate::debug_draw::DebugSink;
use crate::math::Aabb;

pub use crate::broad_phase::all_pairs::AllPairs;
pub use crate::broad_phase::axis_sort::AxisSort;
pub use crate::broad_phase::grid_2d::Grid2;
pub use crate::broad_phase::grid_3d::Grid3;
pub use crate::broad_phase::hashed_grid::HashGrid;
pub use crate::broad_phase::kind::BroadPhaseKind;
pub use crate::broad_phase::lattice::GridError;
pub use crate::broad_phase::sweep_and_prune::SweepAndPrune;

/// A body for the broad phase. Its index in the list identifies it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BroadBody {
    /// A box that contains the body, for the whole step if it moves (m). Finite, `min <= max`.
    pub bounds: Aabb,
    /// True if the body never moves: two such bodies are no pair.
    pub fixed: bool,
}

/// Two bodies whose boxes overlap, as indices into the list of bodies; `a < b`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Pair {
    /// The smaller index.
    pub a: u32,
    /// The greater index.
    pub b: u32,
}

impl Pair {
    /// The pair of two different bodies, in any order.
    pub fn new(one: u32, other: u32) -> Self {
        Pair {
            a: one.min(other),
            b: one.max(other),
        }
    }

    /// One number per pair that sorts like the pair.
    pub(crate) fn key(self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// The pair of a [`Pair::key`].
    pub(crate) fn from_key(key: u64) -> Self {
        Pair {
            a: (key >> 32) as u32,
            b: key as u32,
        }
    }
}

/// Numbers about the last update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadStatistics {
    /// Bodies passed in.
    pub bodies: usize,
    /// Pairs of boxes compared.
    pub tested: u64,
    /// Pairs found.
    pub pairs: usize,
    /// Cells of the grid; for unbounded grids, the occupied ones; 0 for methods without cells.
    pub cells: usize,
    /// Cells that hold at least one body; 0 for methods without cells.
    pub occupied_cells: usize,
    /// Bodies too large for a cell, which are compared with all cells that they cover.
    pub large: usize,
    /// Bodies that changed their cell, or swaps of sorting.
    pub moved: u64,
}

/// The memory of a broad phase that does not follow from the bodies of the last update, for
/// [`BroadPhase::recall`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BroadMemory {
    /// Numbers about the last update.
    pub statistics: BroadStatistics,
    /// The axis along which bodies were sorted last: it changes only if another is much better.
    pub(crate) axis: usize,
    /// The number of updates for which the cells count as too crowded.
    pub(crate) crowded_for: u32,
    /// True if the list of candidates must be made anew.
    pub(crate) stale: bool,
}

/// A method of finding the pairs of bodies whose boxes overlap.
///
/// An instance keeps the last update and is faster when little has changed since; the result does
/// not depend on that memory. The number of bodies may change between updates. An update allocates
/// only if there are more bodies or pairs than ever before.
pub trait BroadPhase: std::fmt::Debug + Send {
    /// The method's name, for panels and tables.
    fn name(&self) -> &'static str;

    /// Replaces the contents of `pairs` by the overlapping pairs (touching counts): `a < b`, sorted,
    /// each once, none of two fixed bodies.
    ///
    /// The bounds are finite; for others the result is unspecified (no panic, no endless loop).
    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>);

    /// Numbers about the last update.
    fn statistics(&self) -> BroadStatistics;

    /// Returns its memory of the last update that does not follow from the bodies.
    fn memory(&self) -> BroadMemory {
        BroadMemory {
            statistics: self.statistics(),
            ..BroadMemory::default()
        }
    }

    /// Restores the state after an update with `bodies` that left `memory`: afterwards it draws the same
    /// structure, its statistics are the same, and the next updates cost as much. `scratch` is work space for
    /// pairs; its contents are ignored.
    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>);

    /// Replaces the contents of `out`, for views, by the pairs that the structure brought near each other in
    /// the last update, whether their boxes overlap or not: those of neighbouring cells, or whose intervals
    /// overlap. They come in any order. Bodies too large for a cell are left out.
    fn compared(&self, out: &mut Vec<Pair>);

    /// Calls `visit` once with each body of the last update whose box overlaps `bounds` (touching counts), in
    /// no certain order. `bodies` are the bodies of that update.
    fn visit_overlapping(&self, bodies: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
        visit_all(bodies, bounds, visit);
    }

    /// The cell along x, y and z of a body with these bounds (m): that of its centre. None for a method without
    /// cells, and for a body too large for one, which is compared with the bodies of all cells that it covers.
    fn cell_of(&self, _bounds: &Aabb) -> Option<[i32; 3]> {
        None
    }

    /// Draws the structure as of the last update: cells and occupied cells, sorted intervals, or nothing.
    fn draw(&self, sink: &mut dyn DebugSink);
}

/// [`Aabb::overlaps`] without branches: six comparisons cost less than one wrongly predicted branch,
/// and the axis that separates two neighbours is hard to predict.
#[inline]
fn overlap(a: &Aabb, b: &Aabb) -> bool {
    (a.min.x <= b.max.x)
        & (b.min.x <= a.max.x)
        & (a.min.y <= b.max.y)
        & (b.min.y <= a.max.y)
        & (a.min.z <= b.max.z)
        & (b.min.z <= a.max.z)
}

/// Visits the bodies whose boxes overlap `bounds`, by testing all.
fn visit_all(bodies: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
    let all = (0..).zip(bodies);
    let near = all.filter(|(_, body)| overlap(&body.bounds, bounds));
    near.for_each(|(index, _)| visit(index));
}

/// True if two bodies are a pair: at least one can move, and their boxes overlap.
#[inline]
fn is_pair(a: &BroadBody, b: &BroadBody) -> bool {
    !(a.fixed & b.fixed) & overlap(&a.bounds, &b.bounds)
}

//! The common part of all grids: cells with lists of bodies, and a list of candidate pairs that
//! changes only when a body changes its cell (source 1, section on choosing the pairs).
//!
//! An update moves the bodies whose cell has changed, updates only the candidates of those bodies,
//! and then compares the boxes of all candidates in one pass over memory. Bodies too large for a
//! cell have no candidates; every update compares them with the bodies of the cells that they cover.
//! If the cells do not suit the bodies (so large that the list of candidates would be too long, or
//! too small for a quarter of the bodies), an [axis sort](crate::broad_phase::AxisSort) takes their
//! place.

use glam::IVec3;

use crate::broad_phase::cell_home::CellHome;
use crate::broad_phase::cell_lists::CellLists;
use crate::broad_phase::cell_table::CellTable;
use crate::broad_phase::large_bodies::LargeBodies;
use crate::broad_phase::lattice::Lattice;
use crate::broad_phase::{
    BroadBody, BroadMemory, BroadPhase, BroadStatistics, Pair, is_pair, overlap, visit_all,
};
use crate::debug_draw::DebugSink;
use crate::math::Aabb;
use crate::params;

/// A broad phase that is a grid of cells; the [`CellGrid`] does all of its work.
pub(super) trait GridMethod: std::fmt::Debug + Send {
    /// The table that finds a cell's bodies.
    type Table: CellTable;

    /// The method's name, for panels and tables.
    const NAME: &str;

    /// Returns its cells.
    fn grid(&self) -> &CellGrid<Self::Table>;

    /// Returns its cells to be changed.
    fn grid_mut(&mut self) -> &mut CellGrid<Self::Table>;

    /// Draws its cells and its occupied cells.
    fn draw_cells(&self, sink: &mut dyn DebugSink);
}

impl<G: GridMethod> BroadPhase for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        self.grid_mut().update(bodies, pairs);
    }

    fn visit_overlapping(&self, bodies: &[BroadBody], bounds: &Aabb, visit: &mut dyn FnMut(u32)) {
        self.grid().visit_overlapping(bodies, bounds, visit);
    }

    fn statistics(&self) -> BroadStatistics {
        self.grid().statistics()
    }

    fn memory(&self) -> BroadMemory {
        self.grid().memory()
    }

    fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.grid_mut().recall(bodies, memory, scratch);
    }

    fn compared(&self, out: &mut Vec<Pair>) {
        self.grid().compared(out);
    }

    fn cell_of(&self, bounds: &Aabb) -> Option<[i32; 3]> {
        let cell = self.grid().lists.lattice.small_cell(bounds)?;
        Some(cell.to_array())
    }

    fn draw(&self, sink: &mut dyn DebugSink) {
        self.draw_cells(sink);
    }
}

/// Bodies in cells.
#[derive(Clone, Debug)]
pub(super) struct CellGrid<T> {
    pub lists: CellLists<T>,
    /// The bodies that changed their cell in this update, as a list and as flags.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    large: LargeBodies,
    /// Keys of the pairs of small bodies in the same or neighbouring cells, sorted.
    candidates: Vec<u64>,
    /// True if all candidates must be listed anew.
    stale: bool,
    /// The number of further updates in which an axis sort replaces the crowded cells.
    crowded_for: u32,
    /// Work space: new candidates, unsorted pairs, and a list being merged.
    new_candidates: Vec<u64>,
    unsorted: Vec<u64>,
    merged: Vec<u64>,
    statistics: BroadStatistics,
}

impl<T: CellTable> CellGrid<T> {
    pub fn new(lattice: Lattice, table: T) -> Self {
        CellGrid {
            lists: CellLists::new(lattice, table),
            changed: Vec::new(),
            is_changed: Vec::new(),
            large: LargeBodies::default(),
            candidates: Vec::new(),
            stale: false,
            crowded_for: 0,
            new_candidates: Vec::new(),
            unsorted: Vec::new(),
            merged: Vec::new(),
            statistics: BroadStatistics::default(),
        }
    }

    pub fn statistics(&self) -> BroadStatistics {
        self.statistics
    }

    /// See [`BroadPhase::memory`].
    pub fn memory(&self) -> BroadMemory {
        BroadMemory {
            statistics: self.statistics,
            axis: self.large.sort.axis(),
            crowded_for: self.crowded_for,
            stale: self.stale,
        }
    }

    /// See [`BroadPhase::compared`].
    pub fn compared(&self, out: &mut Vec<Pair>) {
        if self.crowded_for > 0 {
            self.large.sort.compared(out);
            return;
        }
        out.clear();
        out.extend(self.candidates.iter().copied().map(Pair::from_key));
    }

    /// See [`BroadPhase::recall`].
    pub fn recall(&mut self, bodies: &[BroadBody], memory: &BroadMemory, scratch: &mut Vec<Pair>) {
        self.large.sort.begin_with(memory.axis);
        // A list of candidates that was up to date belongs to these bodies, so this update makes it anew.
        self.crowded_for = if memory.stale { memory.crowded_for } else { 0 };
        self.stale = true;
        self.update(bodies, scratch);
        self.large.sort.begin_with(memory.axis);
        self.crowded_for = memory.crowded_for;
        self.stale = memory.stale;
        self.statistics = memory.statistics;
    }

    pub fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        pairs.clear();
        self.unsorted.clear();
        self.statistics = BroadStatistics {
            bodies: bodies.len(),
            ..BroadStatistics::default()
        };
        self.update_cells(bodies);
        if self.large.are_too_many(bodies.len()) || self.crowded_for > 0 {
            self.crowded_for = self.crowded_for.saturating_sub(1);
            self.sort_all(bodies, pairs);
        } else if self.update_candidates(bodies.len()) {
            self.compare_candidates(bodies, pairs);
            self.compare_large(bodies);
            self.add_unsorted(pairs);
        } else {
            self.crowded_for = params::CROWDED_UPDATES;
            self.sort_all(bodies, pairs);
        }

        for &body in &self.changed {
            self.is_changed[body as usize] = false;
        }
        self.is_changed.truncate(bodies.len());
        self.lists.truncate(bodies.len());
        self.statistics.moved = self.changed.len() as u64;
        self.statistics.pairs = pairs.len();
        self.statistics.large = self.large.indices.len();
        self.statistics.occupied_cells = self.lists.occupied();
        self.statistics.cells = self.lists.cells();
    }

    /// See [`BroadPhase::visit_overlapping`].
    pub fn visit_overlapping(
        &self,
        bodies: &[BroadBody],
        bounds: &Aabb,
        visit: &mut dyn FnMut(u32),
    ) {
        let (first, last) = self.lists.lattice.covered_cells(bounds);
        let covered = (last - first + IVec3::ONE).as_vec3();
        let count = covered.x * covered.y * covered.z;
        if covered.min_element() < 1.0 || count > bodies.len() as f32 {
            return visit_all(bodies, bounds, visit);
        }
        let mut compare = |body: u32| {
            if overlap(&bodies[body as usize].bounds, bounds) {
                visit(body);
            }
        };
        self.large.indices.iter().copied().for_each(&mut compare);
        for y in first.y..=last.y {
            for z in first.z..=last.z {
                for x in first.x..=last.x {
                    let cell = IVec3::new(x, y, z);
                    self.lists.bodies_of(cell).for_each(&mut compare);
                }
            }
        }
    }

    /// Sorts all bodies along an axis, for cells that are far too small or too large.
    fn sort_all(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        self.large.sort.update(bodies, pairs);
        self.statistics.tested = self.large.sort.statistics().tested;
        self.stale = true;
    }

    /// Compares the boxes of all candidates.
    fn compare_candidates(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        self.statistics.tested += self.candidates.len() as u64;
        // Every candidate is written, and overwritten by the next one unless it is a pair: a branch
        // would be hard to predict.
        pairs.resize(self.candidates.len(), Pair::default());
        let mut count = 0;
        for &key in &self.candidates {
            let pair = Pair::from_key(key);
            let (a, b) = (&bodies[pair.a as usize], &bodies[pair.b as usize]);
            pairs[count] = pair;
            count += usize::from(overlap(&a.bounds, &b.bounds));
        }
        pairs.truncate(count);
    }

    /// Updates the lists of the cells and records the bodies that changed their cell.
    fn update_cells(&mut self, bodies: &[BroadBody]) {
        self.changed.clear();
        self.large.clear();
        self.lists.reserve(bodies.len());
        let room = params::CANDIDATE_ROOM_PER_BODY * bodies.len();
        let [candidates, new_candidates] = [&mut self.candidates, &mut self.new_candidates];
        for list in [
            candidates,
            new_candidates,
            &mut self.merged,
            &mut self.unsorted,
        ] {
            list.reserve(room.saturating_sub(list.len()));
        }
        let count = self.lists.homes().len();
        self.is_changed.resize(count, false);
        for (index, body) in bodies.iter().enumerate() {
            let home = match self.lists.lattice.small_cell(&body.bounds) {
                Some(cell) => CellHome::new(cell, body.fixed),
                None => {
                    self.large.push(index, body);
                    CellHome::LARGE
                }
            };
            if home != self.lists.homes()[index] {
                self.move_home(index, home);
            }
        }
        for index in bodies.len()..count {
            self.move_home(index, CellHome::NOWHERE);
        }
    }

    fn move_home(&mut self, index: usize, home: CellHome) {
        self.changed.push(index as u32);
        self.is_changed[index] = true;
        self.lists.move_to(index as u32, home);
    }

    /// Updates the candidates after bodies have changed their cells. Returns false if there would be
    /// too many; then there are none.
    fn update_candidates(&mut self, bodies: usize) -> bool {
        if self.changed.is_empty() && !self.stale {
            return true;
        }
        let limit = params::CANDIDATES + params::CANDIDATES_PER_BODY * bodies;
        self.new_candidates.clear();
        if std::mem::take(&mut self.stale) || self.changed.len() * 4 >= bodies {
            self.candidates.clear();
            self.list_all(limit);
        } else {
            self.list_changed(limit);
        }
        if self.new_candidates.len() + self.candidates.len() > limit {
            self.candidates.clear();
            return false;
        }
        self.new_candidates.sort_unstable();
        self.merge_candidates();
        true
    }

    /// Lists all candidates as new ones; may stop after more than `limit`.
    fn list_all(&mut self, limit: usize) {
        let (lists, new_candidates) = (&self.lists, &mut self.new_candidates);
        for (index, home) in lists.homes().iter().enumerate() {
            let Some(cell) = home.cell() else { continue };
            lists.each_later_neighbour(index as u32, cell, |other| {
                if !(home.is_fixed() && lists.homes()[other as usize].is_fixed()) {
                    new_candidates.push(Pair::new(index as u32, other).key());
                }
            });
            if new_candidates.len() > limit {
                return;
            }
        }
    }

    /// Lists the candidates of the bodies that changed as new ones; may stop after more than
    /// `limit`.
    fn list_changed(&mut self, limit: usize) {
        let (lists, is_changed, new_candidates) =
            (&self.lists, &self.is_changed, &mut self.new_candidates);
        for &body in &self.changed {
            let home = lists.homes()[body as usize];
            let Some(cell) = home.cell() else { continue };
            lists.each_neighbour(cell, |other| {
                // A pair of two changed bodies is reached from both.
                let is_met_later = other == body || is_changed[other as usize] && other < body;
                let both_fixed = home.is_fixed() && lists.homes()[other as usize].is_fixed();
                if !is_met_later && !both_fixed {
                    new_candidates.push(Pair::new(body, other).key());
                }
            });
            if new_candidates.len() > limit {
                return;
            }
        }
    }

    /// Drops the old candidates of changed bodies and merges the new ones in.
    fn merge_candidates(&mut self) {
        self.merged.clear();
        let mut new_candidates = self.new_candidates.iter().copied().peekable();
        for &key in &self.candidates {
            let pair = Pair::from_key(key);
            if self.is_changed[pair.a as usize] || self.is_changed[pair.b as usize] {
                continue;
            }
            while let Some(new) = new_candidates.next_if(|&new| new < key) {
                self.merged.push(new);
            }
            self.merged.push(key);
        }
        self.merged.extend(new_candidates);
        std::mem::swap(&mut self.merged, &mut self.candidates);
    }

    /// Compares the large bodies with the bodies of the cells that they cover and with each other.
    fn compare_large(&mut self, bodies: &[BroadBody]) {
        let mut found = std::mem::take(&mut self.unsorted);
        let mut tested = self.large.compare_with_each_other(&mut found);
        let small = bodies.len() - self.large.indices.len();
        if small == 0 {
            self.unsorted = found;
            self.statistics.tested += tested;
            return;
        }
        for &body in &self.large.indices {
            let (first, last) = self
                .lists
                .lattice
                .covered_cells(&bodies[body as usize].bounds);
            let mut compare = |other: u32| {
                tested += 1;
                if is_pair(&bodies[body as usize], &bodies[other as usize]) {
                    found.push(Pair::new(body, other).key());
                }
            };
            // As floats, because the product can exceed 64 bits. Bounds with min > max are invalid
            // input; they must only not make the loops below long.
            let covered = (last - first + IVec3::ONE).as_vec3();
            let count = covered.x * covered.y * covered.z;
            if covered.min_element() < 1.0 || count > small as f32 {
                for (other, home) in self.lists.homes()[..bodies.len()].iter().enumerate() {
                    if home.cell().is_some() {
                        compare(other as u32);
                    }
                }
                continue;
            }
            for y in first.y..=last.y {
                for z in first.z..=last.z {
                    for x in first.x..=last.x {
                        self.lists
                            .bodies_of(IVec3::new(x, y, z))
                            .for_each(&mut compare);
                    }
                }
            }
        }
        self.unsorted = found;
        self.statistics.tested += tested;
    }

    /// Sorts the unsorted pairs and merges them into the sorted ones.
    fn add_unsorted(&mut self, pairs: &mut Vec<Pair>) {
        if self.unsorted.is_empty() {
            return;
        }
        self.unsorted.sort_unstable();
        // Merged from the back, in place: the sorted pairs move up at most once.
        let mut left = pairs.len();
        pairs.resize(left + self.unsorted.len(), Pair::default());
        let mut to = pairs.len();
        for &key in self.unsorted.iter().rev() {
            while left > 0 && pairs[left - 1].key() > key {
                to -= 1;
                left -= 1;
                pairs[to] = pairs[left];
            }
            to -= 1;
            pairs[to] = Pair::from_key(key);
        }
    }
}

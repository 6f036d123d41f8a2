//! The machinery of all grids: cells with lists of bodies, and a list of candidate pairs that
//! changes only when a body changes its cell (source 1, section on choosing the pairs).
//!
//! An update files the bodies whose cell has changed, mends the candidates of those bodies alone,
//! and then compares the boxes of all candidates in one pass over memory. Bodies too large for a
//! cell have no candidates; they are compared with the cells they cover in every
//! update. Where cells hold so many bodies that a list of candidates would be longer than it is
//! worth, no list is kept and the cells are compared with their neighbours directly.

use glam::IVec3;

use super::cell_table::CellTable;
use super::lattice::Lattice;
use super::{AxisSort, BroadBody, BroadPhase, BroadStatistics, Pair, is_pair, overlap};
use crate::collision::debug::{DebugKind, DebugSink, draw_aabb, draw_floor_rectangle};

/// The end of a list of bodies.
const NONE: u32 = u32::MAX;

/// The neighbours that come after a cell: with the cell itself, half of its neighbourhood. Every
/// pair of neighbouring cells is met from exactly one of its two sides. The first four lie on the
/// floor ("right, below and the diagonals"), the others in the layer above.
const HALF_NEIGHBOURHOOD: [IVec3; 13] = [
    IVec3::new(1, 0, 0),
    IVec3::new(-1, 0, 1),
    IVec3::new(0, 0, 1),
    IVec3::new(1, 0, 1),
    IVec3::new(-1, 1, -1),
    IVec3::new(0, 1, -1),
    IVec3::new(1, 1, -1),
    IVec3::new(-1, 1, 0),
    IVec3::new(0, 1, 0),
    IVec3::new(1, 1, 0),
    IVec3::new(-1, 1, 1),
    IVec3::new(0, 1, 1),
    IVec3::new(1, 1, 1),
];

/// Where a body lives, in one number, so that "has anything changed" is one comparison: the cell and
/// the fixed flag of a small body, or one of two special values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Home(u64);

impl Home {
    /// Not there.
    const NOWHERE: Home = Home(u64::MAX);
    /// Too large to live in a cell.
    const LARGE: Home = Home(u64::MAX - 1);

    /// 21 bits an axis. The cell of three times all ones does not exist.
    const BITS: u32 = 21;
    const OFFSET: i32 = 1 << (Self::BITS - 1);

    #[inline]
    fn new(cell: IVec3, fixed: bool) -> Self {
        let [x, y, z] = (cell + Self::OFFSET).to_array().map(|c| c as u64);
        Home(((x << Self::BITS | y) << Self::BITS | z) << 1 | u64::from(fixed))
    }

    #[inline]
    fn cell(self) -> Option<IVec3> {
        if self.0 >= Self::LARGE.0 {
            return None;
        }
        let part = |shift: u32| (self.0 >> (shift + 1)) as i32 & ((1 << Self::BITS) - 1);
        let cell = IVec3::new(part(2 * Self::BITS), part(Self::BITS), part(0));
        Some(cell - Self::OFFSET)
    }

    #[inline]
    fn is_fixed(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The bodies that are too large for the cells.
#[derive(Clone, Debug, Default)]
struct Large {
    indices: Vec<u32>,
    bodies: Vec<BroadBody>,
    sort: AxisSort,
    pairs: Vec<Pair>,
}

impl Large {
    fn clear(&mut self) {
        self.indices.clear();
        self.bodies.clear();
    }

    fn push(&mut self, index: usize, body: &BroadBody) {
        self.indices.push(index as u32);
        self.bodies.push(*body);
    }

    /// Whether so many bodies are large that an axis sort of all is better than the cells.
    fn are_a_crowd(&self, bodies: usize) -> bool {
        self.indices.len() > 64 && 4 * self.indices.len() > bodies
    }

    /// Sorted along an axis, so that cells chosen too small for everybody cost no n² comparisons.
    fn compare_with_each_other(&mut self, found: &mut Vec<u64>) -> u64 {
        self.sort.update(&self.bodies, &mut self.pairs);
        let key = |pair: &Pair| {
            let (a, b) = (pair.a as usize, pair.b as usize);
            Pair::new(self.indices[a], self.indices[b]).key()
        };
        found.extend(self.pairs.iter().map(key));
        self.sort.statistics().tested
    }
}

/// Bodies in cells.
#[derive(Clone, Debug)]
pub(super) struct CellGrid<T> {
    lattice: Lattice,
    table: T,
    /// The first body of each bucket's list.
    heads: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    homes: Vec<Home>,
    /// The bodies that changed their cell in this update, and the same as flags.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    large: Large,
    /// Keys of the pairs of small bodies in the same or neighbouring cells, sorted.
    candidates: Vec<u64>,
    /// Whether `candidates` is kept.
    listing: bool,
    /// Whether `candidates` must be made anew, whoever has changed.
    stale: bool,
    /// Work space: new candidates, pairs that come in no order, and a list in the making.
    fresh: Vec<u64>,
    unsorted: Vec<u64>,
    merged: Vec<u64>,
    occupied: usize,
    statistics: BroadStatistics,
}

impl<T: CellTable> CellGrid<T> {
    pub fn new(lattice: Lattice, table: T) -> Self {
        let heads = vec![NONE; table.buckets()];
        CellGrid {
            lattice,
            table,
            heads,
            next: Vec::new(),
            previous: Vec::new(),
            homes: Vec::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
            large: Large::default(),
            candidates: Vec::new(),
            listing: true,
            stale: false,
            fresh: Vec::new(),
            unsorted: Vec::new(),
            merged: Vec::new(),
            occupied: 0,
            statistics: BroadStatistics::default(),
        }
    }

    pub fn statistics(&self) -> BroadStatistics {
        self.statistics
    }

    pub fn update(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        pairs.clear();
        self.unsorted.clear();
        self.statistics = BroadStatistics {
            bodies: bodies.len(),
            ..BroadStatistics::default()
        };
        self.file(bodies);
        if self.large.are_a_crowd(bodies.len()) {
            // The cells are too small for this world.
            self.large.sort.update(bodies, pairs);
            self.statistics.tested = self.large.sort.statistics().tested;
            self.stale = true;
        } else {
            self.compare_small(bodies, pairs);
            self.compare_large(bodies);
            self.add_unsorted(pairs);
        }

        for &body in &self.changed {
            self.is_changed[body as usize] = false;
        }
        self.statistics.moved = self.changed.len() as u64;
        self.is_changed.truncate(bodies.len());
        self.homes.truncate(bodies.len());
        self.statistics.pairs = pairs.len();
        self.statistics.large = self.large.indices.len();
        self.statistics.occupied_cells = self.occupied;
        self.statistics.cells = if T::SHARED {
            self.occupied
        } else {
            self.table.buckets()
        };
    }

    /// Finds the pairs of bodies that live in cells, in order or into `unsorted`.
    fn compare_small(&mut self, bodies: &[BroadBody], pairs: &mut Vec<Pair>) {
        if self.listing {
            self.mend_candidates(bodies.len());
        }
        // Mending may have found that there are too many.
        if !self.listing {
            self.compare_directly(bodies);
            return;
        }
        self.statistics.tested += self.candidates.len() as u64;
        // Every candidate is written, and the next one over it unless it is a pair: no branch that
        // could be predicted wrongly.
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

    /// Brings the lists of the cells up to date and notes who has changed.
    fn file(&mut self, bodies: &[BroadBody]) {
        self.changed.clear();
        self.large.clear();
        if self.table.reserve(bodies.len()) {
            self.refile();
        }
        let count = bodies.len().max(self.homes.len());
        self.homes.resize(count, Home::NOWHERE);
        self.is_changed.resize(count, false);
        self.next.resize(count, NONE);
        self.previous.resize(count, NONE);
        for (index, body) in bodies.iter().enumerate() {
            let home = match self.lattice.small_cell(&body.bounds) {
                Some(cell) => Home::new(cell, body.fixed),
                None => {
                    self.large.push(index, body);
                    Home::LARGE
                }
            };
            if home != self.homes[index] {
                self.move_home(index, home);
            }
        }
        for index in bodies.len()..count {
            self.move_home(index, Home::NOWHERE);
        }
    }

    /// Moves a body from its cell's list to another.
    fn move_home(&mut self, index: usize, home: Home) {
        self.changed.push(index as u32);
        self.is_changed[index] = true;
        let before = std::mem::replace(&mut self.homes[index], home);
        if before.cell() != home.cell() {
            if let Some(cell) = before.cell() {
                self.unlink(index as u32, cell);
            }
            if let Some(cell) = home.cell() {
                self.link(index as u32, cell);
            }
        }
    }

    /// Files all bodies again, after the table has grown.
    fn refile(&mut self) {
        self.heads.clear();
        self.heads.resize(self.table.buckets(), NONE);
        self.occupied = 0;
        for index in 0..self.homes.len() {
            if let Some(cell) = self.homes[index].cell() {
                self.link(index as u32, cell);
            }
        }
    }

    fn link(&mut self, body: u32, cell: IVec3) {
        if self.bodies_of(cell).next().is_none() {
            self.occupied += 1;
        }
        let bucket = self.table.bucket(cell);
        let head = self.heads[bucket];
        self.next[body as usize] = head;
        self.previous[body as usize] = NONE;
        if head != NONE {
            self.previous[head as usize] = body;
        }
        self.heads[bucket] = body;
    }

    fn unlink(&mut self, body: u32, cell: IVec3) {
        let (before, after) = (self.previous[body as usize], self.next[body as usize]);
        if before == NONE {
            let bucket = self.table.bucket(cell);
            self.heads[bucket] = after;
        } else {
            self.next[before as usize] = after;
        }
        if after != NONE {
            self.previous[after as usize] = before;
        }
        if self.bodies_of(cell).next().is_none() {
            self.occupied -= 1;
        }
    }

    /// The bodies of a list from `start` on that live in `cell`.
    #[inline]
    fn follow(&self, start: u32, cell: IVec3) -> impl Iterator<Item = u32> + '_ {
        let mut at = start;
        std::iter::from_fn(move || {
            while at != NONE {
                let body = at;
                at = self.next[body as usize];
                if !T::SHARED || self.homes[body as usize].cell() == Some(cell) {
                    return Some(body);
                }
            }
            None
        })
    }

    /// The small bodies that live in a cell.
    #[inline]
    fn bodies_of(&self, cell: IVec3) -> impl Iterator<Item = u32> + '_ {
        self.follow(self.heads[self.table.bucket(cell)], cell)
    }

    /// The neighbours of the half neighbourhood that this lattice can have at all.
    fn half_neighbourhood(&self) -> &'static [IVec3] {
        if self.lattice.divides(1) {
            &HALF_NEIGHBOURHOOD
        } else {
            &HALF_NEIGHBOURHOOD[..4]
        }
    }

    /// Calls `visit` with the bodies that come after `body`: the rest of its own cell's list, and
    /// the lists of half of its neighbours. Over all bodies, every pair comes once.
    #[inline]
    fn each_after(&self, body: u32, cell: IVec3, mut visit: impl FnMut(u32)) {
        self.follow(self.next[body as usize], cell)
            .for_each(&mut visit);
        for &step in self.half_neighbourhood() {
            let neighbour = cell + step;
            if self.lattice.contains(neighbour) {
                self.bodies_of(neighbour).for_each(&mut visit);
            }
        }
    }

    /// Calls `visit` with the bodies of the cell and of all its neighbours.
    #[inline]
    fn each_around(&self, cell: IVec3, mut visit: impl FnMut(u32)) {
        self.bodies_of(cell).for_each(&mut visit);
        for &step in self.half_neighbourhood() {
            for neighbour in [cell + step, cell - step] {
                if self.lattice.contains(neighbour) {
                    self.bodies_of(neighbour).for_each(&mut visit);
                }
            }
        }
    }

    /// Brings the candidates up to date after bodies have changed their cells.
    fn mend_candidates(&mut self, bodies: usize) {
        if self.changed.is_empty() && !self.stale {
            return;
        }
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let limit = Self::longest_list(bodies);
        if std::mem::take(&mut self.stale) || self.changed.len() * 4 >= bodies {
            self.candidates.clear();
            for (index, home) in self.homes.iter().enumerate() {
                let Some(cell) = home.cell() else { continue };
                self.each_after(index as u32, cell, |other| {
                    if !(home.is_fixed() && self.homes[other as usize].is_fixed())
                        && fresh.len() <= limit
                    {
                        fresh.push(Pair::new(index as u32, other).key());
                    }
                });
            }
        } else {
            for &body in &self.changed {
                let home = self.homes[body as usize];
                let Some(cell) = home.cell() else { continue };
                self.each_around(cell, |other| {
                    // A pair of two that changed is met from both sides.
                    let met_later =
                        other == body || self.is_changed[other as usize] && other < body;
                    let both_fixed = home.is_fixed() && self.homes[other as usize].is_fixed();
                    if !met_later && !both_fixed && fresh.len() <= limit {
                        fresh.push(Pair::new(body, other).key());
                    }
                });
            }
        }
        fresh.sort_unstable();
        if fresh.len() + self.candidates.len() > limit {
            self.listing = false;
            self.candidates.clear();
        } else {
            self.merge_candidates(&fresh);
        }
        self.fresh = fresh;
    }

    /// Drops the candidates of changed bodies and merges the new ones in.
    fn merge_candidates(&mut self, fresh: &[u64]) {
        self.merged.clear();
        let mut fresh = fresh.iter().copied().peekable();
        for &key in &self.candidates {
            let pair = Pair::from_key(key);
            if self.is_changed[pair.a as usize] || self.is_changed[pair.b as usize] {
                continue;
            }
            while let Some(new) = fresh.next_if(|&new| new < key) {
                self.merged.push(new);
            }
            self.merged.push(key);
        }
        self.merged.extend(fresh);
        std::mem::swap(&mut self.merged, &mut self.candidates);
    }

    /// A list of candidates longer than this takes more memory than it saves time.
    fn longest_list(bodies: usize) -> usize {
        1024 + 64 * bodies
    }

    /// Compares every cell with itself and half of its neighbours, without a list.
    fn compare_directly(&mut self, bodies: &[BroadBody]) {
        let mut found = std::mem::take(&mut self.unsorted);
        let mut tested = 0;
        for (index, home) in self.homes.iter().enumerate() {
            let Some(cell) = home.cell() else { continue };
            let body = &bodies[index];
            self.each_after(index as u32, cell, |other| {
                tested += 1;
                if is_pair(body, &bodies[other as usize]) {
                    found.push(Pair::new(index as u32, other).key());
                }
            });
        }
        self.unsorted = found;
        self.statistics.tested += tested;
        // Half the limit, so that a crowd at the limit does not go back and forth.
        if tested as usize <= Self::longest_list(bodies.len()) / 2 {
            self.listing = true;
            self.stale = true;
        }
    }

    /// Compares the large bodies with the bodies of the cells they cover and with each other.
    fn compare_large(&mut self, bodies: &[BroadBody]) {
        let mut found = std::mem::take(&mut self.unsorted);
        let mut tested = self.large.compare_with_each_other(&mut found);
        let small = bodies.len() - self.large.indices.len();
        for &body in &self.large.indices {
            let (first, last) = self.lattice.covered_cells(&bodies[body as usize].bounds);
            let mut compare = |other: u32| {
                tested += 1;
                if is_pair(&bodies[body as usize], &bodies[other as usize]) {
                    found.push(Pair::new(body, other).key());
                }
            };
            // 2^23 cells an axis at most, so the product of three can exceed 64 bits: floats.
            let covered = (last - first + IVec3::ONE).as_vec3();
            if covered.x * covered.y * covered.z > small as f32 {
                for (other, home) in self.homes[..bodies.len()].iter().enumerate() {
                    if home.cell().is_some() {
                        compare(other as u32);
                    }
                }
                continue;
            }
            for y in first.y..=last.y {
                for z in first.z..=last.z {
                    for x in first.x..=last.x {
                        self.bodies_of(IVec3::new(x, y, z)).for_each(&mut compare);
                    }
                }
            }
        }
        self.unsorted = found;
        self.statistics.tested += tested;
    }

    /// Sorts the pairs found in no order and merges them into the sorted ones.
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

    /// The occupied cells, each once, in the order of the bodies.
    fn occupied_cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        self.homes.iter().enumerate().filter_map(|(body, home)| {
            let cell = home.cell()?;
            (self.bodies_of(cell).next() == Some(body as u32)).then_some(cell)
        })
    }

    /// Draws the division of the floor and the occupied cells, at height zero.
    pub fn draw_on_floor(&self, sink: &mut dyn DebugSink) {
        let bounds = self.lattice.bounds();
        let cells = self.lattice.cells();
        for i in 0..=cells.x {
            let x = self.lattice.cell_bounds(IVec3::new(i, 0, 0)).min.x;
            let from = glam::Vec3::new(x, 0.0, bounds.min.z);
            sink.line(from, from.with_z(bounds.max.z), DebugKind::Cell);
        }
        for i in 0..=cells.z {
            let z = self.lattice.cell_bounds(IVec3::new(0, 0, i)).min.z;
            let from = glam::Vec3::new(bounds.min.x, 0.0, z);
            sink.line(from, from.with_x(bounds.max.x), DebugKind::Cell);
        }
        for cell in self.occupied_cells() {
            let cell = self.lattice.cell_bounds(cell);
            draw_floor_rectangle(cell.min, cell.max, 0.0, sink, DebugKind::OccupiedCell);
        }
    }

    /// Draws the region (of a bounded grid) and the occupied cells as boxes.
    pub fn draw_boxes(&self, sink: &mut dyn DebugSink) {
        if !T::SHARED {
            draw_aabb(&self.lattice.bounds(), sink, DebugKind::Cell);
        }
        for cell in self.occupied_cells() {
            draw_aabb(
                &self.lattice.cell_bounds(cell),
                sink,
                DebugKind::OccupiedCell,
            );
        }
    }
}

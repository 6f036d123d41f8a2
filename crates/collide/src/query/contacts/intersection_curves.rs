//! The segments in which triangles of two meshes cross, and the curves that the segments form.

use glam::DVec3;

use crate::math::between;
use crate::query::contacts::feature_normals::MeshSurface;
use crate::query::contacts::marks::Marks;
use crate::query::contacts::triangle_cache::CachedTriangle;
use crate::query::contacts::triangle_filter::crossing::TriangleCrossing;

/// Two triangles that cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// The triangle of the first mesh, and that of the second.
    pub triangles: [u32; 2],
    /// The common segment in the first mesh's frame, in the direction of the product of the
    /// normals.
    pub segment: [DVec3; 2],
    /// The edges at which the segment starts and ends: of the first triangle (0 to 2) or of the
    /// second (3 to 5).
    pub ends: [u8; 2],
    /// For the first triangle and the second one, the corners behind the other's plane and those in
    /// front of it, as bits.
    pub behind: [u8; 2],
    pub before: [u8; 2],
}

/// The crossing of two triangles, if they cross.
pub(super) fn crossing(triangles: [u32; 2], cached: [&CachedTriangle; 2]) -> Option<Crossing> {
    let mut heights = [[0.0; 3]; 2];
    let mut behind = [0; 2];
    let mut before = [0; 2];
    for side in [1, 0] {
        heights[side] = cached[1 - side].heights(cached[side]);
        for (i, &height) in heights[side].iter().enumerate() {
            behind[side] |= u8::from(height < 0.0) << i;
            before[side] |= u8::from(height > 0.0) << i;
        }
        if behind[side] == 0 || before[side] == 0 {
            return None;
        }
    }
    // Both triangles cross the line in which their planes meet; the segment lies on both.
    let along = cached[0].scaled_normal.cross(cached[1].scaled_normal);
    let ends = |side: usize| {
        let [p, q, r] = &cached[side].corners;
        let coordinates = [p.dot(along), q.dot(along), r.dot(along)];
        line_ends(&coordinates, &heights[side], behind[side])
    };
    let ([from_a, to_a], [from_b, to_b]) = (ends(0), ends(1));
    let (from, from_side) = if from_a.coordinate >= from_b.coordinate {
        (from_a, 0)
    } else {
        (from_b, 1)
    };
    let (to, to_side) = if to_a.coordinate <= to_b.coordinate {
        (to_a, 0)
    } else {
        (to_b, 1)
    };
    let point = |end: LineEnd, side: usize| {
        let corners = &cached[side].corners;
        between(corners[end.edge], corners[(end.edge + 1) % 3], end.fraction)
    };
    (from.coordinate < to.coordinate).then(|| Crossing {
        triangles,
        segment: [point(from, from_side), point(to, to_side)],
        ends: [
            (from.edge + 3 * from_side) as u8,
            (to.edge + 3 * to_side) as u8,
        ],
        behind,
        before,
    })
}

/// The crossing of two triangles whose crossing sides are known.
pub(super) fn crossing_at_sides(
    triangles: [u32; 2],
    cached: [&CachedTriangle; 2],
    TriangleCrossing { behind, ends }: TriangleCrossing,
) -> Crossing {
    let point = |end: u8| {
        let (side, edge) = (usize::from(end / 3), usize::from(end % 3));
        let (corners, plane) = (&cached[side].corners, cached[1 - side]);
        let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
        let (above, below) = (plane.height(from), plane.height(to));
        between(from, to, above / (above - below))
    };
    Crossing {
        triangles,
        segment: [point(ends[0]), point(ends[1])],
        ends,
        behind,
        before: [!behind[0] & 7, !behind[1] & 7],
    }
}

/// The point at which an edge of a triangle crosses a plane.
#[derive(Clone, Copy, Default)]
struct LineEnd {
    edge: usize,
    /// The fraction of the edge before it.
    fraction: f64,
    /// The coordinate along the line.
    coordinate: f64,
}

/// The two points where a triangle's border crosses a plane, in order along a line in it.
/// `coordinates` and `heights` are the corners' coordinates along the line and over the plane;
/// `behind` are the corners behind the plane, as bits.
#[inline]
fn line_ends(coordinates: &[f64; 3], heights: &[f64; 3], behind: u8) -> [LineEnd; 2] {
    // The corner that is alone on its side.
    let alone = if behind.count_ones() == 1 {
        behind
    } else {
        !behind & 7
    };
    let one = alone.trailing_zeros() as usize;
    let (two, three) = ((one + 1) % 3, (one + 2) % 3);
    let end = |from: usize, to: usize| {
        let fraction = heights[from] / (heights[from] - heights[to]);
        LineEnd {
            edge: from,
            fraction,
            coordinate: coordinates[from] + (coordinates[to] - coordinates[from]) * fraction,
        }
    };
    let (out, back) = (end(one, two), end(three, one));
    if out.coordinate <= back.coordinate {
        [out, back]
    } else {
        [back, out]
    }
}

/// The crossings of two meshes, curve by curve.
#[derive(Clone, Debug, Default)]
pub(super) struct Crossings {
    pub all: Vec<Crossing>,
    /// For each mesh the triangles that cross the other one.
    pub marked: [Marks; 2],
    /// The disjoint sets of crossings: for each crossing a parent on its curve.
    parents: Vec<u32>,
    /// The numbers of the crossings, curve by curve, and the end of each curve in that list.
    order: Vec<u32>,
    ends: Vec<u32>,
    /// The crossings by their triangles.
    table: CrossingTable,
    /// The number of the curve that begins with a crossing.
    numbers: Vec<u32>,
    /// True for a crossing that was reached from the end of the one before it.
    is_reached: Vec<bool>,
}

impl Crossings {
    /// The crossings of each curve, in the order in which the first of each was found.
    pub fn curves(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(&start, &end)| &self.order[start as usize..end as usize])
    }

    /// Marks and numbers the triangles of all crossings, once all are known. `counts` are the
    /// numbers of the meshes' triangles.
    pub fn index(&mut self, counts: [usize; 2]) {
        for (marked, count) in self.marked.iter_mut().zip(counts) {
            marked.reset(count);
        }
        self.table.reset(self.all.len());
        for (at, crossing) in self.all.iter().enumerate() {
            let [first, second] = crossing.triangles;
            self.marked[0].set(first);
            self.marked[1].set(second);
            self.table.put(crossing.triangles, at as u32);
        }
    }

    /// True if two triangles cross, after [`Crossings::index`].
    pub fn contains(&self, triangles: [u32; 2]) -> bool {
        self.table.find(triangles, &self.all).is_some()
    }

    /// Joins the crossings of each curve, after [`Crossings::index`]. An end of a segment lies on an
    /// edge of one mesh; the next crossing is that of the triangle beyond this edge with the current
    /// triangle of the other mesh.
    pub fn join(&mut self, surfaces: [&MeshSurface; 2]) {
        let Crossings {
            all,
            parents,
            table,
            is_reached,
            ..
        } = self;
        // The crossing beyond an edge (0 to 5), and that edge's number there.
        let beyond = |triangles: [u32; 2], edge: u8| {
            let side = usize::from(edge / 3);
            let own = 3 * triangles[side] + u32::from(edge % 3);
            let (other, _) = surfaces[side].across(own).other()?;
            let mut next = triangles;
            next[side] = other / 3;
            table
                .find(next, all)
                .map(|at| (at, (other % 3) as u8 + 3 * (edge / 3)))
        };
        parents.clear();
        parents.extend(0..all.len() as u32);
        is_reached.clear();
        is_reached.resize(all.len(), false);
        // A curve mostly continues from an end to a start; a crossing that is not reached this way
        // looks back over its own start.
        for look_back in [false, true] {
            for (at, crossing) in all.iter().enumerate() {
                if look_back && is_reached[at] {
                    continue;
                }
                let triangles = crossing.triangles;
                let [start, end] = crossing.ends;
                let edge = if look_back { start } else { end };
                if let Some((next, edge)) = beyond(triangles, edge) {
                    unite(parents, at as u32, next);
                    is_reached[next as usize] |= !look_back && all[next as usize].ends[0] == edge;
                } else {
                    // By rounding, the curve may leave over another edge at that corner.
                    let others = (0..6).filter_map(|edge| beyond(triangles, edge));
                    others.for_each(|(next, _)| unite(parents, at as u32, next));
                }
            }
        }
        self.sort();
    }

    /// Sorts the crossings by their curves (a counting sort).
    fn sort(&mut self) {
        let Crossings {
            all,
            parents,
            order,
            ends,
            numbers,
            ..
        } = self;
        ends.clear();
        numbers.resize(all.len().max(numbers.len()), 0);
        for at in 0..all.len() {
            let root = root(parents, at as u32) as usize;
            if root == at {
                numbers[at] = ends.len() as u32;
                ends.push(0);
            }
            parents[at] = root as u32;
            ends[numbers[root] as usize] += 1;
        }
        // The counts become the starts of the curves, and during the filling their ends.
        let mut start = 0;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        order.clear();
        order.resize(all.len(), 0);
        for (at, &root) in parents.iter().enumerate() {
            let end = &mut ends[numbers[root as usize] as usize];
            order[*end as usize] = at as u32;
            *end += 1;
        }
    }
}

/// A hash table with linear probing: the crossings by their triangles.
#[derive(Clone, Debug, Default)]
struct CrossingTable {
    /// One more than the crossing's number, or 0 if free; a power of two of slots, at least half of
    /// them free.
    slots: Vec<u32>,
    /// The shift from a hash to its slot, in bits.
    shift: u32,
}

impl CrossingTable {
    /// Removes all crossings and makes room for so many.
    fn reset(&mut self, crossings: usize) {
        let count = (2 * crossings).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(count, 0);
        self.shift = u32::BITS - count.trailing_zeros();
    }

    /// The first slot to probe (Fibonacci hashing: Knuth, "The Art of Computer Programming", volume
    /// 3, section 6.4).
    #[inline]
    fn slot(&self, [first, second]: [u32; 2]) -> usize {
        let mixed = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca6b);
        (mixed >> self.shift) as usize
    }

    #[inline]
    fn put(&mut self, triangles: [u32; 2], number: u32) {
        let mut slot = self.slot(triangles);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = number + 1;
    }

    #[inline]
    fn find(&self, triangles: [u32; 2], all: &[Crossing]) -> Option<u32> {
        let mut slot = self.slot(triangles);
        loop {
            let number = self.slots[slot].checked_sub(1)?;
            if all[number as usize].triangles == triangles {
                return Some(number);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// The first crossing of a crossing's set; shortens the path on the way.
fn root(parents: &mut [u32], mut at: u32) -> u32 {
    while parents[at as usize] != at {
        let above = parents[parents[at as usize] as usize];
        parents[at as usize] = above;
        at = above;
    }
    at
}

/// Joins two sets; the lower root leads.
fn unite(parents: &mut [u32], one: u32, two: u32) {
    let (one, two) = (root(parents, one), root(parents, two));
    parents[one.max(two) as usize] = one.min(two);
}

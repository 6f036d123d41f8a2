//! Building half-edges: those that share an edge are found by sorting them by their ends.

use crate::mesh::half_edges::{BOUNDARY, EDGE_MASK, HalfEdges, NON_MANIFOLD, SAME_DIRECTION};

/// A half-edge among those that share its lower end, packed into one number: the higher end, the half-edge's
/// number, and a bit that is set if it runs from the lower end to the higher one. In rising order the
/// half-edges of one edge lie together, sorted by number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct EdgeEntry(u64);

impl EdgeEntry {
    fn new(high: u32, edge: u32, rises: bool) -> Self {
        EdgeEntry(u64::from(high) << 32 | u64::from(edge) << 1 | u64::from(rises))
    }

    fn high(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn edge(self) -> u32 {
        self.0 as u32 >> 1
    }

    fn rises(self) -> bool {
        self.0 & 1 != 0
    }
}

impl HalfEdges {
    /// The half-edges of triangles whose corners are numbers of welded vertices: equal positions,
    /// equal numbers. No triangle may name a vertex twice.
    pub fn new(triangles: &[[u32; 3]]) -> Self {
        let mut all = HalfEdges {
            links: vec![BOUNDARY; 3 * triangles.len()],
            count: 3 * triangles.len(),
            ..HalfEdges::default()
        };
        let (mut entries, ends) = sorted_by_lower_end(triangles);
        let mut start = 0;
        for end in ends {
            let around = &mut entries[start..end as usize];
            around.sort_unstable();
            for group in around.chunk_by(|p, q| p.high() == q.high()) {
                all.link(group);
            }
            start = end as usize;
        }
        if all.boundary as usize == all.count {
            all.links = Vec::new();
        }
        all
    }

    /// Links the half-edges of one edge to a ring.
    fn link(&mut self, group: &[EdgeEntry]) {
        self.odd += (group.len() % 2) as u32;
        let rising = group.iter().filter(|entry| entry.rises()).count();
        self.unbalanced += u32::from(2 * rising != group.len());
        if group.len() == 1 {
            self.boundary += 1;
            return;
        }
        let non_manifold = if group.len() > 2 { NON_MANIFOLD } else { 0 };
        for (at, entry) in group.iter().enumerate() {
            let other = group[(at + 1) % group.len()];
            let same_direction = if entry.rises() == other.rises() {
                SAME_DIRECTION
            } else {
                0
            };
            self.links[entry.edge() as usize] = other.edge() | non_manifold | same_direction;
        }
    }

    /// True if two half-edges of one edge may run in the same direction, as those of duplicate triangles do.
    /// False for most meshes.
    pub(crate) fn may_have_duplicates(&self) -> bool {
        let is_odd = |&link: &u32| link != BOUNDARY && link & (SAME_DIRECTION | NON_MANIFOLD) != 0;
        self.links.iter().any(is_odd)
    }

    /// These half-edges for the triangles in another order: triangle *t* becomes number `place[t]`.
    #[must_use]
    pub fn reordered(&self, place: &[u32]) -> Self {
        let moved = |edge: u32| place[edge as usize / 3] * 3 + edge % 3;
        let mut links = vec![BOUNDARY; self.links.len()];
        for (edge, &link) in self.links.iter().enumerate() {
            links[moved(edge as u32) as usize] = match link {
                BOUNDARY => BOUNDARY,
                _ => link & !EDGE_MASK | moved(link & EDGE_MASK),
            };
        }
        HalfEdges { links, ..*self }
    }
}

/// All half-edges in the order of their lower ends, and for each lower end the index behind its
/// last half-edge.
///
/// A counting sort, in linear time (Knuth, "The Art of Computer Programming", volume 3, section
/// 5.2).
fn sorted_by_lower_end(triangles: &[[u32; 3]]) -> (Vec<EdgeEntry>, Vec<u32>) {
    let ends = |&[a, b, c]: &[u32; 3]| [(a, b), (b, c), (c, a)];
    let highest = triangles.iter().flatten().max();
    // First the number of half-edges of each lower end, then the index of its next one.
    let mut places = vec![0u32; highest.map_or(0, |&most| most as usize + 1)];
    for (a, b) in triangles.iter().flat_map(ends) {
        places[a.min(b) as usize] += 1;
    }
    let mut start = 0;
    for place in &mut places {
        start += std::mem::replace(place, start);
    }
    let mut entries = vec![EdgeEntry::default(); 3 * triangles.len()];
    for ((a, b), edge) in triangles.iter().flat_map(ends).zip(0..) {
        let place = &mut places[a.min(b) as usize];
        entries[*place as usize] = EdgeEntry::new(a.max(b), edge, a < b);
        *place += 1;
    }
    (entries, places)
}

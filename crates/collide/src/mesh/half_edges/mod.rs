//! Half-edges: the adjacency of a mesh's triangles along their edges.
//!
//! Half-edge `3 t + i` runs from corner *i* of triangle *t* to its next corner. One number is stored for
//! each: the half-edge that comes next around the same edge. Around an edge of two triangles each of the two
//! half-edges stores the other. Flags mark edges of one triangle (boundary), edges of three or more
//! (non-manifold), and pairs that run in the same direction, whose triangles are wound against each other.
//! Corners are compared by their vertex numbers: weld equal vertices first.

mod dihedral_angle;
mod link;

pub use crate::mesh::half_edges::dihedral_angle::{DihedralAngle, EdgeConvexity};

/// No other triangle has this edge.
const BOUNDARY: u32 = u32::MAX;
/// The stored half-edge runs in the same direction.
const SAME_DIRECTION: u32 = 1 << 31;
/// The edge has more than two triangles.
const NON_MANIFOLD: u32 = 1 << 30;
/// The bits of a half-edge's number.
const EDGE_MASK: u32 = NON_MANIFOLD - 1;

/// The triangles beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Nothing: the edge is on the mesh's border.
    Boundary,
    /// One other triangle, with this half-edge.
    Twin {
        /// The half-edge of the other triangle.
        edge: u32,
        /// True if it runs in the opposite direction, as in a consistent winding.
        opposed: bool,
    },
    /// Two or more other triangles. Following `next` visits them all and comes back.
    NonManifold {
        /// The half-edge of the next triangle.
        next: u32,
        /// True if it runs in the opposite direction.
        opposed: bool,
    },
}

impl Across {
    /// The half-edge across, or the next one of several, and true if it runs in the opposite direction.
    #[inline]
    pub fn other(self) -> Option<(u32, bool)> {
        match self {
            Across::Boundary => None,
            Across::Twin { edge, opposed } => Some((edge, opposed)),
            Across::NonManifold { next, opposed } => Some((next, opposed)),
        }
    }
}

/// The half-edges of a list of triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HalfEdges {
    /// Empty if no edge has two triangles.
    links: Vec<u32>,
    count: usize,
    boundary: u32,
    odd: u32,
    unbalanced: u32,
}

/// The next half-edge of the same triangle.
#[inline]
pub fn next(edge: u32) -> u32 {
    if edge % 3 == 2 { edge - 2 } else { edge + 1 }
}

/// The previous half-edge of the same triangle.
#[inline]
pub fn previous(edge: u32) -> u32 {
    if edge.is_multiple_of(3) {
        edge + 2
    } else {
        edge - 1
    }
}

impl HalfEdges {
    /// The triangles beyond a half-edge.
    ///
    /// # Panics
    /// May panic if there is no such half-edge.
    #[inline]
    pub fn across(&self, edge: u32) -> Across {
        if self.links.is_empty() {
            return Across::Boundary;
        }
        let link = self.links[edge as usize];
        let (number, opposed) = (link & EDGE_MASK, link & SAME_DIRECTION == 0);
        if link == BOUNDARY {
            Across::Boundary
        } else if link & NON_MANIFOLD == 0 {
            Across::Twin {
                edge: number,
                opposed,
            }
        } else {
            Across::NonManifold {
                next: number,
                opposed,
            }
        }
    }

    /// Calls `visit` with the other half-edges of the same edge.
    pub fn others(&self, edge: u32, mut visit: impl FnMut(u32)) {
        let mut at = edge;
        while let Some((next, _)) = self.across(at).other() {
            if next == edge {
                return;
            }
            visit(next);
            at = next;
        }
    }

    /// Calls `visit` with all half-edges of the same edge, `edge` first.
    pub fn around_edge(&self, edge: u32, mut visit: impl FnMut(u32)) {
        visit(edge);
        self.others(edge, visit);
    }

    /// Calls `visit` with every triangle around the corner at which `edge` starts, as its half-edge that
    /// starts there (`edge` first), until it returns false. Returns true if all were visited and form a
    /// closed fan. Boundary and non-manifold edges end the visit: triangles beyond them do not belong to this
    /// corner.
    pub fn around(&self, edge: u32, mut visit: impl FnMut(u32) -> bool) -> bool {
        if !visit(edge) {
            return false;
        }
        // First across the edge that ends at the corner, then, from a boundary, across the edge
        // that starts there.
        for start in [previous(edge), edge] {
            let (mut corner, mut over) = (edge, start);
            while let Across::Twin {
                edge: twin,
                opposed,
            } = self.across(over)
            {
                // The corner is the start or the end of `over`, and likewise of the twin.
                let at_start = (over == corner) != opposed;
                (corner, over) = if at_start {
                    (twin, previous(twin))
                } else {
                    (next(twin), next(twin))
                };
                if corner == edge {
                    return true;
                }
                if !visit(corner) {
                    return false;
                }
            }
        }
        false
    }

    /// For every triangle, the corners (bits 0 to 2) and edges (bits 3 to 5) that it owns: each corner and
    /// each edge of the surface belongs to the first of its triangles.
    pub fn owned(&self) -> Vec<u8> {
        let mut owned = vec![0; self.count / 3];
        let mut known = vec![false; self.count];
        for edge in 0..self.count as u32 {
            let is_first = match self.across(edge) {
                Across::Boundary => true,
                Across::Twin { edge: twin, .. } => edge < twin,
                Across::NonManifold { .. } => {
                    let mut is_first = true;
                    self.others(edge, |other| is_first &= edge < other);
                    is_first
                }
            };
            let mut bits = u8::from(is_first) << 3;
            if !known[edge as usize] {
                bits |= 1;
                self.around(edge, |corner| {
                    known[corner as usize] = true;
                    true
                });
            }
            owned[edge as usize / 3] |= bits << (edge % 3);
        }
        owned
    }

    /// The number of half-edges: three for each triangle.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there are no half-edges.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of edges with only one triangle.
    pub fn boundary_edges(&self) -> usize {
        self.boundary as usize
    }

    /// True if every edge has an even number of triangles: the surface divides space into regions, and a path
    /// changes its region with each crossing.
    pub fn is_closed(&self) -> bool {
        self.odd == 0
    }

    /// True if every edge has as many half-edges in one direction as in the other: the surface is closed, and
    /// all triangles are wound consistently, so that each region has a winding number.
    pub fn is_oriented(&self) -> bool {
        self.unbalanced == 0
    }

    /// Bytes that the half-edges take.
    pub fn memory(&self) -> usize {
        size_of_val(&self.links[..])
    }
}

#[cfg(test)]
mod tests;

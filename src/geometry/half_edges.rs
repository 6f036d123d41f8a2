//! Half-edges: which triangles of a mesh meet along which edges.
//!
//! Half-edge `3 t + i` runs from corner *i* of triangle *t* to its next corner. All that is stored
//! is one number for each: the half-edge that comes next around the same edge. Around an edge of
//! two triangles the two name each other; edges of one triangle (boundary) and of three or more
//! (non-manifold) are kept apart by marks, and so are pairs that run the same way, whose triangles
//! are wound against each other. Corners are compared by their numbers: weld equal places first.

use glam::DVec3;

use super::sorted_indices;

/// No other triangle has this edge.
const BOUNDARY: u32 = u32::MAX;
/// The half-edge named runs the same way.
const SAME_WAY: u32 = 1 << 31;
/// The edge has more than two triangles.
const MANY: u32 = 1 << 30;
/// The bits of a half-edge's number.
const NUMBER: u32 = MANY - 1;

/// What lies across an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Nothing: the edge is on the mesh's border.
    Boundary,
    /// One other triangle, with this half-edge.
    Twin {
        /// The half-edge of the other triangle.
        edge: u32,
        /// Whether it runs the other way, as it does where the winding is consistent.
        opposed: bool,
    },
    /// Two or more other triangles. Following `next` visits them all and comes back.
    NonManifold {
        /// The half-edge of the next triangle.
        next: u32,
        /// Whether it runs the other way.
        opposed: bool,
    },
}

impl Across {
    /// The half-edge across, or the next one of several, and whether it runs the other way.
    #[inline]
    pub fn other(self) -> Option<(u32, bool)> {
        match self {
            Across::Boundary => None,
            Across::Twin { edge, opposed } => Some((edge, opposed)),
            Across::NonManifold { next, opposed } => Some((next, opposed)),
        }
    }
}

/// The form of the surface at an edge of two triangles, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeForm {
    /// A ridge.
    Convex,
    /// Less than [`Fold::FLAT`] of either.
    Flat,
    /// A valley.
    Concave,
}

/// How two triangles meet along an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// Ridge, flat, or valley.
    pub form: EdgeForm,
    /// The angle between the two normals, 0 to pi; the angle inside the material (the dihedral
    /// angle) is pi less this at a ridge, pi plus this in a valley.
    pub angle: f64,
}

impl Fold {
    /// Edges that bend by less than this, in radians, are flat.
    pub const FLAT: f64 = 1e-3;

    /// The dihedral angle: that inside the material, from 0 (a blade) over pi (flat) to 2 pi.
    pub fn dihedral(&self) -> f64 {
        match self.form {
            EdgeForm::Concave => std::f64::consts::PI + self.angle,
            EdgeForm::Convex | EdgeForm::Flat => std::f64::consts::PI - self.angle,
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
    /// The half-edges of triangles whose corners are numbers of places: equal places, equal
    /// numbers. No triangle may name a place twice.
    pub fn new(triangles: &[[u32; 3]]) -> Self {
        let ends = |[a, b, c]: &[u32; 3]| [(*a, *b), (*b, *c), (*c, *a)];
        let ends = || triangles.iter().flat_map(ends);
        let mut keyed: Vec<(u64, u32)> = ends()
            .zip(0..)
            .map(|((a, b), edge)| (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), edge))
            .collect();
        // By the lower place in linear time; the few edges that share it by the higher one.
        let order = sorted_indices(ends().map(|(a, b)| a.min(b)));
        keyed = order.iter().map(|&edge| keyed[edge as usize]).collect();
        for same in keyed.chunk_by_mut(|p, q| p.0 >> 32 == q.0 >> 32) {
            same.sort_unstable();
        }
        let rises = |edge: u32| {
            let (t, i) = (edge as usize / 3, edge as usize % 3);
            triangles[t][i] < triangles[t][(i + 1) % 3]
        };
        let mut all = HalfEdges {
            links: vec![BOUNDARY; keyed.len()],
            count: keyed.len(),
            ..HalfEdges::default()
        };
        for group in keyed.chunk_by(|p, q| p.0 == q.0) {
            all.odd += (group.len() % 2) as u32;
            let rising = group.iter().filter(|(_, edge)| rises(*edge)).count();
            all.unbalanced += u32::from(2 * rising != group.len());
            if group.len() == 1 {
                all.boundary += 1;
                continue;
            }
            let many = if group.len() > 2 { MANY } else { 0 };
            for (at, &(_, edge)) in group.iter().enumerate() {
                let other = group[(at + 1) % group.len()].1;
                let same_way = if rises(edge) == rises(other) {
                    SAME_WAY
                } else {
                    0
                };
                all.links[edge as usize] = other | many | same_way;
            }
        }
        if all.boundary as usize == all.count {
            all.links = Vec::new();
        }
        all
    }

    /// The same half-edges for the triangles in another order: `place[t]` is where triangle *t*
    /// goes.
    #[must_use]
    pub fn reordered(&self, place: &[u32]) -> Self {
        let moved = |edge: u32| place[edge as usize / 3] * 3 + edge % 3;
        let mut links = vec![BOUNDARY; self.links.len()];
        for (edge, &link) in self.links.iter().enumerate() {
            links[moved(edge as u32) as usize] = match link {
                BOUNDARY => BOUNDARY,
                _ => link & !NUMBER | moved(link & NUMBER),
            };
        }
        HalfEdges { links, ..*self }
    }

    /// What lies across a half-edge.
    ///
    /// # Panics
    /// May panic if there is no such half-edge.
    #[inline]
    pub fn across(&self, edge: u32) -> Across {
        if self.links.is_empty() {
            return Across::Boundary;
        }
        let link = self.links[edge as usize];
        let (number, opposed) = (link & NUMBER, link & SAME_WAY == 0);
        if link == BOUNDARY {
            Across::Boundary
        } else if link & MANY == 0 {
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

    /// Calls `visit` with every triangle around the corner where `edge` starts, as its half-edge
    /// that starts there (`edge` first), until it returns false. Tells whether all were visited
    /// and close up around it. Borders and non-manifold edges end the walk: what lies beyond them
    /// has corners of its own there.
    pub fn around(&self, edge: u32, mut visit: impl FnMut(u32) -> bool) -> bool {
        if !visit(edge) {
            return false;
        }
        // First over the edge behind the corner, then, from a border, over the one ahead.
        for start in [previous(edge), edge] {
            let (mut corner, mut over) = (edge, start);
            while let Across::Twin {
                edge: twin,
                opposed,
            } = self.across(over)
            {
                // The corner is the start of `over`, or its end; and so of the twin.
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

    /// For every triangle which of its corners (bits 0 to 2) and edges (bits 3 to 5) are named
    /// after it: each corner and each edge of the surface belongs to one triangle, the first.
    pub fn owned(&self) -> Vec<u8> {
        let mut owned = vec![0; self.count / 3];
        let mut known = vec![false; self.count];
        for edge in 0..self.count as u32 {
            let mut first_edge = true;
            self.others(edge, |other| first_edge &= other >= edge);
            let mut bits = u8::from(first_edge) << 3;
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

    /// How many half-edges there are: three for each triangle.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many edges have one triangle only.
    pub fn boundary_edges(&self) -> usize {
        self.boundary as usize
    }

    /// Whether every edge has an even number of triangles: the surface parts space into regions
    /// that a path changes with each crossing.
    pub fn is_closed(&self) -> bool {
        self.odd == 0
    }

    /// Whether every edge is run through as often one way as the other: closed, and all triangles
    /// wound consistently, so that each region has a winding number.
    pub fn is_oriented(&self) -> bool {
        self.unbalanced == 0
    }

    /// How the surface bends at an edge of exactly two triangles; `corner` gives the place where a
    /// half-edge starts. Two triangles wound against each other are seen as if the second were
    /// turned over. None at boundary and non-manifold edges.
    pub fn fold(&self, edge: u32, corner: impl Fn(u32) -> DVec3) -> Option<Fold> {
        let Across::Twin {
            edge: twin,
            opposed,
        } = self.across(edge)
        else {
            return None;
        };
        let normal = |edge: u32| {
            let from = corner(edge);
            (corner(next(edge)) - from).cross(corner(previous(edge)) - from)
        };
        let here = normal(edge);
        let there = if opposed { normal(twin) } else { -normal(twin) };
        let along = (corner(next(edge)) - corner(edge)).normalize_or_zero();
        // Turning from the first normal to the second about the edge is positive at a ridge.
        let (sine, cosine) = (here.cross(there).dot(along), here.dot(there));
        let turn = libm::atan2(sine, cosine);
        let form = if turn.abs() < Fold::FLAT {
            EdgeForm::Flat
        } else if turn > 0.0 {
            EdgeForm::Convex
        } else {
            EdgeForm::Concave
        };
        Some(Fold {
            form,
            angle: turn.abs(),
        })
    }

    /// Bytes that the half-edges take.
    pub fn memory(&self) -> usize {
        size_of_val(&self.links[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    /// A closed tetrahedron, wound outwards.
    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    #[test]
    fn a_tetrahedron_is_closed_and_every_twin_names_its_twin() {
        let edges = HalfEdges::new(&TETRAHEDRON);
        assert!(edges.is_closed() && edges.is_oriented());
        assert_eq!((edges.len(), edges.boundary_edges()), (12, 0));
        for edge in 0..12 {
            let Across::Twin {
                edge: twin,
                opposed,
            } = edges.across(edge)
            else {
                panic!("{edge} has no twin");
            };
            assert!(opposed && twin / 3 != edge / 3);
            assert_eq!(edges.across(twin).other(), Some((edge, true)));
            let from = |edge: u32| TETRAHEDRON[edge as usize / 3][edge as usize % 3];
            assert_eq!(from(edge), from(next(twin)));
        }
    }

    #[test]
    fn a_triangle_wound_against_the_others_is_found() {
        let mut turned = TETRAHEDRON;
        turned[2].swap(0, 1);
        let edges = HalfEdges::new(&turned);
        assert!(edges.is_closed() && !edges.is_oriented());
        let against =
            (6..9).filter(|&e| matches!(edges.across(e), Across::Twin { opposed, .. } if !opposed));
        assert_eq!(against.count(), 3);
    }

    #[test]
    fn boundary_and_non_manifold_edges_are_kept_apart() {
        // Three blades at one hinge.
        let edges = HalfEdges::new(&[[0, 1, 2], [0, 1, 3], [1, 0, 4]]);
        assert_eq!(edges.boundary_edges(), 6);
        assert!(!edges.is_closed() && !edges.is_oriented());
        let mut at = 0;
        for blade in [1, 2, 0] {
            let Across::NonManifold { next, opposed } = edges.across(at) else {
                panic!("the hinge has three blades");
            };
            assert_eq!((next / 3, opposed), (blade, blade == 2 || at / 3 == 2));
            at = next;
        }
        assert_eq!(edges.across(1), Across::Boundary);
    }

    #[test]
    fn a_new_order_keeps_the_neighbours() {
        let edges = HalfEdges::new(&TETRAHEDRON);
        let place = [2, 0, 3, 1];
        let mut triangles = [[0; 3]; 4];
        for (t, corners) in TETRAHEDRON.into_iter().enumerate() {
            triangles[place[t] as usize] = corners;
        }
        let moved = edges.reordered(&place);
        for edge in 0..12 {
            let expected = HalfEdges::new(&triangles).across(edge);
            assert_eq!(moved.across(edge), expected);
        }
    }

    #[test]
    fn folds_are_told_by_form_and_angle() {
        let corners = |lift: f64| {
            [
                DVec3::ZERO,
                DVec3::Z,
                DVec3::new(1.0, 0.0, 0.0),
                DVec3::new(-1.0, lift, 0.0),
            ]
        };
        let triangles: [[u32; 3]; 2] = [[0, 1, 2], [1, 0, 3]];
        let fold = |lift: f64, turned: bool| {
            let mut triangles = triangles;
            if turned {
                triangles[1].swap(0, 1);
            }
            let edges = HalfEdges::new(&triangles);
            let places = corners(lift);
            let place = |e: u32| places[triangles[e as usize / 3][e as usize % 3] as usize];
            edges.fold(0, place).unwrap()
        };
        for turned in [false, true] {
            assert_eq!(fold(0.0, turned).form, EdgeForm::Flat);
            let ridge = fold(-1.0, turned);
            assert_eq!(ridge.form, EdgeForm::Convex);
            assert!((ridge.angle - FRAC_PI_2 / 2.0).abs() < 1e-12);
            assert!((ridge.dihedral() - 0.75 * PI).abs() < 1e-12);
            let valley = fold(1.0, turned);
            assert_eq!(valley.form, EdgeForm::Concave);
            assert!((valley.dihedral() - 1.25 * PI).abs() < 1e-12);
        }
        let edges = HalfEdges::new(&triangles);
        assert_eq!(edges.fold(1, |_| DVec3::ZERO), None);
    }
}

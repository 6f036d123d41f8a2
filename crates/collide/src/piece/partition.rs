//! A partition of facets into pieces, with the members and bounds of each, which several methods improve.

use glam::Vec3A;

use crate::math::sorted_indices;
use crate::params;
use crate::piece::facet_list::FacetList;
use crate::piece::{Facet, FacetSurface};

/// The box around some facets. It only measures size, so its rounding does not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetBounds {
    low: Vec3A,
    high: Vec3A,
}

impl FacetBounds {
    const EMPTY: FacetBounds = FacetBounds {
        low: Vec3A::INFINITY,
        high: Vec3A::NEG_INFINITY,
    };

    pub(super) fn of(facet: &Facet) -> Self {
        let [a, b, c] = facet.points.map(Vec3A::from);
        FacetBounds {
            low: a.min(b).min(c),
            high: a.max(b).max(c),
        }
    }

    #[inline]
    pub(super) fn with(self, other: FacetBounds) -> Self {
        FacetBounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The sum of its length, width and height (m); at most 0 if it is empty.
    #[inline]
    pub(super) fn size(self) -> f32 {
        let sides = self.high - self.low;
        sides.x + sides.y + sides.z
    }
}

/// Stands for no facet in [`Partition::accepts`].
pub(super) const NONE: u32 = u32::MAX;

/// All pieces with their bounds, and the piece of each facet.
pub(super) struct Partition<'s> {
    surface: &'s FacetSurface<'s>,
    /// The most facets of a piece.
    pub max_triangles: usize,
    pub pieces: Vec<FacetList>,
    /// The box around each piece.
    pub extents: Vec<FacetBounds>,
    /// The box around each facet.
    pub facets: Vec<FacetBounds>,
    /// The piece of each facet.
    pub owner: Vec<u32>,
    /// Pieces that are not empty.
    pub count: usize,
    /// The facets at each corner: `facets_at_corner[first[c]..first[c + 1]]`.
    facets_at_corner: Vec<u32>,
    first: Vec<u32>,
}

impl<'s> Partition<'s> {
    pub(super) fn new(
        surface: &'s FacetSurface,
        pieces: Vec<FacetList>,
        max_triangles: usize,
    ) -> Self {
        let facets: Vec<FacetBounds> = surface.facets.iter().map(FacetBounds::of).collect();
        let mut owner = vec![0; facets.len()];
        for (number, piece) in pieces.iter().enumerate() {
            for &facet in piece.members() {
                owner[facet as usize] = number as u32;
            }
        }
        let corners = || surface.facets.iter().flat_map(|facet| facet.corners);
        let facets_at_corner = sorted_indices(corners())
            .into_iter()
            .map(|edge| edge / 3)
            .collect();
        let places = corners().max().map_or(0, |last| last as usize + 1);
        let mut first = vec![0u32; places + 1];
        for corner in corners() {
            first[corner as usize + 1] += 1;
        }
        for place in 0..places {
            first[place + 1] += first[place];
        }
        let mut all = Partition {
            surface,
            max_triangles,
            count: pieces.len(),
            extents: Vec::with_capacity(pieces.len()),
            pieces,
            facets,
            owner,
            facets_at_corner,
            first,
        };
        for piece in 0..all.pieces.len() as u32 {
            let extent = all.bounds_without(piece, NONE);
            all.extents.push(extent);
        }
        all
    }

    /// The pieces that are not empty.
    pub(super) fn into_pieces(mut self) -> Vec<FacetList> {
        self.pieces.retain(|piece| piece.len() > 0);
        self.pieces
    }

    #[inline]
    pub(super) fn may_share_piece(&self, a: u32, b: u32) -> bool {
        let facets = &self.surface.facets;
        facets[a as usize].may_share_piece(&facets[b as usize])
    }

    /// True if a facet may join a piece without its member `without` (or [`NONE`]).
    pub(super) fn accepts(&self, piece: u32, facet: u32, without: u32) -> bool {
        let mut members = self.pieces[piece as usize].members().iter();
        members.all(|&m| m == without || self.may_share_piece(m, facet))
    }

    #[inline]
    pub(super) fn has_room(&self, piece: u32) -> bool {
        self.pieces[piece as usize].len() < self.max_triangles
    }

    /// The box around a piece without its member `without` (or [`NONE`]).
    pub(super) fn bounds_without(&self, piece: u32, without: u32) -> FacetBounds {
        let members = self.pieces[piece as usize].members().iter();
        members
            .filter(|&&m| m != without)
            .fold(FacetBounds::EMPTY, |sum, &m| {
                sum.with(self.facets[m as usize])
            })
    }

    /// Moves a facet from its piece to another one, which has room.
    pub(super) fn move_facet(&mut self, facet: u32, to: u32) {
        let from = std::mem::replace(&mut self.owner[facet as usize], to);
        self.pieces[from as usize].remove(facet);
        self.pieces[to as usize].add(facet);
        self.extents[from as usize] = self.bounds_without(from, NONE);
        self.extents[to as usize] = self.extents[to as usize].with(self.facets[facet as usize]);
        self.count -= usize::from(self.pieces[from as usize].len() == 0);
        self.count += usize::from(self.pieces[to as usize].len() == 1);
    }

    /// Exchanges two facets of two pieces.
    pub(super) fn swap_facets(&mut self, one: u32, other: u32) {
        let (p, q) = (self.owner[one as usize], self.owner[other as usize]);
        self.pieces[p as usize].remove(one);
        self.pieces[q as usize].remove(other);
        self.pieces[p as usize].add(other);
        self.pieces[q as usize].add(one);
        self.owner[one as usize] = q;
        self.owner[other as usize] = p;
        self.extents[p as usize] = self.bounds_without(p, NONE);
        self.extents[q as usize] = self.bounds_without(q, NONE);
    }

    /// Writes to `found` the other pieces that have a facet at one of this facet's corners, each
    /// once.
    pub(super) fn touching_pieces(&self, facet: u32, found: &mut Vec<u32>) {
        found.clear();
        let own = self.owner[facet as usize];
        for corner in self.surface.facets[facet as usize].corners {
            let (from, to) = (self.first[corner as usize], self.first[corner as usize + 1]);
            let here = &self.facets_at_corner[from as usize..to as usize];
            for &near in here.iter().take(params::MOST_FACETS_AT_CORNER) {
                let piece = self.owner[near as usize];
                if piece != own && !found.contains(&piece) {
                    found.push(piece);
                }
            }
        }
    }
}

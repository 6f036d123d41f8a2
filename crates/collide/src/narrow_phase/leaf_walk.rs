//! The leaf test of the 2002 library (Aleš Daneu, *Algoritmi za odkrivanje trkov*, diploma thesis, University of
//! Ljubljana, 2002): a walk over a convex piece from triangle to neighbour.
//!
//! For each triangle of the first piece, its plane. On the second piece, from its first triangle on to neighbours while
//! the distance of their free corner from the plane falls. A change of its sign marks a triangle that crosses the
//! plane; it goes to the head of the queue. Triangles that cross are compared exactly.
//!
//! The pieces are patches, on which the distance need not fall steadily towards the plane, and only the first piece
//! gives planes: the walk misses hits. It is here so that the game of 2002 can be played as it was.

use std::collections::VecDeque;

use glam::DVec3;

use crate::budget::Meter;
use crate::counters::Counters;
use crate::narrow_phase::piece_pair::PiecePair;
use crate::narrow_phase::plane_sides::{bits, corner_bits};
use crate::narrow_phase::triangle_triangle;
use crate::params::MAX_PIECE_TRIANGLES;
use crate::piece::{Piece, PieceStore};

/// Calls `found` with each pair of triangles that intersect (numbers in the stores) and the segment
/// in which they do (m, in the first frame), until it returns false.
///
/// Returns false if `found` did. If the budget ends, the other triangles are not tested.
pub(crate) fn intersect(
    pair: &PiecePair,
    meter: &mut Meter,
    counters: &mut Counters,
    mut found: impl FnMut(usize, usize, [DVec3; 2]) -> bool,
) -> bool {
    if !meter.take() {
        return true;
    }
    counters.primitive_tests += 1;
    counters.piece_tests += 1;
    let (first, second) = (pair.first, pair.second);
    let (outer, other) = (
        &first.pieces[pair.a as usize],
        &second.pieces[pair.b as usize],
    );
    let places: Vec<DVec3> = (0..other.vertex_count() as u8)
        .map(|number| pair.relative.point(second.vertex(other, number)))
        .collect();
    for index in outer.triangle_range() {
        let corners = first.triangle(outer, index).map(|corner| corner.as_dvec3());
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let heights: Vec<f64> = places
            .iter()
            .map(|place| normal.dot(*place - corners[0]))
            .collect();
        let mut walk = Walk::new(second, other, &heights);
        while let Some((triangle, crosses)) = walk.next() {
            if !crosses {
                continue;
            }
            if !meter.take() {
                return true;
            }
            counters.primitive_tests += 1;
            counters.triangle_tests += 1;
            let own = second.corners[triangle].map(|number| places[usize::from(number)]);
            if let Some(segment) = triangle_triangle::intersect(&corners, &own)
                && !found(index, triangle, segment)
            {
                return false;
            }
        }
    }
    true
}

/// A walk over a piece towards a plane.
struct Walk<'a> {
    store: &'a PieceStore,
    piece: &'a Piece,
    /// The height of each vertex above the plane, in a unit of its own.
    heights: &'a [f64],
    /// The triangles to visit, by their numbers in the piece, and those that were in it, as bits.
    queue: VecDeque<usize>,
    seen: u32,
}

impl<'a> Walk<'a> {
    fn new(store: &'a PieceStore, piece: &'a Piece, heights: &'a [f64]) -> Self {
        let mut queue = VecDeque::with_capacity(MAX_PIECE_TRIANGLES);
        queue.push_back(0);
        Walk {
            store,
            piece,
            heights,
            queue,
            seen: 1,
        }
    }

    /// The next triangle by its number in the store, and if it has points on both sides of the plane.
    fn next(&mut self) -> Option<(usize, bool)> {
        let at = self.queue.pop_front()?;
        let index = self.piece.first_triangle() + at;
        let corners = self.store.corners[index];
        let heights = corners.map(|number| self.heights[usize::from(number)]);
        let nearest = heights
            .map(f64::abs)
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        let crosses = heights.iter().any(|h| *h <= 0.0) && heights.iter().any(|h| *h >= 0.0);
        let own = corner_bits(corners);
        for next in 0..self.piece.triangle_range().len() {
            let theirs = corner_bits(self.store.corners[self.piece.first_triangle() + next]);
            let free = bits(theirs & !own);
            if self.seen & 1 << next != 0 || (theirs & own).count_ones() != 2 {
                continue;
            }
            let free = free.map(|number| self.heights[number]).next();
            let Some(height) = free else { continue };
            if height * heights[0] <= 0.0 {
                self.queue.push_front(next);
            } else if height.abs() < nearest || crosses {
                self.queue.push_back(next);
            } else {
                continue;
            }
            self.seen |= 1 << next;
        }
        Some((index, crosses))
    }
}

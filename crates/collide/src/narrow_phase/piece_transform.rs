//! The convex pieces of one model, transformed into the frame of another.

use glam::Vec3;
use wide::f32x4;

use crate::math::relative_pose::Relative;
use crate::piece::{PieceBlock, PieceStore, Plane};

/// The second model's pieces in the first one's frame, filled as they are needed and kept for the
/// rest of the query.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovedPieces {
    blocks: Vec<PieceBlock>,
    planes: Vec<Plane>,
    /// The query that transformed a piece's vertices, and its planes.
    filled_by: [Vec<u32>; 2],
    query: u32,
}

/// The indices of `filled_by`.
const PLACES: usize = 0;
const PLANES: usize = 1;

impl MovedPieces {
    /// Forgets the last query and makes room for all pieces of `store`.
    pub(crate) fn reset(&mut self, store: &PieceStore) {
        self.query = self.query.wrapping_add(1);
        if self.query == 0 {
            // The counter has wrapped around: no old piece may count as transformed.
            self.filled_by.iter_mut().for_each(|filled| filled.fill(0));
            self.query = 1;
        }
        for filled_by in &mut self.filled_by {
            if filled_by.len() < store.pieces.len() {
                filled_by.resize(store.pieces.len(), 0);
            }
        }
        if self.blocks.len() < store.blocks.len() {
            self.blocks.resize(store.blocks.len(), [[0.0; 4]; 3]);
        }
        if self.planes.len() < store.planes.len() {
            self.planes.resize(store.planes.len(), [0.0; 4]);
        }
    }

    /// The transformed vertices of a piece that is [filled](MovedPieces::fill).
    #[inline]
    pub(crate) fn blocks(&self, range: std::ops::Range<usize>) -> &[PieceBlock] {
        &self.blocks[range]
    }

    /// All transformed planes; those of pieces whose planes are not
    /// [filled](MovedPieces::fill_planes) mean nothing.
    #[inline]
    pub(crate) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Transforms a piece's vertices. Returns false if this query has done it already.
    #[inline]
    pub(crate) fn fill(&mut self, store: &PieceStore, number: u32, relative: &Relative) -> bool {
        if self.is_filled(PLACES, number) {
            return false;
        }
        let piece = &store.pieces[number as usize];
        let (r, t) = (&relative.rotation_f32, relative.translation_f32);
        let (moved, places) = (
            &mut self.blocks[piece.blocks()],
            &store.blocks[piece.blocks()],
        );
        for (moved, place) in moved.iter_mut().zip(places) {
            let [x, y, z] = place.map(f32x4::new);
            let row = |axis: usize| {
                let sum = x * r.x_axis[axis] + y * r.y_axis[axis] + z * r.z_axis[axis];
                (sum + f32x4::splat(t[axis])).to_array()
            };
            *moved = [row(0), row(1), row(2)];
        }
        true
    }

    /// Transforms a piece's planes, if this query has not yet. Most pieces are separated by the other
    /// one's planes, so that their own are not needed.
    #[inline]
    pub(crate) fn fill_planes(&mut self, store: &PieceStore, number: u32, relative: &Relative) {
        if self.is_filled(PLANES, number) {
            return;
        }
        let triangles = store.pieces[number as usize].triangle_range();
        let (r, t) = (&relative.rotation_f32, relative.translation_f32);
        // The normal rotates, and the offset grows by the rotated normal's component along the
        // translation: the dot product of the normal and the translation in the second frame.
        let column = |c: Vec3| f32x4::new([c.x, c.y, c.z, c.dot(t)]);
        let (along_x, along_y, along_z) = (column(r.x_axis), column(r.y_axis), column(r.z_axis));
        let planes = &store.planes[triangles.clone()];
        for (moved, &[x, y, z, offset]) in self.planes[triangles].iter_mut().zip(planes) {
            let turned = along_x * x + along_y * y + along_z * z;
            *moved = (turned + f32x4::new([0.0, 0.0, 0.0, offset])).to_array();
        }
    }

    /// Returns true if this query has transformed a part of a piece already; marks it as transformed.
    #[inline]
    fn is_filled(&mut self, part: usize, number: u32) -> bool {
        let filled_by = &mut self.filled_by[part][number as usize];
        std::mem::replace(filled_by, self.query) == self.query
    }
}

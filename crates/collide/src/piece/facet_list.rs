//! A short list of facets in a fixed array.

use crate::params::MAX_PIECE_TRIANGLES;

/// The facets of one piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FacetList {
    members: [u32; MAX_PIECE_TRIANGLES],
    count: u8,
}

impl FacetList {
    #[inline]
    pub(crate) fn members(&self) -> &[u32] {
        &self.members[..usize::from(self.count)]
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.count)
    }

    pub(super) fn add(&mut self, facet: u32) {
        self.members[usize::from(self.count)] = facet;
        self.count += 1;
    }

    pub(super) fn remove(&mut self, facet: u32) {
        if let Some(at) = self.members().iter().position(|&m| m == facet) {
            self.members
                .copy_within(at + 1..usize::from(self.count), at);
            self.count -= 1;
        }
    }
}

impl From<&[u32]> for FacetList {
    /// The list of at most [`MAX_PIECE_TRIANGLES`] facets.
    fn from(facets: &[u32]) -> Self {
        let mut list = FacetList::default();
        for &facet in facets {
            list.add(facet);
        }
        list
    }
}

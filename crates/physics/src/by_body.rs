//! Items sorted by the bodies that they belong to.

use crate::reserve::reserve;

/// Lists of items, one for each body, in one piece of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ByBody<T> {
    /// The index of each body's first item, and the end of the last list.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Clone + Default> ByBody<T> {
    /// Reserves memory for these numbers of bodies and items.
    pub fn reserve(&mut self, bodies: usize, items: usize) {
        reserve(&mut self.starts, bodies + 1);
        reserve(&mut self.items, items);
    }

    /// Sorts items, each given with its body (counting sort); the items of a body keep their order.
    pub fn sort(&mut self, bodies: usize, items: impl Iterator<Item = (u32, T)> + Clone) {
        self.starts.clear();
        self.starts.resize(bodies + 1, 0);
        for (body, _) in items.clone() {
            self.starts[body as usize + 1] += 1;
        }
        for body in 0..bodies {
            self.starts[body + 1] += self.starts[body];
        }
        self.items.clear();
        self.items
            .resize(self.starts[bodies] as usize, T::default());
        // The starts serve as cursors and end at the next body's start; then they are shifted back.
        for (body, item) in items {
            let cursor = &mut self.starts[body as usize];
            self.items[*cursor as usize] = item;
            *cursor += 1;
        }
        self.starts.copy_within(0..bodies, 1);
        self.starts[0] = 0;
    }

    /// The items of a body.
    pub fn of(&self, body: u32) -> &[T] {
        let body = body as usize;
        &self.items[self.starts[body] as usize..self.starts[body + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_has_its_items_in_their_order() {
        let mut lists = ByBody::default();
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (2, 'e')];
        for _ in 0..2 {
            lists.sort(5, items.into_iter());
            let of = |body| lists.of(body).iter().collect::<String>();
            assert_eq!([0, 1, 2, 3, 4].map(of), ["b", "", "ace", "d", ""]);
        }
        lists.sort(0, [].into_iter());
    }
}

//! A list of items in the order of adding, with numbers that are never reused.

/// Items with numbers, in the order of adding. The number of a removed item never identifies another one, not
/// even after a snapshot was restored.
#[derive(Clone, Debug)]
pub(crate) struct IdList<T> {
    items: Vec<(u32, T)>,
    /// The number of the next item.
    next: u32,
}

impl<T> Default for IdList<T> {
    fn default() -> Self {
        IdList {
            items: Vec::new(),
            next: 0,
        }
    }
}

impl<T> IdList<T> {
    /// Adds an item and returns its number; `None` if all numbers have been issued.
    pub fn add(&mut self, item: T) -> Option<u32> {
        let number = self.next;
        self.next = number.checked_add(1)?;
        self.items.push((number, item));
        Some(number)
    }

    /// Removes and returns an item, if it exists.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let index = self.index(number)?;
        Some(self.items.remove(index).1)
    }

    /// Keeps the items for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.items.retain(|(_, item)| keep(item));
    }

    fn index(&self, number: u32) -> Option<usize> {
        self.items
            .binary_search_by_key(&number, |(number, _)| *number)
            .ok()
    }

    /// An item, if it exists.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.index(number).map(|index| &self.items[index].1)
    }

    /// An item, if it exists.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.index(number).map(|index| &mut self.items[index].1)
    }

    /// An item by its place in the order of adding, which is valid until one is removed.
    pub fn at(&self, place: usize) -> &T {
        &self.items[place].1
    }

    /// An item by its place in the order of adding.
    pub fn at_mut(&mut self, place: usize) -> &mut T {
        &mut self.items[place].1
    }

    /// The number of an item, and the item, by its place in the order of adding.
    pub fn numbered_mut(&mut self, place: usize) -> (u32, &mut T) {
        let (number, item) = &mut self.items[place];
        (*number, item)
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All items with their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &T)> + Clone {
        self.items.iter().map(|(number, item)| (*number, item))
    }

    /// All items with their numbers.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (u32, &mut T)> {
        self.items.iter_mut().map(|(number, item)| (*number, item))
    }

    /// The bytes that the list takes.
    pub fn size(&self) -> usize {
        self.items.capacity() * size_of::<(u32, T)>()
    }

    /// Continues the numbers from those of another list, if those are higher.
    pub fn skip_numbers_of(&mut self, other: &IdList<T>) {
        self.next = self.next.max(other.next);
    }

    /// True if its next number is at least that of another list.
    pub fn is_as_far_as(&self, other: &IdList<T>) -> bool {
        self.next >= other.next
    }
}

impl<T: Clone> IdList<T> {
    /// Copies the items in some places of another list, with their numbers.
    pub fn take_part(&mut self, other: &IdList<T>, places: &[u32]) {
        self.items.clear();
        let some = places.iter().map(|place| &other.items[*place as usize]);
        self.items.extend(some.cloned());
    }

    /// Copies the items of another list into its own memory. Numbers continue from the higher of the two.
    pub fn copy_from(&mut self, other: &IdList<T>) {
        self.items.clone_from(&other.items);
        self.skip_numbers_of(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_names_one_thing_for_ever() {
        let mut list = IdList::default();
        let numbers: Vec<_> = "abc".chars().map(|item| list.add(item)).collect();
        assert_eq!(numbers, [Some(0), Some(1), Some(2)]);
        assert_eq!((list.remove(1), list.remove(1)), (Some('b'), None));
        assert_eq!((list.get(1), list.get(2)), (None, Some(&'c')));
        let before = list.clone();
        assert_eq!(list.add('d'), Some(3));
        list.copy_from(&before);
        assert_eq!((list.get(3), list.len()), (None, 2));
        assert_eq!(list.add('e'), Some(4));
        assert_eq!(list.get(3), None);
        list.retain(|item| *item == 'e');
        assert_eq!(list.iter().collect::<Vec<_>>(), [(4, &'e')]);
    }

    #[test]
    fn no_number_is_given_again_once_they_are_used_up() {
        let mut list = IdList {
            items: Vec::new(),
            next: u32::MAX - 1,
        };
        assert_eq!((list.add(1), list.add(2)), (Some(u32::MAX - 1), None));
        assert_eq!((list.add(3), list.len()), (None, 1));
    }
}

//! Which places of a list are taken, and by whom.

/// Places of a list, each free or taken. What takes a place gets a generation that nothing in the same list
/// ever had or will have, so that its identifier never names another one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// By place: who has it, or [`FREE`].
    generations: Vec<u32>,
    /// The free places; the last is taken first.
    free: Vec<u32>,
    /// The last generation that was handed out. It never goes back, not even with a snapshot.
    last: u32,
}

/// The generation of a free place.
const FREE: u32 = 0;

impl Slots {
    /// Takes a place, a new one only if none is free.
    pub fn take(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1).max(1);
        if let Some(index) = self.free.pop() {
            self.generations[index as usize] = self.last;
            return index;
        }
        self.generations.push(self.last);
        self.generations.len() as u32 - 1
    }

    /// Frees a place that is taken.
    pub fn release(&mut self, index: u32) {
        self.generations[index as usize] = FREE;
        self.free.push(index);
    }

    /// Who has a place: 0 if nobody has.
    #[inline]
    pub fn generation(&self, index: u32) -> u32 {
        self.generations[index as usize]
    }

    /// Whether a place is taken.
    #[inline]
    pub fn is_taken(&self, index: usize) -> bool {
        self.generations[index] != FREE
    }

    /// Whether a place exists, and this generation has it.
    #[inline]
    pub fn holds(&self, index: u32, generation: u32) -> bool {
        self.generations.get(index as usize) == Some(&generation)
    }

    /// How many places are taken.
    pub fn taken(&self) -> usize {
        self.generations.len() - self.free.len()
    }

    /// Goes back to what others were; generations go on from where either is.
    pub fn restore(&mut self, others: &Slots) {
        self.generations.clone_from(&others.generations);
        self.free.clone_from(&others.free);
        self.last = self.last.max(others.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_used_again_but_its_identifier_is_not() {
        let mut slots = Slots::default();
        let all: Vec<_> = (0..3).map(|_| slots.take()).collect();
        assert_eq!((all, slots.taken()), (vec![0, 1, 2], 3));
        let first = slots.generation(1);
        slots.release(1);
        assert!(!slots.holds(1, first) && !slots.is_taken(1) && slots.taken() == 2);
        assert_eq!(slots.take(), 1);
        assert!(slots.holds(1, slots.generation(1)) && !slots.holds(1, first));
        assert!(!slots.holds(7, first));
    }

    #[test]
    fn what_came_after_a_snapshot_is_never_named_again() {
        let mut slots = Slots::default();
        slots.take();
        let snapshot = slots.clone();
        let later = (slots.take(), slots.generation(1));
        slots.restore(&snapshot);
        assert!(!slots.holds(later.0, later.1));
        assert_eq!(slots.take(), 1);
        assert!(!slots.holds(later.0, later.1));
    }
}

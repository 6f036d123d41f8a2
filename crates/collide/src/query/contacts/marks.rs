//! A set of small numbers that is cleared in constant time.

/// Marks on numbers from 0 on. A mark is set if it carries the current generation's number.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    marks: Vec<u32>,
    generation: u32,
}

impl Marks {
    /// Clears all marks and makes room for the numbers below `count`.
    pub fn reset(&mut self, count: usize) {
        if self.generation == u32::MAX {
            self.marks.fill(0);
            self.generation = 0;
        }
        self.generation += 1;
        if self.marks.len() < count {
            self.marks.resize(count, 0);
        }
    }

    pub fn is_set(&self, at: u32) -> bool {
        self.marks[at as usize] == self.generation
    }

    /// Sets a mark; false if it was set before.
    pub fn set(&mut self, at: u32) -> bool {
        std::mem::replace(&mut self.marks[at as usize], self.generation) != self.generation
    }
}

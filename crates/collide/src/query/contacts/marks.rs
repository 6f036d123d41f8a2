//! Marks on numbered things.

/// Marks that are all forgotten at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    marks: Vec<u32>,
    now: u32,
}

impl Marks {
    pub fn reset(&mut self, count: usize) {
        if self.now == u32::MAX {
            self.marks.fill(0);
            self.now = 0;
        }
        self.now += 1;
        if self.marks.len() < count {
            self.marks.resize(count, 0);
        }
    }

    pub fn is_set(&self, at: u32) -> bool {
        self.marks[at as usize] == self.now
    }

    /// Sets a mark; false if it was set.
    pub fn set(&mut self, at: u32) -> bool {
        std::mem::replace(&mut self.marks[at as usize], self.now) != self.now
    }
}

//! Keeps key presses until the next fixed step, so that a tap between two steps still counts for
//! one step.

use std::collections::HashSet;

use macroquad::input::KeyCode;

/// Keys pressed since the last step.
#[derive(Debug, Clone, Default)]
pub struct Latch {
    pressed: HashSet<KeyCode>,
}

impl Latch {
    /// Records a press.
    pub fn press(&mut self, key: KeyCode) {
        self.pressed.insert(key);
    }

    /// True if the key was pressed since the last step, even if it is released by now.
    pub fn holds(&self, key: KeyCode) -> bool {
        self.pressed.contains(&key)
    }

    /// Forgets all presses; called after a step, for which they counted.
    pub fn clear(&mut self) {
        self.pressed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_counts_until_the_next_step_and_no_longer() {
        let mut latch = Latch::default();
        latch.press(KeyCode::Space);
        assert!(latch.holds(KeyCode::Space) && !latch.holds(KeyCode::W));
        assert!(latch.holds(KeyCode::Space), "looking does not use it up");
        latch.clear();
        assert!(!latch.holds(KeyCode::Space));
    }
}

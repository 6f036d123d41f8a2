//! Presses are kept until the next fixed step, so that a tap that begins and ends between two
//! steps still counts for one.

use std::collections::HashSet;

use macroquad::input::KeyCode;

/// Keys pressed since the last step.
#[derive(Debug, Clone, Default)]
pub struct Latch {
    pressed: HashSet<KeyCode>,
}

impl Latch {
    /// Notes a press.
    pub fn press(&mut self, key: KeyCode) {
        self.pressed.insert(key);
    }

    /// Whether the key was pressed since the last step, held still or not.
    pub fn holds(&self, key: KeyCode) -> bool {
        self.pressed.contains(&key)
    }

    /// A step was made: all presses have counted.
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

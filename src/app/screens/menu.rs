//! A list of choices, one of them selected.

use glam::Vec2;

use crate::app::ui::{Align, Ui, ink};

/// A menu.
#[derive(Debug, Clone)]
pub struct Menu {
    items: Vec<&'static str>,
    selected: usize,
}

impl Menu {
    /// A menu of those items, the first one selected.
    pub fn new(items: &[&'static str]) -> Self {
        Self {
            items: items.to_vec(),
            selected: 0,
        }
    }

    /// Moves the selection down (or up, if negative), around the ends.
    pub fn step(&mut self, down: i32) {
        let count = self.items.len() as i32;
        self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
    }

    /// The selected item.
    pub fn selected(&self) -> &'static str {
        self.items[self.selected]
    }

    /// Draws the items below each other, left edge and first baseline at `at`.
    pub fn draw(&self, ui: &Ui, at: Vec2, width: f32) {
        for (index, item) in self.items.iter().enumerate() {
            let line = at + Vec2::Y * (index as f32 * 46.0);
            if index == self.selected {
                ui.fill(
                    line + Vec2::new(-14.0, -31.0),
                    Vec2::new(width, 44.0),
                    ink::CORAL,
                );
                ui.text(
                    "▶",
                    line + Vec2::new(0.0, -1.0),
                    20.0,
                    ink::CREAM,
                    Align::Left,
                );
            }
            ui.text(item, line + Vec2::X * 30.0, 27.0, ink::CREAM, Align::Left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_goes_around_the_ends() {
        let mut menu = Menu::new(&["one", "two", "three"]);
        menu.step(-1);
        assert_eq!(menu.selected(), "three");
        menu.step(2);
        assert_eq!(menu.selected(), "two");
    }
}

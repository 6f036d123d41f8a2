//! A menu: a list of items, one of them selected.

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::params::ARROW_LETTERS;
use crate::app::params::screens::menu::ROW_LETTERS;
use crate::app::spots::Spot;
use crate::app::ui::{Align, Ui, ink};

/// The effect of a frame's input on a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// The selection did not change.
    Same,
    /// Another item is selected.
    Other,
    /// The selected item was chosen.
    Done,
}

/// A list of items with a selection.
#[derive(Debug, Clone)]
pub struct Menu {
    items: Vec<&'static str>,
    selected: usize,
}

impl Menu {
    /// Creates a menu with the first item selected.
    pub fn new(items: &[&'static str]) -> Self {
        Self {
            items: items.to_vec(),
            selected: 0,
        }
    }

    /// Moves the selection down (up if negative), around the ends.
    pub fn step(&mut self, down: i32) {
        let count = self.items.len() as i32;
        self.selected = (self.selected as i32 + down).rem_euclid(count) as usize;
    }

    /// The index of the selected item.
    pub fn index(&self) -> usize {
        self.selected
    }

    /// The selected item.
    #[cfg(test)]
    fn selected(&self) -> &'static str {
        self.items[self.selected]
    }

    /// Applies keys, pads and pointer, and returns their effect.
    pub fn follow(&mut self, presses: &Presses) -> Chosen {
        let before = self.selected;
        let (_, down) = presses.moved();
        if down != 0 {
            self.step(down);
        }
        let at = presses.picked().or(presses.pointed());
        self.selected = at
            .filter(|line| *line < self.items.len())
            .unwrap_or(self.selected);
        match presses.picked().is_some() || presses.has(Command::Confirm) {
            true => Chosen::Done,
            false if before != self.selected => Chosen::Other,
            false => Chosen::Same,
        }
    }

    /// Draws the items below each other; `at` is the left end of the first baseline.
    pub fn draw(&self, ui: &Ui, at: Vec2, width: f32) {
        for (index, item) in self.items.iter().enumerate() {
            let line = at + Vec2::Y * (index as f32 * 46.0);
            let area = Area::of(line + Vec2::new(-14.0, -31.0), Vec2::new(width, 44.0));
            ui.spot(area, Spot::Line(index));
            draw_row(ui, area, line, (index == self.selected, false));
            ui.text(item, line + Vec2::X * 30.0, 27.0, ink::CREAM, Align::Left);
        }
    }
}

impl Menu {
    /// Draws the items in a row of small letters; `at` is the left end of the baseline. Returns the right end.
    pub fn draw_row(&self, ui: &Ui, at: Vec2) -> f32 {
        let mut x = at.x;
        for (index, item) in self.items.iter().enumerate() {
            let wide = ui.width(item, ROW_LETTERS);
            let corner = Vec2::new(x, at.y - ROW_LETTERS - 5.0);
            let area = Area::of(corner, Vec2::new(wide + 20.0, ROW_LETTERS + 14.0));
            ui.spot(area, Spot::Line(index));
            if index == self.selected {
                ui.fill(area.low, area.size(), ink::CORAL);
            }
            let base = Vec2::new(x + 10.0, at.y);
            ui.text(item, base, ROW_LETTERS, ink::CREAM, Align::Left);
            x += wide + 24.0;
        }
        x
    }

    /// Returns the width of the items in a row.
    pub fn row_width(&self, ui: &Ui) -> f32 {
        let widths = self
            .items
            .iter()
            .map(|item| ui.width(item, ROW_LETTERS) + 24.0);
        widths.sum()
    }
}

/// Draws the row of a menu or list behind its text: coral if it is selected, lighter if the pointer is on it.
pub fn fill_row(ui: &Ui, area: Area, (selected, pointed_at): (bool, bool)) {
    match (selected, pointed_at) {
        (true, _) => ui.fill(area.low, area.size(), ink::CORAL),
        (false, true) => ui.fill(area.low, area.size(), ink::fade(ink::CREAM, 0.12)),
        (false, false) => {}
    }
}

/// Like [`fill_row`], with an arrow at `at` if the row is selected.
pub fn draw_row(ui: &Ui, area: Area, at: Vec2, (selected, pointed_at): (bool, bool)) {
    fill_row(ui, area, (selected, pointed_at));
    if selected {
        let at = at - Vec2::Y * 2.0;
        ui.text("▶", at, ARROW_LETTERS, ink::CREAM, Align::Left);
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

    #[test]
    fn the_pointer_selects_where_it_is_and_a_press_chooses() {
        let mut menu = Menu::new(&["one", "two", "three"]);
        let mut presses = Presses::default();
        presses.point_at(2);
        assert_eq!(menu.follow(&presses), Chosen::Other);
        assert_eq!(
            (menu.selected(), menu.follow(&presses)),
            ("three", Chosen::Same)
        );
        let mut presses = Presses::default();
        presses.pick(1);
        assert_eq!(
            (menu.follow(&presses), menu.selected()),
            (Chosen::Done, "two")
        );
        // Line 9 is not one of the menu's.
        let mut presses = Presses::default();
        presses.point_at(9);
        presses.press(Command::Confirm);
        assert_eq!(
            (menu.follow(&presses), menu.selected()),
            (Chosen::Done, "two")
        );
    }
}

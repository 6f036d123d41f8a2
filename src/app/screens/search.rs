//! The search in a list: the player types, and the list shows the entries that contain each of the words.

use glam::Vec2;
use macroquad::input::KeyCode;

use crate::app::input::Presses;
use crate::app::screens::naming::{Named, Naming};
use crate::app::ui::Ui;

/// A search that the player types.
#[derive(Debug)]
pub struct Search {
    typed: Naming,
}

/// The state of a search after a frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// The player is still typing, and moved the selection down by so many lines.
    Typing(i32),
    /// The player chose the selected entry.
    Chosen,
    /// The player ended the search.
    Left,
}

impl Search {
    /// Starts without a word, which finds everything.
    pub fn new() -> Self {
        Search {
            typed: Naming::new(""),
        }
    }

    /// The letters so far.
    pub fn typed(&self) -> String {
        self.typed.name()
    }

    /// Draws the letters so far, from `line` on, with that room and letter size.
    pub fn draw_line(&self, ui: &Ui, line: Vec2, (room, size): (f32, f32)) {
        self.typed.draw_line(ui, line, (room, size));
    }

    /// Applies the keys since the last frame.
    pub fn update(&mut self, presses: &Presses) -> Found {
        let down: i32 = (presses.keys().iter())
            .map(|key| match key {
                KeyCode::Down => 1,
                KeyCode::Up => -1,
                _ => 0,
            })
            .sum();
        match self.typed.update(presses) {
            Named::Typing => Found::Typing(down),
            Named::Done(_) => Found::Chosen,
            Named::Left => Found::Left,
        }
    }

    /// True if each typed word is part of one of the texts, in letters of either case.
    pub fn finds(&self, texts: &[&str]) -> bool {
        contains_all(&self.typed(), texts)
    }
}

fn contains_all(words: &str, texts: &[&str]) -> bool {
    let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let words = words.to_lowercase();
    let mut words = words.split_whitespace();
    words.all(|word| texts.iter().any(|text| text.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::contains_all;

    #[test]
    fn each_word_is_found_in_the_name_or_the_description() {
        let texts = ["Gyroscope", "A wheel that is held at one end of its axle."];
        assert!(contains_all("", &texts));
        assert!(contains_all("gyro", &texts));
        assert!(contains_all("WHEEL gyro", &texts));
        assert!(contains_all(" held  axle ", &texts));
        assert!(!contains_all("gyro brick", &texts));
    }
}

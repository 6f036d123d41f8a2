//! A name that is typed for a recording.

use glam::Vec2;
use macroquad::input::{KeyCode, clear_input_queue, get_char_pressed};

use crate::app::input::Presses;
use crate::app::ui::{Align, Ui, ink};

/// The longest name, in letters.
const LONGEST: usize = 40;

/// A name that is being typed.
#[derive(Debug)]
pub struct Naming {
    name: String,
}

/// What became of it in a frame.
pub enum Named {
    /// It is not finished.
    Typing,
    /// It is to be used.
    Done(String),
    /// It is not wanted any more.
    Left,
}

impl Naming {
    /// Begins with a name that may be kept. What was typed before is forgotten.
    pub fn new(name: &str) -> Self {
        clear_input_queue();
        Naming {
            name: name.chars().take(LONGEST).collect(),
        }
    }

    /// Takes what was typed since the last frame.
    pub fn update(&mut self, presses: &Presses) -> Named {
        while let Some(letter) = get_char_pressed() {
            self.type_letter(letter);
        }
        for key in presses.keys() {
            match key {
                KeyCode::Backspace => {
                    self.name.pop();
                }
                KeyCode::Escape => return Named::Left,
                KeyCode::Enter | KeyCode::KpEnter => {
                    return Named::Done(std::mem::take(&mut self.name));
                }
                _ => {}
            }
        }
        Named::Typing
    }

    fn type_letter(&mut self, letter: char) {
        let fits = letter.is_alphanumeric() || "-_ ".contains(letter);
        if fits && self.name.chars().count() < LONGEST {
            self.name.push(letter);
        }
    }

    /// Draws the name over the middle of the screen.
    pub fn draw(&self, ui: &Ui) {
        let size = Vec2::new(560.0, 120.0);
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        let head = at + Vec2::new(24.0, 36.0);
        ui.text("Keep the recording as", head, 20.0, ink::GREY, Align::Left);
        let name = format!("{}_", self.name);
        let line = at + Vec2::new(24.0, 72.0);
        ui.text(&name, line, 28.0, ink::CREAM, Align::Left);
        let hint = at + Vec2::new(24.0, 104.0);
        ui.text(
            "Enter saves it  ·  Esc leaves it",
            hint,
            17.0,
            ink::GREY,
            Align::Left,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_that_a_file_may_have_are_taken_and_not_too_many() {
        let mut naming = Naming {
            name: "ice".to_owned(),
        };
        for letter in "/..\\ 1:\n-ä".chars() {
            naming.type_letter(letter);
        }
        assert_eq!(naming.name, "ice 1-ä");
        for _ in 0..100 {
            naming.type_letter('x');
        }
        assert_eq!(naming.name.chars().count(), LONGEST);
    }
}

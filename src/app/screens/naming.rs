//! Text input for the name of a recording or a scene.

use glam::Vec2;
use macroquad::input::{KeyCode, clear_input_queue, get_char_pressed};

use crate::app::input::{Command, Presses};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::RecordingWords;

/// The largest number of letters of a name.
const LONGEST: usize = 40;

/// A name that is being typed.
#[derive(Debug)]
pub struct Naming {
    name: String,
    /// True while it is the suggested name, which the first letter replaces.
    offered: bool,
}

/// The state of the input after a frame.
pub enum Named {
    /// The player is still typing.
    Typing,
    /// The player confirmed the name.
    Done(String),
    /// The player cancelled.
    Left,
}

impl Naming {
    /// Starts with a suggested name. Earlier key presses are discarded.
    pub fn new(name: &str) -> Self {
        clear_input_queue();
        Naming {
            name: name.chars().take(LONGEST).collect(),
            offered: true,
        }
    }

    /// The name so far.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Applies the letters and keys since the last frame.
    pub fn update(&mut self, presses: &Presses) -> Named {
        while let Some(letter) = get_char_pressed() {
            self.type_letter(letter);
        }
        for key in presses.keys() {
            match key {
                KeyCode::Backspace => self.rub_out(),
                KeyCode::Escape => return Named::Left,
                KeyCode::Enter | KeyCode::KpEnter => {
                    return Named::Done(std::mem::take(&mut self.name));
                }
                _ => {}
            }
        }
        if presses.touched(Command::Pause) {
            return Named::Left;
        }
        match presses.touched(Command::Confirm) {
            true => Named::Done(std::mem::take(&mut self.name)),
            false => Named::Typing,
        }
    }

    /// Deletes the last letter, or the whole of a suggested name.
    fn rub_out(&mut self) {
        match std::mem::take(&mut self.offered) {
            true => self.name.clear(),
            false => {
                self.name.pop();
            }
        }
    }

    fn type_letter(&mut self, letter: char) {
        let fits = letter.is_alphanumeric() || "-_ ".contains(letter);
        if fits && std::mem::take(&mut self.offered) {
            self.name.clear();
        }
        if fits && self.name.chars().count() < LONGEST {
            self.name.push(letter);
        }
    }

    /// Draws only the name; `line` is its baseline and `room` its width in units.
    pub fn draw_line(&self, ui: &Ui, line: Vec2, room: f32) {
        if self.offered {
            let corner = line - Vec2::new(3.0, 26.0);
            let wide = ui.width(&self.name, 28.0).min(room) + 6.0;
            ui.fill(corner, Vec2::new(wide, 34.0), ink::fade(ink::CORAL, 0.6));
        }
        // The end of a long name is shown, because letters are added there.
        let name = format!("{}_", self.name);
        let mut shown = name.as_str();
        while ui.width(shown, 28.0) > room {
            let mut letters = shown.chars();
            letters.next();
            shown = letters.as_str();
        }
        ui.text(shown, line, 28.0, ink::CREAM, Align::Left);
    }

    /// Draws the name with its panel in the middle of the screen.
    pub fn draw(&self, ui: &Ui, words: &RecordingWords) {
        // Darkens the screen below, so that it does not distract.
        ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.6));
        let size = Vec2::new(560.0, 120.0);
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        let head = at + Vec2::new(24.0, 36.0);
        ui.text(words.name_head, head, 20.0, ink::GREY, Align::Left);
        self.draw_line(ui, at + Vec2::new(24.0, 72.0), size.x - 48.0);
        let hint = at + Vec2::new(24.0, 104.0);
        ui.text(
            match self.offered {
                true => words.name_offered,
                false => words.name_typed,
            },
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
            offered: false,
        };
        for letter in "/..\\ 1:\n-ä".chars() {
            naming.type_letter(letter);
        }
        assert_eq!(naming.name, "ice 1-ä");
        for _ in 0..100 {
            naming.type_letter('x');
        }
        assert_eq!(naming.name.chars().count(), LONGEST);
        naming.rub_out();
        assert_eq!(naming.name.chars().count(), LONGEST - 1);
    }

    #[test]
    fn a_name_that_is_offered_gives_way_to_the_first_letter() {
        let offered = || Naming {
            name: "ice-2026-11-25".to_owned(),
            offered: true,
        };
        let mut typed = offered();
        // A letter that file names may not contain changes nothing.
        typed.type_letter('/');
        assert_eq!(typed.name, "ice-2026-11-25");
        typed.type_letter('a');
        typed.type_letter('b');
        assert_eq!(typed.name, "ab");
        let mut emptied = offered();
        emptied.rub_out();
        assert_eq!(emptied.name, "");
    }
}

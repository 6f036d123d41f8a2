//! Text input for the name of a recording or a scene.

use std::cell::{Cell, RefCell};

use glam::Vec2;

use crate::app::area::Area;
use crate::app::input::{Command, Presses};
use crate::app::params::screens::naming::{HINT, HINT_LINE, LONGEST, MARGIN, WIDTH};
use crate::app::params::{FIELD_HEIGHT, NAME_FIELD_LETTERS};
use crate::app::sheet::{FieldEnd, FieldText};
use crate::app::ui::{Align, Ui, ink};
use crate::app::words::RecordingWords;

/// A name that is being typed into a field of egui.
#[derive(Debug)]
pub struct Naming {
    field: RefCell<FieldText>,
    /// The key that ended the input in the last picture.
    end: Cell<Option<FieldEnd>>,
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
    /// Starts with a suggested name, which the first letter replaces.
    pub fn new(name: &str) -> Self {
        let field = FieldText {
            text: name.chars().take(LONGEST).collect(),
            is_new: true,
            is_changed: false,
        };
        Naming {
            field: RefCell::new(field),
            end: Cell::default(),
        }
    }

    /// The name so far.
    pub fn name(&self) -> String {
        self.field.borrow().text.clone()
    }

    /// Applies the keys since the last frame; the field took the letters while it was drawn.
    pub fn update(&mut self, presses: &Presses) -> Named {
        let end = self.end.take();
        if end == Some(FieldEnd::Escape) || presses.touched(Command::Pause) {
            return Named::Left;
        }
        match end == Some(FieldEnd::Enter) || presses.touched(Command::Confirm) {
            true => Named::Done(self.name()),
            false => Named::Typing,
        }
    }

    /// Draws only the name; `line` is its baseline and `room` its width in units.
    pub fn draw_line(&self, ui: &Ui, line: Vec2, (room, size): (f32, f32)) {
        let area = Area::of(line - Vec2::Y * size, Vec2::new(room, size * FIELD_HEIGHT));
        let mut field = self.field.borrow_mut();
        let end = ui.field(&mut field, area, size, (is_allowed, LONGEST));
        self.end.set(end.or(self.end.get()));
    }

    /// Draws the name with its panel in the middle of the screen.
    pub fn draw(&self, ui: &Ui, words: &RecordingWords) {
        // Darkens the screen below, so that it does not distract.
        let ui = &ui.above();
        ui.fill(Vec2::ZERO, ui.size, ink::fade(ink::NIGHT, 0.6));
        let hint = match self.field.borrow().is_changed {
            false => words.name_offered,
            true => words.name_typed,
        };
        let hint = ui.wrap(hint, HINT, ui.size.x.min(WIDTH) - 2.0 * MARGIN);
        let below = HINT_LINE * (hint.len() as f32 - 1.0);
        let size = Vec2::new(WIDTH.min(ui.size.x), 120.0 + below);
        let at = (ui.size - size) * 0.5;
        ui.panel(at, size, ink::SOLID);
        let head = at + Vec2::new(MARGIN, 36.0);
        ui.text(words.name_head, head, 20.0, ink::GREY, Align::Left);
        self.draw_line(
            ui,
            at + Vec2::new(MARGIN, 72.0),
            (size.x - 2.0 * MARGIN, NAME_FIELD_LETTERS),
        );
        let mut line = at + Vec2::new(MARGIN, 104.0);
        for text in hint {
            ui.text(&text, line, HINT, ink::GREY, Align::Left);
            line.y += HINT_LINE;
        }
    }
}

/// True for letters that the name of a file may have.
fn is_allowed(letter: char) -> bool {
    letter.is_alphanumeric() || "-_ ".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_that_a_file_may_have_are_taken() {
        let taken: String = "/..\\ 1:\n-ä"
            .chars()
            .filter(|one| is_allowed(*one))
            .collect();
        assert_eq!(taken, " 1-ä");
    }

    #[test]
    fn the_key_that_ends_the_field_ends_the_naming() {
        let mut naming = Naming::new(&"x".repeat(100));
        let mut ended = |end| {
            naming.end.set(end);
            naming.update(&Presses::default())
        };
        assert!(matches!(ended(None), Named::Typing));
        assert!(matches!(ended(Some(FieldEnd::Escape)), Named::Left));
        let Named::Done(name) = ended(Some(FieldEnd::Enter)) else {
            panic!("Enter ends it");
        };
        assert_eq!(name.len(), LONGEST);
    }
}

//! Small words about a figure, in as many lines as they need: large letters make the panel narrow.

use glam::Vec2;

use crate::app::params::explanation::caption::LETTERS;
use crate::app::params::explanation::caption::LINE;
use crate::app::ui::{Align, Ui, ink};

/// The height of the words in that width, in units.
pub fn height(ui: &Ui, text: &str, wide: f32) -> f32 {
    LINE * ui.wrap(text, LETTERS, wide).len() as f32
}

/// Draws the words from their upper left corner on. Returns the height that they take, in units.
pub fn draw(ui: &Ui, text: &str, corner: Vec2, wide: f32) -> f32 {
    let lines = ui.wrap(text, LETTERS, wide);
    for (index, line) in lines.iter().enumerate() {
        let at = corner + Vec2::Y * LINE * (index as f32 + 0.75);
        ui.text(line, at, LETTERS, ink::GREY, Align::Left);
    }
    LINE * lines.len() as f32
}

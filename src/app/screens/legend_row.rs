//! A row of the legend.

use macroquad::color::Color;

use crate::app::render::looks::{LineLook, Palette};

/// A row of the legend.
pub(super) enum Row {
    /// A text, and the sentence that explains it.
    Text(String, Color, &'static str),
    /// A sentence about the previous row.
    About(String),
    /// A sample of a kind of line with its name and sentence; true if the sentence is beside it.
    Kind(LineLook, [&'static str; 2], bool),
    /// A name with a bar and a number.
    Bar(Bar),
    /// The colour scale of bodies by cost, with the words before and behind it.
    Heat {
        palette: Palette,
        of: &'static str,
        most: String,
    },
}

/// A bar of the last step's cost.
pub(super) struct Bar {
    pub name: String,
    pub share: f32,
    pub number: String,
    /// True if the budget stopped it.
    pub cut: bool,
}

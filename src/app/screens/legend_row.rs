//! A row of the legend.

use macroquad::color::Color;

use crate::app::render::looks::{LineLook, Palette};

/// A row of the legend.
pub(super) enum Row {
    Text(String, Color),
    /// A sentence about the previous row.
    About(String),
    /// A sample of a kind of line, and a short explanation.
    Kind(LineLook, String),
    /// A name with a bar and a number.
    Bar(Bar),
    /// The colour scale of bodies by cost, up to `most` units.
    Heat {
        palette: Palette,
        of: &'static str,
        most: f32,
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

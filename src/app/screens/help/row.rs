//! A line of a page of the help.

use macroquad::color::Color;

use crate::app::params::screens::help_row::TEXT;
use crate::app::ui::ink;

/// A line of a page.
pub struct Row {
    /// The keys that begin with it.
    pub name: String,
    /// Its texts, each with its distance from the left, and their size.
    pub texts: Vec<(f32, String)>,
    pub letters: f32,
    pub color: Color,
}

impl Row {
    /// A line in the usual letters.
    pub fn new(name: String, text: String) -> Self {
        Row {
            name,
            texts: vec![(0.0, text)],
            letters: TEXT,
            color: ink::CREAM,
        }
    }
}

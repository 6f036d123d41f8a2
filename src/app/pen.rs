//! The two ways to draw in two dimensions: the window library's canvas for the scene's display, and egui for screens
//! with lists, menus and fields. All lengths are in pixels.

use glam::Vec2;
use macroquad::color::Color;
use macroquad::shapes::{draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle};

use crate::app::AppError;
use crate::app::glyphs::{GlyphSize, Glyphs, TextExtent};
use crate::app::params::window::pen::LARGEST_EXACT;
use crate::app::params::window::pen::{LARGEST_LETTER, SMALLEST_GLYPH};

/// The rasterised sizes from which larger letters are stretched, in pixels.
const GLYPH_STEPS: [f32; 5] = [32.0, 64.0, 96.0, 144.0, 224.0];

/// Letters of one size, upright or tilted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Letters {
    pub size: f32,
    /// The tilt in radians, of letters that turn.
    pub lean: Option<f32>,
}

/// Draws shapes and letters.
pub trait Pen {
    /// Starts a picture.
    fn begin(&self) {}

    /// Measures a line of text.
    fn extent(&self, text: &str, letters: Letters) -> TextExtent;

    /// Draws a line of text whose baseline starts at `at`.
    fn text(&self, text: &str, at: Vec2, letters: Letters, color: Color);

    /// Draws a filled rectangle.
    fn fill(&self, at: Vec2, size: Vec2, color: Color);

    /// Draws the outline of a rectangle, inside it.
    fn frame(&self, at: Vec2, size: Vec2, width: f32, color: Color);

    /// Draws a straight line.
    fn line(&self, from: Vec2, to: Vec2, width: f32, color: Color);

    /// Draws a filled triangle.
    fn triangle(&self, corners: [Vec2; 3], color: Color);
}

/// Draws on the window library's canvas.
pub struct CanvasPen {
    glyphs: Glyphs,
}

impl CanvasPen {
    /// Loads a font. The window must be open.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the font cannot be used.
    pub fn new(font: &[u8]) -> Result<Self, AppError> {
        let glyphs = Glyphs::new(font)?;
        Ok(CanvasPen { glyphs })
    }
}

impl Pen for CanvasPen {
    fn begin(&self) {
        self.glyphs.begin();
    }

    fn extent(&self, text: &str, letters: Letters) -> TextExtent {
        self.glyphs.extent(text, glyphs(letters))
    }

    fn text(&self, text: &str, at: Vec2, letters: Letters, color: Color) {
        let lean = letters.lean.unwrap_or(0.0);
        self.glyphs.draw(text, at, glyphs(letters), lean, color);
    }

    fn fill(&self, at: Vec2, size: Vec2, color: Color) {
        draw_rectangle(at.x, at.y, size.x, size.y, color);
    }

    fn frame(&self, at: Vec2, size: Vec2, width: f32, color: Color) {
        draw_rectangle_lines(at.x, at.y, size.x, size.y, width * 2.0, color);
    }

    fn line(&self, from: Vec2, to: Vec2, width: f32, color: Color) {
        draw_line(from.x, from.y, to.x, to.y, width, color);
    }

    fn triangle(&self, corners: [Vec2; 3], color: Color) {
        // macroquad uses an older glam.
        let [a, b, c] = corners.map(|corner| corner.to_array().into());
        draw_triangle(a, b, c, color);
    }
}

/// Returns the glyph size and stretch for letters. Small upright letters are rasterised at their exact size, others
/// are stretched from a few sizes, so that the glyph cache stays small even while letters grow on screen.
fn glyphs(letters: Letters) -> GlyphSize {
    let pixels = match letters.lean {
        Some(_) => letters.size,
        None => letters.size.round(),
    };
    let pixels = pixels.clamp(SMALLEST_GLYPH, LARGEST_LETTER);
    if letters.lean.is_none() && pixels <= LARGEST_EXACT {
        return GlyphSize {
            size: pixels as u16,
            stretch: 1.0,
        };
    }
    let [.., largest] = GLYPH_STEPS;
    let step = GLYPH_STEPS.into_iter().find(|&step| step >= pixels);
    let step = step.unwrap_or(largest);
    GlyphSize {
        size: step as u16,
        stretch: pixels / step,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_size_are_drawn_from_few_glyphs_at_their_size() {
        let mut sizes = std::collections::BTreeSet::new();
        for tenth in 0..6_000 {
            let size = tenth as f32 * 0.1;
            for lean in [None, Some(0.1)] {
                let letters = Letters { size, lean };
                let GlyphSize {
                    size: glyph,
                    stretch,
                } = glyphs(letters);
                sizes.insert(glyph);
                let drawn = f32::from(glyph) * stretch;
                assert!((drawn - size.clamp(4.0, 400.0)).abs() <= 0.51, "{size}");
            }
        }
        // The sizes 4 to 48 and the steps above 48; 32 is in both.
        assert_eq!(sizes.len(), 45 + 4);
    }
}

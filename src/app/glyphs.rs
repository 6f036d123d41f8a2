//! The glyph cache: each letter of each size is rasterised once into one texture of fixed size. When the
//! texture is full, it is emptied between two pictures.
//!
//! The window library's own cache can double both its sides again and again, up to 512 MB: see
//! `docs/robustness.md`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use fontdue::{Font, FontSettings};
use glam::Vec2;
use macroquad::color::Color;
use macroquad::texture::{DrawTextureParams, FilterMode, Image, Texture2D, draw_texture_ex};

use crate::app::AppError;
use crate::app::params::window::glyphs::{BORDER, SIDE};

/// The extent of a line of text: lengths in pixels, heights above the baseline.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextExtent {
    /// From the first letter's start to the start of a letter that would follow.
    pub width: f32,
    /// The highest pixel.
    pub top: f32,
    /// The lowest pixel; negative below the baseline.
    pub bottom: f32,
}

/// The size of drawn letters: rasterised at a size, then stretched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GlyphSize {
    /// The rasterised size in pixels.
    pub size: u16,
    /// The factor from rasterised to drawn size.
    pub stretch: f32,
}

/// A letter in the texture.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    /// Corner and size in the texture, without the border.
    at: Vec2,
    size: Vec2,
    /// From the letter's start on the baseline to the lower left corner of its image.
    offset: Vec2,
}

/// The cache of all drawn letters.
pub struct Glyphs {
    font: Font,
    texture: Texture2D,
    places: RefCell<HashMap<(char, u16), Glyph>>,
    shelves: Cell<Shelves>,
    /// True if a letter found no place during this picture.
    full: Cell<bool>,
}

impl Glyphs {
    /// Creates the cache for a font file. The window must be open.
    ///
    /// # Errors
    /// [`AppError::Graphics`] if the font cannot be used.
    pub fn new(font: &[u8]) -> Result<Self, AppError> {
        let font = Font::from_bytes(font, FontSettings::default())
            .map_err(|error| AppError::Graphics(format!("the font cannot be used: {error}")))?;
        let texture = Texture2D::from_image(&empty_image(SIDE, SIDE));
        texture.set_filter(FilterMode::Linear);
        Ok(Self {
            font,
            texture,
            places: RefCell::default(),
            shelves: Cell::default(),
            full: Cell::default(),
        })
    }

    /// Empties a full cache. Call it between pictures: the last one is on the screen, so its letters may go.
    pub fn begin(&self) {
        if self.full.take() {
            self.places.borrow_mut().clear();
            self.shelves.take();
        }
    }

    /// Measures a line of text.
    pub fn extent(&self, text: &str, glyphs: GlyphSize) -> TextExtent {
        let mut extent = TextExtent::default();
        extent.width = self.each_letter(text, glyphs, |letter, _| {
            let metrics = self.font.metrics(letter, f32::from(glyphs.size));
            let bottom = metrics.ymin as f32 * glyphs.stretch;
            extent.bottom = extent.bottom.min(bottom);
            extent.top = extent
                .top
                .max(bottom + metrics.height as f32 * glyphs.stretch);
        });
        extent
    }

    /// Draws a line of text from `at`, a point in pixels on the baseline, rotated by `lean` in radians.
    pub fn draw(&self, text: &str, at: Vec2, glyphs: GlyphSize, lean: f32, color: Color) {
        let along = Vec2::from_angle(lean);
        self.each_letter(text, glyphs, |letter, start| {
            let Some(glyph) = self.glyph(letter, glyphs.size) else {
                return;
            };
            let offset = Vec2::new(glyph.offset.x, -glyph.offset.y - glyph.size.y) * glyphs.stretch;
            let corner = at + along.rotate(Vec2::new(start, 0.0) + offset);
            let params = DrawTextureParams {
                dest_size: Some((glyph.size * glyphs.stretch).to_array().into()),
                source: Some(macroquad::math::Rect::new(
                    glyph.at.x,
                    glyph.at.y,
                    glyph.size.x,
                    glyph.size.y,
                )),
                rotation: lean,
                pivot: Some(corner.to_array().into()),
                ..DrawTextureParams::default()
            };
            draw_texture_ex(&self.texture, corner.x, corner.y, color, params);
        });
    }

    /// Calls `visit` for each letter with its start along the line in pixels; returns the line's width.
    fn each_letter(&self, text: &str, glyphs: GlyphSize, mut visit: impl FnMut(char, f32)) -> f32 {
        let size = f32::from(glyphs.size);
        let mut width = 0.0;
        let mut before = None;
        for letter in text.chars() {
            if let Some(kern) =
                before.and_then(|left| self.font.horizontal_kern(left, letter, size))
            {
                width += kern * glyphs.stretch;
            }
            before = Some(letter);
            visit(letter, width);
            width += self.font.metrics(letter, size).advance_width * glyphs.stretch;
        }
        width
    }

    /// Returns the letter in the texture; `None` if it has no pixels or no place until the next picture.
    fn glyph(&self, letter: char, size: u16) -> Option<Glyph> {
        let known = self.places.borrow().get(&(letter, size)).copied();
        let glyph = match known {
            Some(glyph) => glyph,
            None => self.rasterise(letter, size)?,
        };
        (glyph.size != Vec2::ZERO).then_some(glyph)
    }

    fn rasterise(&self, letter: char, size: u16) -> Option<Glyph> {
        let (metrics, coverage) = self.font.rasterize(letter, f32::from(size));
        let width = u16::try_from(metrics.width).unwrap_or(u16::MAX);
        let height = u16::try_from(metrics.height).unwrap_or(u16::MAX);
        let mut shelves = self.shelves.get();
        let Some((x, y)) = shelves.place(
            width.saturating_add(2 * BORDER),
            height.saturating_add(2 * BORDER),
        ) else {
            self.full.set(true);
            return None;
        };
        self.shelves.set(shelves);
        // Written with its border, so that no pixels remain from an earlier letter.
        let mut image = empty_image(width + 2 * BORDER, height + 2 * BORDER);
        let row = usize::from(image.width);
        for (index, &alpha) in coverage.iter().enumerate() {
            let column = index % metrics.width + usize::from(BORDER);
            let line = index / metrics.width + usize::from(BORDER);
            image.bytes[4 * (line * row + column) + 3] = alpha;
        }
        self.texture.update_part(
            &image,
            i32::from(x),
            i32::from(y),
            i32::from(image.width),
            i32::from(image.height),
        );
        let glyph = Glyph {
            at: Vec2::new(f32::from(x + BORDER), f32::from(y + BORDER)),
            size: Vec2::new(f32::from(width), f32::from(height)),
            offset: Vec2::new(metrics.xmin as f32, metrics.ymin as f32),
        };
        self.places.borrow_mut().insert((letter, size), glyph);
        Some(glyph)
    }
}

/// Creates a white, fully transparent image.
fn empty_image(width: u16, height: u16) -> Image {
    Image {
        bytes: [255, 255, 255, 0].repeat(usize::from(width) * usize::from(height)),
        width,
        height,
    }
}

/// The next free place: rows from the top down, each filled from the left.
#[derive(Debug, Clone, Copy, Default)]
struct Shelves {
    x: u16,
    y: u16,
    /// The height of the current row.
    height: u16,
}

impl Shelves {
    /// Reserves a rectangle of that size and returns its corner; `None` if there is no space.
    fn place(&mut self, width: u16, height: u16) -> Option<(u16, u16)> {
        let mut next = *self;
        if next.x.checked_add(width)? > SIDE {
            next = Shelves {
                x: 0,
                y: next.y + next.height,
                height: 0,
            };
        }
        let corner = (next.x, next.y);
        next.x += width;
        next.height = next.height.max(height);
        if next.x > SIDE || next.y.checked_add(next.height)? > SIDE {
            return None;
        }
        *self = next;
        Some(corner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lie_apart_in_the_texture_and_none_is_outside() {
        let mut shelves = Shelves::default();
        let mut placed: Vec<[u16; 4]> = Vec::new();
        for index in 0u16.. {
            let (width, height) = (3 + index * 7 % 61, 5 + index * 11 % 53);
            let Some((x, y)) = shelves.place(width, height) else {
                break;
            };
            assert!(x + width <= SIDE && y + height <= SIDE);
            for &[left, top, right, bottom] in placed.iter().rev().take(400) {
                let apart = x >= right || x + width <= left || y >= bottom || y + height <= top;
                assert!(apart, "letter {index} lies on another");
            }
            placed.push([x, y, x + width, y + height]);
        }
        let area: u64 = placed
            .iter()
            .map(|&[l, t, r, b]| u64::from(r - l) * u64::from(b - t))
            .sum();
        assert!(
            area * 10 > u64::from(SIDE) * u64::from(SIDE) * 4,
            "{area} pixels used"
        );
        // Rows that are full to the last pixel, and one that lacks a pixel.
        let mut rows = Shelves::default();
        let corners = [SIDE - 1, 1, 1, SIDE - 2, 2].map(|width| rows.place(width, 5));
        let expected = [(0, 0), (SIDE - 1, 0), (0, 5), (1, 5), (0, 10)];
        assert_eq!(corners, expected.map(Some));
        // A rectangle larger than the texture is refused and uses no space.
        let mut empty = Shelves::default();
        assert_eq!(empty.place(SIDE + 1, 1), None);
        assert_eq!(empty.place(1, SIDE + 1), None);
        assert_eq!(empty.place(u16::MAX, u16::MAX), None);
        assert_eq!(empty.place(SIDE, SIDE), Some((0, 0)));
        assert_eq!(empty.place(1, 1), None);
    }
}
